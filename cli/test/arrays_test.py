#!/usr/bin/env python3
"""Inputs from .npz archives and from files of elements alone: arrays_test.py PROGRAM; ends with `N passed, N
failed`."""
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
from unittest import mock

import npy
import suite

PROGRAM = ""
VALUES = [1, 2, 3, 4, 5, 6]
A = npy.encode("<f4", (2, 3), VALUES)
OPEN = '{"type": "TILE", "desc": {"Repeats": [1, 1]}}'
CLOSED = '{"type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]%s}, "Repeats": [1, 1]}}'


class ArrayTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, True)

    def write(self, name, content):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content)

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def archive(self, name, members, method=zipfile.ZIP_STORED):
        with zipfile.ZipFile(os.path.join(self.folder, name), "w", method) as archive:
            for member, content in members.items():
                archive.writestr(member, content)

    def run_program(self, source, spec=OPEN, *more):
        self.write("spec.json", spec.encode())
        return subprocess.run([PROGRAM, "spec.json", "--in", "InputTensor=" + source, *more], cwd=self.folder,
                              capture_output=True, text=True, timeout=60)

    def assert_values(self, source, spec=OPEN, values=VALUES):
        done = self.run_program(source, spec)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "Resource 'OutputTensor': " + ", ".join(map(str, values)) + "\n")

    def assert_refused(self, code, words, source, spec=OPEN):
        done = self.run_program(source, spec)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stderr)
        self.assertIn(words, done.stderr)


