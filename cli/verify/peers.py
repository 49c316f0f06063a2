#!/usr/bin/env python3
"""Lets `dmlrun verify` judge functions of numpy, onnxruntime, torch, the C library, oneDNN or XNNPACK:

    dmlrun verify EXP --against 'python3 cli/verify/peers.py numpy'

oneDNN's and XNNPACK's libraries are those that `./dev bench` installs. The C library's are single-precision functions
(expf), called in a loop that the C compiler, which must be there, makes. What it found: docs/accuracy.md.
"""
import ctypes
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE + "/../fuzz", HERE + "/../bench/peers"]
from adapter import Onnx, Unsupported, answer_each

# The functions whose names are the same everywhere, but for capitals.
PLAIN = ("EXP LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH ASINH ACOSH ATANH ERF SQRT").split()
# Of two numbers: numpy's and the C library's names, and torch's.
PAIRS = {"POW": ("power", "powf", "pow"), "ATAN_YX": ("arctan2", "atan2f", "atan2")}


def function_of(spec):
    name = spec["type"].removeprefix("DML_OPERATOR_").removeprefix("ELEMENT_WISE_")
    return name.removeprefix("ACTIVATION_")


class Numpy:
    def __init__(self):
        plain = {name: getattr(np, name.lower(), None) for name in PLAIN}
        self.functions = {name: function for name, function in plain.items() if function is not None}
        self.functions |= {name: getattr(np, names[0]) for name, names in PAIRS.items()}
        self.functions["RECIP"] = np.reciprocal

    def compute(self, name, fields, *inputs):
        if name not in self.functions:
            raise Unsupported("numpy has no such function")
        with np.errstate(all="ignore"):
            return self.functions[name](*inputs)


class OnnxRuntime:
    def __init__(self):
        self.onnx = Onnx()

    def compute(self, name, fields, *inputs):
        return self.onnx.run({"RECIP": "Reciprocal"}.get(name, name.capitalize()), list(inputs), inputs[0].dtype)


class Torch:
    def __init__(self):
        import torch
        torch.set_num_threads(1)
        self.torch = torch

    def compute(self, name, fields, *inputs):
        known = {"RECIP": self.torch.reciprocal, "GELU": self.torch.nn.functional.gelu}
        known |= {pair: getattr(self.torch, names[2]) for pair, names in PAIRS.items()}
        functional = self.torch.nn.functional
        known |= {"ELU": lambda x: functional.elu(x, fields["Alpha"]),
                  "CELU": lambda x: functional.celu(x, fields["Alpha"]),
                  "SOFTPLUS": lambda x: functional.softplus(x, fields["Steepness"])}
        try:
            return (known.get(name) or getattr(self.torch, name.lower()))(*map(self.torch.from_numpy, inputs)).numpy()
        except RuntimeError as refusal:  # FLOAT16 on the processor, in some versions
            raise Unsupported(str(refusal)) from refusal


