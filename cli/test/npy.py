""".npy files, written and read with the standard library only: the tests' own view of the format."""
import ast
import struct


def header(descr, shape, fortran=False, version=(1, 0), padded=True, dictionary=None):
    """The bytes before the data. `dictionary` replaces the whole Python text."""
    if dictionary is None:
        dictionary = f"{{'descr': {descr!r}, 'fortran_order': {fortran}, 'shape': {tuple(shape)!r}, }}"
    raw = dictionary if isinstance(dictionary, bytes) else dictionary.encode("latin-1")
    length = 2 if version[0] == 1 else 4
    if padded:
        raw += b" " * (-(6 + 2 + length + len(raw) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes(version) + len(raw).to_bytes(length, "little") + raw


def encode(descr, shape, values, **more):
    """A whole file. `descr` is numpy's, e.g. "<f4"; `values` in the order in which they lie there."""
    return header(descr, shape, **more) + pack(descr, values)


def write(path, descr, shape, values, **more):
    with open(path, "wb") as file:
        file.write(encode(descr, shape, values, **more))


def pack(descr, values):
    kinds = {
        "b1": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f2": "e",
        "f4": "f", "f8": "d"
    }
    order = ">" if descr[0] == ">" else "<"
    return struct.pack(f"{order}{len(values)}{kinds[descr[1:]]}", *values)


def read(raw):
    """(dtype, shape, data) of a file as dmlrun must write it; ValueError says what is wrong."""
    if raw[:8] != b"\x93NUMPY\x01\x00":
        raise ValueError(f"begins with {raw[:8]!r}")
    length = int.from_bytes(raw[8:10], "little")
    if (10 + length) % 64 or raw[9 + length:10 + length] != b"\n":
        raise ValueError("the header is not padded to 64 bytes or does not end in a newline")
    fields = ast.literal_eval(raw[10:10 + length].decode("ascii"))
    if sorted(fields) != ["descr", "fortran_order", "shape"] or fields["fortran_order"] is not False:
        raise ValueError(f"the header is {fields}")
    return fields["descr"], fields["shape"], raw[10 + length:]
