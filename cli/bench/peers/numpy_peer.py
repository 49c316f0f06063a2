"""numpy as a peer, by its own operations and by hand: everything into the output that exists."""
from functools import partial

import numpy as np

from copies import repeated_axis, ways_by_copies, ways_by_slices
from gathers import indices, indices_along
from quickest import Unsupported, quickest
from row_operators import numpy_row


class Numpy:
    name, exact_add = "numpy", True

    def __init__(self):
        self.version = np.__version__

    def prepare(self, task):
        """What concatenate(), tile() and pad() do themselves, without a new array in each call."""
        if task.family == "qadd":
            return self.qadd(task)
        if task.family == "join":
            return self.joined(task)
        return quickest(task, [partial(self.copied, copies) for copies in ways_by_slices(task)])

    @staticmethod
    def row(task):
        return numpy_row(task)

    @staticmethod
    def copied(copies):
        # A 0 takes longer.
        steps = [(to, np.zeros((), to.dtype) if source is None else source) for to, source in copies]
        if len(steps) == 1:
            return partial(np.copyto, *steps[0])

        def run():
            for to, source in steps:
                to[...] = source
        return run

    @staticmethod
    def joined(task):
        axis, repeat = (task.desc["Axis"], 1) if task.family == "join" else repeated_axis(task)
        return partial(np.concatenate, task.inputs * repeat, axis=axis, out=task.output)

    @staticmethod
    def gathered_along(task):
        axis, index = indices_along(task)
        # "raise" takes a copy of the output.
        return partial(task.inputs[0].take, index, axis=axis, out=task.output, mode="clip")

    @staticmethod
    def gathered(task):
        return partial(task.inputs[0].reshape(-1).take, indices(task), out=task.output, mode="clip")

    @staticmethod
    def qadd(task):
        (a, s, az), (b, t, bz), (u, oz) = task.operands()
        f = np.float32
        first, second = np.empty(task.output.shape, f), np.empty(task.output.shape, f)
        low, high = np.iinfo(task.output.dtype).min, np.iinfo(task.output.dtype).max

        def add():
            np.subtract(a, f(az), out=first)
            np.multiply(first, f(s), out=first)
            np.subtract(b, f(bz), out=second)
            np.multiply(second, f(t), out=second)
            np.add(first, second, out=first)
            np.divide(first, f(u), out=first)
            np.rint(first, out=first)
            np.add(first, f(oz), out=first)
            np.clip(first, low, high, out=first)
            np.copyto(task.output, first, casting="unsafe")
        return add


class NumpyByHand(Numpy):
    name = "numpy-by-hand"

    def row(self, task):
        raise Unsupported("has no other way")

    def prepare(self, task):
        """The fastest of all the ways in which a program could be written."""
        if task.family == "qadd":
            raise Unsupported("has no other way")
        makers = [partial(self.copied, copies) for copies in ways_by_copies(task)]
        if task.family != "padding":
            makers.append(partial(self.joined, task))
        if task.family != "join":
            makers += [partial(self.gathered_along, task), partial(self.gathered, task)]
        return quickest(task, makers)
