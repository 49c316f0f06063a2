#!/usr/bin/env python3
"""What completion and manual page name: operator_names_test.py PROGRAM; ends with `N passed, N failed`. Of operators
those of the rows that are implemented, and no others; of options all."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../specs"))
from rows import operator_rows

import suite

PROGRAM = ""
IMPLEMENTED = sorted(row["operator"] for row in operator_rows() if row["operator"] and "family" in row)
OTHERS = {row["operator"] for row in operator_rows()} - set(IMPLEMENTED)


def printed(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


class Names(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def completed(self, *words):
        """What bash offers for the last of the words."""
        script = """eval "$("$0" completion bash)"; COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _dmlrun
                    printf '%s\\n' "${COMPREPLY[@]}" """
        done = subprocess.run(["bash", "-c", script, PROGRAM, *words], capture_output=True, text=True, check=True,
                              cwd=self.folder)
        return sorted(done.stdout.split())

    def test_bash_completes_the_operators_of_the_rows(self):
        self.assertEqual(self.completed("schema", ""), IMPLEMENTED)
        self.assertEqual(self.completed("new", ""), IMPLEMENTED)
        self.assertLessEqual(set(IMPLEMENTED), set(self.completed("help", "")))
        self.assertIn("TILE", self.completed("TI"))
        self.assertIn("tile", self.completed("run", "ti"))
        self.assertEqual(self.completed("fuzz", "--operators", ""), IMPLEMENTED)
        self.assertEqual(self.completed("fuzz", "--operators", "TILE,"), ["TILE," + name for name in IMPLEMENTED])
        for name in IMPLEMENTED:
            self.assertIn(name, self.completed("schema", name))

    def test_bash_completes_operators_in_any_letter_case_and_without_prefixes(self):
        self.assertEqual(self.completed("add"), ["add", "add1"])
        self.assertEqual(self.completed("help", "pad"), ["padding", "padding1"])
        self.assertEqual(self.completed("new", "RELU"), ["RELU", "RELU_GRAD"])
        self.assertIn("element_wise_add", self.completed("schema", "element_wise_a"))
        for words in (["Ti"], ["run", "tI"], ["help", "Ti"], ["new", "Ti"], ["fuzz", "--operators", "Ti"]):
            self.assertEqual(self.completed(*words), ["TILE"])
        self.assertEqual(self.completed("fuzz", "--operators", "TILE,pa"), ["TILE,padding", "TILE,padding1"])
        self.assertEqual(self.completed("verify", "Ta"), ["TAN", "TANH"])

    def test_bash_completes_types_and_values_behind_an_equals_sign(self):
        self.assertEqual(self.completed("fill_value_constant", "--ValueDataType", "FL"),
                         ["FLOAT16", "FLOAT32", "FLOAT64"])
        for words in (["--PaddingMode", "=", "re"], ["--PaddingMode", "re"]):
            self.assertEqual(self.completed("padding", "x.npy", *words), ["reflection"])
        self.assertIn("WRAP", self.completed("padding", "x.npy", "--PaddingMode", "="))
        self.assertEqual(self.completed("tile", "--backend", "=", "inter"), ["interpreter"])

    def test_bash_completes_tensors_of_a_spec_in_a_folder_and_behind_o(self):
        os.mkdir(os.path.join(self.folder, "made"))
        with open(os.path.join(self.folder, "made", "spec.json"), "w", encoding="utf-8") as file:
            file.write(printed("new", "TILE"))
        self.assertEqual(self.completed("made", "--in", "I"), ["InputTensor="])
        self.assertEqual(self.completed("split", "-o", "O"), ["OutputTensors="])
        for words in (["made", "-o", ""], ["tile", "-o", "ma"], ["tile", "--expect", ""]):  # of one output, a file
            self.assertEqual(self.completed(*words), ["made"])

    def test_bash_completes_no_operators_where_files_stand(self):
        with open(os.path.join(self.folder, "mine.npy"), "w", encoding="utf-8"):
            pass
        for words in (["tile"], ["run", "tile"], ["check"], ["diff"], ["tile.json"]):
            self.assertEqual(self.completed(*words, "m"), ["mine.npy"])

    def test_bash_completes_fields_in_any_letter_case(self):
        self.assertEqual(self.completed("tile", "--r"), ["--rel", "--repeats", "--repeatscount"])
        self.assertEqual(self.completed("tile", "--REPEATSC"), ["--RepeatsCount"])
        self.assertEqual(self.completed("tile", "--ba"), ["--backend"])
        self.assertEqual(self.completed("padding", "--PaddingMode", "e"), ["edge"])
        self.assertEqual(self.completed("padding", "--PaddingMode", "Ed"), ["EDGE"])

    def test_bash_completes_types_and_files_after_tensors(self):
        with open(os.path.join(self.folder, "floor.npy"), "w", encoding="utf-8"):
            pass
        for words in (["sin", "--OutputTensor"], ["run", "sin", "--inputtensor"], ["sin", "--OutputTensor", "="]):
            self.assertEqual(self.completed(*words, ""), ["FLOAT16", "FLOAT32", "floor.npy"])
            self.assertEqual(self.completed(*words, "floo"), ["floor.npy"])
        self.assertEqual(self.completed("cast", "x.npy", "--OutputTensor", "uint1"), ["uint16"])

    def test_bash_completes_the_values_of_fields(self):
        modes = ["CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"]
        self.assertEqual(self.completed("padding", "--PaddingMode", ""), modes)
        self.assertEqual(self.completed("run", "padding", "x.npy", "--paddingmode", "E"), ["EDGE"])
        self.assertEqual(self.completed("batch_normalization", "--Spatial", ""), ["false", "true"])
        os.mkdir(os.path.join(self.folder, "folder"))
        self.assertEqual(self.completed("tile", "--Repeats", ""), ["folder"])
        self.assertEqual(self.completed("tile", "--json", ""), ["folder"])

    def test_bash_completes_the_values_of_every_option(self):
        """Of those that the help of a command lists: known names, folders or files, and nothing for another value."""
        os.mkdir(os.path.join(self.folder, "folder"))
        with open(os.path.join(self.folder, "file"), "w", encoding="utf-8"):
            pass
        options = set()
        for command in {"run", *re.findall(r"(?m)^  dmlrun ([a-z]+) ", printed("--help"))}:
            lines = re.findall(r"(?m)^  ((?:-[^\s,]+, )*)(-[^\s,]+) (\S+)  ", printed("help", command))
            for more, last, value in lines:
                options |= {(command, name, value) for name in [*more.split(", ")[:-1], last]}
        self.assertGreater(len(options), 50)
        for command, name, value in sorted(options):
            with self.subTest(command=command, option=name):
                found = self.completed(command, name, "")
                if value in ("D", "DIR"):
                    self.assertEqual(found, ["folder"])
                elif re.fullmatch("FILE.*|.*json|COMMAND", value):
                    self.assertEqual(found, ["file", "folder"])
                elif re.fullmatch(r"NAME|NAME=VALUE|TYPE|L|F\[,F\]|A,B", value) and name != "--function":
                    self.assertGreater(len(found), 1)
                    self.assertFalse({"file", "folder"} & set(found))
                elif "=" not in value:  # else tensors, which the spec says
                    self.assertFalse(found)

    def test_bash_completes_fields_and_tensors_of_operators_and_specs(self):
        with tempfile.TemporaryDirectory() as folder:
            spec = os.path.join(folder, "tile.json")
            with open(spec, "w", encoding="utf-8") as file:
                file.write(printed("new", "TILE"))
            for before in (("TILE",), ("tile", "x.npy"), (spec,), ("explain", "TILE"), ("run", "tile"),
                           ("explain", spec)):
                self.assertIn("--Repeats", self.completed(*before, "--"))
                self.assertEqual(self.completed(*before, "--Re"), ["--Repeats", "--RepeatsCount"])
                self.assertEqual(self.completed(*before, "--in", ""), ["InputTensor="])
            self.assertEqual(self.completed("SPLIT", "--out", ""), ["OutputTensors="])
            self.assertEqual(self.completed("TILE", "--backend", "refer"), ["reference"])

    def test_both_shells_complete_the_functions_of_verify(self):
        told = subprocess.run([PROGRAM, "verify", "?"], capture_output=True, text=True, check=False).stderr
        known = sorted(told.split("known are ")[1].strip().split(", "))
        self.assertEqual(self.completed("verify", ""), known)
        self.assertEqual(self.completed("verify", "EXP", "SQ"), ["SQRT"])
        self.assertEqual(self.completed("verify", "sq"), ["sqrt"])
        found = re.search(r"verify\) local names='(.*)'", printed("completion", "zsh"))
        self.assertEqual(sorted(found[1].split()), known)

    def test_zsh_completes_the_operators_of_the_rows(self):
        found = re.findall(r"compadd (?:\$any_case )?-- ([A-Z0-9_ ]+); return", printed("completion", "zsh"))
        lists = [sorted(words.split()) for words in found]
        self.assertEqual(lists.count(IMPLEMENTED), 2, lists)

    def test_the_manual_page_lists_the_operators_of_the_rows(self):
        page = printed("completion", "man")
        section = re.search(r"(?s)\.SH OPERATORS\n(.*?)\.SH ", page)[1]
        self.assertEqual(re.findall(r"(?m)^([A-Z0-9_]+)$", section), IMPLEMENTED)
        self.assertEqual(OTHERS & set(re.findall(r"[A-Z0-9_]+", section)) - {"OPERATOR", ""}, set())


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
