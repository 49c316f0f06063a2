#!/usr/bin/env python3
"""Shows that every structure rule can fail: plants one breach at a time in a copy of the tree and expects it to be
found. usage: planted_breaches_test.py ROOT. Ends with `N passed, N failed`."""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rules import COLUMNS, LINES_PER_FILE, PUBLIC, PUBLIC_CODE_LINES, RULES as FAST_RULES, SLOW_RULES
from text_rules import HOSTILE_FOLDER, ROW_LINES, SUBJECT_COLUMNS
from tree import Tree

DIRECTION = "includes follow the dependency direction"
ONE_PLACE = "each third-party header has its one place"
SILENT = "the library neither prints, ends the process, reads the environment nor opens files"
NAMES = "files are named by their concept and lie in the fixed folders"
ONE_TYPE = "a namespace has one type of a name"
FEW_SOURCES = "a class has few sources"
OWN_SPACE = "each folder of jit is a namespace"
SUBJECTS = "subjects of commits are short"
FORMULAS = "the formulas of rows can be read"
SMALL_ROWS = "an element-wise row is small, with its examples and its witness"
COMPILES = "each header compiles alone"
RULES = FAST_RULES | SLOW_RULES

LONG_ROW = '  {"operator": "PLANTED", "family": "elementwise",' + '\n   "x": 1,' * ROW_LINES + '\n   "examples": []},\n'

