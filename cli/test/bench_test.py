#!/usr/bin/env python3
"""dmlrun bench: bench_test.py PROGRAM; ends with `N passed, N failed`. What it prints and writes, not speed."""
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import suite

PROGRAM = ""
HERE = os.path.dirname(os.path.abspath(__file__))
CELL = "qadd: u8 of 64, 64 B"
KEYS = {
    "family", "name", "output_bytes", "region", "backend", "threads", "ratio_memcpy", "ratio_memset", "goal", "peers"}


def run(*arguments, folder):
    done = subprocess.run([PROGRAM, "bench", *arguments], capture_output=True, check=False, cwd=folder, text=True)
    return done.returncode, done.stdout, done.stderr


class BenchTest(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = self.place.name
        self.addCleanup(self.place.cleanup)

    def path(self, name):
        return os.path.join(self.folder, name)

    def measure(self, *arguments):
        """A smoke round: the cells that --json has."""
        code, out, err = run("--grid", "quick", "--json", "found.json", *arguments, folder=self.folder)
        self.assertEqual((code, err), (0, ""), out)
        with open(self.path("found.json"), encoding="utf-8") as file:
            return json.load(file), out

    def check_cell(self, cell):
        self.assertLessEqual(KEYS, set(cell))
        self.assertIn(cell["region"], ("L1", "L2", "L3", "DRAM"))
        self.assertEqual((cell["threads"], cell["peers"], cell["error"]), (1, {}, ""))
        for key in ("ratio_memcpy", "ratio_memset", "nanoseconds"):
            self.assertTrue(math.isfinite(cell[key]) and cell[key] > 0, key)

    def test_a_cell_of_the_grid_is_measured_and_written(self):
        found, out = self.measure("--filter", CELL)
        self.assertGreater(len(found["cpu"]), 0)
        self.assertEqual([c["name"] for c in found["cells"]], ["u8 of 64, 64 B"])
        self.check_cell(found["cells"][0])
        self.assertEqual((found["cells"][0]["family"], found["cells"][0]["output_bytes"]), ("qadd", 64))
        self.assertGreater(found["cells"][0]["goal"], 0)
        self.assertIn(found["cpu"], out.splitlines()[0])
        self.assertIn(CELL, out)
        self.assertIn("of 1 cells reach", out)

    def test_both_placements_are_measured_when_asked_for(self):
        found, _ = self.measure("--filter", CELL, "--placement", "both")
        self.assertEqual([c["placement"] for c in found["cells"]], ["equal", "skew"])

    def test_the_command_that_made_the_figures_can_be_given_again(self):
        found, _ = self.measure("--filter", CELL)
        self.assertEqual(found["command"], f"dmlrun bench --grid quick --json found.json --filter '{CELL}'")
        odd = "'$(touch a)`b` \\ \"; c\x1b[31m.json"
        os.rename(self.path("found.json"), self.path("old.json"))
        self.write(odd)
        found, _ = self.measure("--filter", CELL, "--compare", odd)
        self.assertFalse(any(ord(c) < 32 for c in found["command"]), found["command"])
        os.remove(self.path("found.json"))
        again = found["command"].replace("dmlrun", f"'{PROGRAM}'", 1)
        done = subprocess.run(["sh", "-c", again], capture_output=True, check=False, cwd=self.folder, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), again)
        with open(self.path("found.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["command"], found["command"])

    def test_another_back_end_is_used(self):
        found, _ = self.measure("--filter", CELL, "--backend", "interpreter")
        self.assertEqual(found["cells"][0]["backend"], "interpreter")

    def test_a_spec_is_measured(self):
        spec = os.path.join(HERE, "data", "tile.json")
        found, _ = self.measure(spec)
        self.assertEqual([(c["family"], c["placement"]) for c in found["cells"]], [("tile", "equal"), ("tile", "skew")])
        for cell in found["cells"]:
            self.check_cell(cell)
            self.assertIsNone(cell["goal"])

    def test_the_dispatches_of_a_model_are_measured(self):
        found, out = self.measure(os.path.join(HERE, "..", "..", "testdata", "models", "chains", "pad_tile_join.json"))
        self.assertGreaterEqual(len(found["cells"]), 1)
        for cell in found["cells"]:
            self.check_cell(cell)
            self.assertIn(cell["name"], out)

    def test_figures_are_read_again_and_compared(self):
        found, out = self.measure("--filter", CELL)
        code, again, err = run("--read", "found.json", "--json", "copy.json", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        # Figures are written with four digits and printed with three, so what was measured may be printed a little
        # differently.
        self.assertEqual(len(again.splitlines()), len(out.splitlines()))
        self.assertEqual(run("--read", "copy.json", folder=self.folder)[1], again)
        with open(self.path("copy.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), found)
        found["cells"][0]["noise"] = 0.01
        with open(self.path("copy.json"), "w", encoding="utf-8") as file:
            json.dump(found, file)
        found["cells"][0]["ratio_memcpy"] *= 100
        found["cells"].append(dict(found["cells"][0], name="another"))
        with open(self.path("slow.json"), "w", encoding="utf-8") as file:
            json.dump(found, file)
        code, words, err = run("--read", "slow.json", "--compare", "copy.json", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("1 of 1 cells changed beyond the noise of both", words)
        self.assertIn("slower 100.00 times", words)
        self.assertIn("1 cells were not in the earlier run", words)
        code, words, _ = run("--read", "copy.json", "--compare", "copy.json", folder=self.folder)
        self.assertIn("0 of 1 cells changed", words)

    def test_how_costs_grow_is_read_and_written_again(self):
        self.write("some.json")
        with open(self.path("some.json"), encoding="utf-8") as file:
            whole = json.load(file)
        points = [{"at": 1, "microseconds": 2.5, "code_bytes": 300, "ratio_memcpy": None},
                  {"at": 64, "microseconds": 40.0, "code_bytes": 5000, "ratio_memcpy": 0.75}]
        whole["growth"] = [{"title": "inputs of JOIN", "points": points}]
        with open(self.path("grown.json"), "w", encoding="utf-8") as file:
            json.dump(whole, file)
        code, _, err = run("--read", "grown.json", "--json", "copy.json", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        with open(self.path("copy.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["growth"], whole["growth"])

    def test_the_page_has_the_figures_and_needs_nothing_else(self):
        self.measure("--filter", CELL, "--html", "page.html")
        with open(self.path("page.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertTrue(page.startswith("<!doctype html>") and page.rstrip().endswith("</html>"))
        self.assertNotRegex(page, r"(src|href)=|https?:|@import|/\*(style|plots|figures|report|results)\*/")
        inside = page.split('type="application/json">')[1].split("</script>")[0]
        self.assertEqual(json.loads(inside)["cells"][0]["name"], "u8 of 64, 64 B")

    def test_a_name_cannot_end_the_script_that_it_stands_in(self):
        with open(self.path("odd.json"), "w", encoding="utf-8") as file:
            json.dump({"cpu": "</script><b>", "cells": []}, file)
        code, _, err = run("--read", "odd.json", "--html", "page.html", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        with open(self.path("page.html"), encoding="utf-8") as file:
            inside = file.read().split('type="application/json">')[1].split("</script>")[0]
        self.assertEqual(json.loads(inside)["cpu"], "</script><b>")

    def write(self, file_name, **changes):
        """A file of results with one cell, in which something else stands."""
        cell = {
            "family": "tile", "name": "x, 4 KB", "output_bytes": 4096, "region": "L1", "backend": "jit", "threads": 1,
            "ratio_memcpy": 0.9, "ratio_memset": 1.1, "goal": None, "peers": {"numpy": 3.0}, "nanoseconds": 100}
        whole = {"cpu": "some", "cells": [cell]}
        for key, value in changes.items():
            (cell if key not in ("cpu", "cells", "peer_versions") else whole)[key] = value
        with open(self.path(file_name), "w", encoding="utf-8") as file:
            json.dump(whole, file)

    def page_results(self, *arguments):
        code, out, err = run(*arguments, "--html", "page.html", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        with open(self.path("page.html"), encoding="utf-8") as file:
            return out, file.read().split('type="application/json">')[1].split("</script>")[0]

    def test_what_is_said_of_a_peer_stands_in_the_line_of_its_cell(self):
        self.write(
            "words.json",
            peer_words={"dead": "crashes with signal 11", "xnnpack": "not exact: 25 %", "gone": "not exact: 25 %"})
        out, page = self.page_results("--read", "words.json")
        line, = [line for line in out.splitlines() if "tile: x, 4 KB" in line]
        self.assertTrue(line.endswith("numpy 3.00; dead: crashes with signal 11; gone, xnnpack: not exact: 25 %"), line)
        self.assertEqual(json.loads(page)["cells"][0]["peer_words"]["dead"], "crashes with signal 11")
        self.assertIn("wordsOf(c)", open(self.path("page.html"), encoding="utf-8").read())

    def test_what_was_measured_three_times_is_listed(self):
        self.write("again.json", peers={"numpy": 0.9}, peer_repeats={"numpy": [0.9, 0.85, 1.01]})
        out, page = self.page_results("--read", "again.json")
        self.assertIn("tile: x, 4 KB; numpy 0.90 (0.90, 0.85, 1.01)\n", out)
        self.assertEqual(json.loads(page)["cells"][0]["peer_repeats"], {"numpy": [0.9, 0.85, 1.01]})
        self.write("odd.json", peer_repeats={"numpy": 0.9})
        self.assertEqual(run("--read", "odd.json", folder=self.folder)[0], 3)

    def test_several_threads_stand_beside_one(self):
        self.write("threads.json", threads=2, gain=0.5, output_bytes=8 << 20)
        out, page = self.page_results("--read", "threads.json")
        self.assertIn("tile: x, 4 KB, 2 threads; 0.50 times as fast as one; numpy 3.00\n", out)
        self.assertIn(
            "4 MB and more    0.50 times as fast as one in the median of 1 cells, less than 1.8 in 1; more than 5 % "
            "slower in 1\n", out)
        self.assertEqual(json.loads(page)["cells"][0]["gain"], 0.5)
        self.assertNotIn("plain copies", out)  # an older file knows nothing of them
        code, out, err = run("--grid", "quick", "--filter", CELL, "--threads", "2", folder=self.folder)
        self.assertEqual(code, 0, err)
        self.assertRegex(out, r"u8 of 64, 64 B, 2 threads; \d+\.\d\d times as fast as one\n")
        found, out = self.measure("--filter", "f32 batch x2, 256 KB", "--threads", "2")
        cell, = found["cells"]
        for key in ("gain", "gain_memcpy", "gain_memset"):
            self.assertTrue(math.isfinite(cell[key]) and cell[key] > 0, key)
        self.assertRegex(out, r"as fast as one \(memcpy \d+\.\d\d, memset \d+\.\d\d\)\n")

    def test_as_many_threads_as_there_are_processors_may_be_one(self):
        one = next(iter(os.sched_getaffinity(0)))
        done = subprocess.run(
            [PROGRAM, "bench", "--grid", "quick", "--filter", CELL, "--threads", "0", "--json", "one.json"],
            cwd=self.folder, capture_output=True, text=True, check=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {one}))
        self.assertNotIn("several threads", done.stdout)
        with open(self.path("one.json"), encoding="utf-8") as file:
            cell, = json.load(file)["cells"]
        self.assertEqual((cell["threads"], cell.get("gain"), cell["goal"] > 0), (1, None, True))

    def test_what_two_threads_gain_stands_beside_what_memory_gives_them(self):
        cell = {
            "family": "tile", "output_bytes": 8 << 20, "region": "L3", "threads": 2, "ratio_memcpy": 0.9, "peers": {}}
        gains = [(1.6, 1.64, 1.2), (1.6, 1.2, 1.66), (1.6, 1.64, None), (1.5, None, None), (1.9, 2.5, 2.6)]
        cells = [dict(cell, name=f"{i}", gain=gain, gain_memcpy=copied, gain_memset=filled)
                 for i, (gain, copied, filled) in enumerate(gains)]
        self.write("gains.json", cells=cells)
        out, page = self.page_results("--read", "gains.json", "--json", "again.json", "--compare", "gains.json")
        self.assertIn("tile: 0, 2 threads; 1.60 times as fast as one (memcpy 1.64, memset 1.20)\n", out)
        self.assertIn("tile: 3, 2 threads; 1.50 times as fast as one\n", out)
        self.assertIn("less than 1.8 in 4 (in 2 of 3 of these plain copies and fills gain no more); more",
                      " ".join(out.split()))
        self.assertEqual([(c["gain"], c.get("gain_memcpy"), c.get("gain_memset")) for c in json.loads(page)["cells"]],
                         gains)
        with open(self.path("page.html"), encoding="utf-8") as file:
            self.assertIn("beside.filter(gainsAsPlainMoves)", file.read())
        self.write("odd.json", gain_memset=-1)
        self.assertEqual(run("--read", "odd.json", folder=self.folder)[0], 3)

    def test_words_of_a_file_reach_no_terminal_raw(self):
        odd = "a\x1b[31mRED\x07\r\nfake: line"
        self.write("odd.json", cpu=odd, name=odd, peers={odd: 2.0}, peer_words={"b": odd}, peer_versions={odd: odd},
                   row=odd, goal=1.0)
        code, out, err = run("--read", "odd.json", "--compare", "odd.json", folder=self.folder)
        self.assertEqual((code, err), (0, ""))
        self.assertFalse(any(ord(c) < 32 for c in out if c != "\n"), out)
        self.assertNotIn("fake", [line[:4] for line in out.splitlines()])

    def test_a_string_is_no_markup_in_the_page(self):
        for odd in ("<!--<script>", "</script>", "<!--", "]]>"):
            self.write("odd.json", cpu=odd)
            _, inside = self.page_results("--read", "odd.json")
            self.assertNotIn("<", inside)
            self.assertEqual(json.loads(inside)["cpu"], odd)

    def test_what_is_no_result_of_a_bench_is_refused(self):
        for text in ("{}", '{"cpu": "x"}', '{"cpu": "x", "cells": [{}]}', '{"type": "TILE", "desc": {}}'):
            with open(self.path("odd.json"), "w", encoding="utf-8") as file:
                file.write(text)
            for arguments in (("--read", "odd.json"), ("--grid", "quick", "--filter", CELL, "--compare", "odd.json")):
                code, out, err = run(*arguments, folder=self.folder)
                self.assertEqual((code, out), (3, ""), text)
                self.assertIn("has no ", err)
        for changes in ({"ratio_memcpy": -1}, {"noise": -0.1}, {"ratio_memcpy": "inf"}, {"ratio_memcpy": 1e308},
                        {"ratio_memset": 1e-320}, {"peers": {"a": "nan"}}):
            self.write("odd.json", **changes)
            code, out, err = run("--read", "odd.json", folder=self.folder)
            self.assertEqual((code, out), (3, ""), changes)
            self.assertIn("is not a figure of a measurement", err)
        self.write("odd.json", placement="behind")
        code, out, err = run("--read", "odd.json", folder=self.folder)
        self.assertEqual((code, out), (3, ""))
        self.assertIn('is neither "equal" nor "skew"', err)

    def test_many_cells_are_compared_and_long_names_are_whole(self):
        cells = [{
            "family": "f", "name": f"{i}" + "x" * (600 if i == 7 else 0), "output_bytes": 1, "region": "L1",
            "ratio_memcpy": 1, "row": f"r{i}", "goal": 1} for i in range(60000)]
        self.write("many.json", cells=cells)
        done = subprocess.run([PROGRAM, "bench", "--read", "many.json", "--compare", "many.json"], capture_output=True,
                              check=False, cwd=self.folder, text=True,
                              timeout=60)  # a comparison of each with each takes minutes
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("0 of 60000 cells changed", done.stdout)
        self.assertIn("f: 7" + "x" * 600 + "\n", done.stdout)

    def test_the_cells_are_listed_with_specs_that_run(self):
        code, names, _ = run("--list", folder=self.folder)
        self.assertEqual((code, len(names.splitlines())), (0, 209))
        self.assertIn(CELL, names.splitlines())
        code, text, _ = run("--list", "--filter", "join: ", "--json", "-", folder=self.folder)
        cells = json.loads(text)
        self.assertEqual((code, {c["family"] for c in cells}), (0, {"join"}))
        _, text, _ = run("--list", "--filter", "scales of 1e-30", "--json", "-", folder=self.folder)
        self.assertEqual(json.loads(text)[0]["values"]["BScaleTensor"], 1e-30)
        with open(self.path("spec.json"), "w", encoding="utf-8") as file:
            json.dump(cells[-1]["spec"], file)
        done = subprocess.run([PROGRAM, "explain", self.path("spec.json")], capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_too_little_memory_is_exit_6_and_writes_nothing(self):
        with open(PROGRAM, "rb") as file:
            if b"__asan_init" in file.read():
                self.skipTest("the sanitizer itself asks for terabytes of addresses")
        done = subprocess.run(
            ["bash", "-c", f"ulimit -v 400000; exec '{PROGRAM}' bench --grid quick --filter 'two halves, 256 MB'"],
            capture_output=True, check=False, cwd=self.folder, text=True)
        self.assertEqual((done.returncode, done.stdout), (6, ""), done.stderr)
        self.assertIn("not enough memory", done.stderr)

    def stopped(self, stop, *arguments):
        """(exit code, standard error) of a bench that `stop` ends after the first cell of several."""
        with subprocess.Popen([PROGRAM, "bench", "--grid", "quick", "--filter", "qadd", *arguments], cwd=self.folder,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
            while "qadd" not in process.stdout.readline():
                pass
            stop(process)
            return process.wait(timeout=60), process.stderr.read()

    def test_what_was_measured_before_an_interruption_is_kept(self):
        ended = self.stopped(lambda process: process.send_signal(signal.SIGINT), "--json", "found.json", "--html",
                             "page.html")
        self.assertEqual(ended, (130, "dmlrun: interrupted\n"))
        with open(self.path("found.json"), encoding="utf-8") as file:
            found = json.load(file)
        self.assertIs(found["partial"], True)
        self.assertGreaterEqual(len(found["cells"]), 1)
        for cell in found["cells"]:
            self.check_cell(cell)
        code, out, _ = run("--read", "found.json", "--json", "again.json", folder=self.folder)
        self.assertEqual((code, f"partial: the bench was interrupted after {len(found['cells'])} cell" in out),
                         (0, True), out)
        with open(self.path("again.json"), encoding="utf-8") as file:
            self.assertIs(json.load(file)["partial"], True)
        with open(self.path("page.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertEqual(json.loads(page.split('type="application/json">')[1].split("</script>")[0]), found)
        self.assertIn("partial: the bench was interrupted after", page)

    def test_what_was_measured_is_kept_when_nobody_reads_the_table(self):
        self.assertEqual(self.stopped(lambda process: process.stdout.close(), "--json", "found.json"), (141, ""))
        with open(self.path("found.json"), encoding="utf-8") as file:
            self.assertIs(json.load(file)["partial"], True)

    def test_a_bench_that_is_interrupted_before_its_first_figures_writes_nothing(self):
        large = {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [1 << 20]}, "Repeats": [200]}}
        with open(self.path("large.json"), "w", encoding="utf-8") as file:
            json.dump(large, file)
        with subprocess.Popen([PROGRAM, "bench", "large.json", "--json", "found.json"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
            while not any(name.endswith(".tmp") for name in os.listdir(self.folder)):
                time.sleep(0.002)
            process.send_signal(signal.SIGINT)
            self.assertEqual((process.communicate(timeout=60), process.returncode),
                             ((b"", b"dmlrun: interrupted\n"), 130))
        self.assertEqual(os.listdir(self.folder), ["large.json"])

    def test_options_that_would_say_nothing_are_refused(self):
        self.write("a.json")
        model = os.path.join(HERE, "..", "..", "testdata", "models", "chains", "pad_tile_join.json")
        os.symlink("a", self.path("link"))
        for arguments in (("--read", "a.json", "--filter", "x"), ("--read", "a.json", "--isa", "avx2"),
                          ("--list", "--html", "x"), ("--list", "--compare", "a.json"), ("--placement", "skew", model),
                          ("--filter", CELL, "--limit", "rank=3"), ("--filter", CELL, "--device", "0"),
                          (model, "--device", "0", "--backend", "jit"), ("--read", "a.json", "--json", "a", "--html",
                                                                         "./a"), ("--read", "a.json", "--json", "link",
                                                                                  "--html", "a")):
            code, out, err = run(*arguments, folder=self.folder)
            self.assertEqual((code, out), (2, ""), (arguments, err))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.json", "link"])

    def test_a_file_of_another_format_is_refused_by_its_extension(self):
        for option, name, expected in (("--json", "x.html", ".json"), ("--html", "x.json", ".html"), ("--html", "x.pdf",
                                                                                                      ".html")):
            code, out, err = run("--filter", CELL, option, name, folder=self.folder)
            self.assertEqual((code, out), (2, ""), err)
            self.assertIn(f"{option}: '{name}' has the extension '{name[1:]}'; {expected} was expected", err)
        self.measure("--filter", CELL, "--html", "page.HTML")
        self.assertEqual(sorted(os.listdir(self.folder)), ["found.json", "page.HTML"])

    def test_a_model_that_dispatches_nothing_is_said(self):
        with open(self.path("model.json"), "w", encoding="utf-8") as file:
            file.write('{"resources": {}, "dispatchables": {}, "commands": []}')
        code, _, err = run("model.json", folder=self.folder)
        self.assertEqual(code, 0, err)
        self.assertIn("dispatches nothing", err)

    def test_nothing_measured_is_a_failure_and_writes_nothing(self):
        code, out, err = run("--filter", "1000 lists", "--grid", "quick", "--json", "found.json", "--backend",
                             "halide-cpu", folder=self.folder)
        self.assertEqual(code, 5, err)
        self.assertIn("nothing was measured", err)
        self.assertEqual(out, "")
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    sys.exit(suite.run(sys.argv[1:]))
