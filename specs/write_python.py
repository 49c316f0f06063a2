#!/usr/bin/env python3
"""Writes engine/python/dmlrun/operators.py, a function per row: write_python.py [--check]; with --check it only
compares."""
import keyword
import pathlib
import sys
import textwrap

import rows
from write_descs import snake

TARGET = rows.SPECS.parent / "engine" / "python" / "dmlrun" / "operators.py"
HEAD = '''"""DirectML's operators as functions of arrays, tile(x, repeats=[1, 2]). Made by specs/write_python.py, which
./dev generate runs, from specs/operators: change those.

Fields are keyword arguments; what may be left out is None. Inputs whose sizes must be equal are broadcast, as numpy
does. Numbers and lists of Python get the type that the other inputs tell, else FLOAT32; integers INT64, INT32 or
FLOAT32, the first that the operator takes. Inputs come in DirectML's order. An output's argument says what the inputs
do not tell of it: a type, a shape, a (type, shape), a dict of fields, or an array to write to. `out` is an array to
write to, too (of several outputs a list), and `options` is what compile() takes, backend="interpreter". What is refused
is raised as dmlrun.Error."""
# pylint: disable=redefined-builtin,too-many-arguments,too-many-lines
from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from ._functions import called, explained

Int = Union[int, np.integer]
Float = Union[float, np.floating, np.integer]
Ints = Union[Sequence[Int], np.ndarray]
Floats = Union[Sequence[Float], np.ndarray]
TensorLike = Union[DTypeLike, Int, Sequence[Int], tuple, Mapping, np.ndarray]
'''
TAIL = "for _name in __all__:\n    globals()[_name] = explained(globals()[_name])\n"
TYPES = {
    "tensor": "ArrayLike", "tensor[]": "Sequence[ArrayLike]", "uint32": "Int", "uint64": "Int", "int32": "Int",
    "bool": "Union[bool, np.bool_]", "float32": "Float", "uint32[]": "Ints", "int32[]": "Ints", "float32[]": "Floats",
    "enum": "Literal[...]", "data_type": "DTypeLike", "scalar": "Any", "count": "Int"}
# How a field of several members is written.
FORMS = {"ScaleBias": ' A dict, {"Scale": 2, "Bias": 0.5} for 2 * x + 0.5.',
         "activation": ' Its name, or a dict with its fields, {"Type": "LEAKY_RELU", "Alpha": 0.1}.'}
WIDTH = 116
PREFIXES = ("ELEMENT_WISE_", "ACTIVATION_")
LOGICAL = "logical_"


def bare(operator):
    """A name without what its family begins with."""
    for prefix in PREFIXES:
        operator = operator.removeprefix(prefix)
    return operator


def function_names():
    """Of each operator of DirectML: bare where no other one has that name, the element-wise one's where two have."""
    operators = [row["operator"] for row in rows.operator_rows() if row["operator"]]
    names = {}
    for operator in operators:
        others = [other for other in operators if bare(other) == bare(operator)]
        is_first = operator == min(others, key=lambda name: (name.startswith(PREFIXES), name[0] != "E"))
        name = (bare(operator) if is_first else operator).lower()
        names[operator] = name + "_" * keyword.iskeyword(name)
    return names


def short_names():
    """The logical operators' functions by a second name, equals for logical_equals, as the shell has it."""
    names = function_names().values()
    short = {name.removeprefix(LOGICAL): name for name in names if name.startswith(LOGICAL)}
    return {word + "_" * keyword.iskeyword(word): name for word, name in sorted(short.items()) if word not in names}


def argument(field):
    name = snake(field["name"])
    return name + "_" * keyword.iskeyword(name)


def shown_fields(table):
    """All but counts that follow from their arrays."""
    return [field for field in table["fields"] if field["kind"] != "count" or "required_without" in field]


def may_be_absent(field, has_inputs):
    if field.get("role") == "output":
        return has_inputs
    if field.get("role") == "input":  # one that is derived needs its values all the same
        return bool(field.get("optional") or field.get("required_when") or field.get("required_without"))
    return bool(field.get("optional") or field.get("derived") or field.get("required_when")
                or field.get("required_without") or field["kind"] not in TYPES)


def parameter(field, is_optional):
    kind = "TensorLike" if field.get("role") == "output" else TYPES.get(field["kind"], "Any")
    if field.get("role") == "output" and field["kind"] == "tensor[]":
        kind = "Sequence[Optional[TensorLike]]"
    kind = kind.replace("...", ", ".join(f'"{value["name"]}"' for value in field.get("values", ())))
    if is_optional:
        return f"{argument(field)}: Optional[{kind}] = None"
    return f"{argument(field)}: {kind}"


def broadcast_inputs(table):
    """Inputs that get equal sizes: all where a rule says so, but those of one element."""
    if table["family"] != "elementwise" or all(rule["key"] != "equal_sizes" for rule in table["rules"]):
        return []
    return [field["name"] for field in table["fields"] if field.get("role") == "input" and "one_element" not in field]


