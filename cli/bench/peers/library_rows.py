"""What oneDNN and XNNPACK have for the operators of rows."""
import math
from ctypes import byref, c_float, c_size_t, c_uint8, c_uint32, c_void_p

import numpy as np

from quickest import Unsupported
from row_operators import limits, scale_and_zero
from task import packed

BINARY = {"ELEMENT_WISE_ADD": 0x1fff0, "ELEMENT_WISE_MULTIPLY": 0x1fff1, "ELEMENT_WISE_MAX": 0x1fff2,
          "ELEMENT_WISE_SUBTRACT": 0x1fff5, "ELEMENT_WISE_LOGICAL_LESS_THAN": 0x1fff9}
RELU, TANH, SIGMOID, EXP, CLIP_V2, ROUND, HARD_SWISH = 0x20, 0x21, 0x29, 0x2a, 0x2f, 0x32, 0x34
INFERENCE = 96
ZERO_POINTS, MEAN, VARIANCE, SCALE, SHIFT = 8192, 49, 50, 51, 52
GLOBAL_SCALED_SHIFTED = 7  # dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift

XNN_TWO = {"ELEMENT_WISE_ADD": "add_nd_f32", "ELEMENT_WISE_MULTIPLY": "multiply_nd_f32",
           "ELEMENT_WISE_SUBTRACT": "subtract_nd_f32", "ELEMENT_WISE_MAX": "maximum_nd_f32"}


def check(code, what):
    if code != 0:
        raise Unsupported(f"{what} says {code}")


def onednn_row(peer, task):
    """A primitive of binary, eltwise, reorder or batch normalization."""
    library, made, desc = peer.library, c_void_p(), task.desc
    inputs = [packed(x) for x in task.inputs]
    described = lambda x: peer.describe(x) if x.dtype.name in peer.TYPES else peer.describe(lacking(x))
    memory = lambda argument, x: (argument, peer.memory(described(x), x.ctypes.data))
    source, target = described(inputs[0]), described(task.output)
    result = memory(peer.DST, task.output)
    if task.type in BINARY:
        check(library.dnnl_binary_primitive_desc_create(byref(made), peer.engine, BINARY[task.type], source,
                                                        described(inputs[1]), target, None), "binary")
        return peer.execution(task, made, [memory(peer.SRC_0, inputs[0]), memory(peer.SRC_1, inputs[1]), result])
    eltwise = {"ACTIVATION_RELU": lambda: (RELU, 0, 0), "ACTIVATION_LEAKY_RELU": lambda: (RELU, desc["Alpha"], 0),
               "ACTIVATION_HARD_SWISH": lambda: (HARD_SWISH, desc["Alpha"], desc["Beta"]),
               "ELEMENT_WISE_ROUND": lambda: (ROUND, 0, 0), "ELEMENT_WISE_EXP": lambda: (EXP, 0, 0),
               "ACTIVATION_TANH": lambda: (TANH, 0, 0), "ACTIVATION_SIGMOID": lambda: (SIGMOID, 0, 0),
               "ELEMENT_WISE_CLIP": lambda: (CLIP_V2, *limits(task))}.get(task.type)
    if eltwise:
        algorithm, alpha, beta = eltwise()
        check(library.dnnl_eltwise_forward_primitive_desc_create(
            byref(made), peer.engine, INFERENCE, algorithm, source, target, c_float(alpha), c_float(beta), None),
              "eltwise")
        return peer.execution(task, made, [memory(peer.SRC_0, inputs[0]), result])
    if task.type == "BATCH_NORMALIZATION":
        check(library.dnnl_batch_normalization_forward_primitive_desc_create(
            byref(made), peer.engine, INFERENCE, source, target, c_float(desc["Epsilon"]), GLOBAL_SCALED_SHIFTED, None),
              "batch normalization")
        channels = [x.reshape(-1) for x in inputs[1:]]
        return peer.execution(task, made, [memory(peer.SRC_0, inputs[0]), result]
                              + [memory(n, x) for n, x in zip((MEAN, VARIANCE, SCALE, SHIFT), channels)])
    if task.type not in ("CAST", "ELEMENT_WISE_DEQUANTIZE_LINEAR", "ELEMENT_WISE_QUANTIZE_LINEAR"):
        raise Unsupported("has no such operation")
    attributes, bound = c_void_p(), [memory(peer.SRC_0, inputs[0]), result]
    check(library.dnnl_primitive_attr_create(byref(attributes)), "dnnl_primitive_attr_create")
    if task.type != "CAST":
        scale, zero = scale_and_zero(task)
        side = peer.DST if "_QUANTIZE" in task.type else peer.SRC_0
        scale, zero = np.array([scale], np.float32), np.array([zero], np.int32)
        task.keep.append((scale, zero))
        for which, value, kind in (("scales", scale, peer.SCALES), ("zero_points", zero, ZERO_POINTS)):
            check(getattr(library, f"dnnl_primitive_attr_set_{which}_mask")(attributes, side, 0), which)
            bound.append(memory(kind | side, value))
    check(library.dnnl_reorder_primitive_desc_create(byref(made), source, peer.engine, target, peer.engine, attributes),
          "reorder")
    return peer.execution(task, made, bound)


