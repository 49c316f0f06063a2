"""What torch has for the operators of rows, into the output that exists where it can."""
import ctypes
from functools import partial

import numpy as np

from quickest import Unsupported, quickest
from row_operators import limits, scale_and_zero, slices

TWO = {"ELEMENT_WISE_ADD": "add", "ELEMENT_WISE_MULTIPLY": "mul", "ELEMENT_WISE_SUBTRACT": "sub",
       "ELEMENT_WISE_MAX": "maximum", "ELEMENT_WISE_BIT_AND": "bitwise_and", "ELEMENT_WISE_MODULUS_TRUNCATE": "fmod",
       "ELEMENT_WISE_LOGICAL_LESS_THAN": "lt"}
ONE = {"ELEMENT_WISE_ROUND": "round", "ELEMENT_WISE_EXP": "exp", "ACTIVATION_TANH": "tanh",
       "ACTIVATION_SIGMOID": "sigmoid"}


def torch_row(peer, task):
    torch, desc = peer.torch, task.desc
    native, functional = torch._C._nn, torch.nn.functional
    if task.family == "slice":
        task.inputs[0] = task.inputs[0][tuple(map(slice, *slices(task)))]
    inputs, out = [peer.tensor(one) for one in task.inputs], peer.tensor(task.output)
    if task.family == "slice" or task.type == "CAST":
        return partial(out.copy_, inputs[0])
    if task.type == "ELEMENT_WISE_LOGICAL_LESS_THAN":
        out = out.view(torch.bool)
    if task.type in TWO:
        return partial(getattr(torch, TWO[task.type]), *inputs, out=out)
    if task.type == "ELEMENT_WISE_IF":
        is_a = inputs[0].view(torch.bool)
        return choices(torch, task, is_a, *inputs[1:], out)
    if task.type in ("ELEMENT_WISE_DEQUANTIZE_LINEAR", "ELEMENT_WISE_QUANTIZE_LINEAR"):
        return quantized(torch, task, inputs[0], out)
    x = inputs[0]
    if task.type == "BATCH_NORMALIZATION":
        mean, variance, scale, bias = (one.reshape(-1).clone() for one in inputs[1:])
        return returned(task, lambda: functional.batch_norm(x, mean, variance, scale, bias, False, 0, desc["Epsilon"]))
    if task.type == "ACTIVATION_HARD_SWISH":  # alpha and beta are 1/6 and 1/2
        return partial(native.hardswish, x, out=out)
    if task.type == "ACTIVATION_LEAKY_RELU":
        return partial(native.leaky_relu, x, desc["Alpha"], out=out)
    if task.type == "ELEMENT_WISE_CLIP":
        return partial(torch.clamp, x, *map(float, limits(task)), out=out)
    if task.type == "ACTIVATION_RELU":
        return partial(torch.clamp_min, x, 0, out=out)
    if task.type in ONE:
        return partial(getattr(torch, ONE[task.type]), x, out=out)
    raise Unsupported("is not asked")


def returned(task, call):
    """Of a call that makes a new tensor, whose bytes are the result."""
    task.result = lambda made: (task.output_buffer.bytes if made is None else
                                np.frombuffer(ctypes.string_at(made.data_ptr(), task.output.nbytes), np.uint8))
    return call


def choices(torch, task, is_a, a, b, out):
    try:
        torch.where(is_a, a, b, out=out)
        return partial(torch.where, is_a, a, b, out=out)
    except TypeError:  # older ones
        return returned(task, partial(torch.where, is_a, a, b))


def quantized(torch, task, x, out):
    scale, zero = map(float, scale_and_zero(task))
    if task.type == "ELEMENT_WISE_QUANTIZE_LINEAR":
        return returned(task, partial(torch.quantize_per_tensor, x, scale, int(zero), torch.quint8))
    held = torch._make_per_tensor_quantized_tensor(x, scale, int(zero))

    def by_hand():
        torch.sub(x, zero, out=out)
        torch.mul(out, scale, out=out)
    return quickest(task, [lambda: by_hand, lambda: returned(task, held.dequantize)])
