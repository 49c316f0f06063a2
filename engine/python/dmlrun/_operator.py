"""Operators and their tensors."""
from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Union

import numpy as np

from ._conversions import Operand, told_side, with_conversion
from ._error import UINT64_MAX, Error, call, warn, whole_number
from ._handle import Handle, Immutable
from ._library import (WARNING, BoundTensor, Buffer, CompileOptions, Limits, ReadOptions, Source, TensorStruct,
                       c_void_p, encoded, library, sized, taken_text)
from ._text import arrays_in, read_from, text_of
from ._types import DTYPES, NUMBERS, extended, native, no_type, of_numbers

INPUT, OUTPUT = 0, 1
SpecLike = Union[Dict[str, Any], str, bytes, bytearray, "os.PathLike[str]"]
# What is said of arrays, of which the library does not know that no file holds them.
WITHOUT_FILES = {"npy_type_mismatch": "type_mismatch", "npy_shape_mismatch": "size_mismatch"}
EMITTED = ("object", "header", "source")  # by DMLRUN_OBJECT ...


@dataclass(frozen=True)
class Tensor:
    """A tensor of an operator: DirectML's name, its place in a tensor array, and its layout as numpy says it."""
    name: str
    index: int
    array: bool          # one of a tensor array, which takes a list
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    strides: tuple[int, ...]  # in bytes
    nbytes: int          # what its buffer holds, gaps included
    packed: bool
    # The strides that an array without a copy must have: axes of one element have any.
    significant: tuple[tuple[int, int], ...] = field(repr=False)
    computed: bool = field(repr=False)  # an output whose floats arithmetic makes: comparisons take any NaN for any NaN

    def __str__(self) -> str:
        return f"{self.name}[{self.index}]" if self.array else self.name


def _tensor(operator, direction, index):
    told = sized(TensorStruct)
    call(library.dmlrun_operator_tensor, operator, direction, index, told)
    shape = tuple(told.sizes[:told.rank])
    strides = tuple(stride * told.element_bytes for stride in told.strides[:told.rank])
    significant = tuple((axis, stride) for axis, (size, stride) in enumerate(zip(shape, strides)) if size > 1)
    return Tensor(told.name.decode(), told.index, bool(told.array), DTYPES[told.type], shape, strides, told.bytes,
                  bool(told.packed), significant, bool(told.computed))


def file_and_member(path):
    """(archive, name) of "file.npz:name"; of any other (path, "")."""
    end = path.rfind(".npz:")
    return (path, "") if end < 0 or os.path.exists(path) else (path[:end + 4], path[end + 5:])


def require_not_read(path, read):
    """Refuses to write to a file that is one of those that were read."""
    found = os.path.realpath(path)  # "missing/../file" is the file once the folder is made
    for other, _ in map(file_and_member, read):
        if os.path.exists(found) and os.path.exists(other) and os.path.samefile(found, other):
            raise Error("usage",
                        f"{path!r} is a file that is read here and would be replaced; another name was expected")


@contextlib.contextmanager
def _opened(path):
    """The file of an array: itself, or a member of an archive."""
    archive_path, name = file_and_member(path)
    if not archive_path.endswith(".npz"):
        with open(path, "rb") as file:
            yield file
        return
    with zipfile.ZipFile(archive_path) as archive:
        members = archive.namelist()
        found = [member for member in members if name in ("", member) or member == name + ".npy"]
        if len(found) != 1:
            has = ", ".join(member[:-4] if member.endswith(".npy") else member for member in members)
            raise Error(
                "npy_header", f"{path}: the archive has the arrays {has or 'none'}; one of them was expected, as in "
                "file.npz:name", "archive")
        with archive.open(found[0]) as file:
            yield file


