#!/usr/bin/env python3
"""write_dictionary.py TARGET FILE: the words of a coverage-guided target, for libFuzzer. Those of its file in
dictionaries, and for the targets that read operators what the rows of specs call by name."""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "specs"))
import rows

DICTIONARIES = {"differential": "spec"}  # a target with another one's words
OF_OPERATORS = ("spec", "model", "differential")


def words_of(table):
    """Operator, fields, values of its enumerations, data types."""
    yield table["operator"]
    for field in table["fields"]:
        yield field["name"]
        yield from (value["name"] for value in field.get("values", ()))
    for group in table["support"]:
        for level in group["levels"]:
            yield from level["types"]


def main():
    target, path = sys.argv[1:]
    lines = (HERE / "dictionaries"
             / f"{DICTIONARIES.get(target, target)}.dict").read_text(encoding="utf-8").splitlines()
    if target in OF_OPERATORS:
        words = {word for table in rows.tables() for word in words_of(table)} - {""}
        lines += [f'"\\"{word}\\""' for word in sorted(words)]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
