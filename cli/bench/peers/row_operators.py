"""What numpy and onnxruntime have for the operators of rows that the grid has."""
from functools import partial

import numpy as np


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


def numpy_row(task):
    """Into the output that exists, in DirectML's steps."""
    x, out, desc = task.inputs[0], task.output, task.desc
    if task.family == "slice":
        begins, ends, steps = slices(task)
        return partial(np.copyto, out, x[tuple(map(slice, begins, ends, steps))])
    two = {"ELEMENT_WISE_SUBTRACT": np.subtract, "ELEMENT_WISE_MAX": np.maximum, "ELEMENT_WISE_BIT_AND": np.bitwise_and,
           "ELEMENT_WISE_MODULUS_TRUNCATE": np.fmod}.get(task.type)
    if two:
        return partial(two, *task.inputs, out=out)
    if task.type == "ACTIVATION_RELU":
        return partial(np.maximum, x, np.float32(0), out=out)
    if task.type == "ELEMENT_WISE_ROUND":
        return partial(np.rint, x, out=out)
    if task.type == "ACTIVATION_LEAKY_RELU":
        return in_turn(partial(np.multiply, x, np.float32(desc["Alpha"]), out=out),
                       partial(np.maximum, x, out, out=out))
    if task.type == "ACTIVATION_HARD_SWISH":
        return in_turn(partial(np.multiply, x, np.float32(desc["Alpha"]), out=out),
                       partial(np.add, out, np.float32(desc["Beta"]), out=out),
                       partial(np.clip, out, np.float32(0), np.float32(1), out=out),
                       partial(np.multiply, x, out, out=out))
    if task.type == "ELEMENT_WISE_DEQUANTIZE_LINEAR":
        scale, zero = (one.reshape(-1)[0] for one in task.inputs[1:])
        return in_turn(partial(np.subtract, x, np.float32(zero), out=out), partial(np.multiply, out, scale, out=out))
    mean, variance, scale, bias = task.inputs[1:]
    deviation = np.sqrt(variance + np.float32(desc["Epsilon"]))
    return in_turn(partial(np.subtract, x, mean, out=out), partial(np.divide, out, deviation, out=out),
                   partial(np.multiply, out, scale, out=out), partial(np.add, out, bias, out=out))


def onnx_row(task):
    """The name of its operator, what follows the inputs as constants, and its attributes."""
    if task.family == "slice":
        begins, ends, steps = slices(task)
        return "Slice", [np.array(one, np.int64) for one in (begins, ends, range(len(begins)), steps)], {}
    if task.type == "ACTIVATION_LEAKY_RELU":
        return "LeakyRelu", [], {"alpha": task.desc["Alpha"]}
    if task.type == "ELEMENT_WISE_MODULUS_TRUNCATE":
        return "Mod", [], {"fmod": 1}
    if task.type == "ELEMENT_WISE_DEQUANTIZE_LINEAR":
        return "DequantizeLinear", [one.reshape(-1)[0] for one in task.inputs[1:]], {}
    if task.type == "BATCH_NORMALIZATION":
        mean, variance, scale, bias = (one.reshape(-1).copy() for one in task.inputs[1:])
        return "BatchNormalization", [scale, bias, mean, variance], {"epsilon": task.desc["Epsilon"]}
    names = {"ELEMENT_WISE_SUBTRACT": "Sub", "ELEMENT_WISE_MAX": "Max", "ELEMENT_WISE_BIT_AND": "BitwiseAnd",
             "ACTIVATION_RELU": "Relu", "ACTIVATION_HARD_SWISH": "HardSwish", "ELEMENT_WISE_ROUND": "Round"}
    return names[task.type], [], {}
