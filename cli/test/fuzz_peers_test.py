#!/usr/bin/env python3
"""The adapter that dmlrun ships for `fuzz --against`: fuzz_peers_test.py PROGRAM; ends with `N passed, N failed`.
numpy, torch and the reference must agree on operators whose results nothing leaves open. Skipped (77) without numpy,
and torch's part without torch."""
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest

import suite

try:
    import numpy  # pylint: disable=unused-import
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
ADAPTER = os.path.join(HERE, "../fuzz/peers.py")
PROGRAM = ""


class PeersTest(unittest.TestCase):
    def judged(self, operator, code=0, peer="numpy"):
        """What `dmlrun fuzz --json` says."""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([
                PROGRAM, "fuzz", "--json", "--against", f"'{sys.executable}' '{ADAPTER}' {peer}", "--operators",
                operator, "--from",
                os.path.join(HERE, "../../specs/examples"), "--seed", "2", "--count", "150", "--dir", folder],
                                  capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def test_numpy_and_the_reference_agree(self):
        for operator in ("TILE", "JOIN", "SLICE", "SLICE1", "SLICE_GRAD", "SPLIT", "PADDING", "PADDING1"):
            with self.subTest(operator):
                found = self.judged(operator)
                self.assertEqual(found["failures"], [])
                self.assertGreater(found["comparisons"], 20)
                if not operator.startswith("PADDING"):  # some values to pad with are no numpy's
                    self.assertEqual(found["unsupported"], 0)

    def test_element_wise_operators_of_numpy_agree(self):
        for operator in (
                "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", "ELEMENT_WISE_IS_INFINITY",
                "ELEMENT_WISE_DIFFERENCE_SQUARE", "ACTIVATION_LINEAR", "ACTIVATION_SHRINK", "ACTIVATION_RELU_GRAD"):
            with self.subTest(operator):
                found = self.judged(operator)
                self.assertEqual(found["failures"], [])
                self.assertGreater(found["comparisons"], 20)

    @unittest.skipUnless(importlib.util.find_spec("torch"), "torch is missing")
    def test_element_wise_operators_of_torch_agree(self):
        for operator in ("ELEMENT_WISE_ADD", "ELEMENT_WISE_FLOOR", "ELEMENT_WISE_LOGICAL_LESS_THAN",
                         "ELEMENT_WISE_BIT_NOT"):
            with self.subTest(operator):
                found = self.judged(operator, peer="torch")
                self.assertEqual(found["failures"], [])
                self.assertGreater(found["comparisons"], 20)

    def test_a_missing_torch_is_told_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "torch.py"), "w", encoding="utf-8") as file:
                file.write("raise ImportError('No module named torch')\n")
            done = subprocess.run([sys.executable, "-B", ADAPTER, "torch"], capture_output=True, text=True, timeout=60,
                                  check=False, input="", env={**os.environ, "PYTHONPATH": folder})
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"peers.py: torch cannot be used by {sys.executable}: No module named torch\n")

    def test_what_numpy_lacks_is_told(self):
        found = self.judged("ELEMENT_WISE_QUANTIZED_LINEAR_ADD", code=3)
        self.assertEqual((found["failures"], found["comparisons"]), ([], 0))
        self.assertGreater(found["unsupported"], 20)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
