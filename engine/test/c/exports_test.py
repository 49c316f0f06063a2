#!/usr/bin/env python3
"""What the shared library exports: the functions of dmlrun_c.h, and the C++ functions that engine/package/exports.txt
lists. usage: exports_test.py LIBRARY ROOT [--write]. Ends with `N passed, N failed`."""
import re
import subprocess
import sys
from pathlib import Path


def exported(library):
    """(C names, C++ signatures) of the library's dynamic symbols."""
    lines = subprocess.run(["nm", "-DC", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    names = {line.split(" ", 2)[2].replace("[abi:cxx11]", "") for line in lines.splitlines() if " " in line}
    names = {name.split("@")[0] for name in names}
    # Sanitizers add theirs to every library.
    names = {name for name in names if not name.startswith(("__asan", "__ubsan", "__tsan", "__odr_asan"))}
    return {n for n in names if "::" not in n}, {n for n in names if "::" in n}


def declared(header):
    text = re.sub(r"//[^\n]*", "", header.read_text(encoding="utf-8"))
    return set(re.findall(r"\b(dmlrun_\w+)\([^;{]*\)\s*DMLRUN_NOEXCEPT;", text))


def main(library, root, write):
    listed = Path(root) / "engine/package/exports.txt"
    c_names, cpp_names = exported(library)
    if write:
        listed.write_text("".join(f"{name}\n" for name in sorted(cpp_names)), encoding="utf-8")
    header = declared(Path(root) / "engine/include/dmlrun/dmlrun_c.h")
    expected = set(listed.read_text(encoding="utf-8").splitlines())
    failures = [f"{name} is declared in dmlrun_c.h and not exported" for name in header - c_names]
    failures += [f"{name} is exported and not declared in dmlrun_c.h" for name in c_names - header]
    failures += [f"{name} is no longer exported; programs may call it" for name in expected - cpp_names]
    failures += [f"{name} is exported and not in engine/package/exports.txt" for name in cpp_names - expected]
    if len(header) < 30 or len(expected) < 30:
        failures.append("hardly anything was found: this test looks at the wrong things")
    print("".join(f"FAILED: {failure}\n" for failure in sorted(failures)), end="")
    print(f"{len((header & c_names) | (expected & cpp_names))} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], "--write" in sys.argv))
