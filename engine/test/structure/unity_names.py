#!/usr/bin/env python3
"""Sources that are compiled at once share no name of an unnamed namespace: else one function would be another's
overload, without a word. usage: unity_names.py BUILD_FOLDER. Ends with `N passed, N failed`."""
import re
import sys
from collections import defaultdict
from pathlib import Path

# What clang-format puts into the first column: a definition's line.
KINDS = (r"(?:template <.*> ?)?(?:struct|class|enum class|enum|union) (?:alignas\(\w+\) )?(\w+)", r"using (\w+) =")


def names(text):
    """The namespace of a source, and the names that its unnamed namespaces define."""
    found = set()
    for body in re.findall(r"^namespace {\n(.*?)^}  // namespace$", text, re.M | re.S):
        for line in re.sub(r"//[^\n]*", "", body).splitlines():
            if not line or line[0] in " }#/*)":
                continue
            kind = next((m for m in (re.match(pattern, line) for pattern in KINDS) if m), None)
            is_constant = re.match("constexpr|const|static", line)
            constants = re.findall(r"\b(k[A-Z]\w*)\s*(?:=|\[|{)", line) if is_constant else []
            function = re.match(r"[\w:<>,&*\[\]() ]*?(?<!:)\b(\w+)\(", line)
            if kind:
                found.add(kind[1])
                found.update(re.findall(r"\b(k[A-Z]\w*)\b", line) if line.startswith("enum") else ())
            elif constants:
                found.update(constants)
            elif function and function[1] not in ("TEST_CASE", "static_assert", "operator"):
                found.add(function[1])
    space = re.search(r"^namespace (\w[\w:]*) {", text, re.M)
    return space[1] if space else "", found


def shared_names(texts):
    """Of sources by path: (name, paths) where several define one."""
    places = defaultdict(list)
    for path, text in texts.items():
        space, found = names(text)
        for name in found:
            places[space, name].append(path)
    return sorted((name, paths) for (_, name), paths in places.items() if len(paths) > 1)


def main(build):
    one = "namespace a {\nnamespace {\nint f(int x) {\n}\nconstexpr int kX = 1, kY = 2;\n}  // namespace\n}\n"
    other = one.replace("int x", "long x").replace("kX", "kZ")
    planted = [name for name, _ in shared_names({"1": one, "2": other})]
    failures = [] if planted == ["f", "kY"] else ["a shared name is missed"]
    units = sorted(Path(build).rglob("CMakeFiles/*/Unity/unity_*.cxx"))
    for unit in units:
        paths = re.findall(r'#include "(.*)"', unit.read_text(encoding="utf-8"))
        texts = {path: Path(path).read_text(encoding="utf-8") for path in paths if Path(path).exists()}
        failures += [f"{name} is defined by {' and '.join(paths)}, which are compiled at once: rename one"
                     for name, paths in shared_names(texts)]
    print("".join(f"FAILED: {failure}\n" for failure in failures), end="")
    print(f"{len(units) + 1 - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
