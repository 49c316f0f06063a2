#!/usr/bin/env python3
"""Decimal literals are rounded once, in every place that takes one: literals_test.py PROGRAM [--seed N] [--count N]; ends with
`N passed, N failed`.

Literals lie within a relative 10^-25 of the middle between two neighbouring numbers of a type, where every rounding on the way
decides. What is right is worked out in fractions.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import npy

HERE = os.path.dirname(os.path.abspath(__file__))
# Bits of the significand, and the exponents of the smallest and the largest normal numbers.
TYPES = {"FLOAT16": (11, -14, 15, 2), "FLOAT32": (24, -126, 127, 4), "FLOAT64": (53, -1022, 1023, 8)}


def rounded(number, data_type):
    """The bits of the element nearest to a fraction; of two that are equally near the even one."""
    precision, least, _, size = TYPES[data_type]
    magnitude = abs(number)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2)**exponent:
        exponent -= 1
    exponent = max(exponent, least)
    count = round(magnitude / Fraction(2)**(exponent - precision + 1))
    bits = ((exponent - least) << (precision - 1)) + count
    return bits | (number < 0) << (8 * size - 1)


def near_a_middle(pick, data_type):
    """A literal of at most 64 characters."""
    precision, least, most, _ = TYPES[data_type]
    exponent = pick.randint(least, most - 1)
    # Subnormal numbers, too: every size from 0 on at the smallest exponent.
    low = 0 if exponent == least else 1 << (precision - 1)
    middle = Fraction(2 * pick.randint(low, (1 << precision) - 1) + 1) * Fraction(2)**(exponent - precision)
    near = middle * (1 + pick.choice((0, 1, -1)) * Fraction(pick.randint(0, 10**9), 10**34))
    digits = pick.randint(36, 48)  # enough for the middles of FLOAT16, and to be near those of the others
    place = len(str(near.numerator)) - len(str(near.denominator)) - digits
    number = str(round(near / Fraction(10)**place))
    point = pick.randint(1, len(number) - 1)
    return f"{pick.choice(('', '-'))}{number[:point]}.{number[point:]}e{place + len(number) - point}"


class Test:
    def __init__(self, program, seed, count):
        self.program, self.count = program, count
        self.pick = random.Random(seed)
        self.folder = tempfile.TemporaryDirectory()
        self.passed = self.failed = 0

    def run(self, spec, name):
        """The packed output, once the program has found its expected values."""
        path, output = (os.path.join(self.folder.name, file) for file in ("spec.json", "out.npy"))
        with open(path, "w") as file:
            file.write(spec)
        done = subprocess.run([self.program, path, "--out", f"OutputTensor={output}"], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{name}: exit {done.returncode}: {done.stderr.strip()[:400]}")
            return None
        with open(output, "rb") as file:
            return npy.body(file.read())

    def check(self, name, literals, data_type, spec, find=lambda values: values):
        """`spec` makes the text of the literals; `find` the elements of the output that they became."""
        size = TYPES[data_type][3]
        data = self.run(spec(literals), name)
        found = data and [int.from_bytes(element, "little") for element in
                          find([data[at:at + size] for at in range(0, len(data), size)])]
        wrong = [] if found is None else [
            f"{literal}: found {bits:x}, expected {rounded(Fraction(literal), data_type):x}"
            for literal, bits in zip(literals, found) if bits != rounded(Fraction(literal), data_type)]
        if found is None or wrong or len(found) != len(literals):
            self.failed += 1
            print(f"FAILED {name}: {len(wrong)} of {len(literals)} differ", *wrong[:5], sep="\n  ")
        else:
            self.passed += 1

    def all(self):
        for data_type in TYPES:
            literals = [near_a_middle(self.pick, data_type) for _ in range(self.count)]
            few = literals[:20]
            self.check(f"{data_type} values and expected values", literals, data_type,
                       lambda some: self.copying(data_type, len(some), f"[{','.join(some)}]", f"[{','.join(some)}]"))
            for literal in few:
                constant = f'{{"value": {literal}}}'
                self.check(f"{data_type} constant {literal}", [literal] * 3, data_type,
                           lambda some: self.copying(data_type, 3, constant, constant))
                self.check(f"{data_type} scalar {literal}", [literal], data_type,
                           lambda some: self.padding("PADDING1", data_type, some[0]), lambda values: values[:1])
        for literal in (near_a_middle(self.pick, "FLOAT32") for _ in range(20)):
            self.check(f"FLOAT32 field {literal}", [literal], "FLOAT32",
                       lambda some: self.padding("PADDING", "FLOAT32", some[0]), lambda values: values[:1])
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed == 0

    @staticmethod
    def copying(data_type, count, values, expected):
        return ('{"type": "SLICE", "desc": {"InputTensor": {"DataType": "%s", "Sizes": [%d]}, "Offsets": [0], "Sizes": [%d], '
                '"Strides": [1]}, "inputs": {"InputTensor": %s}, "expected": {"OutputTensor": %s}}' %
                (data_type, count, count, values, expected))

    @staticmethod
    def padding(operator, data_type, literal):
        return ('{"type": "%s", "desc": {"InputTensor": {"DataType": "%s", "Sizes": [1]}, "PaddingMode": "CONSTANT", '
                '"PaddingValue": %s, "StartPadding": [1], "EndPadding": [0]}, "inputs": {"InputTensor": [1]}}' %
                (operator, data_type, literal))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--count", type=int, default=100_000)
    options = parser.parse_args()
    print(f"repeat: {sys.argv[0]} {options.program} --seed {options.seed} --count {options.count}")
    sys.exit(0 if Test(os.path.abspath(options.program), options.seed, options.count).all() else 1)


if __name__ == "__main__":
    main()
