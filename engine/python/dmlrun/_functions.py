"""What the functions of operators.py share."""
import difflib
import functools
import inspect
import itertools
import re
import sys
from collections.abc import Mapping

import numpy as np

from ._error import Error
from ._library import encoded, library
from ._remedies import told_floats, told_number, told_out, told_side_of, told_type
from ._spec import OPTIONS, run
from ._types import NUMBERS, listed, of_numbers, strides_in_elements, unmasked

PREFIX = "DML_TENSOR_DATA_TYPE_"
TYPES = [dtype.name.upper() for dtype in NUMBERS]


def dtype_of(given, name):
    """A type as numpy or DirectML says it. A word without a width is none: numpy's "float" has 64 bits, ONNX's 32."""
    word = given.upper().removeprefix(PREFIX) if isinstance(given, str) else ""
    has_no_width = word in ("FLOAT", "INT", "UINT")
    try:
        if has_no_width:
            raise TypeError
        return np.dtype(word.lower() or given)
    except (TypeError, ValueError):
        near = [word + "32"] if has_no_width else difflib.get_close_matches(word, TYPES, 1) if word else []
        raise Error("type_mismatch", f"{given!r} was given; an array, a type, a shape, (type, shape) or a dict of "
                    "fields was expected" + (f"; did you mean {near[0]}?" if near else ""), name) from None


def is_shape(given):
    members = given if isinstance(given, (tuple, list)) else [given]
    return all(isinstance(size, (int, np.integer)) and not isinstance(size, bool) for size in members)


def tensor_fields(given, name):
    """The fields of a tensor out of an array, a type, a shape, a (type, shape) or a dict."""
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, np.ndarray):
        return {"DataType": given.dtype, "Sizes": list(given.shape or (1,))}
    kind, shape = None, None
    if is_shape(given):
        shape = given
    elif isinstance(given, (tuple, list)) and len(given) == 2 and (given[1] is None or is_shape(given[1])):
        kind, shape = given
    else:
        kind = given
    fields = {} if kind is None else {"DataType": dtype_of(kind, name)}
    return fields if shape is None else {**fields, "Sizes": np.atleast_1d(shape).tolist()}


def as_array(value, dtype=None, name="", integers=None):
    """Numbers and lists of Python get `dtype` where it holds them, else FLOAT32 or, of integers alone, `integers`. Of
    floats beside integers the operator says whether it takes them, as pow does."""
    if isinstance(value, (str, bytes)):
        raise Error("wrong_type", f"{value!r} was given; an array was expected, as np.load() reads it", name)
    if hasattr(value, "dtype"):
        return np.asarray(unmasked(value, name))
    kind = np.asarray(value).dtype.kind
    if dtype is None or kind == "f" and dtype.kind in "iu":
        dtype = np.dtype(np.float32) if kind == "f" else integers if kind in "iu" else None
    return np.asarray(value) if dtype is None else of_numbers(value, dtype, name)


def refuse_ragged(value, name):
    """Refuses lists of which numpy makes no array."""
    try:
        if isinstance(value, (list, tuple)):
            np.asarray(value)
    except ValueError:
        raise Error("size_mismatch", "lists of different lengths were given; lists of equal lengths were expected",
                    name) from None


def as_arrays(inputs, types, outputs, integers):
    """The inputs that are given, as arrays. `types` has groups of inputs of one type, names of outputs whose fields
    tell it, or names of types; `integers` the type of Python's integers, or an input that has it, where it is not
    INT64."""
    given = {name: value for name, value in inputs.items() if value is not None}
    for name, value in given.items():
        for member in value if name.endswith("Tensors") and isinstance(value, (list, tuple)) else [value]:
            refuse_ragged(member, name)
    dtypes = {kind: np.dtype(kind.lower()) for kind in types.values() if kind.isupper()}
    dtypes.update((name, fields["DataType"]) for name, fields in outputs.items()
                  if name in types.values() and isinstance(fields.get("DataType"), np.dtype))
    for name, value in given.items():
        if name in types and getattr(value, "dtype", None) is not None:
            dtypes.setdefault(types[name], value.dtype)
    # add(1, 2.5) adds two floats, add(2**63, 1) two UINT64.
    for kind, dtype in ("f", np.float32), ("u", np.uint64):
        for name, value in given.items():
            if name in types and not hasattr(value, "dtype") and np.asarray(value).dtype.kind == kind and (
                    kind == "f" or name not in integers):
                dtypes.setdefault(types[name], np.dtype(dtype))
    arrays = {}
    for name, value in given.items():
        kind = integers.get(name)
        whole = arrays[kind].dtype if kind in arrays else kind and np.dtype(kind.lower())
        if name.endswith("Tensors"):
            arrays[name] = [np.atleast_1d(as_array(member, None, name, whole)) for member in listed(value, name)]
        else:
            arrays[name] = as_array(value, dtypes.get(types.get(name)), name, whole)
    return arrays


