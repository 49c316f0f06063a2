#!/usr/bin/env python3
"""Shows that the tests of documents can fail: each planted mistake must be found, and each right form must pass.
Ends with `N passed, N failed`."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import make_site

# (text behind docs/fuzzing.md, part of the sentence that it must cause; "" when the text is right)
LINKS = [
    ("[what it found](nowhere.md)", "docs/nowhere.md leads nowhere"),
    ("[`what it found`](nowhere.md)", "docs/nowhere.md leads nowhere"),
    ("[of `what` it found](../nowhere.h)", "nowhere.h leads nowhere"),
    ("[`peers`](peers.md#no-such-heading)", "has no heading for #no-such-heading"),
    ("`[an example](nowhere.md)`, [`peers`](peers.md)", ""),
    ("```text not-run: a form\n[an example](nowhere.md)\n```", ""),
]


def site_problems(text):
    read = make_site.Tree.text
    try:
        make_site.Tree.text = lambda tree, path: read(tree, path) + f"\n{text}\n" * (path == "docs/fuzzing.md")
        return make_site.Site().problems
    finally:
        make_site.Tree.text = read


def links_to_code_are_rewritten():
    """The page of a file that is no document has another name, also where the link's text is code."""
    page = make_site.Site().pages["docs/fuzzing.md"]
    return ["a link to a file of code is not rewritten"] if "](../cli/fuzz/peers.py)" in page else []


def main():
    results = [(text, wanted, site_problems(text)) for text, wanted in LINKS]
    results.append(("links to code", "", links_to_code_are_rewritten()))
    passed = 0
    for text, wanted, found in results:
        if any(wanted in problem for problem in found) if wanted else not found:
            passed += 1
        else:
            print(f"{text!r}: expected {wanted or 'nothing'!r}, found {found}")
    print(f"{passed} passed, {len(results) - passed} failed")
    return 0 if passed == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
