#!/usr/bin/env python3
"""The program and the random test where code memory or instructions are refused:
surroundings_test.py PROGRAM DIFFERENTIAL HARDENED REFUSE_CODE SOURCE_DIR [all] [TestName...]; without `all`, half of
the random operators. Ends with `N passed, N failed`.

HARDENED runs a program under PR_SET_MDWE, REFUSE_CODE is preloaded and refuses PROT_EXEC, qemu-x86_64 lacks
instructions. """
import re
import shutil
import subprocess
import sys
import unittest

from hardened_process import is_hardened

PROGRAM = DIFFERENTIAL = HARDENED = REFUSE_CODE = SOURCE = ""
SHARE = 2  # one of so many random operators is run
TILE = "specs/examples/tile/rows_and_columns.json"


def run(*command, environment=()):
    """(exit code, stdout, stderr without an emulator's warnings)."""
    done = subprocess.run(["env", *environment, *command], cwd=SOURCE, capture_output=True, text=True, timeout=540)
    words = [line for line in done.stderr.splitlines() if not line.startswith("qemu-x86_64: warning: TCG")]
    return done.returncode, done.stdout, "\n".join(words)


class SurroundingsTest(unittest.TestCase):
    def program(self, *arguments):
        return run(PROGRAM, *arguments)

    def available(self):
        """The names of the back ends that work there."""
        code, text, words = self.program("backends")
        self.assertEqual(code, 0, words)
        return {line.split()[0] for line in text.splitlines() if re.match(r"\S+ +\S.*  available", line)}

    def check_examples(self, backends):
        code, text, words = self.program("check", "specs/examples", "specs/rejected", *backends)
        self.assertEqual(code, 0, text + words)
        self.assertRegex(text, r"[1-9]\d* passed, 0 failed\n$")

    def same_bytes(self, backend="auto"):
        code, text, words = self.program(TILE, "--backend", backend)
        self.assertEqual((code, text), (0, run(PROGRAM, TILE, "--backend", "reference")[1]), words)

    def refused(self, backend):
        code, text, words = self.program(TILE, "--backend", backend)
        self.assertEqual((code, text, words.count("\n")), (5, "", 0), words)
        self.assertRegex(words, "^dmlrun: .*%s cannot: " % backend)
        return words

    def random_operators(self, *prefix, environment=(), cases=20000):
        code, text, words = run(*prefix, DIFFERENTIAL, "--cases", str(cases // SHARE), environment=environment)
        self.assertEqual(code, 0, text + words)
        self.assertIn("%d cases in" % (cases // SHARE), text)


class HardenedTest(SurroundingsTest):
    """X144: Memory that was ever writable can never be executed: a dual mapping works."""

    def program(self, *arguments):
        return run(HARDENED, PROGRAM, *arguments)

    def setUp(self):
        if self.program("backends")[1].startswith("skipped"):
            self.skipTest("this system has no PR_SET_MDWE")

    def test_machine_code_runs(self):
        self.assertLessEqual({"jit", "interpreter"}, self.available())
        self.check_examples([])
        self.same_bytes("jit")

    def test_random_operators_give_the_reference_s_bytes(self):
        self.random_operators(HARDENED, cases=2000)


class RefusedCodeTest(SurroundingsTest):
    """X145: No memory can be made executable: the interpreter takes over."""

    def setUp(self):
        self.environment = ("LD_PRELOAD=" + REFUSE_CODE,)
        code, _, words = self.program("backends")
        if code == 77:
            self.skipTest("this system has no seccomp filters")
        self.assertEqual((code, words), (0, ""))

    def program(self, *arguments):
        return run(PROGRAM, *arguments, environment=self.environment)

    def test_auto_gives_the_same_bytes_by_the_interpreter(self):
        self.assertFalse({name for name in self.available() if name.startswith("jit")})
        self.check_examples([])
        self.same_bytes()
        self.assertRegex(self.program("explain", "--verbose", TILE)[1], "\nback end: interpreter\n")

    def test_machine_code_by_name_is_refused_with_the_reason(self):
        for backend in ("jit", "jit-avx512", "jit-avx2"):
            if "available  (" not in self.line_of(backend):
                continue
            self.assertIn("Permission denied", self.refused(backend))

    def line_of(self, backend):
        """What `backends` says of one where nothing is refused."""
        return next(line for line in run(PROGRAM, "backends")[1].splitlines() if line.split()[0] == backend)

    def test_random_operators_give_the_reference_s_bytes(self):
        self.random_operators(environment=self.environment, cases=10000)


class EmulatedTest(SurroundingsTest):
    CPU = ""

    def setUp(self):
        if not shutil.which("qemu-x86_64"):
            self.skipTest("qemu-user is not installed")
        if is_hardened():
            self.skipTest("this process is hardened already, and the emulator writes code where it runs it")
        self.emulator = ("qemu-x86_64", "-cpu", self.CPU)

    def program(self, *arguments):
        return run(*self.emulator, PROGRAM, *arguments)


class HaswellTest(EmulatedTest):
    """AVX2 and nothing later. The emulator keeps translations of code that a dual mapping rewrites."""
    CPU = "Haswell"

    def test_avx2_is_what_is_used(self):
        names = self.available()
        self.assertLessEqual({"jit", "jit-avx2", "interpreter"}, names)
        self.assertNotIn("jit-avx512", names)
        for backend in ("jit", "jit-avx2", "interpreter"):
            self.check_examples(["--backend", backend])
        self.assertIn("lacks", self.refused("jit-avx512"))

    def test_a_cap_above_what_the_processor_has_changes_nothing(self):
        """X151"""
        code, text, words = self.program(TILE, "--isa", "avx512")
        self.assertEqual((code, text), (0, run(PROGRAM, TILE, "--backend", "reference")[1]), words)
        code, text, words = self.program(TILE, "--isa", "avx512", "--backend", "jit-avx512")
        self.assertEqual((code, text), (5, ""), words)

    def test_random_operators_give_the_reference_s_bytes(self):
        # Case 5415 is the first whose code has VGATHERDPD, at which the emulator of Debian 12 ends with a fault.
        self.random_operators(*self.emulator, cases=5400)


class NehalemTest(EmulatedTest):
    """X149: No AVX at all: the emulator would end the program at the first such instruction."""
    CPU = "Nehalem"

    def test_the_interpreter_is_what_is_used(self):
        self.assertFalse({name for name in self.available() if name.startswith("jit")})
        for backend in ("interpreter", "reference"):
            self.check_examples(["--backend", backend])
        self.same_bytes()
        self.assertRegex(self.program("explain", "--verbose", TILE)[1], "\nback end: interpreter\n")
        for backend in ("jit", "jit-avx512", "jit-avx2"):
            self.assertIn("lacks", self.refused(backend))

    def test_random_operators_give_the_reference_s_bytes(self):
        self.random_operators(*self.emulator, cases=2000)


if __name__ == "__main__":
    PROGRAM, DIFFERENTIAL, HARDENED, REFUSE_CODE, SOURCE = sys.argv[1:6]
    names = sys.argv[6:]
    if names[:1] == ["all"]:
        SHARE = 1
        del names[0]
    outcome = unittest.main(argv=[sys.argv[0], *names], exit=False, verbosity=1).result
    bad = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed" % (outcome.testsRun - bad - len(outcome.skipped), bad))
    sys.exit(bad > 0)
