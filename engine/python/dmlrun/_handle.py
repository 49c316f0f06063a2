"""What the library made, and when it is given back."""
import weakref

import numpy as np


def _give_back(free, pointer):
    free(pointer)
    pointer.value = None  # whoever still has it is refused by the library


class Handle:
    """Keeps what the library made for as long as anything refers to the handle. The garbage collector calls the
    finalizers of a cycle in any order and takes it apart afterwards; one of them may use a kernel, so handles have
    none. An array is no part of what the collector looks at: it ends when the last reference to it does."""
    __slots__ = ("_as_parameter_", "_kept")

    def __init__(self, pointer, free):
        self._as_parameter_, self._kept = pointer, np.empty(0)
        weakref.finalize(self._kept, _give_back, free, pointer).atexit = False  # finalizers still run then

    @property
    def pointer(self):
        """A c_void_p, which becomes null when the handle ends."""
        return self._as_parameter_

    def __reduce__(self):
        raise TypeError("a handle of dmlrun's library cannot be copied or pickled")


class HandleOwner:
    """An object of the library. No copy is ever made of what a handle stands for."""
    __slots__ = ()

    def __reduce__(self):
        raise TypeError(
            f"a {type(self).__name__} cannot be copied or pickled; send what it was made from, and make another")


class Immutable(HandleOwner):
    """Does not change, so that it is its own copy."""

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self
