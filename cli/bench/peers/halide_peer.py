"""Halide as a peer: pipelines made in Python."""
from array_peers import Unsupported


class Halide:
    name, exact_add = "halide", False
    most_inputs = 16  # compiling takes seconds beyond

    def __init__(self):
        import halide
        self.hl, self.version = halide, "21.0.0"

    def prepare(self, task):
        hl = self.hl
        if task.family == "qadd":
            raise Unsupported("a pipeline of one's own would be dmlrun's halide-cpu")
        if task.output.ndim > 4 or len(task.inputs) > self.most_inputs:
            raise Unsupported("more axes or inputs than its buffers take")
        buffers, output = [hl.Buffer(x) for x in task.inputs], hl.Buffer(task.output)
        axes = [hl.Var(f"axis{n}") for n in range(task.output.ndim)]  # innermost first
        func = hl.Func("peer")
        func[tuple(axes)] = getattr(self, task.family)(task, buffers, axes)
        bytes_of_vector = 64
        width = bytes_of_vector // task.output.dtype.itemsize
        for n, size in enumerate(reversed(task.output.shape)):
            func.bound(axes[n], 0, size)
        if task.output.shape[-1] >= width:
            func.vectorize(axes[0], width, hl.TailStrategy.ShiftInwards)
        elif task.output.ndim > 1 and task.output.shape[-2] >= width:
            func.reorder(axes[1], axes[0]).vectorize(axes[1], width, hl.TailStrategy.ShiftInwards)
        func.compile_jit()
        task.keep += [buffers, output, func]
        return lambda: func.realize(output)

    def tile(self, task, buffers, axes):
        sizes = list(reversed(task.inputs[0].shape))
        return buffers[0][tuple(v % n for v, n in zip(axes, sizes))]

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