def load_npy(path):
    """The array of a .npy file, which must end with it, or of an archive."""
    path = os.fspath(path)
    try:
        with _opened(path) as file:
            if file.read(6) != b"\x93NUMPY":
                raise Error(
                    "npy_magic", f"{path} is no .npy file; one was expected, or file.npz:name; elements alone are read "
                    "from .bin, .raw and .dat files, by the type and sizes of a spec", "magic")
            file.seek(0)
            try:
                array = np.load(file, allow_pickle=False)
            except ValueError:
                if file.read(1):
                    raise
                raise Error("npy_truncated", f"{path} ends before its array does; a whole .npy file was expected",
                            "data") from None
            if file.read(1):
                raise Error("npy_trailing_bytes", f"{path} goes on behind its array; its end was expected there",
                            "data")
    except (ValueError, EOFError, NotImplementedError, RuntimeError, SyntaxError, zipfile.BadZipFile,
            zlib.error) as reason:
        raise Error(
            "npy_header", f"{path} cannot be read: {reason}; an array as numpy.save writes it was expected, or an "
            "archive as numpy.savez writes it", "header") from reason
    if native(array.dtype) not in NUMBERS:
        raise Error("npy_dtype", f"{path} holds {array.dtype}, which is no type of DirectML", "descr")
    return array


def is_raw(path):
    """Whether a file holds elements alone, so that a tensor has to say what they are."""
    return path.endswith((".bin", ".raw", ".dat"))


def load_values(path, tensor, is_input):
    """A file's array; of elements alone, little-endian, as the tensor says: an input's buffer, or as many as it has."""
    if not is_raw(path):
        return load_npy(path)
    with open(path, "rb") as file:
        data = file.read()
    shape = tuple(1 if stride == 0 else size for size, stride in zip(tensor.shape, tensor.strides))
    wanted = math.prod(shape) * tensor.dtype.itemsize
    little = tensor.dtype.newbyteorder("<")
    if is_input and len(data) == tensor.nbytes:
        return np.ndarray(tensor.shape, little, data, strides=tensor.strides)
    if len(data) == wanted:
        return np.broadcast_to(np.frombuffer(data, little).reshape(shape), tensor.shape)
    buffer = f", or {tensor.nbytes}, the buffer that Strides describe" if is_input and tensor.nbytes != wanted else ""
    raise Error("npy_truncated" if len(data) < wanted else "npy_trailing_bytes",
                f"{path} has {len(data)} bytes; {wanted} were expected, {math.prod(shape)} elements of {tensor.dtype}"
                + buffer, "data")


def read_options(feature_level, strict, limits, caught):
    """What dmlrun_spec_parse takes, and what must live as long. Warnings are appended to `caught`."""
    number = 0
    if feature_level is not None:
        major, _, minor = str(feature_level).partition(".")
        if not (major.isdigit() and minor.isdigit() and len(major) == len(minor) == 1):
            raise ValueError(f"{feature_level!r} is not a feature level; one of 1.0 to 6.4 was expected")
        number = int(major) << 12 | int(minor) << 8
    unknown = set(limits or {}) - set(Limits.NAMES)
    if unknown:
        raise ValueError(f"no limit is called {min(unknown)!r}; one of {', '.join(Limits.NAMES)} was expected")
    bounds = sized(Limits, **{name: whole_number(name, most, UINT64_MAX) for name, most in (limits or {}).items()})
    hear = WARNING(lambda _, where, line, column, message: caught.append(
        f"{where.decode('utf-8', 'replace')} ({line}:{column}): {message.decode('utf-8', 'replace')}"))
    options = sized(ReadOptions, feature_level=number, strict=int(strict), limits=ctypes.pointer(bounds), warning=hear)
    return options, (bounds, hear)


def compile_options(backend=None, isa=None, tuning=None, device=None, code_folder=None, cache=True, threads=1):
    """What dmlrun_compile takes."""
    threads = whole_number("threads", threads, 2**31 - 1)
    if device is not None and (not str(backend).startswith("halide-") or backend == "halide-cpu"):
        named = f"the back end {backend} has no devices" if backend not in (None, "auto") else "no back end is named"
        raise Error("usage", f"{named}; a backend with devices, such as 'halide-opencl', was expected", "device")
    return sized(CompileOptions, backend=encoded(backend), isa=encoded(isa), tuning=encoded(tuning),
                 device=encoded(None if device is None else str(device)), code_folder=encoded(code_folder),
                 no_cache=int(not cache), threads=threads or -1)


