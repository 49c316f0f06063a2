#!/usr/bin/env python3
"""Shows that the tests of documents can fail: each planted mistake must be found, and each right form must pass.
usage: planted_mistakes_test.py PROGRAM. Ends with `N passed, N failed`."""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli/test")]
import document_blocks
import figures
import inline_commands
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

# The same for text behind README.md; every figure there is marked.
FIGURES = [
    ("It is 12x faster than oneDNN.", "'12x' is a figure without a mark"),
    ("It is 12 times as fast.", "'12 times' is a figure without a mark"),
    ("It is a hundred times faster than JAX.", "'hundred times' is a figure without a mark"),
    ("It has 300 operations.", "'300 operations' is a figure without a mark"),
    ("There are 93 tests.", "'93 tests' is a figure without a mark"),
    ("Of 2,000,000 random cases none.", "'2,000,000 random cases' is a figure without a mark"),
    ("Ninety percent of it.", "'Ninety percent' is a figure without a mark"),
    ("It is twice as fast.", "'twice as' is a figure without a mark"),
    ("It has 1,300 operators.", "'1,300 operators' is a figure without a mark"),
    ("It has 7 back ends.", "'7 back ends' is a figure without a mark"),
    ("It has 7\nback ends.", "'7 back ends' is a figure without a mark"),
    ("It takes 0.9 of a copy's time.", "'0.9' is a figure without a mark"),
    ("It has <!-- figure: operators -->7<!-- --> operators.", "operators is "),
    ("It has <!-- figure: operatorz -->7<!-- --> operators.", "there is no figure operatorz"),
    ("`--times 12x` for `7 back ends`, a TILE of 2 x 3, Debian 12.", ""),
]

# The same behind docs/fuzzing.md, which has no section with a date at its end.
DATED = [
    ("It takes 12 ms.", "'12 ms' is a figure without a mark"), ("It takes 1.5 times as long.", "'1.5 times' is a"),
    ("It is 0.8 of a copy's time.", "'0.8 of a' is a"), ("It has 7 slow operators, 3 % of all.", "'3 %' is a figure"),
    ("## A\n\nIt takes 2 ms.\n\n## B\n\nMeasured in May 2026 on a Xeon: 3 ms.", "'2 ms' is a figure"),
    ("Measured on a Xeon: 3 ms.", "'3 ms' is a figure"), ("## B\n\nMeasured in May 2026\non a Xeon: 3 ms.", ""),
    ("## B\n\nCounted in May 2026 by the tests.\n\n### C\n\n7 rules.", ""),
    ("It has <!-- figure: operators -->7<!-- --> operators.", "operators is "), ("At most `5 s`, of 4 KiB.", ""),
]

# Commands within text.
COMMANDS = [
    ("`dmlrun operatorz`", "operatorz is no command"), ("| `./dev run operatorz` | |", "operatorz is no command"),
    ("`build/dmlrun fuz --count 1`", "fuz is no command"), ("`dmlrun TILES x.npy`", "TILES is no command"),
    ("`dmlrun help`, `dmlrun cheque PATH`", "cheque is no command"), ("`dmlrun help TILEZ`", "TILEZ is no command"),
    ("`dmlrun tile x.npy`, `dmlrun logical_and a b`, `dmlrun AND a b`, `dmlrun SPEC.json`, `dmlrun --help`", ""),
    ("`dmlrun operators [WORD...]`, `dmlrun schema [OPERATOR]`, `./dev run ARGS…`, `dmlrun … | head -1`", ""),
]

# Blocks that no test would see, or that show what is not so.
UNSEEN = "no test sees this block"
BLOCKS = [
    ("~~~text\nx\n~~~", UNSEEN), ("- item\n\n  ```console\n  $ ls\n  ```", UNSEEN), ("- ```text\n  x\n  ```", UNSEEN),
    ("> ```text\n> x\n> ```", UNSEEN), ("````text\nx\n````", UNSEEN), ("words:\n\n    ls\n", UNSEEN),
    ("<pre>x</pre>", UNSEEN), ("```console\nls\n```", "no command"), ("```console\n```", "no command"),
    ("```text of b\nb\nd\n```", "not of b"), ("```text of b\n  b\nc\n```", ""),
    ("```console\n$ ls\n  - x\n```\n\nwords `~~~`,\n    which go on.", ""),
]


def block_problems(text):
    found = [what for _, what in document_blocks.unseen(text)]
    for block in document_blocks.blocks(text):
        if block["info"] == "console":
            found += filter(None, [document_blocks.not_console(block["content"])])
        elif not document_blocks.stands_in(block["content"], "a\nb\nc\nd\n"):
            found.append("not of b")
    return found


def figure_problems(text, document="README.md"):
    made = figures.figures()
    return list(figures.problems(document, f"{(figures.ROOT / document).read_text()}\n{text}\n", made))


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


def bars_in_code_lose_their_backslash():
    site = make_site.Site()
    return [path for path in ("docs/options.md", "docs/plan.md") if re.search(r"`[^`\n]*\\\|", site.pages[path])]


def names_are_found_by_their_parts():
    """What a search for `relu` or `npy` needs, as MkDocs cuts its index; a number stays whole."""
    separator = make_site.configuration([])["plugins"][0]["search"]["separator"]
    words = re.split(separator, "ACTIVATION_RELU x.npy --start-padding 0.5")
    return [word for word in ("RELU", "npy", "padding", "0.5") if word not in words]


def the_first_palette_follows_the_system():
    first = make_site.configuration([])["theme"]["palette"][0]
    return [] if first["media"] == "(prefers-color-scheme)" else ["the site keeps the first visit's palette"]


def wide_pictures_stand_in_boxes_that_scroll():
    """A browser that does not know :has() leaves out the rule of the box, and has to leave out the picture's, too."""
    rules = (HERE / "site.css").read_text(encoding="utf-8").splitlines()
    return [rule for rule in rules if "max-width: none" in rule and "p:has(> img)" not in rule]


def main():
    results = [(text, wanted, site_problems(text)) for text, wanted in LINKS]
    results += [(text, wanted, figure_problems(text)) for text, wanted in FIGURES]
    results += [(text, wanted, figure_problems(text, "docs/fuzzing.md")) for text, wanted in DATED]
    results += [(text, wanted, block_problems(text)) for text, wanted in BLOCKS]
    words = inline_commands.Words(sys.argv[1])
    results += [(text, wanted, [what for _, what in inline_commands.doubtful(text, words)])
                for text, wanted in COMMANDS]
    results.append(("links to code", "", links_to_code_are_rewritten()))
    results.append(("bars in code", "", bars_in_code_lose_their_backslash()))
    results.append(("names in search", "", names_are_found_by_their_parts()))
    results.append(("palette", "", the_first_palette_follows_the_system()))
    results.append(("wide pictures", "", wide_pictures_stand_in_boxes_that_scroll()))
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
