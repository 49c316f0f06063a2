#!/usr/bin/env python3
"""Lets `dmlrun fuzz` judge numpy, onnxruntime or torch:

    dmlrun fuzz --against 'python3 cli/fuzz/peers.py numpy'
    dmlrun fuzz --against 'python3 cli/fuzz/peers.py torch' --operators ELEMENT_WISE_MAX
    dmlrun fuzz --against 'python3 cli/fuzz/peers.py onnxruntime' --operators ELEMENT_WISE_QUANTIZED_LINEAR_ADD

    python3 cli/fuzz/peers.py pairs [SETS [SEED]]
    python3 cli/fuzz/peers.py one Max f4:nan,1 f4:1,2

`pairs` needs no dmlrun: it gives every pair of bytes to onnxruntime's QLinearAdd, with SETS (400) sets of scales from
0.001 to 0.2 and of zero points, and counts what differs from the formula in numpy's float32 steps.

A pattern for adapters of other implementations: read a folder, compute, write result/OutputTensor.npy (SPLIT's parts:
result/OutputTensors_0.npy and so on), answer with a line.
onnxruntime also needs the package onnx, which makes its models. torch has the element-wise operators alone: they are in
numpy_elements.py, onnx_elements.py and torch_elements.py.

What it found (numpy 2.4.6, onnxruntime 1.31.1, torch 1.13): docs/peers.md.
"""
import json
import sys

import numpy as np
import numpy_elements
import onnx_elements
from adapter import TYPES, Onnx, Unsupported, answer_each
from element_wise import inputs_of
from torch_elements import TorchElements

MODES = {"EDGE": "edge", "REFLECTION": "reflect", "SYMMETRIC": "symmetric", "WRAP": "wrap"}


def load(folder, spec, name):
    """The values of a tensor, or None where an optional one is absent."""
    def one(source, tensor):  # on an axis of stride 0 a file has one value for all
        return np.broadcast_to(np.load(folder + "/" + source["sourcePath"]), tensor["Sizes"])
    source = spec["inputs"].get(name)
    if isinstance(source, list):
        return [one(*pair) for pair in zip(source, spec["desc"][name])]
    return None if source is None else one(source, spec["desc"][name])


def constant_of(desc, type_name):
    """The value to pad with, where it needs no conversion. That of PADDING is a FLOAT; PADDING1's has a type."""
    value = desc["PaddingValue"]
    if isinstance(value, dict):  # a scalar: FLOAT16 is given by its bits
        member, value = next((k, v) for k, v in value.items() if k != "Type")
        if type_name == "FLOAT16" and member == "UInt16":
            return np.array(value, "u2").view("f2")
    if isinstance(value, str) or value is None:
        raise Unsupported("a value that JSON has no number for")
    if not isinstance(desc["PaddingValue"], dict) and "PaddingValueDataType" not in desc:
        value = np.float32(value)
    exact = np.array(value).astype(TYPES[type_name])
    if exact != value:
        raise Unsupported("a value that the type does not hold")
    return exact


def pads_of(desc):
    return list(zip(desc["StartPadding"], desc["EndPadding"]))


