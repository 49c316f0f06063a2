"""Element-wise operators by numpy's functions. Operators of several steps are their formulas in FLOAT32 steps."""
import numpy as np
from adapter import Unsupported
from element_wise import FUNCTIONS, float_of

PLAIN = {
    "ADD": np.add, "SUBTRACT": np.subtract, "MULTIPLY": np.multiply, "MIN": np.minimum, "MAX": np.maximum,
    "MODULUS_TRUNCATE": np.fmod, "MODULUS_FLOOR": np.remainder, "POW": np.power, "ATAN_YX": np.arctan2,
    "ABS": np.abs, "NEGATE": np.negative, "SIGN": np.sign, "RECIP": np.reciprocal, "SQRT": np.sqrt, "CEIL": np.ceil,
    "FLOOR": np.floor, "ROUND": np.rint, "CLIP": np.clip, "CLIP1": np.clip, "THRESHOLD": np.maximum, "IF": np.where,
    "LOGICAL_EQUALS": np.equal, "LOGICAL_LESS_THAN": np.less, "LOGICAL_GREATER_THAN": np.greater,
    "LOGICAL_LESS_THAN_OR_EQUAL": np.less_equal, "LOGICAL_GREATER_THAN_OR_EQUAL": np.greater_equal,
    "LOGICAL_AND": np.logical_and, "LOGICAL_OR": np.logical_or, "LOGICAL_XOR": np.logical_xor,
    "LOGICAL_NOT": np.logical_not, "IS_NAN": np.isnan, "BIT_AND": np.bitwise_and, "BIT_OR": np.bitwise_or,
    "BIT_XOR": np.bitwise_xor, "BIT_NOT": np.bitwise_not, "BIT_SHIFT_LEFT": np.left_shift,
    "BIT_SHIFT_RIGHT": np.right_shift}
PLAIN |= {name: getattr(np, name.lower()) for name in FUNCTIONS if hasattr(np, name.lower())}
INFINITIES = {"EITHER": np.isinf, "POSITIVE": np.isposinf, "NEGATIVE": np.isneginf}


def relu_of_line(x, alpha, beta):
    return np.maximum(0, np.minimum(alpha * x + beta, 1))


def shrink(x, bias, threshold):
    return np.where(threshold < x, x - bias, np.where(x < -threshold, x + bias, np.float32(0)))


def mean(a, b):
    if a.dtype.kind != "f":
        raise Unsupported("numpy's mean of integers is FLOAT64")
    return np.mean([a, b], axis=0)


# With fields, whose names follow. FLOAT16 becomes FLOAT32 first, so that a result is rounded once.
FORMULAS = {
    "ACTIVATION_LINEAR": (lambda x, alpha, beta: alpha * x + beta, "Alpha", "Beta"),
    "ACTIVATION_HARD_SIGMOID": (relu_of_line, "Alpha", "Beta"),
    "ACTIVATION_HARD_SWISH": (lambda x, alpha, beta: x * relu_of_line(x, alpha, beta), "Alpha", "Beta"),
    "ACTIVATION_SHRINK": (shrink, "Bias", "Threshold"),
    "ACTIVATION_RELU": (lambda x: np.maximum(x, 0),),
    "ACTIVATION_RELU_GRAD": (lambda x, gradient: np.where(x > 0, gradient, np.float32(0)),),
    "ACTIVATION_LEAKY_RELU": (lambda x, alpha: np.where(x >= 0, x, alpha * x), "Alpha"),
    "ACTIVATION_SOFTSIGN": (lambda x: x / (1 + np.abs(x)),),
    "ACTIVATION_THRESHOLDED_RELU": (lambda x, alpha: np.where(x > alpha, x, np.float32(0)), "Alpha"),
    "DIFFERENCE_SQUARE": (lambda a, b: np.square(a - b),),
    "CONSTANT_POW": (np.power, "Exponent"),
    "MEAN": (mean,)}


def function_of(kind, tensors, desc):
    if kind == "DIVIDE":
        return np.divide if tensors[0].dtype.kind == "f" else np.floor_divide
    if kind == "IS_INFINITY":
        return INFINITIES[desc["InfinityMode"]]
    if kind == "BIT_COUNT" and hasattr(np, "bitwise_count"):  # numpy 2; of a signed number it counts abs(x)'s bits
        return lambda x: np.bitwise_count(x.view(f"u{x.itemsize}"))
    if kind not in PLAIN:
        raise Unsupported("numpy has no such function")
    return PLAIN[kind]


def element_wise(kind, tensors, desc, output_type):
    with np.errstate(all="ignore"):
        if kind == "CAST":
            return tensors[0].astype(output_type)
        if kind in FORMULAS:
            function, *fields = FORMULAS[kind]
            if fields and tensors[0].dtype.kind != "f":
                raise Unsupported("a FLOAT parameter of integers")
            wide = [t.astype("f4") if t.dtype == np.float16 else t for t in tensors]
            return np.asarray(function(*wide, *(float_of(desc, field) for field in fields))).astype(output_type)
        return np.asarray(function_of(kind, tensors, desc)(*tensors)).astype(output_type)
