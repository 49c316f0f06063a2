#!/usr/bin/env python3
"""The list of lines that the tests do not run: its reading, and that it is of these sources; ends with `N passed, N
failed`."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import coverage
import reasons

CODE = """int one() {
  if (missing) {
    continue;
  }
  while (other) {
    continue;
  }
}
int two() {
  return 2;
}
""".splitlines()


def reason_of(listed, number, path="a/b.cpp"):
    return listed.reason_for(path, CODE[number - 1].strip(), reasons.heads(CODE, number - 1))


class ReasonsTest(unittest.TestCase):
    def test_a_line_stands_for_what_is_in_it(self):
        listed = reasons.Reasons("# words\n\na/*.cpp | if \\(missing | gone\n* | ^int two | no caller\n")
        self.assertEqual(listed.faults, [])
        self.assertEqual([reason_of(listed, n) for n in (2, 3, 6, 9, 10)],
                         ["gone", "gone", None, "no caller", "no caller"])
        self.assertIsNone(reason_of(listed, 3, "b/b.cpp"))
        self.assertEqual([e.uses for e in listed.entries], [2, 2])

    def test_a_head_tells_equal_lines_apart(self):
        listed = reasons.Reasons("a/b.cpp | ^continue @ while | never\n")
        self.assertEqual([reason_of(listed, n) for n in (3, 5, 6)], [None, None, "never"])

    def test_faults_of_the_list_are_told(self):
        for words, fault in (("a | b", "PATH | EXPRESSION | REASON"), ("a | b | ", "PATH | EXPRESSION"),
                             ("a | ( | c", "no regular expression"), ("a | . | c", "holds for any line"),
                             ("a | .* | c", "holds for any line"), ("a | x? | c", "holds for any line"),
                             ("a* | whole file | c", "needs the path of one file"),
                             ("\n".join(f"{i} | whole file | c" for i in range(99)), "more than")):
            listed = reasons.Reasons(words)
            self.assertEqual(len(listed.faults), 1, words)
            self.assertIn(fault, listed.faults[0])

    def test_reasons_for_nothing_are_told(self):
        listed = reasons.Reasons(
            "a/b.cpp | ^int | c\na/b.cpp | ^return 2 | c\na/b.cpp | gone | c\na/c.cpp | whole file | c\n"
            "a/b.cpp | missing | at times: c\n")
        stale = list(listed.stale({"a/b.cpp": "\n".join(CODE)}))
        self.assertEqual([f.split(":")[1] for f in stale], ["3", "4"])
        reason_of(listed, 9)
        self.assertEqual([f.split(":")[1] for f in listed.unused()], ["2", "3", "4"])

    def test_a_file_that_is_run_in_part_is_not_excused_as_a_whole(self):
        for share, at_times, reason, faults in ((0.1, "", "c", 0), (0.5, "", None, 1),
                                                (0.1, "at times: ", "at times: c", 0), (0.5, "at times: ", None, 0)):
            listed = reasons.Reasons(f"a/b.cpp | whole file | {at_times}c\n", lambda path, share=share: (share, []))
            self.assertEqual((reason_of(listed, 1), len(list(listed.unused()))), (reason, faults))

    def test_a_file_may_be_excused_unless_one_of_its_lines_was_run(self):
        for texts, reason in ((["other()"], "c"), (["open_device();"], None)):
            listed = reasons.Reasons("a/b.cpp | whole file unless ^open_device | c\n", lambda path, texts=texts:
                                     (0.5, texts))
            self.assertEqual((reason_of(listed, 1), list(listed.unused())), (reason, []))
        self.assertEqual(len(list(listed.stale({"a/b.cpp": "close_device();\n"}))), 1)
        self.assertEqual(list(listed.stale({"a/b.cpp": "  open_device();\n"})), [])

    def test_the_list_is_of_these_sources(self):
        listed = reasons.read()
        self.assertEqual(listed.faults + list(listed.stale(coverage.sources(Path(__file__).parents[3]))), [])
        self.assertGreater(len(listed.entries), 50)


if __name__ == "__main__":
    outcome = unittest.main(exit=False).result
    bad = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed" % (outcome.testsRun - bad, bad))
    sys.exit(bad > 0)
