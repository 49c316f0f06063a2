#!/usr/bin/env python3
"""dmlrun on another processor: arm64.py PROGRAM [--objects]

Objects of `dmlrun emit --target arm-64-linux` for the examples, linked into a C program, the same for arm-64-android
taken by the loader of halide-cpu (which asks for these on every arm64 system), and (without --objects) the
whole program with the interpreter, which is built by a cross compiler: both run on the examples under qemu-aarch64.
Ends with `N passed, N failed`; exit 77 where the cross compiler or the emulator is missing (Debian:
g++-aarch64-linux-gnu, qemu-user).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from hardened_process import is_hardened

ROOT = Path(__file__).resolve().parents[3]
COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
TOOLS = [COMPILER, "aarch64-linux-gnu-g++", EMULATOR[0]]


def check_objects(program, compiler, target, *more):
    """Whether all is well, and how many runs were."""
    done = subprocess.run([
        sys.executable, "-B", ROOT / "jit/test/emitted/emitted_test.py", program, compiler, ROOT, "--target", target,
        "--emulator", " ".join(EMULATOR), *more], stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="", flush=True)
    right = re.search(r"^(\d+) runs, 0 wrong$", done.stdout, re.MULTILINE)
    return done.returncode == 0 and right is not None, int(right[1]) if right else 0


def check_program(folder):
    cmake = ROOT / ".venv/bin/cmake"
    configure = [
        cmake if cmake.exists() else "cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++",
        "-DDMLRUN_WITH_HALIDE=OFF", "-DDMLRUN_BUILD_TESTS=OFF", "-DDMLRUN_ZYDIS_INCLUDE=OFF",
        "-DDMLRUN_WARNINGS_AS_ERRORS=OFF"]
    for step in (configure, ["cmake", "--build", folder, "--target", "dmlrun-cli"]):
        done = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            print("\n".join(done.stdout.splitlines()[-40:]))
            return False
    listed = subprocess.run([*EMULATOR, f"{folder}/dmlrun", "backends"], capture_output=True, text=True,
                            check=True).stdout
    done = subprocess.run([*EMULATOR, f"{folder}/dmlrun", "check", "specs/examples", "specs/rejected"], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    print(listed + done.stdout + done.stderr, end="")
    return done.returncode == 0 and "interpreter    CPU     available" in listed


def main():
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print("skipped: there is no " + ", ".join(missing))
        return 77
    if is_hardened():
        print("skipped: the emulator cannot write code in a hardened process")
        return 77
    program = os.path.abspath(sys.argv[1])
    checks, runs = map(list, zip(check_objects(program, COMPILER, "arm-64-linux"),
                                 check_objects(program, TOOLS[1], "arm-64-android", "--loaded", "--every", "6")))
    print(f"{sum(runs)} runs of objects")
    if "--objects" not in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            checks.append(check_program(folder))
    print(f"{checks.count(True)} passed, {checks.count(False)} failed")
    return 0 if all(checks) else 1


if __name__ == "__main__":
    sys.exit(main())
