#!/usr/bin/env python3
"""Which lines and branches of the host code were run: coverage.py BUILD_DIR ROOT [--suite] [--lines]

Reads what programs of the preset `coverage` (clang) have counted. They count in files that they share, so that
processes count which end by a signal. --suite: forgets old counts and runs the tests first; that tests which watch
their process too closely fail there is told, but is no failure of this report. --lines: also prints every line that was
not run.

Prints a table by folder and the totals, 'lines: N of 1000' and 'branches: N of 1000'; a branch is one side of a
condition. Each line that was not run must have a reason in uncovered.txt beside this script, and each reason such a
line. Ends with the lines that have none, the reasons that hold for nothing, and 'N lines with a reason, N without; N
faults of the list'. Exit status 1 when there are such lines or faults, or when less than 95 % of lines or 90 % of
branches were run. A template counts as run when one of its instances was, an inline function when it was in one
program.
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import reasons

OURS = re.compile(r"^(engine|jit|cli)/(?!.*\b(test|bench)/)")
# Made of the installed package or of sources, without what the preset adds; and what runs the program of another test
# again.
NOT_HERE = "^(consumer|package|debian|wheel|documentation|jit_hardened)$"


def tool(name):
    for candidate in (name, name + "-14", name + "-16", name + "-19"):
        if shutil.which(candidate):
            return candidate
    sys.exit(f"{name} is missing; it is part of the Debian package llvm")


def run_suite(build):
    shutil.rmtree(build / "profiles", ignore_errors=True)
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(build / "profiles" / "%m%c.profraw"))
    done = subprocess.run(
        ["ctest", "--test-dir",
         str(build), "--exclude-regex", NOT_HERE, "--parallel", "2", "--timeout", "1500"], check=False, env=environment,
        capture_output=True, text=True)
    print("\n".join(line for line in done.stdout.splitlines() if "***" in line or "tests passed" in line), flush=True)


def programs(build):
    """What was linked with counters: executables and shared objects."""
    for path in sorted(build.rglob("*")):
        if path.is_file() and not path.is_symlink() and "CMakeFiles" not in path.parts:
            with open(path, "rb") as file:
                is_elf = file.read(4) == b"\x7fELF"
            if is_elf and (os.access(path, os.X_OK) or path.suffix == ".so"):
                yield path


def merged_counts(build):
    counts = sorted(map(str, (build / "profiles").glob("*.profraw")))
    if not counts:
        sys.exit(f"{build} holds no counts; build with the preset coverage and give --suite")
    merged = build / "profiles" / "merged.profdata"
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", "--failure-mode=all", "-o", merged, *counts], check=True,
                   stderr=subprocess.DEVNULL)
    return merged


def export(build, merged, *format_options):
    """llvm-cov's report on all programs together."""
    first, *others = map(str, programs(build))
    command = [tool("llvm-cov"), "export", *format_options, f"-instr-profile={merged}", first]
    command += [word for other in others for word in ("-object", other)]
    done = subprocess.run([*command, r"-ignore-filename-regex=(/test/|/bench/|^/usr/|\.venv)"], check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout


class Coverage:
    def __init__(self, root, build):
        self.root, self.build = root, build
        self.lines = collections.defaultdict(dict)  # path -> line -> how often
        self.lost = collections.defaultdict(set)  # path -> lines whose count is not known
        self.branches = collections.defaultdict(dict)  # path -> (begin and end of a condition, side) -> how often

    def name_of(self, path):
        """Below the root, or None where it is not ours. A compiler cache makes paths relative to the build."""
        path = (self.build / path).resolve()
        ours = path.is_relative_to(self.root) and OURS.match(str(path.relative_to(self.root)))
        return str(path.relative_to(self.root)) if ours else None

    def read_lines(self, lcov):
        name = None
        for record in lcov.splitlines():
            kind, _, rest = record.partition(":")
            if kind == "SF":
                name = self.name_of(rest)
            elif name and kind == "DA":
                line, count = map(int, rest.split(",")[:2])
                self.lines[name][line] = max(self.lines[name].get(line, 0), self.sane(count))
                if self.sane(count) != count:
                    self.lost[name].add(line)

    def read_branches(self, report):
        """Each template's instances have conditions at the same places: one of them is enough."""
        for file in report["data"][0]["files"]:
            name = self.name_of(file["filename"])
            for *place, true, false, _, _, _ in file["branches"] if name else ():
                for side, count in (True, true), (False, false):
                    key = (*place, side)
                    self.branches[name][key] = max(self.branches[name].get(key, 0), self.sane(count))

    @staticmethod
    def sane(count):
        """Counters are not atomic; a difference of two may have gone below 0."""
        return 0 if count >= 1 << 62 else count

    def totals(self, prefix):
        """(lines run, lines, branches taken, branches) of what begins with the prefix."""
        names = [n for n in self.lines if n.startswith(prefix)]
        lines = [count for n in names for count in self.lines[n].values()]
        branches = [count for n in names for count in self.branches[n].values()]
        return sum(map(bool, lines)), len(lines), sum(map(bool, branches)), len(branches)

    def lines_run(self, path):
        """The share of a file's lines that were run, and their texts."""
        counts = self.lines.get(path, {})
        text = (self.root / path).read_text(encoding="utf-8").splitlines()
        run = [n for n, count in counts.items() if count and n <= len(text)]
        return len(run) / max(len(counts), 1), [text[n - 1].strip() for n in run]

    def print_table(self):
        """Prints it, and gives thousandths of lines and branches."""
        folders = sorted({"/".join(n.split("/")[:-1]) for n in self.lines})
        for folder in [*folders, ""]:
            lines, all_lines, branches, all_branches = self.totals(folder and folder + "/")
            print(f"{folder or 'all':<24} lines {lines:>6} of {all_lines:<6} {100 * lines / max(all_lines, 1):5.1f} %"
                  f"   branches {branches:>6} of {all_branches:<6} {100 * branches / max(all_branches, 1):5.1f} %")
        of_1000 = 1000 * lines // max(all_lines, 1), 1000 * branches // max(all_branches, 1)
        print(f"lines: {of_1000[0]} of 1000\nbranches: {of_1000[1]} of 1000")
        return of_1000

    def missed(self):
        """Of each file (path, its text by lines, the numbers of those that were not run)."""
        for name in sorted(self.lines):
            text = (self.root / name).read_text(encoding="utf-8").splitlines()
            yield name, text, sorted(n for n, count in self.lines[name].items() if not count and n <= len(text))

    def reasons_of(self, listed):
        """(path, number, text, reason or None) of each line that was not run."""
        for name, text, numbers in self.missed():
            found = {}
            for number in sorted(numbers, key=lambda n: reasons.is_brace(text[n - 1])):
                line = text[number - 1]
                if reasons.is_brace(line):
                    beside = number + 1 if "else" in line else number - 1
                    found[number] = found.get(beside, reasons.LEFT_BEFORE)
                else:
                    reason = listed.reason_for(name, line.strip(), reasons.heads(text, number - 1))
                    found[number] = reason or (reasons.LOST if number in self.lost[name] else None)
            yield from ((name, n, text[n - 1].strip(), found[n]) for n in numbers)


def sources(root):
    """{path: text} of all host code."""
    paths = (str(p.relative_to(root)) for top in ("engine", "jit", "cli") for p in (root / top).rglob("*.[hc]*"))
    return {
        p: (root / p).read_text(encoding="utf-8") for p in sorted(paths)
        if OURS.match(p) and p.endswith((".h", ".cpp"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--suite", action="store_true")
    parser.add_argument("--lines", action="store_true")
    options = parser.parse_args()
    build = options.build.resolve()
    if options.suite:
        run_suite(build)
    coverage = Coverage(options.root.resolve(), build)
    merged = merged_counts(build)
    coverage.read_lines(export(build, merged, "-format=lcov"))
    coverage.read_branches(json.loads(export(build, merged, "-skip-functions", "-skip-expansions")))
    lines, branches = coverage.print_table()
    listed, why, without = reasons.read(coverage.lines_run), collections.Counter(), 0
    for path, number, text, reason in coverage.reasons_of(listed):
        why[reason] += 1
        without += reason is None
        if options.lines or reason is None:
            print(f"{path}:{number}: {text}" + (f"   [{reason}]" if reason else ""))
    for reason, count in why.most_common():
        if reason:
            print(f"{count:>6} lines: {reason}")
    faults = [*listed.faults, *listed.stale(sources(coverage.root)), *listed.unused()]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{sum(why.values()) - without} lines with a reason, {without} without; {len(faults)} faults of the list")
    return 0 if without == 0 and not faults and lines >= 950 and branches >= 900 else 1


if __name__ == "__main__":
    sys.exit(main())
