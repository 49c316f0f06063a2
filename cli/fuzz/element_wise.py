"""What the peers' element-wise functions share: which tensors and bounds an operator has, as arrays of numpy."""
import numpy as np
from adapter import TYPES, Unsupported

# Functions with the same name everywhere, but for capitals.
FUNCTIONS = ("EXP LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH ASINH ACOSH ATANH ERF").split()


def float_of(desc, field):
    return np.float32(desc[field])


def is_float(type_name):
    return type_name.startswith("FLOAT")


def held_by(value, type_name):
    """A FLOAT in a tensor's type; an integer type must hold it without rounding."""
    if is_float(type_name):
        return np.array(value).astype(TYPES[type_name])
    if not np.isfinite(value) or int(value) != value:
        raise Unsupported("a bound that the type does not hold")
    bounds = np.iinfo(TYPES[type_name])
    if not bounds.min <= int(value) <= bounds.max:
        raise Unsupported("a bound that the type does not hold")
    return np.array(int(value), TYPES[type_name])


def scalar_of(scalar, type_name):
    """A value of a scalar union, {"Float32": 1}, whose type is the tensor's; FLOAT16 is given by its bits."""
    if not isinstance(scalar, dict):
        if is_float(type_name):
            return np.array(np.float64(scalar)).astype(TYPES[type_name])
        return np.array(int(scalar), TYPES[type_name])
    member, value = next((k, v) for k, v in scalar.items() if k != "Type")
    if type_name == "FLOAT16" and member == "UInt16":
        return np.array(value, "u2").view("f2")
    if is_float(type_name):
        return np.array(np.float64(value)).astype(TYPES[type_name])
    return np.array(int(value), TYPES[type_name])


def bounds_of(kind, desc, type_name):
    """The bounds of CLIP and CLIP1, and THRESHOLD's one, in the tensor's type."""
    names = ("Min",) if kind == "THRESHOLD" else ("Min", "Max")
    if kind == "CLIP1":
        if desc.get("MinMaxDataType", type_name) != type_name:
            raise Unsupported("bounds of another type")
        return [scalar_of(desc[name], type_name) for name in names]
    return [held_by(float_of(desc, name), type_name) for name in names]


def inputs_of(kind, desc, read):
    """An operator's inputs in the order of its fields, and its bounds behind them. `read(name)` gives a tensor."""
    if "ScaleBias" in desc or "FusedActivation" in desc:
        raise Unsupported("a struct of DirectML's own")
    if desc.get("RoundingMode", "HALVES_TO_NEAREST_EVEN") != "HALVES_TO_NEAREST_EVEN":
        raise Unsupported("a mode of DirectML's own")
    names = [name for name in desc if name.endswith("Tensor") and not name.startswith("Output")]
    tensors = [np.ascontiguousarray(read(name)) for name in names]
    if kind in ("CLIP", "CLIP1", "THRESHOLD"):
        tensors += bounds_of(kind, desc, desc["InputTensor"]["DataType"])
    if kind == "IF":
        tensors[0] = tensors[0] != 0
    return tensors
