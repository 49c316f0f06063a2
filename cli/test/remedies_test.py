#!/usr/bin/env python3
"""What refusals give as a remedy, pasted as it is: remedies_test.py PROGRAM [--seed N]; ends with `N passed, N failed`.
"""
import argparse
import itertools
import json
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../specs"))
from rows import tables

import npy
import suite

PROGRAM = ""
SEED = 1


def nested(shape, values):
    """The values as lists of lists."""
    if not shape:
        return values[0]
    step = len(values) // shape[0]
    return [nested(shape[1:], values[i * step:(i + 1) * step]) for i in range(shape[0])]


def broadcast(shape, values, to):
    """The values in the order of the sizes `to`."""
    def at(place):
        offset = 0
        for size, coordinate in zip(shape, place[len(to) - len(shape):]):
            offset = offset * size + (coordinate if size > 1 else 0)
        return values[offset]

    return [at(place) for place in itertools.product(*map(range, to))]


class Remedies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def shell(self, script):
        return subprocess.run(["bash", "-c", f'dmlrun() {{ "{PROGRAM}" "$@"; }}; {script}'], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)

    def write(self, name, shape, values, dtype="<f4", **more):
        npy.write(os.path.join(self.folder, name), dtype, shape, values, **more)

    def result(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            dtype, shape, data = npy.read(file.read())
        letter = {"f4": "f", "f2": "e", "u1": "B", "i4": "i", "u4": "I"}[dtype[1:]]
        return list(shape), list(struct.unpack(f"<{len(data) // struct.calcsize('<' + letter)}{letter}", data))

    def test_shapes_that_numpy_broadcasts_are_added_by_the_remedy(self):
        pick = random.Random(SEED)
        mended = 0
        for case in range(40):
            to = [pick.randint(1, 3) for _ in range(pick.randint(1, 4))]
            line, operands = "add", []
            for operand in "ab":
                shape = [pick.choice((size, size, 1)) for size in to[pick.choice((0, 0, pick.randrange(len(to)))):]]
                operands.append((shape, [float(pick.randint(-9, 9)) for _ in range(math.prod(shape))]))
                as_values = len(shape) > 1 and pick.random() < 0.4
                if not as_values:
                    self.write(f"{operand}.npy", *operands[-1])
                line += f" '{json.dumps(nested(*operands[-1]))}'" if as_values else f" {operand}.npy"
            done = self.shell(f"dmlrun {line} -o y.npy")
            given = re.search(r"give (--\w+ '[^']*'(?: and --\w+ '[^']*')*)", done.stderr)
            with self.subTest(f"seed {SEED}, case {case}", line=line, stderr=done.stderr):
                if done.returncode != 0:
                    self.assertIsNotNone(given)
                    mended += 1
                    done = self.shell(f"dmlrun {line} {given[1].replace(' and ', ' ')} -o y.npy")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                shape, values = self.result("y.npy")
                whole = [a if a > 1 else b for a, b in zip(*([1] * (len(shape) - len(s)) + s for s, _ in operands))]
                sums = [a + b for a, b in zip(*(broadcast(*operand, whole) for operand in operands))]
                self.assertEqual((shape, values), (whole, sums))
        self.assertGreater(mended, 10)

    def test_words_of_other_libraries_get_the_line_that_does_it_to_the_file(self):
        values = [float(i) for i in range(24)]
        self.write("x.npy", [2, 3, 4], values)
        self.write("row.npy", [4], values[:4])
        self.write("one.npy", [1, 4, 1], values[:4])
        self.write("image.npy", [1, 2, 3, 4], values)
        permuted = [values[12 * b + 4 * c + a] for a in range(4) for b in range(2) for c in range(3)]
        self.write("columns.npy", [4, 2, 3], values, fortran=True)  # in C's order x with its axes reversed
        self.write("big.npy", [2, 3, 4], values, ">f4")
        self.write("big_row.npy", [4], values[:4], ">f4")
        with zipfile.ZipFile(os.path.join(self.folder, "a.npz"), "w") as archive:
            archive.write(os.path.join(self.folder, "x.npy"), "x.npy")
        swapped = [values[12 * a + 4 * c + b] for a in range(2) for b in range(4) for c in range(3)]
        in_rows = [values[8 * c + 4 * b + a] for a in range(4) for b in range(2) for c in range(3)]
        for words, expected in [
                ("transpose x.npy", ([4, 3, 2], [values[12 * c + 4 * b + a] for a in range(4) for b in range(3)
                                                 for c in range(2)])),
                ("permute x.npy --dims 2,0,1", ([4, 2, 3], permuted)),
                ("permute x.npy --dims=2,0,1 -o y.npy", ([4, 2, 3], permuted)),
                ("transpose x.npy 0 2", ([4, 3, 2], [values[12 * c + 4 * b + a] for a in range(4) for b in range(3)
                                                     for c in range(2)])),
                ("transpose x.npy -1 0", ([4, 3, 2], [values[12 * c + 4 * b + a] for a in range(4) for b in range(3)
                                                      for c in range(2)])),
                ("nchw image.npy", ([1, 4, 2, 3], permuted)),
                ("reshape x.npy 6,-1", ([6, 4], values)),
                ("reshape x.npy 6x4", ([6, 4], values)),
                ("flatten x.npy", ([24], values)),
                ("flatten x.npy --axis 1", ([2, 12], values)),
                ("flatten columns.npy", ([24], in_rows)),
                ("transpose columns.npy 1,0,2", ([2, 4, 3], [in_rows[6 * b + 3 * a + c] for a in range(2)
                                                             for b in range(4) for c in range(3)])),
                ("reshape big.npy 6,4", ([6, 4], values)),
                ("expand big_row.npy 3,4", ([3, 4], values[:4] * 3)),
                ("permute a.npz 2,0,1", ([4, 2, 3], permuted)),
                ("permute a.npz:x 2,0,1", ([4, 2, 3], permuted)),
                ("swapaxes x.npy 1 2", ([2, 4, 3], swapped)),
                ("swapaxes x.npy 1,-1", ([2, 4, 3], swapped)),
                ("moveaxis x.npy 2 0", ([4, 2, 3], permuted)),
                ("moveaxis x.npy -1 -3", ([4, 2, 3], permuted)),
                ("squeeze image.npy", ([2, 3, 4], values)),
                ("squeeze one.npy --dim 0", ([4, 1], values[:4])),
                ("unsqueeze row.npy 0", ([1, 4], values[:4])),
                ("expand_dims row.npy --axis -1", ([4, 1], values[:4])),
                ("expand row.npy 3,4", ([3, 4], values[:4] * 3)),
                ("expand row.npy 3,-1", ([3, 4], values[:4] * 3)),
                ("broadcast_to row.npy", ([2, 4], values[:4] * 2)),
        ]:
            with self.subTest(words):
                done = self.shell(f"dmlrun {words}")
                self.assertEqual(done.returncode, 2)
                line = re.search(r"Strides: (.* -o NEW\.npy)$", done.stderr.strip())
                self.assertIsNotNone(line, done.stderr)
                done = self.shell(line[1])
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(self.result("NEW.npy"), expected)

    def test_what_a_word_does_not_say_is_not_guessed(self):
        self.write("x.npy", [2, 3], [float(i) for i in range(6)])
        self.write("image.npy", [1, 4, 3, 4], [float(i) for i in range(48)])
        for words in ("permute image.npy '(0,2,3,1)'", "permute image.npy 0,2", "nchw x.npy", "transpose x.npy 0,0",
                      "transpose x.npy 0,1,2", "reshape x.npy 3by2", "reshape x.npy 4,2",
                      "reshape x.npy 0,3", "reshape x.npy -1,-1", "reshape x.npy -2,-3", "flatten image.npy 2",
                      "flatten image.npy --axis 2", "swapaxes x.npy 1", "moveaxis x.npy 0 2", "swapaxes x.npy",
                      "unsqueeze x.npy 5", "squeeze x.npy 0", "expand x.npy 2,4",
                      "expand x.npy -1,2,3"):
            with self.subTest(words):
                done = self.shell(f"dmlrun {words}")
                self.assertEqual(done.returncode, 2)
                self.assertIn("ELEMENT_WISE_IDENTITY does that", done.stderr)
                self.assertNotIn("&&", done.stderr)

    def test_files_of_other_types_are_converted_without_loss_or_with_a_word(self):
        x, small, signed, wide = [0.0, 0.5, 2.0], [0, 2, 255], [300, -5, 256], [256, 0, 2**40]
        for name, dtype, values in (("x", "<f4", x), ("half", "<f2", x), ("u8", "|u1", small), ("i32", "<i4", signed),
                                    ("i64", "<i8", wide), ("large", "<f4", [1e6, 1.0, 1.0]), ("u32", "<u4", small)):
            self.write(f"{name}.npy", [3], values, dtype)
        for words, expected in [  # None: the message says that values may not fit
                ("add u8.npy i32.npy", [300, -3, 511]), ("add i32.npy u8.npy", [300, -3, 511]),
                ("equals u8.npy i32.npy", [0, 0, 0]), ("dequantize_linear u8.npy 0.5 i32.npy", [-150.0, 3.5, -0.5]),
                ("add half.npy large.npy", [1e6, 1.5, 3.0]), ("if u8.npy half.npy large.npy", [1e6, 0.5, 2.0]),
                ("join u8.npy i32.npy --axis 0", small + signed),
                ("if u8.npy x.npy i32.npy", None), ("if u8.npy half.npy i32.npy", None),
                ("quantize_linear x.npy 0.5 i32.npy", None), ("bit_shift_left i32.npy 1", None),
                ("and u8.npy i64.npy", [0, 0, 1]),
                ("or i64.npy u8.npy", [1, 1, 1]), ("and u32.npy i64.npy", [0, 0, 1]), ("if i64.npy x.npy 7", [0, 7, 2]),
                ("if x.npy x.npy 7", [7, 0.5, 2]), ("logical_xor x.npy i64.npy", [1, 1, 0])]:
            with self.subTest(words):
                for _ in words.split():  # each file of another type has its own refusal
                    done = self.shell(f"dmlrun {words} -o y.npy")
                    if done.returncode == 0:
                        break
                    told = re.search(r"'(dmlrun (?:CAST|LOGICAL_EQUALS) (\w+\.npy) [^']*)'", done.stderr)
                    self.assertIsNotNone(told, done.stderr)
                    self.assertEqual("where its values fit" in done.stderr, expected is None, done.stderr)
                    if expected is None:
                        break
                    new = "of_" + told[2]
                    made = self.shell(told[1].replace("NEW.npy", new))
                    self.assertEqual((made.returncode, made.stderr), (0, ""))
                    words = words.replace(told[2], new, 1)
                self.assertEqual(done.returncode, 4 if expected is None else 0, done.stderr)
                if expected is not None:
                    self.assertEqual(self.result("y.npy")[1], expected)
        for name, expected in ("i64", [0, 1, 0]), ("x", [1, 0, 0]):  # the comparison with 0 is the result
            made = self.shell(re.search("'(dmlrun .*)'", self.shell(f"dmlrun not {name}.npy").stderr)[1])
            self.assertEqual((made.returncode, made.stderr, self.result("NEW.npy")[1]), (0, "", expected))

    def test_a_list_that_fits_the_axis_of_channels_is_offered_on_it(self):
        self.write("x.npy", [1, 4, 1, 4], [float(i) for i in range(16)])
        line = "batch_normalization x.npy 0,4,8,12 1 1 0 --Spatial 1 --Epsilon 0 -o y.npy"
        given = re.search(r"for each channel, (--\w+ '[^']*')", self.shell(f"dmlrun {line}").stderr)
        self.assertIsNotNone(given)
        self.assertEqual(self.shell(f"dmlrun {line} {given[1]}").returncode, 0)
        self.assertEqual(self.result("y.npy")[1], [0.0, 1.0, 2.0, 3.0] * 4)

    def test_all_inputs_and_fields_that_are_missing_are_told_at_once(self):
        for table in tables():
            needed = [field["name"] for field in table["fields"]
                      if field.get("role") == "input" and not field.get("optional")]
            if not table["operator"] or not needed:
                continue
            with self.subTest(table["operator"]):
                done = self.shell(f"dmlrun {table['operator']}")
                for name in needed:
                    self.assertIn(name, done.stderr.splitlines()[0])
                if "is missing" not in done.stderr:
                    continue
                done = self.shell(f"dmlrun {table['operator']}" + "".join(f" {name}.npy" for name in needed))
                self.assertIn("is missing; give --", done.stderr)

    def test_a_type_that_nothing_tells_is_given_by_the_remedy(self):
        for line in ("cast 1,2", "dequantize_linear 1,2 0.5", "fill_value_constant --Value 3"):
            with self.subTest(line):
                done = self.shell(f"dmlrun {line}")
                given = re.search(r"give (--\w+ [A-Z0-9:,]*[A-Z0-9])", done.stderr)
                self.assertIsNotNone(given, done.stderr)
                done = self.shell(f"dmlrun {line} {given[1]}")
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_sizes_that_nothing_tells_are_given_by_the_remedy(self):
        self.write("i.npy", [4, 1], [0, 2, 1, 5], "<u4")
        self.write("one.npy", [1], [2], "<u4")
        for line, expected in (("one_hot i.npy 0,1 --axis 1", ([4, 3], [1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0])),
                               ("one_hot one.npy 0,1 --axis 0", ([3], [0, 0, 1]))):
            with self.subTest(line):
                done = self.shell(f"dmlrun {line}")
                given = re.search(r"give (--\w+ [A-Z0-9:,]*[A-Z0-9])", done.stderr)
                self.assertIsNotNone(given, done.stderr)
                self.assertEqual(self.shell(f"dmlrun {line} {given[1]} -o y.npy").stderr, "")
                self.assertEqual(self.result("y.npy"), expected)

    def test_numbers_of_files_without_dimensions_have_none(self):
        self.write("number.npy", [], [3.0])
        for line, shape in (("add number.npy 1", []), ("add number.npy [1]", [1]), ("sqrt number.npy", []),
                            ("tile number.npy --Repeats 1", [1])):
            with self.subTest(line):
                self.assertEqual(self.shell(f"dmlrun {line} -o y.npy").returncode, 0)
                self.assertEqual(self.result("y.npy")[0], shape)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    PROGRAM, SEED = os.path.abspath(given.program), given.seed
    sys.exit(suite.run())
