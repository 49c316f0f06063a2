"""Element-wise operators by onnxruntime: ONNX's operator, with the attributes that are fields of DirectML's."""
import numpy as np
from adapter import Unsupported
from element_wise import FUNCTIONS, float_of

NAMES = {
    "ADD": "Add", "SUBTRACT": "Sub", "MULTIPLY": "Mul", "DIVIDE": "Div", "MIN": "Min", "MAX": "Max", "MEAN": "Mean",
    "MODULUS_TRUNCATE": "Mod", "MODULUS_FLOOR": "Mod", "ABS": "Abs", "POW": "Pow", "CONSTANT_POW": "Pow",
    "NEGATE": "Neg", "SIGN": "Sign", "RECIP": "Reciprocal", "SQRT": "Sqrt", "CEIL": "Ceil", "FLOOR": "Floor",
    "ROUND": "Round", "CLIP": "Clip", "CLIP1": "Clip", "THRESHOLD": "Max", "CAST": "Cast", "IF": "Where",
    "LOGICAL_EQUALS": "Equal", "LOGICAL_LESS_THAN": "Less", "LOGICAL_GREATER_THAN": "Greater",
    "LOGICAL_LESS_THAN_OR_EQUAL": "LessOrEqual", "LOGICAL_GREATER_THAN_OR_EQUAL": "GreaterOrEqual",
    "LOGICAL_AND": "And", "LOGICAL_OR": "Or", "LOGICAL_XOR": "Xor", "LOGICAL_NOT": "Not",
    "IS_NAN": "IsNaN", "IS_INFINITY": "IsInf", "BIT_AND": "BitwiseAnd", "BIT_OR": "BitwiseOr",
    "BIT_XOR": "BitwiseXor", "BIT_NOT": "BitwiseNot", "BIT_SHIFT_LEFT": "BitShift", "BIT_SHIFT_RIGHT": "BitShift",
    "QUANTIZE_LINEAR": "QuantizeLinear", "DEQUANTIZE_LINEAR": "DequantizeLinear",
    "ACTIVATION_RELU": "Relu", "ACTIVATION_LEAKY_RELU": "LeakyRelu", "ACTIVATION_PARAMETERIZED_RELU": "PRelu",
    "ACTIVATION_HARD_SIGMOID": "HardSigmoid", "ACTIVATION_HARD_SWISH": "HardSwish", "ACTIVATION_SHRINK": "Shrink",
    "ACTIVATION_SOFTSIGN": "Softsign", "ACTIVATION_THRESHOLDED_RELU": "ThresholdedRelu"}
NAMES |= {name: name.capitalize() for name in FUNCTIONS}
ATTRIBUTES = {
    "MODULUS_TRUNCATE": {"fmod": 1}, "BIT_SHIFT_LEFT": {"direction": "LEFT"}, "BIT_SHIFT_RIGHT": {"direction": "RIGHT"}}
SIGNS = {  # IS_INFINITY's modes
    "EITHER": {}, "POSITIVE": {"detect_negative": 0}, "NEGATIVE": {"detect_positive": 0}}
FIELDS = {"Alpha": "alpha", "Beta": "beta", "Bias": "bias", "Threshold": "lambd"}


def attributes_of(kind, desc, onnx, output_type):
    made = {**ATTRIBUTES.get(kind, {}),
            **{name: float(float_of(desc, field)) for field, name in FIELDS.items() if field in desc}}
    if kind == "CAST":
        made["to"] = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(output_type))
    if kind == "IS_INFINITY":
        made |= SIGNS[desc["InfinityMode"]]
    if kind == "ACTIVATION_HARD_SWISH":  # ONNX's has no attributes
        if (made.pop("alpha"), made.pop("beta")) != (float(np.float32(1 / 6)), 0.5):
            raise Unsupported("ONNX's HardSwish has Alpha 1/6 and Beta 0.5")
    return made


def element_wise(session, kind, tensors, desc, output_type):
    """`session` is an adapter.Onnx."""
    if kind not in NAMES:
        raise Unsupported("ONNX has no such operator")
    if kind == "CONSTANT_POW":
        tensors = [*tensors, np.array(float_of(desc, "Exponent"))]
    if kind in ("LOGICAL_AND", "LOGICAL_OR", "LOGICAL_XOR", "LOGICAL_NOT"):
        tensors = [t != 0 for t in tensors]
    if kind in ("QUANTIZE_LINEAR", "DEQUANTIZE_LINEAR"):  # per tensor alone
        if any(t.size and (t != t.flat[0]).any() for t in tensors[1:]):
            raise Unsupported("scales by element")
        tensors = tensors[:1] + [t.reshape(-1)[:1].reshape(()) for t in tensors[1:]]
    if kind == "ACTIVATION_SHRINK" and tensors[0].dtype.kind != "f":
        raise Unsupported("a FLOAT parameter of integers")
    attributes = attributes_of(kind, desc, session.onnx, output_type)
    is_truth = kind.startswith(("LOGICAL_", "IS_"))
    found = session.run(NAMES[kind], tensors, np.bool_ if is_truth else output_type, **attributes)
    return found.astype(output_type)
