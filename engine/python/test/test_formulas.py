"""The formulas of rows that are no values, evaluated on the examples and compared with the program's reference."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import specs

sys.path.append(str(specs.ROOT / "specs"))
import rows

PROGRAM = os.environ.get("DMLRUN_PROGRAM")
TABLES = [table for table in rows.tables() if "formula" in table]
LINE = re.compile(r"(?:(?P<mode>\w+): )?(?P<left>\w+(?:\[k\])?)\[(?P<to>.*?)\] = (?P<right>.*?)"
                  r"(?: where (?P<where>.*?))?(?:; (?P<rest>\w+) elsewhere)?")
IN_WORDS = {"ONE_HOT"}


def grid(sizes, text):
    """The coordinates that brackets name, by axis: c for each, or a name for each."""
    axes = list(np.indices(sizes))
    return [{"c": axis} for axis in axes] if text == "c" else [dict(zip(text.split(", "), axes))] * len(axes)


def scalar(value, dtype):
    """A member of DML_SCALAR_UNION is its bits."""
    union = value if isinstance(value, dict) else {dtype.name: value}
    return next(np.array([word], kind.lower()).view(dtype)[0] for kind, word in union.items())


def completed_without_strides(example, folder):
    """The spec, in a file: so that files have the sizes of tensors."""
    printed = subprocess.run([PROGRAM, "explain", "--spec", example], check=True, capture_output=True).stdout
    text = re.sub(r'"(Strides": \[[^]]*\](?=, "Flags)|TotalTensorSizeInBytes": \d+), ', "", printed.decode())
    Path(folder, "spec.json").write_text(text)
    return Path(folder, "spec.json")


class Formula:
    def __init__(self, lines, desc, case):
        self.desc, self.case = desc, case
        found = [LINE.fullmatch(line) for line in lines]
        modes = [value for value in desc.values() if isinstance(value, str)]
        self.line = next(one for one in found if one["mode"] in (None, *modes))

    def tensor(self, name, k):
        return np.load(self.case / f"{name.removesuffix('[k]')}{f'_{k}' if name.endswith('[k]') else ''}.npy")

    def index(self, text, names, sizes, before):
        """The array of positions on each axis that the text in brackets means."""
        texts = [text] * len(names) if len(text.split(", ")) == 1 or "min(" in text else text.split(", ")
        made = []
        for axis, (one, known) in enumerate(zip(texts, names)):
            fields = {k: v[axis] if isinstance(v, list) and len(v) == len(names) else v for k, v in self.desc.items()}
            known = {**known, **fields, "max": np.maximum, "min": np.minimum}
            known["before"] = before if axis == self.desc.get("Axis") else 0

            def value(words, known=known, axis=axis):
                words = re.sub(r"(\w+)\.Sizes(\[(\d)\])?", lambda m: str(sizes[m[1]][int(m[3] or axis)]), words)
                return eval(words.replace(" mod ", " % ").replace(" / ", " // "), {}, known)
            for name, words in re.findall(r"(\w+) = (.*?)(?=, \w+ = |$)", self.line["where"] or ""):
                known[name] = value(words)
            made.append(np.broadcast_to(value(one), next(iter(names[0].values())).shape))
        return made

    def outputs(self):
        """(expected, which elements the formula tells, what it says of them) of each output."""
        left, source = self.line["left"], re.fullmatch(r"(\w+(?:\[k\])?)\[(.*)\]", self.line["right"])
        parts = len(list(self.case.glob("*Tensors_*.npy"))) or 1
        if not left.endswith("[k]"):
            yield self.output(left, source, range(parts))
        else:
            for k in range(parts):
                yield self.output(left, source, [k])

    def output(self, left, source, parts):
        expected = self.tensor(left, parts[0])
        made, is_made = np.zeros_like(expected), np.zeros(expected.shape, bool)
        if not source:
            exact = np.float64 if expected.dtype.kind == "f" else np.int64
            known = {name: exact(scalar(value, expected.dtype)) for name, value in self.desc.items()
                     if name.startswith("Value") and name != "ValueDataType"}
            known["i"] = np.arange(expected.size).reshape(expected.shape)
            told = np.broadcast_to(eval(self.line["right"], {}, known), made.shape)
            return expected, ~is_made, told.astype(made.dtype)
        for k in parts:
            one = self.tensor(source[1], k)
            sizes = {left: expected.shape, source[1]: one.shape}
            before = sum(t["Sizes"][self.desc["Axis"]] for name in ("InputTensors", "OutputTensors")
                         for t in self.desc.get(name, [])[:k])
            gathers = re.fullmatch(r"c|b, d, y, x", self.line["to"])
            names = grid(expected.shape, self.line["to"]) if gathers else grid(one.shape, source[2])
            to = self.index(self.line["to"], names, sizes, before)
            at = self.index(source[2], names, sizes, before)
            inside = np.all([(0 <= p) & (p < n) for p, n in zip(at, one.shape)], axis=0)
            made[tuple(p[inside] for p in to)] = one[tuple(p[inside] for p in at)]
            is_made[tuple(p[inside] for p in to)] = True
        rest = self.line["rest"]
        number = 0 if rest == "0" else self.desc.get(rest)
        if rest and isinstance(number, (int, float)) and np.array(number).astype(made.dtype) == number:
            made[~is_made], is_made[:] = number, True
        return expected, is_made, made


@unittest.skipUnless(PROGRAM, "the dmlrun program was not named")
class Formulas(unittest.TestCase):
    def test_each_says_what_the_reference_does(self):
        for table in TABLES:
            if table["operator"] in IN_WORDS:
                continue
            told = total = 0
            for example in sorted((specs.ROOT / "specs/examples" / rows.folder(table["operator"])).glob("*.json")):
                with self.subTest(example.name), tempfile.TemporaryDirectory() as folder:
                    case = Path(folder, "case")
                    subprocess.run([PROGRAM, "gen", completed_without_strides(example, folder), "--dir", case],
                                   check=True, capture_output=True)
                    desc = json.loads((case / "spec.json").read_text())["desc"]
                    for expected, is_told, made in Formula(table["formula"], desc, case).outputs():
                        np.testing.assert_array_equal(made[is_told], expected[is_told])
                        told, total = told + is_told.sum(), total + is_told.size
            self.assertGreater(told, total * 0.6, table["operator"])

    def test_every_operator_has_a_formula_or_a_value(self):
        lacking = [t["operator"] for t in rows.tables() if t["operator"] and not ("formula" in t) ^ ("value" in t)]
        self.assertEqual(lacking, [])


if __name__ == "__main__":
    unittest.main()
