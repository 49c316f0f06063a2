#!/usr/bin/env python3
"""What dmlrun fuzz finds when dmlrun itself is wrong: fuzz_planted_test.py PROGRAM, which is dmlrun with planted
defects."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import suite

PROGRAM = ""
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../specs/examples")


class PlantedDefects(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_program(self, defect, command):
        """A shell's command for `dmlrun` in a folder of its own, which has no examples."""
        return subprocess.run(["sh", "-c", re.sub("^dmlrun ", PROGRAM + " ", command)], cwd=self.folder,
                              capture_output=True, text=True, timeout=100, env={**os.environ, "DMLRUN_PLANTED": defect})

    def find(self, defect, *arguments, seed=11):
        """The first finding, with an absolute folder, so that it can be repeated from anywhere."""
        done = self.run_program(
            defect, " ".join([
                f"dmlrun fuzz --json --max-failures 1 --seed {seed} --jobs 1 --dir", self.folder + "/f", *arguments]))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        found = json.loads(done.stdout)["failures"]
        self.assertEqual(len(found), 1, found)
        return found[0]

    def from_one_copy(self, elements):
        """Where there is nothing but a copy of so many bytes."""
        folder = os.path.join(self.folder, "one")
        os.mkdir(folder)
        with open(folder + "/copy.json", "w", encoding="utf-8") as file:
            json.dump(
                {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [elements]}, "Repeats": [1]}},
                file)
        return f"dmlrun fuzz --json --jobs 1 --no-mutate --from {folder} --backends interpreter "

    def files(self, finding):
        return {os.path.relpath(os.path.join(at, name), finding["folder"])
                for at, _, names in os.walk(finding["folder"]) for name in names}

    def check_self_contained(self, finding, defect):
        """The one command repeats it, wherever the folder is, without the examples; without the defect nothing is
        wrong."""
        self.assertNotIn(EXAMPLES, finding["repeat"])
        moved = os.path.join(self.folder, "elsewhere")
        shutil.move(finding["folder"], moved)
        command = finding["repeat"].replace(finding["folder"], moved)
        again = self.run_program(defect, command)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
        self.assertIn(finding["message"].split("\n")[0], again.stdout)
        with open(os.path.join(moved, "README.txt"), encoding="utf-8") as text:
            self.assertIn(finding["repeat"], text.read())
        right = self.run_program("", command)
        self.assertEqual((right.returncode, right.stdout.count("1 case in ")), (0, 1), right.stdout + right.stderr)

    def output_elements(self, finding):
        with open(os.path.join(finding["folder"], "spec.json"), encoding="utf-8") as text:
            desc = json.load(text)["desc"]
        elements = 1
        for size in desc["OutputTensor"]["Sizes"]:
            elements *= size
        return elements

    def test_a_wrong_value_is_made_smaller_and_repeats_alone(self):
        finding = self.find("value", "--backends interpreter,jit --operators TILE,JOIN --first 200 --from", EXAMPLES)
        self.assertEqual(finding["of"], "interpreter")
        self.assertEqual(self.output_elements(finding), 6, "the least that the defect needs")
        self.assertLessEqual({"spec.json", "model.json", "README.txt", "OutputTensor.npy", "actual/OutputTensor.npy"},
                             self.files(finding))
        with open(finding["folder"] + "/OutputTensor.npy",
                  "rb") as one, open(finding["folder"] + "/actual/OutputTensor.npy", "rb") as two:
            self.assertNotEqual(one.read(), two.read())
        self.check_self_contained(finding, "value")

    def test_parts_of_an_input_are_made_smaller(self):
        finding = self.find("value", "--backends interpreter --operators SPLIT --from", EXAMPLES)
        with open(os.path.join(finding["folder"], "spec.json"), encoding="utf-8") as text:
            desc = json.load(text)["desc"]
        self.assertEqual((desc["InputTensor"]["Sizes"], [part["Sizes"] for part in desc["OutputTensors"]]),
                         ([6], [[6]]))

    def test_a_wrong_slice_is_made_smaller_and_repeats_alone(self):
        finding = self.find("slice", "--operators PADDING --from", EXAMPLES)
        self.assertEqual(finding["of"], "interpreter")
        self.assertIn("by slices: ", finding["message"])
        self.assertLess(self.output_elements(finding), 10)
        self.check_self_contained(finding, "slice")

    def test_a_byte_read_too_far_is_of_its_back_end_and_repeats_alone(self):
        finding = self.find("over-read", "--operators TILE --from", EXAMPLES)
        self.assertEqual((finding["of"], finding["message"]),
                         ("interpreter", "ended by signal 11 (Segmentation fault)"))
        self.assertEqual(self.output_elements(finding), 1)
        moved = finding["folder"]
        # Without pages that cannot be touched nothing is seen of it.
        plain = self.run_program("over-read", f"dmlrun {moved}/spec.json --backend interpreter")
        self.assertEqual(plain.returncode, 0, plain.stderr)
        command = finding["repeat"]
        finding["message"] = "ended by signal 11"
        self.check_self_contained(finding, "over-read")
        self.assertIn("--no-mutate", command)

    def test_a_hang_is_made_smaller_and_repeats_alone(self):
        """Of 512 inputs, which are not taken away one by one in the time that there is."""
        folder = os.path.join(self.folder, "one")
        os.mkdir(folder)
        with open(folder + "/join.json", "w", encoding="utf-8") as file:
            json.dump(
                {"type": "JOIN", "desc": {"InputTensors": [{"DataType": "UINT8", "Sizes": [3]}] * 512, "Axis": 0}},
                file)
        finding = self.find("hang", "--backends interpreter,jit --no-mutate --from", folder)
        self.assertEqual((finding["of"], finding["message"]), ("interpreter", "hung"))
        self.assertEqual(self.output_elements(finding), 6, "the least that the defect needs")
        self.assertLessEqual({"spec.json", "model.json", "README.txt", "OutputTensor.npy"}, self.files(finding))
        self.check_self_contained(finding, "hang")

    def test_a_hang_that_takes_more_time_to_make_small_than_there_is_is_smaller(self):
        """It hangs in one attempt after the other: fields of 100 inputs are left out one by one."""
        folder = os.path.join(self.folder, "one")
        os.mkdir(folder)
        with open(folder + "/join.json", "w", encoding="utf-8") as file:
            json.dump(
                {"type": "JOIN", "desc": {"InputTensors": [{"DataType": "UINT8", "Sizes": [1]}] * 512, "Axis": 0}},
                file)
        finding = self.find("large hang", "--backends interpreter --no-mutate --duration 1 --from", folder)
        self.assertEqual((finding["of"], finding["message"]), ("interpreter", "hung"))
        self.assertLess(self.output_elements(finding), 200)

    def test_a_hang_when_the_time_is_over_is_a_finding(self):
        finding = self.find("hang", "--backends interpreter --operators TILE,JOIN --duration 1 --from", EXAMPLES)
        self.assertEqual((finding["of"], finding["message"]), ("interpreter", "hung"))
        self.check_self_contained(finding, "hang")

    def test_an_operator_that_hangs_is_ended_once(self):
        """Not for each of its sets of data, which would take longer than a program is given here."""
        done = self.run_program("hang", self.from_one_copy(6) + "--count 16 --dir f")
        self.assertEqual([one["message"] for one in json.loads(done.stdout)["failures"]], ["hung"], done.stderr)

    def test_a_large_case_that_takes_long_has_not_hung(self):
        command = self.from_one_copy(1 << 25)
        done = self.run_program("slow", command + "--count 1")
        self.assertEqual((done.returncode, json.loads(done.stdout)["cases"]), (0, 1), done.stderr)
        done = self.run_program("slow", command + "--duration 1")
        found = json.loads(done.stdout)
        self.assertEqual((done.returncode, found["failures"], found["unfinished"]), (3, [], 1), done.stderr)
        self.assertIn(
            "case 0 was cut when the time was over: " + PROGRAM + " fuzz --seed 1 --first 0 --count 1 --from ",
            done.stderr)

    def test_what_does_not_hang_again_is_no_finding_and_is_named(self):
        done = self.run_program("busy", self.from_one_copy(6) + "--count 60")
        found = json.loads(done.stdout)
        self.assertEqual((done.returncode, found["failures"], found["unfinished"], found["cases"]), (0, [], 1, 59),
                         done.stderr)
        self.assertIn("case 0 did not hang again", done.stderr)

    def check_what_was_not_refused(self, finding, defect, command, codes, refusal):
        self.assertLessEqual({"spec.json", "model.json", "README.txt"}, self.files(finding))
        self.assertTrue(finding["repeat"].startswith(command + " '"), finding)
        moved = os.path.join(self.folder, "elsewhere")
        shutil.move(finding["folder"], moved)
        command = finding["repeat"].replace(finding["folder"], moved)
        self.assertEqual((self.run_program(defect, command).returncode, self.run_program("", command).returncode),
                         codes)
        model = self.run_program("", "dmlrun " + moved + "/model.json")
        self.assertEqual(model.returncode, 3, model.stderr)
        self.assertIn(refusal, model.stderr)
        return moved

    def test_an_illegal_desc_that_is_accepted_is_written(self):
        finding = self.find("acceptance", "--from", EXAMPLES)
        self.assertIn("must be refused by TENSOR-10, but was accepted", finding["message"])
        self.check_what_was_not_refused(finding, "acceptance", PROGRAM + " check", (1, 0),
                                        "GuaranteedBaseOffsetAlignment")

    def test_an_illegal_desc_that_is_refused_for_another_reason_is_written(self):
        finding = self.find("reason", "--from", EXAMPLES)
        self.assertIn("must be refused by TENSOR-10, but the answer was size_zero", finding["message"])
        self.check_what_was_not_refused(finding, "reason", PROGRAM + " check", (1, 0), "GuaranteedBaseOffsetAlignment")

    def test_a_legal_desc_that_is_refused_is_written(self):
        # The defect is met by illegal descs, too, and they say otherwise; which comes first is a matter of the seed.
        found = (self.find("refusal", "--count 2000 --from", EXAMPLES, seed=seed) for seed in range(11, 31))
        finding = next(one for one in found if "a legal desc was refused" in one["message"])
        self.assertTrue(finding["repeat"].startswith(PROGRAM + " explain '"), finding)
        self.assertEqual(self.run_program("refusal", finding["repeat"]).returncode, 3)
        self.assertEqual(self.run_program("", finding["repeat"]).returncode, 0)

    def test_a_check_that_hangs_is_written(self):
        finding = self.find("endless check", "--duration 1 --from", EXAMPLES)
        self.assertEqual(finding["message"], "hung")
        self.check_what_was_not_refused(finding, "endless check", f"timeout -s KILL 10 {PROGRAM} explain", (137, 3),
                                        "[TENSOR-")

    def test_a_desc_whose_check_faults_is_written_and_made_smaller(self):
        finding = self.find("crash", "--from", EXAMPLES)
        self.assertEqual(finding["message"], "ended by signal 11 (Segmentation fault)")
        # Smaller, it may break other rules, too.
        moved = self.check_what_was_not_refused(finding, "crash", PROGRAM + " explain", (128 + 11, 3), "[")
        with open(moved + "/spec.json", encoding="utf-8") as text:
            self.assertLess(len(text.read()), 500)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:], at_once=16))
