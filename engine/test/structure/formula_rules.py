"""Rules for the formulas ("value") of rows: a slip in one would end the program without a word."""
import json
import re

# What a formula has beside the operations of ops.def, the functions and a row's own fields; specs/README.md has them.
OWN = {"cast": 1, "whole_pow": 2}
ATOMS = {"x", "SignBit", "Least", "Most"}
DECIDED = {"Integers", "ScaleBias"}


def arities(tree):
    """How many inputs each operation and function takes."""
    found = re.findall(r"(?m)^DMLRUN_OP\((\w+), (\d)", tree.text("engine/plan/ops.def"))
    found += re.findall(r'\{"(\w+)", (\d), ', tree.text("engine/plan/math/functions.cpp"))
    return OWN | {name: int(count) for name, count in found}


class Formula:
    """Reads one as engine/operators/formula/formula.cpp does; the first slip is raised."""

    def __init__(self, text, fields, counts):
        self.rest, self.fields, self.counts = text, fields, counts

    def take(self, expected):
        if not self.rest.startswith(expected):
            raise ValueError(f"{expected!r} was expected before {self.rest!r}")
        self.rest = self.rest[len(expected):]

    def word(self):
        word = re.match(r"[^(), ]*", self.rest)[0]
        self.rest = self.rest[len(word):]
        return word

    def named(self, word, beside):
        if not word or not (word in beside or word in self.fields or re.fullmatch(r"-?(\d[\d.]*|inf)", word)):
            raise ValueError(f"{word!r} is no field, tensor, number or {', '.join(sorted(beside))}")

    def inputs(self):
        count = 1
        self.expression()
        while self.rest.startswith(","):
            self.take(", ")
            self.expression()
            count += 1
        self.take(")")
        return count

    def expression(self):
        word = self.word()
        if not self.rest.startswith("("):
            return self.named(word, ATOMS)
        self.take("(")
        if word in ("case", "bits", "coordinate"):
            self.named(self.word(), DECIDED if word == "case" else {"x"})
            if word != "case":
                return self.take(")")
            self.take(", ")
            return self.inputs()
        name, count = word.split(".")[0], self.inputs()
        if self.counts.get(name) != count:
            raise ValueError(f"{word!r} of {count} is no operation or function; specs/README.md lists them")
        return None


def formulas_can_be_read(tree):
    counts = arities(tree)
    for path in tree.matching(r"^specs/operators/\w+\.json$"):
        for row in json.loads(tree.text(path)):
            fields = {re.match(r">?(\w+)", field)[1] for field in row["fields"]}
            formula = Formula(row.get("value", "x"), fields | {name.removesuffix("Tensor") for name in fields}, counts)
            try:
                formula.expression()
                if formula.rest:
                    raise ValueError(f"{formula.rest!r} stands behind its end")
            except ValueError as slip:
                yield f"{path}:1: {row['operator']}: value: {slip}"
