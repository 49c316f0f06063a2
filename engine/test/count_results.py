#!/usr/bin/env python3
"""Counts the test cases behind ctest's JUnit file: prints `passed failed`.

A ctest entry is one program with many test cases. Its last summary line says how many: Catch2's, or a script's
`N passed, N failed`. An entry without such a line counts as one test case, and one that ended badly has at least
one failure, whatever it printed (it may have crashed).
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

SUMMARIES = (
    # All tests passed (79 assertions in 7 test cases)
    (re.compile(r"All tests passed \(\d+ assertions? in (\d+) test cases?\)"), lambda m: (int(m[1]), 0)),
    # test cases:  7 |  6 passed |  1 failed, either part missing when it is 0
    (re.compile(r"test cases:\s*(\d+)(?: \|\s*(\d+) passed)?(?: \|\s*(\d+) failed(?! as expected))?"),
     lambda m: (int(m[2] or 0), int(m[3] or 0))),
    (re.compile(r"^(\d+) passed, (\d+) failed", re.MULTILINE), lambda m: (int(m[1]), int(m[2]))),
)


def counts_of(output, succeeded):
    """(passed, failed) of one entry."""
    last = max(((match.start(), read(match)) for pattern, read in SUMMARIES for match in pattern.finditer(output)),
               default=None)
    passed, failed = last[1] if last else (int(succeeded), 0)
    return passed, failed if succeeded else max(failed, 1)


def main(path):
    passed = failed = 0
    skipped = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        if case.get("status") == "notrun" and case.find("failure") is None:
            skipped.append(case.get("name"))
            continue
        output = case.findtext("system-out") or ""
        more_passed, more_failed = counts_of(output, case.get("status") == "run" and case.find("failure") is None)
        passed += more_passed
        failed += more_failed
    if skipped:
        print("skipped: " + ", ".join(skipped), file=sys.stderr)
    print(passed, failed)


if __name__ == "__main__":
    main(sys.argv[1])
