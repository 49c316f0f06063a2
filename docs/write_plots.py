#!/usr/bin/env python3
"""Writes docs/operators/plots from the results of a program, a plot of each function of FLOAT32 numbers and a grid of
values of others: write_plots.py [PROGRAM]; write_plots.py --check PROGRAM only says which differ."""
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "specs"), str(ROOT / "cli/test")]
import function_drawings
import npy
import rows

TARGET = ROOT / "docs/operators/plots"
# Words behind the operator and its x, where they are not those of its help: other inputs, and parameters. B is
# each of VALUES_OF_B in turn; an operator of two inputs has it as its second.
WORDS = {
    "ACTIVATION_LINEAR": "--Alpha 0.5 --Beta 1", "ACTIVATION_PARAMETERIZED_RELU": "0.25", "ACTIVATION_RELU_GRAD": "1",
    "CAST": "--OutputTensor INT8", "ELEMENT_WISE_ATAN_YX": "1", "ELEMENT_WISE_CLIP_GRAD": "1 --Min -1 --Max 1",
    "ELEMENT_WISE_CLIP_GRAD1": "1 --Min -1 --Max 1", "ELEMENT_WISE_DIFFERENCE_SQUARE": "1", "ELEMENT_WISE_MAX": "1",
    "ELEMENT_WISE_MIN": "1", "ELEMENT_WISE_MODULUS_FLOOR": "2", "ELEMENT_WISE_MODULUS_TRUNCATE": "2",
    "ELEMENT_WISE_POW": "3", "ELEMENT_WISE_QUANTIZE_LINEAR": "0.5 --OutputTensor INT8",
    "ELEMENT_WISE_CONSTANT_POW": "--Exponent 0.5",
    "BATCH_NORMALIZATION": "1 4 B 2 --Spatial true --Epsilon 0", "ELEMENT_WISE_IF": "10,11,12 20,21,22",
    "ELEMENT_WISE_DEQUANTIZE_LINEAR": "0.5 1",
    "ONE_HOT": "[[0],[2],[-1],[7]] [[0,1]] --Axis 1 --OutputTensor FLOAT32:4,5 --IndicesTensor INT32"}
VALUES_OF_B = (-1, 0.5, 2)
# Nothing is to be seen: every element is the input's, or the same.
LEFT_OUT = ("IDENTITY", "FILL_VALUE_CONSTANT")
# Operators that are shown as grids: the first input's type and values, and the second one's, by row. An operator of
# one input has a channel for each row.
GRIDS = {"BIT_(NOT|COUNT)": ("|u1", range(8), [0]), "BIT_": ("|u1", range(8), range(4)),
         "LOGICAL_NOT": ("|u1", range(3), [0]), "LOGICAL_": ("|u1", range(3), range(3)),
         "IS_": ("<f4", [-math.inf, -1, 0, 1, math.inf, math.nan], [0]), "IF": ("|u1", range(3), [0]),
         "DEQUANTIZE_LINEAR": ("|i1", range(-3, 4), [0]), "VALUE_SCALE_2D": ("<f4", range(4), range(3))}
RANGES = {"CLIP": (-2, 8), "ACOS": (-1, 1), "ASIN": (-1, 1), "ATANH": (-1, 1), "ACOSH": (0, 8), "SQRT": (0, 8),
          "LOG": (0, 8), "CONSTANT_POW": (0, 8)}
POINTS = 161
# Where a function begins, between two of them.
EDGES = {"ACOSH": [1]}


def results(program, operator, inputs, words):
    """The output's sizes and values. Inputs are a type, sizes and values each."""
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{n}.npy" for n in range(len(inputs))]
        for file, content in zip(files, inputs):
            npy.write(file, *content)
        subprocess.run([program, operator, *files, *words, "-o", f"{folder}/y.npy"], check=True)
        kind, sizes, data = npy.read(pathlib.Path(folder, "y.npy").read_bytes())
    return sizes, [n for n, in struct.iter_unpack({"<f4": "<f", "|i1": "b", "|u1": "B"}[kind], data)]


