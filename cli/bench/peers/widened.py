"""A Task of small elements as one of larger ones, whose loops some libraries have vectorised better."""
from types import SimpleNamespace

from copies import pads_of

TYPES = {2: "i2", 4: "i4", 8: "i8"}


def widened(task):
    """The same bytes in the widest elements of up to 8 that the innermost axis admits, or the task itself."""
    arrays, small = [*task.inputs, task.output], task.output.itemsize
    inner = [x.shape[-1] for x in arrays]
    if task.family == "padding" and any(pads_of(task)[-1]):
        if task.desc["PaddingMode"] not in ("CONSTANT", "WRAP"):
            return task
        inner += pads_of(task)[-1]
    for width, kind in reversed(TYPES.items()):
        ratio = width // small
        if small < 4 and ratio > 1 and all(size % ratio == 0 for size in inner):
            desc = dict(task.desc)
            for name in ("StartPadding", "EndPadding"):
                if name in desc:
                    desc[name] = [*desc[name][:-1], desc[name][-1] // ratio]
            return SimpleNamespace(family=task.family, desc=desc, inputs=[x.view(kind) for x in task.inputs],
                                   output=task.output.view(kind))
    return task
