#!/usr/bin/env python3
"""What a call costs from Python, kernel included: the smallest kernels, medians of short rounds, and the same call of
an empty function for comparison. DMLRUN_LIBRARY names the library. usage: calls_bench.py [--rounds N]"""
import argparse
import statistics
import sys
import timeit
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import dmlrun  # pylint: disable=wrong-import-position
from dmlrun._library import library  # pylint: disable=wrong-import-position

CALLS = 200  # a round is shorter than a time slice, so that most rounds are not interrupted
GOAL = 2.0   # microseconds over C


def microseconds(function, rounds):
    return statistics.median(timeit.repeat(function, number=CALLS, repeat=rounds)) / CALLS * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1000)
    rounds = parser.parse_args().rounds
    kernel = dmlrun.compile({"type": "TILE", "desc": {
        "InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, "Repeats": [1, 2]}})
    array, out = np.arange(6, dtype=np.float32).reshape(2, 3), np.empty((2, 6), np.float32)
    bound = kernel.bind(array, out=out)
    if not np.array_equal(bound(), np.tile(array, (1, 2))) or not np.array_equal(kernel.run(array), out):
        print("wrong")
        return 1
    empty = library.dmlrun_c_version
    for what, function in (("a C function without arguments", empty), ("BoundCall", bound),
                           ("run(array)", lambda: kernel.run(array)),
                           ("run(InputTensor=array)", lambda: kernel.run(InputTensor=array)),
                           ("run(array, out=out)", lambda: kernel.run(array, out=out)),
                           ("np.tile", lambda: np.tile(array, (1, 2)))):
        took = microseconds(function, rounds)
        goal = f"  goal {GOAL:.1f}" + (
            "" if took <= GOAL else "  above the goal") if "run" in what or what == "BoundCall" else ""
        print(f"  {what:32} {took:7.3f} us{goal}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
