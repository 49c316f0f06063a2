"""Specs as JSON text."""
import contextlib
import json
import math
import os
import re

import numpy as np

from ._error import Error
from ._types import NUMBERS, TYPE_NAMES, conversion, native, unmasked


def _is_text(spec):
    """Whether a str is JSON rather than a path; what could be both is a path where there is such a file."""
    start = spec.strip()
    if not start or start.startswith(("{", "//", "/*", "\ufeff")):
        return True
    scalar = re.fullmatch(r"-?[0-9][-+.0-9eE]*|true|false|null", start)
    return bool(scalar or start.startswith(("[", '"'))) and not os.path.exists(spec)


def _plain(value, place=""):
    """A part of a spec, at that JSON pointer, as JSON has it: arrays as lists, data types by DirectML's names, numbers
    that JSON lacks in words."""
    if isinstance(value, dict):
        return {key: _plain(member, f"{place}/{key}") for key, member in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(unmasked(value, place).tolist())
    if isinstance(value, (list, tuple, range)):
        return [_plain(member, f"{place}/{number}" if isinstance(member, dict) else place)
                for number, member in enumerate(value)]
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, np.dtype) or (isinstance(value, type)
                                       and issubclass(value, (np.generic, int, float, complex))):
        kind = np.dtype(value)
        if kind.newbyteorder("=") not in NUMBERS:
            raise Error("type_mismatch", f"{kind} was given; {TYPE_NAMES} was expected" +
                        (", uint8 for truth" if kind == np.bool_ else ""), place)
        return kind.name.upper()
    return value


def _refuse_contradiction(section, name, array, tensor):
    """An array of a type or shape that its tensor's fields contradict; an axis of extent 1 may stand for any."""
    wanted, sizes = (_plain(tensor.get(field), f"/desc/{name}/{field}") for field in ("DataType", "Sizes"))
    found = native(array.dtype)
    at = f"/{section}/{name}"
    if found in NUMBERS and isinstance(wanted, str) and wanted.lower() in (kind.name for kind in NUMBERS):
        if found.name != wanted.lower():
            raise Error("type_mismatch", f"an array of {found.name.upper()} was given; {wanted} was expected; "
                        + conversion(wanted.lower(), array), at)
    if isinstance(sizes, list) and array.ndim and (len(sizes) != array.ndim or any(
            extent not in (1, size) for extent, size in zip(array.shape, sizes))):
        raise Error("size_mismatch", f"an array of shape {array.shape} was given; {tuple(sizes)} was expected", at)


def _with_told_tensors(spec):
    """A spec whose desc says what the arrays in its "inputs" tell of their tensors."""
    keys = {key.lower(): key for key in spec if isinstance(key, str)}
    inputs, expected, desc = (spec.get(keys.get(name, name), {}) for name in ("inputs", "expected", "desc"))
    for section, arrays in (("inputs", inputs), ("expected", expected)):
        if isinstance(arrays, dict) and isinstance(desc, dict):
            for name, array in arrays.items():
                if isinstance(array, np.ndarray) and isinstance(desc.get(name), dict):
                    _refuse_contradiction(section, name, array, desc[name])
    if not isinstance(inputs, dict) or not isinstance(desc, dict):
        return spec
    told = {}
    for name, value in inputs.items():
        members = value if isinstance(value, (list, tuple)) else [value]
        fields = [{"DataType": array.dtype, "Sizes": array.shape or (1,)} for array in members
                  if isinstance(array, np.ndarray) and native(array.dtype) in NUMBERS]
        if fields and len(fields) == len(members) and name not in desc:
            told[name] = fields if members is value else fields[0]
    return {**spec, keys.get("desc", "desc"): {**desc, **told}} if told else spec


@contextlib.contextmanager
def read_from(path):
    """Refusals of a text: they name its file, and of values in the place of fields say where those belong."""
    try:
        yield
    except Error as error:
        if error.code != "usage":  # of an option
            error.file = path
        first, *others = error.message.split("\n")
        found = re.match(r"/desc/((?!Output)\w*Tensors?)\b", error.pointer)
        if found and re.fullmatch("the (array|number) .*; an object is expected", first):
            error.message = "\n".join([f'{first}; values belong in "inputs": {{"{found[1]}": ...}}, or are given by '
                                       f"name, {found[1]}=...", *others])
        raise


def arrays_in(spec):
    """The arrays in a spec's "inputs", by name."""
    inputs = spec.get("inputs") if isinstance(spec, dict) else None
    return {name: value for name, value in (inputs if isinstance(inputs, dict) else {}).items()
            if isinstance(value, np.ndarray)}


def text_of(spec, inside="spec.json"):
    """(JSON text as bytes, path of its file or "") of a dict, a text or a path; of a folder the file `inside`."""
    if isinstance(spec, dict):
        try:
            return json.dumps(_plain(_with_told_tensors(spec))).encode(), ""
        except TypeError as reason:  # json's
            raise Error("wrong_type",
                        f"{reason}; a spec has dicts with names, lists, numbers, text and arrays") from None
    if isinstance(spec, (bytes, bytearray)):
        return bytes(spec), ""
    if isinstance(spec, str) and _is_text(spec):
        return spec.encode(), ""
    if isinstance(spec, (str, os.PathLike)):
        if isinstance(spec, str) and re.fullmatch(r"[A-Za-z0-9_]+", spec) and not os.path.exists(spec):
            raise Error("cannot_open", f"{spec!r} was given, and there is no such file; a spec is a dict, "
                        '{"type": "TILE", "desc": {...}}, JSON text or a path')
        path = os.fspath(spec)
        if os.path.isdir(path):
            path = os.path.join(path, inside)
            if not os.path.exists(path):
                raise Error("cannot_open", f"{spec!r} is a folder without a {inside}; one that 'dmlrun gen' made was "
                            "expected, or the path of a file")
        with open(path, "rb") as file:
            text = file.read()
        if text.startswith((b"\x93NUMPY", b"PK\x03\x04")):
            wanted, _ = os.path.splitext(inside)
            raise Error("wrong_type", f"{path}: a file of tensors was found; a {wanted} was expected, or an operator's "
                        "function with its arrays, as in dmlrun.tile(np.load(...), repeats=[1, 2])")
        return text, path
    raise Error("wrong_type", f"{spec!r} was given; a spec is a dict, JSON text or a path")
