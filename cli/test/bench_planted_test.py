#!/usr/bin/env python3
"""What dmlrun bench and check say when dmlrun itself is wrong: bench_planted_test.py PROGRAM, which is dmlrun with
planted defects."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import suite

PROGRAM = ""
CELL = "tile: u8 [N,1] x3, 16 KB"


class PlantedDefects(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def bench(self, *arguments):
        return subprocess.run([PROGRAM, "bench", "--grid", "quick", *arguments], cwd=self.folder, capture_output=True,
                              check=False, text=True, env={**os.environ, "DMLRUN_PLANTED": "value"})

    def test_a_wrong_result_is_said_and_written_and_not_timed(self):
        done = self.bench("--filter", CELL, "--backend", "interpreter", "--json", "found.json", "--html", "page.html")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn(CELL + ": wrong result\n", done.stdout)
        with open(os.path.join(self.folder, "found.json"), encoding="utf-8") as file:
            cell, = json.load(file)["cells"]
        self.assertEqual((cell["error"], cell["ratio_memcpy"], cell["ratio_memset"]), ("wrong result", None, None))
        self.assertTrue(os.path.exists(os.path.join(self.folder, "page.html")))

    def test_other_back_ends_are_right(self):
        done = self.bench("--filter", CELL, "--backend", "reference")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn("wrong", done.stdout)

    def test_check_names_the_back_ends_that_differ_and_the_others_in_a_line_each(self):
        spec = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "tile.json")
        done = subprocess.run([PROGRAM, "check", spec, "--verbose"], capture_output=True, check=False, text=True,
                              env={**os.environ, "DMLRUN_PLANTED": "value"})
        lines = sorted(done.stdout.replace(spec, "SPEC").splitlines())
        self.assertEqual((done.returncode, len(lines)), (1, 3), done.stdout)
        self.assertRegex(lines[1], r"^FAILED SPEC \[interpreter\]: OutputTensor: 1 of 8 values differs")
        self.assertRegex(lines[2], r"^passed SPEC \[.*reference\]$")
        self.assertNotIn("interpreter", lines[2])


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    sys.exit(suite.run(sys.argv[1:]))
