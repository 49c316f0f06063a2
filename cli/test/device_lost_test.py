#!/usr/bin/env python3
"""A kernel whose device is lost while it runs: device_lost_test.py PROGRAM, which is dmlrun with planted defects;
ends with `N passed, N failed`."""
import json
import os
import subprocess
import sys
import unittest

import files_test
import suite

BYTES = 4 << 20  # several slices: the first is written before the device is lost
LOST = {**os.environ, "DMLRUN_PLANTED": "lost"}
WORDS = b"the device is lost"


class DeviceLost(files_test.FileTest):
    def setUp(self):
        super().setUp()
        self.spec(BYTES // 4)

    def files(self):
        return sorted(set(os.listdir(self.folder)) - {"spec.json", "x.npy", "m.json"})

    def assert_lost(self, done):
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (5, 1), done.stderr)
        self.assertIn(WORDS, done.stderr)

    def test_no_output_is_written(self):
        """H184"""
        self.assert_lost(self.run_program("out.npy", env=LOST))
        self.assertEqual(self.files(), [])
        self.assertEqual(self.run_program("out.npy").returncode, 0)
        self.assertEqual(self.files(), ["out.npy"])

    def test_what_was_there_stays(self):
        """H184"""
        self.write("out.npy", self.small)
        self.assert_lost(self.run_program("out.npy", env=LOST))
        self.assertEqual(self.files(), ["out.npy"])
        self.assertEqual(self.read("out.npy"), self.small)

    def test_a_model_writes_no_file_after_it(self):
        """H184"""
        desc = {
            "InputTensor": {"DataType": "UINT8", "Sizes": [4]}, "OutputTensor": {"DataType": "UINT8", "Sizes": [BYTES]},
            "RepeatsCount": 1, "Repeats": [BYTES // 4]}
        model = {
            "resources": {
                "In": {"initialValuesDataType": "UINT8", "initialValues": [1, 2, 3, 4]},
                "Out": {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": BYTES, "value": 0}}},
            "dispatchables": {"tile": {"type": "TILE", "desc": desc}},
            "commands": [{
                "type": "dispatch", "dispatchable": "tile", "bindings": {"InputTensor": "In", "OutputTensor": "Out"}},
                         {"type": "writeFile", "resource": "Out", "targetPath": "out.dat"}]}
        self.write("m.json", json.dumps(model).encode())
        run = [files_test.PROGRAM, "m.json"]
        self.assert_lost(subprocess.run(run, cwd=self.folder, capture_output=True, timeout=60, env=LOST))
        self.assertEqual(self.files(), [])
        done = subprocess.run(run, cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual((done.returncode, self.files()), (0, ["out.dat"]), done.stderr)
        self.assertEqual(self.read("out.dat"), b"\1\2\3\4" * (BYTES // 4))


if __name__ == "__main__":
    files_test.PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
