#!/usr/bin/env python3
"""Writes testdata/support_tables.json from the tables of DirectML's pages: transcribe_support.py FOLDER.

FOLDER has pages as Markdown, each under the name that ends its address, ns-directml-dml_tile_operator_desc.md. An
operator without a page there keeps what the file says. What is written is read from the tables alone, never from the
rows: a test compares the two. Levels, tensors and types stand in the order of the page; a table without a level is in
force from the level on that introduced the operator."""
import datetime
import json
import pathlib
import re
import sys

import rows

TARGET = rows.SPECS.parent / "testdata" / "support_tables.json"


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(page, introduced):
    """{level: {tensors: [[least, most], types]}}; tensors with equal cells share a line."""
    made, level, columns = {}, introduced, None
    for line in page.partition("## Tensor support")[2].split("\n## ")[0].splitlines():
        if heading := re.match(r"### DML_FEATURE_LEVEL_(\d)_(\d)", line):
            level, columns = ".".join(heading.groups()), None
        elif line.startswith("|") and columns is None:
            columns = [name.lower() for name in cells(line)]
        elif line.startswith("|") and not set(line) <= set("|-: "):
            row = dict(zip(columns, cells(line), strict=True))
            ranks = [int(number) for number in re.findall(r"\d+", row["supported dimension counts"])]
            cell = [[ranks[0], ranks[-1]], [name for name in re.split(r",\s*", row["supported data types"]) if name]]
            made.setdefault(level, []).append((row["tensor"].strip("*"), cell))
    return {level: shared(table) for level, table in made.items()}


def shared(table):
    groups = []
    for tensor, cell in table:
        same = next((group for group in groups if group[1] == cell), None)
        same[0].append(tensor) if same else groups.append(([tensor], cell))
    return {", ".join(tensors): cell for tensors, cell in groups}


def transcribe(operator, page):
    date = re.search(r"^ms\.date: (\d+)/(\d+)/(\d+)", page, re.M)
    month, day, year = map(int, date.groups())
    introduced = re.findall(r"introduced in \W*DML_FEATURE_LEVEL_(\d)_(\d)", page.partition("## Tensor support")[0])[-1]
    return {"operator": operator, "revision": datetime.date(year, month, day).isoformat(),
            "tables": tables(page, ".".join(introduced))}


def main():
    folder = pathlib.Path(sys.argv[1])
    kept = {entry["operator"]: entry for entry in json.loads(TARGET.read_text())} if TARGET.exists() else {}
    for row in rows.operator_rows():
        operator = row["operator"]
        page = folder / f"ns-directml-{row.get('page', f'dml_{operator.lower()}_operator_desc')}.md"
        if operator and page.exists():
            kept[operator] = transcribe(operator, page.read_text(encoding="utf-8"))
    lines = ",\n".join(json.dumps(kept[operator]) for operator in sorted(kept))
    TARGET.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(kept)} operators")


if __name__ == "__main__":
    main()
