"""Specs as they stand: compiling them, running them with their own values, checking them."""
from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Mapping
from typing import Any, Optional, TypeVar, Union

import numpy as np

from ._comparison import CheckResult, compare_results, compared, tolerance_struct
from ._error import Error, call
from ._kernel import Kernel
from ._library import library
from ._operator import (INPUT, OUTPUT, Spec, SpecLike, compile_options, is_raw, load_npy, load_values,
                        require_not_read)
from ._types import unmasked


Function = TypeVar("Function", bound=Callable[..., Any])


def _by_name(function: Function) -> Function:
    """The function, which says how arrays are given where one stands behind the spec."""
    @functools.wraps(function)
    def call(*given, **named):
        if len(given) > 1:
            name = function.__name__
            raise TypeError(f"{name}() takes arrays by name, {name}(spec, InputTensor=x); a kernel takes them in the "
                            "operator's order, too: compile(spec)(x)")
        return function(*given, **named)
    return call  # type: ignore[return-value]


def _arrays_of(named):
    """(name, index) -> array, or numbers and lists of Python, of values by name and lists of arrays."""
    arrays = {}
    for name, value in named.items():
        members = value if isinstance(value, (list, tuple)) and all(hasattr(v, "dtype") for v in value) else [value]
        arrays.update({(name, i): np.asarray(unmasked(member, name)) if hasattr(member, "dtype") else member
                       for i, member in enumerate(members)})
    return arrays


@_by_name
def compile(spec: SpecLike, *, backend: Optional[str] = None, isa: Optional[str] = None, tuning: Optional[str] = None,
            device: Optional[Union[str, int]] = None, code_folder: Optional[Union[str, os.PathLike[str]]] = None,
            cache: bool = True, threads: int = 1, feature_level: Optional[str] = None, strict: bool = False,
            limits: Optional[Mapping[str, int]] = None, **like: Any) -> Kernel:
    """A Kernel for a spec: a dict, JSON text, or a path. DataType and Sizes that the spec leaves out follow from arrays
    (or lists of them) that are given by name: compile({"type": "TILE", "desc": {"Repeats": [2, 1]}}, InputTensor=a).
    A name that is neither an option nor a tensor, or an array that contradicts the spec, is refused.

    backend: "auto" or a name out of backends(); isa, tuning, device, code_folder as CompileOptions of dmlrun/kernel.h;
    cache=False makes a kernel that shares its code with nobody; threads is the most that share a run, 0 one for each
    processor; feature_level ("4.1"), strict and limits (a dict)
    tighten validation."""
    arrays = _arrays_of(like)
    operator = _completed(Spec(spec, feature_level, strict, limits), arrays)
    return Kernel(operator, compile_options(backend, isa, tuning, device, code_folder, cache, threads))


OPTIONS = [name for name, given in inspect.signature(compile).parameters.items() if given.kind == given.KEYWORD_ONLY]


def _completed(read, arrays, files=()):
    """The operator of a spec and arrays, some of which files hold."""
    try:
        return read.complete(arrays, files)
    except Error as error:
        name, _, is_list = error.message.split(" ")[0].partition("[")
        error.message = error.message.replace(
            "bind a .npy file that tells", f"give arrays, {name}=[...]" if is_list else f"give an array, {name}=...")
        raise error from None


def _values(spec, operator, given):
    """The inputs in the operator's order: given ones, else the spec's own."""
    own = {(name, index): (i, path) for i, (name, index, path) in enumerate(spec.sources(INPUT))}
    arrays = []
    for tensor in operator.inputs:
        key = (tensor.name, tensor.index)
        if key in given:
            arrays.append(given[key])
        elif key not in own:
            raise Error("not_bound", f"{tensor} has no values: give an array, or \"inputs\" in the spec", str(tensor))
        elif own[key][1] is not None:
            arrays.append(load_values(own[key][1], tensor, True))
        else:
            buffer = np.zeros(tensor.nbytes, np.uint8)
            call(library.dmlrun_spec_values, spec.handle, own[key][0], operator.handle, buffer.ctypes.data,
                 buffer.nbytes)
            arrays.append(np.ndarray(tensor.shape, tensor.dtype, buffer, strides=tensor.strides))
    return arrays


def _with_files(read, given):
    """The operator, and the arrays given with those of files that the spec names."""
    files = {(name, index): load_npy(path) for name, index, path in read.sources(INPUT)
             if path is not None and not is_raw(path) and (name, index) not in given}
    arrays = {**given, **files}
    return _completed(read, arrays, files), arrays


