"""Arrays whose elements share memory: strides of 0, sliding windows, and tensors that have such strides themselves."""
import os
import subprocess
import sys
import unittest
from unittest import mock

import dmlrun
import numpy as np
import specs
from dmlrun import _kernel
from test_functions import TABLES, examples_of

SLICE = {"type": "SLICE", "desc": {"Offsets": [5], "Sizes": [2], "Strides": [100]}}
LARGE = f"""
import resource
import dmlrun, numpy as np
view = np.broadcast_to(np.float32(7), (300_000_000,))
kernel = dmlrun.compile({SLICE}, InputTensor=view)
limit = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + 64 * 1024
results = [kernel(view), kernel(InputTensor=view), kernel.bind(view)(), kernel.run_slice(view, first=0, count=2),
           dmlrun.run({SLICE}, InputTensor=view), dmlrun.slice(view, offsets=[5], sizes=[2], strides=[100]),
           dmlrun.slice(view.view(np.int32), offsets=[5], sizes=[2], strides=[100]).view(np.float32),
           dmlrun.slice(view, offsets=[5], sizes=[2], strides=[100], output=(2,))]
assert dmlrun.check({{**{SLICE}, "expected": {{"OutputTensor": [7, 7]}}}}, InputTensor=view)
assert all(np.array_equal(result, [7, 7]) for result in results), results
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < limit, "a view was copied"
"""


class Views(unittest.TestCase):
    def test_large_views_take_no_memory(self):
        subprocess.run([sys.executable, "-c", LARGE], check=True,
                       env={**os.environ, "PYTHONPATH": str(specs.ROOT / "engine" / "python")})

    @mock.patch.object(_kernel, "LARGE", 0)
    def test_every_operator_reads_views_where_they_lie(self):
        for table in TABLES:
            for name, text in examples_of(table):
                operator = dmlrun.Operator(text)
                if not operator.inputs or not all(tensor.packed for tensor in operator.inputs):
                    continue
                with self.subTest(f"{table['operator']} {name}"):
                    views = {}
                    for key, value in operator.random_inputs(1).items():
                        made = [np.broadcast_to(one.ravel()[:1].reshape((1,) * one.ndim), one.shape)
                                for one in (value if isinstance(value, list) else [value])]
                        views[key] = made if isinstance(value, list) else made[0]
                    copies = {key: [one.copy() for one in value] if isinstance(value, list) else value.copy()
                              for key, value in views.items()}
                    kernel = dmlrun.compile(text)
                    bound, expected = kernel.bind(**views), kernel.bind(**copies)
                    bound(), expected()
                    for one, other in zip(bound.outputs, expected.outputs):
                        self.assertEqual(one.tobytes(), other.tobytes())
                    given = [one for value in views.values() for one in (value if isinstance(value, list) else [value])]
                    for array in bound.inputs:
                        self.assertTrue(any(_kernel.address_of(array) == _kernel.address_of(one) for one in given))

    @mock.patch.object(_kernel, "LARGE", 0)
    def test_windows_and_other_orders_of_bytes(self):
        kernel = dmlrun.compile(specs.tile(sizes=(3, 4)))
        for dtype in ("<f4", ">f4"):
            windows = np.lib.stride_tricks.sliding_window_view(np.arange(6, dtype=dtype), 4)
            np.testing.assert_array_equal(kernel(windows), np.tile(windows, (1, 2)))
            backwards = windows[:, ::-1]  # DirectML has no negative strides
            np.testing.assert_array_equal(kernel(backwards), np.tile(backwards, (1, 2)))


class RepeatedElements(unittest.TestCase):
    def setUp(self):
        spec = specs.tile(sizes=(2, 3))
        spec["desc"]["InputTensor"]["Strides"] = [0, 1]
        self.kernel, self.spec = dmlrun.compile(spec), spec

    def test_an_axis_of_stride_0_takes_an_extent_of_1_as_files_have(self):
        row = np.float32([[1, 2, 3]])
        expected = np.tile(row, (2, 2))
        np.testing.assert_array_equal(self.kernel(row), expected)
        np.testing.assert_array_equal(dmlrun.run(self.spec, InputTensor=row), expected)
        one = dmlrun.compile({"type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [4],
                                                                       "Strides": [0]}, "Repeats": [1]}})
        np.testing.assert_array_equal(one(np.float32([7])), [7, 7, 7, 7])

    def test_different_values_of_one_element_are_refused(self):
        np.testing.assert_array_equal(self.kernel(np.float32([[1, 2, np.nan]] * 2)), np.tile([1, 2, np.nan], (2, 2)))
        for wrong in ([[1, 2, 3], [1, 2, 4]], [[0.0, 1, 1], [-0.0, 1, 1]]):
            with self.assertRaises(dmlrun.Error) as caught:
                self.kernel(np.float32(wrong))
            self.assertEqual(str(caught.exception), "InputTensor: elements are one by strides of [0, 1], but differ in "
                             "the array given; equal ones were expected, or other Strides in the spec")
