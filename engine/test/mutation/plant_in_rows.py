#!/usr/bin/env python3
"""Shows that tests that do not read a row of specs notice when it is wrong.

    engine/test/mutation/plant_in_rows.py PROGRAM TESTS [--some] [--only PATTERN]

Plants one mistake after the other in copies of PROGRAM (dmlrun) and TESTS (dmlrun_engine_tests), over the text of the
rows that was built into them: a rank, a level or types of a support table; a rule left out, out of order, or with
another code; a field of another kind, or without one of its marks; another operation in a formula. A check must fail
whose expectations were not made from the rows: the transcribed tables of DirectML's pages, examples, rejections, what
the reference forbids and computes, and the JSON Schemas against all examples and rejections. Prints the check that
noticed each, and ends with 'N passed, N failed'. --some: two plants of each of the four kinds. """
import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "specs"))
import rows

SOME = 2
OTHER_OPERATION = {
    "add": "subtract", "subtract": "add", "multiply": "add", "divide": "multiply", "maximum": "minimum",
    "minimum": "maximum", "less": "less_or_equal", "less_or_equal": "less", "equal": "less", "round": "floor",
    "truncate": "round", "round_away": "round", "ceil": "floor", "floor": "ceil", "bit_and": "bit_or",
    "bit_or": "bit_xor", "bit_xor": "bit_or", "shift_left": "shift_right", "shift_right": "shift_left",
    "absolute": "negate", "negate": "absolute", "square_root": "absolute", "count_bits": "bit_not"}
OTHER_KIND = {"u32[]": "i32[]", "i32[]": "u32[]", "u32": "i32", "f32": "u32", "type": "u32"}


@dataclass(frozen=True)
class Plant:
    kind: str  # "cell", "rule", "field" or "value"
    name: str
    text: str  # as it stands in a file of specs
    planted: str


def row_texts():
    """Each row with its text, from the file, as the build puts it into programs: without examples."""
    for path in sorted((rows.SPECS / "operators").glob("*.json")):
        for text in re.split(r'\n(?=  \{"operator": )', path.read_text(encoding="utf-8"))[1:]:
            text = text.rstrip().removesuffix("\n]").removesuffix(",")
            yield re.match(r'  \{"operator": "(\w*)"', text)[1], rows.without_examples(text)


def support_plants(name, text):
    """Each level of each tensor with other ranks, other types, and as of another level."""
    levels = [
        f"{major}.{minor}" for major, minor in ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1), (5, 0), (5, 1),
                                                (5, 2), (6, 0), (6, 1), (6, 2), (6, 3), (6, 4))]
    for found in re.finditer(r"(\d\.\d):(\d)(-\d)?:([\w+?]+)", text[text.index('"support"'):text.index('"summary"')]):
        at = text.index('"support"') + found.start()
        level, least, most, types = found.groups()
        other_level = levels[levels.index(level) + 1 if level != "6.4" else -2]
        other_least = str(int(least) - 1 if least != "1" else 2)
        for cell in (f"{other_level}:{least}{most or ''}:{types}",
                     f"{level}:{other_least}{most or '-' + least}:{types}",
                     f"{level}:{least}{most or ''}:{'F2' if types.startswith('Q') else 'Q'}"):
            yield Plant("cell", f"{name}: {found[0]} as {cell}", text, text[:at] + cell + text[at + len(found[0]):])


def rule_plants(name, text, named):
    """Each rule left out, and each after the next one, where a file of specs/rejected says what an id means."""
    prefix, *keys = rows.json.loads(text)["rules"]
    for i, key in enumerate(keys):
        orders = [("left out", keys[:i] + keys[i + 1:])]
        if i + 1 < len(keys) and named & {f"{prefix}-{i + 1}", f"{prefix}-{i + 2}"}:
            orders.append(("after the next", keys[:i] + [keys[i + 1], key] + keys[i + 2:]))
        for words, order in orders:
            changed = '"rules": ' + rows.json.dumps([prefix, *order]) + "}"
            yield Plant("rule", f"{name}: rule {key} {words}", text, text[:text.index('"rules": [')] + changed)


