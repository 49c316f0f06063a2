#!/usr/bin/env python3
"""Runs the golden transcripts: run_transcripts.py PROGRAM [--update] [FILE...]; ends with `N passed, N failed`.

A transcript is a list of cases:

    == what the case shows, as a sentence
    $ dmlrun tile.json            a command for bash; several `$` lines are one script
    > what standard output has    none of these lines: it is empty
    ! what standard error has
    ? 0                           the exit code

A line `>~ regex` or `!~ regex` is matched instead of compared. `>...` and `!...` match any number of further lines.
Each case runs in a new folder that holds a copy of cli/test/data and the .npy files of make_files(). --update writes
what the program said into the file, for cases without regular expressions; read the difference before you keep it.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import npy

HERE = os.path.dirname(os.path.abspath(__file__))


def make_files(folder):
    """The tensors that transcripts speak of."""
    write = lambda name, *what, **more: npy.write(os.path.join(folder, name), *what, **more)
    write("x.npy", "<f4", (2, 2), [1, 2, 3, 4])
    write("x_big.npy", ">f4", (2, 2), [1, 2, 3, 4])
    write("x_fortran.npy", "<f4", (2, 2), [1, 3, 2, 4], fortran=True)
    write("x_int.npy", "<i4", (2, 2), [1, 2, 3, 4])
    write("y.npy", "<f4", (2, 4), [1, 2, 1, 2, 3, 4, 3, 4])
    write("y_off.npy", "<f4", (2, 4), [1, 2, 1, 2, 3, 4.000000476837158, 3, 4])
    write("flat.npy", "<f4", (4,), [1, 2, 3, 4])
    write("two.npy", "<f4", (), [2])
    write("a.npy", "<u1", (1, 2), [1, 2])
    write("b.npy", "<u1", (2, 2), [3, 4, 5, 6])
    write("a,b.npy", "<u1", (3, 2), [11, 12, 13, 14, 15, 16])
    write("rank9.npy", "<u1", (1,) * 9, [1])
    with open(os.path.join(folder, "short.npy"), "wb") as file:
        file.write(npy.encode("<f4", (2, 2), [1, 2, 3, 4])[:-1])
    with open(os.path.join(folder, "words.npy"), "w") as file:
        file.write("not a tensor\n")


class Case:
    def __init__(self, title, line):
        self.title, self.line = title, line
        self.script, self.code = [], None
        self.expected = {">": [], "!": []}

    def has_patterns(self):
        return any(kind != "=" for lines in self.expected.values() for kind, _ in lines)

    def text(self):
        lines = ["== " + self.title] + ["$ " + s for s in self.script]
        for stream in ">!":
            for kind, text in self.expected[stream]:
                lines.append({"=": f"{stream} {text}".rstrip(), "~": f"{stream}~ {text}", ".": f"{stream}..."}[kind])
        return "\n".join(lines + [f"? {self.code}"])


def parse(path):
    """The text before the first case, and the cases."""
    introduction, cases = [], []
    for number, line in enumerate(open(path, encoding="utf-8").read().splitlines(), 1):
        if line.startswith("== "):
            cases.append(Case(line[3:], number))
        elif not cases:
            introduction.append(line)
        elif line.startswith("$ "):
            cases[-1].script.append(line[2:])
        elif line.startswith("? "):
            cases[-1].code = int(line[2:])
        elif line[:1] in (">", "!"):
            kind = {"~": "~", ".": "."}.get(line[1:2], "=")
            cases[-1].expected[line[0]].append((kind, line[2:] if kind != "~" else line[3:]))
        elif line.strip():
            sys.exit(f"{path}:{number}: not a line of a transcript: {line}")
    return introduction, cases


def difference(expected, found):
    """Nothing when the lines match, else a sentence."""
    for i, (kind, text) in enumerate(expected):
        if kind == ".":
            return None
        if i >= len(found):
            return f"line {i + 1} is missing: {text}"
        if not (re.fullmatch(text, found[i]) if kind == "~" else text == found[i].rstrip()):
            return f"line {i + 1}: expected {text!r}, found {found[i]!r}"
    return f"line {len(expected) + 1} is not expected: {found[len(expected)]!r}" if len(found) > len(expected) else None


def run(case, program):
    """(exit code, standard output, standard error) of one case, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "work")
        shutil.copytree(os.path.join(HERE, "data"), work)
        make_files(work)
        commands = os.path.join(folder, "bin")
        os.mkdir(commands)
        os.symlink(program, os.path.join(commands, "dmlrun"))
        environment = dict(os.environ, PATH=commands + ":" + os.environ["PATH"], LC_ALL="C")
        done = subprocess.run(["bash", "-c", "\n".join(case.script)], cwd=work, env=environment, timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True)
        return done.returncode, done.stdout.decode(errors="backslashreplace"), done.stderr.decode(
            errors="backslashreplace")


def check(case, program):
    """The reasons why the case fails."""
    code, out, err = run(case, program)
    reasons = [] if code == case.code else [f"exit {code}; {case.code} was expected"]
    for stream, what, text in ((">", "stdout", out), ("!", "stderr", err)):
        found = difference(case.expected[stream], text.splitlines())
        if found:
            reasons.append(f"{what} {found}")
    return reasons


def update(path, program):
    introduction, cases = parse(path)
    for case in cases:
        if case.has_patterns():
            continue
        case.code, out, err = run(case, program)
        case.expected = {">": [("=", l) for l in out.splitlines()], "!": [("=", l) for l in err.splitlines()]}
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(introduction).rstrip() + "\n\n" + "\n\n".join(c.text() for c in cases) + "\n")


def main(arguments):
    program = os.path.abspath(arguments[0])
    folder = os.path.join(HERE, "transcripts")
    paths = [a for a in arguments[1:] if a != "--update"] or sorted(os.path.join(folder, n) for n in os.listdir(folder))
    if "--update" in arguments:
        for path in paths:
            update(path, program)
    passed = failed = 0
    for path in paths:
        for case in parse(path)[1]:
            reasons = check(case, program)
            passed, failed = passed + (not reasons), failed + bool(reasons)
            for reason in reasons:
                print(f"{os.path.relpath(path)}:{case.line}: {case.title}: {reason}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
