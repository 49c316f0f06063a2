#!/usr/bin/env python3
"""What dmlrun fuzz --against started does not outlive it: fuzz_processes_test.py PROGRAM [TestName...]; ends with
`N passed, N failed`."""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import fuzz_program_test
from fuzz_program_test import ProgramTest, write


def processes_of(word):
    """Whose arguments have it; a zombie has none."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if word.encode() in file.read():
                    found.append(int(name))
        except OSError:
            pass
    return found


class Ends(ProgramTest):
    """The program ignores what can be ignored, and has a child of its own, as a shell's."""
    def sleeper(self):
        path = os.path.join(self.folder, "sleeper.py")
        write(
            path,
            "import signal, time, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen(sys.argv[1], 'w').close()\n"
            "time.sleep(1000)\n")
        self.begun = os.path.join(self.folder, "begun")
        return f"{sys.executable} {path} {self.begun}; true"

    def running(self, *more):
        process = self.start(self.sleeper(), *more)
        for _ in range(600):
            if os.path.exists(self.begun):
                return process
            time.sleep(0.1)
        self.fail("the program was not started")

    def gone(self, seconds):
        until = time.monotonic() + seconds
        while processes_of(self.folder) and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(processes_of(self.folder), [])

    def test_nothing_lives_after_a_signal(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            process = self.running("--duration", "100", "--deadline", "100")
            process.send_signal(number)
            self.ended(process, code)
            self.gone(0)
            self.assertFalse(os.path.exists(os.path.join(self.folder, "fuzz-findings")))
            os.unlink(self.begun)

    def test_nothing_lives_after_a_normal_end(self):
        """The program of a worker that waits for its next case is busy, and does not see that its input ends."""
        self.fuzz(self.command("print('error no', flush=True); time.sleep(1000)"), "--deadline", "1", "--duration", "3")
        self.gone(0)
        self.assertEqual(self.left_over(), [])

    def test_nothing_lives_after_a_kill_and_the_next_campaign_removes_what_is_left(self):
        process = self.running("--duration", "100", "--deadline", "100")
        folder = os.path.join(self.folder, "fuzz-findings")
        self.assertEqual(len(os.listdir(folder)), 1)
        process.kill()
        self.ended(process, -signal.SIGKILL)
        self.gone(10)
        self.assertEqual(len(self.left_over()), 1)
        self.fuzz("true", "--count", "1", code=2)
        self.assertEqual(self.left_over(), [])

    def test_nothing_lives_that_has_a_session_of_its_own(self):
        """A grandchild that left the program's group, one that left its session, and one whose parents have ended."""
        sleeper = self.sleeper().removesuffix("; true")
        daemon = self.command(f"""
            if not os.path.exists("{self.begun}"):
                for start in ("setsid {sleeper} &", "(setsid -f {sleeper} &) &",
                              "setsid sh -c '{sleeper} & sleep 1000' &"):
                    os.system(start + " exec >&- 2>&-")
                while not os.path.exists("{self.begun}"):
                    time.sleep(0.01)
            answer = "unsupported" """)
        self.fuzz(daemon, "--count", "2", "--no-mutate", code=3)
        self.gone(0)
        os.unlink(self.begun)
        process = self.start(daemon + "; sleep 1000", "--duration", "100", "--deadline", "100")
        while not os.path.exists(self.begun):
            time.sleep(0.01)
        process.kill()
        self.ended(process, -signal.SIGKILL)
        self.gone(10)

    def test_a_signal_ends_it_while_a_finding_is_made_smaller(self):
        process = self.start(self.command("time.sleep(1000)"), "--count", "1", "--deadline", "3", "--no-mutate")
        line = process.stderr.readline()
        self.assertIn("case 0 has failed and is made smaller", line)
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        _, words = self.ended(process, 143, 20)
        self.gone(0)
        # It stays as it was found, and can be run again.
        self.assertIn("1 failure so far", words)
        command = re.search('case 0, TILE, the program: said nothing for 3 s and was ended: (cd .*)"', words)[1]
        self.assertEqual(set(os.listdir(os.path.join(self.folder, "fuzz-findings/seed-1-case-0"))),
                         {"README.txt", "spec.json"})
        shutil.rmtree(self.examples)
        again = subprocess.run(["sh", "-c", command + " --dir again"], cwd=self.folder, timeout=100,
                               capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)

    def test_campaigns_in_one_folder_leave_each_other_alone(self):
        long = self.start(self.command("""
            time.sleep(0.01)
            copy()
            desc = json.load(open(folder + "/spec.json"))["desc"]
            is_copy = set(desc["Repeats"]) == {1} and 0 not in (desc["InputTensor"].get("Strides") or [])
            answer = "ok" if is_copy else "unsupported"
            """), "--duration", "8")
        while long.poll() is None:
            self.fuzz("true", "--count", "1", code=2)
        found, _ = self.ended(long, 0)
        self.assertEqual(found["failures"], [])
        self.assertGreater(found["comparisons"], 1)

    def test_one_that_ends_may_remove_the_folder_that_another_is_about_to_use(self):
        for _ in range(20):
            campaign = self.start("true", "--count", "1")
            while campaign.poll() is None:
                with contextlib.suppress(OSError):
                    os.rmdir(os.path.join(self.folder, "fuzz-findings"))
            self.ended(campaign, 2)


if __name__ == "__main__":
    sys.exit(fuzz_program_test.main())
