#!/usr/bin/env python3
"""Models that are interrupted: model_files_test.py PROGRAM [TestName...]; ends with `N passed, N failed`.

A file of writeFile appears complete or not at all, whatever ends the program, and nothing else is left behind.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""
BYTES = 400_000_000


class InterruptedModels(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, True)

    def model(self, commands):
        resource = {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": BYTES, "value": 0}}
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump({"resources": {"R": resource}, "dispatchables": {}, "commands": commands}, file)

    def start(self, *options):
        return subprocess.Popen([PROGRAM, "m.json", *options], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def files(self):
        return sorted(name for name in os.listdir(self.folder) if name != "m.json")

    def until_a_temporary_grows(self):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for name in self.files():
                if name.endswith(".tmp") and os.path.getsize(os.path.join(self.folder, name)) > 0:
                    return
            time.sleep(0.0005)
        self.fail("nothing was written")

    def interrupt(self, number, code):
        self.model([{"type": "writeFile", "resource": "R", "targetPath": "out.dat"}] * 4)
        process = self.start()
        self.until_a_temporary_grows()
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, code, errors)
        self.assertEqual(errors.count(b"\n"), 1, errors)
        for name in self.files():
            self.assertEqual(name, "out.dat")
            self.assertEqual(os.path.getsize(os.path.join(self.folder, name)), BYTES)

    def test_sigint_leaves_no_partial_file(self):
        self.interrupt(signal.SIGINT, 130)

    def test_sigterm_leaves_no_partial_file(self):
        self.interrupt(signal.SIGTERM, 143)

    def test_a_signal_ends_a_long_sample(self):
        tensor = {"DataType": "UINT8", "Sizes": [4]}
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump({"resources": {name: {"initialValuesDataType": "UINT8", "initialValues": [1, 2, 3, 4]} for name in "AB"},
                       "dispatchables": {"t": {"type": "TILE", "desc": {
                           "InputTensor": tensor, "OutputTensor": tensor, "RepeatsCount": 1, "Repeats": [1]}}},
                       "commands": [{"type": "dispatch", "dispatchable": "t",
                                     "bindings": {"InputTensor": "A", "OutputTensor": "B"}}]}, file)
        process = self.start("-r", "4294967295")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=20)
        finally:
            process.kill()
        self.assertEqual(process.returncode, 130, errors)

    def test_a_target_that_cannot_be_made_keeps_the_others_from_being_written(self):
        self.model([{"type": "writeFile", "resource": "R", "targetPath": "out.dat"},
                    {"type": "writeFile", "resource": "R", "targetPath": "m.json/out.dat"}])
        process = self.start()
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 7, errors)
        self.assertEqual(output, b"")
        self.assertEqual(self.files(), [])


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    names = sys.argv[2:]
    loader = unittest.defaultTestLoader
    suite = loader.loadTestsFromNames(names, sys.modules[__name__]) if names else loader.loadTestsFromModule(
        sys.modules[__name__])
    result = unittest.TextTestRunner(stream=sys.stdout).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or result.testsRun == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