def lacking(x):
    raise Unsupported(f"has no {x.dtype.name}")


def xnnpack_row(peer, task):
    x, out, infinity = task.inputs[0], task.output, c_float(math.inf)
    kinds = x.dtype.name, out.dtype.name
    if task.type in XNN_TWO and kinds[0] == "float32":
        name = XNN_TWO[task.type]
        bounds = () if name.startswith("maximum") else (c_float(-math.inf), infinity)
        sizes = lambda y: (c_size_t(y.ndim), (c_size_t * y.ndim)(*y.shape))
        a, b = map(packed, task.inputs)
        return made(peer, name, bounds, (*sizes(a), *sizes(b), c_void_p(a.ctypes.data), c_void_p(b.ctypes.data)), out)
    one = one_input(task, kinds)
    if one is None:
        raise Unsupported("has no such operation")
    shape = c_size_t(1), c_size_t(1), c_size_t(1)  # channels, and how far apart they lie
    return made(peer, one[0], (*shape, *one[1]), (c_size_t(x.size), c_void_p(x.ctypes.data)), out)


def one_input(task, kinds):
    """The operator's name, and what its maker is told behind channels and strides; None of others."""
    if task.type == "CAST":
        return {("float32", "float16"): ("convert_nc_f32_f16", ()),
                ("float16", "float32"): ("convert_nc_f16_f32", ())}.get(kinds)
    if task.type in ("ELEMENT_WISE_DEQUANTIZE_LINEAR", "ELEMENT_WISE_QUANTIZE_LINEAR"):
        scale, zero = scale_and_zero(task)
        told = c_float(scale), c_uint8(zero)
        return (("convert_nc_f32_qu8", (*told, c_uint8(0), c_uint8(255))) if kinds[1] == "uint8" else
                ("convert_nc_qu8_f32", told))
    clamped = {"ELEMENT_WISE_CLIP": lambda: limits(task), "ACTIVATION_RELU": lambda: (0, math.inf)}.get(task.type)
    if clamped:
        return "clamp_nc_f32", tuple(map(c_float, clamped()))
    return {"ACTIVATION_LEAKY_RELU": ("leaky_relu_nc_f32", (c_float(task.desc.get("Alpha", 0)), )),
            "ACTIVATION_HARD_SWISH": ("hardswish_nc_f32", ()), "ACTIVATION_SIGMOID": ("sigmoid_nc_f32", ()),
            "ELEMENT_WISE_ROUND": ("bankers_rounding_nc_f32", ())}.get(task.type)


def made(peer, name, told, given, out):
    op = c_void_p()
    check(getattr(peer.library, "xnn_create_" + name)(*told, c_uint32(0), byref(op)), "xnn_create_" + name)
    check(getattr(peer.library, "xnn_setup_" + name)(op, *given, c_void_p(out.ctypes.data), None), "xnn_setup_" + name)
    return peer.runs([op])
