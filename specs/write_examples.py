#!/usr/bin/env python3
"""Writes the SPEC files of specs/examples that rows tell: write_examples.py [--check]; with --check it only compares.
specs/README.md has the notation. Numbers are spelled as in the row."""
import json
import re
import sys

import rows

FOLDER = rows.SPECS / "examples"
COLUMNS = 120
AT_ROOT = ("origin", "source", "verified", "documented", "doc_error", "note", "featureLevel", "absTolerance",
           "relTolerance", "ulpTolerance")  # in the order of a file


class Number(str):
    """A number's text."""


def members_of(pairs):
    twice = [key for i, (key, _) in enumerate(pairs) if key in dict(pairs[:i])]
    if twice:
        raise ValueError(f"{twice[0]!r} stands there twice")
    return dict(pairs)


def parse(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_int=Number, parse_float=Number,
                          object_pairs_hook=members_of)
    except ValueError as slip:
        raise ValueError(f"{path.relative_to(rows.SPECS.parent)}: {slip}") from None


def compact(value):
    if isinstance(value, Number):
        return value
    if isinstance(value, dict):
        return "{" + ", ".join(f"{compact(key)}: {compact(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(compact, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def sizes(values):
    """Those of the nesting."""
    return [Number(len(values)), *sizes(values[0])] if isinstance(values, list) else []


def tensor(written, field, is_first):
    """Its entry in the desc, None where it has none, and its values, None where none are given."""
    if not isinstance(written, dict) or written.keys() == {"value"}:
        return ({"DataType": "FLOAT32", "Sizes": sizes(written)} if is_first else None), written
    desc = dict(written)
    name = next((key for key in desc if key.isupper()), None)
    if not name:
        return desc, desc.pop("values", None)
    values, typed = desc.pop(name), {"DataType": name}
    if field["role"] == "input" and "Sizes" not in desc:
        typed["Sizes"] = sizes(values)
    return typed | desc, values


def spec(row, example):
    """The SPEC file of an example of a row."""
    (name, note), *members = example.items()
    at_root = {"origin": "dmlrun", **({"note": note} if note else {}), **{k: v for k, v in members if k in AT_ROOT}}
    desc, values, fields = {}, {"input": {}, "output": {}}, [rows.field(written) for written in row["fields"]]
    entries = {key: entry for key, entry in members if key not in AT_ROOT}
    for field in fields:
        key = next((key for key in entries if field["name"] in (key, key + "Tensor")), None)
        if not key:
            continue
        entry = entries.pop(key)
        if "role" not in field:
            desc[field["name"]] = entry
            continue
        of_desc, listed = tensor(entry, field, field is fields[0])
        if of_desc is not None:
            desc[field["name"]] = of_desc
        if listed is not None:
            values[field["role"]][field["name"]] = listed
    if entries:
        raise ValueError(f"{row['operator']}: example {name} has {', '.join(entries)}, which is no field of the row")
    return name, {
        "type": row["operator"], **{key: at_root[key] for key in AT_ROOT if key in at_root}, "desc": desc,
        **({"inputs": values["input"]} if values["input"] else {}), "expected": values["output"]}


def laid_out(made):
    """A line for each member; for each of a member's own where that is too wide."""
    lines = []
    for key, entry in made.items():
        line = f'  "{key}": {compact(entry)}'
        if len(line) >= COLUMNS and isinstance(entry, dict) and len(entry) > 1:
            inner = ",\n".join(f"    {compact(name)}: {compact(one)}" for name, one in entry.items())
            line = f'  "{key}": {{\n{inner}\n  }}'
        lines.append(line)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def files():
    """What the rows tell, by path, and the folders that hold nothing else."""
    made, folders = {}, set()
    for path in sorted((rows.SPECS / "operators").glob("*.json")):
        for row in parse(path):
            if "examples" not in row:
                continue
            folder = FOLDER / rows.folder(row["operator"])
            folders.add(folder)
            for example in row["examples"]:
                name, content = spec(row, example)
                if not re.fullmatch(r"\w+", name):
                    raise ValueError(f"{row['operator']}: {name!r} is no name of a file: letters, digits and _")
                if folder / f"{name}.json" in made:
                    raise ValueError(f"{row['operator']}: two examples are called {name}")
                made[folder / f"{name}.json"] = laid_out(content)
    return made, folders


def main():
    try:
        made, folders = files()
    except ValueError as slip:
        print(slip)
        return 1
    stale = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    problems = {path: "no row tells it; write it into the row" for folder in folders for path in folder.glob("*")
                if path not in made}
    if sys.argv[1:] == ["--check"]:
        problems |= {path: "is not what its row in specs/operators makes; run ./dev generate" for path in stale}
    else:
        for path in stale:
            path.parent.mkdir(exist_ok=True)
            path.write_text(made[path], encoding="utf-8")
    for path, problem in sorted(problems.items()):
        print(f"{path.relative_to(rows.SPECS.parent)}:1: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
