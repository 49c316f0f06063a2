#!/usr/bin/env python3
"""words_test.py ROOT BUILD: the coverage-guided targets begin with inputs of every operator and know their words.

The dictionaries of the targets that read operators hold what the rows of specs call by name, among the first inputs of
each target that begins with specs one names the operator, and ./dev audit begins with those of ./dev test. Ends with `N
passed, N failed`.
"""
import sys
from pathlib import Path

ROOT, BUILD = map(Path, sys.argv[1:])
HERE = ROOT / "engine/test/targets"
sys.path.insert(0, str(ROOT / "engine/test/audit"))
sys.path.insert(0, str(ROOT / "specs"))
from campaigns import SEEDS
import rows


def lacking(target, table, texts):
    name = table["operator"]
    words = [name, *(field["name"] for field in table["fields"])]
    dictionary = (BUILD / f"{target}.dict").read_text(encoding="utf-8")
    found = [f'{target}.dict lacks "{w}"' for w in words if w and f'"\\"{w}\\""' not in dictionary]
    if name and target != "model" and not any(f'"{name}"' in t or f'"DML_OPERATOR_{name}"' in t for t in texts):
        found.append(f"no input that {target} begins with names {name}")
    return found


def main():
    tables = rows.tables()
    build = (HERE / "CMakeLists.txt").read_text(encoding="utf-8")
    found = {}
    for target, listed in SEEDS.items():
        folders = listed.replace("{root}/", "")
        agree = f"set(seeds_{target} {folders})" in build
        found[target] = [] if agree else [
            f"{target} begins with {folders} in campaigns.py, with others in CMakeLists.txt"]
        texts = [
            p.read_text(encoding="utf-8", errors="replace") for f in folders.split()
            for p in (ROOT / f).rglob("*.json")]
        if texts:
            found |= {(target, t["operator"]): lacking(target, t, texts) for t in tables}
    for words in found.values():
        for line in words:
            print(line)
    failed = sum(map(bool, found.values()))
    print(f"{len(found) - failed} passed, {failed} failed")
    return failed > 0 or len(found) < 20


if __name__ == "__main__":
    sys.exit(main())