class CLibrary:
    def __init__(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = [f"void call_{name}(const float* x, float* y, long n)"
                     f" {{ for (long i = 0; i < n; ++i) y[i] = {name.lower()}f(x[i]); }}" for name in PLAIN]
            lines += [f"void call_{name}(const float* x, const float* z, float* y, long n)"
                      f" {{ for (long i = 0; i < n; ++i) y[i] = {names[1]}(x[i], z[i]); }}"
                      for name, names in PAIRS.items()]
            with open(folder + "/calls.c", "w", encoding="ascii") as file:
                file.write("#include <math.h>\n" + "\n".join(lines) + "\n")
            subprocess.run(["cc", "-O2", "-fno-builtin", "-shared", "-fPIC", "-o", folder + "/calls.so",
                            folder + "/calls.c", "-lm"], check=True)
            self.library = ctypes.CDLL(folder + "/calls.so")

    def compute(self, name, fields, *inputs):
        if (name not in PLAIN and name not in PAIRS) or inputs[0].dtype != np.float32:
            raise Unsupported("the C library has no such function")
        y = np.empty_like(inputs[0])
        pointers = [address(array) for array in (*inputs, y)]
        getattr(self.library, "call_" + name)(*pointers, ctypes.c_long(y.size))
        return y


def address(array):
    return ctypes.c_void_p(array.ctypes.data)


def check(code, what):
    if code != 0:
        raise Unsupported(f"{what} says {code}")


class OneDnn:
    """Its element-wise primitive: the algorithm's number, and the field that is its alpha."""
    ALGORITHMS = {"EXP": (0x2a, None), "LOG": (0x2d, None), "SQRT": (0x25, None), "TANH": (0x21, None),
                  "SIGMOID": (0x29, None), "GELU": (0x31, None), "ELU": (0x22, "Alpha"),
                  "SOFTPLUS": (0x27, "Steepness"), "SWISH": (0x2c, "SigmoidInputScale")}
    INFERENCE = 96

    def __init__(self):
        from library_peers import OneDnn as Library
        self.peer = Library()

    def compute(self, name, fields, x):
        if name not in self.ALGORITHMS or x.dtype != np.float32:
            raise Unsupported("oneDNN has no such function")
        number, alpha = self.ALGORITHMS[name]
        peer, library, y, made = self.peer, self.peer.library, np.empty_like(x), ctypes.c_void_p()
        desc, primitive = peer.describe(x), ctypes.c_void_p()
        check(library.dnnl_eltwise_forward_primitive_desc_create(
            ctypes.byref(made), peer.engine, self.INFERENCE, number, desc, desc,
            ctypes.c_float(fields[alpha] if alpha else 0), ctypes.c_float(0), None), "eltwise")
        check(library.dnnl_primitive_create(ctypes.byref(primitive), made), "dnnl_primitive_create")
        memories = [peer.memory(desc, array.ctypes.data) for array in (x, y)]
        bound = (peer.Argument * 2)(peer.Argument(peer.SRC_0, memories[0]), peer.Argument(peer.DST, memories[1]))
        check(library.dnnl_primitive_execute(primitive, peer.stream, 2, bound), "dnnl_primitive_execute")
        check(library.dnnl_stream_wait(peer.stream), "dnnl_stream_wait")
        for destroy, one in [("memory", m) for m in memories] + [("memory_desc", desc), ("primitive", primitive),
                                                                 ("primitive_desc", made)]:
            getattr(library, f"dnnl_{destroy}_destroy")(one)
        return y


class Xnnpack:
    def __init__(self):
        from library_peers import Xnnpack as Library
        self.library = Library().library

    def compute(self, name, fields, x):
        if name != "SIGMOID" or x.dtype != np.float32:
            raise Unsupported("XNNPACK has no such function")
        one, operator, y = ctypes.c_size_t(1), ctypes.c_void_p(), np.empty_like(x)
        check(self.library.xnn_create_sigmoid_nc_f32(one, one, one, 0, ctypes.byref(operator)), "xnn_create")
        check(self.library.xnn_setup_sigmoid_nc_f32(operator, ctypes.c_size_t(x.size), address(x), address(y), None),
              "xnn_setup")
        check(self.library.xnn_run_operator(operator, None), "xnn_run_operator")
        check(self.library.xnn_delete_operator(operator), "xnn_delete_operator")
        return y


PEERS = {"numpy": Numpy, "onnxruntime": OnnxRuntime, "torch": Torch, "libc": CLibrary, "onednn": OneDnn,
         "xnnpack": Xnnpack}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PEERS:
        sys.exit(f"usage: peers.py {'|'.join(PEERS)}")
    peer = PEERS[sys.argv[1]]()

    def results_of(folder):
        with open(folder + "/spec.json", encoding="utf-8") as file:
            spec = json.load(file)
        inputs = [np.load(f"{folder}/{tensor}.npy") for tensor in spec["inputs"]]
        return {"OutputTensor": peer.compute(function_of(spec), spec["desc"], *inputs)}

    answer_each(results_of)


if __name__ == "__main__":
    main()
