#!/usr/bin/env python3
"""Names of output files: file_names_test.py PROGRAM [TestName...]; ends with `N passed, N failed`."""
import os
import shutil
import subprocess
import sys
import unittest

import files_test

EXAMPLE = os.path.join(os.path.dirname(__file__), "../../specs/examples/padding/short_form.json")


class Names(files_test.FileTest):
    def test_odd_names_are_written(self):
        """F176"""
        for name in (b"with blanks.npy", b"new\nline.npy", b"-dash.npy", b"\xff\xfe not UTF-8.npy", b"x" * 251 + b".npy"):
            out = os.path.join(os.fsencode(self.folder), name)
            command = [*map(os.fsencode, self.arguments("")), b"--out", b"OutputTensor=" + name]
            done = subprocess.run(command, cwd=self.folder, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, b""), name)
            with open(out, "rb") as file:
                self.assertEqual(file.read(), self.small, name)
        self.assertEqual(self.temporaries(), [])

    def test_names_that_are_too_long_are_exit_7(self):
        """F176"""
        self.assert_refused(self.run_program("x" * 252 + ".npy"), 7, b"File name too long")

    def test_a_result_never_replaces_the_spec(self):
        shutil.copy(EXAMPLE, self.path("own"))
        before = self.read("own")
        os.symlink("own", self.path("link"))
        os.link(self.path("own"), self.path("same"))
        commands = (["own", "--out", "OutputTensor=OUT"], ["emit", "own", "--format", "header", "--out", "OUT"],
                    ["bench", "own", "--json", "OUT"], ["bench", "own", "--html", "OUT"],
                    ["explain", "own", "--picture", "OUT"])
        for command in commands:
            for name in ("own", "./own", "link", "same"):
                done = subprocess.run([files_test.PROGRAM, *(word.replace("OUT", name) for word in command)], cwd=self.folder,
                                      capture_output=True)
                words = (command[-2] + " " + name + " is a file that is read here").encode()
                self.assertEqual((done.returncode, done.stdout), (2, b""), command)
                self.assertIn(words, done.stderr)
        self.assertEqual(self.read("own"), before)

    def test_the_folder_for_temporaries_of_others_is_not_used(self):
        """F179"""
        for there in ("/proc/nothing", self.path("x.npy"), "\n"):
            done = self.run_program("out.npy", env={"TMPDIR": there, "TMP": there, "TEMP": there})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.read("out.npy"), self.small)


if __name__ == "__main__":
    files_test.PROGRAM = os.path.abspath(sys.argv[1])
    outcome = unittest.main(argv=[sys.argv[0], *sys.argv[2:]], exit=False).result
    bad = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed" % (outcome.testsRun - bad, bad))
    sys.exit(bad > 0)
