#!/usr/bin/env python3
"""A signal ends the program in the midst of a long step: long_steps_test.py PROGRAM [TestName...]; ends with
`N passed, N failed`. What is bounded is the processor's time after the signal, which does not depend on other load."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import suite

PROGRAM = ""
SECONDS = 1  # 0.3 to 0.55 are the system's, which takes back gigabytes page by page
EXP = {"type": "ELEMENT_WISE_EXP", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [500_000_000]},
                                            "OutputTensor": {"DataType": "FLOAT32", "Sizes": [500_000_000]}}}
SIGNALS = {signal.SIGINT: (130, "interrupted"), signal.SIGTERM: (143, "terminated"), signal.SIGHUP: (129, "hung up")}


def slice_of(tensor, **more):
    """A SLICE of the first element of each axis."""
    rank = len(tensor["Sizes"])
    return {"type": "SLICE", "desc": {"InputTensor": tensor, "Offsets": [0] * rank, "Sizes": [1] * rank,
                                      "Strides": [1] * rank}, **more}


def has_memory():
    with open("/proc/meminfo", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("MemAvailable")) > 10 << 20


@unittest.skipUnless(sys.platform == "linux" and has_memory(), "needs 10 GiB of memory")
class LongSteps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, document):
        with open(os.path.join(self.folder, "spec.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)

    def processor_time(self, process):
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
            return sum(map(int, file.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def interrupt(self, *arguments, after=0.7, number=signal.SIGINT):
        process = subprocess.Popen(
            [PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: [signal.signal(one, signal.SIG_DFL) for one in SIGNALS])
        end = time.monotonic() + 200
        while self.processor_time(process) < after and process.poll() is None and time.monotonic() < end:
            time.sleep(0.005)
        self.assertIsNone(process.poll(), arguments)
        used = self.processor_time(process)
        process.send_signal(number)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        with process.stdout, process.stderr:
            errors = process.stderr.read()
        code, word = SIGNALS[number]
        lines = [f"dmlrun: {word}", f'{{"error": {{"code": "interrupted", "exit": {code}, "message": "{word}"}}}}']
        is_json = arguments[0] == "check" and "--json" in arguments
        self.assertEqual((process.returncode, errors.splitlines()[-1:]), (code, [lines[is_json]]))
        self.assertLess(usage.ru_utime + usage.ru_stime - used, SECONDS, arguments)
        self.assertEqual([name for _, _, names in os.walk(self.folder) for name in names if name.endswith(".tmp")], [])

    def test_bench_of_gigabytes(self):
        """While inputs are filled, memory is made, and kernels run."""
        self.write({**EXP, "inputs": {"InputTensor": {"value": 3}}})
        for after in 0.7, 2.5, 4.5:
            with self.subTest(after):
                self.interrupt("bench", "spec.json", after=after)
        self.interrupt("bench", "spec.json", "--backend", "interpreter", after=5)
        self.write(slice_of({"DataType": "UINT8", "Sizes": [4294967295]}, inputs={"InputTensor": {"value": 7}}))
        self.interrupt("bench", "spec.json", "--json", "found.json", number=signal.SIGTERM)

    def test_bench_keeps_what_it_measured_of_a_large_output(self):
        """It is not ended in the midst of a call, because calls are made in parts."""
        many = {"DataType": "FLOAT32", "Sizes": [70_000_000]}
        self.write({"type": "ELEMENT_WISE_EXP", "desc": {"InputTensor": many, "OutputTensor": many}})
        command = [PROGRAM, "bench", "spec.json", "--grid", "quick", "--json", "found.json"]
        with subprocess.Popen(command, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
            while "spec.json" not in process.stdout.readline():
                pass
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
            self.assertEqual((process.returncode, errors), (130, "dmlrun: interrupted\n"))
        with open(os.path.join(self.folder, "found.json"), encoding="utf-8") as file:
            found = json.load(file)
        self.assertEqual((found["partial"], len(found["cells"])), (True, 1))

    def test_gen_of_gigabytes(self):
        self.write(EXP)
        for number in SIGNALS:
            with self.subTest(number):
                self.interrupt("gen", "spec.json", "--dir", "case", number=number)
        self.write(slice_of({"DataType": "UINT8", "Sizes": [4294967295]}))
        self.interrupt("gen", "spec.json", "--dir", "case")

    def test_expected_values_are_compared(self):
        """A constant of half a billion elements is expected, and each one differs."""
        self.write({**EXP, "inputs": {"InputTensor": {"value": 3}}, "expected": {"OutputTensor": {"value": 1}}})
        for after in 1, 3, 5:
            with self.subTest(after):
                self.interrupt("spec.json", "--out", "OutputTensor=/dev/null", after=after)
        self.interrupt("check", "spec.json", "--backend", "interpreter", "--json", after=3)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
