#!/usr/bin/env python3
"""What the library makes at a first call, it makes through once(): once_test.py NM LIBRARY. Ends with `N passed, N
failed`.

A static object of a function that is not a constant has a guard. A child of fork() would wait for ever for a thread of
its parent that has the guard; once() of engine/fork/forks.h keeps fork() waiting, and is called with a lambda.
"""
import re
import subprocess
import sys

names = subprocess.run([sys.argv[1], "-C", sys.argv[2]], capture_output=True, text=True, check=True).stdout
guards = set(re.findall(r"guard variable for (.*)", names))
bare = sorted(guard for guard in guards if "lambda" not in guard)
print(
    "".join(f"FAILED: {guard} is made at the first call of its function; through once() was expected\n"
            for guard in bare), end="")
print(f"{len(guards) - len(bare)} passed, {len(bare)} failed")
sys.exit(bool(bare) or not guards)
