#!/usr/bin/env python3
"""Models that write files, and are interrupted: model_files_test.py PROGRAM [TestName...]; ends with `N passed, N
failed`.

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
import zipfile

import npy
import suite

PROGRAM = ""
BYTES = 400_000_000


class ModelFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, True)

    def model(self, commands):
        resource = {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": BYTES, "value": 0}}
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump({"resources": {"R": resource}, "dispatchables": {}, "commands": commands}, file)

    def start(self, *options):
        return subprocess.Popen([PROGRAM, "m.json", *options], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def files(self):
        return sorted(name for name in os.listdir(self.folder) if name != "m.json")

    def is_growing(self, name):
        try:
            return name.endswith(".tmp") and os.path.getsize(os.path.join(self.folder, name)) > 0
        except FileNotFoundError:  # complete, or only a trial whether files can be made
            return False

    def until_a_temporary_grows(self):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if any(self.is_growing(name) for name in self.files()):
                return
            time.sleep(0.0005)
        self.fail("nothing was written")

    def processor_time(self, process):
        with open(f"/proc/{process.pid}/stat") as file:
            return sum(map(int, file.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def until_it_works(self, process):
        """Its handlers are installed, and it has used as much of a processor since as takes it to the longest part."""
        end, begin = time.monotonic() + 120, None
        while time.monotonic() < end:
            with open(f"/proc/{process.pid}/status") as file:
                caught = next(int(line.split()[1], 16) for line in file if line.startswith("SigCgt"))
            used = self.processor_time(process)
            if caught & 1 << signal.SIGINT - 1:
                begin = used if begin is None else begin
                if used >= begin + .25:
                    return
            time.sleep(0.01)
        self.fail("it does not work")

    def test_a_file_of_writeFile_replaces_neither_the_model_nor_expected_values_nor_archives(self):
        with open(os.path.join(self.folder, "expected.npy"), "wb") as file:
            file.write(npy.encode("|u1", (16,), bytes(16)))
        with zipfile.ZipFile(os.path.join(self.folder, "values.npz"), "w") as archive:
            archive.writestr("a.npy", npy.encode("|u1", (16,), bytes(16)))
            archive.writestr("b.npy", npy.encode("|u1", (16,), bytes(16)))
        os.symlink("m.json", os.path.join(self.folder, "link.json"))
        resources = {"R": {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": 16, "value": 0}},
                     "S": {"initialValuesDataType": "UINT8", "initialValues": {"sourcePath": "values.npz:a"}}}
        for target in ("m.json", "./m.json", "link.json", "missing/../m.json", "a/b/../.././m.json", "a/../values.npz",
                       os.path.join(self.folder, "m.json"), "values.npz", "expected.npy"):
            model = {"resources": resources, "dispatchables": {}, "commands": [
                {"type": "print", "resource": "R", "expected": {"sourcePath": "expected.npy"}},
                {"type": "writeFile", "resource": "R", "targetPath": target}]}
            with open(os.path.join(self.folder, "m.json"), "w") as file:
                json.dump(model, file)
            before = {name: open(os.path.join(self.folder, name), "rb").read() for name in os.listdir(self.folder)}
            done = subprocess.run([PROGRAM, "m.json"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (7, ""), (target, done.stderr))
            self.assertIn("m.json: /commands/1/targetPath", done.stderr)
            self.assertIn("is a file that is read here and would be replaced", done.stderr)
            after = {name: open(os.path.join(self.folder, name), "rb").read() for name in os.listdir(self.folder)}
            self.assertEqual(after, before)

    def test_the_file_of_a_resource_may_be_replaced_and_its_values_count_before(self):
        with open(os.path.join(self.folder, "values.dat"), "wb") as file:
            file.write(bytes(range(16)))
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump(
                {
                    "resources": {
                        "R": {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": 16, "value": 7}}, "S": {
                            "initialValuesDataType": "UINT8", "initialValues": {"sourcePath": "values.dat"}}},
                    "dispatchables": {}, "commands": [{
                        "type": "writeFile", "resource": "R", "targetPath": "./values.dat"}, {
                            "type": "writeFile", "resource": "S", "targetPath": "copy.dat"}]}, file)
        done = subprocess.run([PROGRAM, "m.json"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = [open(os.path.join(self.folder, name), "rb").read() for name in ("values.dat", "copy.dat")]
        self.assertEqual(found, [bytes([7] * 16), bytes(range(16))])

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
            json.dump(
                {
                    "resources": {
                        name: {"initialValuesDataType": "UINT8", "initialValues": [1, 2, 3, 4]}
                        for name in "AB"}, "dispatchables": {
                            "t": {
                                "type": "TILE", "desc": {
                                    "InputTensor": tensor, "OutputTensor": tensor, "RepeatsCount": 1, "Repeats": [1]}}
                        }, "commands": [{
                            "type": "dispatch", "dispatchable": "t", "bindings": {
                                "InputTensor": "A", "OutputTensor": "B"}}]}, file)
        process = self.start("-r", "4294967295")
        self.until_it_works(process)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
        self.assertEqual(process.returncode, 130, errors)

    def interrupt_soon(self, *options):
        process = self.start(*options)
        self.until_it_works(process)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
        self.assertEqual(process.returncode, 130, errors)

    def test_a_signal_ends_the_filling_of_a_resource(self):
        values = {"valueCount": 1 << 30, "valueStart": 0, "valueDelta": 1}
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump({"resources": {"A": {"initialValuesDataType": "FLOAT16", "initialValues": values}},
                       "dispatchables": {}, "commands": []}, file)
        self.interrupt_soon()

    def test_a_signal_ends_the_filling_of_a_constant_of_a_spec(self):
        # Every other byte of 4 GiB: no row is written at once.
        tensor = {"DataType": "UINT8", "Sizes": [32768, 65536], "Strides": [2, 65536]}
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump({"type": "SLICE", "desc": {"InputTensor": tensor, "Offsets": [0, 0], "Sizes": [1, 1],
                                                 "Strides": [1, 1]}, "inputs": {"InputTensor": {"value": 7}}}, file)
        process = self.start()
        self.until_it_works(process)
        used = self.processor_time(process)
        process.send_signal(signal.SIGINT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        with process.stdout, process.stderr:
            self.assertEqual(process.returncode, 130, process.stderr.read())
        self.assertLess(usage.ru_utime + usage.ru_stime - used, 1)

    def test_a_signal_ends_a_long_dispatch_of_the_reference(self):
        count = 1 << 28
        one, many = ({"DataType": "UINT8", "Sizes": [n]} for n in (4, 4 * count))
        values = {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": 4 * count, "value": 0}}
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump({"resources": {"A": values, "B": values},
                       "dispatchables": {"t": {"type": "TILE", "desc": {
                           "InputTensor": one, "OutputTensor": many, "RepeatsCount": 1, "Repeats": [count]}}},
                       "commands": [{"type": "dispatch", "dispatchable": "t",
                                     "bindings": {"InputTensor": "A", "OutputTensor": "B"}}]}, file)
        self.interrupt_soon("--backend", "reference")

    def test_two_commands_may_write_the_same_file(self):
        self.model([{"type": "writeFile", "resource": "R", "targetPath": "./new/out.dat"},
                    {"type": "writeFile", "resource": "R", "targetPath": "new/../new/out.dat"}])
        self.assertEqual(self.start().wait(60), 0)
        self.assertEqual(os.listdir(os.path.join(self.folder, "new")), ["out.dat"])

    def test_a_file_where_another_command_needs_a_folder_is_refused_through_links_too(self):
        os.mkdir(os.path.join(self.folder, "d"))
        os.symlink("d", os.path.join(self.folder, "link"))
        self.model([{"type": "writeFile", "resource": "R", "targetPath": "link/a/b"},
                    {"type": "writeFile", "resource": "R", "targetPath": "d/a-"},
                    {"type": "writeFile", "resource": "R", "targetPath": "d/a"}])
        output, errors = (process := self.start()).communicate(timeout=60)
        self.assertEqual((process.returncode, output), (7, b""), errors)
        self.assertIn(b"/commands/0/targetPath", errors)
        self.assertEqual(os.listdir(os.path.join(self.folder, "d")), [])

    def test_lines_leave_as_commands_end(self):
        tensor = {"DataType": "UINT8", "Sizes": [4]}
        tile = {
            "type": "TILE", "desc": {"InputTensor": tensor, "OutputTensor": tensor, "RepeatsCount": 1, "Repeats": [1]}}
        values = {"initialValuesDataType": "UINT8", "initialValues": [1, 2, 3, 4]}
        os.mkfifo(os.path.join(self.folder, "pipe"))
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump(
                {
                    "resources": {"A": values, "B": values}, "dispatchables": {"t": tile}, "commands": [{
                        "type": "dispatch", "dispatchable": "t", "bindings": {"InputTensor": "A", "OutputTensor": "B"}
                    }, {"type": "print", "resource": "B"}, {"type": "writeFile", "resource": "B", "targetPath": "pipe"
                                                            }, {"type": "print", "resource": "B"}]}, file)
        process = self.start()
        lines = [process.stdout.readline() for _ in range(4)]  # while the program waits for a reader of the pipe
        self.assertEqual(lines[3], b"Resource 'B': 1, 2, 3, 4\n")
        with open(os.path.join(self.folder, "pipe"), "rb") as pipe:
            self.assertEqual(pipe.read(), bytes([1, 2, 3, 4]))
        rest, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(rest.count(b"\n"), 2, rest)

    def test_what_fails_on_the_way_leaves_whole_lines_and_whole_json(self):
        values = {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": 30000, "value": 7}}
        with open(os.path.join(self.folder, "m.json"), "w") as file:
            json.dump(
                {
                    "resources": {"A": values}, "dispatchables": {}, "commands": [{"type": "print", "resource": "A"}, {
                        "type": "writeFile", "resource": "A", "targetPath": "/dev/full"}]}, file)
        for options in ((), ("--json",)):
            process = self.start(*options)
            output, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 7, errors)
            self.assertIn(b"/commands/1/targetPath", errors)
            self.assertEqual(output[-1:], b"\n")
            if options:
                self.assertEqual(len(json.loads(output)["commands"][0]["values"]), 30000)
            else:
                self.assertEqual(output.count(b"\n"), 2)

    def test_a_target_that_cannot_be_made_keeps_the_others_from_being_written(self):
        self.model([{"type": "writeFile", "resource": "R", "targetPath": "out.dat"},
                    {"type": "writeFile", "resource": "R", "targetPath": "m.json/out.dat"}])
        process = self.start()
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 7, errors)
        self.assertEqual(output, b"")
        self.assertEqual(self.files(), [])


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
