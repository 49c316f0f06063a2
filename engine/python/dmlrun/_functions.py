"""What the functions of operators.py share."""
from collections.abc import Mapping

import numpy as np

from ._spec import run


def tensor_fields(given):
    """The fields of a tensor out of a type, a (type, shape) or a dict."""
    if isinstance(given, Mapping):
        return dict(given)
    kind, shape = given if isinstance(given, tuple) else (given, None)
    fields = {} if kind is None else {"DataType": np.dtype(kind)}
    return fields if shape is None else {**fields, "Sizes": list(np.atleast_1d(shape))}


def as_array(value):
    """Numbers of Python are FLOAT32 where they are no integers: what most operators take."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value
    array = np.asarray(value)
    return array.astype(np.float32) if array.dtype == np.float64 else array


def called(operator, inputs, fields, outputs, out, options):
    """Runs an operator: by DirectML's names its inputs as arrays or lists of them, its fields, and what is said of its
    outputs; what is None is left out. Names of modes and types may be written in any letter case."""
    arrays = {name: [as_array(member) for member in value] if name.endswith("Tensors") else as_array(value)
              for name, value in inputs.items() if value is not None}
    desc = {name: value.upper() if isinstance(value, str) else value
            for name, value in fields.items() if value is not None}
    for name, value in outputs.items():
        if value is not None:
            desc[name] = [tensor_fields(v) for v in value] if name.endswith("Tensors") else tensor_fields(value)
    return run({"type": operator, "desc": desc}, out=out, options=options, **arrays)
