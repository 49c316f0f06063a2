#!/usr/bin/env python3
"""dmlrun fuzz as its users meet it: fuzz_test.py PROGRAM [TestName...]; ends with `N passed, N failed`."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import fuzz_modes
import suite
from terminals import seen_at_terminal

PROGRAM = ""
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../specs/examples")

# Operators and modes, as another reader of the rows has them.
ROWS = set(fuzz_modes.rows())

# Answers for every folder; what it does with each is in BEHAVIOUR.
ANSWERER = """
import json, os, sys
def npy(path):
    data = open(path, "rb").read()
    length = data[8] + 256 * data[9]
    return data[:10 + length], data[10 + length:]
for line in sys.stdin:
    folder = line.rstrip("\\n")
    spec = json.load(open(folder + "/spec.json"))
    {behaviour}
    print(answer, flush=True)
"""

class FuzzTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, "fuzz", *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True,
                                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))

    def worker_of(self, process):
        """A worker that has had the time to begin: the first child that stays, because drivers are asked in one that
        does not."""
        before = []
        for _ in range(200):
            time.sleep(0.5)
            with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="utf-8") as children:
                found = children.read().split()
            for child in found:
                if child in before:
                    return int(child)
            before = found
        self.fail("no worker has started")

    def fuzz(self, *arguments, code=0):
        process = self.start(*arguments)
        out, words = process.communicate(timeout=200)
        self.assertEqual(process.returncode, code, out + words)
        return out, words

    def counts(self, *arguments, code=0):
        out, words = self.fuzz("--json", "--from", EXAMPLES, *arguments, code=code)
        self.assertEqual(words if code == 0 else "", "")
        return json.loads(out)

    def against(self, behaviour, *arguments, code=1):
        path = os.path.join(self.folder, "answerer.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(ANSWERER.format(behaviour=textwrap.indent(textwrap.dedent(behaviour), "    ").strip()))
        operators = [] if "--operators" in arguments else ["--operators", "TILE"]
        count = [] if "--count" in arguments else ["--count", "60"]
        return self.counts(*operators, *count, "--against", f"{sys.executable} answerer.py", "--max-failures", "1",
                           "--jobs", "1", "--max-elements", "64", *arguments, code=code)

    def failure(self, found):
        self.assertEqual(len(found["failures"]), 1, found)
        return found["failures"][0]


class Campaigns(FuzzTest):
    def test_a_campaign_finds_nothing_and_leaves_nothing(self):
        found = self.counts("--count", "2400")
        self.assertEqual((found["cases"], found["failures"]), (2400, []))
        self.assertGreater(found["legal"], 0.6 * 2400)
        self.assertTrue(0.05 * 2400 < found["illegal"] < 0.15 * 2400, found)
        self.assertEqual(found["cases"], found["legal"] + found["illegal"] + found["refused"])
        self.assertGreater(found["comparisons"], found["legal"])
        alone = 5 / 2 * self.turns_of_all(found)
        self.assertTrue(0.5 < found["operators"] / (alone + (2400 - alone) / 8) < 1.2, found)
        self.assertGreater(found["shapes"], 150)
        self.assertEqual(os.listdir(self.folder), [])

    def turns_of_all(self, found):
        """How many generated operators it takes until each type of each mode has come."""
        return len(found["compared"]) * max(len(row["types"]) for row in found["compared"])

    def test_shards_are_disjoint_and_together_the_whole(self):
        names = ("cases", "legal", "illegal", "refused")
        for sets, cases in ("1", [101, 100, 100]), ("4", [101, 100, 100]), ("8", [104, 101, 96]):
            same = ("--count", "301", "--seed", "5", "--inputs-per-case", sets)
            whole = self.counts(*same)
            parts = [self.counts(*same, "--shard", f"{i}/3") for i in (1, 2, 3)]
            self.assertEqual(sorted(p["cases"] for p in parts), sorted(cases))
            for name in names:
                self.assertEqual(sum(p[name] for p in parts), whole[name], name)

    def test_every_shard_has_cases_of_all_kinds(self):
        for shard in "1/4", "2/4", "3/4", "4/4":
            found = self.counts("--count", "4000", "--inputs-per-case", "1", "--backends", "interpreter",
                                "--max-elements", "64", "--shard", shard)
            self.assertEqual(found["cases"], 1000)
            self.assertTrue(50 < found["illegal"] < 150, found)
            self.assertGreater(found["refused"], 30, "mutations")

    def test_one_case_in_ten_is_illegal_without_examples_too(self):
        out, _ = self.fuzz("--json", "--count", "3000", "--inputs-per-case", "1", "--backends", "interpreter",
                           "--max-elements", "64")
        found = json.loads(out)
        self.assertTrue(0.07 * 3000 < found["illegal"] < 0.13 * 3000, found)

    def test_a_terminal_is_told_of_so_many_cases_of_no_count_and_of_the_time_left(self):
        for arguments, wanted in ((("--duration", "2"), rb"\[[0-9]+\] [^\r]*, about [12] s left"),
                                  (("--duration", "2", "--count", "1000000000"),
                                   rb"\[[0-9]+/1000000000\] [^\r]*, about [12] s left"),
                                  (("--count", "200000"), rb"\[[0-9]+/200000\] [^\r]*, about [0-9]+ s left")):
            code, seen = seen_at_terminal(
                [PROGRAM, "fuzz", "--jobs", "1", "--max-elements", "64", "--backends", "interpreter", *arguments],
                self.folder, stdout=subprocess.DEVNULL)
            self.assertEqual(code, 0, seen)
            self.assertRegex(seen, wanted)

    def test_a_shard_without_cases_says_so(self):
        found, words = self.fuzz("--from", EXAMPLES, "--count", "5", "--shard", "7/1000000", code=3)
        self.assertIn("0 cases", found)
        self.assertIn("nothing was compared: none of the 5 cases is this shard's", words)

    def test_one_case_alone_is_what_it_was_among_others(self):
        same = ("--seed", "3", "--operators", "TILE", "--backends", "interpreter", "--max-elements", "64")
        whole = self.counts(*same, "--count", "64", "--first", "100")
        alone = [self.counts(*same, "--count", "1", "--first", str(100 + i)) for i in range(64)]
        for name in ("legal", "illegal", "refused", "comparisons"):
            self.assertEqual(sum(one[name] for one in alone), whole[name], name)

    def test_operators_and_back_ends_can_be_chosen(self):
        found = self.counts("--count", "200", "--operators", "JOIN,DML_OPERATOR_TILE", "--backends", "interpreter")
        self.assertEqual(found["failures"], [])

    def test_one_mode_of_an_operator_can_be_chosen(self):
        """Also of the mutations of examples, and where a finding is repeated."""
        found = self.counts("--count", "200", "--operators", "padding reflection,TILE", "--backends", "interpreter")
        self.assertEqual({row["row"] for row in found["compared"]}, {"PADDING REFLECTION", "TILE"})
        self.assertGreater(min(row["cases"] for row in found["compared"]), 20)
        for word, words in (("PADDING EDGES", "is no mode of PADDING; one of CONSTANT, EDGE, REFLECTION, SYMMETRIC, "),
                            ("TILE EDGE", "'EDGE' is no mode of TILE, which has none")):
            done = subprocess.run([PROGRAM, "fuzz", "--operators", word, "--count", "1"], capture_output=True,
                                  cwd=self.folder, text=True, check=False, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)

    def test_back_ends_with_devices_are_judged(self):
        """Their drivers may have threads as soon as they are asked for devices; the workers have threads of their
        own."""
        listed = subprocess.run([PROGRAM, "backends"], capture_output=True, text=True, check=True).stdout
        if "not available" in next((line for line in listed.splitlines() if line.startswith("halide-opencl")),
                                   "not available"):
            self.skipTest("there is no OpenCL device")
        found = self.counts("--count", "8", "--backends", "halide-opencl", "--operators", "TILE", "--max-elements",
                            "64")
        self.assertEqual(found["failures"], [])
        self.assertGreater(found["comparisons"], 0)

    def test_what_cannot_be_run_is_said_before_the_first_case(self):
        listed = subprocess.run([PROGRAM, "backends"], capture_output=True, text=True, check=True).stdout
        absent = next(line.split()[0] for line in listed.splitlines()
                      if line.startswith("halide-") and "not available" in line)
        for arguments, code, words in ((["--backends", absent], 5, absent + " cannot: "),
                                       (["--from", "absent"], 7, "absent: is not a folder"),
                                       (["--from", self.folder, "--no-mutate"], 7, "holds no spec of these operators")):
            done = subprocess.run([PROGRAM, "fuzz", *arguments, "--count", "1"], cwd=self.folder, capture_output=True,
                                  text=True, check=False, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
            self.assertIn(words, done.stderr)
        out, words = self.fuzz("--from", self.folder, "--count", "1")
        self.assertIn("1 case in ", out)
        self.assertIn("holds no spec of these operators: every case is generated", words)

    def test_a_time_is_kept(self):
        self.counts("--duration", "1")  # which ends, though no count is given

    def test_a_campaign_that_was_stopped_for_a_while_has_not_hung(self):
        """As by Ctrl-Z. Who watches goes on first."""
        process = self.start("--json", "--from", EXAMPLES, "--duration", "10", "--jobs", "1", "--backends",
                             "interpreter")
        worker = self.worker_of(process)
        for one in (worker, process.pid):
            os.kill(one, signal.SIGSTOP)
        time.sleep(6)
        os.kill(process.pid, signal.SIGCONT)
        time.sleep(0.6)
        os.kill(worker, signal.SIGCONT)
        out, words = process.communicate(timeout=60)
        self.assertEqual((process.returncode, words), (0, ""), out)
        self.assertEqual(json.loads(out)["unfinished"], 0)

    def test_the_examples_are_in_the_program(self):
        """Its cases are those that it makes of the examples' folder, wherever it is started."""
        names = ("legal", "illegal", "refused", "operators", "comparisons")
        arguments = ("--count", "200", "--inputs-per-case", "1", "--operators", "SLICE,SPLIT", "--backends",
                     "interpreter")
        here = json.loads(self.fuzz("--json", *arguments)[0])
        self.assertGreater(here["refused"], 0, "mutations")
        self.assertEqual({name: here[name] for name in names}, {name: self.counts(*arguments)[name] for name in names})

    def test_every_operator_and_mode_is_compared_and_the_table_says_what_was_not(self):
        count = str(40 * len(ROWS))
        out, _ = self.fuzz("--count", count, "--inputs-per-case", "1", "--backends", "interpreter", "--seed", "4")
        rows = re.findall(r"(?m)^  ([A-Z_0-9]+(?: [A-Z_,]+)?) +(\d+)   (.*)$", out)
        self.assertEqual({row for row, _, _ in rows}, ROWS)
        for row, cases, types in rows:
            self.assertGreater(int(cases), 10, row)
            self.assertRegex(types, r"^\d+ of \d+ types(, 0 of [A-Z0-9 ]+)?$")
        out, _ = self.fuzz("--count", "2", "--inputs-per-case", "1", "--backends", "interpreter", "--operators",
                           "PADDING")
        # Fewer cases than rows: the others are counted in one.
        lines = [line for line in out.splitlines() if line.endswith("   0   <- NOTHING WAS COMPARED")]
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], r"^  [34] other rows ")

    def test_300_cases_compare_every_mode_and_each_type_comes_before_other_data(self):
        for seed in "1", "2", "3":
            found = self.counts("--count", "300", "--backends", "interpreter", "--seed", seed)
            self.assertEqual([row for row in found["compared"] if row["cases"] == 0], [])
            cases = str(3 * self.turns_of_all(found))
            found = self.counts("--count", cases, "--backends", "interpreter", "--seed", seed)
            zeros = [(row["row"], name) for row in found["compared"] for name, cases in row["types"].items()
                     if cases == 0]
            self.assertEqual(zeros, [])

    def test_nothing_but_notes_is_printed_into_a_pipe(self):
        self.assertEqual(self.fuzz("--from", EXAMPLES, "--duration", "2")[1], "")

    def test_a_signal_ends_it_cleanly(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            process = self.start("--from", EXAMPLES, "--duration", "100")
            self.worker_of(process)
            process.send_signal(number)
            out, words = process.communicate(timeout=20)
            self.assertEqual(process.returncode, code, words)
            self.assertEqual(out, "")
            self.assertRegex(words, r"^dmlrun: \d+ cases in .* 0 failures so far\n")
            self.assertEqual(os.listdir(os.path.join(self.folder, "fuzz-findings"))
                             if os.path.exists(os.path.join(self.folder, "fuzz-findings")) else [], [])

    def test_a_signal_for_the_whole_group_is_no_finding(self):
        """As timeout(1) sends it. With a device's driver, which has threads that a child of fork() lacks, where there
        is one."""
        listed = subprocess.run([PROGRAM, "backends"], capture_output=True, text=True, check=True).stdout
        line = next((line for line in listed.splitlines() if line.startswith("halide-opencl")), "not available")
        backends = "interpreter" if "not available" in line else "halide-opencl"
        process = subprocess.Popen(
            [PROGRAM, "fuzz", "--from", EXAMPLES, "--duration", "100", "--jobs", "2", "--backends", backends],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        worker = self.worker_of(process)
        os.kill(worker, signal.SIGTERM)  # may come to it first
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGTERM)
        out, words = process.communicate(timeout=20)
        self.assertEqual((process.returncode, out), (143, ""), words)
        self.assertRegex(words, r"^dmlrun: \d+ cases in .* 0 failures so far\n")
        self.assertFalse(os.path.exists(f"/proc/{worker}"))

    def test_a_signal_ends_it_while_a_finding_is_made_smaller(self):
        process = self.start("--from", EXAMPLES, "--duration", "100", "--jobs", "1")
        worker = self.worker_of(process)
        with open("/proc/%d/task/%d/children" % (process.pid, process.pid), encoding="utf-8") as children:
            self.assertEqual(children.read().split(), [str(worker)])
        os.kill(worker, signal.SIGSEGV)
        process.send_signal(signal.SIGTERM)
        out, words = process.communicate(timeout=10)
        self.assertEqual((process.returncode, out), (143, ""), words)

    def test_a_worker_that_dies_is_a_finding_and_the_campaign_goes_on(self):
        process = self.start("--from", EXAMPLES, "--duration", "4", "--jobs", "1")
        os.kill(self.worker_of(process), signal.SIGSEGV)
        out, words = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, out + words)
        self.assertRegex(out, r"(?m)^case \d+, .*dmlrun: ended by signal 11 \(Segmentation fault\)$")
        self.assertRegex(out, r"1 failure\n$")


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    return suite.run(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
