"""What dmlrun says of an array's type, with the call that converts it."""
import re
from typing import NamedTuple

import numpy as np

from ._error import Error
from ._types import NUMBERS, conversion, holds

_KIND = r"\b(?:FLOAT|U?INT)(?:8|16|32|64)\b"
# The types that only truth values have, in the order of specs/type_sets.json.
_TRUTH = r"takes (?:UINT32, )?UINT8 here"


class Operand(NamedTuple):
    """An array of an input, or of a list's place."""
    name: str
    index: int
    array: np.ndarray

    @property
    def dtype(self):
        return self.array.dtype

    @property
    def is_listed(self):
        return self.name.endswith("Tensors")

    def __str__(self):
        return f"{self.name}[{self.index}]" if self.is_listed else self.name


def told_side(error, operands, takes, group=None):
    """A refusal of two types side by side: which array to convert, to one of their types that the operator takes: a
    float type where there is one, else one that holds the others. Says takes(keys, type) whether it takes the arrays of
    these names and places so. `group`: the names of all inputs of one type, else the two that the refusal names."""
    name = error.pointer.removeprefix("/desc/").split("/")[0]
    beside = re.search(r"; (\w+)(?:\[\d+\])? is (\w+)", error.message.split("\n")[0])
    if error.code != "type_mismatch" or not beside or {name, beside[1]} - {one.name for one in operands}:
        return error
    members = [one for one in operands if one.name in (group or (name, beside[1]))]
    found = {one.dtype for one in members}

    def holds_all(kind, how):
        return kind in NUMBERS and all(np.can_cast(other, kind, how) for other in found)
    wide = sorted((one for one in found if holds_all(one, "same_kind")), key=lambda kind:
                  kind.name.upper() != beside[2] if kind.kind == "f" else not holds_all(kind, "safe"))
    keys = [(one.name, one.index) for one in members]
    kind = next((kind for kind in wide if takes(keys, kind)), None)
    if kind is None:
        if (beside[2] in ("UINT32", "UINT8") and "!= 0" not in error.message and takes(keys, np.uint8)
                and not takes(keys, np.uint16)):
            truth = "(array != 0).astype('uint32')" if beside[2] == "UINT32" else "array != 0"
            error.message += f"; {truth} gives truth values"
        return error
    wrong = next(one for one in members if one.dtype != kind)
    right = next(one for one in members if one.dtype == kind)
    word, place = kind.name.upper(), f"{wrong.name}/{wrong.index}" if wrong.is_listed else wrong.name
    message = (f"{wrong.dtype.name.upper()} was found; {right} is {word}, so {word} was expected; "
               + conversion(kind, wrong.array))
    return Error(error.code, message, f"/desc/{place}/DataType", error.line, error.column, error.rule)


def with_conversion(error, inputs):
    """A refusal of the type of one of those inputs, by name, with the call that converts it; not where that would lose
    fractions, nor with one that wraps truth values."""
    first, *others = error.message.split("\n")
    name, index, *_ = re.findall(r"\w+", error.pointer.removeprefix("/desc/")) + ["", ""]
    if error.code not in ("type_mismatch", "npy_type_mismatch") or name not in inputs or (
            re.search(r"\.astype\(|[!=]= 0", first)):
        return error
    wanted = [kind.lower() for kind in re.findall(_KIND, first.partition("; ")[2])]
    value = inputs[name]
    if re.search(_TRUTH, first):
        truth = "array == 0 is its NOT" if "_LOGICAL_NOT takes" in first else "array != 0 gives truth values"
        error.message = "\n".join([f"{first}; {truth}", *others])
        return error
    if isinstance(value, (list, tuple)) and name.endswith("Tensors"):
        value = value[int(index)] if index.isdigit() and int(index) < len(value) else None
    numbers = None if value is None else np.asarray(value)
    if numbers is not None and numbers.dtype.kind == "f":
        wanted = [kind for kind in wanted if kind.startswith("float")]
    elif numbers is not None and numbers.dtype.kind in "iu" and numbers.size and not hasattr(value, "dtype"):
        fits = lambda kind: np.iinfo(kind).min <= numbers.min() and numbers.max() <= np.iinfo(kind).max
        wanted = [kind for kind in wanted if kind.startswith("float") or fits(kind)]
    if not wanted:
        return error
    kind = next((kind for kind in wanted if numbers is not None and holds(kind, numbers)), wanted[0])
    error.message = "\n".join([f"{first}; {conversion(kind, numbers)}", *others])
    return error
