"""torch as a peer, by its own operations and by hand: everything into the output that exists."""
import ctypes
from functools import partial

import numpy as np

from copies import part, pads_of, repeated_axis, ways_by_copies, ways_by_slices
from gathers import indices, indices_along
from quickest import Unsupported, quickest
from torch_rows import torch_row
from widened import widened

NATIVE = {"REFLECTION": "reflection", "EDGE": "replication"}
FEW = 4  # elements backwards, for which torch's views have no steps: one copy each


class Torch:
    name, exact_add = "torch", False
    small_as_integers = False  # its copies of halves are several times slower, of bytes those of narrow rows

    def __init__(self):
        import torch
        torch.set_num_threads(1)
        self.torch, self.version = torch, torch.__version__

    def tensor(self, x):
        """The same memory. Not from_numpy(), which wants the numpy that torch was built with."""
        torch = self.torch
        kind = {
            "f2": torch.int16 if self.small_as_integers else torch.float16, "f4": torch.float32,
            "f8": torch.float64}.get(x.dtype.str[1:], {1: torch.uint8, 2: torch.int16, 4: torch.int32,
                                                       8: torch.int64}[x.itemsize])
        span = sum((size - 1) * stride for size, stride in zip(x.shape, x.strides)) + x.itemsize
        memory = (ctypes.c_char * span).from_address(x.ctypes.data)
        memory.owner = x  # lives as long as the tensor
        return torch.frombuffer(memory, dtype=kind).as_strided(x.shape,
                                                               [abs(stride) // x.itemsize for stride in x.strides])

    def widened(self, *arrays):
        return widened(*arrays) if self.small_as_integers else arrays

    def row(self, task):
        return torch_row(self, task)

    def prepare(self, task):
        """What cat(), repeat() and pad() do themselves, without a new tensor in each call."""
        if task.family == "qadd":
            return self.qadd(task)
        if task.family == "join":
            return self.joined(task)
        if task.family == "padding" and task.desc["PaddingMode"] not in ("CONSTANT", "WRAP"):
            return self.native(task)
        return quickest(task, [partial(self.copied, copies) for copies in ways_by_slices(task)])

    def copied(self, copies):
        steps = [step for to, source in copies for step in self.steps(to, source)]

        def run():
            for step in steps:
                step()
        return run if len(steps) > 1 else steps[0]

    def steps(self, to, source):
        if source is None:
            return [self.tensor(*self.widened(to)).zero_]
        to, source = self.widened(to, source)
        axis = next((n for n, size in enumerate(source.shape) if size > 1 and source.strides[n] < 0), None)
        if axis is None:
            return [partial(self.tensor(to).copy_, self.tensor(source))]
        count = source.shape[axis]
        if count <= FEW:
            return [
                partial(self.tensor(part(to, axis, n, 1)).copy_, self.tensor(part(source, axis, n, 1)))
                for n in range(count)]
        forward, target = self.tensor(part(source, axis, count - 1, count, -1)), self.tensor(to)
        if axis == source.ndim - 1:  # three times as fast as an index_select, which goes by columns there
            return [lambda: target.copy_(forward.flip(axis))]
        return [partial(self.torch.index_select, forward, axis, self.torch.arange(count - 1, -1, -1), out=target)]

    def joined(self, task):
        axis, repeat = (task.desc["Axis"], 1) if task.family == "join" else repeated_axis(task)
        *inputs, out = map(self.tensor, self.widened(*task.inputs, task.output))
        return partial(self.torch.cat, inputs * repeat, dim=axis, out=out)

    def gathered_along(self, task):
        axis, index = indices_along(task)
        x, out = task.inputs[0], task.output
        x, out = map(self.tensor, self.widened(x, out) if axis < x.ndim - 1 else (x, out))
        return partial(self.torch.index_select, x, axis, self.tensor(index), out=out)

    def gathered(self, task):
        index = self.tensor(indices(task).reshape(-1))
        return partial(self.torch.index_select, self.tensor(task.inputs[0].reshape(-1)), 0, index,
                       out=self.tensor(task.output.reshape(-1)))

    def native(self, task):
        """The operation that F.pad calls."""
        name, pads = NATIVE.get(task.desc["PaddingMode"]), pads_of(task)
        x, out = self.tensor(task.inputs[0]), self.tensor(task.output)
        axes = x.ndim - next((n for n, pad in enumerate(pads) if any(pad)), x.ndim - 1)
        if name is None or axes > 3:
            raise Unsupported("has no operation for this mode of so many axes")
        pad = getattr(self.torch._C._nn, f"{name}_pad{axes}d")
        amounts = [int(n) for both in reversed(pads[x.ndim - axes:]) for n in both]
        # At most two axes before those that are padded.
        lead = [1] if x.ndim == axes else [-1] if x.ndim > axes + 2 else list(x.shape[:x.ndim - axes])
        inner, outer = x.reshape(lead + list(x.shape[x.ndim - axes:])), out.reshape(lead
                                                                                    + list(out.shape[x.ndim - axes:]))
        return partial(pad, inner, amounts, out=outer)

    def qadd(self, task):
        """The operation on quantized tensors, into one that exists."""
        torch, ((_, s, az), (_, t, bz), (u, oz)) = self.torch, task.operands()
        signed = task.output.dtype.name == "int8"

        def quantized(x, scale, zero):
            raw = torch.frombuffer(x.data.cast("B"), dtype=torch.int8 if signed else torch.uint8).reshape(x.shape)
            return torch._make_per_tensor_quantized_tensor(raw, scale, int(zero))
        a, b = task.data_inputs()
        first, second, out = quantized(a, s, az), quantized(b, t, bz), quantized(task.output, u, oz)
        add = torch.ops.quantized.add_out
        task.result = lambda _: np.frombuffer(ctypes.string_at(out.data_ptr(), task.output.nbytes), np.uint8)
        return lambda: add(first, second, out)


class TorchByHand(Torch):
    name, small_as_integers = "torch-by-hand", True

    def row(self, task):
        raise Unsupported("has no other way")

    def prepare(self, task):
        """The fastest of all the ways in which a program could be written."""
        if task.family == "qadd":
            raise Unsupported("has no other way")
        makers = [partial(self.copied, copies) for copies in ways_by_copies(task)]
        makers.append(partial(self.native if task.family == "padding" else self.joined, task))
        if task.family != "join":
            makers += [partial(self.gathered_along, task), partial(self.gathered, task)]
        return quickest(task, makers)
