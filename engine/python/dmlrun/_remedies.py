"""What the functions of operators.py say of arguments that DirectML refuses: which one it is, and what mends it."""
import re

import numpy as np

from ._conversions import Operand, told_side, with_conversion
from ._error import Error
from ._kernel import told_output
from ._spec import completed
from ._types import conversion


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


def _taken_as(spec, group, arrays, kind, options):
    """Whether the operator takes the group's arrays as such numbers."""
    def each(change, value):
        return [change(member) for member in value] if isinstance(value, list) else change(value)
    desc = {name: each(lambda tensor: {**tensor, "DataType": kind}, fields) if name in group else fields
            for name, fields in spec["desc"].items()}
    cast = {name: each(lambda member: member.astype(kind), value) if name in group else value
            for name, value in arrays.items()}
    return completed({**spec, "desc": desc}, options, cast) is not None


def _group_of(name, types, arrays):
    return [other for other in arrays if types.get(other, other) == types.get(name, name)]


def told_floats(error, spec, types, inputs, arrays, options):
    """A refusal of floats beside an array of integers, where both must have one type: which argument has the floats,
    and what may stand there instead. Where both are arrays that may be floats, told_side_of() says which changes."""
    if error.code != "type_mismatch":
        return error
    for name, array in arrays.items():
        if name not in types or array.dtype.kind != "f":
            continue
        group = _group_of(name, types, arrays)
        whole = next((other for other in group if arrays[other].dtype.kind in "iu"), None)
        if whole is None:
            continue
        value = np.asarray(inputs[name])  # `array` may be broadcast
        is_typed = hasattr(inputs[name], "dtype") and value.ndim > 0
        kind = array.dtype if is_typed else np.dtype(np.float32)
        takes_floats = _taken_as(spec, group, arrays, kind, options)
        if is_typed and (takes_floats or "!= 0" in error.message):
            return error
        kinds = f"floats, {array.dtype}," if hasattr(inputs[name], "dtype") else "floats"
        given = f"the float {value.flat[0]:g} was given" if value.size == 1 else f"{kinds} were given"
        wanted = f"{arrays[whole].dtype} was" if is_typed else "an integer was" if value.ndim == 0 else "integers were"
        floats = f", or a float array as {whole}: {conversion(kind, arrays[whole]).replace('the array', 'it')}"
        return _same(error, f"{given}, and {whole} is {arrays[whole].dtype}; {wanted} expected"
                     + (floats if takes_floats else ""), name)
    return error


def told_side_of(error, spec, types, arrays, options):
    """As told_side(), of arguments whose types the spec has."""
    name = error.pointer.removeprefix("/desc/").split("/")[0]
    operands = [Operand(one, i, array) for one, value in arrays.items()
                for i, array in enumerate(value if isinstance(value, list) else [value])]
    group = _group_of(name, types, arrays) if name in arrays else [name]
    return told_side(error, operands, lambda _, kind: _taken_as(spec, group, arrays, kind, options), group)


def told_number(error, types, inputs, told):
    """A refusal of a number of Python whose type would tell an output's, as a zero point's: how it gets one."""
    name = error.pointer.removeprefix("/desc/").split("/")[0]
    value, output = inputs.get(name), types.get(name, "")
    words = error.message.split("\n")[0].partition("; ")[2]
    kinds = [kind.lower() for kind in re.findall(r"\b(?:FLOAT|U?INT)(?:8|16|32|64)\b", words)]
    if error.code != "type_mismatch" or value is None or hasattr(value, "dtype") or not kinds:
        return error
    if not output.startswith("Output") or "DataType" in told.get(output, {}):
        return error
    number = np.asarray(value)
    fitting = [kind for kind in kinds if number.dtype.kind in "iu" and number.size
               and np.iinfo(kind).min <= number.min() and number.max() <= np.iinfo(kind).max]
    if not fitting:
        return _same(error, f"{value!r} was given; whole numbers that {' or '.join(kinds)} holds were expected", name)
    forms = " or ".join(f"np.{kind}({value!r})" for kind in fitting)
    return _same(error, f"{value!r} was given, and its type tells the output's; {forms} was expected, or output=np."
                 f"{fitting[0]}", name)


def _as_a_number(found):
    """Of a number of numpy, which keeps its type as arrays do: a number of Python takes that of an array beside it."""
    word = "float" if found[1] == "float" else "int"
    told = f"{word}(...) has no type of its own; {found[0]}"
    return told.replace("array", "number").replace("values fit", "value fits")


def told_type(error, inputs):
    """A refusal of an input's type with what gives it another: of an array, or of numbers and lists of Python."""
    error = with_conversion(error, inputs)
    name = error.pointer.removeprefix("/desc/").split("/")[0]
    if name not in inputs or name.endswith("Tensors"):
        return error
    if hasattr(inputs[name], "dtype") and np.ndim(inputs[name]) == 0:  # a number of numpy
        error.message = re.sub(r"\.astype\('([a-z]+)\d+'\) converts the array(, where its values fit)?", _as_a_number,
                               error.message)
    elif not hasattr(inputs[name], "dtype"):
        error.message = re.sub(r"\.astype\('(\w+)'\) converts the array", r"np.\1(...) is of such a type",
                               error.message).replace("; array != 0", "; np.not_equal(..., 0)").replace(
                                   "; array == 0", "; np.equal(..., 0)")
    return error