# (rule, file to write or append to, text)
BREACHES = [
    (DIRECTION, "engine/text/planted.cpp", '#include "engine/plan/plan.h"\n'),
    (DIRECTION, "engine/tensor/planted.cpp", '#include "dmlrun/operators.h"\n'),
    (DIRECTION, "engine/plan/planted.cpp", '#include "dmlrun/operators.h"\n'),
    (DIRECTION, "engine/plan/planted.h", '#include "engine/text/document.h"\n'),
    (DIRECTION, "engine/operators/planted.cpp", '#include "engine/reference/reference.h"\n'),
    (DIRECTION, "engine/reference/planted.cpp", '#include "engine/plan/plan.h"\n'),
    (DIRECTION, "engine/spec/planted.cpp", '#include "engine/run/backend.h"\n'),
    (DIRECTION, "engine/model/planted.cpp", '#include "engine/spec/spec.h"\n'),
    (DIRECTION, "engine/run/planted.cpp", '#include "cli/options/options.h"\n'),
    (DIRECTION, "engine/c/planted.cpp", '#include "engine/run/backend.h"\n'),
    (DIRECTION, "cli/planted.cpp", '#include "engine/operators/operator_list.h"\n'),
    (DIRECTION, "jit/planted.cpp", '  #  include "engine/text/document.h"\n'),
    (DIRECTION, "engine/plan/planted.cpp", '#include "normalize.h"\n'),
    (DIRECTION, "engine/graph/planted.cpp", "int planted;\n"),
    (DIRECTION, "engine/fuzz/planted.cpp", '#include "engine/run/backend.h"\n'),
    (DIRECTION, "CONTRIBUTING.md", "| `engine/nowhere` | nothing | `text` |\n"),
    (DIRECTION, "CONTRIBUTING.md", "| `engine/text` | documents | `run/nowhere.h`, public |\n"),
    (ONE_PLACE, "engine/operators/planted.cpp", "#include <nlohmann/json.hpp>\n"),
    (ONE_PLACE, "cli/main.cpp", "#include <CLI/CLI.hpp>\n"),
    (ONE_PLACE, "engine/tensor/npy.h", "#include <Imath/half.h>\n"),
    (ONE_PLACE, "engine/test/planted_test.cpp", "#include <catch2/catch.hpp>\n"),
    (ONE_PLACE, "engine/run/planted.cpp", "#include <xbyak/xbyak.h>\n"),
    (ONE_PLACE, "jit/x64/planted.cpp", "#include <Halide.h>\n"),
    ("public headers include only the standard library", PUBLIC + "planted.h", "#include <unistd.h>\n"),
    ("public headers include only the standard library", PUBLIC + "planted.h", "#include <nlohmann/json.hpp>\n"),
    ("code generation names no operator", "jit/planted.cpp", "// faster for TILE\n"),
    ("code generation names no operator", "jit/planted.cpp", "void emit(const JoinDesc&);\n"),
    ("the engine names no machine", "engine/plan/planted.cpp", "int avx512_width;\n"),
    ("the engine names no machine", "engine/operators/planted.cpp", "// Halide cannot do this\n"),
    (SILENT, "engine/run/planted.cpp", 'void f() { std::printf("x"); }\n'),
    (SILENT, "engine/plan/planted.cpp", "void f() { std::cerr << 1; }\n"),
    (SILENT, "engine/plan/planted.cpp", "void f() { abort(); }\n"),
    (SILENT, "jit/planted.cpp", 'auto x = std::getenv("X");\n'),
    (SILENT, "engine/tensor/planted.cpp", "#include <fstream>\n"),
    (SILENT, "engine/tensor/planted.cpp", "#include <sys/mman.h>\n"),
    ("commands that repeat a failure name the program by its path", "engine/test/planted_test.cpp",
     'INFO("again: dmlrun_engine_tests \\"a case*\\"");\n'),
    ("only one file maps memory", "jit/x64/planted.cpp", "void* p = ::mmap(nullptr, 1, 7, 2, -1, 0);\n"),
    (ONE_TYPE, "jit/x64/planted.h", "namespace dmlrun::jit::memory {\nstruct BlockLocation {\n  int planted;\n};\n}\n"),
    (ONE_TYPE, "jit/x64/planted.h",
     "namespace dmlrun {\nnamespace jit::memory {\nclass Pages final : public A<B> {};\n}\n}\n"),
    (FEW_SOURCES, "jit/x64/copy/planted.cpp", "void CopyPrimitives::planted() {}\n"),
    (OWN_SPACE, "jit/x64/planted.h", "namespace dmlrun::jit {\n}\n"),
    (OWN_SPACE, "jit/halide/pipeline/planted.cpp", "namespace dmlrun::jit::memory {\n}\n"),
    (NAMES, "engine/text/string_util.cpp", "int planted;\n"), (NAMES, "cli/data.h", "#pragma once\n"),
    (NAMES, "scripts/planted.py", "pass\n"),
    ("no source file is too long", "engine/plan/planted.cpp", "int x;\n" * (LINES_PER_FILE + 1)),
    ("no source line is too wide", "jit/planted.py", "# " + "x" * (COLUMNS - 1) + "\n"),
    ("bounds are kMax and kMin", "engine/plan/planted.h", "constexpr int kMostPlanted = 1;\n"),
    ("files that comments name exist", "engine/plan/planted.h", "// As in engine/plan/nowhere.h.\n"),
    ("files that comments name exist", "specs/planted.py", "import os  " + "# see DESIGN.md\n"),
    ("messages name no documents", "cli/planted.cpp", 'auto x = "see docs/planted.md";\n'),
    ("the public headers stay small", PUBLIC + "planted.h", "int x;\n" * (PUBLIC_CODE_LINES + 1)),
    ("the public headers stay small", PUBLIC + "planted.h", "#define A\n#define B\n#define C\n#define D\n"),
    ("no open ends", "engine/plan/planted.cpp", "int x;  // TO" + "DO: more\n"),
    (SMALL_ROWS, "specs/operators/planted.json", LONG_ROW * 100),
    *((FORMULAS, "specs/operators/planted.json", f'[{{"operator": "P", "fields": ["ATensor"], "value": "{value}"}}]\n')
      for value in ("add(A, X)", "adt(A, 1)", "add(A)", "add(A,  1)", "add(A, 1", "add(A, 1))", "case(A, 1, Y)",
                    "bits(1")),
    ("README names the two commands, and is short", "README.md", None),
    ("README names the two commands, and is short", "CONTRIBUTING.md", "\n" * 151),
    ("each hostile input is a test", "engine/test/api_memory_test.cpp", None),
    ("links between documents lead somewhere", "docs/planted.md", "See [there](nowhere.md#x).\n"),
    ("the files that the architecture names exist", "docs/architecture.md", "Then `engine/plan/nowhere.cpp`.\n"),
    ("the files that the architecture names exist", "docs/architecture.md", "Then `jit/x64` with `nowhere.cpp`.\n"),
    (COMPILES, "engine/plan/planted.h", "#pragma once\nstd::string planted();\n"), ]

