"""Peers that are C libraries, called without Python between: oneDNN and XNNPACK."""
import ctypes
import glob
import math
import os
import sys
from ctypes import byref, c_float, c_int, c_size_t, c_void_p

from library_rows import check, onednn_row, xnnpack_row
from native import function_of
from quickest import Unsupported


class OneDnn:
    name, exact_add = "onednn", False
    TYPES = {"float16": 1, "float32": 3, "int32": 4, "int8": 5, "uint8": 6}
    ADD, LINEAR, SRC_0, SRC_1, DST, MULTIPLE, SCALES = 0x1fff0, 0x26, 1, 2, 17, 1024, 4096

    class Version(ctypes.Structure):
        _fields_ = [("major", c_int), ("minor", c_int), ("patch", c_int)]

    class Argument(ctypes.Structure):
        _fields_ = [("arg", c_int), ("memory", c_void_p)]

    def __init__(self):
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        found = sorted(glob.glob(sys.prefix + "/lib/libdnnl.so.?")) or ["libdnnl.so.3"]
        self.library = library = ctypes.CDLL(found[0])
        library.dnnl_version.restype = ctypes.POINTER(self.Version)
        v = library.dnnl_version().contents
        self.version = f"{v.major}.{v.minor}.{v.patch}"
        self.engine, self.stream = c_void_p(), c_void_p()
        check(library.dnnl_engine_create(byref(self.engine), 1, c_size_t(0)), "dnnl_engine_create")
        check(library.dnnl_stream_create(byref(self.stream), self.engine, 1), "dnnl_stream_create")

    def describe(self, x):
        if x.dtype.name not in self.TYPES:
            raise Unsupported(f"has no {x.dtype.name}")
        longs = lambda values: (ctypes.c_int64 * 12)(*values)
        made = c_void_p()
        check(self.library.dnnl_memory_desc_create_with_strides(
            byref(made), x.ndim, longs(x.shape), self.TYPES[x.dtype.name],
            longs(s // x.itemsize for s in x.strides)), "dnnl_memory_desc_create_with_strides")
        return made

    def memory(self, desc, address):
        made = c_void_p()
        check(self.library.dnnl_memory_create(byref(made), desc, self.engine, c_void_p(address)), "dnnl_memory_create")
        return made

    def execution(self, task, primitive_desc, bound):
        primitive = c_void_p()
        check(self.library.dnnl_primitive_create(byref(primitive), primitive_desc), "dnnl_primitive_create")
        arguments = (self.Argument * len(bound))(*[self.Argument(n, m) for n, m in bound])
        task.keep += [arguments, bound]
        return [(function_of(self.library, "dnnl_primitive_execute"),
                 [primitive.value, self.stream.value, len(bound), ctypes.addressof(arguments), 0, 0])]

    def row(self, task):
        return onednn_row(self, task)

    def prepare(self, task):
        if task.family not in ("join", "qadd"):
            raise Unsupported("has no such operation")
        inputs, output = task.data_inputs(), task.output
        descs, target, made = [self.describe(x) for x in inputs], self.describe(output), c_void_p()
        result = (self.DST, self.memory(target, output.ctypes.data))
        if task.family == "join":
            listed = (c_void_p * len(descs))(*descs)
            check(self.library.dnnl_concat_primitive_desc_create(byref(made), self.engine, target, len(descs),
                                                                 task.desc["Axis"], listed, None), "concat")
            return self.execution(task, made, [(self.MULTIPLE + n, self.memory(d, x.ctypes.data))
                                               for n, (d, x) in enumerate(zip(descs, inputs))] + [result])
        return self.add(task, inputs, descs, target, made, result)

    def add(self, task, inputs, descs, target, made, result):
        """Scales of the sources by the output's; what the zero points add up to in a linear post-operation."""
        import numpy as np
        (_, s, az), (_, t, bz), (u, oz) = task.operands()
        library, attributes, after = self.library, c_void_p(), c_void_p()
        check(library.dnnl_primitive_attr_create(byref(attributes)), "dnnl_primitive_attr_create")
        check(library.dnnl_post_ops_create(byref(after)), "dnnl_post_ops_create")
        check(library.dnnl_post_ops_append_eltwise(after, self.LINEAR, c_float(1), c_float(oz - (s * az + t * bz) / u)),
              "dnnl_post_ops_append_eltwise")
        check(library.dnnl_primitive_attr_set_post_ops(attributes, after), "dnnl_primitive_attr_set_post_ops")
        scales = [np.array([v / u], np.float32) for v in (s, t)]
        bound = []
        for argument, scale, desc, x in zip((self.SRC_0, self.SRC_1), scales, descs, inputs):
            check(library.dnnl_primitive_attr_set_scales_mask(attributes, argument, 0),
                  "dnnl_primitive_attr_set_scales_mask")
            bound += [(argument, self.memory(desc, x.ctypes.data)),
                      (self.SCALES | argument, self.memory(self.describe(scale), scale.ctypes.data))]
        task.keep.append(scales)
        check(library.dnnl_binary_primitive_desc_create(byref(made), self.engine, self.ADD, *descs, target, attributes),
              "binary")
        return self.execution(task, made, bound + [result])


class Xnnpack:
    name, exact_add = "xnnpack", False

    def __init__(self):
        self.library = ctypes.CDLL("libXNNPACK.so.0")
        self.version = "2022-02-16 (Debian)"
        check(self.library.xnn_initialize(None), "xnn_initialize")

    def runs(self, operators):
        return [(function_of(self.library, "xnn_run_operator"), [op.value, 0, 0, 0, 0, 0]) for op in operators]

    def row(self, task):
        return xnnpack_row(self, task)

    def prepare(self, task):
        if task.family not in ("padding", "join", "qadd"):
            raise Unsupported("has no such operation")
        return getattr(self, task.family)(task)

    def padding(self, task):
        x, sizes = task.inputs[0], lambda values: (c_size_t * len(values))(*values)
        if task.desc["PaddingMode"] != "CONSTANT" or x.ndim > 6 or x.itemsize not in (1, 2, 4):
            raise Unsupported("pads up to six axes with constants of up to 4 bytes")
        zero, op, kind = ctypes.c_uint32(0), c_void_p(), f"constant_pad_nd_x{8 * x.itemsize}"
        check(getattr(self.library, "xnn_create_" + kind)(byref(zero), 0, byref(op)), "xnn_create_" + kind)
        check(getattr(self.library, "xnn_setup_" + kind)(
            op, c_size_t(x.ndim), sizes(x.shape), sizes(task.desc["StartPadding"]), sizes(task.desc["EndPadding"]),
            c_void_p(x.ctypes.data), c_void_p(task.output.ctypes.data), None), "xnn_setup_" + kind)
        return self.runs([op])

    def join(self, task):
        bytes_each = task.output.itemsize
        if bytes_each not in (1, 2, 4):
            raise Unsupported("copies elements of up to 4 bytes")
        axis, operators, begin, kind = task.desc["Axis"], [], 0, f"copy_nc_x{8 * bytes_each}"
        inner = lambda x: math.prod(x.shape[axis:])
        for x in task.inputs:
            op, at = c_void_p(), task.output.ctypes.data + begin * bytes_each
            check(
                getattr(self.library, "xnn_create_" + kind)(c_size_t(inner(x)), c_size_t(inner(x)),
                                                            c_size_t(inner(task.output)), 0, byref(op)),
                "xnn_create_" + kind)
            check(getattr(self.library, "xnn_setup_" + kind)(
                op, c_size_t(x.size // inner(x)), c_void_p(x.ctypes.data), c_void_p(at), None), "xnn_setup_" + kind)
            operators.append(op)
            begin += inner(x)
        return self.runs(operators)

    def qadd(self, task):
        (a, s, az), (b, t, bz), (u, oz) = task.operands()
        signed = task.output.dtype.name == "int8"
        kind, number = ("qs8", ctypes.c_int8) if signed else ("qu8", ctypes.c_uint8)
        low, high = (-128, 127) if signed else (0, 255)
        op, sizes = c_void_p(), lambda x: (c_size_t(x.ndim), (c_size_t * x.ndim)(*x.shape))
        check(getattr(self.library, f"xnn_create_add_nd_{kind}")(
            number(az), c_float(s), number(bz), c_float(t), number(oz), c_float(u), number(low), number(high), 0,
            byref(op)), "xnn_create_add_nd")
        a, b = task.data_inputs()
        check(getattr(self.library, f"xnn_setup_add_nd_{kind}")(
            op, *sizes(a), *sizes(b), c_void_p(a.ctypes.data), c_void_p(b.ctypes.data),
            c_void_p(task.output.ctypes.data), None), "xnn_setup_add_nd")
        return self.runs([op])
