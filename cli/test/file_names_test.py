#!/usr/bin/env python3
"""Names of output files: file_names_test.py PROGRAM [TestName...]; ends with `N passed, N failed`."""
import json
import os
import shutil
import subprocess
import sys
import unittest
import zipfile

import files_test
import npy
import suite

SPLIT = os.path.join(os.path.dirname(__file__), "../../specs/examples/split/equal_parts.json")
CELL = "qadd: u8 of 64, 64 B"
EXAMPLE = os.path.join(os.path.dirname(__file__), "../../specs/examples/padding/short_form.json")


class Names(files_test.FileTest):
    def test_odd_names_are_written(self):
        """F176"""
        for name in (b"with blanks.npy", b"new\nline.npy", b"-dash.npy", b"\xff\xfe not UTF-8.npy",
                     b"x" * 251 + b".npy"):
            out = os.path.join(os.fsencode(self.folder), name)
            command = [*map(os.fsencode, self.arguments("")), b"--out", b"OutputTensor=" + name]
            done = subprocess.run(command, cwd=self.folder, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, b""), name)
            with open(out, "rb") as file:
                self.assertEqual(file.read(), self.small, name)
        self.assertEqual(self.temporaries(), [])

    def test_names_that_are_too_long_are_exit_7(self):
        """F176"""
        self.assert_refused(self.run_program("x" * 252 + ".npy"), 7, b"File name too long")

    def test_a_result_never_replaces_the_spec(self):
        shutil.copy(EXAMPLE, self.path("own"))
        before = self.read("own")
        os.symlink("own", self.path("link"))
        os.link(self.path("own"), self.path("same"))
        commands = (["own", "--out", "OutputTensor=OUT"], ["emit", "own", "--format", "header", "--out", "OUT"],
                    ["bench", "own", "--json", "OUT"], ["bench", "own", "--html", "OUT"],
                    ["explain", "own", "--picture", "OUT"])
        for command in commands:
            for name in ("own", "./own", "link", "same"):
                done = subprocess.run([files_test.PROGRAM, *(word.replace("OUT", name) for word in command)],
                                      cwd=self.folder, capture_output=True)
                words = (command[-2] + " " + name + " is a file that is read here").encode()
                self.assertEqual((done.returncode, done.stdout), (2, b""), command)
                self.assertIn(words, done.stderr)
        self.assertEqual(self.read("own"), before)

    def test_what_standard_input_comes_from_is_never_replaced(self):
        model = {"resources": {"A": {"initialValuesDataType": "FLOAT32", "initialValues": [1]}}, "dispatchables": {},
                 "commands": [{"type": "writeFile", "resource": "A", "targetPath": "model.npy"}]}
        shutil.copy(EXAMPLE, self.path("own"))
        self.write("model.npy", json.dumps(model).encode())
        for name, code, *command in (("own", 2, "-", "--out", "OutputTensor=own"),
                                     ("own", 2, "emit", "-", "--format", "header", "--out", "own"),
                                     ("model.npy", 7, "-")):
            before = self.read(name)
            with open(self.path(name), "rb") as text:
                done = subprocess.run([files_test.PROGRAM, *command], cwd=self.folder, stdin=text, capture_output=True)
            self.assertEqual((done.returncode, done.stdout), (code, b""), (command, done.stderr))
            self.assertIn(b"is a file that is read here", done.stderr)
            self.assertEqual(self.read(name), before)

    def test_an_output_never_replaces_what_standard_output_goes_to(self):
        model = {
            "resources": {"A": {"initialValuesDataType": "FLOAT32", "initialValues": [1]}}, "dispatchables": {},
            "commands": [{"type": "print", "resource": "A"}, {"type": "writeFile", "resource": "A", "targetPath": "f"}]}
        self.write("model", json.dumps(model).encode())
        subprocess.run([files_test.PROGRAM, "bench", "--grid", "quick", "--filter", CELL, "--json", "old.json"],
                       cwd=self.folder, check=True, capture_output=True)
        shutil.copy(EXAMPLE, self.path("own"))
        for name in ("f.json", "f.html", "f.h", "f.svg", "x.npy", "y.npy"):
            os.symlink("f", self.path("to_" + name))
        numbers = [self.path(name) for name in ("m.npy", "n.npy")]
        for i, name in enumerate(numbers):
            self.write(name, npy.encode("<f4", (2,), [i, i]))
        commands = ([SPLIT, "--out", "OutputTensors=/dev/stdout,/proc/self/fd/1,g"],
                    [SPLIT, "--out", "OutputTensors=/dev/fd/1,-,g"], [SPLIT, "--out", "OutputTensors=f,g"],
                    [SPLIT, "--out", "OutputTensors=f,g,/dev/stdout"], ["own", "--out", "OutputTensor=to_y.npy"],
                    ["emit", "own", "--format", "header", "--out", "to_f.h"],
                    ["explain", "own", "--picture", "to_f.svg"], ["diff", *numbers, "--picture", "to_f.svg"],
                    ["gen", "own", "--dir", "."], ["bench", "--read", "old.json", "--json", "to_f.json"],
                    ["bench", "--read", "old.json", "--html", "to_f.html"], ["bench", "--list", "--json", "to_f.json"],
                    ["bench", "--grid", "quick", "--filter", CELL, "--json", "f"], ["model"])
        os.symlink("f", self.path("model.json"))
        for command in commands:
            with open(self.path("f"), "wb") as file:
                done = subprocess.run([files_test.PROGRAM, *command], cwd=self.folder, stdout=file,
                                      stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, self.read("f")), (7 if command == ["model"] else 2, b""),
                             (command, done.stderr))
            self.assertIn(b"is where standard output goes", done.stderr)
        for name in ("-", "/dev/stdout"):
            with open(self.path("f"), "wb") as file:
                subprocess.run([files_test.PROGRAM, SPLIT, "--out", f"OutputTensors={name},h,g"], cwd=self.folder,
                               stdout=file, check=True)
                self.assertTrue(os.path.samestat(os.fstat(file.fileno()), os.stat(self.path("f"))))
            self.assertEqual(self.read("f").count(b"NUMPY"), 1)

    def test_two_outputs_never_go_to_one_file(self):
        os.mkdir(self.path("folder"))
        os.symlink("folder", self.path("way"))
        os.symlink("new.npy", self.path("to_new.npy"))
        self.write("there.npy", b"old")
        os.symlink("there.npy", self.path("to_there.npy"))
        command = [files_test.PROGRAM, SPLIT, "--out"]
        for a, b in (("new.npy", "new.npy"), ("new.npy", "./new.npy"), ("new.npy", self.path("new.npy")),
                     ("new.npy", "to_new.npy"), ("folder/new.npy", "way/../folder//new.npy"),
                     ("way/new.npy", "folder/new.npy"), ("there.npy", "to_there.npy"), ("to_there.npy",
                                                                                        "folder/../there.npy")):
            done = subprocess.run([*command, f"OutputTensors={a},{b}"], cwd=self.folder, capture_output=True)
            self.assertEqual((done.returncode, done.stdout), (2, b""), (a, b))
            self.assertIn(b"--out: two outputs go to '%s'" % b.encode(), done.stderr)
        self.assertEqual((self.read("there.npy"), os.listdir(self.path("folder")), self.temporaries()),
                         (b"old", [], []))
        done = subprocess.run([*command, "OutputTensors=new.npy,folder/new.npy"], cwd=self.folder, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertNotEqual(self.read("new.npy"), self.read("folder/new.npy"))

    def test_files_that_are_read_and_not_computed_from_are_never_replaced(self):
        shutil.copy(EXAMPLE, self.path("own"))
        subprocess.run([files_test.PROGRAM, "own", "--out", "OutputTensor=y.npy"], cwd=self.folder, check=True)
        subprocess.run([files_test.PROGRAM, "bench", "--grid", "quick", "--filter", CELL, "--json", "old.json"],
                       cwd=self.folder, check=True, capture_output=True)
        os.mkdir(self.path("folder"))
        shutil.copy(EXAMPLE, self.path("folder/spec.json"))
        with zipfile.ZipFile(self.path("a.npz"), "w") as archive:
            for name in ("a.npy", "b.npy"):
                archive.writestr(name, npy.encode("<f4", (2, 3), range(6)))
        for name, file in ("to_a.npy", "a.npz"), ("to_a.svg", "a.npz"), ("to_x.h", "x.npy"), ("to_old.html",
                                                                                              "old.json"):
            os.symlink(file, self.path(name))
        before = {name: self.read(name) for name in ("y.npy", "old.json", "x.npy", "a.npz", "folder/spec.json")}
        commands = (["own", "--expect", "OutputTensor=y.npy", "--out", "OutputTensor=./y.npy"],
                    ["emit", "own", "--in", "InputTensor=x.npy", "--format", "header", "--out", "to_x.h"],
                    ["own", "--in", "InputTensor=a.npz:a", "--out", "OutputTensor=to_a.npy"],
                    ["diff", "a.npz:a", "a.npz:b", "--picture", "to_a.svg"],
                    ["explain", "own", "--in", "InputTensor=a.npz:a", "--picture", "to_a.svg"],
                    ["gen", "folder/spec.json", "--dir", "folder"],
                    ["bench", "--read", "old.json", "--html", "to_old.html"],
                    ["bench", "--grid", "quick", "--filter", CELL, "--compare", "old.json", "--json", "./old.json"])
        for command in commands:
            done = subprocess.run([files_test.PROGRAM, *command], cwd=self.folder, capture_output=True)
            self.assertEqual((done.returncode, done.stdout), (2, b""), (command, done.stderr))
            self.assertIn(b"is a file that is read here", done.stderr)
        for name, content in before.items():
            self.assertEqual(self.read(name), content, name)

    def test_the_folder_for_temporaries_of_others_is_not_used(self):
        """F179"""
        for there in ("/proc/nothing", self.path("x.npy"), "\n"):
            done = self.run_program("out.npy", env={"TMPDIR": there, "TMP": there, "TEMP": there})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.read("out.npy"), self.small)


if __name__ == "__main__":
    files_test.PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
