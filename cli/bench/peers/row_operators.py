"""What numpy and onnxruntime have for the operators of rows."""
from functools import partial

import numpy as np

from quickest import Unsupported, quickest

TWO = {"ELEMENT_WISE_ADD": np.add, "ELEMENT_WISE_MULTIPLY": np.multiply, "ELEMENT_WISE_SUBTRACT": np.subtract,
       "ELEMENT_WISE_MAX": np.maximum, "ELEMENT_WISE_BIT_AND": np.bitwise_and,
       "ELEMENT_WISE_MODULUS_TRUNCATE": np.fmod}
ONE = {"ELEMENT_WISE_ROUND": np.rint, "ELEMENT_WISE_EXP": np.exp, "ACTIVATION_TANH": np.tanh}
ONNX = {"ELEMENT_WISE_ADD": "Add", "ELEMENT_WISE_MULTIPLY": "Mul", "ELEMENT_WISE_SUBTRACT": "Sub",
        "ELEMENT_WISE_MAX": "Max", "ELEMENT_WISE_BIT_AND": "BitwiseAnd", "ELEMENT_WISE_LOGICAL_LESS_THAN": "Less",
        "ELEMENT_WISE_IF": "Where", "ACTIVATION_RELU": "Relu", "ACTIVATION_HARD_SWISH": "HardSwish",
        "ELEMENT_WISE_ROUND": "Round", "ELEMENT_WISE_EXP": "Exp", "ACTIVATION_TANH": "Tanh",
        "ACTIVATION_SIGMOID": "Sigmoid"}
WIDTHS = {"FLOAT32": 1, "FLOAT16": 10, "UINT8": 2, "INT32": 6}  # the numbers of ONNX's types


def slices(task):
    """Where the elements of SLICE and SLICE1 begin, end, and by which steps they lie apart."""
    of = task.desc.get
    begins, sizes = of("Offsets", of("InputWindowOffsets")), of("Sizes", of("InputWindowSizes"))
    steps = of("Strides", of("InputWindowStrides"))
    reach = [size * step for size, step in zip(sizes, steps)] if task.type == "SLICE" else sizes
    return begins, [begin + far for begin, far in zip(begins, reach)], steps


def in_turn(*steps):
    def run():
        for step in steps:
            step()
    return run


def limits(task):
    return np.float32(task.desc["Min"]), np.float32(task.desc["Max"])


def numpy_row(task):
    """Into the output that exists, in DirectML's steps."""
    x, out, desc = task.inputs[0], task.output, task.desc
    if task.family == "slice":
        begins, ends, steps = slices(task)
        return partial(np.copyto, out, x[tuple(map(slice, begins, ends, steps))])
    if task.type in TWO:
        return partial(TWO[task.type], *task.inputs, out=out)
    if task.type == "ELEMENT_WISE_LOGICAL_LESS_THAN":
        return partial(np.less, *task.inputs, out=out.view(bool))
    if task.type == "CAST":
        return partial(np.copyto, out, x, casting="unsafe")
    if task.type == "ELEMENT_WISE_CLIP":
        return partial(np.clip, x, *limits(task), out=out)
    if task.type == "ELEMENT_WISE_IF":
        return numpy_choices(task)
    if task.type == "ELEMENT_WISE_QUANTIZE_LINEAR":
        return numpy_quantize(task)
    if task.type == "ACTIVATION_RELU":
        return partial(np.maximum, x, np.float32(0), out=out)
    if task.type in ONE:
        return partial(ONE[task.type], x, out=out)
    if task.type == "ACTIVATION_SIGMOID":
        raise Unsupported("has no such operation")
    if task.type == "ACTIVATION_LEAKY_RELU":
        return in_turn(partial(np.multiply, x, np.float32(desc["Alpha"]), out=out),
                       partial(np.maximum, x, out, out=out))
    if task.type == "ACTIVATION_HARD_SWISH":
        return in_turn(partial(np.multiply, x, np.float32(desc["Alpha"]), out=out),
                       partial(np.add, out, np.float32(desc["Beta"]), out=out),
                       partial(np.clip, out, np.float32(0), np.float32(1), out=out),
                       partial(np.multiply, x, out, out=out))
    if task.type == "ELEMENT_WISE_DEQUANTIZE_LINEAR":
        scale, zero = scale_and_zero(task)
        return in_turn(partial(np.subtract, x, np.float32(zero), out=out), partial(np.multiply, out, scale, out=out))
    mean, variance, scale, bias = task.inputs[1:]
    deviation = np.sqrt(variance + np.float32(desc["Epsilon"]))
    return in_turn(partial(np.subtract, x, mean, out=out), partial(np.divide, out, deviation, out=out),
                   partial(np.multiply, out, scale, out=out), partial(np.add, out, bias, out=out))


def scale_and_zero(task):
    return [one.reshape(-1)[0] for one in task.inputs[1:]]


def numpy_choices(task):
    condition, a, b = task.inputs
    is_a = condition.view(bool)
    task.result = lambda made: task.output if made is None else made
    return quickest(task, [lambda: in_turn(partial(np.copyto, task.output, b),
                                           partial(np.copyto, task.output, a, where=is_a)),
                           lambda: partial(np.where, is_a, a, b)])


def numpy_quantize(task):
    (scale, zero), work = scale_and_zero(task), np.empty(task.output.shape, np.float32)
    return in_turn(partial(np.divide, task.inputs[0], scale, out=work), partial(np.rint, work, out=work),
                   partial(np.add, work, np.float32(zero), out=work),
                   partial(np.clip, work, np.float32(0), np.float32(255), out=work),
                   partial(np.copyto, task.output, work, casting="unsafe"))


def onnx_row(task):
    """The name of its operator, what follows the inputs as constants, and its attributes."""
    if task.family == "slice":
        begins, ends, steps = slices(task)
        return "Slice", [np.array(one, np.int64) for one in (begins, ends, range(len(begins)), steps)], {}
    if task.type == "CAST":
        return "Cast", [], {"to": WIDTHS[task.desc["OutputTensor"]["DataType"]]}
    if task.type == "ELEMENT_WISE_CLIP":
        return "Clip", list(limits(task)), {}
    if task.type == "ACTIVATION_LEAKY_RELU":
        return "LeakyRelu", [], {"alpha": task.desc["Alpha"]}
    if task.type == "ELEMENT_WISE_MODULUS_TRUNCATE":
        return "Mod", [], {"fmod": 1}
    if task.type in ("ELEMENT_WISE_DEQUANTIZE_LINEAR", "ELEMENT_WISE_QUANTIZE_LINEAR"):
        return task.type.split("_")[2].capitalize() + "Linear", scale_and_zero(task), {}
    if task.type == "BATCH_NORMALIZATION":
        mean, variance, scale, bias = (one.reshape(-1).copy() for one in task.inputs[1:])
        return "BatchNormalization", [scale, bias, mean, variance], {"epsilon": task.desc["Epsilon"]}
    return ONNX[task.type], [], {}
