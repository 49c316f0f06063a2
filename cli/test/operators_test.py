#!/usr/bin/env python3
"""Operators at the shell, each row in turn: operators_test.py PROGRAM; ends with `N passed, N failed`. What `help`
prints is what `new` makes and what the one-liner in it does."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../specs"))
from rows import operator_rows, tables

import suite

PROGRAM = ""
ROWS = [row for row in operator_rows() if row["operator"]]
TABLES = [table for table in tables() if table["operator"]]


def run(*arguments, **more):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, **more)


class Operators(unittest.TestCase):
    def printed(self, *arguments, **more):
        done = run(*arguments, **more)
        self.assertEqual(done.returncode, 0, (arguments, done.stderr))
        return done.stdout

    def test_the_list_has_each_row_with_its_line(self):
        lines = [re.split(r" {2,}", line, maxsplit=3) for line in self.printed("operators").splitlines()]
        self.assertEqual([(line[0], line[3]) for line in lines],
                         sorted((row["operator"], row["summary"]) for row in ROWS))
        implemented = {table["operator"]: table["since"] for table in TABLES}
        self.assertEqual({line[0]: line[1] for line in lines if line[2] == "implemented"}, implemented)
        self.assertEqual({line[2] for line in lines} - {"implemented", "next", "later"}, set())
        listed = json.loads(self.printed("operators", "--json"))["operators"]
        self.assertEqual([[one[key] for key in ("name", "level", "state", "summary")] for one in listed], lines)

    def test_help_has_the_fields_rules_and_formula_of_each_row(self):
        for table in TABLES:
            with self.subTest(table["operator"]):
                page = self.printed("help", table["operator"])
                words = " ".join(page.split())
                for field in table["fields"]:
                    self.assertIn(f"\n  {field['name']} ", page)
                    self.assertIn(" ".join(field["doc"].split()), words)
                for rule in table["rules"]:
                    self.assertIn(f"{rule['id']} {rule['text']}", words)
                self.assertIn(table.get("value", ""), words)

    def test_each_row_has_a_spec_to_begin_with_and_a_one_liner_that_does_the_same(self):
        for table in TABLES:
            with self.subTest(table["operator"]), tempfile.TemporaryDirectory() as folder:
                spec = self.printed("new", table["operator"].lower())
                with open(os.path.join(folder, "spec.json"), "w", encoding="utf-8") as file:
                    file.write(spec)
                self.assertIn("expected", json.loads(spec))
                self.printed("spec.json", "--backend", "reference", cwd=folder)
                made = self.printed("gen", "spec.json", "--dir", "case", cwd=folder).split()
                written = [field["name"] for field in table["fields"] if field.get("role") == "output"]
                results = [os.path.basename(name) for name in made
                           if re.fullmatch(rf"case/({'|'.join(written)})(_\d+)?\.npy", name)]
                line = re.search(r"(?m)^Example:\n  dmlrun (.*)$", self.printed("help", table["operator"]))[1]
                self.assertNotRegex(line, r'DML_|"(DataType|Sizes|Float32)"')  # the short forms
                if table["operator"] in ("JOIN", "ELEMENT_WISE_IS_NAN", "ELEMENT_WISE_LOGICAL_EQUALS"):
                    self.assertNotIn("--OutputTensor", line)  # whose type follows
                outputs = " ".join(f"-o found_{name}" for name in results)
                script = f'cd case && "$0" {line} {outputs} --backend reference'
                done = subprocess.run(["bash", "-c", script, PROGRAM], cwd=folder, capture_output=True, text=True,
                                      check=False)
                self.assertEqual(done.returncode, 0, (line, done.stderr))
                self.assertTrue(results)
                for name in results:
                    self.printed("diff", f"case/{name}", f"case/found_{name}", cwd=folder)

    def test_each_row_is_found_by_its_names(self):
        names = [row["operator"] for row in ROWS]
        for table in TABLES:
            name = table["operator"]
            for word in (name.lower(), "DML_OPERATOR_" + name, name.replace("_", "-")):
                self.assertTrue(self.printed("help", word).startswith(name + ":"), word)
            bare = name.removeprefix("ELEMENT_WISE_").removeprefix("ACTIVATION_")
            if bare not in names and "ELEMENT_WISE_" + bare in (name, None):
                self.assertTrue(self.printed("help", bare.lower()).startswith(name + ":"), bare)

    def test_no_command_has_the_name_of_an_operator_and_no_option_that_of_a_field(self):
        commands = set(re.findall(r"(?m)^  dmlrun ([a-z]+) ", self.printed("--help").split("\n\n")[1])) | {"run"}
        self.assertIn("check", commands)
        options = set(re.findall(r"(?m)^  (--[A-Za-z_-]+)", self.printed("--help")))
        for row in ROWS:
            bare = row["operator"].removeprefix("ELEMENT_WISE_").removeprefix("ACTIVATION_")
            self.assertFalse({row["operator"].lower(), bare.lower()} & commands)
            self.assertFalse({"--" + re.match(r">?(\w+)", field)[1] for field in row["fields"]} & options)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