def _made(spec, options, named):
    """(spec, kernel, inputs): compiled for the arrays, files and values that there are."""
    for name in named.keys() & set(OPTIONS):
        raise TypeError(f"{name!r} was given by name; options={{{name!r}: ...}} was expected")
    reading = {name: options.pop(name) for name in ("feature_level", "strict", "limits") if name in options}
    read = Spec(spec, **reading)
    operator, given = _with_files(read, _arrays_of(named))
    return read, Kernel(operator, compile_options(**options)), _values(read, operator, given)


def completed(spec, options, named):
    """The operator alone of a spec and arrays by name, which nothing compiles; None where it is refused."""
    reading = {name: options[name] for name in ("feature_level", "strict", "limits") if name in options}
    try:
        return Spec(spec, **reading).complete(_arrays_of(named))
    except Error:
        return None


def _called(kernel, inputs, out=None):
    """Runs on inputs in the operator's order."""
    by_name = {}
    for tensor, value in zip(kernel.inputs, inputs):
        if tensor.array:
            by_name.setdefault(tensor.name, []).append(value)
        else:
            by_name[tensor.name] = value
    return kernel.bind(out=out, **by_name)


@_by_name
def explain(spec: SpecLike, *, verbose: bool = False, picture: Optional[Union[str, os.PathLike[str]]] = None,
            feature_level: Optional[str] = None, strict: bool = False, limits: Optional[Mapping[str, int]] = None,
            **options: Any) -> str:
    """What compiling a spec would do and why, in four lines for people; `verbose` adds the plan, how it runs, and why
    not otherwise. Options, and arrays by name, as compile(). `picture` names an SVG file that is made: where each
    element of the outputs comes from. Operator(spec).explain() has the same as data."""
    extension = "" if picture is None else os.path.splitext(os.fspath(picture))[1]
    if extension[1:2].isalpha() and extension.lower() != ".svg":
        raise Error("unknown_option",
                    f"{picture!r} has the extension {extension!r}; .svg was expected, the format that is "
                    "written", "picture")
    read = Spec(spec, feature_level, strict, limits)
    named = _arrays_of({name: options.pop(name) for name in list(options) if name not in OPTIONS})
    operator, _ = _with_files(read, named)
    text = operator.explain_text(verbose=verbose, **options)
    if picture is not None:
        require_not_read(picture, [read.path, *(path for _, _, path in read.sources(INPUT) if path is not None)])
        with open(picture, "w", encoding="utf-8") as file:
            file.write(operator.picture())
    return text


@_by_name
def run(spec: SpecLike, *, out: Any = None, options: Optional[Mapping[str, Any]] = None, **named: Any) -> Any:
    """Compiles a spec and runs it once: on the arrays given by name, else on the spec's own "inputs", files included.
    `options` is a dict of what compile() takes."""
    _, kernel, inputs = _made(spec, dict(options or {}), named)
    return _called(kernel, inputs, out)()


@_by_name
def check(spec: SpecLike, *, absolute: Optional[float] = None, relative: Optional[float] = None,
          ulp: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, **named: Any) -> CheckResult:
    """Runs a spec and compares its outputs with its "expected". The result is true when all are as expected, prints
    what differs (`assert result, result`), and is a dict from output to Comparison. Without a tolerance the spec's own
    counts."""
    read, kernel, inputs = _made(spec, dict(options or {}), named)
    bound = _called(kernel, inputs)
    bound()
    outputs = {(tensor.name, tensor.index): (tensor, array) for tensor, array in zip(kernel.outputs, bound.outputs)}
    given = any(value is not None for value in (absolute, relative, ulp))
    results = CheckResult()
    for i, (name, index, path) in enumerate(read.sources(OUTPUT)):
        if (name, index) not in outputs:
            raise Error("count_mismatch", f"the operator has no {name}[{index}]; the spec expects values there", name)
        tensor, array = outputs[name, index]
        if path is not None:
            results[str(tensor)] = compare_results(load_values(path, tensor, False), array,
                                                   (absolute, relative, ulp, tensor.computed))
        else:
            tolerance = tolerance_struct(absolute, relative, ulp) if given else None
            results[str(tensor)] = compared(library.dmlrun_spec_compare, read.handle, i, kernel.operator.handle,
                                            array.ctypes.data, tensor.nbytes, tolerance)
    if len(results) == 0:
        raise Error("missing_field", "the spec has no expected values; \"expected\": {\"OutputTensor\": [...]} or the "
                    "like was expected", "/expected")
    return results
