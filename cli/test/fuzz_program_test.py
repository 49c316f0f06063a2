#!/usr/bin/env python3
"""Programs that dmlrun fuzz --against must not trust: fuzz_program_test.py PROGRAM [TestName...]; ends with `N passed,
N failed`. None of them may hang the campaign, outlive it, fill the disk, or pass for another's fault."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import suite

PROGRAM = ""
HANGS = 300  # seconds after which a program is taken to wait for what sleeps 1000 s, however busy the machine is
# What it does with each folder is in BEHAVIOUR, which sets `answer`.
ANSWERER = """
import json, os, shutil, signal, sys, time
def copy():
    os.makedirs(folder + "/result", exist_ok=True)
    shutil.copy(folder + "/InputTensor.npy", folder + "/result/OutputTensor.npy")
answer = "ok"
for line in sys.stdin:
    folder = line.rstrip("\\n")
    {behaviour}
    print(answer, flush=True)
"""
# A TILE by one in every direction is a copy.
TILE = {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2, 3]}, "Repeats": [1, 1]}}


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.examples = os.path.join(self.folder, "examples")
        os.mkdir(self.examples)
        write(os.path.join(self.examples, "tile.json"), json.dumps(TILE))

    def command(self, behaviour, name="answerer.py"):
        write(os.path.join(self.folder, name),
              ANSWERER.format(behaviour=textwrap.indent(textwrap.dedent(behaviour), "    ").strip()))
        return f"{sys.executable} {os.path.join(self.folder, name)}"

    def arguments(self, command, *more):
        return [
            PROGRAM, "fuzz", "--json", "--from", self.examples, "--operators", "TILE", "--jobs", "1",
            *([] if "--max-failures" in more else ["--max-failures", "1"]),
            *([] if "--max-elements" in more else ["--max-elements", "64"]), "--against", command, *more]

    def start(self, command, *more):
        return subprocess.Popen(self.arguments(command, *more), cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def ended(self, process, code, seconds=60):
        try:
            out, words = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"still runs after {seconds} s")
        self.assertEqual(process.returncode, code, out + words)
        return (json.loads(out) if out else None), words

    def fuzz(self, command, *more, code=1, seconds=HANGS):
        found, words = self.ended(self.start(command, *more), code, seconds)
        return found, words

    def left_over(self):
        folder = os.path.join(self.folder, "fuzz-findings")
        return [name for name in os.listdir(folder) if name.startswith(".")] if os.path.exists(folder) else []

    def message(self, behaviour, *more):
        found, _ = self.fuzz(self.command(behaviour), "--count", "3", *more)
        self.assertEqual(len(found["failures"]), 1, found)
        return found["failures"][0]["message"]

    def kept(self, found):
        return os.path.join(self.folder, found["failures"][0]["folder"])


class Time(ProgramTest):
    def test_a_program_that_does_not_read_is_a_finding(self):
        found, _ = self.fuzz("yes unsupported", "--duration", "4", "--no-mutate")
        self.assertRegex(found["failures"][0]["message"], "^answered (more than one line|before it )")

    def test_a_program_that_reads_nothing_while_the_pipe_fills_is_cut(self):
        """64 KiB of questions, each answered as if it had been read."""
        command = self.command("""
            while True:
                print("unsupported", flush=True)
                time.sleep(0.002)""")
        found, _ = self.fuzz(command, "--duration", "10", "--deadline", "2", "--no-mutate")
        self.assertEqual(len(found["failures"]), 1)

    def test_a_program_that_hangs_is_ended_at_its_deadline_after_the_time_is_over(self):
        found, _ = self.fuzz(self.command("time.sleep(1000)"), "--duration", "2", "--deadline", "5", "--no-mutate")
        self.assertIn("said nothing for 5 s", found["failures"][0]["message"])

    def test_a_case_that_the_time_cuts_is_counted_and_no_finding(self):
        found, words = self.fuzz(self.command("time.sleep(1000)"), "--duration", "1", "--deadline", "600",
                                 "--no-mutate", code=3)
        self.assertEqual((found["failures"], found["unfinished"]), ([], 1))
        self.assertIn("nothing was compared: 1 case, 1 unfinished when the time was over", words)

    def test_a_campaign_that_compared_nothing_says_why_and_is_no_success(self):
        _, words = self.fuzz(self.command("answer = 'unsupported'"), "--count", "8", "--no-mutate", code=3)
        self.assertEqual(words, '{"note": "nothing was compared: 8 cases, 8 unsupported by the program; '
                         '\'dmlrun fuzz --help\' says what a program is given"}\n')

    def test_the_reasons_for_unsupported_cases_are_counted(self):
        command = self.command("""
            n = n + 1 if "n" in globals() else 0
            answer = "unsupported" if n > 8 else "unsupported " + ("odd" if n % 2 else "even")""")
        found, _ = self.fuzz(command, "--count", "10", "--no-mutate", code=3)
        self.assertEqual(found["reasons"], {"even": 5, "odd": 4, "no reason given": 1})
        plain = [word for word in self.arguments(command, "--count", "10", "--no-mutate") if word != "--json"]
        done = subprocess.run(plain, cwd=self.folder, capture_output=True, text=True, timeout=HANGS, check=False)
        self.assertIn("unsupported by the program: 5 x 'even'\nunsupported by the program: 4 x 'odd'\n", done.stdout)

    def test_the_deadline_is_no_longer_than_the_time_unless_given(self):
        found, _ = self.fuzz(self.command("time.sleep(1000)"), "--duration", "2", "--no-mutate")
        self.assertIn("said nothing for 2 s", found["failures"][0]["message"])


class Results(ProgramTest):
    def test_a_finding_names_the_first_difference_and_repeats_below_its_folder(self):
        """The signs of zeros differ by no distance."""
        spec = {"type": "TILE", "desc": {**TILE["desc"], "InputTensor": {"DataType": "FLOAT32", "Sizes": [1]}},
                "inputs": {"InputTensor": {"value": -0.0}}}
        spec["desc"]["Repeats"] = [1]
        write(os.path.join(self.examples, "tile.json"), json.dumps(spec))
        command = self.command("""
            copy()
            data = open(folder + "/InputTensor.npy", "rb").read()
            open(folder + "/result/OutputTensor.npy", "wb").write(data[:-1] + b"\\0")""")
        words = self.arguments(command, "--count", "1", "--no-mutate", "--given-inputs", "--dir", "found")
        done = subprocess.run([word for word in words if word != "--json"], cwd=self.folder, capture_output=True,
                              text=True, timeout=HANGS, check=False)
        self.assertIn("1 of 1 values differs (sign of zero: 1), [0]: expected -0.0 (0x80000000), found 0 (0x00000000), "
                      "the sign of zero\n", done.stdout)
        again, = (line for line in done.stdout.splitlines() if " --no-mutate " in line)
        shutil.rmtree(os.path.join(self.folder, "found", "repeated"), True)
        subprocess.run(["sh", "-c", again], capture_output=True, timeout=HANGS, check=False)
        self.assertEqual(os.listdir(os.path.join(self.folder, "found", "repeated")), ["seed-1-case-0"])

    def test_a_pipe_for_a_result_is_a_finding(self):
        words = self.message("os.mkfifo(folder + '/result/OutputTensor.npy')")
        self.assertEqual(words, "OutputTensor.npy is not a regular file")

    def test_a_socket_for_a_result_is_a_finding(self):
        words = self.message("""
            import socket
            os.chdir(folder + "/result")
            socket.socket(socket.AF_UNIX).bind("OutputTensor.npy")
            os.chdir("/")
            answer = "ok"
        """)
        self.assertIn("OutputTensor.npy cannot be opened: ", words)

    def test_a_link_for_a_result_is_a_finding(self):
        self.assertEqual(self.message("os.symlink('/dev/zero', folder + '/result/OutputTensor.npy')"),
                         "OutputTensor.npy is a link")

    def test_a_folder_for_a_result_is_a_finding(self):
        self.assertEqual(self.message("os.mkdir(folder + '/result/OutputTensor.npy')"),
                         "OutputTensor.npy is not a regular file")

    def test_a_file_in_the_place_of_the_folder_of_results_is_a_finding(self):
        words = self.message("os.rmdir(folder + '/result'); open(folder + '/result', 'w').close()")
        self.assertEqual(words, "wrote no result/OutputTensor.npy")

    def test_a_result_of_a_tebibyte_is_a_finding_and_is_not_copied(self):
        found, _ = self.fuzz(self.command("""
            with open(folder + '/result/OutputTensor.npy', 'wb') as file:
                file.truncate(1 << 40)"""), "--count", "3")
        self.assertRegex(found["failures"][0]["message"],
                         r"^OutputTensor.npy has 1099511627776 bytes; at most \d+ were expected$")
        self.assertFalse(os.path.exists(os.path.join(self.kept(found), "actual")))

    def test_what_else_lies_beside_the_results_is_not_copied(self):
        found, _ = self.fuzz(self.command("copy(); open(folder + '/result/OutputTensor.npy', 'ab').write(b'x');"
                                          "open(folder + '/result/other', 'w').close()"), "--count", "3")
        self.assertEqual(os.listdir(os.path.join(self.kept(found), "actual")), ["OutputTensor.npy"])

    def test_a_folder_holds_the_files_of_one_case(self):
        """Each case has another input than the one before it, and a name that an earlier case brought is not there
        again."""
        path = os.path.join(self.folder, "seen")
        found, _ = self.fuzz(self.command(f"""
            with open({path!r}, "a") as file:
                print(sorted(os.listdir(folder)), file=file)
            open(folder + "/left", "w").close()
            answer = "unsupported"
            """), "--count", "20", code=3)
        self.assertEqual(found["unsupported"] + found["illegal"] + found["refused"], 20)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(set(file), {"['InputTensor.npy', 'result', 'spec.json']\n"})


class Crashes(ProgramTest):
    """What is right is written and said first."""
    def test_a_crash_after_each_answer_is_a_finding_and_repeats(self):
        found, _ = self.fuzz(self.command("copy(); print('ok', flush=True); time.sleep(0.2); os.kill(os.getpid(), 11)"),
                             "--count", "8", "--no-mutate")
        self.assertEqual(found["failures"][0]["message"], "ended by signal 11 (Segmentation fault) after its answer")
        again = subprocess.run(["sh", "-c", found["failures"][0]["repeat"]], cwd=self.folder,
                               capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)

    def test_a_crash_after_the_last_answer_is_a_finding(self):
        found, _ = self.fuzz(self.command("copy(); print('ok', flush=True); os.kill(os.getpid(), 6)"), "--count", "1")
        self.assertEqual(found["failures"][0]["message"], "ended by signal 6 (Aborted) after its answer")

    def test_a_crash_after_one_answer_is_of_its_case(self):
        seen = os.path.join(self.folder, "seen")
        found, _ = self.fuzz(self.command(f"""
            copy()
            n = len(open({seen!r}).read()) if os.path.exists({seen!r}) else 0
            open({seen!r}, "a").write(".")
            if n == 3:
                print("ok", flush=True)
                time.sleep(0.2)
                os.kill(os.getpid(), 11)"""), "--count", "8", "--no-mutate")
        self.assertEqual(found["failures"][0]["case"], 3)

    def test_a_program_that_ends_by_itself_after_each_answer_has_not_crashed(self):
        for end in "sys.exit(0)", "os.kill(os.getpid(), 9)":
            found, _ = self.fuzz(self.command(f"copy(); print('ok', flush=True); {end}"), "--count", "8", "--no-mutate",
                                 code=0)
            self.assertEqual((found["failures"], found["comparisons"]), ([], 8))

    def test_an_end_with_another_status_than_0_after_an_answer_is_a_finding(self):
        for more in ("--count", "8", "--no-mutate"), ("--count", "1"):
            found, _ = self.fuzz(self.command(
                "copy(); print('ok', flush=True); print('no handle', file=sys.stderr); sys.exit(3)"), *more)
            self.assertEqual(found["failures"][0]["message"],
                             "ended with status 3 after its answer; its standard error ends with 'no handle'")

    def test_an_end_with_another_status_than_0_at_a_question_is_of_that_case(self):
        found, _ = self.fuzz(self.command("""
            copy()
            count = globals().get("count", 0) + 1
            if count == 4:
                sys.exit("no handle")"""), "--count", "8", "--no-mutate")
        self.assertEqual((found["failures"][0]["case"], found["failures"][0]["message"]),
                         (3, "ended with status 1 and said nothing; its standard error ends with 'no handle'"))

    def test_failures_that_become_the_same_when_they_are_made_small_are_one(self):
        found, _ = self.fuzz(self.command("""
            sizes = json.load(open(folder + "/spec.json"))["desc"]["InputTensor"]["Sizes"]
            answer = "error " + ["none", "one", "two", "three"][min(3, sum(size > 1 for size in sizes))]
            """), "--count", "60", "--max-failures", "9")
        self.assertEqual([one["message"] for one in found["failures"]], ["says error: none"])
        self.assertGreater(found["failures"][0]["more"], 1)
        self.assertEqual(len(os.listdir(os.path.join(self.folder, "fuzz-findings"))), 1)

    def test_an_operator_that_fails_on_all_its_data_is_one_finding(self):
        found, _ = self.fuzz(self.command("answer = 'error no'"), "--count", "24", "--inputs-per-case", "8",
                             "--max-failures", "9")
        self.assertEqual([one["case"] // 8 for one in found["failures"]],
                         sorted({one["case"] // 8 for one in found["failures"]}))
        self.assertGreater(found["legal"], len(found["failures"]))


class Words(ProgramTest):
    def test_the_standard_error_is_in_the_message_and_in_the_folder(self):
        found, _ = self.fuzz(self.command("import no_such_module"), "--count", "3", "--no-mutate")
        self.assertRegex(
            found["failures"][0]["message"], "^ended with status 1 and said nothing; its standard error ends with "
            "'ModuleNotFoundError: No module named 'no_such_module''$")
        with open(os.path.join(self.kept(found), "stderr.txt"), encoding="utf-8") as file:
            self.assertIn("Traceback", file.read())

    def test_the_standard_error_is_kept_up_to_a_size(self):
        found, _ = self.fuzz(self.command("""
            for i in range(200000):
                print("line", i, file=sys.stderr)
            sys.exit(1)"""), "--count", "3", "--no-mutate")
        self.assertIn("its standard error ends with 'line 199999'", found["failures"][0]["message"])
        self.assertEqual(os.path.getsize(os.path.join(self.kept(found), "stderr.txt")), 16384)

    def test_a_program_that_writes_to_its_standard_error_without_end_is_cut(self):
        found, _ = self.fuzz("yes >&2", "--count", "3", "--deadline", "1", "--no-mutate")
        self.assertIn("said nothing for 1 s", found["failures"][0]["message"])

    def test_an_answer_without_an_end_of_line_is_said(self):
        found, _ = self.fuzz("printf 'ok'", "--count", "3", "--no-mutate")
        self.assertEqual(found["failures"][0]["message"], "ended with status 0 in the middle of its answer")
        found, _ = self.fuzz("head -c 5000 /dev/zero", "--count", "3", "--no-mutate")
        self.assertEqual(found["failures"][0]["message"], "answered more than 4096 bytes without an end of line")

    def test_one_that_was_ended_did_not_end_by_a_signal(self):
        found, _ = self.fuzz("exec >&-; sleep 30", "--count", "1", "--no-mutate")
        self.assertEqual(found["failures"][0]["message"],
                         "closed its standard input or output, went on and said nothing")

    def test_the_command_has_what_decides(self):
        """A program that is too slow for its deadline fails again, also where the usual deadline would let it pass."""
        found, _ = self.fuzz(self.command("time.sleep(2.5); copy(); answer = 'unsupported'"), "--count", "3",
                             "--deadline", "1", "--no-mutate", "--ulp", "1", "--abs", "0.1", "--rel", "1e-30")
        command = found["failures"][0]["repeat"]
        for words in ("--deadline '1'", "--ulp '1'", "--abs '0.10000000000000001'", "--rel '1.0000000000000001e-30'"):
            self.assertIn(words, command)
        again = subprocess.run(["sh", "-c", command], cwd=self.folder, capture_output=True,
                               text=True, timeout=100, check=False)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)


class Machine(ProgramTest):
    def test_a_file_that_cannot_be_written_is_no_finding(self):
        """A limit of files' sizes stands for a full disk."""
        write(os.path.join(self.examples, "tile.json"), json.dumps(
            {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [4096]}, "Repeats": [1]}}))
        command = self.arguments(self.command("copy()"), "--count", "1", "--max-elements", "4096")
        done = subprocess.run(["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", *command], cwd=self.folder, timeout=60,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (7, ""), done.stderr)
        self.assertNotIn("fails", done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "fuzz-findings")))

    def test_examples_are_as_small_as_the_rest(self):
        write(os.path.join(self.examples, "large.json"), json.dumps(
            {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [4294967295]}, "Repeats": [1]}}))
        for more in ([], ["--max-elements", "64"]):
            done = subprocess.run([
                PROGRAM, "fuzz", "--json", "--from", self.examples, "--count", "40", "--backends", "interpreter",
                "--operators", "TILE", *more], cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["cases"], 40)

    def test_an_example_whose_data_are_a_pipe_is_passed_over(self):
        os.mkfifo(os.path.join(self.examples, "x.npy"))
        write(os.path.join(self.examples, "pipe.json"), json.dumps(
            {"type": "TILE", "desc": {"Repeats": [1, 1]}, "inputs": {"InputTensor": {"sourcePath": "x.npy"}}}))
        found, _ = self.fuzz(self.command("answer = 'unsupported'"), "--count", "2", code=3, seconds=30)
        self.assertEqual(found["failures"], [])


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    return suite.run(sys.argv[2:], at_once=8)


if __name__ == "__main__":
    sys.exit(main())
