"""A kernel out of a spec, run on numpy arrays."""
import dmlrun
import numpy as np

kernel = dmlrun.compile({"type": "PADDING", "desc": {
    "InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]},
    "PaddingMode": "REFLECTION", "StartPadding": [0, 2], "EndPadding": [0, 2]}})
image = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
padded = kernel.run(InputTensor=image)
assert np.array_equal(padded, np.pad(image, [(0, 0), (2, 2)], mode="reflect"))

# The same arrays again and again: the least that a call can cost.
call = kernel.bind(image, out=padded)
image += 10
assert call() is padded and padded[0, 2] == 11

try:
    dmlrun.compile({"type": "PADDING", "desc": {
        "InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]},
        "PaddingMode": "REFLECTION", "StartPadding": [0], "EndPadding": [0, 2]}})
except dmlrun.Error as error:
    print(error.code, "at", error.pointer)
