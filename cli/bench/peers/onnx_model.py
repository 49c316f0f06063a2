"""A model of one node in ONNX's format, Protocol Buffers, without the package onnx."""
import struct

import numpy as np

# The numbers of ONNX's types.
KINDS = {"float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9, "float16": 10,
         "float64": 11, "uint32": 12, "uint64": 13}
IR_VERSION, FLOAT, INT, STRING = 9, 1, 2, 3


def varint(number):
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes(found + bytes([number]))


def field(number, value):
    """Of an integer, a float, a text, or of what such fields make."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value % (1 << 64))
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(raw)) + raw


def fields(number, values):
    return b"".join(field(number, value) for value in values)


def value_info(name, kind, shape):
    tensor = field(1, KINDS[kind.name]) + field(2, fields(1, [field(1, int(size)) for size in shape]))
    return field(1, name) + field(2, field(1, tensor))


def initializer(name, value):
    value = np.asarray(value)
    return (fields(1, map(int, value.shape)) + field(2, KINDS[value.dtype.name]) + field(8, name)
            + field(9, value.tobytes()))


def attribute(name, value):
    number, kind = {int: (3, INT), float: (2, FLOAT), str: (4, STRING)}[type(value)]
    return field(1, name) + field(number, value) + field(20, kind)


def model(operator, domain, attributes, inputs, constants, output, names=()):
    """`inputs` and `output` are (data type, shape). The node takes i0, i1, ... and then c0, c1, ..., or what
    `names` lists, and gives out."""
    names = names or [f"i{n}" for n in range(len(inputs))] + [f"c{n}" for n in range(len(constants))]
    node = (fields(1, names) + field(2, "out") + field(4, operator)
            + fields(5, [attribute(*one) for one in attributes.items()]) + field(7, domain))
    graph = (field(1, node) + field(2, "peer") + fields(5, [initializer(f"c{n}", c) for n, c in enumerate(constants)])
             + fields(11, [value_info(f"i{n}", *one) for n, one in enumerate(inputs)])
             + field(12, value_info("out", *output)))
    versions = [field(1, "") + field(2, 19), field(1, "com.microsoft") + field(2, 1)]
    return field(1, IR_VERSION) + field(7, graph) + fields(8, versions)
