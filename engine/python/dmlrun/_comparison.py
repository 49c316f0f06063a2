"""Comparing arrays as `dmlrun diff` does."""
from __future__ import annotations

import ctypes
import functools
import inspect
from dataclasses import dataclass
from typing import Dict, Optional

import numpy as np
from numpy.typing import ArrayLike

from ._error import UINT64_MAX, Error, call, whole_number
from ._library import ComparisonStruct, Tolerance, c_void_p, library, sized, taken_text
from ._types import NUMBERS, native, no_type, of_numbers, unmasked


@dataclass(frozen=True)
class Comparison:
    """`different` of `elements` values differ; `report` is a text for people, "" where all agree."""
    elements: int
    different: int
    largest_ulp: int
    largest_absolute: float
    report: str

    def __bool__(self) -> bool:
        """Whether all values agree."""
        return self.different == 0


class CheckResult(Dict[str, Comparison]):
    """What check() found: a dict from the name of an output to its Comparison. True when every output is as expected;
    its text says which are not, and where."""

    def __bool__(self) -> bool:
        return all(self.values())

    def __str__(self) -> str:
        wrong = [f"{name} is not as expected\n{found.report.rstrip()}" for name, found in self.items() if not found]
        return "\n".join(wrong) or f"{', '.join(self)}: as expected"


def tolerance_struct(absolute, relative, ulp, equal_nans=False):
    """Tolerances as the library takes them; they are no less than 0."""
    def real(name, value):
        if value is None:
            return None
        if not float(value) >= 0:
            raise Error("out_of_range", f"{value} was given; a tolerance of 0 or more was expected", pointer=name)
        return ctypes.pointer(ctypes.c_double(value))

    if ulp is not None:
        ulp = ctypes.pointer(ctypes.c_uint64(whole_number("ulp", ulp, UINT64_MAX)))
    return sized(Tolerance, absolute=real("absolute", absolute), relative=real("relative", relative), ulp=ulp,
                 equal_nans=equal_nans)


def compared(function, *arguments):
    """The Comparison that a call fills in."""
    told, report = sized(ComparisonStruct), c_void_p()
    call(function, *arguments, told, report)
    return Comparison(told.elements, told.different, told.largest_ulp, told.largest_absolute, taken_text(report))


def _pair(expected, found, tolerance):
    """What the library's comparisons take, and the arrays that must live as long."""
    is_typed = [hasattr(value, "dtype") for value in (expected, found)]
    expected, found = np.asarray(unmasked(expected, "expected")), np.asarray(unmasked(found, "found"))
    if not any(is_typed):  # compare(1, 1.0) compares two floats
        kind = np.result_type(expected, found)
        expected, found = of_numbers(expected, kind, "expected"), of_numbers(found, kind, "found")
    elif not is_typed[0]:
        expected = of_numbers(expected, found.dtype, "expected")
    elif not is_typed[1]:
        found = of_numbers(found, expected.dtype, "found")
    for name, array in (("expected", expected), ("found", found)):
        if native(array.dtype) not in NUMBERS:
            raise no_type(array, name)
    if native(expected.dtype) != native(found.dtype):
        loses = expected.dtype.kind != "f" and found.dtype.kind == "f"
        remedy = (f"; .astype('{found.dtype}') converts that" if loses else
                  f"; .astype('{expected.dtype}') converts the array")
        raise Error("type_mismatch", f"an array of {found.dtype} was found; {expected.dtype} was expected, as the "
                    f"first array has it{remedy}", pointer="found")
    if expected.shape != found.shape:
        raise Error("size_mismatch", f"{found.shape} was found; {expected.shape} was expected", pointer="shape")
    number = NUMBERS[native(expected.dtype)]
    sizes = expected.shape if expected.ndim <= 8 and max(expected.shape, default=0) < 2**32 else ()
    flat = [np.ascontiguousarray(array, native(array.dtype)) for array in (expected, found)]
    if not sizes and expected.size != 1:
        raise Error("size_mismatch", f"an array of shape {expected.shape} has axes that DirectML has not",
                    pointer="shape")
    return (number, len(sizes), (ctypes.c_uint32 * len(sizes))(*sizes), flat[0].ctypes.data, flat[1].ctypes.data,
            tolerance_struct(*tolerance)), flat


def _told_tolerances(function):
    """The function, which tells the tolerances where a name is none of its parameters'."""
    names = inspect.signature(function).parameters

    @functools.wraps(function)
    def call(*given, **named):
        for name in named:
            if name not in names:
                near = next((one for one in names if name[0] == one[0]), "")
                raise TypeError(f"{function.__name__}() got an unexpected keyword argument '{name}'; tolerances are "
                                "absolute=, relative= and ulp=" + (f". Did you mean '{near}'?" if near else ""))
        return function(*given, **named)
    return call


@_told_tolerances
def compare(expected: ArrayLike, found: ArrayLike, *, absolute: Optional[float] = None,
            relative: Optional[float] = None, ulp: Optional[int] = None) -> Comparison:
    """Compares two arrays of one type and shape. Without a tolerance their bytes must be equal; with one, NaN equals
    NaN and -0 equals +0, and an element passes when any given tolerance admits it. Tolerances are 0 or more."""
    return compare_results(expected, found, (absolute, relative, ulp))


def compare_results(expected, found, tolerance):
    """As compare(); a fourth member of `tolerance` says whether any NaN equals any NaN."""
    arguments, _kept = _pair(expected, found, tolerance)
    return compared(library.dmlrun_compare, *arguments)


@_told_tolerances
def compare_picture(expected: ArrayLike, found: ArrayLike, *, absolute: Optional[float] = None,
                    relative: Optional[float] = None, ulp: Optional[int] = None) -> str:
    """Where two arrays differ and by how much, as the text of an SVG file; arguments as compare()."""
    arguments, _kept = _pair(expected, found, (absolute, relative, ulp))
    svg = c_void_p()
    call(library.dmlrun_compare_picture, *arguments, svg)
    return taken_text(svg)
