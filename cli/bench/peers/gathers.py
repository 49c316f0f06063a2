"""Tiles and pads as gathers: for each element of the output the place in the input that it comes from, made
beforehand."""
import numpy as np

from copies import pads_of
from quickest import Unsupported

MODES = {"EDGE": "edge", "REFLECTION": "reflect", "SYMMETRIC": "symmetric", "WRAP": "wrap"}  # numpy's names, and ONNX's
MOST_ELEMENTS = 1 << 20  # an index has 8 bytes: beyond, it costs more than the work


def indices(task):
    """Into the input as one row, in the output's shape."""
    if task.output.size > MOST_ELEMENTS:
        raise Unsupported("the indices would be larger than the output")
    x = task.inputs[0]
    return placed(task, np.arange(x.size).reshape(x.shape), slice(None))


def indices_along(task):
    """(axis, indices along it), where one axis alone grows."""
    x = task.inputs[0]
    axes = [axis for axis, (size, grown) in enumerate(zip(x.shape, task.output.shape)) if size != grown]
    if len(axes) != 1:
        raise Unsupported("more axes than one, or none, grow")
    return axes[0], placed(task, np.arange(x.shape[axes[0]]), slice(axes[0], axes[0] + 1))


def placed(task, numbers, axes):
    if task.family == "tile":
        return np.tile(numbers, task.desc["Repeats"][axes])
    mode = task.desc["PaddingMode"]
    if mode not in MODES:
        raise Unsupported("zeros come from nowhere")
    return np.pad(numbers, pads_of(task)[axes], mode=MODES[mode])
