"""DirectML's types as numpy has them."""
import itertools
import math
from collections.abc import Iterable, Mapping

import numpy as np

from ._error import Error, warn

# By DML_TENSOR_DATA_TYPE.
_TYPES = {1: np.float32, 2: np.float16, 3: np.uint32, 4: np.uint16, 5: np.uint8, 6: np.int32, 7: np.int16, 8: np.int8,
          9: np.float64, 10: np.uint64, 11: np.int64}
DTYPES = {number: np.dtype(kind) for number, kind in _TYPES.items()}
NUMBERS = {dtype: number for number, dtype in DTYPES.items()}
TYPE_NAMES = "one of " + ", ".join(sorted(dtype.name for dtype in NUMBERS))


def native(dtype):
    """The type in this machine's order of bytes; booleans are bytes."""
    return np.dtype(np.uint8) if dtype == np.bool_ else dtype.newbyteorder("=")


def no_type(array, name):
    """The refusal of an array of none of DirectML's types."""
    if array.dtype.kind == "O" and any(isinstance(n, int) and not -2**63 <= n < 2**64 for n in array.flat):
        found = "a whole number was" if array.size == 1 else "whole numbers were"
        return Error("out_of_range", f"{found} given that no type of DirectML holds; -2**63 to 2**64 - 1 was expected, "
                     "or a float", str(name))
    return Error("type_mismatch", f"an array of {array.dtype} was given; {TYPE_NAMES} was expected", str(name))


def unmasked(value, name=""):
    """The value, unless it is a masked array: no tensor has a mask."""
    if isinstance(value, np.ma.MaskedArray):
        raise Error("type_mismatch", "a masked array was given; an array without a mask was expected: .filled(0) gives "
                    "masked elements a value, .data drops the mask", str(name))
    return value


def listed(value, name):
    """The arrays for a list of tensors."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable) or getattr(value, "ndim", 1) == 0:
        raise Error("wrong_type", f"{value!r} was given; a list of arrays was expected", name)
    if hasattr(value, "ndim"):
        raise Error("wrong_type", f"an array of shape {tuple(value.shape)} was given; a list of arrays was expected, "
                    "[x] of this one, list(x) of its parts", name)
    if not len(members := list(value)):
        raise Error("count_mismatch", "an empty list was given; one array or more was expected", name)
    return members


def strides_in_elements(array):
    """The strides as DirectML says them; None where it cannot, of which some are negative or parts of elements."""
    strides = [stride // array.itemsize if size > 1 else 0 for size, stride in zip(array.shape, array.strides)]
    exact = all(size == 1 or own * array.itemsize == stride and 0 <= own < 2**32
                for own, size, stride in zip(strides, array.shape, array.strides))
    return strides if exact else None


def overlaps(array):
    """Whether elements share memory, so that a copy would take more than the array does."""
    reach = sum((size - 1) * abs(stride) for size, stride in zip(array.shape, array.strides))
    return reach + array.itemsize < array.nbytes


def extended(array, tensor):
    """An array of extent 1 where the tensor has a stride of 0, or of one element for a tensor of one, as one of the
    tensor's shape; others as they are."""
    if array.size == math.prod(tensor.shape) == 1:
        return array.reshape(tensor.shape)
    if array.ndim != len(tensor.shape) or array.shape == tensor.shape:
        return array
    once = tuple(1 if stride == 0 else size for size, stride in zip(tensor.shape, tensor.strides))
    return np.broadcast_to(array, tensor.shape) if array.shape == once else array


def of_numbers(value, dtype, name):
    """Numbers and lists of Python as an array of `dtype`, which has to hold them. Floats stay floats, True is 1. Beside
    booleans numbers are bytes."""
    array, dtype = np.asarray(value), np.dtype(np.uint8) if dtype == np.bool_ else dtype
    if array.dtype.kind == "O":
        raise no_type(array, name)
    if array.dtype.kind == "b":
        array = array.astype(np.uint8)
    if dtype.kind not in "iuf" or array.dtype.kind not in ("iuf" if dtype.kind == "f" else "iu"):
        return array
    with np.errstate(over="ignore"):
        made = array.astype(dtype)
    bounds, shown = (np.finfo(dtype), "g") if dtype.kind == "f" else (np.iinfo(dtype), "d")
    beyond = np.isinf(made) & np.isfinite(array) if dtype.kind == "f" else (array < bounds.min) | (array > bounds.max)
    if np.any(beyond):
        raise Error("out_of_range", f"{array[beyond][0]} was given; {dtype}, {bounds.min:{shown}} to "
                    f"{bounds.max:{shown}}, was expected", str(name))
    if dtype.kind == "f" and array.dtype.kind in "iu":
        rounded = ((given, kept) for given, kept in zip(array.ravel().tolist(), made.ravel().tolist()) if given != kept)
        for given, kept in itertools.islice(rounded, 1):
            warn(f"{given} of {name} is rounded to {int(kept)}, the nearest {dtype.name.upper()}")
    return made


def holds(kind, array):
    """Whether the type is sure to have the array's numbers as they are."""
    kind, found = np.dtype(kind), native(array.dtype)
    if kind.kind == found.kind == "f":
        with np.errstate(over="ignore"):
            return np.can_cast(found, kind) or np.array_equal(array.astype(kind), array, equal_nan=True)
    if found.kind not in "iu" or not array.size:
        return np.can_cast(found, kind)
    largest = 2 ** (np.finfo(kind).nmant + 1) if kind.kind == "f" else np.iinfo(kind).max
    least = -largest if kind.kind == "f" else np.iinfo(kind).min
    return least <= array.min() and array.max() <= largest


def conversion(kind, array):
    """What converts the array to the type: where that changes numbers, the words say so."""
    return (f".astype('{kind}') converts the array" if array is None or holds(kind, array) else
            f".astype('{kind}') converts the array, where its values fit {kind}")
