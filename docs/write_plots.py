#!/usr/bin/env python3
"""Writes docs/operators/plots, a plot of each function of one FLOAT32 number, from the results of a program:
write_plots.py [PROGRAM]; write_plots.py --check PROGRAM only says which differ."""
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "specs"), str(ROOT / "cli/test")]
import npy
import rows

TARGET = ROOT / "docs/operators/plots"
# Words behind the operator and its x, where they are not those of its help: other inputs, and parameters.
WORDS = {
    "ACTIVATION_LINEAR": "--Alpha 0.5 --Beta 1", "ACTIVATION_PARAMETERIZED_RELU": "0.25", "ACTIVATION_RELU_GRAD": "1",
    "CAST": "--OutputTensor INT8", "ELEMENT_WISE_ATAN_YX": "1", "ELEMENT_WISE_CLIP_GRAD": "1 --Min -1 --Max 1",
    "ELEMENT_WISE_CLIP_GRAD1": "1 --Min -1 --Max 1", "ELEMENT_WISE_DIFFERENCE_SQUARE": "1", "ELEMENT_WISE_MAX": "1",
    "ELEMENT_WISE_MIN": "1", "ELEMENT_WISE_MODULUS_FLOOR": "2", "ELEMENT_WISE_MODULUS_TRUNCATE": "2",
    "ELEMENT_WISE_POW": "3", "ELEMENT_WISE_QUANTIZE_LINEAR": "0.5 --OutputTensor INT8",
    "ELEMENT_WISE_LOGICAL_GREATER_THAN": "1 --OutputTensor UINT8",
    "ELEMENT_WISE_CONSTANT_POW": "--Exponent 0.5",
    "ELEMENT_WISE_LOGICAL_LESS_THAN": "1 --OutputTensor UINT8"}
# Operators of one input that show nothing over an axis of numbers.
LEFT_OUT = ("IDENTITY", "IS_NAN", "IS_INFINITY", "NOT", "BIT_COUNT", "VALUE_SCALE_2D")
RANGES = {"CLIP": (-2, 8), "ACOS": (-1, 1), "ASIN": (-1, 1), "ATANH": (-1, 1), "ACOSH": (0, 8), "SQRT": (0, 8),
          "LOG": (0, 8), "CONSTANT_POW": (0, 8)}
POINTS, WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 161, 380, 240, 40, 34, 366, 216
MOST = 6  # |y| that is shown
STYLE = """<style>
text{font:11px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#57606a}
.b{fill:#fff}.h{font-size:12px;font-weight:600;fill:#1b1f24}.r{text-anchor:end}.m{text-anchor:middle}
.g{stroke:#eaedf0}.a{stroke:#57606a}.f{stroke:#1f6396;stroke-width:2;stroke-linecap:round;fill:none}
@media(prefers-color-scheme:dark){text{fill:#a8b1bb}.b{fill:#15181c}.h{fill:#eceff3}.g{stroke:#262b31}.a{stroke:#a8b1bb}
.f{stroke:#9ccdf0}}
</style>
"""