class Spec:
    """A spec's text, read: the handle behind compile(), run() and check()."""

    def __init__(self, spec, feature_level=None, strict=False, limits=None):
        text, self.path = text_of(spec)
        caught = []
        options, kept = read_options(feature_level, strict, limits, caught)
        made = c_void_p()
        try:
            with read_from(self.path):
                call(library.dmlrun_spec_parse, text, len(text), options, made)
        except Error as error:
            raise with_conversion(error, arrays_in(spec)) from None
        del kept
        self.handle = Handle(made, library.dmlrun_spec_free)
        self._is_dict = isinstance(spec, dict)
        for message in caught:
            text = f"{self.path}: {message}" if self.path else message
            warn(text)

    def sources(self, direction):
        """(tensor's name, index, path or None) of each value that the text has."""
        for i in range(library.dmlrun_spec_source_count(self.handle, direction)):
            told = sized(Source)
            call(library.dmlrun_spec_source, self.handle, direction, i, told)
            path = None if told.path is None else os.path.join(os.path.dirname(self.path), os.fsdecode(told.path))
            yield told.name.decode(), told.index, path

    def complete(self, arrays, files=()):
        """The operator. `arrays` has (name, index) -> array: what the text may leave open, and must not contradict.
        Numbers and lists of Python get the type that the text tells, else numpy's. `files`: those that files hold."""
        numbers = {key: np.asarray(value) for key, value in arrays.items() if not hasattr(value, "dtype")}
        arrays.update(numbers)
        made, foreign = self._completed(arrays, np.uint8, numbers), None
        if numbers and isinstance(made, Error):
            made = self._completed(arrays, np.uint8)
        if isinstance(made, Error) and made.code == "npy_type_mismatch":  # booleans may be signed bytes as well
            signed = self._completed(arrays, np.int8)
            made = made if isinstance(signed, Error) else signed
        for (name, _), array in arrays.items():
            if foreign is None and native(array.dtype) not in NUMBERS:
                foreign = no_type(array, name)
            if foreign is None and 0 in array.shape:
                foreign = Error("size_mismatch", f"an array of shape {array.shape} was given; sizes of at least 1 "
                                "were expected: DirectML has no empty tensors", name)
        if isinstance(made, Error):
            if re.sub(r"^/desc/|[/[].*", "", made.pointer) not in {name for name, _ in files}:
                made.code = WITHOUT_FILES.get(made.code, made.code)
            if foreign and made.code != "unknown_name":
                raise foreign
            made = told_side(made, [Operand(*key, array) for key, array in arrays.items()],
                             lambda keys, kind: self._takes(arrays, keys, kind))
            raise with_conversion(made, {name: array for (name, _), array in arrays.items()})
        if foreign:
            raise foreign
        if self._is_dict:
            text = c_void_p()
            call(library.dmlrun_spec_changed_numbers, self.handle, made.handle, text)
            for line in taken_text(text).splitlines():
                warn(line)
        for tensor in made.inputs + made.outputs:
            key = tensor.name, tensor.index
            if key in numbers:
                arrays[key] = of_numbers(arrays[key], tensor.dtype, tensor)
            array = arrays.get(key)
            if array is not None and extended(array, tensor).shape != tensor.shape:
                refuse("size_mismatch", tensor,
                       f"an array of shape {array.shape} was given; {tensor.shape} was expected")
        return made

    def _takes(self, arrays, keys, kind):
        """Whether the operator takes these of the arrays as such numbers."""
        other = {key: np.broadcast_to(np.empty((), kind), arrays[key].shape) for key in keys}
        return not isinstance(self._completed({**arrays, **other}, np.uint8), Error)

    def _completed(self, arrays, boolean, untyped=()):
        """The operator or the Error; `boolean` is the type that booleans stand for, and what is in `untyped` has sizes
        alone."""
        bound = (BoundTensor * len(arrays))()
        kept = []
        for place, (key, array) in zip(bound, arrays.items()):
            sizes = (ctypes.c_uint64 * array.ndim)(*array.shape)
            kept.append(sizes)
            dtype = np.dtype(boolean) if array.dtype == np.bool_ else native(array.dtype)
            place.name, place.index = key[0].encode(), key[1]
            place.type = 0 if key in untyped else NUMBERS.get(dtype, 0)
            place.rank, place.sizes = array.ndim, sizes
        made = c_void_p()
        try:
            with read_from(self.path):
                call(library.dmlrun_spec_complete, self.handle, bound, len(arrays), made)
        except Error as error:
            return error
        return Operator._of(Handle(made, library.dmlrun_operator_free))


