#!/usr/bin/env python3
"""Figures of documents, from kept results: figures.py [--check]. A document marks one by a comment, figure: NAME, and
an empty one behind it; this writes what stands between. With --check it only says which differ, which names are
unknown, and which figures of the documents in PLAIN are not marked."""
import json
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "specs"))
from rows import operator_rows, tables

MARK = re.compile(r"(<!-- figure: (\w+) -->)(.*?)(<!-- -->)", re.S)
UNITS = r"times|%|percent|ns|µs|us|ms|seconds?|minutes?|KB|KiB|MB|MiB|GB|GiB|operators|examples|rules|functions|inputs"
FIGURE = re.compile(rf"\b\d[\d,.]*\s*(?:{UNITS})(?!\w)|(?<![\w.])\d+\.\d+(?![\w.])")
# Documents in which every figure is marked.
PLAIN = ["README.md", "docs/README.md", "docs/getting-started.md"]


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def bench_figures():
    """One thread, outputs beside their inputs in memory as programs have them, all cells that peers were timed in."""
    results = json.loads((ROOT / "docs/benchmark/results.json").read_text(encoding="utf-8"))
    cells = [cell for cell in results["cells"]
             if cell["threads"] == 1 and cell["placement"] == "skew" and not cell["isa"] and not cell["error"]]
    moved = [cell["ratio_memcpy"] for cell in cells
             if cell["output_bytes"] >= 4096 and cell["family"] not in ("qadd", "elementwise")]
    made = {"memcpy": f"{geometric_mean(moved):.2f}"}
    for peer in sorted({name for cell in cells for name in cell["peers"]}):
        times = [cell["peers"][peer] for cell in cells if peer in cell["peers"]]
        made[peer.replace("-", "_")] = f"{geometric_mean(times):.1f}"
    return made


def figures():
    implemented = [table for table in tables() if table["operator"]]
    everything = [row for row in operator_rows() if row["operator"]]
    return {
        "operators": len(implemented), "all_operators": len(everything),
        # Whole fifties, so that a new example need not change a document.
        "examples": len(list((ROOT / "specs/examples").glob("*/*.json"))) // 50 * 50,
        "rules": sum(len(table["rules"]) for table in implemented) // 50 * 50,
        "verified": len(list((ROOT / "testdata/verify").glob("*.txt"))), **bench_figures()}


def without_code(text):
    """The same length, with code, links' targets and marked figures as spaces."""
    for pattern in (r"```.*?```", r"`[^`\n]*`", r"\]\([^)]*\)", MARK.pattern, r"<!--.*?-->"):
        text = re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)
    return text


def problems(path, made):
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT)
    for found in MARK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[2] not in made:
            yield f"{name}:{line}: there is no figure {found[2]}; known are {', '.join(sorted(made))}"
        elif found[3] != str(made[found[2]]):
            yield f"{name}:{line}: {found[2]} is {made[found[2]]}, not {found[3]}; run ./dev docs"
    if str(name) in PLAIN:
        plain = without_code(text)
        for found in FIGURE.finditer(plain):
            line = plain.count("\n", 0, found.start()) + 1
            yield f"{name}:{line}: '{found[0]}' is a figure without a mark; docs/figures.py has those that are kept"


def main():
    made = figures()
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    if "--check" not in sys.argv:
        for path in documents:
            text = path.read_text(encoding="utf-8")
            filled = MARK.sub(lambda m: m[1] + str(made.get(m[2], m[3])) + m[4], text)
            if filled != text:
                path.write_text(filled, encoding="utf-8")
        return 0
    found = [problem for path in documents for problem in problems(path, made)]
    for problem in found:
        print(problem)
    marks = sum(len(MARK.findall(path.read_text(encoding="utf-8"))) for path in documents)
    print(f"{marks} passed, {len(found)} failed")
    return 1 if found or not marks else 0


if __name__ == "__main__":
    sys.exit(main())
