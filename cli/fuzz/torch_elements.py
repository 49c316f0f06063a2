"""Element-wise operators by torch's functions on the processor."""
import ctypes

import numpy as np
from adapter import Unsupported
from element_wise import FUNCTIONS, float_of

PLAIN = {
    "ADD": "add", "SUBTRACT": "sub", "MULTIPLY": "mul", "MIN": "minimum", "MAX": "maximum",
    "MODULUS_TRUNCATE": "fmod", "MODULUS_FLOOR": "remainder", "ABS": "abs", "POW": "pow", "ATAN_YX": "atan2",
    "NEGATE": "neg", "SIGN": "sign", "RECIP": "reciprocal", "SQRT": "sqrt", "CEIL": "ceil", "FLOOR": "floor",
    "ROUND": "round", "IF": "where", "LOGICAL_EQUALS": "eq", "LOGICAL_LESS_THAN": "lt", "LOGICAL_GREATER_THAN": "gt",
    "LOGICAL_LESS_THAN_OR_EQUAL": "le", "LOGICAL_GREATER_THAN_OR_EQUAL": "ge", "LOGICAL_AND": "logical_and",
    "LOGICAL_OR": "logical_or", "LOGICAL_XOR": "logical_xor", "LOGICAL_NOT": "logical_not", "IS_NAN": "isnan",
    "BIT_AND": "bitwise_and", "BIT_OR": "bitwise_or", "BIT_XOR": "bitwise_xor", "BIT_NOT": "bitwise_not",
    "BIT_SHIFT_LEFT": "bitwise_left_shift", "BIT_SHIFT_RIGHT": "bitwise_right_shift",
    "ACTIVATION_SIGMOID": "sigmoid", "ACTIVATION_TANH": "tanh"}
PLAIN |= {name: name.lower() for name in FUNCTIONS}
INFINITIES = {"EITHER": "isinf", "POSITIVE": "isposinf", "NEGATIVE": "isneginf"}
SIXTH = float(np.float32(1 / 6))  # Alpha of torch's hardsigmoid and hardswish, whose Beta is 0.5


class TorchElements:
    def __init__(self):
        import torch
        torch.set_num_threads(1)
        self.torch, self.functional = torch, torch.nn.functional
        f = self.functional
        # With fields, whose names follow.
        self.with_fields = {
            "ACTIVATION_LINEAR": (lambda x, alpha, beta: alpha * x + beta, "Alpha", "Beta"),
            "ACTIVATION_RELU": (f.relu,), "ACTIVATION_SOFTSIGN": (f.softsign,), "ACTIVATION_GELU": (f.gelu,),
            "ACTIVATION_LEAKY_RELU": (f.leaky_relu, "Alpha"), "ACTIVATION_ELU": (f.elu, "Alpha"),
            "ACTIVATION_CELU": (f.celu, "Alpha"), "ACTIVATION_SOFTPLUS": (f.softplus, "Steepness"),
            "ACTIVATION_THRESHOLDED_RELU": (lambda x, alpha: f.threshold(x, alpha, 0), "Alpha"),
            "ACTIVATION_HARD_SIGMOID": (self.hard_sigmoid, "Alpha", "Beta"),
            "ACTIVATION_HARD_SWISH": (self.hard_swish, "Alpha", "Beta"),
            "ACTIVATION_SHRINK": (self.shrink, "Bias", "Threshold"),
            "ACTIVATION_PARAMETERIZED_RELU": (self.parameterized_relu,),
            "ACTIVATION_RELU_GRAD": (lambda x, gradient: torch.ops.aten.threshold_backward(gradient, x, 0),),
            "DIFFERENCE_SQUARE": (lambda a, b: f.mse_loss(a, b, reduction="none"),),
            "CONSTANT_POW": (torch.pow, "Exponent"), "MEAN": (self.mean,),
            "CLIP": (self.clamp,), "CLIP1": (self.clamp,), "THRESHOLD": (self.clamp,)}

    def hard_sigmoid(self, x, alpha, beta):
        if (alpha, beta) == (SIXTH, 0.5):
            return self.functional.hardsigmoid(x)
        return self.torch.clamp(alpha * x + beta, 0, 1)

    def hard_swish(self, x, alpha, beta):
        return self.functional.hardswish(x) if (alpha, beta) == (SIXTH, 0.5) else x * self.hard_sigmoid(x, alpha, beta)

    def shrink(self, x, bias, threshold):
        if bias == threshold >= 0:
            return self.functional.softshrink(x, bias)
        if bias == 0:
            return self.functional.hardshrink(x, threshold)
        raise Unsupported("torch shrinks by the threshold or by nothing")

    def parameterized_relu(self, x, slope):
        if (slope != slope.flatten()[0]).any():
            raise Unsupported("torch's slopes are one a channel")
        return self.functional.prelu(x, slope.flatten()[:1])

    def mean(self, a, b):
        if not a.dtype.is_floating_point:
            raise Unsupported("torch has no mean of integers")
        return self.torch.stack((a, b)).mean(0)

    def clamp(self, x, *bounds):
        return self.torch.clamp(x, *(bound.item() for bound in bounds))

    def function_of(self, kind, tensors, desc):
        if kind == "DIVIDE":
            rounding = None if tensors[0].dtype.is_floating_point else "trunc"
            return lambda a, b: self.torch.div(a, b, rounding_mode=rounding)
        if kind == "IS_INFINITY":
            return getattr(self.torch, INFINITIES[desc["InfinityMode"]])
        if kind in PLAIN:
            return getattr(self.torch, PLAIN[kind])
        if kind not in self.with_fields:
            raise Unsupported("torch has no such function")
        function, *fields = self.with_fields[kind]
        numbers = [float(float_of(desc, field)) for field in fields]
        return lambda *inputs: function(*inputs, *numbers)

    def type_of(self, dtype):
        name = np.dtype(dtype).name
        if name not in ("uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "bool"):
            raise Unsupported(f"torch has no {name}")
        return getattr(self.torch, name)

    def tensor_of(self, array):
        """A copy. Not from_numpy(), which wants the numpy that torch was built with."""
        return self.torch.frombuffer(bytearray(array.tobytes()), dtype=self.type_of(array.dtype)).reshape(array.shape)

    def array_of(self, tensor):
        tensor = tensor.contiguous()
        size = tensor.numel() * tensor.element_size()
        name = str(tensor.dtype).removeprefix("torch.")
        return np.frombuffer(ctypes.string_at(tensor.data_ptr(), size), name).reshape(tuple(tensor.shape))

    def element_wise(self, kind, tensors, desc, output_type):
        inputs = [self.tensor_of(t) for t in tensors]
        try:
            if kind == "CAST":
                return self.array_of(inputs[0].to(self.type_of(output_type)))
            return self.array_of(self.function_of(kind, inputs, desc)(*inputs)).astype(output_type)
        except RuntimeError as refusal:
            if "not implemented for" in str(refusal):  # FLOAT16 on the processor, in some versions
                raise Unsupported(str(refusal)) from refusal
            raise