# Looks like a breach and is none.
INNOCENT = [
    (SMALL_ROWS, "specs/operators/planted.json", LONG_ROW),
    (FORMULAS, "specs/operators/planted.json",
     '[{"operator": "P", "fields": ["ATensor"], "value": "case(A, add(A, -1.5), convert.f32(bits(A)))"}]\n'),
    (SILENT, "engine/run/planted.cpp", '// printf(x) is for others\nauto x = "abort()";\n'),
    (DIRECTION, "engine/plan/planted.cpp", '// #include "engine/text/document.h"\n#include <vector>\n'),
    (DIRECTION, "engine/test/planted_test.cpp", '#include "engine/plan/plan.h"\n'),
    ("the engine names no machine", "engine/run/planted.cpp", "int avx512_width;\n"),
    (ONE_PLACE, "jit/test/planted.cpp", "#include <xbyak/xbyak.h>\n"),
    ("only one file maps memory", "jit/test/planted.cpp", "void* p = mmap(nullptr, 1, 7, 2, -1, 0);\n"),
    (ONE_TYPE, "jit/x64/planted.h", "namespace dmlrun::jit::memory {\nclass Pages;\nclass A { struct Pages {}; };\n"
     "namespace {\nstruct Pages {};\n}\n}\n"),
    (ONE_TYPE, "jit/test/planted.h", "namespace dmlrun::jit::memory {\nstruct BlockLocation {};\n}\n"),
    (FEW_SOURCES, "jit/x64/planted.cpp", "void CopyPrimitives::planted() {}\n"),
    (OWN_SPACE, "jit/halide/planted.h", "namespace dmlrun::jit::halide::elf {\n}\nnamespace dmlrun {\n}\n"),
    ("code generation names no operator", "jit/bench/planted.cpp", "dmlrun::JoinDesc planted;\n"),
    (COMPILES, "engine/plan/planted.h", "#pragma once\n#include <string>\nstd::string planted();\n"),
    ("files that comments name exist", "jit/planted.h", "// plan/plan.h, FILE.md, plan.h and HalideRuntime.h.\n"),
    ("messages name no documents", "cli/planted.cpp", '// docs/plan.md\nauto x = "x.md5";\n'),
    ("the files that the architecture names exist", "docs/architecture.md",
     "`jit/x64` (`backend.cpp`), `why_not`\n"),
    ("links between documents lead somewhere", "docs/planted.md", "[up](../README.md) `[a](b)` [x](https://x.org)\n"), ]


def breaches_after(base, rule, path, text):
    """What the rule says about `path` when it holds `text` in addition (None: when it is missing)."""
    place = base.root / path
    before = place.read_bytes() if place.exists() else None
    place.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        place.unlink()
    else:
        place.write_bytes((before or b"") + text.encode())
    try:
        tree = base.with_changed(path)
        if rule == COMPILES:
            tree.paths = [path]  # compiling the others would only take time
        return [b for b in RULES[rule](tree) if b.startswith((path, PUBLIC + ":", HOSTILE_FOLDER + ":"))]
    finally:
        if before is None:
            place.unlink(missing_ok=True)
        else:
            place.write_bytes(before)


def breaches_of_subject(subject):
    """What the rule says about a history of one commit."""
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-C", folder, "-c", "user.name=planted", "-c", "user.email=planted"]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", subject], check=True)
        return list(RULES[SUBJECTS](Tree(folder)))


def main(source):
    failures = []
    tree = Tree(source)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path in tree.paths:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(tree.root / path, root / path)
        base = Tree(root)
        for path in base.paths:
            base.text(path)
        for rule, path, text in BREACHES:
            if not breaches_after(base, rule, path, text):
                failures.append(f"not found: '{rule}' breached by {path}: {(text or 'missing')[:60]!r}")
        for rule, path, text in INNOCENT:
            failures += [f"wrongly found: {b}" for b in breaches_after(base, rule, path, text)[:1]]
    if not breaches_of_subject("x" * (SUBJECT_COLUMNS + 1)) or breaches_of_subject("x" * SUBJECT_COLUMNS):
        failures.append(f"'{SUBJECTS}' does not tell {SUBJECT_COLUMNS} columns from one more")
    planted = {SUBJECTS} | {b[0] for b in BREACHES}
    failures += [f"no breach is planted for the rule '{rule}'" for rule in RULES.keys() - planted]
    print("".join(f"FAILED: {failure}\n" for failure in failures), end="")
    print(f"{len(BREACHES) + len(INNOCENT) + len(RULES) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