def type_groups(table):
    """Of each input whose type another one tells: a group of inputs of one type, or a type's name."""
    inputs = [field for field in table["fields"] if field.get("role") == "input" and field["kind"] == "tensor"]
    groups = {field["name"]: field.get("fixed_type") or field.get("type_of") for field in inputs}
    if len(inputs) > 1 and broadcast_inputs(table) and not any(groups.values()):
        return {name: inputs[0]["name"] for name in groups}  # pow(x, 2) too, where they may differ
    named = set(groups.values())
    return {name: group or name for name, group in groups.items() if group or name in named}


def integer_types(table):
    """The type of Python's integers, or an input that has it, of each input that takes no INT64."""
    found = {}
    for field in table["fields"]:
        if field.get("role") == "input" and not field.get("fixed_type"):
            taken = {kind for row in table["support"] if field["name"] in row["tensors"] for level in row["levels"]
                     for kind in level["types"]}
            best = next((kind for kind in ("INT64", "INT32", "FLOAT32", "UINT32") if kind in taken), None)
            if best is None and field.get("type_of") == "OutputTensor":  # until that is told, as the first input
                best = table["fields"][0]["name"]
            if best not in (None, "INT64"):
                found[field["name"]] = best
    return found


def wrapped(text, indent):
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "    ", break_on_hyphens=False)


def function(table, name):
    fields = shown_fields(table)
    inputs = [field for field in fields if field.get("role") == "input"]
    has_inputs = bool(inputs)
    # Positional ones in DirectML's order: behind one that may be left out all have a default, as Python has it.
    absent = [may_be_absent(f, has_inputs) for f in inputs]
    defaulted = inputs[absent.index(True):] if any(absent) else []
    others = [f for f in fields if "role" not in f] + [f for f in fields if f.get("role") == "output"]
    parameters = [parameter(f, f in defaulted) for f in inputs] + ["*"]
    parameters += [parameter(f, may_be_absent(f, has_inputs)) for f in others]
    parameters += ["out: Any = None", "**options: Any"]
    many = any(f.get("role") == "output" and f["kind"] == "tensor[]" for f in fields) or sum(
        f.get("role") == "output" for f in fields) > 1
    returned = "tuple[np.ndarray,~...]" if many else "np.ndarray"
    head = textwrap.fill(f"def {name}({', '.join(parameters)})~->~{returned}:", WIDTH, subsequent_indent=" " * 8,
                         break_long_words=False, break_on_hyphens=False)
    lines = [head.replace("~", " ")]
    lines.append(wrapped(f'"""{table["summary"]}', "    ").replace("\n        ", "\n    "))
    lines.append("")
    for field in inputs + others:
        values = f" One of {', '.join(value['name'] for value in field['values'])}." if "values" in field else ""
        values += FORMS.get(field["kind"], "")
        if field in defaulted and not may_be_absent(field, has_inputs):
            values += " Must be given."
        lines.append(wrapped(f"{argument(field)}: {field['doc']}{values}", "    "))
    lines[-1] += '"""'
    parts = [", ".join(f'"{field["name"]}": {argument(field)}' for field in fields if field.get("role") == role)
             for role in ("input", None, "output")]
    last = "out, options"
    if broadcast := ", ".join(f'"{name}"' for name in broadcast_inputs(table)):
        last += f", broadcast=[{broadcast}]"
    if types := ", ".join(f'"{name}": "{group}"' for name, group in type_groups(table).items()):
        last += f", types={{{types}}}"
    if integers := ", ".join(f'"{name}": "{kind}"' for name, kind in integer_types(table).items()):
        last += f", integers={{{integers}}}"
    lines.append(textwrap.fill(f'return called("{table["operator"]}", {{{parts[0]}}}, {{{parts[1]}}}, {{{parts[2]}}}, '
                               f"{last})", WIDTH, initial_indent="    ", subsequent_indent=" " * 8,
                               break_long_words=False))
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def quoted_names(head, names):
    every = ", ".join(f'"{name}"' for name in names)
    return textwrap.fill(f"{head}[{every}]", WIDTH, subsequent_indent="    ") + "\n"


def module():
    names = function_names()
    tables = sorted((table for table in rows.tables() if table["operator"]), key=lambda t: names[t["operator"]])
    parts = [HEAD + quoted_names("__all__ = ", (names[table["operator"]] for table in tables))]
    parts += [function(table, names[table["operator"]]) for table in tables]
    short = "".join(f"{word} = {name}\n" for word, name in short_names().items())
    short = "# Without LOGICAL_, as the shell has them.\n" + short
    return "\n\n".join(parts + [TAIL + short + quoted_names("__all__ += ", short_names())])


def main():
    made = module()
    if sys.argv[1:] == ["--check"]:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == made:
            print("1 passed, 0 failed")
            return 0
        print(f"{TARGET.relative_to(pathlib.Path(rows.SPECS).parent)}:1: is not what specs/write_python.py makes; "
              "run ./dev generate")
        return 1
    TARGET.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
