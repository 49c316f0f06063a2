"""What the functions of operators.py say of arguments that DirectML refuses: which one it is, and what mends it."""
import re

import numpy as np

from ._error import Error
from ._kernel import told_output
from ._operator import with_conversion
from ._spec import completed


def _same(error, message, place):
    """The refusal in other words. A place in the text that was made of the arguments says nothing to the caller."""
    return Error(error.code, message, place, 0, 0, error.rule)


def told_out(error, argument, array, operator, inputs, options):
    """A refusal of an output's type or sizes that names the argument which is written to, and what it has to be."""
    if not isinstance(array, np.ndarray):
        return error
    name = error.pointer.removeprefix("/desc/").split("/")[0]
    typed = {**operator, "desc": {**operator["desc"], name: {"DataType": array.dtype}}}  # a cast's type is the output's
    made = completed(operator, options, inputs) or completed(typed, options, inputs)
    if made is None:
        return error
    dtype, shape = made.outputs[0].dtype, made.outputs[0].shape
    if (array.dtype, array.shape or (1,)) == (dtype, shape):
        return error
    shape = () if array.ndim == 0 and shape == (1,) else shape
    return _same(error, told_output(argument, array, dtype, shape), "/desc/" + made.outputs[0].name)


def _as_floats(spec, group, arrays, kind, options):
    """Whether the operator takes the group's arrays as such floats."""
    desc = {name: {**fields, "DataType": kind} if name in group else fields for name, fields in spec["desc"].items()}
    floats = {name: array.astype(kind) if name in group else array for name, array in arrays.items()}
    return completed({**spec, "desc": desc}, options, floats) is not None


def told_floats(error, spec, types, inputs, arrays, options):
    """A refusal of floats beside an array of integers, where both must have one type: which argument has the floats,
    and what may stand there instead."""
    if error.code != "type_mismatch":
        return error
    for name, array in arrays.items():
        group = [other for other in arrays if types.get(other, other) == types.get(name, name)]
        whole = next((other for other in group if arrays[other].dtype.kind in "iu"), None)
        if name not in types or whole is None or array.dtype.kind != "f":
            continue
        value = np.asarray(inputs[name])  # `array` may be broadcast
        is_typed = hasattr(inputs[name], "dtype") and value.ndim > 0
        kind = array.dtype if is_typed else np.dtype(np.float32)
        given = f"the float {value.flat[0]:g} was given" if value.size == 1 else f"floats, {array.dtype}, were given"
        wanted = f"{arrays[whole].dtype} was" if is_typed else "an integer was" if value.ndim == 0 else "integers were"
        floats = f", or a float array as {whole}: .astype('{kind}') converts it"
        return _same(error, f"{given}, and {whole} is {arrays[whole].dtype}; {wanted} expected"
                     + (floats if _as_floats(spec, group, arrays, kind, options) else ""), name)
    return error


def told_type(error, inputs):
    """A refusal of an input's type with what gives it another: of an array, or of numbers and lists of Python."""
    error = with_conversion(error, inputs)
    name = error.pointer.removeprefix("/desc/").split("/")[0]
    if name in inputs and not name.endswith("Tensors") and not hasattr(inputs[name], "dtype"):
        error.message = re.sub(r"\.astype\('(\w+)'\) converts the array", r"np.\1(...) is of such a type",
                               error.message)
    return error
