"""Small elements taken together as larger ones, whose loops some libraries have vectorised better."""


def widened(*arrays):
    """The same bytes as integers of the most bytes, up to 8, that all the arrays admit; elements of 4 and 8 as they
    are."""
    small = arrays[0].itemsize
    for width in (8, 4, 2):
        if small < min(4, width) and all(admits(x, width) for x in arrays):
            return tuple(x.view(f"i{width}") for x in arrays)
    return arrays


def admits(x, width):
    *outer, inner = zip(x.shape, x.strides)
    return (inner[0] * x.itemsize % width == 0 and inner[1] == x.itemsize
            and all(size == 1 or stride % width == 0 for size, stride in outer))
