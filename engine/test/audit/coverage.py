#!/usr/bin/env python3
"""Which lines and branches of the host code were run: coverage.py BUILD_DIR ROOT [--suite] [--lines]

Reads the counts that a build of the preset `coverage` has left, with gcov. --suite: forgets old counts and runs the tests
first. --lines: also prints every line that was not run, 'path:line: text'. A line that stands in several objects counts as
run when it was run in one. Branches that only an exception takes do not count. Prints a table by folder and the totals,
'lines: N of 1000' and 'branches: N of 1000'. Exit status 1 when the tests failed or there are no counts.
"""
import argparse
import collections
import gzip
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = re.compile(r"^(engine|jit|cli)/(?!.*\b(test|bench)/)")


def run_suite(build):
    for counts in build.rglob("*.gcda"):
        counts.unlink()
    done = subprocess.run(["ctest", "--test-dir", str(build), "--output-on-failure", "--parallel", "2"], check=False)
    return done.returncode == 0


def reports(build):
    """gcov's answer for each object file."""
    counts = sorted(p for p in build.rglob("*.gcda"))
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, len(counts), 40):
            subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--preserve-paths", "--hash-filenames",
                            *map(str, counts[begin:begin + 40])], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        for path in Path(folder).glob("*.gcov.json.gz"):
            with gzip.open(path) as text:
                yield json.load(text)


class Coverage:
    def __init__(self, root):
        self.root = root
        self.lines = collections.defaultdict(collections.Counter)  # path -> line -> how often
        self.branches = collections.defaultdict(collections.Counter)  # path -> (line, number) -> how often

    def add(self, report):
        start = Path(report["current_working_directory"])
        for file in report["files"]:
            path = (start / file["file"]).resolve()
            if not path.is_relative_to(self.root) or not OURS.match(str(path.relative_to(self.root))):
                continue
            name = str(path.relative_to(self.root))
            for line in file["lines"]:
                number = line["line_number"]
                self.lines[name][number] += line["count"]
                for place, branch in enumerate(line["branches"]):
                    if not branch["throw"]:
                        self.branches[name][number, place] += branch["count"]

    def totals(self, prefix):
        """(lines run, lines, branches taken, branches) of what begins with the prefix."""
        names = [n for n in self.lines if n.startswith(prefix)]
        lines = [count for n in names for count in self.lines[n].values()]
        branches = [count for n in names for count in self.branches[n].values()]
        return sum(map(bool, lines)), len(lines), sum(map(bool, branches)), len(branches)

    def print_table(self):
        folders = sorted({"/".join(n.split("/")[:-1]) for n in self.lines})
        for folder in [*folders, ""]:
            lines, all_lines, branches, all_branches = self.totals(folder and folder + "/")
            print(f"{folder or 'all':<24} lines {lines:>6} of {all_lines:<6} {100 * lines / max(all_lines, 1):5.1f} %"
                  f"   branches {branches:>6} of {all_branches:<6} {100 * branches / max(all_branches, 1):5.1f} %")
        print(f"lines: {1000 * lines // all_lines} of 1000\nbranches: {1000 * branches // max(all_branches, 1)} of 1000")

    def print_missed(self):
        for name in sorted(self.lines):
            text = (self.root / name).read_text(encoding="utf-8").splitlines()
            for number in sorted(n for n, count in self.lines[name].items() if not count):
                print(f"{name}:{number}: {text[number - 1].strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--suite", action="store_true")
    parser.add_argument("--lines", action="store_true")
    options = parser.parse_args()
    passed = run_suite(options.build) if options.suite else True
    coverage = Coverage(options.root.resolve())
    for report in reports(options.build.resolve()):
        coverage.add(report)
    if not coverage.lines:
        sys.exit(f"{options.build} holds no counts; build with the preset coverage and run the tests")
    if options.lines:
        coverage.print_missed()
    coverage.print_table()
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
