#!/usr/bin/env python3
"""cli/bench/peers/compare_peers.py as a program: its arguments, files, signals and words: peers_program_test.py
BUILD-FOLDER; ends with `N passed, N failed`. Skipped (77) without numpy."""
import contextlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.join(HERE, "..", "bench")
PROGRAM = os.path.join(BENCH, "peers", "compare_peers.py")
try:
    import numpy  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

BUILD = ""
HUNG = 200  # seconds: less than the test has
FEW = ("--filter", "qadd: u8 of 64", "--quick", "--peers", "numpy")
# The program with one more peer, which has the given line in prepare().
WITH_A_PEER = """
import os, signal, sys, time
sys.path.insert(0, {folder!r})
import compare_peers
class Odd:
    name, version, exact_add = "odd", "1", True
    def prepare(self, task):
        {line}
compare_peers.PEERS = [Odd]
sys.exit(compare_peers.main())
"""


def run(*arguments, **options):
    """The exit code of the program, what it printed and what it said."""
    done = subprocess.run([sys.executable, "-B", PROGRAM, *arguments], capture_output=True, check=False, **options)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def with_a_peer(line):
    return [sys.executable, "-B", "-c", WITH_A_PEER.format(folder=os.path.join(BENCH, "peers"), line=line)]


def end_group(group):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def lives(group):
    """Whether a process of the group is there that has not ended."""
    if not os.path.isdir("/proc"):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        return True
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, _, its_group = file.read().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state not in "ZX":
            return True
    return False


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = self.at("found.json")

    def at(self, *names):
        return os.path.join(self.folder, *names)

    def put(self, name, text):
        with open(self.at(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.at(name)

    def is_said(self, found, code, words):
        """In one line."""
        self.assertEqual((found[0], found[2].count("\n")), (code, 1), found)
        self.assertTrue(found[2].startswith("compare_peers: "), found)
        self.assertIn(words, found[2])

    def read(self, path):
        """What dmlrun shows of a file of results."""
        done = subprocess.run([os.path.join(BUILD, "dmlrun"), "bench", "--read", path], capture_output=True,
                              check=False, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def found(self):
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)

    def test_dmlrun_reads_what_it_writes_with_the_machine(self):
        self.assertEqual(run(BUILD, "--json", self.path, *FEW), (0, "", ""))
        self.assertIn("qadd: u8 of 64, 64 B, 2 KiB skew; numpy", self.read(self.path))
        known = self.found()
        self.assertTrue(known["cpu"] and known["system"] and known["moment"], known)
        self.assertEqual(len(known["caches"]), 3)
        self.assertGreater(known["cores"], 0)
        self.assertEqual(len(known["cells"]), 1)

    def test_a_base_gives_its_machine_and_its_other_cells(self):
        cells = [{"family": "qadd", "name": name, "output_bytes": 64, "region": "L1"}
                 for name in ("u8 of 64, 64 B", "other")]
        base = self.put("base.json", json.dumps({"cpu": "a slide rule", "cells": cells}))
        self.assertEqual(run(BUILD, "--json", self.path, "--base", base, *FEW), (0, "", ""))
        self.assertEqual(self.found()["cpu"], "a slide rule")
        self.assertEqual([c["name"] for c in self.found()["cells"]], ["u8 of 64, 64 B", "u8 of 64, 64 B", "other"])
        self.read(self.path)

    def test_bad_arguments_are_said_in_a_line_before_anything_is_measured(self):
        for arguments, code, words in (
                (("--json", self.path, "--peers", "nosuch"), 2, "no peer is called 'nosuch'"),
                (("--json", self.path, "--filter", "nosuch"), 2, "no cell has 'nosuch' in its name"),
                (("--json", "", *FEW), 2, "--json needs the name of a file"),
                (("--json", self.path, "--base", self.at("none"), *FEW), 7, self.at("none") + ": No such file"),
                (("--json", self.folder, *FEW), 7, self.folder + ": Is a directory"),
                (("--json", self.at("none", "x.json"), *FEW), 7, self.at("none", "x.json") + ": No such file")):
            with self.subTest(arguments=arguments):
                self.is_said(run(BUILD, *arguments), code, words)
        self.is_said(run(self.folder, "--json", self.path), 2, "has no dmlrun")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_base_that_dmlrun_cannot_read_is_refused_with_its_words(self):
        cell = {"family": "a", "name": "b", "region": "L1"}
        for text, words in (('{"cells": [{"family"', "the text ends here"),
                            ('{"cpu": NaN, "cells": []}', "'NaN' is not a JSON value"),
                            ('{"cells": []}', 'has no "cpu"'),
                            ('{"cpu": 5, "cells": []}', "/cpu (1:9): the number 5"),
                            (json.dumps({"cpu": "", "cells": [cell]}), 'has no "output_bytes"'),
                            ("[" * 200000, "nesting"),
                            ("", "")):
            with self.subTest(text=text[:40]):
                base = self.put("base.json", text)
                self.is_said(run(BUILD, "--json", self.path, "--base", base, *FEW), 3, base + ": ")
                self.is_said(run(BUILD, "--json", self.path, "--base", base, *FEW), 3, words)
        self.assertEqual(os.listdir(self.folder), ["base.json"])

    def test_a_base_without_an_end_is_refused(self):
        self.is_said(run(BUILD, "--json", self.path, "--base", "/dev/zero", *FEW), 3,
                     "/dev/zero: the document has 67108865 bytes")

    def build_with(self, name, *, script="", library=""):
        """A folder like the build's, with another program or library in place of one."""
        for one in ("dmlrun", "libdmlrun.so", "dmlrun_bench_rounds.so"):
            if os.path.lexists(self.at(one)):
                os.unlink(self.at(one))
            if one != name:
                os.symlink(os.path.join(BUILD, one), self.at(one))
        if library:
            shutil.copyfile(os.path.join(BUILD, library), self.at(name))
        else:
            os.chmod(self.put(name, script), stat.S_IRWXU)
        return self.folder

    def test_programs_and_libraries_of_others_are_said_in_a_line(self):
        for name, others, code, words in (
                ("libdmlrun.so", {"library": "dmlrun_bench_rounds.so"}, 2, "libdmlrun.so is another library"),
                ("dmlrun_bench_rounds.so", {"library": "libdmlrun.so"}, 2, "dmlrun_bench_rounds.so is another library"),
                ("libdmlrun.so", {"script": "text"}, 2, "libdmlrun.so is another library"),
                ("dmlrun", {"script": "#!/bin/sh\necho nonsense\n"}, 2, "does not say what 'dmlrun bench' says"),
                ("dmlrun", {"script": "#!/bin/sh\necho '[{}]'\n"}, 2, "does not say what 'dmlrun bench' says"),
                ("dmlrun", {"script": "#!/bin/sh\necho '[]'\n"}, 2, "does not say what 'dmlrun bench' says"),
                ("dmlrun", {"script": "#!/bin/sh\nexit 9\n"}, 9, "dmlrun ended with 9"),
                ("dmlrun", {"script": "text"}, 7, "dmlrun: Exec format error"),
                ("dmlrun", {"script": "#!/bin/sh\nkill -9 $$\n"}, 137, "dmlrun crashed with signal 9")):
            with self.subTest(name=name, others=others):
                self.is_said(run(self.build_with(name, **others), "--json", self.path, *FEW), code, words)

    def test_it_says_that_numpy_is_missing(self):
        done = subprocess.run([sys.executable, "-B", "-S", "-I", PROGRAM, BUILD, "--json", self.path],
                              capture_output=True, check=False, text=True)
        self.is_said((done.returncode, "", done.stderr), 2, "No module named 'numpy'")

    def test_it_works_where_standard_error_is_closed(self):
        command = 'exec "$@" 2>&-'
        done = subprocess.run(
            ["sh", "-c", command, "sh", sys.executable, "-B", PROGRAM, BUILD, "--json", self.path, *FEW], check=False,
            stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0)
        self.read(self.path)

    def test_a_dash_is_standard_output(self):
        code, printed, said = run(BUILD, "--json", "-", *FEW, cwd=self.folder)
        self.assertEqual((code, said, json.loads(printed)["cells"][0]["family"]), (0, "", "qadd"))
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_closed_standard_output_is_said_before_anything_is_measured(self):
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-B", PROGRAM, BUILD, "--json", "-", *FEW], check=False,
            stderr=subprocess.PIPE, text=True)
        self.is_said((done.returncode, "", done.stderr), 7, "standard output: ")

    def test_a_reader_of_rows_that_goes_away_ends_it_quietly(self):
        rows = os.path.join(os.path.dirname(PROGRAM), "rows.py")
        reading, writing = os.pipe()
        os.close(reading)
        try:
            done = subprocess.run([sys.executable, "-B", rows, BUILD, "--peers", "-", "--filter", "nosuch"],
                                  stdout=writing, stderr=subprocess.PIPE, check=False)
        finally:
            os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (141, b""))

    def test_devices_and_pipes_are_written_through(self):
        pipe, link = self.at("pipe"), self.at("link")
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
            self.assertEqual(run(BUILD, *FEW, "--json", pipe), (0, "", ""))
            self.assertEqual(json.loads(reader.communicate()[0])["cells"][0]["family"], "qadd")
        self.assertEqual(os.listdir(self.folder), ["pipe"])
        os.symlink("file", link)
        self.assertEqual(run(BUILD, *FEW, "--json", link), (0, "", ""))
        self.assertTrue(os.path.islink(link) and os.path.isfile(self.at("file")))

    @unittest.skipUnless(os.path.exists("/dev/full"), "Linux has it")
    def test_figures_that_cannot_be_written_are_printed(self):
        os.symlink("/dev/full", self.at("full"))
        found = run(BUILD, *FEW, "--json", self.at("full"))
        self.is_said(found, 7, self.at("full") + ": No space left on device")
        self.assertIn("qadd: u8 of 64, 64 B, 2 KiB skew; numpy", found[1])
        self.assertFalse(os.path.isfile("/dev/full"))

    def test_words_of_a_peer_are_such_that_dmlrun_reads_them(self):
        command = with_a_peer(r"raise OSError(2, 'x\udc80y\x1b\nz')")
        done = subprocess.run([*command, BUILD, "--json", self.path, *FEW[:3], "--command", b"b\xff"], check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn("odd: fails: FileNotFoundError: [Errno 2] x?y? z", self.read(self.path))
        self.assertEqual(self.found()["command"], "b?")

    def test_a_signal_ends_it_with_its_child_and_what_was_there_stays(self):
        for number, code, words in ((signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated"),
                                    (signal.SIGHUP, 129, "hung up"), (signal.SIGQUIT, 131, "quit")):
            with self.subTest(words=words):
                self.put("found.json", "old")
                running = self.begun()
                running.send_signal(number)
                said = running.communicate()[1]
                self.assertEqual((running.returncode, said), (code, f"compare_peers: {words}\n"))
                self.assertEqual(os.listdir(self.folder), ["found.json"])
                with open(self.path, encoding="utf-8") as file:
                    self.assertEqual(file.read(), "old")
                self.assertFalse(lives(running.pid))

    def begun(self):
        """The program, in a group of its own, when a peer hangs in its child."""
        sign = self.at("sign")
        command = with_a_peer(f"open({sign!r}, 'w').close(), time.sleep(1e6)")
        running = subprocess.Popen([*command, BUILD, "--json", self.path, *FEW[:3]], stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        self.addCleanup(running.wait)
        self.addCleanup(end_group, running.pid)
        self.addCleanup(running.stderr.close)
        while not os.path.exists(sign):
            self.assertIsNone(running.poll())
            time.sleep(0.1)
        os.unlink(sign)
        return running

    @unittest.skipUnless(sys.platform == "linux", "a child learns there that its parent died")
    def test_a_child_does_not_outlive_it(self):
        running = self.begun()
        running.kill()
        running.wait()
        end = time.monotonic() + HUNG
        while lives(running.pid) and time.monotonic() < end:
            time.sleep(0.1)
        self.assertFalse(lives(running.pid))

    def test_only_the_full_report_has_torch(self):
        sys.path.insert(0, os.path.join(BENCH, "peers"))
        import compare_peers
        others = [kind.name for kind in compare_peers.PEERS if not kind.name.startswith("torch")]
        script = self.put(
            "report", f"""
            root={self.folder!r}; say() {{ :; }}; fail() {{ exit 9; }}
            . {os.path.join(BENCH, 'report.sh')!r}
            build() {{ :; }}; setup_peers() {{ :; }}; setup_torch() {{ :; }}
            mkdir -p "$root/build/peers/bin"
            printf '#!/bin/sh\\n' >"$root/build/dmlrun"
            printf '#!/bin/sh\\necho "$@"\\n' >"$root/build/peers/bin/python3"
            chmod +x "$root/build/dmlrun" "$root/build/peers/bin/python3"
            bench "$@"
            """)
        for words, expected in (((), others), (("quick",), others), (("full",), None)):
            done = subprocess.run(["bash", script, *words], capture_output=True, check=False, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            given = done.stdout.split()
            self.assertEqual(given[given.index("--peers") + 1].split(",") if "--peers" in given else None, expected)


if __name__ == "__main__":
    BUILD = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
