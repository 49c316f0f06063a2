#!/usr/bin/env python3
"""Shows that the rows notice a wrong witness: plant_in_witnesses.py BUILD [--some] [--only PATTERN].

Plants one mistake after the other in a copy of a file of engine/reference, compiles it as BUILD, a folder of Ninja's,
compiles that file, and links dmlrun_differential with it. Random operators must then differ from what the rows
compute. Prints the operator that differed first, and ends with 'N passed, N failed'. --some: three plants in small
files. """
import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CASES = 40000  # enough for every class of random operators
PLANTS = {  # by file: what stands there once, and what is planted
    "elementwise": [
        ("return a + b;", "return a - b;"),
        ("return a - b;", "return b - a;"),
        ("return a * b;", "return a + b;"),
        ("return a / b;", "return b / a;"),
        ("!(b < a) ? a : b", "!(b < a) ? b : a"),
        ("a == a && !(a < b)", "!(a < b)"),
        ("Integer<T>(static_cast<std::uint64_t>(sum / 2))", "Integer<T>(static_cast<std::uint64_t>(sum >> 1))"),
        ("has_its_sign ? rest : rest + b", "rest"),
        ("(a - b) * (a - b)", "a * a - b * b"),
        ("is_limited ? Number{} : gradient", "is_limited ? gradient : Number{}"),
        ("is_nan(low) || low < x", "low < x"),
    ],
    "activations": [
        ("? slope * x : x", "? x : slope * x"),
        ("x * hard_sigmoid(x, d)", "hard_sigmoid(x, d)"),
        ("std::nearbyint(x)", "std::round(x)"),
        ("x / (1 + std::abs(x))", "x / (1 + x)"),
        ("std::ceil(x)", "std::floor(x)"),
    ],
    "bits": [
        ("return x & y;", "return x | y;"),
        ("return ~x;", "return x;"),
        ("y < width ? (x << y) : 0", "x << (y % 64)"),
    ],
    "comparisons": [
        ("return !(x == x);", "return false;"),
        ("return b < a || a == b;", "return !(a < b);"),
        ("mode == 1) == (x > 0)", "mode == 2) == (x > 0)"),
    ],
    "conversions": [
        ("static_cast<float>(difference) *", "static_cast<float>(difference + 1) *"),
        ("std::nearbyint(x /", "std::trunc(x /"),
        ("store<To>(type, to, To(x.bits()))", "store<To>(type, to, To(~x.bits()))"),
    ],
    "functions": [
        ("return std::sin(x);", "return std::sin(static_cast<float>(x) * 1.0000001f);"),
        ("x < 0 ? alpha * exponential_less_one(x / alpha)", "x < 0 ? exponential_less_one(x / alpha)"),
        ("1 / (1 + std::exp(-x))", "1 / (1 + std::exp(x))"),
    ],
    "fused": [
        ("normal = (x.number<float>(at) - mean", "normal = (x.number<float>(at) + mean"),
    ],
    "diagonal": [
        ("begin <= diagonal && diagonal < end", "begin <= diagonal && diagonal <= end"),
    ],
    "one_hot": [
        ("index.bits() + output.sizes[axis]", "index.bits()"),
    ],
    "fill": [
        ("bits(start) + i * bits(delta)", "bits(start) - i * bits(delta)"),
    ],
    "slice1": [
        ("from += sizes[axis] - 1", "from += sizes[axis] - 2"),
    ],
    "slice_grad": [
        ("moved % stride == 0 && c >= 0", "moved % stride == 0 && c > 0"),
    ],
    "padding": [
        ("q < n ? q : 2 * n - 1 - q", "q < n ? q : 2 * n - q"),
    ],
    "quantized_linear_add": [
        ("rest == 0.5f && odd", "rest == 0.5f && !odd"),
    ],
}
SOME = ("diagonal", "one_hot")


class Witnesses:
    def __init__(self, build, folder):
        self.build, self.folder = Path(build).resolve(), Path(folder)
        self.link = self.commands("dmlrun_differential")

    def commands(self, target):
        """The last of those that make it."""
        return subprocess.run(["ninja", "-C", self.build, "-t", "commands", target], capture_output=True, text=True,
                              check=True).stdout.splitlines()[-1]

    def unit_of(self, source):
        """The object that has a source's code, and the text of the unit that includes it, if one does."""
        objects = Path("engine/CMakeFiles/dmlrun_core.dir")
        for unit in (self.build / objects).glob("Unity/unity_*.cxx"):
            text = unit.read_text(encoding="utf-8")
            if f'"{source}"' in text:
                return str(objects / "Unity" / f"{unit.name}.o"), text
        return str(objects / "reference" / f"{source.name}.o"), ""

    def difference(self, file, text, planted):
        """What dmlrun_differential says, or "" where it finds no difference."""
        written = (ROOT / f"engine/reference/{file}.cpp").read_text(encoding="utf-8")
        if written.count(text) != 1:
            sys.exit(f"{file}.cpp: {text} does not stand there once")
        source, made, program = (self.folder / name for name in (f"{file}.cpp", f"{file}.o", "differential"))
        source.write_text(written.replace(text, planted), encoding="utf-8")
        compiled, unit = self.unit_of(ROOT / f"engine/reference/{file}.cpp")
        if unit:  # of several sources
            planted_unit = self.folder / "unit.cpp"
            planted_unit.write_text(unit.replace(f"{ROOT}/engine/reference/{file}.cpp", str(source)), encoding="utf-8")
            source = planted_unit
        compiling = re.sub(r" -MD.*", f" -O1 -w -o {made} -c {source}", self.commands(compiled))
        linking = re.sub(r" -o \S+", f" -o {program}", self.link).replace(f" {compiled} ", f" {made} ")
        subprocess.run(f"{compiling} && {linking}", shell=True, cwd=self.build, check=True)
        done = subprocess.run([program, "--cases", str(CASES)], capture_output=True, text=True, check=False)
        return (done.stdout + done.stderr).split("\n")[0] if done.returncode != 0 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--some", action="store_true", help="two plants in small files")
    parser.add_argument("--only", default="", help="plant only mistakes whose name has this pattern")
    options = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        witnesses = Witnesses(options.build, folder)
        for file, plants in PLANTS.items():
            for text, planted in plants:
                name = f"{file}: {text} as {planted}"
                if (options.some and file not in SOME) or not re.search(options.only, name):
                    continue
                difference = witnesses.difference(file, text, planted)
                passed += bool(difference)
                failed += not difference
                print(f"{name}: {difference or 'NOT NOTICED'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
