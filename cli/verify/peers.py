#!/usr/bin/env python3
"""Lets `dmlrun verify` judge functions of numpy, onnxruntime, torch or the C library:

    dmlrun verify EXP --against 'python3 cli/verify/peers.py numpy'

The C library's are single-precision functions (expf), called in a loop that the C compiler, which must be there, makes.
What it found: docs/accuracy.md.
"""
import ctypes
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fuzz"))
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

    def compute(self, name, *inputs):
        if name not in self.functions:
            raise Unsupported("numpy has no such function")
        with np.errstate(all="ignore"):
            return self.functions[name](*inputs)


class OnnxRuntime:
    def __init__(self):
        self.onnx = Onnx()

    def compute(self, name, *inputs):
        return self.onnx.run({"RECIP": "Reciprocal"}.get(name, name.capitalize()), list(inputs), inputs[0].dtype)


class Torch:
    def __init__(self):
        import torch
        torch.set_num_threads(1)
        self.torch = torch

    def compute(self, name, *inputs):
        known = {"RECIP": self.torch.reciprocal, "GELU": self.torch.nn.functional.gelu}
        known |= {pair: getattr(self.torch, names[2]) for pair, names in PAIRS.items()}
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

    def compute(self, name, *inputs):
        if (name not in PLAIN and name not in PAIRS) or inputs[0].dtype != np.float32:
            raise Unsupported("the C library has no such function")
        y = np.empty_like(inputs[0])
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*inputs, y)]
        getattr(self.library, "call_" + name)(*pointers, ctypes.c_long(y.size))
        return y


PEERS = {"numpy": Numpy, "onnxruntime": OnnxRuntime, "torch": Torch, "libc": CLibrary}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PEERS:
        sys.exit(f"usage: peers.py {'|'.join(PEERS)}")
    peer = PEERS[sys.argv[1]]()

    def results_of(folder):
        with open(folder + "/spec.json", encoding="utf-8") as file:
            spec = json.load(file)
        inputs = [np.load(f"{folder}/{tensor}.npy") for tensor in spec["inputs"]]
        return {"OutputTensor": peer.compute(function_of(spec), *inputs)}

    answer_each(results_of)


if __name__ == "__main__":
    main()
