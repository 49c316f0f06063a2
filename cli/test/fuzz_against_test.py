#!/usr/bin/env python3
"""dmlrun fuzz --against a program: fuzz_against_test.py PROGRAM [TestName...]; ends with `N passed, N failed`."""
import json
import os
import re
import shutil
import subprocess
import sys
import time

import fuzz_test
from fuzz_modes import row_of
from fuzz_test import ANSWERER, EXAMPLES, ROWS, FuzzTest

# A TILE by one in every direction is a copy.
COPY = """
    if 0 in spec["desc"]["InputTensor"].get("Strides", [1]):
        print("unsupported stride 0", flush=True)
        continue
    header, values = npy(folder + "/InputTensor.npy")
    open(folder + "/result/OutputTensor.npy", "wb").write(header + values)
    answer = "ok" if set(spec["desc"]["Repeats"]) == {1} else "unsupported repeats"
"""

# Quantized sums as dmlrun has them, but ties are rounded up.
TIES = """
    import struct, subprocess
    path = folder + "/result/OutputTensor.npy"
    subprocess.run([{program!r}, folder + "/spec.json", "--backend", "interpreter", "--out", "OutputTensor=" + path])
    def single(x):
        try:
            return struct.unpack("<f", struct.pack("<f", x))[0]
        except OverflowError:
            return float("inf")
    def numbers(name):
        if not os.path.exists(folder + "/" + name + ".npy"):
            return [0]
        header, values = npy(folder + "/" + name + ".npy")
        code = "f" if b"<f4" in header else "b" if b"|i1" in header else "B"
        return list(struct.unpack("<" + str(len(values) // struct.calcsize(code)) + code, values))
    header, values = npy(path)
    code = "b" if b"|i1" in header else "B"
    scale, = numbers("OutputScaleTensor")
    def scaled(tensor):
        (zero,), (factor,) = numbers(tensor + "ZeroPointTensor"), numbers(tensor + "ScaleTensor")
        return [single((x - zero) * factor) for x in numbers(tensor + "Tensor")]
    found = list(struct.unpack("<" + str(len(values)) + code, values))
    for i, (a, b) in enumerate(zip(scaled("A"), scaled("B"))):
        x = single(single(a + b) / scale) if scale else float("nan")
        if abs(x) < 1000 and x % 2 == 0.5 and (-128 if code == "b" else 0) < found[i] < (127 if code == "b" else 255):
            found[i] += 1
    open(path, "wb").write(header + struct.pack("<" + str(len(found)) + code, *found))
    answer = "ok"
"""

# What it does with the first question, which asks whether it answers at all.
AFTER_PROBE = """
if not os.path.exists("asked"):
    open("asked", "w").close()
    print("unsupported", flush=True)
    continue
"""


