"""What dmlrun refuses, as an exception."""
from __future__ import annotations

import operator
import sys
import warnings
from typing import Any

from ._library import ErrorStruct, library

UINT64_MAX = 2**64 - 1


class Error(Exception):
    """One refusal. `code` is the stable name of its kind ("size_mismatch"), `pointer` the place: a JSON pointer, a
    tensor's name, a file or a part of one; `line` and `column` count from 1 in the spec's text, 0 where no place is
    known; `file` is that text's, "" of a dict or of JSON text; `rule` is the broken rule of DirectML ("TILE-6"),
    `message` one sentence, and a line "also ..." for each error in another field."""

    code: str
    message: str
    pointer: str
    line: int
    column: int
    rule: str
    file: str

    def __init__(self, code: str, message: str, pointer: str = "", line: int = 0, column: int = 0,
                 rule: str = "", file: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.pointer, self.line, self.column, self.rule, self.file = (
            code, message, pointer, line, column, rule, file)

    def __str__(self) -> str:
        pointer = ": ".join(filter(None, [self.file, self.pointer]))
        place = " ".join(filter(None, [pointer, f"({self.line}:{self.column})" if self.line else ""]))
        return (f"{place}: " if place else "") + self.message + (f" [{self.rule}]" if self.rule else "")

    def __repr__(self) -> str:
        places = [f"{name}={value!r}" for name in ("pointer", "line", "column", "rule", "file")
                  if (value := getattr(self, name))]
        return f"Error({', '.join([repr(self.code), repr(self.message), *places])})"

    def __reduce__(self) -> tuple[Any, ...]:  # so that it crosses from process to process
        return Error, (self.code, self.message, self.pointer, self.line, self.column, self.rule, self.file)


# As which it is shown, and pickled.
Error.__module__ = "dmlrun"


class SpecWarning(UserWarning):
    """Something in a spec that is accepted but probably a mistake, e.g. a misspelt field."""


def warn(message):
    """A SpecWarning of the first line outside this package."""
    level = 1
    while sys._getframe(level).f_globals.get("__package__") == __package__:
        level += 1
    warnings.warn(message, SpecWarning, stacklevel=level + 1)


def check(code, error):
    """Raises what a call refused; `error` is the struct that it filled in."""
    if code == 0:
        return
    words = {name: getattr(error, name).decode("utf-8", "replace") for name in ("rule", "where", "message")}
    raise Error(library.dmlrun_code_name(code).decode(), words["message"], words["where"], error.line, error.column,
                words["rule"])


def call(function, *arguments):
    """Calls a function whose last argument is the error."""
    error = ErrorStruct()
    check(function(*arguments, error), error)


def whole_number(name, value, most, least=0):
    """An argument as the library takes it: ctypes would cut larger ones and turn negative ones into large ones."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} was given; a whole number was expected") from None
    if not least <= number <= most:
        expected = f"{least} to {most} was expected" if most >= least else "there is none"
        raise Error("out_of_range", f"{number} was given; {expected}", pointer=name)
    return number
