#!/usr/bin/env python3
"""NaN that arithmetic makes: computed_nans_test.py PROGRAM [TestName...]; ends with `N passed, N failed`. No back end
promises their bits, so that any of them is as good as another; a NaN that is moved keeps its bits."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../specs"))
from rows import tables

import npy
import suite

PROGRAM = ""
SEEDS = (1, 2, 3)
TENSOR = {"DataType": "FLOAT32", "Sizes": [2]}
TILE = {"type": "TILE", "desc": {"InputTensor": TENSOR, "OutputTensor": TENSOR, "RepeatsCount": 1, "Repeats": [1]}}
ACOS = {"type": "ELEMENT_WISE_ACOS", "desc": {"InputTensor": TENSOR, "OutputTensor": TENSOR}}
# Operators and inputs that give NaN.
MADE = (("ACOS", "[-2]"), ("ASIN", "[2]"), ("ACOSH", "[-2]"), ("ATANH", "[2]"),
        ("CONSTANT_POW", "[-2]", "--Exponent", "0.5"),
        ("POW", "[-2,2]", "[0.5,2]"), ("MODULUS_TRUNCATE", "[1]", "[0.0]"))


class ComputedNans(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, bits in ("one", 0x7FC00001), ("other", 0xFFC00002):
            with open(self.path(name + ".npy"), "wb") as file:
                file.write(npy.encode("<u4", (2,), [bits] * 2).replace(b"<u4", b"<f4"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, document):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(document, file)

    def run_program(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, (arguments, done.stdout[-2000:], done.stderr[-2000:]))
        return done

    def test_what_gen_makes_of_each_operator_passes_check(self):
        for table in tables():
            if not table["operator"]:
                continue
            spec = self.run_program("new", table["operator"]).stdout
            with open(self.path("spec.json"), "w", encoding="utf-8") as file:
                file.write(spec)
            for seed in SEEDS:
                self.run_program("gen", "spec.json", "--seed", str(seed), "--dir", f"cases/{table['operator']}-{seed}")
        done = self.run_program("check", "cases")
        self.assertRegex(done.stdout, r"^[1-9][0-9]* passed, 0 failed")

    def test_a_folder_of_gen_runs_as_it_expects(self):
        with open(self.path("asin.json"), "w", encoding="utf-8") as file:
            file.write(self.run_program("new", "ELEMENT_WISE_ASIN").stdout)
        self.run_program("gen", "asin.json", "--seed", "1", "--dir", "case")
        for backend in "jit", "interpreter", "reference", "all":
            for name in "spec.json", "model.json":
                self.run_program("case/" + name, "--backend", backend)

    def test_back_ends_agree_on_nan(self):
        for words in MADE:
            with self.subTest(words[0]):
                done = self.run_program(*words, "--backend", "all")
                self.assertRegex(done.stderr, "all [0-9]+ back ends agree")
                self.assertIn("nan", done.stdout)

    def test_expected_values_in_a_file(self):
        values = {"inputs": {"InputTensor": [-2, 2]}}
        for name in "one.npy", "other.npy":
            expected = {"expected": {"OutputTensor": {"sourcePath": name}}}
            self.write("acos.json", {**ACOS, **values, **expected})
            self.run_program("acos.json", "--backend", "all")
            self.run_program("check", "acos.json")
        self.write("right.json", {**ACOS, "inputs": {"InputTensor": [1, 1]}, **expected})
        self.assertIn("NaN against a number: 2", self.run_program("right.json", code=1).stderr)

    def test_a_nan_that_is_moved_keeps_its_bits(self):
        self.write("tile.json", {**TILE, "inputs": {"InputTensor": {"sourcePath": "one.npy"}}})
        self.run_program("tile.json", "--expect", "OutputTensor=one.npy")
        done = self.run_program("tile.json", "--expect", "OutputTensor=other.npy", code=1)
        self.assertIn("expected \"nan\" (0xFFC00002), found \"nan\" (0x7FC00001)".lower(), done.stderr.lower())
        self.write("wrong.json", {**TILE, "inputs": {"InputTensor": {"sourcePath": "one.npy"}},
                                  "expected": {"OutputTensor": {"sourcePath": "other.npy"}}})
        self.run_program("check", "wrong.json", code=1)

    def model(self, first, values):
        """A TILE of what the first operator gives, with expected values for both and for what is printed."""
        resource = {"initialValuesDataType": "FLOAT32", "initialValues": [0, 0]}
        expected = {"sourcePath": "one.npy"}
        self.write("model.json", {
            "resources": {"In": {"initialValuesDataType": "FLOAT32", "initialValues": values}, "A": resource,
                          "B": resource},
            "dispatchables": {"first": first, "tile": TILE}, "commands": [
                {"type": "dispatch", "dispatchable": "first", "bindings": {"InputTensor": "In", "OutputTensor": "A"}},
                {"type": "dispatch", "dispatchable": "tile", "bindings": {"InputTensor": "A", "OutputTensor": "B"},
                 "expected": {"OutputTensor": expected}},
                {"type": "print", "resource": "B", "expected": expected}]})

    def test_models(self):
        self.model(ACOS, [-2, 2])
        self.run_program("model.json", "--backend", "all")
        self.run_program("model.json", "--backend", "reference")
        self.run_program("check", "model.json")
        self.model(TILE, ["nan", "nan"])
        self.run_program("model.json", code=1)
        self.run_program("check", "model.json", code=1)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
