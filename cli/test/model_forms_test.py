#!/usr/bin/env python3
"""Every form of a model runs and is refused: model_forms_test.py PROGRAM; ends with `N passed, N failed`.

testdata/models/forms.md is the list. Each refused model is run from a folder of its own: one sentence with its place on
standard error, the exit code that the model names, nothing on standard output, and no file.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.normpath(os.path.join(HERE, "..", "..", "testdata", "models"))
PLACE = re.compile(r"dmlrun: \S+\.json: (\S* ?\(\d+:\d+\)): (.+)")
# Found and expected: a sentence of two halves, or one about what is missing, or the system's own words.
TWO_SIDES = re.compile(r"; |, but | expected|cannot (open|read): |does not begin with")


def rows():
    with open(os.path.join(MODELS, "forms.md")) as file:
        for line in file:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.startswith("|") and len(cells) == 3 and cells[0] not in ("form", "---"):
                yield cells


def expand(cell, folder):
    """The models of a cell, and the patterns that match none."""
    found, empty = set(), []
    for pattern in filter(None, (word.strip() for word in cell.split(","))):
        files = glob.glob(os.path.join(MODELS, folder, pattern + ".json"))
        found.update(os.path.relpath(path, MODELS) for path in files)
        if not files:
            empty.append(pattern)
    return found, empty


def check_table():
    """Sentences about what is wrong with the table."""
    listed, rejected = set(), set()
    for form, runs, refused in rows():
        for cell, folder, files in ((runs, "", listed), (refused, "rejected", rejected)):
            found, empty = expand(cell, folder)
            files.update(found)
            yield from (f"{form}: no model {pattern}" for pattern in empty)
            if not found:
                yield f"{form}: a model that {'is refused' if folder else 'runs'} was expected"
    every = {os.path.relpath(path, MODELS) for path in glob.glob(os.path.join(MODELS, "**", "*.json"), recursive=True)}
    yield from (f"{path} stands in no row" for path in sorted(every - listed - rejected))
    yield from (f"{path} is said to run" for path in sorted(listed) if path.startswith("rejected"))


def rejection_of(path):
    with open(path) as file:
        text = file.read()
    rejection = json.loads(re.search(r'"rejection": (\{[^}]*\})', text)[1])
    return rejection


def check_refusal(program, path):
    """Sentences about how a model is refused."""
    rejection = rejection_of(path)
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([program, path, *(["--strict"] if rejection.get("strict") else [])], cwd=folder,
                             timeout=60, capture_output=True, text=True, check=False)
        if os.listdir(folder):
            yield f"wrote {os.listdir(folder)}"
    if run.returncode != rejection.get("exit", 3):
        yield f"exit {rejection.get('exit', 3)} was expected, found {run.returncode}"
    if run.stdout:
        yield f"nothing on standard output was expected, found {run.stdout[:100]!r}"
    lines = [line for line in run.stderr.splitlines() if not line.startswith("dmlrun: warning: ")]
    match = PLACE.fullmatch(lines[0]) if len(lines) == 1 else None
    if not match:
        yield f"one line with a place was expected, found {run.stderr!r}"
    elif match[1].rpartition("(")[0].strip() != rejection["pointer"]:
        yield f"the place {rejection['pointer']} was expected, found {lines[0]!r}"
    elif not TWO_SIDES.search(match[2]):
        yield f"what was found and what was expected should be said, found {match[2]!r}"


def main():
    program = os.path.abspath(sys.argv[1])
    checks = [("forms.md", check_table())]
    for path in sorted(glob.glob(os.path.join(MODELS, "rejected", "**", "*.json"), recursive=True)):
        checks.append((os.path.relpath(path, MODELS), check_refusal(program, path)))
    failed = 0
    for name, wrong in checks:
        wrong = list(wrong)
        failed += bool(wrong)
        for sentence in wrong:
            print(f"{name}: {sentence}")
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed or len(checks) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
