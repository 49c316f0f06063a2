#!/usr/bin/env python3
"""Checks the source tree against rules.py, or with --slow against its slow rules only.

usage: check_structure.py ROOT [--slow]. Ends with `N passed, N failed`."""
import sys

from rules import RULES, SLOW_RULES
from tree import Tree, source_files


def main(root, rules):
    tree = Tree(root)
    failed = 0
    for title, rule in rules.items():
        breaches = list(rule(tree))
        failed += bool(breaches)
        if breaches:
            print(f"FAILED: {title}")
            print("".join(f"  {breach}\n" for breach in breaches), end="")
    print("ten largest source files:")
    sizes = sorted(((len(tree.text(p).splitlines()), p) for p in source_files(tree)), reverse=True)
    print("".join(f"  {lines:4} {path}\n" for lines, path in sizes[:10]), end="")
    print(f"{len(rules) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], SLOW_RULES if "--slow" in sys.argv[2:] else RULES))
