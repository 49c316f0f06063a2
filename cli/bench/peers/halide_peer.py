"""Halide as a peer: pipelines made in Python, in all the forms that may be the fastest; the best of a short trial is
timed."""
import operator

from quickest import Unsupported, quickest

BYTES_OF_VECTOR = 64


class Halide:
    name, exact_add = "halide", False
    most_inputs = 16  # compiling takes seconds beyond

    def __init__(self):
        import halide
        self.hl, self.version = halide, "21.0.0"

    def prepare(self, task):
        if task.family == "qadd":
            raise Unsupported("a pipeline of one's own would be dmlrun's halide-cpu")
        if task.output.ndim > 4 or len(task.inputs) > self.most_inputs:
            raise Unsupported("more axes or inputs than its buffers take")
        forms = [self.selected]
        if task.family == "join":
            forms += [self.updated, self.copied]
        return quickest(task, [lambda form=form: form(task) for form in forms])

    def buffer(self, x):
        """Its buffers have no uint64."""
        return self.hl.Buffer(x.view("i8") if x.dtype == "u8" else x)

    def axes(self, task):
        """Innermost first, as Halide counts."""
        return [self.hl.Var(f"axis{n}") for n in range(task.output.ndim)]

    def vectorized(self, func, axes, shape, itemsize):
        """In place: vectors along the innermost axis, or along the next where that is too short."""
        hl, width = self.hl, BYTES_OF_VECTOR // itemsize
        for n, size in enumerate(reversed(shape)):
            func.bound(axes[n], 0, size)
        if shape[-1] >= width:
            func.vectorize(axes[0], width, hl.TailStrategy.ShiftInwards)
        elif len(shape) > 1 and shape[-2] >= width:
            func.reorder(axes[1], axes[0]).vectorize(axes[1], width, hl.TailStrategy.ShiftInwards)

    def realized(self, task, func, output, *keep):
        func.compile_jit()
        task.keep += [output, func, *keep]
        return lambda: func.realize(output)

    def selected(self, task):
        """One definition of the whole output."""
        hl = self.hl
        buffers, output = [self.buffer(x) for x in task.inputs], self.buffer(task.output)
        axes, func = self.axes(task), hl.Func("peer")
        func[tuple(axes)] = getattr(self, task.family)(task, buffers, axes)
        self.vectorized(func, axes, task.output.shape, task.output.itemsize)
        return self.realized(task, func, output, buffers)

    def updated(self, task):
        """A join with one update definition for each input."""
        hl, at, begin = self.hl, task.output.ndim - 1 - task.desc["Axis"], 0
        buffers, output = [self.buffer(x) for x in task.inputs], self.buffer(task.output)
        axes, func, width = self.axes(task), hl.Func("peer"), BYTES_OF_VECTOR // task.output.itemsize
        func[tuple(axes)] = hl.undef(buffers[0].type())
        for number, (buffer, x) in enumerate(zip(buffers, task.inputs)):
            size = x.shape[task.desc["Axis"]]
            inside = hl.RDom([hl.Range(0, size)])
            to, source = list(axes), list(axes)
            to[at], source[at] = inside.x + begin, inside.x
            func[tuple(to)] = buffer[tuple(source)]
            update = func.update(number)
            if at != 0 and task.output.shape[-1] >= width:
                update.vectorize(axes[0], width, hl.TailStrategy.GuardWithIf)
            elif at == 0:
                update.allow_race_conditions().vectorize(inside.x, min(width, 1 << size.bit_length() - 1))
            begin += size
        for n, extent in enumerate(reversed(task.output.shape)):
            func.bound(axes[n], 0, extent)
        return self.realized(task, func, output, buffers)

    def copied(self, task):
        """A join with a pipeline for each input, which writes a part of the output."""
        hl, axis, begin, works = self.hl, task.desc["Axis"], 0, []
        for x in task.inputs:
            here = [slice(None)] * x.ndim
            here[axis] = slice(begin, begin + x.shape[axis])
            part = task.output[tuple(here)]
            buffer, axes, func = self.buffer(x), self.axes(task), hl.Func("peer")
            func[tuple(axes)] = buffer[tuple(axes)]
            self.vectorized(func, axes, part.shape, part.itemsize)
            works.append(self.realized(task, func, self.buffer(part), buffer))
            begin += x.shape[axis]

        def run():
            for work in works:
                work()
        return run

    def tile(self, task, buffers, axes):
        sizes = list(reversed(task.inputs[0].shape))
        return buffers[0][tuple(map(operator.mod, axes, sizes))]

    def padding(self, task, buffers, axes):
        hl, mode = self.hl, task.desc["PaddingMode"]
        starts = list(reversed(task.desc["StartPadding"]))
        edges = hl.BoundaryConditions
        inside = {"CONSTANT": lambda b: edges.constant_exterior(b, 0), "EDGE": edges.repeat_edge,
                  "REFLECTION": edges.mirror_interior, "SYMMETRIC": edges.mirror_image, "WRAP": edges.repeat_image}
        return inside[mode](buffers[0])[tuple(v - s for v, s in zip(axes, starts))]

    def join(self, task, buffers, axes):
        hl, at = self.hl, len(axes) - 1 - task.desc["Axis"]
        begin, value = 0, None
        for buffer, x in zip(buffers, task.inputs):
            size = x.shape[task.desc["Axis"]]
            inside = [hl.clamp(v - begin, 0, size - 1) if n == at else v for n, v in enumerate(axes)]
            piece = buffer[tuple(inside)]
            value = piece if value is None else hl.select(axes[at] >= begin, piece, value)
            begin += size
        return value
