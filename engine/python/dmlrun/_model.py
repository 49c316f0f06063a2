"""DxDispatch's models: resources, dispatchables and commands."""
from __future__ import annotations

import ctypes
import errno
import math
import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Union

import numpy as np

from ._comparison import Comparison, compare_results, tolerance_struct
from ._error import UINT64_MAX, Error, SpecWarning, call, whole_number
from ._handle import Handle, HandleOwner
from ._library import CommandStruct, ComparisonStruct, ResourceStruct, c_void_p, library, sized, taken_text
from ._operator import SpecLike, compile_options, file_and_member, load_npy, read_options, require_not_read
from ._text import read_from, text_of
from ._types import DTYPES, NUMBERS, native

KINDS = ("dispatch", "print", "writeFile")


@dataclass(frozen=True)
class Command:
    """One command: `name` is that of the dispatchable, for a print or writeFile of the resource."""
    index: int
    kind: str
    name: str
    skipped: bool
    resource: int
    path: str       # targetPath of a writeFile
    shape: tuple[int, ...]  # of its .npy file, where the model says it
    results: int    # that expected values may be given for


@dataclass
class ModelResult:
    """What the commands of a model gave: (resource, values) of each print, the paths of the files that were written,
    and (command, result) -> Comparison where the model expects values."""
    prints: list[tuple[str, np.ndarray[Any, Any]]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    comparisons: dict[tuple[int, int], Comparison] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether all expected values were found."""
        return all(self.comparisons.values())


class Model(HandleOwner):
    """A model, compiled, its resources in memory. A dict, JSON text or a path; files are looked for in `folder`, or
    beside the path. For one thread at a time; never copied. Options are those of compile()."""

    folder: Union[str, os.PathLike[str]]
    commands: tuple[Command, ...]

    def __init__(self, model: SpecLike, *, folder: Optional[Union[str, os.PathLike[str]]] = None,
                 feature_level: Optional[str] = None, strict: bool = False,
                 limits: Optional[Mapping[str, int]] = None, skip_unsupported: bool = False,
                 any_alignment: bool = False, **options: Any) -> None:
        self._text, path = text_of(model, "model.json")
        self.folder = os.path.dirname(path) if folder is None else folder
        self._path, self._kept = path, [path]
        self._reading = feature_level, strict, limits, skip_unsupported, any_alignment
        self._options = compile_options(**options)
        caught: list[str] = []
        self.handle = self._parsed(caught)
        for message in caught:
            warnings.warn(message, SpecWarning, stacklevel=3)
        given = (self._loaded(index) for index in range(library.dmlrun_model_resource_count(self.handle)))
        self._given = [values for values in given if values is not None]
        self._prepare(self.handle)
        self.commands = tuple(self._command(i) for i in range(library.dmlrun_model_command_count(self.handle)))

    def _parsed(self, caught):
        feature_level, strict, limits, skip_unsupported, any_alignment = self._reading
        reading, _kept = read_options(feature_level, strict, limits, caught)
        reading.skip_unsupported, reading.any_alignment = int(skip_unsupported), int(any_alignment)
        made = c_void_p()
        with read_from(self._path):
            call(library.dmlrun_model_parse, self._text, len(self._text), reading, made)
        return Handle(made, library.dmlrun_model_free)

    def _prepare(self, handle):
        for index, number, array in self._given:
            sizes = (ctypes.c_uint64 * array.ndim)(*array.shape)
            call(library.dmlrun_model_give, handle, index, number, array.ndim, sizes, array.ctypes.data, array.nbytes)
        call(library.dmlrun_model_prepare, handle, self._options)

    def _resource(self, index):
        told = sized(ResourceStruct)
        call(library.dmlrun_model_resource, self.handle, index, told)
        return told

    def _loaded(self, index):
        """(index, type, array) of a resource whose values are in a file; else None."""
        told = self._resource(index)
        if told.path is None:
            return None
        path = os.path.join(self.folder, os.fsdecode(told.path))
        if told.npy:
            self._kept += [path] if file_and_member(path)[0] != path else []
            array = load_npy(path)
            if array.dtype == np.bool_ and told.type == NUMBERS[np.dtype(np.int8)]:
                array = array.view(np.int8)
            array = np.ascontiguousarray(array, native(array.dtype))
            number = NUMBERS.get(native(array.dtype), 0)
        else:
            array, number = np.fromfile(path, np.uint8), told.type
        return index, number, array

    def _command(self, index):
        told = sized(CommandStruct)
        call(library.dmlrun_model_command, self.handle, index, told)
        return Command(index, KINDS[told.kind], told.name.decode("utf-8", "replace"), bool(told.skipped), told.resource,
                       "" if told.path is None else os.fsdecode(told.path), tuple(told.sizes[:told.rank]), told.results)

    @property
    def backends(self) -> str:
        """The back ends in use, e.g. "jit, interpreter"."""
        return library.dmlrun_model_backends(self.handle).decode()

    @property
    def resources(self) -> dict[str, np.ndarray[Any, np.dtype[np.uint8]]]:
        """Name -> the bytes of each resource, as they are at the moment: not copies. `.view(np.float32)` of them are
        elements; writing there writes to the resource."""
        named = {}
        for index in range(library.dmlrun_model_resource_count(self.handle)):
            told = self._resource(index)
            named[told.name.decode("utf-8", "replace")] = self._bytes(told)
        return named

    def _bytes(self, told):
        memory = (ctypes.c_uint8 * told.bytes).from_address(told.data) if told.bytes else (ctypes.c_uint8 * 0)()
        memory.owner = self.handle  # of the memory
        return np.frombuffer(memory, np.uint8)

    def values(self, index: int) -> np.ndarray[Any, Any]:
        """The elements of a resource that a print shows, as they are at the moment: not a copy."""
        count = library.dmlrun_model_resource_count(self.handle)
        told = self._resource(whole_number("index", index, count - 1))
        values = self._bytes(told)[told.values_offset:told.values_offset + told.values_bytes]
        return values.view(DTYPES[told.type]) if told.type else values

    def reset(self) -> None:
        """All resources have their initial values again, in new memory: arrays that `resources` and values() gave
        before keep what they show."""
        handle = self._parsed([])
        self._prepare(handle)
        self.handle = handle

    def run_command(self, index: int) -> None:
        """Executes a dispatch once; prints and writes do nothing here."""
        call(library.dmlrun_model_run, self.handle, whole_number("index", index, len(self.commands) - 1))

    def compare(self, command: int, result: int = 0, *, absolute: Optional[float] = None,
                relative: Optional[float] = None, ulp: Optional[int] = None) -> Optional[Comparison]:
        """The Comparison of a command's result, as it is now, with what the model expects; None where it expects
        nothing. Without a tolerance the model's counts."""
        command = whole_number("command", command, len(self.commands) - 1)
        result = whole_number("result", result, UINT64_MAX)
        given = tolerance_struct(absolute, relative, ulp) if (absolute, relative, ulp) != (None,) * 3 else None
        path, comparison, equal_nans = self._compared(command, result, given)
        if path is not None:
            if self.commands[command].kind != "print":
                raise Error("usage", "values in a file are compared for prints only", pointer=path)
            there = load_npy(os.path.join(self.folder, path)).ravel()
            found = self.values(self.commands[command].resource)
            if native(there.dtype) != found.dtype:
                raise Error("npy_type_mismatch", f"the file holds {there.dtype}; {found.dtype} was expected", "descr")
            if there.shape != found.shape:
                raise Error("npy_shape_mismatch", f"the file has {there.size} elements; {found.size} were expected",
                            "shape")
            return compare_results(there, found, (absolute, relative, ulp, equal_nans))
        return comparison

    def _compared(self, command, result, tolerance):
        """(path of the expected values, None, whether any NaN equals any) where a file has them, else (None, Comparison
        or None, False)."""
        expected, path, told, report = ctypes.c_int32(), ctypes.c_char_p(), sized(ComparisonStruct), c_void_p()
        call(library.dmlrun_model_compare, self.handle, command, result, tolerance, expected, path, told, report)
        if path.value is not None:
            return os.fsdecode(path.value), None, expected.value == 2
        if not expected.value:
            return None, None, False
        comparison = Comparison(told.elements, told.different, told.largest_ulp, told.largest_absolute,
                                taken_text(report))
        return None, comparison, False

    def run(self, output_folder: Optional[Union[str, os.PathLike[str]]] = None) -> ModelResult:
        """Runs all commands in their order. Files are written below `output_folder`; without one, none is."""
        targets = {} if output_folder is None else self._targets(output_folder)
        result = ModelResult()
        for command in self.commands:
            if command.skipped:
                continue
            self.run_command(command.index)
            if command.kind == "print":
                result.prints.append((command.name, self.values(command.resource).copy()))
            elif command.index in targets:
                result.files.append(self._write(command, targets[command.index]))
            for i in range(command.results):
                comparison = self.compare(command.index, i)
                if comparison is not None:
                    result.comparisons[command.index, i] = comparison
        return result

    def _targets(self, folder):
        """Command -> the path that it writes; refused before anything runs. Makes the folders."""
        kept = list(self._kept)
        for command in self.commands:
            paths = (self._compared(command.index, i, None)[0]
                     for i in range(command.results if command.kind == "print" else 0))
            kept += [os.path.join(self.folder, path) for path in paths if path is not None]
        targets = {command.index: os.path.join(folder, command.path)
                   for command in self.commands if command.kind == "writeFile" and not command.skipped}
        for path in targets.values():
            require_not_read(path, kept)
        for path in targets.values():
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        for path in targets.values():
            there = path if os.path.exists(path) else os.path.dirname(path) or "."
            why = errno.EISDIR if os.path.isdir(path) else 0 if os.access(there, os.W_OK) else errno.EACCES
            if why:
                raise OSError(why, os.strerror(why), path)
        return targets

    def _write(self, command, path):
        told = self._resource(command.resource)
        whole = self._bytes(told)
        if path.lower().endswith(".npy"):
            size = np.dtype(DTYPES[told.type]).itemsize
            values = whole[:whole.size // size * size].view(DTYPES[told.type])
            np.save(path, values[:math.prod(command.shape)].reshape(command.shape) if command.shape else values)
        else:
            whole.tofile(path)
        return path
