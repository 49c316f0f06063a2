#!/usr/bin/env python3
"""What cli/bench/peers says of peers that crash, hang, lie or are missing: peers_test.py BUILD-FOLDER; ends with `N
passed, N failed`. The structure of its figures, never their size. Skipped (77) without numpy."""
import contextlib
import itertools
import json
import mmap
import os
import resource
import signal
import sys
import time
import unittest

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "bench", "peers"), os.path.join(HERE, "..", "..", "jit", "test")]
try:
    import compare_peers
    import isolated
    from hardened_process import is_hardened
    from native import Dmlrun, Rounds
    from numpy_peer import Numpy
    from quickest import Unsupported, quickest
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

BUILD = ""
LEAST = (2, 1e-5)  # rounds, seconds of a turn
TILE = {
    "family": "tile", "name": "x", "row": "", "output_bytes": 24, "region": "L1", "goal_unit": "nanoseconds",
    "goal": 5.0, "values": {},
    "spec": {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [4, 3]}, "Repeats": [1, 2]}}}


class Planted:
    """A peer that gives the right bytes, but for what it is told to do."""
    exact_add = True

    def __init__(self, name, trouble=lambda task: None, good_calls=0):
        self.name, self.trouble, self.good_calls = name, trouble, good_calls

    def prepare(self, task):
        work, calls = Numpy().prepare(task), itertools.count()

        def run():
            work()
            if next(calls) >= self.good_calls:
                self.trouble(task)
        return run


def spoil(task):
    task.output.reshape(-1)[5] ^= 1


def die(task):
    os.kill(os.getpid(), signal.SIGSEGV)


def refuse(task):
    raise Unsupported("has no such thing")


def stumble(task):
    raise ValueError("an odd day")


def leave(task):
    os._exit(0)


def scribble(task):
    task.buffers[0].bytes[0] ^= 1


def write_everywhere(task, text=b"words\n"):
    for descriptor in range(64):
        with contextlib.suppress(OSError):
            os.write(descriptor, text)


def write_without_an_end(task):
    while True:
        write_everywhere(task, bytes(1 << 16))