def steps(low, high):
    """Numbers to write at an axis."""
    step = next(step for step in (0.25, 0.5, 1, 2) if (high - low) / step <= 8)
    return [n * step for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def results(program, operator, words, x):
    with tempfile.TemporaryDirectory() as folder:
        npy.write(f"{folder}/x.npy", "<f4", (len(x),), x)
        subprocess.run([program, operator, f"{folder}/x.npy", *words, "-o", f"{folder}/y.npy"], check=True)
        kind, _, data = npy.read(pathlib.Path(folder, "y.npy").read_bytes())
    return [n for n, in struct.iter_unpack({"<f4": "<f", "|i1": "b", "|u1": "B"}[kind], data)]


def curve(points, low, high):
    """Lines through the points, apart where a value is none, or jumps from one smooth part to the next."""
    parts, before = [[]], None
    unit = (BOTTOM - TOP) / (high - low)
    jumps = [abs(b[1] - a[1]) * unit if math.isfinite(a[1] + b[1]) else math.inf for a, b in zip(points, points[1:])]
    for n, (x, y) in enumerate(points):
        is_out = not low <= y <= high
        around = max([jumps[m] for m in (n - 2, n) if 0 <= m < len(jumps) and jumps[m] < math.inf], default=0)
        if before is not None and (is_out and not low <= before <= high or jumps[n - 1] > max(6, 4 * around)):
            parts.append([])
        if math.isfinite(y):
            parts[-1].append((x, BOTTOM - (min(max(y, 2 * low - high), 2 * high - low) - low) * unit))
        before = y
    text = ""
    for part in parts:
        kept = [p for n, p in enumerate(part) if n in (0, len(part) - 1) or abs(  # not on a line
            (part[n + 1][1] - p[1]) - (p[1] - part[n - 1][1])) > 1e-3]
        text += "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(kept if len(part) > 1 else []))
    return text.replace(".0", "")


def plot(program, operator, words):
    name = re.sub("^(ELEMENT_WISE|ACTIVATION)_", "", operator)
    first, last = RANGES.get(name, (-4, 4))
    xs = [first + (last - first) * n / POINTS for n in range(POINTS + 1)]
    ys = results(program, operator, words, xs)
    finite = [y for y in ys if math.isfinite(y)]
    low, high = max(min(0, *finite), -MOST), min(max(0, *finite), MOST)
    low, high = (math.floor(low * 4) / 4, math.ceil(high * 4) / 4) if high - low <= 2 else (
        math.floor(low), math.ceil(high))

    def at(x, y):
        return (round(LEFT + (x - first) / (last - first) * (RIGHT - LEFT)),
                round(BOTTOM - (y - low) / (high - low) * (BOTTOM - TOP)))
    lines, labels = {"g": "", "a": ""}, ""
    for x in steps(first, last):
        lines["g" if x else "a"] += f"M{at(x, low)[0]} {TOP}V{BOTTOM}"
        labels += f'<text class="m" x="{at(x, low)[0]}" y="{BOTTOM + 15}">{x:g}</text>\n'
    for y in steps(low, high):
        lines["g" if y else "a"] += f"M{LEFT} {at(first, y)[1]}H{RIGHT}"
        labels += f'<text class="r" x="{LEFT - 6}" y="{at(first, y)[1] + 4}">{y:g}</text>\n'
    title = " ".join([name, "x", *words]).partition(" --OutputTensor")[0]
    path = curve([(LEFT + (x - first) / (last - first) * (RIGHT - LEFT), y) for x, y in zip(xs, ys)], low, high)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img">\n<title>Plot of {title}, from {first} to {last}</title>\n{STYLE}'
            f'<clipPath id="c"><path d="M{LEFT} {TOP - 1}H{RIGHT}V{BOTTOM + 1}H{LEFT}z"/></clipPath>\n'
            f'<path class="b" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>\n<text class="h" x="12" y="20">{title}</text>\n'
            f'<path class="g" d="{lines["g"]}"/>\n<path class="a" d="{lines["a"]}"/>\n{labels}'
            f'<path class="f" clip-path="url(#c)" d="{path}"/>\n</svg>\n')


def plots(program):
    made = {}
    for table in rows.tables():
        operator = table["operator"]
        if table.get("family") != "elementwise" or operator.endswith(LEFT_OUT):
            continue
        if operator not in WORDS:
            shown = subprocess.run([program, "help", operator], capture_output=True, text=True, check=True).stdout
            words = re.search(r"(?m)^Example:\n  dmlrun (.*)$", shown)[1].split()
            if len([word for word in words if word.endswith(".npy")]) != 1:
                continue
        made[f"{rows.folder(operator)}.svg"] = plot(
            program, operator, WORDS[operator].split() if operator in WORDS else words[2:])
    return made


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
