#!/usr/bin/env python3
"""dmlrun verify: verify_test.py PROGRAM [TestName...]; ends with `N passed, N failed`."""
import ctypes.util
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import suite

PROGRAM = ""
ROOT = pathlib.Path(__file__).resolve().parents[2]
HAS_MPFR = ctypes.util.find_library("mpfr") is not None

# Another implementation: dmlrun, with a fault. `x` and `y` are the bits of inputs and results.
ADAPTER = """
import array, pathlib, subprocess, sys
def read(path):
    data = pathlib.Path(path).read_bytes()
    begin = 10 + int.from_bytes(data[8:10], "little")
    return data[:begin], array.array("H" if b"<f2" in data[:begin] else "I", data[begin:])
for line in sys.stdin:
    folder = line.rstrip("\\n")
    out = folder + "/result/OutputTensor.npy"
    subprocess.run([PROGRAM, folder + "/spec.json", "--out", "OutputTensor=" + out], check=True)
    (_, x), (header, y) = read(folder + "/InputTensor.npy"), read(out)
    top = 0x8000 if y.typecode == "H" else 0x80000000
    inf = 0x7c00 if y.typecode == "H" else 0x7f800000
    first_normal = 0x400 if y.typecode == "H" else 0x00800000
FAULT
    pathlib.Path(out).write_bytes(header + y.tobytes())
    print("ok", flush=True)
"""

# Function, type, chunk of FLOAT32 inputs, fault, and how many results are wrong; None: some.
FAULTS = {
    "one result is a bit too large": ("SQRT", "FLOAT32", 0x3f8, "y[12345] += 1", 1),
    "one result is a bit too small": ("SQRT", "FLOAT32", 0x412, "y[-1] -= 1", 1),
    "the first result of all is a subnormal number": ("SQRT", "FLOAT32", 0, "y[0] = 1", 1),
    "a zero has lost its sign": ("SQRT", "FLOAT32", 0x800, "y[0] = 0", 1),
    "subnormal inputs are flushed": ("SQRT", "FLOAT32", 1, "y = array.array('I', bytes(4 * len(y)))", 1 << 20),
    "subnormal half inputs are flushed": (
        "SQRT", "FLOAT16", 0, "for i in range(1, first_normal): y[i] = 0", 1023),
    "subnormal results are flushed": (
        "RECIP", "FLOAT32", 0x7ea, "y = array.array('I', [b if b >= first_normal else 0 for b in y])", 1 << 20),
    "a root of a negative number is the root of its size": (
        "SQRT", "FLOAT16", 0, "for i in range(0x8001, 0xfc01): y[i] = y[i - 0x8000]", 0xfc00 - 0x8000),
    "a root of a negative number is infinity": ("SQRT", "FLOAT16", 0, "y[0xbc00] = inf", 1),
    "a root of infinity is a NaN": ("SQRT", "FLOAT32", 0x7f8, "y[0] = inf + 1", 1),
    "1 / 0 is a NaN": ("RECIP", "FLOAT16", 0, "y[0] = inf + 1", 1),
    "1 / -0 has lost its sign": ("RECIP", "FLOAT16", 0, "y[0x8000] = inf", 1),
    "1 / infinity is the least number": ("RECIP", "FLOAT16", 0, "y[inf] = 1", 1),
    "a NaN gives a number": ("RECIP", "FLOAT32", 0x7f8, "y[1] = 0x3f800000", 1),
    "overflow gives the greatest number": (
        "RECIP", "FLOAT32", 0, "for i in range(len(y)): y[i] -= y[i] == inf", 1 << 20),
    "results of one binade are twice too large": (
        "RECIP", "FLOAT16", 0, "for i in range(0x3c00, 0x4000): y[i] += 0x400", 1024),
    "results are cut instead of rounded": ("SQRT", "FLOAT16", 0, textwrap.dedent("""
        value = lambda b: (1024 + b % 1024) * 2.0 ** (b // 1024 - 25)
        for i in range(first_normal, inf): y[i] -= value(y[i]) ** 2 > value(i)"""), None),
    "two results have changed places": ("SQRT", "FLOAT32", 0x3fa, "y[0], y[1000] = y[1000], y[0]", 2),
    "a step of the coefficients moves one result of many": (
        "RECIP", "FLOAT32", 0x401, "for i in range(77, len(y), 65536): y[i] += 1", 16),
    "the last of all results is a number": ("RECIP", "FLOAT32", 0xfff, "y[-1] = 0", 1),
}


