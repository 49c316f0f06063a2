#!/usr/bin/env python3
"""The ways in which numpy and torch do what dmlrun does (cli/bench/peers), one by one: peer_ways_test.py BUILD-FOLDER;
ends with `N passed, N failed`. Skipped (77) without numpy; what torch does only where it is."""
import os
import sys
import unittest

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "bench", "peers"))
try:
    import numpy as np

    import compare_peers
    import copies
    from native import Dmlrun
    from numpy_peer import Numpy, NumpyByHand
    from quickest import Unsupported
    from widened import widened
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

BUILD = ""
MODES = ("CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP")


def lacking(task):
    raise Unsupported("has no such way")


class PeerWaysTest(unittest.TestCase):
    def setUp(self):
        self.dmlrun = Dmlrun(os.path.join(BUILD, "libdmlrun.so"))

    def torch(self, kind=compare_peers.TorchByHand):
        try:
            return compare_peers.made_quietly(kind)
        except Exception as why:
            self.skipTest(f"torch is not here: {why}")

    def task(self, name, desc):
        """A Task with the bytes that are right, of a specification that is in no list."""
        task = compare_peers.Task({"family": name[0], "values": {}, "spec": {"type": name[1], "desc": desc}},
                                  self.dmlrun)
        task.expected = compare_peers.expected_bytes(task, self.dmlrun)
        return task

    def pad(self, mode, kind="UINT8", sizes=(2, 3, 5), start=(0, 2, 3), end=(1, 0, 4)):
        return self.task(
            ("padding", "PADDING"), {
                "InputTensor": {"DataType": kind, "Sizes": list(sizes)}, "PaddingMode": mode, "PaddingValue": 0,
                "StartPadding": list(start), "EndPadding": list(end)})

    def small_tasks(self):
        """Every mode in both directions, with axes that are left alone, few and many columns, and rows of wider
        elements."""
        few = {"start": (1, 2, 3), "end": (1, 0, 4)}
        for mode in MODES:
            yield mode, self.pad(mode, **(few if mode != "REFLECTION" else {}))
            yield mode + ", one axis", self.pad(mode, "FLOAT32", (4, 20), (0, 9), (0, 6))
            yield mode + ", wide", self.pad(mode, "FLOAT16", (3, 4, 12), (1, 2, 0), (2, 1, 0))
        yield "constant, wide", self.pad("CONSTANT", "UINT8", (3, 16), (1, 8), (0, 4))
        tiled = lambda kind, sizes, repeats: self.task(
            ("tile", "TILE"), {"InputTensor": {"DataType": kind, "Sizes": sizes}, "Repeats": repeats})
        for kind, sizes, repeats in (("UINT8", [4, 3], [2, 3]), ("UINT16", [4, 12], [1, 5]), ("INT64", [2, 5], [3, 1])):
            yield f"tile {sizes} by {repeats}", tiled(kind, sizes, repeats)
        for kind, axis, sizes in (("UINT8", 1, [[3, 3], [3, 1]]), ("UINT8", 1, [[3, 8], [3, 24]]),
                                  ("FLOAT32", 0, [[1, 9], [2, 9]]), ("UINT64", 1, [[5, 2], [5, 1]])):
            yield f"join {sizes}", self.task(("join", "JOIN"), {
                "InputTensors": [{"DataType": kind, "Sizes": one} for one in sizes], "Axis": axis})

    def test_every_list_of_copies_gives_the_whole_output(self):
        for name, task in self.small_tasks():
            for number, way in enumerate(copies.ways_by_copies(task)):
                with self.subTest(task=name, way=number):
                    self.assertTrue((compare_peers.call_once(Numpy.copied(way), task) == task.expected).all())

    def test_the_other_ways_of_numpy_and_torch_give_the_same(self):
        peers, made = [NumpyByHand()], set()
        try:
            peers.append(self.torch())
        except unittest.SkipTest:
            pass
        for peer in peers:
            for name, task in self.small_tasks():
                ways = {"best": peer.prepare, **{way: getattr(peer, way, lacking) for way in
                                                 ("joined", "gathered", "gathered_along", "native")}}
                for way, make in ways.items():
                    with self.subTest(peer=peer.name, task=name, way=way):
                        try:
                            work = make(task)
                        except (Unsupported, KeyError):
                            self.assertNotEqual(way, "best")
                            continue
                        if way == "native" and task.output.itemsize < 4:
                            continue  # torch has some for floats alone
                        made.add((peer.name, way))
                        self.assertTrue((compare_peers.call_once(work, task) == task.expected).all())
        ways = {"best", "joined", "gathered", "gathered_along"}
        self.assertEqual({way for name, way in made if name == "numpy-by-hand"}, ways)
        if len(peers) > 1:
            self.assertEqual({way for name, way in made if name == "torch-by-hand"}, ways | {"native"})

    def test_operations_of_numpy_and_torch_give_the_same_in_every_mode_that_they_have(self):
        peers, lacked = [Numpy()], {}
        try:
            peers.append(self.torch(compare_peers.Torch))
        except unittest.SkipTest:
            pass
        for peer in peers:
            for name, task in self.small_tasks():
                with self.subTest(peer=peer.name, task=name):
                    try:
                        work = peer.prepare(task)
                        self.assertTrue((compare_peers.call_once(work, task) == task.expected).all())
                    except (Unsupported, RuntimeError):
                        lacked.setdefault(peer.name, set()).add(name.split(",")[0])
        self.assertLessEqual(set(lacked), {"torch"})
        self.assertLessEqual(lacked.get("torch", set()), {"SYMMETRIC", "EDGE", "REFLECTION"})

    def test_torch_makes_its_copies_backwards_without_such_views(self):
        torch = self.torch()
        for name, task in self.small_tasks():
            for number, way in enumerate(copies.ways_by_copies(task)):
                with self.subTest(task=name, way=number):
                    self.assertTrue((compare_peers.call_once(torch.copied(way), task) == task.expected).all())

    def test_small_elements_are_taken_together_as_far_as_all_rows_admit_it(self):
        row = np.zeros((3, 40), np.uint8)
        half = np.zeros((2, 3, 6), np.float16)
        for arrays, width in (((row, row[:, 8:]), 8), ((row[:, 1:17], ), 8), ((row[:, :20], row[:, 20:]), 4),
                              ((half, ), 4), ((half[::-1], ), 4), ((half, half[:, :, 1:5]), 4), ((half[:, :,
                                                                                                       1:4], ), 2),
                              ((row[:, ::-1], ), 1), ((row[:, :16], row[:, :1]), 1), ((np.zeros(
                                  (3, 15), np.uint8)[:, :8], ), 1), ((np.zeros(
                                      (1, 15), np.uint8)[:, :8], ), 8), ((np.zeros((3, 8), np.float32), ), 4)):
            found = widened(*arrays)
            self.assertEqual({x.itemsize for x in found}, {width}, [x.shape for x in arrays])
            self.assertEqual([(x.ctypes.data, x.nbytes) for x in found], [(x.ctypes.data, x.nbytes) for x in arrays])

    def test_of_what_is_broadcast_one_element_is_left_with_strides_as_packed(self):
        of_two = lambda kind, sizes, strides=None: {
            "DataType": kind, "Sizes": sizes, **({"Strides": strides} if strides else {})}
        desc = {"ATensor": of_two("UINT8", [4, 6]), "BTensor": of_two("UINT8", [4, 6], [0, 1])}
        for side in ("A", "B", "Output"):
            desc[side + "ScaleTensor"], desc[side + "ZeroPointTensor"] = of_two("FLOAT32",
                                                                                [1, 1]), of_two("UINT8", [1, 1])
        task = self.task(("qadd", "ELEMENT_WISE_QUANTIZED_LINEAR_ADD"), desc)
        self.assertEqual([(x.shape, x.strides) for x in task.data_inputs()], [((4, 6), (6, 1)), ((1, 6), (6, 1))])


if __name__ == "__main__":
    BUILD = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
