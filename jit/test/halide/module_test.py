#!/usr/bin/env python3
"""The program where the Halide module is absent, broken or of another version: module_test.py PROGRAM COMPILER SOURCE_DIR;
ends with `N passed, N failed`."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = COMPILER = SOURCE = ""
TILE = "specs/examples/tile/rows_and_columns.json"
MODULE = "dmlrun_halide.so"


class ModuleTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.module = Path(self.folder.name) / MODULE
        self.program = shutil.copy(PROGRAM, self.folder.name)

    def run_program(self, *arguments):
        done = subprocess.run([self.program, *arguments], cwd=SOURCE, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def compile_module(self, text):
        source = Path(self.folder.name) / "module.c"
        source.write_text(text, encoding="utf-8")
        subprocess.run([COMPILER, "-x", "c", "-shared", "-fPIC", str(source), "-o", str(self.module)], check=True)

    def check_refused(self, words):
        """By name exit 5 with the words, listed as not available, and everything else works."""
        code, text, errors = self.run_program(TILE, "--backend", "halide-cpu")
        self.assertEqual((code, text, errors.count("\n")), (5, "", 1), errors)
        self.assertIn("halide-cpu cannot: ", errors)
        self.assertIn(words, errors)
        listed = next(line for line in self.run_program("backends")[1].splitlines() if line.startswith("halide-cpu"))
        self.assertIn("not available", listed)
        self.assertIn(words, listed)
        self.assertEqual(self.run_program(TILE)[0], 0)
        self.assertEqual(self.run_program(TILE, "--backend", "all")[0], 0)

    def test_absent(self):
        self.check_refused("not installed")

    def test_garbage(self):
        self.module.write_bytes(b"\x7fELF and then nothing of an ELF file" * 99)
        self.check_refused("cannot be loaded")

    def test_empty(self):
        self.module.write_bytes(b"")
        self.check_refused("cannot be loaded")

    def test_another_library(self):
        self.compile_module("int something_else(void) { return 1; }")
        self.check_refused("is not a module of dmlrun")

    def test_another_version(self):
        self.compile_module("""
            struct module { const char* version; const char* generator; int (*compile)(const void*, const void*); };
            static const struct module other = {"0.0.9 1", "99.0", 0};
            const struct module* dmlrun_halide_module(void) { return &other; }""")
        self.check_refused("is of version 0.0.9 1; ")

    def test_present(self):
        os.symlink(Path(PROGRAM).parent / MODULE, self.module)
        code, text, errors = self.run_program(TILE, "--backend", "halide-cpu")
        self.assertEqual((code, text), (0, self.run_program(TILE, "--backend", "reference")[1]), errors)


if __name__ == "__main__":
    PROGRAM, COMPILER, SOURCE = sys.argv[1:4]
    outcome = unittest.main(argv=[sys.argv[0]], exit=False, verbosity=1).result
    bad = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed" % (outcome.testsRun - bad - len(outcome.skipped), bad))
    sys.exit(bad > 0)
