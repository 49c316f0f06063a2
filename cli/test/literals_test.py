#!/usr/bin/env python3
"""Literals are rounded once, in every place that takes one, and refused where that gives infinity: literals_test.py
PROGRAM [--seed N] [--count N]; ends with `N passed, N failed`.

Literals lie within a relative 10^-25 of the middle between two neighbouring numbers of a type, where every rounding on
the way decides. What is right is worked out in fractions.
"""
import math
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


def doubles_near_a_middle(pick, data_type):
    """The shortest literals of the four doubles nearest to a middle, of at most 24 characters."""
    precision, least, most, _ = TYPES[data_type]
    exponent = pick.randint(least, most - 1)
    middle = (2 * pick.randint(1 << (precision - 1), (1 << precision) - 1) + 1) * 2.0**(exponent - precision)
    below, above = math.nextafter(middle, 0), math.nextafter(middle, math.inf)
    return [repr(double) for double in (math.nextafter(below, 0), below, above, math.nextafter(above, math.inf))]


def edge(data_type):
    """The least magnitude that rounds to infinity: the middle between the largest number and the next power of two."""
    precision, _, most, _ = TYPES[data_type]
    return Fraction(2)**(most + 1) - Fraction(2)**(most - precision)


def around_the_edge(data_type, side):
    """Literals below (-1) or above (1) the edge, with fewer and with more digits, or, where 64 characters say it, it
    itself (0)."""
    number = edge(data_type)
    if side == 0:
        return [] if data_type == "FLOAT64" else [str(number), f"-{number}.0", f"{number}0e-1"]
    literals = []
    for digits in (17, 22, 40, 50):
        place = len(str(number)) - digits
        count = number // Fraction(10)**place + (1 if side > 0 else -1 if place <= 0 else 0)
        literals += [f"{sign}{count}e{place}" for sign in ("", "-")]
    return literals


class Test:
    def __init__(self, program, seed, count):
        self.program, self.count = program, count
        self.pick = random.Random(seed)
        self.folder = tempfile.TemporaryDirectory()
        self.passed = self.failed = 0

    def run(self, spec, name):
        """The packed output, once the program has found its expected values."""
        done, output = self.start(spec)
        if done.returncode != 0:
            print(f"{name}: exit {done.returncode}: {done.stderr.strip()[:400]}")
            return None
        with open(output, "rb") as file:
            return npy.read(file.read())[2]

    def start(self, spec, *more):
        path, output = (os.path.join(self.folder.name, file) for file in ("spec.json", "out.npy"))
        with open(path, "w") as file:
            file.write(spec)
        return subprocess.run([self.program, path, "--out", f"OutputTensor={output}", *more], capture_output=True,
                              text=True), output

    def refuse(self, name, literal, spec):
        done, _ = self.start(spec)
        lines = done.stderr.splitlines()  # one for each place that has the literal
        right = done.returncode == 3 and lines and all("too large" in line or "beyond" in line for line in lines)
        self.passed, self.failed = self.passed + bool(right), self.failed + (not right)
        if not right:
            print(f"FAILED {name} {literal}: exit {done.returncode}: {done.stderr.strip()[:400]}")

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
            if data_type != "FLOAT64":
                doubles = [
                    literal for _ in range(self.count // 4) for literal in doubles_near_a_middle(self.pick, data_type)]
                self.check(
                    f"{data_type} values beside middles", doubles, data_type,
                    lambda some: self.copying(data_type, len(some), f"[{','.join(some)}]", f"[{','.join(some)}]"))
            for literal in few:
                constant = f'{{"value": {literal}}}'
                self.check(f"{data_type} constant {literal}", [literal] * 3, data_type,
                           lambda some: self.copying(data_type, 3, constant, constant))
                self.check(f"{data_type} scalar {literal}", [literal], data_type,
                           lambda some: self.padding("PADDING1", data_type, some[0]), lambda values: values[:1])
            self.check_the_ends(data_type)
        for literal in (near_a_middle(self.pick, "FLOAT32") for _ in range(20)):
            self.check(f"FLOAT32 field {literal}", [literal], "FLOAT32",
                       lambda some: self.padding("PADDING", "FLOAT32", some[0]), lambda values: values[:1])
        for tolerance, code in ("1e-400", 0), ("0e-400", 0), ("1.7976931348623158e308", 0), ("1.797693134862315808e308",
                                                                                             2):
            done, _ = self.start(self.copying("FLOAT32", 1, "[1]", "[1]"), "--abs", tolerance)
            self.passed, self.failed = self.passed + (done.returncode == code), self.failed + (done.returncode != code)
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed == 0

    def check_the_ends(self, data_type):
        listed = lambda some: self.copying(data_type, len(some), f"[{','.join(some)}]", f"[{','.join(some)}]")
        scalar = lambda some: self.padding("PADDING1", data_type, some[0])
        below = around_the_edge(data_type, -1)
        self.check(f"{data_type} values below the edge", below, data_type, listed)
        for literal in below:
            self.check(f"{data_type} scalar {literal}", [literal], data_type, scalar, lambda values: values[:1])
        for literal in around_the_edge(data_type, 0) + around_the_edge(data_type, 1):
            for name, spec in (("value", listed), ("scalar", scalar)):
                self.refuse(f"{data_type} {name}", literal, spec([literal]))
        # Integers that need more bits than the type has; as many with a point.
        most = 4 if data_type == "FLOAT16" else 38
        whole = [str(self.pick.randint(2**11, 10**self.pick.randint(4, most))) for _ in range(1000)]
        self.check(f"{data_type} whole numbers", whole + [number + ".0" for number in whole], data_type, listed)

    @staticmethod
    def copying(data_type, count, values, expected):
        return (
            '{"type": "SLICE", "desc": {"InputTensor": {"DataType": "%s", "Sizes": [%d]}, '
            '"Offsets": [0], "Sizes": [%d], '
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
    parser.add_argument("--count", type=int, default=10_000)
    options = parser.parse_args()
    print(
        f"repeat: {os.path.abspath(sys.argv[0])} {os.path.abspath(options.program)} "
        f"--seed {options.seed} --count {options.count}"
    )
    sys.exit(0 if Test(os.path.abspath(options.program), options.seed, options.count).all() else 1)


if __name__ == "__main__":
    main()
