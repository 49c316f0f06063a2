"""Kernels on numpy arrays."""
from __future__ import annotations

import ctypes
import json
import math
import sys
from typing import Any, Optional

import numpy as np

from ._error import Error, call, check, whole_number
from ._handle import Handle, HandleOwner, Immutable
from ._library import Buffer, CompileOptions, ErrorStruct, c_void_p, library, taken_text
from ._operator import Operator, Tensor, refuse, with_strides
from ._types import extended, listed, native, of_numbers, overlaps, strides_in_elements, unmasked

_run = library.dmlrun_kernel_run
_pointer_at = c_void_p.from_address
_ndarray, _empty = np.ndarray, np.empty
LARGE = 1 << 24  # bytes; a copy of less costs less than another kernel


def _offset_of_pointer():
    """Where in an array object its pointer lies: behind the object's head, as numpy's ndarraytypes.h publishes it. None
    where that is not so. `array.ctypes.data` says the same and takes longer than small kernels run."""
    offset = object.__basicsize__
    for array in (np.zeros(3), np.zeros((4, 5), np.uint8)[1:, 2:]):
        if _pointer_at(id(array) + offset).value != array.ctypes.data:
            return None
    return offset


_OFFSET = _offset_of_pointer() if sys.implementation.name == "cpython" else None


def address_of(array):
    """The address of an array's first element."""
    return array.ctypes.data if _OFFSET is None else _pointer_at(id(array) + _OFFSET).value


def fits(array, tensor):
    """Whether the array's memory is the tensor's buffer as it stands."""
    if array.dtype != tensor.dtype or array.shape != tensor.shape:
        return False
    strides = array.strides
    return all(strides[axis] == stride for axis, stride in tensor.significant)


def empty(tensor):
    """A new array with the tensor's layout; in gaps it holds zeros."""
    if tensor.packed:
        return np.empty(tensor.shape, tensor.dtype)
    return np.ndarray(tensor.shape, tensor.dtype, buffer=np.zeros(tensor.nbytes, np.uint8), strides=tensor.strides)


class LargeView(Exception):
    """A view whose copy would be large, and is none where the tensor has its strides."""


def is_large_view(array):
    """Whether elements share memory, so that a copy takes much more than was given."""
    return array.nbytes >= LARGE and overlaps(array) and strides_in_elements(array) is not None


def same_bits(made, array):
    """Whether two arrays of a type hold the same, whatever their orders of bytes."""
    bits = np.dtype(f"u{made.itemsize}")
    chunks = np.nditer([made, array], ["external_loop", "buffered"], [["readonly"]] * 2, [made.dtype] * 2,
                       casting="equiv")
    return all(np.array_equal(a.view(bits), b.view(bits)) for a, b in chunks)


def as_input(value, tensor):
    """An array whose memory is the tensor's buffer: the value itself where that is possible, else a copy."""
    if isinstance(unmasked(value, tensor), np.ndarray) and fits(value, tensor):
        return value
    array = np.asarray(value) if hasattr(value, "dtype") else of_numbers(value, tensor.dtype, tensor)
    if array.dtype == np.bool_ and tensor.dtype.itemsize == 1:
        array = array.view(tensor.dtype)
    if native(array.dtype) != tensor.dtype:
        refuse("type_mismatch", tensor, f"an array of {array.dtype} was given; {tensor.dtype} was expected; "
               f".astype('{tensor.dtype}') converts it")
    array = extended(array, tensor)
    if array.shape != tensor.shape:
        refuse("size_mismatch", tensor, f"an array of shape {array.shape} was given; {tensor.shape} was expected")
    if fits(array, tensor):
        return array
    if tensor.packed and is_large_view(array):
        raise LargeView
    made = empty(tensor)
    np.copyto(made, array)
    if overlaps(made) and not same_bits(made, array):
        refuse("stride_overlap", tensor, f"elements are one by strides of {strides_in_elements(made)}, but differ in "
               "the array given; equal ones were expected, or other Strides in the spec")
    return made


def told_output(argument, array, dtype, shape):
    """What an argument that is written to has, and what it needs."""
    return (f"{argument} has dtype {array.dtype} and shape {array.shape}; the result needs dtype {dtype} and shape "
            f"{shape}")


