#!/usr/bin/env python3
"""Files and signals: files_test.py PROGRAM [TestName...]; ends with `N passed, N failed`.

An output file appears complete or not at all, whatever ends the program, and nothing else is left behind."""
import fcntl
import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import npy
import suite

PROGRAM = ""
SPEC = '{"type": "TILE", "desc": {"Repeats": [%d]}}'


def until(condition, seconds=20):
    """Waits for a condition that another process makes true."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("nothing happened within %g s" % seconds)
        time.sleep(0.002)


class FileTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, True)
        npy.write(self.path("x.npy"), "|u1", (4,), [1, 2, 3, 4])
        self.spec(3)
        self.small = npy.encode("|u1", (12,), [1, 2, 3, 4] * 3)

    def path(self, name):
        return os.path.join(self.folder, name)

    def spec(self, repeats):
        self.write("spec.json", (SPEC % repeats).encode())

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)

    def arguments(self, out, *more, source="x.npy"):
        return [
            PROGRAM, "spec.json", "--in", "InputTensor=" + source, *(["--out", "OutputTensor=" + out] if out else []),
            *more]

    def start(self, out, *more, source="x.npy", **options):
        # A test runner in the background may ignore SIGINT, and dmlrun then rightly does, too.
        return subprocess.Popen(
            self.arguments(out, *more, source=source), cwd=self.folder, stderr=subprocess.PIPE,
            preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in (signal.SIGINT, signal.SIGHUP)], **options)

    def run_program(self, out, *more, **options):
        return subprocess.run(self.arguments(out, *more), cwd=self.folder, capture_output=True, timeout=60, **options)

    def finish(self, process, code):
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, code, errors)
        return errors

    def temporaries(self):
        return [n for n in os.listdir(self.folder) if n.endswith(".tmp")]

    def assert_refused(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith(b"dmlrun: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(self.temporaries(), [])


class WholeFiles(FileTest):
    def test_a_new_file_has_the_mode_of_the_umask(self):  # F180
        for umask, mode in ((0o022, 0o644), (0o077, 0o600), (0, 0o666)):
            done = self.run_program("out.npy", preexec_fn=lambda: os.umask(umask))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(stat.S_IMODE(os.stat(self.path("out.npy")).st_mode), mode)
            self.assertEqual(self.read("out.npy"), self.small)
            os.unlink(self.path("out.npy"))

    def test_an_old_file_is_replaced(self):
        self.write("out.npy", b"old" * 1000)
        self.assertEqual(self.run_program("out.npy").returncode, 0)
        self.assertEqual(self.read("out.npy"), self.small)
        self.assertEqual(self.temporaries(), [])

    def test_the_input_may_be_the_output(self):  # F172
        self.assertEqual(self.run_program("x.npy").returncode, 0)
        self.assertEqual(self.read("x.npy"), self.small)

    def test_a_symbolic_link_stays_and_its_target_is_replaced(self):  # F171
        os.mkdir(self.path("there"))
        self.write("there/target.npy", b"old")
        os.symlink("there/target.npy", self.path("link.npy"))
        os.symlink("link.npy", self.path("link2.npy"))
        self.assertEqual(self.run_program("link2.npy").returncode, 0)
        self.assertTrue(os.path.islink(self.path("link2.npy")) and os.path.islink(self.path("link.npy")))
        self.assertEqual(self.read("there/target.npy"), self.small)
        self.assertEqual(os.listdir(self.path("there")), ["target.npy"])

    def test_a_symbolic_link_to_nothing_makes_its_target(self):
        os.symlink("target.npy", self.path("link.npy"))
        self.assertEqual(self.run_program("link.npy").returncode, 0)
        self.assertTrue(os.path.islink(self.path("link.npy")))
        self.assertEqual(self.read("target.npy"), self.small)

    def test_a_loop_of_links_is_exit_7(self):
        os.symlink("b.npy", self.path("a.npy"))
        os.symlink("a.npy", self.path("b.npy"))
        self.assert_refused(self.run_program("a.npy"), 7, b"Too many levels")

    def test_large_outputs_are_right_in_every_slice(self):
        self.spec(1 << 20)
        self.assertEqual(self.run_program("out.npy").returncode, 0)
        data = self.read("out.npy")
        self.assertEqual(data[-(4 << 20):], bytes([1, 2, 3, 4]) * (1 << 20))
        self.assertEqual(npy.read(data)[1], (4 << 20,))

    def test_large_outputs_are_printed_whole(self):
        self.spec(1 << 19)
        done = self.run_program("")
        self.assertEqual(done.stdout, b"Resource 'OutputTensor': " + b", ".join([b"1, 2, 3, 4"] * (1 << 19)) + b"\n")

    def test_processes_that_write_the_same_file_leave_one_whole_output(self):  # F177
        self.spec(1 << 18)
        for i in range(6):
            npy.write(self.path(f"x{i}.npy"), "|u1", (4,), [i] * 4)
        for process in [self.start("out.npy", source=f"x{i}.npy") for i in range(6)]:
            self.finish(process, 0)
        self.assertIn(self.read("out.npy"), [npy.encode("|u1", (1 << 20,), [i] * (1 << 20)) for i in range(6)])
        self.assertEqual(self.temporaries(), [])


class OtherThanFiles(FileTest):
    def test_devices_are_written_through(self):  # F170
        self.assertEqual(self.run_program("/dev/null").returncode, 0)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        done = self.run_program("/dev/stdout")
        self.assertEqual((done.returncode, done.stdout), (0, self.small))
        done = self.run_program("/proc/self/fd/1", "--fsync")
        self.assertEqual((done.returncode, done.stdout), (0, self.small))
        with open(self.path("log"), "ab") as log:
            log.write(b"before")
            log.flush()
            subprocess.run(self.arguments("/dev/stdout"), cwd=self.folder, stdout=log, check=True)
        self.assertEqual(self.read("log"), b"before" + self.small)

    def test_a_fifo_is_written_through_and_read(self):  # F170
        os.mkfifo(self.path("out"))
        os.mkfifo(self.path("in"))
        process = subprocess.Popen([PROGRAM, "spec.json", "--in", "InputTensor=in", "--out", "OutputTensor=out"],
                                   cwd=self.folder, stderr=subprocess.PIPE)
        data = self.read("x.npy")
        writer = threading.Thread(target=lambda: self.write("in", data))
        writer.start()
        self.assertEqual(self.read("out"), self.small)
        writer.join()
        self.finish(process, 0)
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("out")).st_mode))

    def test_a_large_input_comes_through_a_fifo(self):
        values = bytes(range(256)) * 4096
        content = npy.encode("|u1", (len(values),), values)
        self.spec(1)
        for data, code in ((content, 0), (content[:-1], 4), (content + b"x", 4)):
            done = subprocess.run([PROGRAM, "spec.json", "--in", "InputTensor=-", "--out", "OutputTensor=-"],
                                  cwd=self.folder, input=data, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual(done.stdout, content if code == 0 else b"")

    def test_waiting_for_a_fifo_ends_with_sigint(self):
        os.mkfifo(self.path("in"))
        for wanted, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            process = subprocess.Popen(
                [PROGRAM, "spec.json", "--in", "InputTensor=in"], cwd=self.folder, stderr=subprocess.PIPE,
                stdout=subprocess.PIPE,
                preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in (signal.SIGINT, signal.SIGHUP)])
            until(lambda: self.sleeps(process.pid))
            process.send_signal(wanted)
            out, _ = process.communicate(timeout=20)
            self.assertEqual((process.returncode, out), (code, b""))

    @staticmethod
    def sleeps(pid):
        """Whether a process waits in a system call, with its handlers installed."""
        with open(f"/proc/{pid}/status") as file:
            lines = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
        caught = int(lines["SigCgt"], 16)
        return lines["State"].startswith("S") and caught & 1 << signal.SIGINT - 1 and caught & 1 << signal.SIGTERM - 1

    def test_an_input_may_be_a_sparse_file_of_5_gib(self):
        header = npy.encode("|u1", (5 << 30,), [])[:128]
        with open(self.path("big.npy"), "wb") as file:
            file.write(header)
            file.truncate(128 + (5 << 30))
        done = subprocess.run([PROGRAM, "spec.json", "--in", "InputTensor=big.npy"], cwd=self.folder,
                              capture_output=True, timeout=60)
        self.assert_refused(done, 4)

    def test_more_inputs_than_a_process_may_open(self):
        values = bytes(range(200)) * 400  # longer than a header, so that files are opened again for their data
        names = []
        for i in range(100):
            names.append(f"in{i}.npy")
            npy.write(self.path(names[-1]), "|u1", (len(values),), values)
        with open(self.path("spec.json"), "w") as file:
            file.write('{"type": "JOIN", "desc": {"Axis": 0}}')
        done = subprocess.run(
            [PROGRAM, "spec.json", "--in", "InputTensors=" + ",".join(names), "--out", "OutputTensor=o"],
            cwd=self.folder, capture_output=True, timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.read("o")[128:], values * 100)


class Failures(FileTest):
    def test_a_full_disk_is_exit_7(self):  # F169
        self.assert_refused(self.run_program("/dev/full"), 7, b"No space left")

    def test_a_full_standard_output_is_exit_7(self):
        with open("/dev/full", "wb") as full:
            for out in ("", "-"):
                done = subprocess.run(self.arguments(out), cwd=self.folder, stdout=full, stderr=subprocess.PIPE)
                self.assert_refused(done, 7, b"standard output", b"No space left")
            for command in (["--help"], ["--version"], ["backends"], ["completion", "bash"], ["diff", "x.npy",
                                                                                              "x.npy"]):
                done = subprocess.run([PROGRAM, *command], cwd=self.folder, stdout=full, stderr=subprocess.PIPE)
                self.assert_refused(done, 7, b"standard output")

    def test_a_closed_standard_output_is_exit_7(self):  # F175
        for out in ("", "-"):
            self.assert_refused(self.run_program(out, preexec_fn=lambda: os.close(1)), 7, b"standard output")

    def test_a_closed_standard_output_is_not_replaced_by_an_output_file(self):
        done = self.run_program("out.npy", preexec_fn=lambda: (os.close(0), os.close(1), os.close(2)))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.read("out.npy"), self.small)

    def test_a_file_size_limit_is_exit_7_and_keeps_the_old_file(self):  # F169
        self.write("out.npy", b"old")
        self.spec(1 << 18)
        done = self.run_program("out.npy", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                                 (1 << 16, 1 << 16)))
        self.assert_refused(done, 7, b"out.npy", b"File too large")
        self.assertEqual(self.read("out.npy"), b"old")

    def test_a_folder_that_is_missing_is_told_before_computing(self):  # F168
        self.spec(1 << 29)
        process = self.start("missing/out.npy")
        self.assertRegex(process.stderr.read(), b"^dmlrun: .*missing/out.npy.*No such file.*\n$")
        usage = os.wait4(process.pid, 0)
        self.assertEqual((os.waitstatus_to_exitcode(usage[1]), usage[2].ru_maxrss >> 20), (7, 0))  # GiB

    @unittest.skipIf(os.geteuid() == 0 and not shutil.which("setpriv"), "root may write everywhere")
    def test_a_folder_or_file_that_may_not_be_written_is_exit_7(self):  # F168
        os.chmod(self.folder, 0o777)
        for name in ("spec.json", "x.npy"):
            os.chmod(self.path(name), 0o644)
        os.mkdir(self.path("closed"))
        self.write("kept.npy", b"old")
        os.chmod(self.path("kept.npy"), 0o444)
        as_nobody = [] if os.geteuid() else ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        if as_nobody:
            program = self.path("dmlrun")  # the build folder may not be open to others
            shutil.copy(PROGRAM, program)
            os.chmod(program, 0o755)
            as_nobody.append(program)
        else:
            os.chmod(self.path("closed"), 0o555)
            as_nobody.append(PROGRAM)
        for out in ("closed/out.npy", "kept.npy"):
            done = subprocess.run([*as_nobody, *self.arguments(out)[1:]], cwd=self.folder, capture_output=True)
            self.assert_refused(done, 7, b"Permission denied")
        self.assertEqual(self.read("kept.npy"), b"old")

    def test_an_input_that_may_not_be_read_is_exit_7(self):  # F167
        self.assert_refused(self.run_program("out.npy", "--expect", "OutputTensor=/proc/self/mem"), 7,
                            b"/proc/self/mem")
        self.assertFalse(os.path.exists(self.path("out.npy")))

    def test_memory_that_is_refused_is_exit_6(self):
        size = 300 << 20
        header = npy.encode("|u1", (size,), [])
        with open(self.path("x.npy"), "wb") as file:
            file.write(header)
            file.truncate(len(header) + size)
        with open(self.path("spec.json"), "w") as file:
            file.write('{"type": "TILE", "desc": {"Repeats": [3]}}')
        with open(PROGRAM, "rb") as file:
            sanitized = b"__asan_init" in file.read()
        if sanitized:
            self.skipTest("the sanitizer needs the address space")
        done = self.run_program("out.npy", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (256 << 20,) * 2))
        self.assert_refused(done, 6)


class Endings(FileTest):
    def begin_long_write(self):
        """A process that is writing out.npy: 2 GiB at most, but it is stopped long before."""
        self.write("out.npy", b"old")
        self.spec(1 << 29)
        process = self.start("out.npy")
        until(lambda: any(os.path.getsize(self.path(n)) > 1 << 20 for n in self.temporaries()))
        return process

    def test_sigint_and_sigterm_leave_the_old_file_and_no_temporary(self):  # F173
        for wanted, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            process = self.begin_long_write()
            process.send_signal(wanted)
            self.finish(process, code)
            self.assertEqual(self.read("out.npy"), b"old")
            self.assertEqual(self.temporaries(), [])

    def test_sigkill_leaves_the_old_file_and_the_next_run_removes_the_temporary(self):  # F174
        process = self.begin_long_write()
        process.kill()
        process.communicate()
        self.assertEqual(self.read("out.npy"), b"old")
        self.assertEqual(len(self.temporaries()), 1)
        self.spec(3)
        self.assertEqual(self.run_program("other.npy").returncode, 0)
        self.assertEqual(len(self.temporaries()), 1, "another target's temporary is not ours")
        self.assertEqual(self.run_program("out.npy").returncode, 0)
        self.assertEqual(self.read("out.npy"), self.small)
        self.assertEqual(self.temporaries(), [])

    def test_a_temporary_that_is_in_use_is_left_alone(self):
        used = self.path(".out.npy.0123456789abcdef.tmp")
        with open(used, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.assertEqual(self.run_program("out.npy").returncode, 0)
            self.assertTrue(os.path.exists(used))
        self.assertEqual(self.run_program("out.npy").returncode, 0)
        self.assertFalse(os.path.exists(used))

    def test_files_that_only_look_like_temporaries_are_left_alone(self):
        names = [".out.npy.0123456789abcde.tmp", ".out.npy.0123456789abcdeg.tmp", "out.npy.0123456789abcdef.tmp",
                 ".out.npy.0123456789abcdef.tmp2", ".other.npy.0123456789abcdef.tmp"]
        for name in names:
            self.write(name, b"mine")
        self.assertEqual(self.run_program("out.npy").returncode, 0)
        for name in names:
            self.assertTrue(os.path.exists(self.path(name)), name)

    def test_signals_at_any_time_leave_the_old_or_the_new_file(self):
        seed = int(os.environ.get("SEED", random.randrange(1 << 32)))
        repeat = f"SEED={seed} {sys.executable} {os.path.abspath(sys.argv[0])} {PROGRAM} {self.id().split('.', 1)[1]}"
        pick = random.Random(seed)
        self.spec(1 << 22)
        begin = time.monotonic()
        self.assertEqual(self.run_program("out.npy").returncode, 0)
        whole = time.monotonic() - begin
        old, new = b"old", self.read("out.npy")
        for i in range(int(os.environ.get("KILLS", 40))):
            self.write("out.npy", old)
            before = set(self.temporaries())
            wanted = pick.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
            process = self.start("out.npy", stdout=subprocess.DEVNULL)
            time.sleep(pick.uniform(0, 1.2 * whole))
            process.send_signal(wanted)
            code = process.wait(20)
            process.communicate()
            what = f"round {i}: {wanted!r}, exit {code}; again: {repeat}"
            self.assertIn(code, (0, 130, 143, -wanted), what)
            self.assertIn(self.read("out.npy"), {0: [new], 130: [old], 143: [old]}.get(code, [old, new]), what)
            left = set(self.temporaries()) - (set() if code == 0 else before)
            self.assertLessEqual(len(left), 1 if code == -signal.SIGKILL else 0, what)


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    return suite.run(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
