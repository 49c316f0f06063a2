"""DirectML's types as numpy has them."""
import numpy as np

from ._error import Error

# By DML_TENSOR_DATA_TYPE.
_TYPES = {1: np.float32, 2: np.float16, 3: np.uint32, 4: np.uint16, 5: np.uint8, 6: np.int32, 7: np.int16, 8: np.int8,
          9: np.float64, 10: np.uint64, 11: np.int64}
DTYPES = {number: np.dtype(kind) for number, kind in _TYPES.items()}
NUMBERS = {dtype: number for number, dtype in DTYPES.items()}
TYPE_NAMES = "one of " + ", ".join(sorted(dtype.name for dtype in NUMBERS))


def native(dtype):
    """The type in this machine's order of bytes; booleans are bytes."""
    return np.dtype(np.uint8) if dtype == np.bool_ else dtype.newbyteorder("=")


def of_numbers(value, dtype, name):
    """Numbers and lists of Python as an array of `dtype`, which has to hold them. Floats stay floats."""
    array = np.asarray(value)
    if array.dtype.kind not in ("iuf" if dtype.kind == "f" else "iu"):
        return array
    with np.errstate(over="ignore"):
        made = array.astype(dtype)
    bounds, shown = (np.finfo(dtype), "g") if dtype.kind == "f" else (np.iinfo(dtype), "d")
    beyond = np.isinf(made) & np.isfinite(array) if dtype.kind == "f" else (array < bounds.min) | (array > bounds.max)
    if np.any(beyond):
        raise Error("out_of_range", f"{array[beyond][0]} was given; {dtype}, {bounds.min:{shown}} to "
                    f"{bounds.max:{shown}}, was expected", str(name))
    return made