def check_output(array, tensor):
    """Refuses what a kernel cannot write as it stands."""
    if not isinstance(unmasked(array, tensor), np.ndarray):
        refuse("wrong_type", tensor, f"out is {type(array).__name__}; a numpy array was expected")
    if array.dtype != tensor.dtype or array.shape != tensor.shape:
        refuse("type_mismatch" if array.dtype != tensor.dtype else "size_mismatch", tensor,
               told_output("out", array, tensor.dtype, tensor.shape))
    if not fits(array, tensor):
        refuse("size_mismatch", tensor, f"out has strides {array.strides} (bytes); the result needs {tensor.strides}")
    if not array.flags.writeable:
        refuse("null_buffer", tensor, "out is a read-only array; a writeable one was expected")


def in_order(tensors, positional, named, what):
    """One value per tensor, from values in their order and values by name; lists stand for tensor arrays."""
    names = list(dict.fromkeys(tensor.name for tensor in tensors))
    lists = {tensor.name for tensor in tensors if tensor.array}
    shown = [name + " (a list of arrays)" if name in lists else name for name in names]
    expected = f"{', '.join(shown) or 'none'} {'were' if len(names) > 1 else 'was'} expected"
    if len(positional) > len(names):
        raise TypeError(f"{len(positional)} {what}{'s were' if len(positional) > 1 else ' was'} given; {expected}")
    values = dict(zip(names, positional))
    for name, value in named.items():
        if name not in names:
            raise TypeError(f"there is no {what} {name!r}; {expected}")
        if name in values:
            raise TypeError(f"{name} was given twice")
        values[name] = value
    ordered = []
    for name in names:
        if name not in values:
            raise TypeError(f"no array was given for {name}" + (f"; {expected}" if len(names) > 1 else ""))
        members = [tensor for tensor in tensors if tensor.name == name]
        given = listed(values[name], name) if members[0].array else [values[name]]
        if len(given) != len(members):
            raise Error("count_mismatch", f"{len(given)} arrays were given; {len(members)} were expected", pointer=name)
        ordered += given
    return ordered


def outputs_in_order(tensors, out):
    """One array per output, None where one is to be made."""
    if out is None:
        return [None] * len(tensors)
    if isinstance(out, dict):
        return in_order(tensors, (), out, "output")
    given = list(out) if isinstance(out, (tuple, list)) else [out]
    if len(given) != len(tensors):
        raise Error("count_mismatch", f"{len(given)} outputs were given; {len(tensors)} were expected", pointer="out")
    return given


class _Frame:
    """The arguments of a call, made once: what changes from call to call are the pointers."""
    __slots__ = ("inputs", "outputs", "first_input", "first_output", "arguments", "error", "kept")

    def __init__(self, kernel):
        read, written = ((Buffer * len(tensors))() for tensors in (kernel.inputs, kernel.outputs))
        self.inputs, self.outputs, self.error = list(read), list(written), ErrorStruct()
        for buffers, tensors in ((self.inputs, kernel.inputs), (self.outputs, kernel.outputs)):
            for buffer, tensor in zip(buffers, tensors):
                buffer.bytes = tensor.nbytes
        self.first_input, self.first_output = next(iter(self.inputs), None), self.outputs[0]
        self.kept = (kernel.handle, read, written)
        self.arguments = (kernel.handle.pointer, ctypes.addressof(read), len(read), ctypes.addressof(written),
                          len(written), ctypes.addressof(self.error))

    @staticmethod
    def point(buffers, arrays):
        for buffer, array in zip(buffers, arrays):
            buffer.data = address_of(array)


class BoundCall(HandleOwner):
    """A kernel with its arrays: calling it runs once more, on what the arrays hold then. For one thread at a time. The
    arrays are kept; `inputs` and `outputs` are what is read and written, and `result` is what run() would return."""
    __slots__ = ("inputs", "outputs", "result", "_kernel", "_frame", "_arguments")

    inputs: tuple[np.ndarray[Any, Any], ...]
    outputs: tuple[np.ndarray[Any, Any], ...]
    result: Any

    def __init__(self, kernel, inputs, outputs) -> None:
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self.result = kernel._result(self.outputs)
        self._kernel, self._frame = kernel, _Frame(kernel)
        self._frame.point(self._frame.inputs, self.inputs)
        self._frame.point(self._frame.outputs, self.outputs)
        self._arguments = self._frame.arguments

    def __call__(self) -> Any:
        """Runs once more, and returns `result`."""
        code = _run(*self._arguments)
        if code:
            check(code, self._frame.error)
        return self.result


