#!/usr/bin/env python3
"""Lets `dmlrun verify` judge functions of numpy, onnxruntime, torch or the C library:

    dmlrun verify EXP --against 'python3 cli/verify/peers.py numpy'

The C library's are single-precision functions (expf), called in a loop that the C compiler, which must be there, makes.
What it found: docs/accuracy.md.
"""
import ctypes
import json
import subprocess
import sys
import tempfile

import numpy as np

# The functions whose names are the same everywhere, but for capitals.
PLAIN = ("EXP LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH ASINH ACOSH ATANH ERF SQRT").split()


class Unsupported(Exception):
    pass


def function_of(spec):
    name = spec["type"].removeprefix("DML_OPERATOR_").removeprefix("ELEMENT_WISE_")
    return name.removeprefix("ACTIVATION_")


class Numpy:
    def __init__(self):
        plain = {name: getattr(np, name.lower(), None) for name in PLAIN}
        self.functions = {name: function for name, function in plain.items() if function is not None}
        self.functions["RECIP"] = np.reciprocal

    def compute(self, name, x):
        if name not in self.functions:
            raise Unsupported("numpy has no such function")
        with np.errstate(all="ignore"):
            return self.functions[name](x)


class OnnxRuntime:
    def __init__(self):
        import onnx
        import onnxruntime
        self.onnx, self.runtime, self.sessions = onnx, onnxruntime, {}

    def session(self, name, x):
        helper = self.onnx.helper
        operator = {"RECIP": "Reciprocal"}.get(name, name.capitalize())
        kind = helper.np_dtype_to_tensor_dtype(x.dtype)
        graph = helper.make_graph([helper.make_node(operator, ["x"], ["y"])], "one",
                                  [helper.make_tensor_value_info("x", kind, x.shape)],
                                  [helper.make_tensor_value_info("y", kind, x.shape)])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
        options = self.runtime.SessionOptions()
        options.log_severity_level, options.intra_op_num_threads = 4, 1
        try:
            return self.runtime.InferenceSession(model.SerializeToString(), options,
                                                 providers=["CPUExecutionProvider"])
        except Exception as refusal:
            raise Unsupported(str(refusal)) from refusal

    def compute(self, name, x):
        key = name, x.dtype, x.shape
        if key not in self.sessions:
            self.sessions[key] = self.session(name, x)
        return self.sessions[key].run(None, {"x": x})[0]


class Torch:
    def __init__(self):
        import torch
        torch.set_num_threads(1)
        self.torch = torch

    def compute(self, name, x):
        known = {"RECIP": self.torch.reciprocal, "GELU": self.torch.nn.functional.gelu}
        try:
            return (known.get(name) or getattr(self.torch, name.lower()))(self.torch.from_numpy(x)).numpy()
        except RuntimeError as refusal:  # FLOAT16 on the processor, in some versions
            raise Unsupported(str(refusal)) from refusal


class CLibrary:
    def __init__(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = [f"void call_{name}(const float* x, float* y, long n)"
                     f" {{ for (long i = 0; i < n; ++i) y[i] = {name.lower()}f(x[i]); }}" for name in PLAIN]
            with open(folder + "/calls.c", "w", encoding="ascii") as file:
                file.write("#include <math.h>\n" + "\n".join(lines) + "\n")
            subprocess.run(["cc", "-O2", "-fno-builtin", "-shared", "-fPIC", "-o", folder + "/calls.so",
                            folder + "/calls.c", "-lm"], check=True)
            self.library = ctypes.CDLL(folder + "/calls.so")

    def compute(self, name, x):
        if name not in PLAIN or x.dtype != np.float32:
            raise Unsupported("the C library has no such function")
        y = np.empty_like(x)
        pointer = ctypes.c_void_p
        getattr(self.library, "call_" + name)(pointer(x.ctypes.data), pointer(y.ctypes.data), ctypes.c_long(x.size))
        return y


PEERS = {"numpy": Numpy, "onnxruntime": OnnxRuntime, "torch": Torch, "libc": CLibrary}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PEERS:
        sys.exit(f"usage: peers.py {'|'.join(PEERS)}")
    peer = PEERS[sys.argv[1]]()
    for line in sys.stdin:
        folder = line.rstrip("\n")
        try:
            with open(folder + "/spec.json", encoding="utf-8") as file:
                name = function_of(json.load(file))
            np.save(folder + "/result/OutputTensor.npy", peer.compute(name, np.load(folder + "/InputTensor.npy")))
            answer = "ok"
        except Unsupported as why:
            answer = "unsupported " + str(why)
        except Exception as wrong:
            answer = f"error {type(wrong).__name__}: {wrong}"
        print(answer.replace("\n", " ")[:1000], flush=True)


if __name__ == "__main__":
    main()