class Operator(Immutable):
    """A validated operator. Immutable, and its own copy; safe to use from any number of threads."""

    type: str
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]

    def __init__(self, spec: SpecLike, *, feature_level: Optional[str] = None, strict: bool = False,
                 limits: Optional[Mapping[str, int]] = None) -> None:
        self._take(Spec(spec, feature_level, strict, limits).complete({}).handle)

    @classmethod
    def _of(cls, handle):
        made = cls.__new__(cls)
        made._take(handle)
        return made

    def _take(self, handle):
        self.handle = handle
        self.type = library.dmlrun_operator_type(handle).decode()
        self.inputs, self.outputs = (
            tuple(_tensor(handle, direction, i) for i in range(library.dmlrun_operator_tensor_count(handle, direction)))
            for direction in (INPUT, OUTPUT))

    def __repr__(self) -> str:
        return f"<dmlrun.Operator {self.type}>"

    def spec(self) -> dict[str, Any]:
        """The completed spec as a dict, every derived field written out."""
        text = c_void_p()
        call(library.dmlrun_operator_spec, self.handle, text)
        return json.loads(taken_text(text))

    def explain(self, **options: Any) -> dict[str, Any]:
        """What compiling would do and why, as a dict: "plans", "backend", "strategies", "choices". Options as
        compile()."""
        text = c_void_p()
        call(library.dmlrun_explain, self.handle, compile_options(**options), text)
        return json.loads(taken_text(text))

    def explain_text(self, *, verbose: bool = False, **options: Any) -> str:
        """The same in four lines for people; `verbose` adds the plan, how it runs, and why not otherwise."""
        text = c_void_p()
        call(library.dmlrun_explain_text if verbose else library.dmlrun_explain_short, self.handle,
             compile_options(**options), text)
        return taken_text(text)

    def _repr_svg_(self) -> Optional[str]:
        """What a notebook shows; nothing where there is no picture."""
        try:
            return self.picture()
        except Error:
            return None

    def picture(self) -> str:
        """Where each element of the outputs comes from, as the text of an SVG file."""
        svg = c_void_p()
        call(library.dmlrun_operator_picture, self.handle, svg)
        return taken_text(svg)

    def emit(self, what: str, output: int = 0, *, target: Optional[str] = None, function: Optional[str] = None,
             **options: Any) -> Union[bytes, str]:
        """Code for programs without dmlrun: "object" (bytes), its C "header", or "source" of a device's kernels (text).
        `target` is a machine as in "arm-64-android", this one where it is None; options as compile()."""
        if what not in EMITTED:
            raise ValueError(f"{what!r} cannot be emitted; one of {', '.join(EMITTED)} was expected")
        output = whole_number("output", output, len(self.outputs) - 1)
        content, count = c_void_p(), ctypes.c_size_t()
        call(library.dmlrun_emit, self.handle, output, EMITTED.index(what), encoded(target), encoded(function),
             compile_options(**options), content, count)
        try:
            made = ctypes.string_at(content, count.value)
        finally:
            library.dmlrun_text_free(content)
        return made if what == "object" else made.decode("utf-8", "replace")

    def random_inputs(self, seed: int = 0) -> dict[str, Any]:
        """Random arrays by name, as `dmlrun gen --seed` makes them: what Kernel.run(**arrays) takes."""
        buffers = [np.empty(tensor.nbytes, np.uint8) for tensor in self.inputs]
        seed = whole_number("seed", seed, UINT64_MAX)
        places = (Buffer * len(buffers))(*(Buffer(b.ctypes.data, b.nbytes) for b in buffers))
        call(library.dmlrun_operator_random_inputs, self.handle, seed, places, len(buffers))
        arrays: dict[str, Any] = {}
        for tensor, buffer in zip(self.inputs, buffers):
            array = np.ndarray(tensor.shape, tensor.dtype, buffer, strides=tensor.strides)
            if tensor.array:
                arrays.setdefault(tensor.name, []).append(array)
            else:
                arrays[tensor.name] = array
        return arrays


def with_strides(operator, strides):
    """The operator with other Strides of some inputs, by Tensor."""
    spec = operator.spec()
    for tensor, own in strides.items():
        field = spec["desc"][tensor.name]
        (field[tensor.index] if tensor.array else field)["Strides"] = own
    return Operator(json.dumps(spec), limits={name: UINT64_MAX for name in Limits.NAMES})


def refuse(code, tensor, message):
    raise Error(code, message, pointer=str(tensor))