class OtherPrograms(FuzzTest):
    def test_a_right_answer_passes_and_unsupported_is_counted(self):
        found = self.against(COPY, code=0)
        self.assertEqual(found["failures"], [])
        self.assertGreater(found["unsupported"], 0)

    def test_dmlrun_itself_reads_what_it_asks(self):
        """Its folders are those of specs, stride 0 and gaps included."""
        ask = f'''
            import subprocess
            told = subprocess.run([{fuzz_test.PROGRAM!r}, folder + "/spec.json", "--backend", "interpreter",
                                   "--out", "OutputTensor=" + folder + "/result/OutputTensor.npy"],
                                   capture_output=True, text=True)
            answer = "ok" if told.returncode == 0 else "error " + told.stderr.split(chr(10))[0]
        '''
        found = self.against(ask, "--operators", "TILE,JOIN,PADDING1,SLICE1,ELEMENT_WISE_QUANTIZED_LINEAR_ADD",
                             "--count", "300", "--first", "90", code=0)
        self.assertGreater(found["comparisons"], 150)

    def test_a_computed_nan_may_have_any_bits_and_a_moved_one_its_own(self):
        """The program answers what dmlrun computes, but every NaN of FLOAT32 with its lowest bit changed."""
        ask = f'''
            import struct, subprocess
            path = folder + "/result/OutputTensor.npy"
            subprocess.run([{fuzz_test.PROGRAM!r}, folder + "/spec.json", "--backend", "interpreter",
                            "--out", "OutputTensor=" + path])
            header, values = npy(path)
            if b"<f4" in header:
                words = struct.unpack("<" + len(values) // 4 * "I", values)
                words = [word ^ 1 if word & 0x7fffffff > 0x7f800000 else word for word in words]
                values = struct.pack("<" + len(words) * "I", *words)
            open(path, "wb").write(header + values)
            answer = "ok"
        '''
        self.assertEqual(self.against(ask, "--operators", "ELEMENT_WISE_MULTIPLY", code=0)["failures"], [])
        self.failure(self.against(ask, "--operators", "TILE", "--count", "300"))

    def test_a_wrong_value_is_minimised_and_repeats(self):
        wrong = COPY.replace("header + values)", "header + values[:-1] + bytes([values[-1] ^ 1]))")
        one = self.failure(self.against(wrong))
        self.assertIn("OutputTensor: 1 of 1 values differs", one["message"])
        files = {name for _, _, names in os.walk(os.path.join(self.folder, one["folder"])) for name in names}
        self.assertEqual(files, {"spec.json", "model.json", "README.txt", "InputTensor.npy", "OutputTensor.npy"})
        self.assertTrue(os.path.exists(os.path.join(self.folder, one["folder"], "actual", "OutputTensor.npy")))
        again = subprocess.run(["sh", "-c", one["repeat"]], cwd=self.folder,
                               capture_output=True, text=True)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn("1 of 1 values differs", again.stdout)
        # The folder is complete: the reference agrees with what it expects.
        done = subprocess.run([fuzz_test.PROGRAM, os.path.join(one["folder"], "spec.json")], cwd=self.folder)
        self.assertEqual(done.returncode, 0)

    def test_a_finding_has_plain_values_where_they_fail_too(self):
        """Those of elements in the wrong order; a value that goes wrong by itself is kept."""
        reverse = COPY.replace("header + values)", "header + swapped(header, values))")
        reverse = """
    def swapped(header, values):
        import re
        size = int(re.search(rb"'descr': '..([0-9])'", header)[1])
        return b"".join(values[i:i + size] for i in range(len(values) - size, -1, -size))
""" + reverse
        one = self.failure(self.against(reverse, "--operators", "TILE", "--count", "300"))
        self.assertRegex(one["message"], r"2 of 2 values differ .*\n  \[0.*\]: expected 1 .*, found 2 ")
        rare = COPY.replace("header + values)", "header + values.replace(b'\\x7f', b'\\x7e'))")
        one = self.failure(self.against(rare, "--operators", "TILE", "--count", "300"))
        self.assertRegex(one["message"], r"1 of 1 values differs .*\n.*7F.*7E")

    def test_a_wrong_rounding_of_ties_is_one_element_in_the_end_and_repeats(self):
        """Most values have no tie: those of the failure must be kept while it is made smaller."""
        for seed in "1", "2":
            one = self.failure(self.against(
                TIES.format(program=fuzz_test.PROGRAM), "--operators", "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "--count",
                "2000", "--seed", seed))
            self.assertIn("OutputTensor: 1 of 1 values differs", one["message"])
            folder = os.path.join(self.folder, one["folder"])
            with open(folder + "/README.txt", encoding="utf-8") as file:
                self.assertIn("needs this folder, whose name follows --from, and the program that it names",
                              file.read())
            with open(folder + "/spec.json", encoding="utf-8") as file:
                self.assertEqual(json.load(file)["desc"]["ATensor"]["Sizes"], [1])
            again = subprocess.run(["sh", "-c", one["repeat"]], cwd="/", capture_output=True, text=True)
            self.assertEqual(again.returncode, 1, again.stderr)
            self.assertIn("1 of 1 values differs", again.stdout)
            # It is the values in the folder that fail: others pass.
            os.unlink(folder + "/OutputScaleTensor.npy")
            again = subprocess.run(["sh", "-c", one["repeat"]], cwd="/", capture_output=True, text=True)
            self.assertEqual(again.returncode, 7, again.stderr)
            self.assertIn("holds no spec of these operators with inputs", again.stderr)

    def test_a_fault_with_and_without_nan_is_one_finding(self):
        wrong = COPY.replace("header + values)", """header + (
            values[:-4] + b"\\xff\\xff\\xff\\x7f" if b"<f4" in header and len(values) % 8 == 0 else
            values[:-1] + bytes([values[-1] ^ 1])))""")
        self.against(wrong)
        out, _ = self.fuzz("--count", "100", "--operators", "TILE", "--against", f"{sys.executable} answerer.py",
                           "--max-elements", "64", code=1)
        self.assertRegex(out, r"(?m)^1 failure$")
        self.assertRegex(out, r"legal, [0-9.]+ % mutations refused, of which the program was not asked; [0-9]+ diff")

    def test_given_inputs_are_for_a_program_and_for_specs_that_have_them(self):
        for more in ([], ["--no-mutate", "--from", EXAMPLES]):
            _, words = self.fuzz("--given-inputs", *more, code=2)
            self.assertEqual(words, "dmlrun: --given-inputs is for the program that --against names, and needs "
                                    "--no-mutate\n")

    def test_the_case_that_ends_a_campaign_is_counted(self):
        found = self.against("answer = 'error'", "--first", "200")
        self.assertEqual(found["cases"], self.failure(found)["case"] - 200 + 1)
        self.assertEqual(found["cases"], found["legal"] + found["illegal"] + found["refused"])

    def test_the_repeat_command_has_names_that_are_no_utf_8(self):
        folder = os.path.join(os.fsencode(self.folder), b"it's \xff 100%")
        self.against("answer = 'error'")  # writes the program
        shared = [
            fuzz_test.PROGRAM, "fuzz", "--from", EXAMPLES, "--operators", "TILE", "--count", "1", "--dir", folder,
            "--against", f"{sys.executable} answerer.py"]
        done = subprocess.run([*shared, "--json"], cwd=self.folder, capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"--dir names a folder that JSON cannot", done.stderr)
        done = subprocess.run(shared, cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 1)
        repeat = done.stdout.decode().splitlines()[2].strip()  # nothing but ASCII
        again = subprocess.run(["sh", "-c", repeat], cwd=self.folder, capture_output=True)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn(b"1 failure", again.stdout)

    def test_the_repeat_command_has_the_path_of_the_program_whatever_it_was_started_as(self):
        self.against("answer = 'error'")  # writes the program
        os.mkdir(os.path.join(self.folder, "it's here"))
        shutil.copy(fuzz_test.PROGRAM, os.path.join(self.folder, "it's here", "dmlrun"))
        done = subprocess.run([
            "it's here/dmlrun", "fuzz", "--operators", "TILE", "--count", "1", "--max-failures", "1", "--against",
            f"{sys.executable} answerer.py"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        repeat = done.stdout.splitlines()[2].strip()
        self.assertIn(" && '" + self.folder + "/it'\\''s here/dmlrun' fuzz ", repeat)
        again = subprocess.run(["sh", "-c", repeat], cwd="/", env={"PATH": "/bin:/usr/bin"}, capture_output=True,
                               text=True)
        self.assertEqual(again.returncode, 1, again.stderr)

    def test_a_crash_is_a_finding(self):
        one = self.failure(self.against(AFTER_PROBE + "os.kill(os.getpid(), 11)"))
        self.assertIn("ended by signal 11", one["message"])

    def test_an_end_without_a_word_is_a_finding(self):
        one = self.failure(self.against(AFTER_PROBE + "sys.exit(3)"))
        self.assertIn("ended with status 3 and said nothing", one["message"])

    def test_a_hang_is_cut(self):
        one = self.failure(self.against(AFTER_PROBE + "import time; time.sleep(1000)", "--deadline", "1"))
        self.assertIn("said nothing for 1 s and was ended", one["message"])

    def test_garbage_instead_of_an_answer_is_a_finding(self):
        one = self.failure(self.against(AFTER_PROBE + "answer = chr(27) + 'what'"))
        self.assertIn("answered neither ok, unsupported nor error: '\\x1bwhat'", one["message"])

    def test_garbage_instead_of_a_file_is_a_finding(self):
        one = self.failure(self.against(
            "open(folder + '/result/OutputTensor.npy', 'w').write('garbage'); answer = 'ok'"))
        self.assertRegex(one["message"], r"OutputTensor\.npy: .*magic|not a \.npy")

    def test_nothing_written_is_a_finding(self):
        self.assertIn("wrote no result/OutputTensor.npy", self.failure(self.against("answer = 'ok'"))["message"])

    def test_a_program_that_handles_one_case_and_ends_is_started_again(self):
        self.assertEqual(self.against(COPY + "\n    print(answer, flush=True); sys.exit(0)", code=0)["failures"], [])

    def test_a_program_that_answers_nothing_is_one_sentence(self):
        """However it fails to answer, and soon: three questions of a deadline each."""
        other = "; other words are for its standard error"
        more = "answered more than one line: then '.*'|answered before it had read its question"
        for command, words in (("sleep 100", "said nothing for 1 s and was ended"),
                               ("yes", "answered neither ok, unsupported nor error: 'y'" + other),
                               ("yes unsupported", f"({more})({other})?"),
                               ("cat /dev/zero", "answered more than 4096 bytes without an end of line"),
                               ("read line; kill -SEGV $$", r"ended by signal 11 \(Segmentation fault\)"),
                               ("exec >&-; sleep 100", "closed its standard input or output, went on and said nothing"),
                               ("./nosuch",
                                "ended with status 127 and said nothing; its standard error ends with '.*not found'"),
                               ("true", "ended with status 0 and said nothing"),
                               ("cat", "answered neither ok, unsupported nor error: '.*'" + other),
                               ("exit 3", "ended with status 3 and said nothing")):
            begin = time.monotonic()
            out, said = self.fuzz("--against", command, "--count", "20", "--deadline", "1", code=2)
            self.assertLess(time.monotonic() - begin, 20)
            self.assertEqual(out, "")
            self.assertRegex(said, f"^dmlrun: --against: {re.escape(repr(command))} {words}\n$")
            self.assertEqual(os.listdir(self.folder), [])

    def test_findings_are_grouped_printed_once_and_repeat_from_anywhere(self):
        path = os.path.join(self.folder, "answerer.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(ANSWERER.format(behaviour="answer = 'error of case ' + str(len(folder))"))
        out, words = self.fuzz("--count", "80", "--operators", "TILE,PADDING", "--against",
                               f"{sys.executable} answerer.py", "--max-elements", "64", code=1)
        found = re.findall(
            r"(?m)^case (\d+), ([A-Z ]+), the program: says error: of case \d+(?:, and (\d+) cases? like it)?$", out)
        self.assertEqual(sorted(row for _, row, _ in found),
                         sorted(row for row in ROWS if row.split()[0] in ("TILE", "PADDING")))
        self.assertGreater(sum(int(more or 0) for _, _, more in found), 30)
        for number, _, _ in found:
            self.assertEqual(len(re.findall(rf"(?m)^(?:dmlrun: )?case {number}, ", out + words)), 1)
        repeat = re.search(r"(?m)^  (cd .*)$", out)[1]
        again = subprocess.run(["sh", "-c", repeat], cwd="/", capture_output=True, text=True)
        self.assertEqual(again.returncode, 1, again.stderr)

    def printed(self, operator, behaviour, *arguments):
        """What a campaign that fails prints for people."""
        campaign = ("--operators", operator, "--count", "300", *arguments)
        self.failure(self.against(behaviour, *campaign))
        return self.fuzz("--from", EXAMPLES, "--against", f"{sys.executable} answerer.py", "--max-failures", "1",
                         "--jobs", "1", "--max-elements", "64", *campaign, code=1)[0]

    def test_a_wrong_result_of_strided_tensors_says_which_they_are_and_what_its_file_holds(self):
        wrong = """
            header, values = npy(folder + "/InputTensor.npy")
            open(folder + "/result/OutputTensor.npy", "wb").write(header + values)
            answer = "ok" if 0 in spec["desc"]["InputTensor"].get("Strides", []) else "unsupported others"
        """
        strides = (r"Strides: InputTensor \[[0-9, ]*0[0-9, ]*\](, OutputTensor \[[0-9, ]+\])?; a result's file has the "
                   r"shape Sizes, whatever the strides, and an input's has extent 1 on axes of stride 0\n")
        out = self.printed("TILE", wrong, "--strided")
        self.assertRegex(out, r"OutputTensor.npy: the file's shape is \(.*\); \(.*\) was expected.*\n  " + strides)
        empty = "open(folder + '/result/OutputTensor.npy', 'wb'); answer = 'ok'"
        self.assertNotIn("Strides: ", self.printed("TILE", empty))

    def test_a_small_difference_of_computed_floats_comes_with_the_options_that_admit_it(self):
        near = f"""
            import struct, subprocess
            path = folder + "/result/OutputTensor.npy"
            subprocess.run([{fuzz_test.PROGRAM!r}, folder + "/spec.json", "--backend", "interpreter",
                            "--out", "OutputTensor=" + path])
            header, values = npy(path)
            words = struct.unpack("<" + len(values) // 4 * "I", values) if b"<f4" in header else ()
            words = [word ^ CHANGE if 64 < word & 0x7fffffff < 0x7f800000 else word for word in words]
            open(path, "wb").write(header + (struct.pack("<" + len(words) * "I", *words) if words else values))
            answer = "ok"
        """
        told = "1 failure is off by at most 1 ULP: where that is rounding, --ulp 1 admits it; --abs and --rel are"
        self.assertIn(told, self.printed("ELEMENT_WISE_MULTIPLY", near.replace("CHANGE", "1")))
        self.assertNotIn("--ulp", self.printed("ELEMENT_WISE_MULTIPLY", near.replace("CHANGE", "32")))
        self.assertNotIn("--ulp", self.printed("TILE", near.replace("CHANGE", "1")))  # TILE's values are moved
        # A wrong value is no case like a wrong rounding, whichever comes first.
        self.against(near.replace("CHANGE", "(2, 1, 32)[len(words) % 3]"), "--operators", "ELEMENT_WISE_MULTIPLY")
        out, _ = self.fuzz("--from", EXAMPLES, "--against", f"{sys.executable} answerer.py", "--max-elements", "64",
                           "--operators", "ELEMENT_WISE_MULTIPLY", "--count", "60", "--seed", "5", code=1)
        off = sorted(re.findall(r"largest difference: \S+, (\d+) ULP\).*, and \d+ cases? like it\n", out))
        self.assertEqual(off, ["1", "32"], out)
        self.assertIn(told.replace("1 ULP", "2 ULP").replace("ulp 1", "ulp 2"), out)

    def questions(self, *arguments, count=300):
        """The specs that a program is asked for, without those of the probe."""
        self.against("open('specs', 'a').write(json.dumps(spec) + chr(10)); answer = 'unsupported'", "--count",
                     str(count), *arguments, code=3)
        path = os.path.join(self.folder, "specs")
        with open(path, encoding="utf-8") as file:
            specs = [json.loads(line) for line in file][1:]
        os.unlink(path)
        return specs

    def test_twelve_cases_a_mode_ask_for_every_mode_of_every_operator_several_times(self):
        operators = ",".join(sorted({row.split()[0] for row in ROWS}))
        for seed in "1", "2", "3":
            specs = self.questions("--seed", seed, "--operators", operators, count=12 * len(ROWS))
            asked = [row_of(spec) for spec in specs]
            self.assertEqual({row: asked.count(row) < 3 for row in ROWS}, {row: False for row in ROWS}, seed)
        specs = self.questions("--operators", "PADDING")
        self.assertEqual(
            len({(spec["desc"]["PaddingMode"], spec["desc"]["InputTensor"]["DataType"]) for spec in specs}), 5 * 11)

    def test_tensors_are_packed_and_whole_unless_strided(self):
        def strided(specs):
            tensors = [
                value for spec in specs for value in spec["desc"].values()
                if isinstance(value, dict) and "Sizes" in value]
            return sum("Strides" in tensor for tensor in tensors), sum(0 in tensor.get("Strides", [])
                                                                       for tensor in tensors)
        operators = ("--operators", "ELEMENT_WISE_QUANTIZED_LINEAR_ADD,PADDING,SLICE")
        self.assertEqual(strided(self.questions(*operators)), (0, 0))
        with_strides, repeated = strided(self.questions(*operators, "--strided"))
        self.assertTrue(with_strides > 50 and repeated > 20, (with_strides, repeated))


if __name__ == "__main__":
    sys.exit(fuzz_test.main())