def on_its_axis(named):
    """How the first list that is as long as only one axis of the array with most axes lies on that; "" of none."""
    shape = max((array.shape for _, array in named), key=len)
    name, size = next(((name, array.size) for name, array in named
                       if array.ndim == 1 and shape.count(array.size) == 1), ("", 0))
    axis = shape.index(size) if name else 0
    nones = ", None" * (len(shape) - 1 - axis)
    return f"; {argument(name)}[:{nones}] lies on axis {axis}" if name and nones else ""


def broadcast_together(arrays, names, desc):
    """Makes the sizes of the named arrays equal, as numpy does: views whose strides of 0 `desc` is told. The others,
    scales and zero points of one element, get as many axes. Returns the shape, () where all are numbers."""
    named = {name: arrays[name] for name in names if name in arrays}
    try:
        shape = np.broadcast_shapes(*(array.shape for array in named.values()))
    except ValueError:
        shapes = ", ".join(f"{name} has {array.shape}" for name, array in named.items())
        raise Error("size_mismatch", f"{shapes}: these shapes cannot be broadcast; from the last axis on, sizes that "
                    "are equal or 1 were expected" + on_its_axis(list(named.items())), names[-1]) from None
    for name, array in named.items():
        if array.shape == shape:
            continue
        whole = array if strides_in_elements(array) is not None else np.ascontiguousarray(array)
        arrays[name] = np.broadcast_to(whole, shape)
        desc[name] = {"Strides": strides_in_elements(arrays[name])}
    for name in arrays.keys() - named.keys():
        if arrays[name].size == 1:
            arrays[name] = arrays[name].reshape((1,) * max(1, len(shape)))
    return shape


def told_outputs(outputs, out):
    """The fields of the outputs by name, and what is written to: an array may stand in either place."""
    name, given = next(iter(outputs.items()))
    if name.endswith("Tensors") and given is not None and not isinstance(given, (list, tuple)):
        raise Error("wrong_type", f"{given!r} was given; a list was expected, with a type, a shape, (type, shape), an "
                    "array or None for each output", name)
    if name.endswith("Tensors") and isinstance(out, np.ndarray):
        raise Error("wrong_type", f"an array of shape {out.shape} was given; a list of arrays was expected, one for "
                    "each output", "out")
    members = given if name.endswith("Tensors") and given is not None else [given]
    if any(isinstance(member, np.ndarray) for member in members):
        if out is not None:
            raise Error("usage", f"an array was given for {name}, which is written to, and \"out\" as well; one of "
                        "them was expected", name)
        out = given
    elif isinstance(out, np.ndarray) and given is None:
        outputs = {**outputs, name: out}
    fields = {name: [tensor_fields(member, name) for member in value]
              if name.endswith("Tensors") else tensor_fields(value, name)
              for name, value in outputs.items() if value is not None}
    return fields, out


def tell_inputs(arrays, desc):
    """Adds types and sizes of the inputs to `desc`, so that what is said of an output is compared with them."""
    for name, value in arrays.items():
        members = [{"Sizes": array.shape, **({"DataType": array.dtype} if array.dtype in NUMBERS else {})}
                   for array in (value if isinstance(value, list) else [value])]
        desc[name] = members if isinstance(value, list) else {**members[0], **desc.get(name, {})}


def argument(field):
    """input_window_offsets for InputWindowOffsets, a for ATensor, as specs/write_python.py has it."""
    words = re.sub(r"Tensor(s?)", r"\1", field)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", words).lower()


def without_lines(error):
    """The refusal without lines and columns of a text that the caller has not written."""
    error.line = error.column = 0
    error.message = re.sub(r"^(also \S+) \(\d+:\d+\)", r"\1", error.message, flags=re.MULTILINE)
    return error


def in_given_words(error, fields):
    """The refusal with words in the letter case that the caller gave them, and of a number with the list of it."""
    error.message = re.sub(r"(the number (\S+) was found); an array is expected", r"\1; a list was expected, [\2]",
                           error.message)
    for value in fields.values():
        if isinstance(value, str):
            error.message = error.message.replace(f'"{value.upper()}"', f'"{value}"')
    return error


def near_argument(name, names):
    """The argument of a field, input for InputTensor, or what another library calls so, axis for dim, else what is
    spelt alike; "" if nothing is."""
    if argument(name) in names:
        return argument(name)
    for index in itertools.count():
        field = library.dmlrun_field_meant(encoded(name), index)
        if field is None:
            return next(iter(difflib.get_close_matches(name, [*names, *OPTIONS], 1)), "")
        if argument(field.decode()) in names:
            return argument(field.decode())


def refuse_unknown(given, function):
    """Keywords that neither the function nor compile() takes, in the words of newer Pythons."""
    names = function.co_varnames[:function.co_argcount + function.co_kwonlyargcount]
    for name in given:
        if name not in names and name not in OPTIONS:
            near = near_argument(name, names)
            raise TypeError(f"{function.co_name}() got an unexpected keyword argument '{name}'; it takes "
                            f"{', '.join(names)}, and the options of compile()"
                            + (f". Did you mean '{near}'?" if near else ""))


