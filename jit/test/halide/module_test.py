#!/usr/bin/env python3
"""The program where the Halide module is absent, broken or of another version, and where what it made is kept:
module_test.py PROGRAM COMPILER SOURCE_DIR; ends with `N passed, N failed`."""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
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
        surroundings = {**os.environ, "XDG_CACHE_HOME": self.folder.name + "/caches"}
        done = subprocess.run([self.program, *arguments], cwd=SOURCE, capture_output=True, text=True, timeout=120,
                              env=surroundings)
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

    def test_cut_off(self):
        """Whatever is left of it is refused in one sentence; the loader itself would end the process."""
        whole = (Path(PROGRAM).parent / MODULE).read_bytes()
        for size in (64, 4096, 20000, 100000, len(whole) - 1):
            with self.subTest(size):
                self.module.write_bytes(whole[:size])
                self.check_refused("cannot be loaded")
                self.assertEqual(self.run_program("check", "specs/examples/tile")[0], 0)
                self.assertEqual(self.run_program("emit", TILE, "--backend", "halide-metal")[0::2][0], 5)

    def test_another_library(self):
        self.compile_module("int something_else(void) { return 1; }")
        self.check_refused("is not a module of dmlrun")

    def test_another_version(self):
        self.compile_module("""
            struct module { const char* version; int (*compile)(const void*, const void*); };
            static const struct module other = {"0.0.9 1", 0};
            const struct module* dmlrun_halide_module(void) { return &other; }""")
        self.check_refused("is of version 0.0.9 1; ")

    def make_module(self, body):
        """A module of our version whose compile() has this body."""
        source = Path(self.folder.name) / "module.cpp"
        source.write_text("""
            #include <dlfcn.h>
            #include <unistd.h>
            #include <cstdio>
            #include <string>
            #include "jit/halide/module_interface.h"
            using namespace dmlrun::jit::halide;
            static ModuleOutcome compile(const ModuleRequest* request, const ModuleAnswer* answer) { %s }
            static const HalideModule made = {DMLRUN_MODULE_VERSION("%s"), compile, compile};
            extern "C" const HalideModule* dmlrun_halide_module() { return &made; }""" %
                          (body, self.run_program("--version")[1].split()[1]), encoding="utf-8")
        subprocess.run([COMPILER, "-x", "c++", "-std=c++20", "-shared", "-fPIC", "-I", SOURCE, str(source), "-o",
                        str(self.module)], check=True)

    def test_words_of_the_generator_are_shown_once_and_trimmed(self):
        """H183"""
        self.make_module("""std::string words = "no such register\\nin line 7 " + std::string(100000, 'x');
                         answer->receive(answer->context, words.data(), words.size());
                         return ModuleOutcome::failed;""")
        code, text, errors = self.run_program(TILE, "--backend", "halide-cpu", "--no-disk-cache")
        self.assertEqual((code, text, errors.count("\n"), errors.count("no such register in line 7")), (5, "", 1, 1),
                         errors)
        self.assertLess(len(errors), 4096 + 200)

    def test_a_generator_that_fails_or_has_no_memory_is_an_error(self):
        """H185"""
        for outcome, exit_code, words in (("failed", 5, "failed without a word"), ("no_memory", 6, "memory")):
            self.make_module(f"return ModuleOutcome::{outcome};")
            code, text, errors = self.run_program(TILE, "--backend", "halide-cpu", "--no-disk-cache")
            self.assertEqual((code, text, errors.count("\n")), (exit_code, "", 1), errors)
            self.assertIn(words, errors)
            self.assertEqual(self.run_program(TILE)[0], 0)

    def test_a_signal_while_code_is_made_ends_the_program(self):
        """H186"""
        mark = Path(self.folder.name) / "begun"
        self.make_module("""std::fclose(std::fopen("%s", "w")); usleep(750000);
                         void* real = dlsym(dlopen("%s", RTLD_NOW), "dmlrun_halide_module");
                         return reinterpret_cast<const HalideModule* (*)()>(real)()->compile(request, answer);""" %
                         (mark, Path(PROGRAM).parent / MODULE))
        command = [self.program, TILE, "--backend", "halide-cpu", "--no-disk-cache"]
        with subprocess.Popen(command, cwd=SOURCE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
            while not mark.exists() and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (130, b""))

    def test_present(self):
        os.symlink(Path(PROGRAM).parent / MODULE, self.module)
        code, text, errors = self.run_program(TILE, "--backend", "halide-cpu")
        self.assertEqual((code, text), (0, self.run_program(TILE, "--backend", "reference")[1]), errors)

    @unittest.skipUnless(shutil.which("nm"), "there is no nm")
    def test_hides_what_it_is_made_of(self):
        """Halide would take a C++ library inside the module for its own, and end in it."""
        shown = subprocess.run(
            ["nm", "-D", "--defined-only", Path(PROGRAM).parent / MODULE], capture_output=True, text=True,
            check=True).stdout
        self.assertEqual({line.split()[-1] for line in shown.splitlines()},
                         {"dmlrun_halide_devices", "dmlrun_halide_module"})

    @unittest.skipUnless(shutil.which("readelf"), "there is no readelf")
    def test_looks_for_libraries_in_named_folders_only(self):
        """An empty entry would be the current folder."""
        shown = subprocess.run(["readelf", "-d", Path(PROGRAM).parent / MODULE], capture_output=True, text=True,
                               check=True).stdout
        folders = next(line for line in shown.splitlines() if "RUNPATH" in line or "RPATH" in line)
        folders = folders[folders.index("[") + 1:folders.rindex("]")].split(":")
        self.assertTrue(all(folder.startswith(("$ORIGIN", "/")) for folder in folders), folders)

    def test_kept_code_needs_no_module(self):
        """What was kept is used though the module is gone; garbage in its place, another mode, or the option end
        that."""
        os.symlink(Path(PROGRAM).parent / MODULE, self.module)
        command = (TILE, "--backend", "halide-cpu")
        expected = self.run_program(*command)
        self.assertEqual((expected[0], expected[2]), (0, ""))
        folder = Path(self.folder.name) / "caches" / "dmlrun" / "code"
        self.assertEqual((len(list(folder.iterdir())), folder.stat().st_mode & 0o777), (1, 0o700))
        self.module.unlink()
        self.module.write_bytes(b"no module any more")
        self.assertEqual(self.run_program(*command), expected)
        self.assertEqual(self.run_program(*command, "--no-disk-cache")[0], 5)
        folder.chmod(0o755)
        self.assertEqual(self.run_program(*command)[0], 5)
        folder.chmod(0o700)
        entry = next(folder.iterdir())
        good = entry.read_bytes()
        for garbage in (b"", b"garbage", good[:-9], good[:len(good) // 2] + bytes([good[len(good) // 2] ^ 1]) +
                        good[len(good) // 2 + 1:]):
            entry.write_bytes(garbage)
            self.assertEqual(self.run_program(*command)[0], 5)
            self.assertEqual(self.run_program(TILE)[1], expected[1])
        self.module.unlink()
        os.symlink(Path(PROGRAM).parent / MODULE, self.module)
        self.assertEqual(self.run_program(*command), expected)
        self.assertEqual(entry.read_bytes(), good)

    def test_folder_that_cannot_be_used(self):
        os.symlink(Path(PROGRAM).parent / MODULE, self.module)
        (Path(self.folder.name) / "caches").write_text("a file where a folder should be", encoding="utf-8")
        self.check_noted("cannot be opened: Not a directory")

    def check_noted(self, words):
        """The right values, and one sentence why nothing is kept; the same where back ends are told of. Not where it
        was not asked for."""
        for command in ((), ("check",), ("explain",)):
            code, text, errors = self.run_program(*command, TILE, "--backend", "halide-cpu")
            self.assertEqual((code, errors.count("\n")), (0, 1), errors)
            self.assertRegex(errors, "^dmlrun: the folder for compiled objects .*" + words)
        self.assertEqual(self.run_program(TILE, "--backend", "halide-cpu")[1], self.run_program(TILE)[1])
        self.assertRegex(self.run_program("backends")[1], "(?m)^  note: the folder for compiled objects .*" + words)
        told = json.loads(self.run_program("backends", "--json")[1])["backends"]
        self.assertRegex(next(one for one in told if one["name"] == "halide-cpu")["note"], words)
        self.assertEqual(self.run_program(TILE, "--backend", "halide-cpu", "--no-disk-cache")[2], "")
        self.assertEqual(self.run_program(TILE)[2], "")

    def test_folders_that_keep_nothing_are_told(self):
        os.symlink(Path(PROGRAM).parent / MODULE, self.module)
        self.assertNotIn("note: ", self.run_program("backends")[1])
        code = Path(self.folder.name) / "caches" / "dmlrun" / "code"
        code.mkdir(parents=True)
        code.chmod(0o755)
        self.check_noted("its mode is 755; 700 was expected")
        code.rmdir()
        os.symlink("nowhere", code)
        self.check_noted("cannot be made: No such file or directory")
        code.unlink()
        if os.geteuid() == 0:
            code.mkdir(mode=0o700)
            os.chown(code, 12345, -1)
            self.check_noted("it belongs to user 12345")
        else:
            code.parent.chmod(0o500)
            self.check_noted("cannot be made: Permission denied")
            code.parent.chmod(0o700)


if __name__ == "__main__":
    PROGRAM, COMPILER, SOURCE = sys.argv[1:4]
    outcome = unittest.main(argv=[sys.argv[0]], exit=False, verbosity=1).result
    bad = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed" % (outcome.testsRun - bad - len(outcome.skipped), bad))
    sys.exit(bad > 0)