def titled(name, words):
    """CLIP(x, Min=0, Max=4), without what is not to be seen."""
    text = re.sub(r" --(\w+Tensor|\w+Type|Spatial|Epsilon) \S+", "", " ".join(["", *words]))
    shown = re.sub(r"--(\w+) (\S+)", r"\1=\2", text).split()
    return f"{name}({', '.join(shown)})"


def plot(program, operator, words):
    name = short(operator)
    first, last = RANGES.get(name, (-4, 4))
    xs = sorted([first + (last - first) * n / POINTS for n in range(POINTS + 1)] + EDGES.get(name, []))
    lines = {}
    for second in VALUES_OF_B if "B" in words else [""]:
        given = [str(second) if word == "B" else word for word in words]
        _, lines[f"B = {second}" if "B" in words else ""] = results(program, operator, [("<f4", (len(xs),), xs)], given)
    return function_drawings.curves(titled(name, ["x", *words]), xs, lines)


def grid(program, operator, words, kind, columns, seconds, has_second):
    """A grid of results: columns are the first input, rows the second, or channels."""
    sizes = 1, len(seconds), 1, len(columns)
    inputs = [(kind, sizes, list(columns) * len(seconds))]
    if has_second:
        inputs.append((kind, sizes, [b for b in seconds for _ in columns]))
    _, values = results(program, operator, inputs, words)
    head = "A" if has_second else "x"
    name = "B = {}" if has_second else "channel {}" if len(seconds) > 1 else "result"
    lines = {name.format(b): values[n * len(columns):(n + 1) * len(columns)] for n, b in enumerate(seconds)}
    title = titled(short(operator), [*"AB"] if has_second else ["x", *words])
    return function_drawings.grid(title, head, columns, lines)


def matrix(program, operator, words):
    """The output of an operator that computes nothing, by coordinates."""
    sizes, values = results(program, operator, [], words)
    width = sizes[-1]
    lines = {str(n): values[n * width:(n + 1) * width] for n in range(len(values) // width)}
    return function_drawings.grid(titled(operator, words), "", range(width), lines)


def short(operator):
    return re.sub("^(ELEMENT_WISE|ACTIVATION)_", "", operator)


def drawing(program, operator):
    """The picture of an operator, or None."""
    shown = subprocess.run([program, "help", operator], capture_output=True, text=True, check=True).stdout
    words = re.search(r"(?m)^Example:\n  dmlrun (.*)$", shown)[1].split()[1:]
    count = len([word for word in words if word.endswith(".npy")])
    given = WORDS[operator].split() if operator in WORDS else ["B"] if count == 2 else words[count:]
    for name, (kind, columns, seconds) in GRIDS.items():
        if re.match(name, short(operator)):
            return grid(program, operator, given * (count != 2), kind, columns, seconds, count == 2)
    if not count or operator == "ONE_HOT":
        return matrix(program, operator, given)
    return plot(program, operator, given) if count <= 2 or operator in WORDS else None


def plots(program):
    made = {}
    for table in rows.tables():
        operator = table["operator"]
        if table.get("family") in ("elementwise", "generate") and not operator.endswith(LEFT_OUT):
            made[f"{rows.folder(operator)}.svg"] = drawing(program, operator)
    return {name: text for name, text in made.items() if text}


def main():
    is_check = sys.argv[1:2] == ["--check"]
    program = pathlib.Path((sys.argv[1 + is_check:] or [ROOT / "build/dmlrun"])[0]).resolve()
    if not program.exists():  # the plots stay as they are until there is one
        return 0
    made, present = plots(program), {path.name: path.read_text() for path in TARGET.glob("*.svg")}
    stale = sorted(name for name in {*made, *present} if made.get(name) != present.get(name))
    for name in stale:
        path = TARGET / name
        if is_check:
            print(f"docs/operators/plots/{name}:1: is not what the program gives; run ./dev build and ./dev generate")
        elif name in made:
            path.parent.mkdir(exist_ok=True)
            path.write_text(made[name])
        else:
            path.unlink()
    print(f"{len(made) - len(stale)} passed, {len(stale)} failed" if is_check else f"{len(made)} plots")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
