#!/usr/bin/env python3
"""Tests count_results.py, on which the closing line of `./dev test` rests. Ends with `N passed, N failed`."""
import sys

from count_results import counts_of

# (output of a ctest entry, whether ctest passed it, passed, failed)
CASES = [
    ("All tests passed (79 assertions in 7 test cases)\n", True, 7, 0),
    ("All tests passed (1 assertion in 1 test case)\n", True, 1, 0),
    ("test cases:  9 |  7 passed |  2 failed\nassertions: 30 | 28 passed | 2 failed\n", False, 7, 2),
    ("test cases: 2 | 2 failed\nassertions: - none -\n", False, 0, 2),
    ("test cases: 3 | 1 passed | 2 failed as expected\n", True, 1, 0),
    ("3 passed, 0 failed\nof the second kind:\n12 passed, 0 failed\n", True, 12, 0),
    ("FAILED: this\n11 passed, 1 failed\n", False, 11, 1),
    ("no summary\n", True, 1, 0),
    ("Segmentation fault\n", False, 0, 1),
    ("12 passed, 0 failed\nthen a crash at exit\n", False, 12, 1),
    ("", True, 1, 0),
]

wrong = [case for case in CASES if counts_of(case[0], case[1]) != case[2:]]
for case in wrong:
    print(f"FAILED: {case} gave {counts_of(case[0], case[1])}")
print(f"{len(CASES) - len(wrong)} passed, {len(wrong)} failed")
sys.exit(1 if wrong else 0)