class Verify(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def run_program(self, *arguments, code=0, **more):
        done = subprocess.run([PROGRAM, "verify", *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def verified(self, *arguments, code=0):
        return json.loads(self.run_program(*arguments, "--json", code=code).stdout)["verified"]

    def against(self, fault):
        text = ADAPTER.replace("PROGRAM", repr(PROGRAM)).replace("FAULT", textwrap.indent(fault, "    "))
        (self.folder / "adapter.py").write_text(text)
        return "--against", f"{sys.executable} -S adapter.py"

    @unittest.skipUnless(HAS_MPFR, "MPFR is not installed")
    def test_every_fault_is_found(self):
        self.assertEqual(len(FAULTS), 20)
        for title, (function, kind, chunk, fault, wrong) in FAULTS.items():
            with self.subTest(title):
                shard = ("--shard", f"{chunk + 1}/4096") if kind == "FLOAT32" else ()
                found, = self.verified(function, "--type", kind, *shard, *self.against(fault), code=1)
                self.assertEqual(found["inputs"], 1 << 20 if kind == "FLOAT32" else 65536)
                if wrong is not None:
                    self.assertEqual(found["wrong"], wrong)
                self.assertGreater(found["wrong"], 0)

    @unittest.skipUnless(HAS_MPFR, "MPFR is not installed")
    def test_a_program_without_a_fault_passes(self):
        found, = self.verified("RECIP", "--type", "FLOAT32", "--shard", "1018/4096", *self.against("pass"))
        self.assertEqual((found["wrong"], found["chunks"]), (0, 1))

    @unittest.skipUnless(HAS_MPFR, "MPFR is not installed")
    def test_the_largest_error_is_told(self):
        fault = "y[3] += 1; y[5] += 4; y[9] -= 2"
        done = self.run_program("SQRT", "--type", "FLOAT32", "--shard", "1017/4096", *self.against(fault), code=1)
        self.assertIn("1048576 inputs, 3 wrong, largest error 3.5000004 ULP", done.stdout)
        self.assertIn("at 0x3f800005 (1.0000006): found 0x3f800006, right is 0x3f800002", done.stdout)

    @unittest.skipUnless(HAS_MPFR, "MPFR is not installed")
    def test_hashes_are_kept_and_replace_the_judge(self):
        hashes = ("--hashes", "kept", "--type", "FLOAT32")
        one, = self.verified("SQRT", *hashes, "--shard", "1/512")
        self.assertEqual((one["chunks"], one["by_hashes"]), (8, 0))
        self.assertEqual(self.run_program("SQRT", *hashes, "--shard", "1/512").stderr, "")
        self.assertEqual(
            self.run_program("SQRT", "--hashes", "nodirx", "--type", "FLOAT16").stderr,
            "dmlrun: --hashes: 'nodirx' is new: nothing can be compared with hashes there, and those of right results "
            "are kept in it\n")
        two, = self.verified("SQRT", *hashes, "--shard", "1/256", "--backend", "interpreter")
        self.assertEqual((two["chunks"], two["by_hashes"]), (16, 8))
        # A wrong result has another hash; dmlrun's own, which have the kept one, say what is right.
        bad, = self.verified("SQRT", *hashes, "--shard", "1/4096", *self.against("y[7] += 1"), code=1)
        self.assertEqual((bad["wrong"], bad["by_hashes"]), (1, 1))
        three, = self.verified("SQRT", *hashes, "--shard", "1/256")
        self.assertEqual((three["chunks"], three["by_hashes"]), (16, 16))
        kept = (self.folder / "kept/SQRT.txt").read_text()
        first = kept.split("\n", 2)[2][:8]
        (self.folder / "kept/SQRT.txt").write_text(kept.replace(first, "01234567", 1))
        self.assertEqual(self.run_program("SQRT", *hashes, "--shard", "1/512").stderr,
                         "dmlrun: hashes kept in kept that were not those of the judge's results, and are "
                         "replaced: 1\n")
        self.assertEqual((self.folder / "kept/SQRT.txt").read_text(), kept)
        (self.folder / "kept/SQRT.txt").write_text("something else\n")
        self.assertIn("kept/SQRT.txt: is no file of", self.run_program("SQRT", *hashes, code=3).stderr)

    @unittest.skipUnless(HAS_MPFR, "MPFR is not installed")
    def test_shards_that_run_at_once_keep_all_their_hashes(self):
        (self.folder / "kept").mkdir()
        runs = [subprocess.Popen([PROGRAM, "verify", "SQRT", "--type", "FLOAT32", "--hashes", "kept", "--jobs", "1",
                                  "--shard", f"{shard}/256"], cwd=self.folder, stdout=subprocess.DEVNULL)
                for shard in (1, 2, 3)]
        self.assertEqual([run.wait(timeout=60) for run in runs], [0, 0, 0])
        words = (self.folder / "kept/SQRT.txt").read_text().split("FLOAT32\n")[1].split()
        self.assertEqual(sum(len(word) == 8 and set(word) != {"-"} for word in words), 48)

    def test_of_samples_a_zero_has_its_sign_a_shard_its_part_and_a_function_its_numbers(self):
        flipped = self.against("""y = array.array(y.typecode, [b ^ top if b in (0, top) else b for b in y])""")
        zeros = ("POW", "--type", "FLOAT16", "--samples", "65536", *flipped)
        wrong = self.verified(*zeros, code=1)[0]["wrong"]
        _, exact = self.verified("POW", "--samples", "65536")
        self.assertEqual(exact["wrong"], 0)
        self.assertEqual(wrong, 9380)  # 6,358 of these are results that are 0 without being rounded
        parts = [self.verified("POW", "--type", "FLOAT32", "--samples", "200000", "--shard", f"{shard}/3")[0]["samples"]
                 for shard in (1, 2, 3)]
        self.assertEqual(parts, [131072, 65536, 65536])
        self.assertRegex(self.run_program("POW", "--type", "FLOAT32", "--samples", "1").stdout, r"\([^,]+, [^,]+\)")

    @unittest.skipUnless(HAS_MPFR, "MPFR is not installed")
    def test_an_interrupted_run_goes_on(self):
        command = [PROGRAM, "verify", "SQRT", "--type", "FLOAT32", "--hashes", "kept", "--jobs", "1"]
        (self.folder / "kept").mkdir()
        run = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        self.assertEqual((run.returncode, errors), (130, "dmlrun: interrupted\n"))
        words = (self.folder / "kept/SQRT.txt").read_text().split("FLOAT32\n")[1].split()
        known = [word for word in words if set(word) != {"-"}]
        self.assertGreater(len(known), 0)
        self.assertLess(len(known), 4096)

    @unittest.skipUnless(HAS_MPFR, "MPFR is not installed")
    def test_a_result_that_is_rounded_twice_is_wrong(self):
        """1 / x is computed in FLOAT32; a root is exact or far from a middle there."""
        narrowed = ("--type", "FLOAT32-FLOAT16", "--shard", "897/4096")
        self.assertEqual([one["wrong"] for one in self.verified("SQRT", *narrowed)], [0])
        done = self.run_program("RECIP", *narrowed, code=1)
        self.assertIn("1048576 inputs, 64 wrong, largest error 0.50006036 ULP at 0x38016c00", done.stdout)
        self.assertIn("is for back ends", self.run_program("SQRT", *narrowed, "--against", "true", code=2).stderr)

    def test_hashes_of_the_project_hold(self):
        kept = ROOT / "testdata/verify"
        for one in self.verified("SQRT", "RECIP", "--hashes", str(kept), "--shard", "1/64"):
            self.assertEqual((one["wrong"], one["by_hashes"]), (0, one["chunks"]))

    @unittest.skipUnless(HAS_MPFR and importlib.util.find_spec("numpy"), "numpy or MPFR is not installed")
    def test_numpy_by_the_adapter(self):
        adapter = f"{sys.executable} -B {ROOT}/cli/verify/peers.py numpy"
        found, = self.verified("RECIP", "--type", "FLOAT16", "--against", adapter)
        self.assertEqual((found["inputs"], found["wrong"]), (65536, 0))

    def test_a_program_that_cannot_is_told(self):
        for code, words, told in (
                (3, "unsupported no roots", "SQRT FLOAT16: not supported by the program: no roots"),
                (5, "error 7", "adapter.py' says error: 7"),
                (2, "what", "adapter.py' answered neither ok, unsupported nor error")):
            (self.folder / "adapter.py").write_text(f"import sys\nfor line in sys.stdin: print({words!r}, flush=True)")
            done = self.run_program("SQRT", "--type", "FLOAT16", "--against", f"{sys.executable} adapter.py", code=code)
            self.assertIn(told, done.stderr)

    def told(self, command, code, *more):
        done = self.run_program("SQRT", "POW", "--type", "FLOAT16", "--samples", "1", "--against", command, *more,
                                code=code)
        return done.stdout, done.stderr

    def test_where_nothing_was_verified_it_is_no_success(self):
        unsupported = "while read line; do echo unsupported; done"
        self.assertTrue(self.told(unsupported, 3)[1].endswith(
            "dmlrun: nothing was verified: 2 unsupported by the program\n"))
        for arguments in (("POW", "--type", "FLOAT32-FLOAT16"), ("POW", "--samples", "0")):
            self.assertEqual(self.run_program(*arguments, code=3).stderr, "dmlrun: nothing was verified: these "
                             "functions have no inputs of this --type and --samples\n")
        empty, = self.verified("EXP", "--type", "FLOAT32", "--shard", "4097/5000")
        self.assertEqual(empty["inputs"], 0)
        output, errors = self.told(unsupported, 3, "--json")
        self.assertEqual(json.loads(output), {"verified": []})
        self.assertIn('{"note": "nothing was verified: 2 unsupported by the program"}', errors)

    def test_a_program_that_answers_nothing_is_a_mistake_of_the_command(self):
        for command, words in (("true", "ended with status 0 and said nothing"),
                               ("./nosuch", "nosuch: not found'"),
                               ("cat", "answered neither ok, unsupported nor error"),
                               ("echo so >&2; exit 3", "status 3 and said nothing; its standard error ends with 'so'")):
            with self.subTest(command):
                output, errors = self.told(command, 2)
                self.assertTrue(errors.startswith(f"dmlrun: --against: '{command}' "), errors)
                self.assertIn(words, errors)
                self.assertEqual((output, errors.count("\n")), ("", 1))

    def test_an_answer_without_a_result_names_the_command_and_the_file(self):
        command = "while read line; do echo ok; done"
        self.assertEqual(self.told(command, 5)[1],
                         f"dmlrun: --against: '{command}' answered ok, but wrote no result/OutputTensor.npy\n")
        command = "while read line; do echo 5 > $line/result/OutputTensor.npy; echo ok; done"
        self.assertRegex(self.told(command, 5)[1], r"^dmlrun: --against: '.*' answered ok, but its "
                         r"result/OutputTensor.npy is refused: [^/]*\n$")

    def test_a_program_that_ends_later_is_told_with_its_standard_error(self):
        (self.folder / "adapter.py").write_text(ADAPTER.replace("PROGRAM", repr(PROGRAM)).replace(
            "FAULT", "    if x[0]: sys.exit('enough')"))
        done = self.run_program("RECIP", "--type", "FLOAT32", "--shard", "1/2048", "--jobs", "1", "--against",
                                f"{sys.executable} adapter.py", code=5)
        self.assertIn("adapter.py' ended with status 1 and said nothing; its standard error ends with 'enough'",
                      done.stderr)

    @unittest.skipUnless(sys.platform == "linux", "the library has another name")
    def test_the_loader_says_why_mpfr_is_not_loaded(self):
        """A library that is there and cannot be loaded is not said to be missing."""
        (self.folder / "libmpfr.so.6").write_bytes(b"no library")
        done = subprocess.run([PROGRAM, "verify", "SQRT", "--type", "FLOAT16", "--jobs", "1"], capture_output=True,
                              text=True, check=False, env={**os.environ, "LD_LIBRARY_PATH": str(self.folder)})
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertRegex(done.stderr, "cannot be loaded: .*libmpfr.so.6: .*; Debian's package is libmpfr6")
        self.assertNotIn("was not found", done.stderr)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