class Archives(ArrayTest):
    def test_stored_and_deflated_members_are_read(self):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            self.archive("x.npz", {"b.npy": npy.encode("|u1", (1,), [1]), "a.npy": A}, method)
            self.assert_values("x.npz:a")
            self.assert_values("x.npz:a.npy")

    def test_a_spec_names_one_from_its_own_folder(self):
        self.archive("x.npz", {"a.npy": A})
        self.write("spec.json", b'{"type": "TILE", "desc": {"Repeats": [1, 1]}, "inputs": {"InputTensor": '
                                b'{"sourcePath": "x.npz:a"}}, "expected": {"OutputTensor": {"sourcePath": "x.npz:a"}}}')
        done = subprocess.run([PROGRAM, os.path.join(self.folder, "spec.json")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_model_names_one(self):
        self.archive("x.npz", {"a.npy": A})
        self.write("model.json", b'{"resources": {"R": {"initialValuesDataType": "FLOAT32", "initialValues": '
                                 b'{"sourcePath": "x.npz:a"}}}, "dispatchables": {}, "commands": [{"type": "print", '
                                 b'"resource": "R"}]}')
        done = subprocess.run([PROGRAM, "model.json"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Resource 'R': 1, 2, 3, 4, 5, 6\n", done.stdout)

    def test_the_only_member_needs_no_name(self):
        self.archive("x.npz", {"a.npy": A})
        self.assert_values("x.npz")
        self.archive("x.npz", {"a.npy": A, "b.npy": A})
        self.assert_refused(4, "several arrays: a, b; one of them was expected", "x.npz")

    def test_a_name_that_is_not_there_names_those_that_are(self):
        self.archive("x.npz", {"a.npy": A, "b.npy": A})
        self.assert_refused(4, "no array 'c'; it has a, b", "x.npz:c")
        self.assert_refused(7, "nosuch.npz: cannot open", "nosuch.npz:a")
        self.archive("x.npz", {})
        self.assert_refused(4, "no members", "x.npz:a")

    def test_a_file_whose_name_looks_like_a_member_is_the_file(self):
        self.write("x.npz:a", A)
        self.assert_values("x.npz:a")

    def test_numbers_beyond_32_bits_stand_where_zip64_has_them(self):
        with mock.patch("zipfile.ZIP64_LIMIT", 1), mock.patch("zipfile.ZIP_FILECOUNT_LIMIT", 0):
            self.archive("x.npz", {"a.npy": A, "b.npy": A}, zipfile.ZIP_DEFLATED)
        content = self.read("x.npz")
        last = content.rindex(b"PK\x05\x06")  # as it is where the numbers do not fit
        content = content[:last + 8] + b"\xff" * 12 + content[last + 20:]
        self.write("x.npz", content)
        self.assert_values("x.npz:b")
        end = content.rindex(b"PK\x06\x06")
        for at in (24, 32, 40, 48):
            self.write("x.npz", content[:end + at] + b"\xff" * 8 + content[end + at + 8:])
            self.assert_refused(4, "x.npz:b: archive: ", "x.npz:b")

    def test_what_is_encrypted_or_compressed_otherwise_is_refused(self):
        self.archive("x.npz", {"a.npy": A}, zipfile.ZIP_BZIP2)
        self.assert_refused(4, "compressed by method 12; 0 (stored) or 8 (deflated)", "x.npz:a")
        self.archive("x.npz", {"a.npy": A})
        content = bytearray(self.read("x.npz"))
        content[content.index(b"PK\x01\x02") + 8] |= 1
        self.write("x.npz", content)
        self.assert_refused(4, "encrypted", "x.npz:a")

    def test_a_part_of_several_is_refused(self):
        self.archive("x.npz", {"a.npy": A})
        content = bytearray(self.read("x.npz"))
        content[content.index(b"PK\x05\x06") + 4] = 1
        self.write("x.npz", content)
        self.assert_refused(4, "one part of several", "x.npz:a")

    def test_a_name_that_is_there_twice_is_refused(self):
        self.archive("x.npz", {"a.npy": A, "b.npy": A})
        self.write("x.npz", self.read("x.npz").replace(b"b.npy", b"a.npy"))
        self.assert_refused(4, "'a' twice", "x.npz:a")

    def test_a_checksum_is_compared(self):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            self.archive("x.npz", {"a.npy": A}, method)
            content = bytearray(self.read("x.npz"))
            content[content.index(b"PK\x01\x02") + 16] ^= 1
            self.write("x.npz", content)
            self.assert_refused(4, "checksum", "x.npz:a")

    def test_a_large_claim_costs_no_memory(self):
        claim = npy.encode("<f4", (1 << 26,), [])
        self.archive("x.npz", {"a.npy": claim + bytes(64 << 20)}, zipfile.ZIP_DEFLATED)  # a quarter of it is there
        for spec in (OPEN, CLOSED % ""):
            self.write("spec.json", spec.encode())
            process = subprocess.Popen([PROGRAM, "spec.json", "--in", "InputTensor=x.npz:a"], cwd=self.folder,
                                       stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 4)
            self.assertLess(usage.ru_maxrss, (64 << 10) * 4)  # KiB; sanitizers take thrice what the program does

    def test_changed_archives_give_right_values_or_are_refused(self):
        generator = random.Random(1)
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            self.archive("whole.npz", {"a.npy": A, "b.npy": A}, method)
            whole = self.read("whole.npz")
            for _ in range(150):
                content = bytearray(whole)
                for _ in range(generator.randint(1, 3)):
                    content[generator.randrange(len(content))] = generator.choice((0, 1, 255, generator.randrange(256)))
                self.write("x.npz",
                           content if generator.random() < 0.7 else content[:generator.randrange(len(content))])
                done = self.run_program("x.npz:a")
                self.assertIn(done.returncode, (0, 3, 4), done.stderr)
                if done.returncode == 0:
                    self.assertEqual(done.stdout, "Resource 'OutputTensor': 1, 2, 3, 4, 5, 6\n")

    def test_an_archive_through_a_pipe_is_refused(self):
        os.mkfifo(os.path.join(self.folder, "x.npz"))
        self.archive("y.npz", {"a.npy": A})
        writer = subprocess.Popen(["sh", "-c", "cat y.npz > x.npz"], cwd=self.folder, stderr=subprocess.DEVNULL)
        self.assert_refused(4, "a pipe or device was found", "x.npz:a")
        writer.wait()


class Raw(ArrayTest):
    def test_the_spec_gives_type_and_sizes(self):
        for name in ("x.bin", "x.raw", "x.dat"):
            self.write(name, struct.pack("<6f", *VALUES))
            self.assert_values(name, CLOSED % "")
        self.write("spec.json", b'{"type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, '
                                b'"Repeats": [1, 1]}, "inputs": {"InputTensor": {"sourcePath": "x.dat"}}}')
        done = subprocess.run([PROGRAM, "spec.json"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "Resource 'OutputTensor': 1, 2, 3, 4, 5, 6\n"),
                         done.stderr)

    def test_strides_take_the_values_or_the_whole_buffer(self):
        self.write("x.bin", struct.pack("<6f", *VALUES))
        self.assert_values("x.bin", CLOSED % ', "Strides": [4, 1]')
        self.write("x.bin", struct.pack("<7f", 1, 2, 3, 99, 4, 5, 6))
        self.assert_values("x.bin", CLOSED % ', "Strides": [4, 1]')
        self.write("x.bin", struct.pack("<3f", 1, 2, 3))
        self.assert_values("x.bin", CLOSED % ', "Strides": [0, 1]', [1, 2, 3, 1, 2, 3])

    def test_permuting_strides_read_the_same_bytes_alike_in_every_file(self):
        flat = struct.pack("<6f", *VALUES)
        self.write("x.bin", flat)
        npy.write(os.path.join(self.folder, "x.npy"), "<f4", (6,), VALUES)
        turned = CLOSED % ', "Strides": [1, 2]'
        for source in "x.bin", "x.npy":
            self.assert_values(source, turned, [1, 3, 5, 2, 4, 6])
        desc = json.loads(turned)["desc"]
        desc |= {"OutputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, "RepeatsCount": 2}
        resource = lambda values: {"initialValuesDataType": "FLOAT32", "initialValues": values}
        names = "InputTensor", "OutputTensor"
        self.write("model.json", json.dumps({
            "resources": {names[0]: resource({"sourcePath": "x.bin"}), names[1]: resource([0] * 6)},
            "dispatchables": {"tile": {"type": "DML_OPERATOR_TILE", "desc": desc}},
            "commands": [{"type": "dispatch", "dispatchable": "tile", "bindings": {name: name for name in names}},
                         {"type": "print", "resource": names[1]}]}).encode())
        done = subprocess.run([PROGRAM, "model.json"], cwd=self.folder, capture_output=True, text=True)
        self.assertIn("Resource 'OutputTensor': 1, 3, 5, 2, 4, 6", done.stdout, done.stderr)

    def test_expected_elements_are_in_the_order_of_sizes_whatever_the_strides_of_the_output(self):
        self.write("x.bin", struct.pack("<6f", *VALUES))
        output = '}, "OutputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3], "Strides": [1, 2]}, "Rep'
        spec = CLOSED.replace('}, "Rep', output) % ""
        done = self.run_program("x.bin", spec, "--expect", "OutputTensor=x.bin")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_different_values_of_one_element_are_refused(self):
        spec = CLOSED % ', "Strides": [1, 1]'
        for values, code in ((VALUES, 4), ([1, 2, 3, 2, 3, 4], 0)):
            self.write("x.bin", struct.pack("<6f", *values))
            npy.write(os.path.join(self.folder, "x.npy"), "<f4", (2, 3), values)
            for name in ("x.bin", "x.npy"):
                done = self.run_program(name, spec)
                self.assertEqual(done.returncode, code, name)
                self.assertEqual("that Strides [1, 1] put into one element" in done.stderr, code == 4, name)

    def test_another_size_is_refused(self):
        for count in (0, 23, 25, 4096):
            self.write("x.bin", bytes(count))
            self.assert_refused(4, "%d bytes; 24 were expected, 6 elements of FLOAT32\n" % count, "x.bin", CLOSED % "")

    def test_a_size_of_neither_the_elements_nor_the_strided_buffer_is_refused_with_both(self):
        for count in (20, 25, 27, 32):
            self.write("x.bin", bytes(count))
            self.assert_refused(4, "%d bytes; 24 were expected, 6 elements of FLOAT32, or 28, the buffer that Strides "
                                "describe\n" % count, "x.bin", CLOSED % ', "Strides": [4, 1]')

    def test_type_and_sizes_are_needed(self):
        self.write("x.bin", bytes(24))
        self.assert_refused(3, "InputTensor has no DataType", "x.bin")

    def test_a_zero_point_is_there_when_it_is_bound(self):
        self.write("z.bin", b"\x02")
        spec = (
            '{"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {"ATensor": {"DataType": "UINT8", "Sizes": [2]}, '
            '"BTensor": {"DataType": "UINT8"}},'
            '"inputs": {"ATensor": [3, 4], "AScaleTensor": [1], "BTensor": [0, 0], "BScaleTensor": [1],'
            '"OutputScaleTensor": [1]}}')
        self.write("spec.json", spec.encode())
        done = subprocess.run([PROGRAM, "spec.json", "--in", "AZeroPointTensor=z.bin"], cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "Resource 'OutputTensor': 1, 2\n"), done.stderr)

    def test_other_names_are_told_of_it(self):
        self.write("x.f32", bytes(24))
        self.assert_refused(4, ".bin, .raw and .dat", "x.f32", CLOSED % "")

    def test_a_wrong_type_names_the_way_out(self):
        npy.write(os.path.join(self.folder, "x.npy"), "<f8", (2, 3), VALUES)
        self.assert_refused(4, "a.astype('float32'), and DataType FLOAT64", "x.npy", CLOSED % "")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
