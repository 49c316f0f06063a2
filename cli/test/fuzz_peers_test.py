#!/usr/bin/env python3
"""The adapter that dmlrun ships for `fuzz --against`: fuzz_peers_test.py PROGRAM; ends with `N passed, N failed`. numpy
and the reference must agree on every operator that numpy has. Skipped (77) without numpy."""
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
    def judged(self, operator, code=0):
        """What `dmlrun fuzz --json` says."""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([
                PROGRAM, "fuzz", "--json", "--against", f"'{sys.executable}' '{ADAPTER}' numpy", "--operators",
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

    def test_what_numpy_lacks_is_told(self):
        found = self.judged("ELEMENT_WISE_QUANTIZED_LINEAR_ADD", code=3)
        self.assertEqual((found["failures"], found["comparisons"]), ([], 0))
        self.assertGreater(found["unsupported"], 20)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
