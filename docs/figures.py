#!/usr/bin/env python3
"""Figures of documents, from kept results: figures.py [--check]. A document marks one by a comment, figure: NAME, and
an empty one behind it; this writes what stands between. With --check it only says which differ, which names are
unknown, and which figures are neither marked nor dated: in the documents of PLAIN none but marked ones are allowed; in
others times, shares, ratios and counts also stand in a section that says "Measured in MONTH YEAR on MACHINE" (or
"Counted"), at its beginning or that of a section around it. Numbers that the code has are written as code."""
import difflib
import json
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "specs"), str(ROOT / "engine/test/structure")]
from rows import operator_rows, tables
from tree import Tree

MARK = re.compile(r"(<!-- figure: (\w+) -->)(.*?)(<!-- -->)", re.S)
UNITS = (r"times|%|percent|ns|µs|us|ms|seconds?|minutes?|KB|KiB|MB|MiB|GB|GiB|x(?!\s*\d)|×(?!\s*\d)|-?fold|operators?|"
         r"operations?|back ends?|commands|functions|examples|rules|inputs|devices|languages|tests|cells|models|"
         r"(?:[\w-]+\s+)?cases|(?:[\w-]+\s+)?cycles")
WORDS = (r"(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|"
         r"eighty|ninety|dozens?|hundreds?|thousands?|millions?)\s+(?:of\s+)?"
         r"(?:times|percent|operators|operations|back ends|rules|examples|tests|cases|models)|twice as|half (?:as|the))"
         r"(?!\w)")
FIGURE = re.compile(rf"\b\d[\d,.]*\s*(?:{UNITS})(?!\w)|(?<![\w.])\d+\.\d+(?![\w.])|(?i:\b{WORDS})")
# Sizes and versions are no results; limits of them have no end.
MEASURED = re.compile(
    r"(?<![\w.])\d(?:[\d.,]*\d)?\s*(?:(?:times|%|percent|ns|µs|us|ms|seconds?|minutes?|cycles|GB/s|x(?!\s*\d)|"
    r"×(?!\s*\d)|-?fold|"
    r"(?:\*?[\w-]+\s+)?\*?(?:operators|operations|back ends|functions|examples|rules|tests|cases|commands|cells))"
    r"(?!\w)|of\s+(?:a|its|the|that|torch's|numpy's)\b)")
DATED = re.compile(r"(?:[Mm]easured|[Cc]ounted)\s+in\s+[A-Z][a-z]+\s+20\d\d\s+(?:on|by|with|from)\s+\w")
# Documents in which every figure is marked.
PLAIN = ["README.md", "docs/README.md", "docs/getting-started.md"]
MOVING = ("tile", "padding", "join")
# The outputs of cells called "256 KB" have a little less or more, as their shapes need. Below, the call decides.
LARGE_BYTES = 250_000


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def written(ratio):
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"


def bench_figures():
    """One thread, outputs beside their inputs in memory as programs have them, all cells that peers were timed in.
    Apart: what moves bytes (TILE, PADDING, JOIN) and what adds (the quantized add), and outputs by their size."""
    results = json.loads((ROOT / "docs/benchmark/results.json").read_text(encoding="utf-8"))
    cells = [cell for cell in results["cells"]
             if cell["threads"] == 1 and cell["placement"] == "skew" and not cell["isa"] and not cell["error"]]
    made = {"large": "256 KB"}
    for kind, families in {"moved": MOVING, "added": ("qadd",)}.items():
        for size, is_large in {"large": True, "small": False}.items():
            group = [cell for cell in cells
                     if cell["family"] in families and (cell["output_bytes"] >= LARGE_BYTES) == is_large]
            made[f"memcpy_{kind}_{size}"] = f"{geometric_mean([cell['ratio_memcpy'] for cell in group]):.2f}"
            for peer in sorted({name for cell in group for name in cell["peers"]}):
                times = [cell["peers"][peer] for cell in group if peer in cell["peers"]]
                made[f"{peer.replace('-', '_')}_{kind}_{size}"] = written(geometric_mean(times))
    return made


def figures():
    implemented = [table for table in tables() if table["operator"]]
    everything = [row for row in operator_rows() if row["operator"]]
    return {
        "operators": len(implemented), "all_operators": len(everything),
        # Whole fifties, so that a new example need not change a document.
        "examples": len(list((ROOT / "specs/examples").glob("*/*.json"))) // 50 * 50,
        "rules": sum(len(table["rules"]) for table in implemented) // 50 * 50,
        "models": len(list((ROOT / "testdata/models/samples").glob("*.json"))),
        "verified": len(list((ROOT / "testdata/verify").glob("*.txt"))), **bench_figures()}


def without_code(text):
    """The same length, with code, links' targets and marked figures as spaces."""
    for pattern in (r"```.*?```", r"`[^`\n]*`", r"\]\([^)]*\)", MARK.pattern, r"<!--.*?-->"):
        text = re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)
    return text


def is_dated(plain, at):
    """Whether the text between a heading and the next one says when: the last heading, or one that it is below."""
    headings = [*re.finditer(r"(?m)^(#+) ", plain)]
    level = 9
    for n, heading in reversed([*enumerate(headings)]):
        if heading.start() <= at and len(heading[1]) < level:
            level = len(heading[1])
            end = headings[n + 1].start() if n + 1 < len(headings) else len(plain)
            if DATED.search(plain[heading.start():end]):
                return True
    return False


def problems(name, text, made):
    """Sentences about the document of that name."""
    for found in MARK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[2] not in made:
            near = difflib.get_close_matches(found[2], made, n=8, cutoff=0)
            yield f"{name}:{line}: there is no figure {found[2]}; known are {', '.join(near)}, and {len(made)} in all"
        elif found[3] != str(made[found[2]]):
            yield f"{name}:{line}: {found[2]} is {made[found[2]]}, not {found[3]}; run ./dev docs"
    plain = without_code(text)
    for found in (FIGURE if name in PLAIN else MEASURED).finditer(plain):
        line = plain.count("\n", 0, found.start()) + 1
        words = " ".join(found[0].split())
        if name in PLAIN:
            yield f"{name}:{line}: '{words}' is a figure without a mark; docs/figures.py has those that are kept"
        elif not is_dated(plain, found.start()):
            yield f"{name}:{line}: '{words}' is a figure without a mark, and no 'Measured in MONTH YEAR on' is above it"


def main():
    made = figures()
    documents = [path for path in map(ROOT.joinpath, Tree(ROOT).matching(r"\.md$"))
                 if not path.read_text(encoding="utf-8").startswith("<!-- Made by")]
    if "--check" not in sys.argv:
        for path in documents:
            text = path.read_text(encoding="utf-8")
            filled = MARK.sub(lambda m: m[1] + str(made.get(m[2], m[3])) + m[4], text)
            if filled != text:
                path.write_text(filled, encoding="utf-8")
        return 0
    found = [problem for path in documents for problem in problems(
        path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"), made)]
    for problem in found:
        print(problem)
    marks = sum(len(MARK.findall(path.read_text(encoding="utf-8"))) for path in documents)
    print(f"{marks} passed, {len(found)} failed")
    return 1 if found or not marks else 0


if __name__ == "__main__":
    sys.exit(main())