def explained(function):
    """The function, whose unknown keywords are told before arguments that are missing, as of tile(x, repeat=2), and
    whose parameters are told where a call does not fit them, as clip(x, 0, 1)."""
    @functools.wraps(function)
    def call(*given, **named):
        try:
            return function(*given, **named)
        except TypeError as error:
            refuse_unknown(named, function.__code__)
            if fits(function, given, named):
                raise
            raise TypeError(f"{error}; it is called as {form_of(function)}") from None
    return call


def fits(function, given, named):
    try:
        inspect.signature(function).bind(*given, **named)
    except TypeError:
        return False
    return True


def form_of(function):
    """tile(input, *, repeats, output=None, out=None, **options), and which input is a list."""
    names, lists = [], ""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind == parameter.KEYWORD_ONLY and "*" not in names:
            names.append("*")
        names.append(str(parameter.replace(annotation=parameter.empty)))
        if parameter.annotation == "Sequence[ArrayLike]":
            lists = f", with a list of arrays, [x, y], as {parameter.name}"
    return f"{function.__name__}({', '.join(names)}){lists}"


def as_field(name, value):
    """A field as a spec has it: names of modes and types in capital letters, an activation by its name."""
    if not isinstance(value, str):
        return value
    return {"Type": value.upper()} if name == "FusedActivation" else value.upper()


def run_listed(spec, out, options, arrays, inputs):
    """run(). A flat list of Python may lack first axes of one element, as the values of one_hot."""
    try:
        return run(spec, out=out, options=options, **arrays)
    except Error as error:
        name = error.pointer.removeprefix("/desc/").removesuffix("/Sizes")
        if not isinstance(inputs.get(name), (list, tuple)) or name.endswith("Tensors") or arrays[name].ndim != 1:
            raise
        axes = max(array.ndim for array in arrays.values() if not isinstance(array, list))
        whole = arrays[name].reshape((1,) * (axes - 1) + (-1,))
        told = {name: {**spec["desc"][name], "Sizes": whole.shape}} if name in spec["desc"] else {}
        try:
            return run({**spec, "desc": {**spec["desc"], **told}}, out=out, options=options, **{**arrays, name: whole})
        except Error:
            raise error from None


def called(operator, inputs, fields, outputs, out, options, broadcast=(), types=None, integers=None):
    """Runs an operator: by DirectML's names its inputs as arrays or lists of them, its fields, and what is said of its
    outputs; what is None is left out. Names of modes and types may be written in any letter case. Inputs in `broadcast`
    get equal sizes; `types` and `integers` as as_arrays() takes them."""
    refuse_unknown(options, sys._getframe(1).f_code)
    desc = {name: as_field(name, value) for name, value in fields.items() if value is not None}
    told, out = told_outputs(outputs, out)
    arrays = as_arrays(inputs, types or {}, told, integers or {})
    shape = broadcast_together(arrays, broadcast, desc) if any(name in arrays for name in broadcast) else None
    arrays = {name: value if isinstance(value, list) else np.atleast_1d(value) for name, value in arrays.items()}
    if told:
        tell_inputs(arrays, desc)
    written = out.reshape(1) if isinstance(out, np.ndarray) and out.ndim == 0 else out
    spec = {"type": operator, "desc": {**desc, **told}}
    try:
        result = run_listed(spec, written, options, arrays, inputs)
    except Error as error:
        error = in_given_words(without_lines(error), fields)
        what, *_ = error.message.split(";")
        for name in outputs:
            if error.code == "missing_field" and what.startswith(f"{name} has no "):
                # Where a half of it is given, both are told.
                wanted = "(np.float32, (2, 3))" if name in told else "(2, 3)" if "no Sizes" in what else "np.uint8"
                raise Error(error.code, f"{what.removeprefix(name).strip()}; output={wanted} or the like was expected, "
                            "or an array as out=", name) from None
        for name, value in outputs.items():
            if error.pointer.startswith(f"/desc/{name}/") and name.endswith("Tensors") and is_shape(value):
                raise Error(error.code, f"{value!r} was given; each entry is the shape of one output, with as many "
                            "sizes as the input has", name, rule=error.rule) from None
        for name, value in inputs.items():
            if error.code in ("missing_field", "not_bound") and value is None and what.startswith(f"{name} has no "):
                raise Error(error.code, "None was given; an array was expected", name) from None
        for name in fields:
            if error.code == "missing_field" and what == f"{name} is missing":
                instead = [argument(output) for output in outputs if output.endswith("Tensors")]
                raise Error(error.code, f"{argument(name)}=... is missing; {operator} needs it" + (
                    f", the number of equal parts, or {instead[0]}=[...] with the shape of each"
                    if name == "OutputCount" and instead else "")) from None
        written_to = "output" if any(value is out for value in outputs.values()) else "out"
        found = told_out(error, written_to, out, {"type": operator, "desc": desc}, arrays, options)
        if found is error and types:
            found = told_floats(error, spec, types, inputs, arrays, options)
            found = told_number(error, types, inputs, told) if found is error else found
        if found is error:
            found = told_type(told_side_of(error, spec, types or {}, arrays, options), inputs)
        raise found from None
    if written is not out:
        return out
    return result.reshape(()) if shape == () and out is None else result
