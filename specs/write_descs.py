#!/usr/bin/env python3
"""Writes engine/include/dmlrun/operator_descs.h from the rows: write_descs.py [--check]; with --check it only
compares."""
import pathlib
import re
import sys
import textwrap

import rows

TARGET = rows.SPECS.parent / "engine" / "include" / "dmlrun" / "operator_descs.h"
HEAD = """// Made by specs/write_descs.py (./dev generate) from specs/operators: change those.
// DirectML's operator descs as structs: its names in snake case without "Tensor", in its order. Counts
// (RepeatsCount) and types of scalars (PaddingValueDataType) follow from the other fields. docs/operators has
// each field with its rules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dmlrun/desc.h"

namespace dmlrun {
"""
TYPES = {
    "tensor": "TensorDesc", "tensor[]": "std::vector<TensorDesc>", "uint32": "std::uint32_t", "uint64": "std::uint64_t",
    "int32": "std::int32_t", "bool": "bool", "float32": "float", "uint32[]": "Dimensions",
    "int32[]": "SignedDimensions", "float32[]": "PerAxis<float>", "scalar": "Scalar",
    "ScaleBias": "ScaleBias", "activation": "FusedActivation"}


def snake(name):
    name = name.replace("Tensors", "s").replace("Tensor", "")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def comment(text, indent=""):
    return textwrap.indent(textwrap.fill(text, 116 - len(indent)), indent + "/// ") + "\n"


def enumeration(field):
    values = ", ".join(f"{value['name'].lower()} = {value['value']}" for value in field["values"])
    text = comment(field["prefix"])
    line = f"enum class {camel(field['prefix'][4:])} : std::uint8_t {{ {values} }};\n"
    return text + (line if len(line) <= 121 else line.replace("{ ", "{\n  ").replace(" };", "\n};"))


def struct(table):
    members, record = [], []
    for field in table["fields"]:
        if field["kind"] not in TYPES and field["kind"] != "enum":  # follows from others, or is not implemented yet
            continue
        kind = camel(field["prefix"][4:]) if field["kind"] == "enum" else TYPES[field["kind"]]
        if field.get("optional"):
            kind = f"std::optional<{kind}>"
        members.append(comment(field["doc"], "  ") + f"  {kind} {snake(field['name'])}{{}};\n")
        record.append(f'{{"{field["name"]}", {snake(field["name"])}}}')
    name = table["operator"]
    body = ",\n             ".join(record)
    return (comment(f"DML_{name}_OPERATOR_DESC. {table['summary']}") + f"struct {camel(name)}Desc {{\n"
            + "".join(members)
            + f'  operator Desc() const {{\n    return {{"{name}",\n            {{{body}}}}};\n  }}\n}};\n')


def header():
    tables = [table for table in rows.tables() if table["operator"]]
    enums = {field["prefix"]: field for table in tables for field in table["fields"] if field["kind"] == "enum"}
    parts = [enumeration(enums[prefix]) for prefix in sorted(enums)] + [struct(table) for table in tables]
    return "\n".join([HEAD] + parts) + "\n}  // namespace dmlrun\n"


def main():
    made = header()
    if sys.argv[1:] == ["--check"]:
        if TARGET.read_text(encoding="utf-8") == made:
            return 0
        print(f"{TARGET.relative_to(rows.SPECS.parent)} is not what the rows make: run ./dev generate")
        return 1
    TARGET.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
