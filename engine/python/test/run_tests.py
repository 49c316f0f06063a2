#!/usr/bin/env python3
"""The Python package against the shared library. usage: run_tests.py LIBRARY [PROGRAM]. Ends with `N passed, N failed`;
77 without numpy."""
import importlib.util
import os
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(library, program=None):
    if importlib.util.find_spec("numpy") is None:
        print("skipped: numpy is not installed")
        return 77
    os.environ["DMLRUN_LIBRARY"] = library
    if program:
        os.environ["DMLRUN_PROGRAM"] = program
    sys.path[:0] = [str(HERE.parent), str(HERE)]
    suite = unittest.defaultTestLoader.discover(str(HERE), pattern="test_*.py")
    result = unittest.TextTestRunner(verbosity=1, stream=sys.stdout).run(suite)
    failed = len(result.failures) + len(result.errors)
    for test, why in result.skipped:
        print(f"skipped: {test}: {why}")
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    return 1 if failed or result.testsRun == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