class PeersTest(unittest.TestCase):
    def setUp(self):
        self.dmlrun = Dmlrun(os.path.join(BUILD, "libdmlrun.so"))
        self.rounds = Rounds(os.path.join(BUILD, "dmlrun_bench_rounds.so"))

    def measure(self, *peers, cell=TILE):
        return compare_peers.measure_safely(cell, self.dmlrun, self.rounds, peers, LEAST)

    def test_peers_that_are_right_have_figures(self):
        found = self.measure(Planted("a"), Planted("b"))
        self.assertEqual((set(found["peers"]), found["peer_words"], found["error"]), ({"a", "b"}, {}, ""))
        self.assertTrue(all(times > 0 for times in found["peers"].values()))
        for key in ("ratio_memcpy", "ratio_memset", "nanoseconds", "goal"):
            self.assertGreater(found[key], 0)

    def test_a_cell_that_is_lost_is_measured_three_times_and_the_median_counts(self):
        more = iter([{"peers": {"a": 0.9, "b": 2.0}}, {"peers": {"a": 1.2, "b": 4.0, "c": 1.0}}])
        found = {"peers": {"a": 0.7, "b": 3.0, "c": 1.1}}
        compare_peers.measure_again(found, lambda: next(more))
        self.assertEqual(found, {"peers": {"a": 0.9, "b": 3.0, "c": 1.1},
                                 "peer_repeats": {"a": [0.7, 0.9, 1.2], "b": [3.0, 2.0, 4.0]}})

    def test_a_cell_that_no_peer_wins_is_measured_once(self):
        for peers in ({}, {"a": 0.96, "b": 3.0}):
            found = {"peers": dict(peers)}
            compare_peers.measure_again(found, lambda: self.fail("measured again"))
            self.assertEqual(found, {"peers": peers})

    def test_a_failure_of_a_repeat_costs_the_repeats_alone(self):
        found = {"peers": {"a": 0.7}}
        compare_peers.measure_again(found, lambda: {"error": "the process hangs"})
        self.assertEqual(found, {"peers": {"a": 0.7}})

    def test_what_is_wrong_with_a_peer_is_said_and_the_rest_goes_on(self):
        found = self.measure(Planted("liar", spoil), Planted("dead", die), Planted("poor", refuse),
                             Planted("odd", stumble), Planted("good"))
        self.assertEqual(set(found["peers"]), {"good"})
        self.assertEqual(found["peer_words"], {"liar": "wrong result", "dead": "crashes with signal 11",
                                               "poor": "has no such thing", "odd": "fails: ValueError: an odd day"})

    def test_a_peer_that_goes_wrong_in_the_rounds_is_said_and_the_rest_is_measured(self):
        expected = {"dead": "crashes with signal 11", "gone": "ends the process", "liar": "wrong result",
                    "odd": "fails: ValueError: an odd day", "vandal": "changes its inputs"}
        found = self.measure(
            *[
                Planted(name, trouble, good_calls=4)
                for name, trouble in (("dead", die), ("gone", leave), ("liar", spoil), ("odd", stumble), ("vandal",
                                                                                                          scribble))],
            Planted("good"))
        self.assertEqual((set(found["peers"]), found["error"]), ({"good"}, ""))
        self.assertEqual(found["peer_words"],
                         {name: words + " after its first calls" for name, words in expected.items()})

    def test_a_peer_that_hangs_in_the_rounds_is_ended(self):
        limit, compare_peers.SECONDS_PER_CELL = compare_peers.SECONDS_PER_CELL, 3
        try:
            found = self.measure(Planted("slow", lambda task: time.sleep(60), good_calls=4), Planted("good"))
        finally:
            compare_peers.SECONDS_PER_CELL = limit
        self.assertEqual((set(found["peers"]), found["peer_words"]),
                         ({"good"}, {"slow": "hangs after its first calls"}))

    def test_a_peer_that_changes_its_inputs_is_said_and_spoils_nobody(self):
        found = self.measure(Planted("vandal", scribble), Planted("good"))
        self.assertEqual((set(found["peers"]), found["peer_words"]), ({"good"}, {"vandal": "changes its inputs"}))

    def test_a_peer_that_writes_into_what_is_open_is_said_and_the_rest_is_measured(self):
        for trouble in (write_everywhere, write_without_an_end,
                        lambda task: write_everywhere(task, b"[" * 100000 + b"\n"),
                        lambda task: write_everywhere(task, b"[[], 1]\n")):
            found = self.measure(Planted("good"), Planted("vandal", trouble), Planted("better"))
            self.assertEqual((set(found["peers"]), found["error"]), ({"good", "better"}, ""))
            self.assertEqual(found["peer_words"], {"vandal": isolated.SCRIBBLES})

    def test_where_it_does_so_in_the_rounds_nobody_is_blamed(self):
        found = self.measure(Planted("good"), Planted("vandal", write_everywhere, good_calls=4), Planted("better"))
        self.assertEqual((found["error"], found["peer_words"]), ("a peer " + isolated.SCRIBBLES, {}))

    @unittest.skipUnless(sys.platform == "linux", "a limit of memory holds there")
    def test_memory_that_dmlrun_does_not_get_is_said(self):
        before = resource.getrlimit(resource.RLIMIT_AS)
        sizes = {"InputTensor": {"DataType": "UINT8", "Sizes": [1 << 20, 1 << 8]}, "Repeats": [1, 2]}
        cell = {**TILE, "spec": {"type": "TILE", "desc": sizes}}
        with open("/proc/self/statm", encoding="utf-8") as file:
            mapped = int(file.read().split()[0]) * mmap.PAGESIZE
        resource.setrlimit(resource.RLIMIT_AS, (mapped + (128 << 20), before[1]))
        try:
            found = self.measure(Planted("good"), cell=cell)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)
        self.assertEqual(found["error"], "dmlrun fails: there is not enough memory")

    def test_a_peer_that_hangs_is_ended(self):
        limit, compare_peers.SECONDS_PER_CELL = compare_peers.SECONDS_PER_CELL, 3
        try:
            found = self.measure(Planted("slow", lambda task: time.sleep(60)), Planted("good"))
        finally:
            compare_peers.SECONDS_PER_CELL = limit
        self.assertEqual((set(found["peers"]), found["peer_words"]), ({"good"}, {"slow": "hangs"}))

    def listed(self, text):
        program = os.path.join(BUILD, "dmlrun")
        return json.loads(os.popen(f"'{program}' bench --list --json - --filter '{text}'").read())

    def loaded(self, kind):
        if kind is compare_peers.Halide and is_hardened():
            self.skipTest("halide ends a process that may not make memory executable")
        try:
            return compare_peers.made_quietly(kind)
        except Exception as why:
            self.skipTest(f"{kind.name} is not here: {why}")

    def test_of_several_ways_the_quickest_right_one_is_taken(self):
        task = compare_peers.Task(TILE, self.dmlrun)
        task.expected = compare_peers.expected_bytes(task, self.dmlrun)
        right = Numpy().prepare(task)
        ways = {
            "raises": lambda: refuse(task), "slow": lambda: (time.sleep(0.01), right()), "wrong": lambda: None,
            "quick": right}
        makers = [lambda name=name: (ways[name] if name != "raises" else refuse(task)) for name in ways]
        self.assertIs(quickest(task, makers), ways["quick"])
        self.assertIs(quickest(task, [makers[2]]), ways["wrong"])
        self.assertRaises(Unsupported, quickest, task, [makers[0]])

    def test_halide_joins_in_three_forms_that_give_the_same(self):
        halide = self.loaded(compare_peers.Halide)
        for text in ("join: u8 64 and 64 channels, 16 KB", "64 and 32 more of 56x56"):
            task = compare_peers.Task(self.listed(text)[0], self.dmlrun)
            expected = compare_peers.expected_bytes(task, self.dmlrun)
            for form in (halide.selected, halide.updated, halide.copied):
                with self.subTest(text=text, form=form.__name__):
                    self.assertTrue((compare_peers.call_once(form(task), task) == expected).all())

    def test_xnnpack_joins_bytes(self):
        found = self.measure(self.loaded(compare_peers.Xnnpack),
                             cell=self.listed("join: u8 64 and 64 channels, 16 KB")[0])
        self.assertIn("xnnpack", found["peers"], found)

    def test_torch_adds_quantized_numbers(self):
        found = self.measure(self.loaded(compare_peers.Torch), cell=self.listed("qadd: u8, 1 KB")[0])
        self.assertIn("torch", found["peers"], found)

    def test_a_peer_that_cannot_be_loaded_is_said(self):
        class Missing:
            name = "missing"

            def __init__(self):
                raise ImportError("no such module")
        known, compare_peers.PEERS = compare_peers.PEERS, [Missing, Numpy]
        try:
            peers, versions = compare_peers.load_peers([])
        finally:
            compare_peers.PEERS = known
        self.assertEqual([p.name for p in peers], ["numpy"])
        self.assertEqual(versions["missing"], "not measured: loading it fails: ImportError: no such module")

    def test_numpy_does_every_cell_of_the_smallest_size(self):
        program = os.path.join(BUILD, "dmlrun")
        listed = json.loads(os.popen(f"'{program}' bench --list --json -").read())
        smallest = {}
        for cell in listed:
            kind = (cell["spec"]["type"], cell["spec"]["desc"].get("PaddingMode"))
            if "OutputTensors" in cell["spec"]["desc"]:
                continue  # peers are not asked
            if kind not in smallest or cell["output_bytes"] < smallest[kind]["output_bytes"]:
                smallest[kind] = cell
        self.assertEqual(len(smallest), 20)
        for kind, cell in smallest.items():
            with self.subTest(kind=kind):
                self.assertIn("numpy", self.measure(Numpy(), cell=cell)["peers"])

    def test_what_json_cannot_say_is_null(self):
        found = compare_peers.finite({"ratio": float("inf"), "peers": {"a": float("nan"), "b": 2.0}, "error": ""})
        self.assertEqual(found, {"ratio": None, "peers": {"a": None, "b": 2.0}, "error": ""})


if __name__ == "__main__":
    BUILD = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
