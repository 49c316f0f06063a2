#!/usr/bin/env python3
"""The table of dmlrun bench, in a pipe and on a terminal: bench_table_test.py PROGRAM."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import suite
from terminals import seen_at_terminal

PROGRAM = ""
HERE = os.path.dirname(os.path.abspath(__file__))
CELL = "qadd: u8 of 64, 64 B"


def run(*arguments, folder):
    done = subprocess.run([PROGRAM, "bench", *arguments], capture_output=True, check=False, cwd=folder, text=True)
    return done.returncode, done.stdout, done.stderr


class TableTest(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = self.place.name
        self.addCleanup(self.place.cleanup)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write_cell(self, file_name, **changes):
        """A file of results with one cell."""
        cell = {
            "family": "tile", "name": "x, 4 KB", "output_bytes": 4096, "region": "L1", "backend": "jit", "threads": 1,
            "ratio_memcpy": 0.9, "ratio_memset": 1.1, "goal": None, "peers": {"numpy": 3.0}, "nanoseconds": 100}
        with open(self.path(file_name), "w", encoding="utf-8") as file:
            json.dump({"cpu": "some", "cells": [{**cell, **changes}]}, file)

    def test_speed_least_median_and_spread_stand_under_their_names(self):
        self.write_cell("one.json", output_bytes=1 << 20, nanoseconds=125000, least_nanoseconds=120000, noise=0.034)
        code, out, err = run("--read", "one.json", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        heading, line = out.splitlines()[1:3]
        for name, figure in (("GB/s", "8.39"), ("least", "120 us"), ("median", "125 us"), ("spread", "3%")):
            end = heading.index(name) + len(name)
            self.assertTrue(line[:end].endswith(" " + figure), (name, line))
        self.assertEqual(heading.index("cell"), line.index("tile: x, 4 KB"))
        self.assertNotIn("least     ", out)  # the legend is for terminals
        code, _, err = run("--grid", "quick", "--filter", CELL, "--json", "found.json", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        with open(self.path("found.json"), encoding="utf-8") as file:
            cell, = json.load(file)["cells"]
        self.assertTrue(0 < cell["least_nanoseconds"] <= cell["nanoseconds"], cell)
        self.write_cell("old.json")  # older builds kept no least time
        out = run("--read", "old.json", folder=self.folder)[1]
        self.assertRegex(out, r" -  100 ns ")

    def test_a_slow_copy_of_64_kb_is_told_beside_cells_of_about_that_size(self):
        for size, told in ((256, 0), (64 << 10, 1), (64 << 20, 0)):
            self.write_cell("one.json", output_bytes=size)
            with open(self.path("one.json"), encoding="utf-8") as file:
                results = json.load(file)
            with open(self.path("one.json"), "w", encoding="utf-8") as file:
                json.dump({**results, "copy_trap": 3.5}, file)
            self.assertEqual(run("--read", "one.json", folder=self.folder)[1].count("3.5 times as long"), told)

    def test_the_page_has_the_columns_and_the_legend_of_a_terminal(self):
        self.write_cell("one.json")
        code, out, err = run("--read", "one.json", "--html", "page.html", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        with open(self.path("page.html"), encoding="utf-8") as file:
            page = file.read()
        columns = re.findall(r"x mem\w+|\S+", out.splitlines()[1])
        self.assertEqual(set(columns) - set(re.findall(r'(?m)^    \["(.+?)", "', page)), set())
        legend = page.split('<script id="legend" type="text/plain">')[1].split("</script>")[0]
        self.assertEqual([re.split(" {2,}", line)[0] for line in legend.split("\n") if line], columns)

    def on_terminal(self, *arguments, **streams):
        """What the program writes to a terminal, which is each stream that is not given."""
        code, seen = seen_at_terminal([PROGRAM, "bench", *arguments], self.folder, **streams)
        self.assertEqual(code, 0, seen)
        return seen.decode().replace("\r\n", "\n")

    def test_a_terminal_gets_a_legend_and_lines_of_120_columns(self):
        words = {"dead": "crashes with signal 11", "xnnpack": "not exact: 25 %"}
        self.write_cell("one.json", peer_words=words, threads=2, gain=1.5, gain_memcpy=1.6, gain_memset=1.7)
        for streams in ({}, {"stderr": subprocess.DEVNULL}, {"stdout": subprocess.DEVNULL}):
            out = self.on_terminal("--read", "one.json", **streams)
            for column in ("x memcpy", "x memset", "goal", "GB/s", "least", "median", "spread", "c/64", "cell"):
                self.assertRegex(out, f"(?m)^{column}  ")
        out = self.on_terminal("--read", "one.json")
        self.assertLessEqual(max(len(line) for line in out.splitlines()), 120)
        self.assertIn("1.50 times as fast as one (memcpy 1.60, memset 1.70)", " ".join(out.split()))
        self.assertIn("numpy 3.00; dead: crashes with signal 11; xnnpack: not exact: 25 %", " ".join(out.split()))

    def test_a_terminal_is_told_how_much_time_is_left(self):
        out = self.on_terminal("--grid", "quick", "--filter", "qadd: u8 of 64", stdout=subprocess.DEVNULL)
        self.assertRegex(out, r"\[0/\d+\] u8 of 64")
        out = self.on_terminal("--grid", "quick", os.path.join(HERE, "data", "tile.json"), stdout=subprocess.DEVNULL)
        self.assertRegex(out, r"\[1/2\] [^\r]*, about \d+ s left")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    sys.exit(suite.run(sys.argv[1:]))
