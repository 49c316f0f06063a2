"""Tiles, joins and pads as copies between slices of arrays that exist: lists of (to, from), in numpy's arrays. Where
`from` is None, zeros are to be written."""
from quickest import Unsupported

MOST_REPEATS = 64
NARROW = 8  # of so few columns each may be copied by itself: libraries take nanoseconds for each row of a slice


def ways_by_slices(task):
    """Lists of copies that all give the whole output."""
    return {"tile": tiled, "join": joined, "padding": padded}[task.family](task)


def ways_by_copies(task):
    lists = ways_by_slices(task)
    return lists + [columns for copies in lists for columns in [by_columns(copies)] if len(columns) > len(copies)]


def by_columns(copies):
    split = []
    for to, source in copies:
        width = to.shape[-1]
        if not 1 < width <= NARROW:
            split.append((to, source))
            continue
        for n in range(width):
            column = slice(n, n + 1)
            split.append((to[..., column], source if source is None or source.shape[-1] == 1 else source[..., column]))
    return split


def part(x, axis, begin, count, step=1):
    """`count` elements of an axis; with a step of -1 from `begin` backwards, of 0 the one there, to be broadcast."""
    where, end = [slice(None)] * x.ndim, begin - count
    where[axis] = slice(begin, end if end >= 0 else None, -1) if step < 0 else slice(
        begin, begin + (count if step else 1))
    return x[tuple(where)]


def tiled(task):
    x, repeats = task.inputs[0], task.desc["Repeats"]
    wide = x.reshape([n for size in x.shape for n in (1, size)])
    return [[(task.output.reshape([n for size, repeat in zip(x.shape, repeats) for n in (repeat, size)]), wide)]]


def repeated_axis(task):
    """(axis, repeats) of a tile that is a join of few copies."""
    axes = [(axis, repeat) for axis, repeat in enumerate(task.desc["Repeats"]) if repeat > 1]
    if len(axes) != 1 or axes[0][1] > MOST_REPEATS:
        raise Unsupported("is no join of few copies")
    return axes[0]


def joined(task):
    axis, begin, copies = task.desc["Axis"], 0, []
    for x in task.inputs:
        copies.append((part(task.output, axis, begin, x.shape[axis]), x))
        begin += x.shape[axis]
    return [copies]


def padded(task):
    """Axis by axis, from the innermost or from the outermost on; zeros also everywhere before the middle is copied."""
    axes = [axis for axis, pads in enumerate(pads_of(task)) if any(pads)]
    inner_first = padded_in_order(task, axes[::-1])
    if task.desc["PaddingMode"] == "CONSTANT":
        middle, *borders = inner_first
        return [[*borders, middle], [(task.output, None), middle]]
    return [inner_first] + ([padded_in_order(task, axes)] if len(axes) > 1 else [])


def pads_of(task):
    return list(zip(task.desc["StartPadding"], task.desc["EndPadding"]))


def padded_in_order(task, axes):
    """The middle, then what is before and behind it along one axis after another; of the first out of the input, so
    that numpy sees that nothing overlaps."""
    x, pads, left = task.inputs[0], pads_of(task), set(axes)

    def filled():
        return task.output[tuple(slice(before, before + size) if axis in left else slice(None)
                                 for axis, ((before, _), size) in enumerate(zip(pads, x.shape)))]
    copies = [(filled(), x)]
    for axis in axes:
        left.remove(axis)
        target = filled()
        source, shift = (x, pads[axis][0]) if axis == axes[0] else (target, 0)
        for begin, origin, count, step in runs(task.desc["PaddingMode"], *pads[axis], x.shape[axis]):
            if count:
                copies.append((part(target, axis, begin, count),
                               None if origin is None else part(source, axis, origin - shift, count, step)))
    return copies


def runs(mode, before, after, size):
    """What is before and behind the middle: (begin, where it comes from, count, step), counted along the output."""
    end = before + size
    left, right = {
        "CONSTANT": ((None, 0), (None, 0)), "EDGE": ((before, 0), (end - 1, 0)), "WRAP": ((size, 1), (before, 1)),
        "REFLECTION": ((2 * before, -1), (end - 2, -1)), "SYMMETRIC": ((2 * before - 1, -1), (end - 1, -1))}[mode]
    return (0, left[0], before, left[1]), (end, right[0], after, right[1])
