"""Writes and reads .npy files with the standard library only."""
import struct


def encode(descr, shape, values, fortran=False, version=(1, 0)):
    """The bytes of a file. `descr` is numpy's, e.g. "<f4"; `values` are flat, in the file's order."""
    code = {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q",
            "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "B"}[descr[1:]]
    order = ">" if descr[0] == ">" else "<"
    body = struct.pack(f"{order}{len(values)}{code}", *values)
    dimensions = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({dimensions}), }}".encode()
    length_bytes = 2 if version[0] == 1 else 4
    header += b" " * (-(8 + length_bytes + len(header) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes(version) + len(header).to_bytes(length_bytes, "little") + header + body


def write(path, descr, shape, values, **more):
    with open(path, "wb") as file:
        file.write(encode(descr, shape, values, **more))


def body(data):
    """The bytes of the elements in a version 1.0 file."""
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    return data[10 + int.from_bytes(data[8:10], "little"):]


def decode(data):
    """(descr, shape, flat values) of a version 1.0 file."""
    elements = body(data)
    header = eval(data[10:len(data) - len(elements)].decode(), {})  # a file that dmlrun has just written
    code = {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q",
            "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}[header["descr"][1:]]
    count = 1
    for size in header["shape"]:
        count *= size
    return header["descr"], header["shape"], list(struct.unpack(f"<{count}{code}", elements))