class Kernel(Immutable):
    """A compiled operator. Immutable, and its own copy; any number of threads may run it at once."""

    operator: Operator
    backend: str

    def __init__(self, operator: Operator, options: CompileOptions) -> None:
        made = c_void_p()
        call(library.dmlrun_compile, operator.handle, options, made)
        self._options = options
        self.handle, self.operator = Handle(made, library.dmlrun_kernel_free), operator
        self.backend = library.dmlrun_kernel_backend(made).decode()
        self._frames: list[_Frame] = []  # of calls that ended
        # (type, shape, strides, tensor) of each input, for a quick look at what is given.
        self._layouts = tuple((t.dtype, t.shape, t.strides, t) for t in operator.inputs)
        self._names = None if any(t.array for t in operator.inputs) else tuple(t.name for t in operator.inputs)
        self._single = self._simplest(operator) if _OFFSET is not None else None
        self._output = operator.outputs[0] if len(operator.outputs) == 1 and operator.outputs[0].packed else None

    @staticmethod
    def _simplest(operator):
        """What a quick look at the arrays needs, where one array becomes one packed array; else None."""
        tensors = operator.inputs + operator.outputs
        if (len(operator.inputs), len(operator.outputs)) != (1, 1) or any(
                t.array for t in tensors) or not operator.outputs[0].packed:
            return None
        first, last = tensors
        return first.name, first.dtype, first.shape, first.strides, last.dtype, last.shape, last.strides

    def _run_single(self, value, out):
        """run() of one array that is exactly as it should be; None where it is not. Others take three times as long."""
        _, dtype, shape, strides, out_dtype, out_shape, out_strides = self._single
        if type(value) is not _ndarray or value.strides != strides or value.shape != shape or value.dtype != dtype:
            return None
        if out is None:
            out = _empty(out_shape, out_dtype)
        elif (type(out) is not _ndarray or out.strides != out_strides or out.shape != out_shape
              or out.dtype != out_dtype or not out.flags.writeable):
            return None
        try:
            frame = self._frames.pop()
        except IndexError:
            frame = _Frame(self)
        frame.first_input.data = _pointer_at(id(value) + _OFFSET)
        frame.first_output.data = _pointer_at(id(out) + _OFFSET)
        code = _run(*frame.arguments)
        if code:
            check(code, frame.error)
        self._frames.append(frame)
        return out

    def __repr__(self) -> str:
        return f"<dmlrun.Kernel {self.operator.type} on {self.backend}>"

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """The Tensors that run() takes."""
        return self.operator.inputs

    @property
    def outputs(self) -> tuple[Tensor, ...]:
        """The Tensors that run() returns."""
        return self.operator.outputs

    def _result(self, outputs):
        return tuple(outputs) if len(outputs) > 1 or self.outputs[0].array else outputs[0]

    def _inputs(self, arrays, named):
        """What run() reads, in the operator's order."""
        return [as_input(value, tensor)
                for value, tensor in zip(in_order(self.inputs, arrays, named, "input"), self.inputs)]

    def _for_views(self, arrays, named):
        """The kernel that reads large views where they lie."""
        values = zip(self.inputs, in_order(self.inputs, arrays, named, "input"))
        strides = {tensor: strides_in_elements(value) for tensor, value in values
                   if tensor.packed and isinstance(value, np.ndarray) and is_large_view(value)}
        return Kernel(with_strides(self.operator, strides), self._options)

    def _outputs(self, out):
        outputs = []
        for array, tensor in zip(outputs_in_order(self.outputs, out), self.outputs):
            if array is None:
                array = empty(tensor)
            else:
                check_output(array, tensor)
            outputs.append(array)
        return outputs

    def bind(self, *arrays: Any, out: Any = None, **named: Any) -> BoundCall:
        """A BoundCall: for a kernel that runs many times on the same arrays, with the least that a call can cost."""
        try:
            return BoundCall(self, self._inputs(arrays, named), self._outputs(out))
        except LargeView:
            return self._for_views(arrays, named).bind(*arrays, out=out, **named)

    def __call__(self, *arrays: Any, out: Any = None, **named: Any) -> Any:
        """run()."""
        return self.run(*arrays, out=out, **named)

    def _repr_svg_(self) -> Optional[str]:
        return self.operator._repr_svg_()

    def run(self, *arrays: Any, out: Any = None, **named: Any) -> Any:
        """Runs on arrays in the order of `inputs` or by name; tensor arrays take lists. Returns the output, or a tuple
        of them. Arrays whose memory is laid out as the tensor's are read where they are, and large views whose elements
        share memory; others are copied first. Nothing is converted. `out` is written instead of a new array: one array,
        a list, or a dict by name."""
        if self._single is not None and len(arrays) + len(named) == 1:
            done = self._run_single(arrays[0] if arrays else named.get(self._single[0]), out)
            if done is not None:
                return done
        names = self._names
        if names is not None and not arrays and len(named) == len(names):
            try:
                arrays, named = tuple(named[name] for name in names), {}
            except KeyError:
                pass  # _inputs() says which
        try:
            if named or len(arrays) != len(self._layouts) or names is None:
                inputs = self._inputs(arrays, named)
            else:
                inputs = [value if type(value) is np.ndarray and value.shape == shape and value.strides == strides
                          and value.dtype == dtype else as_input(value, tensor)
                          for value, (dtype, shape, strides, tensor) in zip(arrays, self._layouts)]
        except LargeView:
            return self._for_views(arrays, named).run(*arrays, out=out, **named)
        output = self._output
        outputs = [np.empty(output.shape, output.dtype)] if out is None and output is not None else self._outputs(out)
        try:
            frame = self._frames.pop()
        except IndexError:
            frame = _Frame(self)
        for buffer, array in zip(frame.inputs, inputs):
            buffer.data = address_of(array)
        for buffer, array in zip(frame.outputs, outputs):
            buffer.data = address_of(array)
        code = _run(*frame.arguments)
        if code:
            check(code, frame.error)
        self._frames.append(frame)
        return outputs[0] if output is not None and not output.array else self._result(outputs)

    def run_slice(self, *arrays: Any, first: int, count: int, index: int = 0, out: Any = None,
                  **named: Any) -> np.ndarray[Any, Any]:
        """Elements first ... first + count - 1 of the packed output `index`, as a flat array. dmlrun.Error
        "out_of_range" where the output has no such elements."""
        try:
            inputs = self._inputs(arrays, named)
        except LargeView:
            return self._for_views(arrays, named).run_slice(*arrays, first=first, count=count, index=index, out=out,
                                                            **named)
        tensor = self.outputs[whole_number("index", index, len(self.outputs) - 1)]
        elements = math.prod(tensor.shape)
        first = whole_number("first", first, elements)
        count = whole_number("count", count, elements - first)
        frame = _Frame(self)
        frame.point(frame.inputs, inputs)
        slice_ = np.empty(count, tensor.dtype) if out is None else out
        if not isinstance(slice_, np.ndarray):
            refuse("wrong_type", tensor, f"out is {type(slice_).__name__}; a numpy array was expected")
        if slice_.dtype != tensor.dtype or not slice_.flags.c_contiguous or not slice_.flags.writeable:
            refuse("type_mismatch", tensor, f"an array of {slice_.dtype}, strides {slice_.strides} was given for the "
                   f"slice; a contiguous, writeable one of {tensor.dtype} was expected")
        if slice_.size != count:
            refuse("size_mismatch", tensor, f"an array of {slice_.size} elements was given; {count} were expected")
        call(library.dmlrun_kernel_run_slice, *frame.arguments[:3], index, first, count,
             Buffer(slice_.ctypes.data, slice_.nbytes))
        return slice_

    def slice_granularity(self, index: int = 0) -> int:
        """What `first` and `count` of run_slice() are multiples of, except where the output ends."""
        index = whole_number("index", index, len(self.outputs) - 1)
        return library.dmlrun_kernel_slice_granularity(self.handle, index)

    def describe(self) -> list[dict[str, Any]]:
        """For each output a dict: "name", "plan", "backend", "isa", "tuning", "strategy", "sections"."""
        text = c_void_p()
        call(library.dmlrun_kernel_describe, self.handle, text)
        return json.loads(taken_text(text))["outputs"]

    def code(self, output: int = 0) -> list[tuple[str, bool, bytes]]:
        """(name, whether it is instructions, bytes) of each piece that was generated for an output."""
        pieces, output = [], whole_number("output", output, len(self.outputs) - 1)
        for i in range(len(self.describe()[output]["sections"])):
            name, is_code, content = ctypes.c_char_p(), ctypes.c_int32(), Buffer()
            call(library.dmlrun_kernel_section, self.handle, output, i, name, is_code, content)
            content_bytes = ctypes.string_at(content.data, content.bytes)
            pieces.append(((name.value or b"").decode(), bool(is_code.value), content_bytes))
        return pieces
