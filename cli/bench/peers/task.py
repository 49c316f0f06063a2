"""One cell on memory of its own, and one call of somebody's work on it."""
import ctypes
import json

import numpy as np

from native import PAGE, TYPES, Buffer
from quickest import bytes_of

REFERENCE_ELEMENTS = 1 << 20
UINT8 = 5  # of DML_TENSOR_DATA_TYPE


class Task:
    """One cell on memory of its own: arrays over buffers, in the order of the operator's tensors."""

    def __init__(self, cell, dmlrun):
        self.family, self.desc, self.keep = cell["family"], cell["spec"]["desc"], []
        self.type = cell["spec"]["type"].removeprefix("DML_OPERATOR_")
        self.is_function = cell.get("is_function", False)
        # Result: gives the output out of what a call returned; expected: the right bytes.
        self.result = self.expected = None
        self.op = dmlrun.operator(json.dumps(cell["spec"]))
        self.tensors = dmlrun.tensors(self.op, 0)
        target, = dmlrun.tensors(self.op, 1)
        random = np.random.default_rng(1)
        self.buffers = [Buffer(t.bytes) for t in self.tensors]
        for tensor, buffer in zip(self.tensors, self.buffers):
            kind = TYPES[tensor.type]
            if kind[0] == "f":  # no NaNs: some peers convert
                numbers = random.random(buffer.bytes.size // int(kind[1]), np.float32)
                # From -8 to 8; from 0 to 1 where systems differ beyond: below UINT8's 0, and where sums cancel.
                is_share = target.type == UINT8 or self.type == "BATCH_NORMALIZATION"
                buffer.bytes.view(kind)[:] = numbers if is_share else 16 * numbers - 8
            else:
                below = 2 if tensor.name == b"ConditionTensor" else 256
                buffer.bytes[:] = random.integers(0, below, buffer.bytes.size, np.uint8)
            value = cell["values"].get(tensor.name.decode())
            if value is not None:
                buffer.bytes.view(TYPES[tensor.type])[0] = value
        self.originals = [buffer.bytes.copy() for buffer in self.buffers]
        self.output_buffer = Buffer(target.bytes, PAGE // 2)
        self.inputs = [self.array(t, b) for t, b in zip(self.tensors, self.buffers)]
        self.output = self.array(target, self.output_buffer)

    def inputs_changed(self):
        """Whether somebody wrote into an input; what was there is there again."""
        changed = [b for b, o in zip(self.buffers, self.originals) if not np.array_equal(b.bytes, o)]
        for buffer, original in zip(self.buffers, self.originals):
            if any(buffer is one for one in changed):
                buffer.bytes[:] = original
        return bool(changed)

    @staticmethod
    def array(tensor, buffer):
        values = buffer.bytes.view(TYPES[tensor.type])
        strides = [s * tensor.element_bytes for s in tensor.strides[:tensor.rank]]
        return np.lib.stride_tricks.as_strided(values, tensor.sizes[:tensor.rank], strides)

    def operands(self):
        """Of a quantized add: (A, scale, zero point), (B, ...), (scale, zero point) of the output."""
        by_name = {t.name.decode(): x for t, x in zip(self.tensors, self.inputs)}
        one = lambda name: by_name[name].reshape(-1)[0].item()
        side = lambda w: (by_name[w + "Tensor"], one(w + "ScaleTensor"), one(w + "ZeroPointTensor"))
        return side("A"), side("B"), (one("OutputScaleTensor"), one("OutputZeroPointTensor"))

    def data_inputs(self):
        """The inputs without scales and zero points, packed; of an axis that is broadcast one element."""
        if self.family != "qadd":
            return self.inputs
        return [packed(self.operands()[side][0]) for side in (0, 1)]


def packed(x):
    """Without what is broadcast. Strides of extents of 1 are as in a packed tensor, too: oneDNN has no fast code for
    others."""
    compact = x[tuple(slice(0, 1) if s == 0 else slice(None) for s in x.strides)]
    return np.lib.stride_tricks.as_strided(compact, compact.shape, np.empty(compact.shape, x.dtype).strides)


def expected_bytes(task, dmlrun):
    backend = "reference" if task.output.size <= REFERENCE_ELEMENTS else "interpreter"
    run_once(dmlrun.call(dmlrun.kernel(task.op, backend), task.buffers, task.output_buffer), dmlrun)
    return task.output_buffer.bytes.copy()


def run_once(call, dmlrun):
    (function, arguments), _keep = call
    ctypes.CFUNCTYPE(None, *[ctypes.c_size_t] * 6)(function)(*arguments)


def call_once(work, task):
    """Runs a peer's work, native calls or something to call, on an output that holds something else; the bytes that it
    gives."""
    task.output_buffer.bytes[:] = 0xa5
    returned = None
    if callable(work):
        returned = work()
    else:
        for function, arguments in work:
            ctypes.CFUNCTYPE(None, *[ctypes.c_size_t] * 6)(function)(*arguments)
    return bytes_of(task, returned)