def walk_of(kind, desc):
    """For each axis: the first element, how many, and how far apart. A negative stride begins at the window's end."""
    if kind == "SLICE":
        counts = desc["OutputTensor"]["Sizes"] if "OutputTensor" in desc else desc["Sizes"]
        return list(zip(desc["Offsets"], counts, desc["Strides"]))
    axes = list(zip(desc["InputWindowOffsets"], desc["InputWindowSizes"], desc["InputWindowStrides"]))
    walked = desc.get("InputGradientTensor" if kind == "SLICE_GRAD" else "OutputTensor")
    counts = walked["Sizes"] if walked else [1 + (size - 1) // abs(step) for _, size, step in axes]
    return [
        (offset if step > 0 else offset + size - 1, count, step) for (offset, size, step), count in zip(axes, counts)]


def stop_of(first, count, step):
    """Behind the last element of a slice; None where that is in front of the beginning."""
    stop = first + (count - 1) * step + (1 if step > 0 else -1)
    return None if stop < 0 else stop


class Numpy:
    def walk(self, x, axes):
        return x[tuple(slice(first, stop_of(first, count, step), step) for first, count, step in axes)]

    def walk_back(self, x, axes, sizes):
        made = np.zeros(sizes, x.dtype)
        self.walk(made, axes)[...] = x
        return made

    def split(self, x, sizes, axis):
        return np.split(x, np.cumsum(sizes)[:-1], axis=axis)

    def tile(self, x, desc):
        return np.tile(x, desc["Repeats"])

    def join(self, inputs, desc):
        return np.concatenate(inputs, axis=desc["Axis"])

    def padding(self, x, desc):
        if desc["PaddingMode"] == "CONSTANT":
            value = constant_of(desc, desc["InputTensor"]["DataType"])
            return np.pad(x, pads_of(desc), mode="constant", constant_values=value)
        return np.pad(x, pads_of(desc), mode=MODES[desc["PaddingMode"]])

    def quantized_add(self, tensors, output_type):
        raise Unsupported("numpy has no quantized add")

    def element_wise(self, kind, tensors, desc, output_type):
        return numpy_elements.element_wise(kind, tensors, desc, output_type)


class OnnxRuntime(Onnx):
    def walk(self, x, axes):
        stops = [stop_of(*axis) for axis in axes]
        # -1 would count from the end.
        ends = [np.iinfo(np.int64).min if stop is None else stop for stop in stops]
        firsts, _, steps = zip(*axes)
        return self.run("Slice", [x, *(np.array(v, np.int64) for v in (firsts, ends, range(x.ndim), steps))], x.dtype)

    def walk_back(self, x, axes, sizes):
        raise Unsupported("ONNX has no gradient of Slice")

    def split(self, x, sizes, axis):
        return self.run_all("Split", [x, np.array(sizes, np.int64)], x.dtype, len(sizes), axis=axis)

    def tile(self, x, desc):
        return self.run("Tile", [x, np.array(desc["Repeats"], np.int64)], x.dtype)

    def join(self, inputs, desc):
        return self.run("Concat", inputs, inputs[0].dtype, axis=desc["Axis"])

    def padding(self, x, desc):
        mode = desc["PaddingMode"]
        if mode == "SYMMETRIC":
            raise Unsupported("ONNX has no symmetric mode")
        pads = np.array(desc["StartPadding"] + desc["EndPadding"], np.int64)
        if mode == "CONSTANT":
            return self.run("Pad", [x, pads, constant_of(desc, desc["InputTensor"]["DataType"])], x.dtype,
                            mode="constant")
        if mode != "EDGE" and any(max(p) >= n for p, n in zip(pads_of(desc), x.shape)):
            raise Unsupported("ONNX does not say what a pad beyond the size means")
        return self.run("Pad", [x, pads], x.dtype, mode=MODES[mode])

    def quantized_add(self, tensors, output_type):
        flat = [t if t is None or i in (0, 3) else t.reshape(-1)[:1].reshape(()) for i, t in enumerate(tensors)]
        if any(t is not None and not np.isfinite(t) for t in (flat[1], flat[4], flat[6])) or flat[6] == 0:
            raise Unsupported("a scale that is no number")
        if len({np.dtype(t.dtype) for t in (flat[0], flat[3])} | {np.dtype(output_type)}) > 1:
            raise Unsupported("mixed signs")
        return self.run("QLinearAdd", flat, output_type, domain="com.microsoft")


    def element_wise(self, kind, tensors, desc, output_type):
        return onnx_elements.element_wise(self, kind, tensors, desc, output_type)


def is_element_wise(kind):
    return kind == "CAST" or kind.startswith(("ELEMENT_WISE_", "ACTIVATION_"))


def element_wise(peer, kind, folder, spec):
    desc = spec["desc"]
    tensors = inputs_of(kind, desc, lambda name: load(folder, spec, name))
    output = next(name for name in desc if name.startswith("Output"))
    return {output: peer.element_wise(kind, tensors, desc, TYPES[desc[output]["DataType"]])}


def compute(peer, folder):
    with open(folder + "/spec.json", encoding="utf-8") as file:
        spec = json.load(file)
    kind, desc = spec["type"].removeprefix("DML_OPERATOR_"), spec["desc"]
    if isinstance(peer, TorchElements) and not is_element_wise(kind):
        raise Unsupported("torch is asked for element-wise operators alone")
    if kind == "TILE":
        return peer.tile(load(folder, spec, "InputTensor"), desc)
    if kind == "JOIN":
        return peer.join(load(folder, spec, "InputTensors"), desc)
    if kind in ("PADDING", "PADDING1"):
        return peer.padding(load(folder, spec, "InputTensor"), desc)
    if kind == "ELEMENT_WISE_QUANTIZED_LINEAR_ADD":
        names = ("ATensor", "AScaleTensor", "AZeroPointTensor", "BTensor", "BScaleTensor", "BZeroPointTensor",
                 "OutputScaleTensor", "OutputZeroPointTensor")
        return peer.quantized_add([load(folder, spec, name) for name in names], TYPES[desc["OutputTensor"]["DataType"]])
    if kind in ("SLICE", "SLICE1"):
        return peer.walk(load(folder, spec, "InputTensor"), walk_of(kind, desc))
    if kind == "SLICE_GRAD":
        sizes = desc["OutputGradientTensor"]["Sizes"]
        made = peer.walk_back(load(folder, spec, "InputGradientTensor"), walk_of(kind, desc), sizes)
        return {"OutputGradientTensor": made}
    if kind == "SPLIT":
        sizes = [part["Sizes"][desc["Axis"]] for part in desc["OutputTensors"]]
        return peer.split(load(folder, spec, "InputTensor"), sizes, desc["Axis"])
    if is_element_wise(kind):
        return element_wise(peer, kind.removeprefix("ELEMENT_WISE_"), folder, spec)
    raise Unsupported(kind)


def formula(a, b, scales, zero_points, dtype):
    """Quantized sum in the steps that its page states: float32, rounded to even before the zero point is added."""
    (sa, sb, so), (za, zb, zo) = scales, map(int, zero_points)
    total = (a.astype(np.int32) - za).astype("f4") * sa + (b.astype(np.int32) - zb).astype("f4") * sb
    bounds = np.iinfo(dtype)
    return np.clip(np.rint(total / so) + np.float32(zo), bounds.min, bounds.max).astype(dtype)


def pairs(sets=400, seed=1):
    peer, random = OnnxRuntime(), np.random.default_rng(seed)
    differing = different_sets = most = 0
    for number in range(sets):
        dtype = np.dtype("u1" if number % 2 == 0 else "i1")
        every = np.arange(np.iinfo(dtype).min, np.iinfo(dtype).max + 1).astype(dtype)
        a, b = np.repeat(every, 256), np.tile(every, 256)
        scales = np.exp(random.uniform(np.log(0.001), np.log(0.2), 3)).astype("f4")
        zero_points = random.choice(every, 3)
        feeds = [a, scales[0], zero_points[0], b, scales[1], zero_points[1], scales[2], zero_points[2]]
        found = peer.run("QLinearAdd", [np.asarray(f) for f in feeds], dtype, domain="com.microsoft")
        off = np.abs(found.astype(int) - formula(a, b, scales, zero_points, dtype).astype(int))
        differing += np.count_nonzero(off)
        different_sets += bool(off.any())
        most = max(most, int(off.max()))
    print(
        f"{sets * 65536} pairs, {differing} differ, in {different_sets} of {sets} sets, by at most {most}; seed {seed}")


def one(operator, *arguments):
    """Prints what onnxruntime's operator gives for tensors, f4:1,nan, and attributes, to=10; out=f2 is the result's
    type where it is not the first tensor's."""
    feeds, attributes = [], {}
    for argument in arguments:
        key, is_attribute, value = argument.partition("=")
        if is_attribute:
            attributes[key] = value if key == "out" or not value.lstrip("-").replace(".", "").isdigit() else \
                float(value) if "." in value else int(value)
            continue
        dtype, _, values = argument.partition(":")
        numbers = [float(v) if dtype[0] == "f" else int(v) for v in values.split(",")]
        feeds.append(np.array(numbers if "," in values or not feeds else numbers[0], dtype))
    print(OnnxRuntime().run(operator, feeds, attributes.pop("out", feeds[0].dtype), **attributes))


def main():
    if sys.argv[1:2] == ["pairs"]:
        return pairs(*map(int, sys.argv[2:4]))
    if sys.argv[1:2] == ["one"]:
        return one(*sys.argv[2:])
    peers = {"numpy": Numpy, "onnxruntime": OnnxRuntime, "torch": TorchElements}
    if len(sys.argv) != 2 or sys.argv[1] not in peers:
        sys.exit("usage: peers.py numpy|onnxruntime|torch|pairs [SETS [SEED]]|one OPERATOR TYPE:VALUES...")
    try:
        peer = peers[sys.argv[1]]()
    except ImportError as missing:
        sys.exit(f"peers.py: {sys.argv[1]} cannot be used by {sys.executable}: {missing}")

    def results_of(folder):
        found = compute(peer, folder)
        if isinstance(found, list):
            return {f"OutputTensors_{n}": part for n, part in enumerate(found)}
        return found if isinstance(found, dict) else {"OutputTensor": found}

    answer_each(results_of)


if __name__ == "__main__":
    main()