def code_plants():
    """Each rule of a family with another code."""
    for path in sorted((rows.SPECS / "families").glob("*.json")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := re.search(r'"(\w+)": \{"code": "(\w+)"', line):
                code = "bad_enum" if found[2] != "bad_enum" else "syntax"
                yield Plant("rule", f"{path.stem}: rule {found[1]} with {code}", line,
                            line.replace(f'"{found[2]}"', f'"{code}"'))


def field_plants(name, text):
    """Each field of another kind, and without each of its marks."""
    for written in rows.json.loads(text)["fields"]:
        found, others = rows.FIELD.fullmatch(written), []
        if kind := OTHER_KIND.get(found["kind"]):
            others.append(written.replace(":" + found["kind"], ":" + kind))
        # What may be left out of a tensor stands in the tensors' row for docs/operators alone.
        marks = ("output", "optional", "array", "one", "least", "type_of", "when", "other") if name else ("least",)
        for group in marks:
            if found[group]:
                begin, end = found.span(group)
                if group in ("least", "type_of", "when", "other"):
                    begin = written.rindex({"least": ">=", "type_of": " as ",
                                            "when": " if ", "other": " or "}[group], 0, begin)
                    end = found.end("value") if group == "when" else end
                others.append(written[:begin] + written[end:])
        for other in others:
            yield Plant("field", f"{name or 'tensor'}: {written} as {other}", text,
                        text.replace(f'"{written}"', f'"{other}"', 1))


def value_plants(name, text):
    """Each operation of a formula as another one."""
    begin = text.index('"value": ')
    for found in re.finditer(r"\b([a-z_]+)\(", text[begin:text.index("\n", begin)]):
        if other := OTHER_OPERATION.get(found[1]):
            at = begin + found.start(1)
            yield Plant("value", f"{name}: {found[1]} at {found.start(1)} as {other}", text,
                        text[:at] + other + text[at + len(found[1]):])


def chosen(options):
    """Those of the pattern; of some, as far apart in the rows as can be."""
    wanted = [plant for plant in plants() if re.search(options.only, plant.name)]
    if not options.some:
        return wanted
    kinds = ([plant for plant in wanted if plant.kind == kind] for kind in ("cell", "rule", "field", "value"))
    return [kind[i * len(kind) // SOME] for kind in kinds if kind for i in range(SOME)]


def plants():
    rejected = "".join(path.read_text(encoding="utf-8") for path in sorted((rows.SPECS / "rejected").glob("*/*.json")))
    named = set(re.findall(r'"rule": "([^"]+)"', rejected))
    transcribed = {entry["operator"] for entry in rows.json.loads((ROOT / "testdata/support_tables.json").read_text())}
    for name, text in row_texts():
        if name in transcribed:
            yield from support_plants(name, text)
        if '"family"' in text:
            yield from rule_plants(name or "tensor", text, named)
            yield from field_plants(name, text)
        if '"value": "' in text:
            yield from value_plants(name, text)
    yield from code_plants()


class Programs:
    def __init__(self, program, tests, folder):
        self.built = {
            Path(folder) / "dmlrun": Path(program).read_bytes(),
            Path(folder) / "tests": Path(tests).read_bytes()}
        dmlrun, tests = self.built
        self.checks = [("pages and levels", [tests, "each row supports what its page prints*,each level*"]),
                       ("rejected", [dmlrun, "check", "specs/rejected"]),
                       ("examples", [dmlrun, "check", "specs/examples"]),
                       ("random descs", [tests, "an illegal desc is refused for the same reason*"]),
                       ("every element", [tests, "every element-wise row gives the reference's elements*"]),
                       ("schemas", [sys.executable, "-B", "engine/test/schema/validate.py", dmlrun, ROOT])]

    def plant(self, plant):
        """Of the text's own length: white space behind its first line makes room, white space at its end fills it."""
        planted = plant.planted
        if len(planted.encode()) > len(plant.text.encode()):
            first, end, rest = planted.partition("\n")
            planted = first + end + re.sub(r'(?<=\n) +|(?<=",) (?=")', "", rest)
        text, planted = plant.text.encode(), planted.encode()
        planted = planted[:-1].ljust(len(text) - 1) + planted[-1:]
        if len(planted) != len(text):
            sys.exit(f"{plant.name}: there is no room for it")
        for path, built in self.built.items():
            if built.count(text) != 1:
                sys.exit(f"{plant.name}: the row does not stand in {path.name} once")
            path.unlink(missing_ok=True)
            path.write_bytes(built.replace(text, planted))
            path.chmod(0o755)

    def noticed_by(self, of=None):
        """The first check that fails, of all or of some, or "" """
        for name, command in self.checks:
            if of is not None and name not in of:
                continue
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
            if done.returncode != 0:
                return name
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("tests")
    parser.add_argument("--some", action="store_true", help=f"plant {SOME} mistakes of each kind")
    parser.add_argument("--only", default="", help="plant only mistakes whose name has this pattern")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(options.program, options.tests, folder)
        passed = failed = 0
        checks = set()
        for plant in chosen(options):
            programs.plant(plant)
            noticed = programs.noticed_by()
            passed += bool(noticed)
            failed += not noticed
            checks.add(noticed)
            print(f"{plant.name}: {noticed or 'NOT NOTICED'}", flush=True)
        programs.plant(Plant("", "nothing", *[next(row_texts())[1]] * 2))
        if check := programs.noticed_by(checks):
            sys.exit(f"without a mistake in the rows the check of {check} fails")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
