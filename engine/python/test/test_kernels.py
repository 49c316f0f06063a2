"""Kernels on arrays: what is read in place, what is copied, what is refused, and many threads."""
import ctypes
import threading
import time
import unittest

import dmlrun
import numpy as np
import specs
from dmlrun import _kernel

DTYPES = ("FLOAT32", "FLOAT16", "UINT32", "UINT16", "UINT8", "INT32", "INT16", "INT8", "FLOAT64", "UINT64", "INT64")


class Running(unittest.TestCase):
    def test_every_type_and_back_end_gives_numpys_values(self):
        for name in DTYPES:
            dtype = np.dtype(name.lower())
            array = np.random.default_rng(1).integers(0, 256, 6 * dtype.itemsize, np.uint8).view(dtype).reshape(2, 3)
            for backend in ("auto", "interpreter", "reference"):
                kernel = dmlrun.compile(specs.join(2, name), backend=backend)
                found = kernel.run([array, array])
                self.assertEqual(found.dtype, dtype)
                self.assertEqual(found.tobytes(), np.tile(array, (1, 2)).tobytes(), (name, backend))

    def test_arrays_by_order_by_name_and_as_lists(self):
        a, b = np.full((2, 3), 1, np.int16), np.full((2, 3), 2, np.int16)
        kernel = dmlrun.compile(specs.join(2))
        for found in (kernel.run([a, b]), kernel.run(InputTensors=(a, b)), kernel.run([a.tolist(), b])):
            np.testing.assert_array_equal(found, np.hstack([a, b]))
        with self.assertRaises(dmlrun.Error) as caught:
            kernel.run([a])
        self.assertEqual((caught.exception.code, caught.exception.pointer), ("count_mismatch", "InputTensors"))
        for wrong in (lambda: kernel.run(), lambda: kernel.run([a, b], [a]), lambda: kernel.run(Input=[a, b]),
                      lambda: kernel.run([a, b], InputTensors=[a, b])):
            self.assertRaises(TypeError, wrong)

    def test_several_outputs_are_a_tuple(self):
        kernel = dmlrun.compile(specs.split([1, 2, 3]))
        whole = np.arange(12, dtype=np.uint8).reshape(2, 6)
        parts = kernel.run(whole)
        self.assertIsInstance(parts, tuple)
        for found, expected in zip(parts, np.split(whole, [1, 3], axis=1)):
            np.testing.assert_array_equal(found, expected)
        given = [np.zeros_like(part) for part in parts]
        self.assertIs(kernel.run(whole, out=given)[2], given[2])
        self.assertIs(kernel.run(whole, out={"OutputTensors": given})[0], given[0])
        np.testing.assert_array_equal(np.hstack(given), whole)
        self.assertRaises(dmlrun.Error, kernel.run, whole, out=given[:2])

    def test_one_output_in_a_tensor_array_is_a_tuple_too(self):
        found = dmlrun.compile(specs.split([4])).run(np.zeros((2, 4), np.uint8))
        self.assertIsInstance(found, tuple)
        self.assertEqual(len(found), 1)

    def test_numbers_that_numpy_can_make_an_array_of(self):
        np.testing.assert_array_equal(dmlrun.compile(specs.tile()).run([[1, 2, 3], [4, 5, 6]])[0], [1, 2, 3, 1, 2, 3])

    def test_quantized_add_of_many_inputs(self):
        a, b = np.random.default_rng(2).integers(0, 256, (2, 8, 8), np.uint8)
        scales = [np.array([[x]], np.float32) for x in (0.5, 0.25, 0.75)]
        kernel = dmlrun.compile(specs.quantized_add((8, 8)))
        found = kernel.run(ATensor=a, AScaleTensor=scales[0], BTensor=b, BScaleTensor=scales[1],
                           OutputScaleTensor=scales[2])
        exact = np.clip(np.rint((a * np.float32(0.5) + b * np.float32(0.25)) / np.float32(0.75)), 0, 255)
        np.testing.assert_array_equal(found, exact.astype(np.uint8))
        spec = specs.quantized_add((8, 8))
        untold = {"type": spec["type"], "desc": {name: spec["desc"][name] for name in ("ATensor", "BTensor")}}
        for given in (scales, (0.5, 0.25, 0.75), [scale.ravel() for scale in scales],
                      [scale.reshape(()) for scale in scales], [scale.reshape(1, 1, 1) for scale in scales]):
            for run in (kernel.run, lambda **arrays: dmlrun.run(spec, **arrays),
                        lambda **arrays: dmlrun.run(untold, **arrays)):
                made = run(ATensor=a, BTensor=b, AScaleTensor=given[0], BScaleTensor=given[1],
                           OutputScaleTensor=given[2])
                np.testing.assert_array_equal(made, found)

    def test_slices_make_the_whole(self):
        kernel = dmlrun.compile(specs.tile(sizes=(5, 7), repeats=(3, 2)))
        array = np.random.default_rng(3).random((5, 7), np.float32)
        whole, step = kernel.run(array), max(1, kernel.slice_granularity()) * 16
        parts = [kernel.run_slice(array, first=i, count=min(step, whole.size - i)) for i in range(0, whole.size, step)]
        np.testing.assert_array_equal(np.concatenate(parts), whole.ravel())
        self.assertRaises(dmlrun.Error, kernel.run_slice, array, first=whole.size, count=1)
        self.assertRaises(dmlrun.Error, kernel.run_slice, array, first=0, count=16, out=np.zeros(16, np.int32))
        self.assertRaises(dmlrun.Error, kernel.run_slice, array, first=0, count=16, out=np.zeros(17, array.dtype))


class Memory(unittest.TestCase):
    def test_contiguous_arrays_are_read_and_written_in_place(self):
        array, out = np.zeros((2, 3), np.float32), np.zeros((2, 6), np.float32)
        bound = dmlrun.compile(specs.tile()).bind(array, out=out)
        self.assertIs(bound.inputs[0], array)
        self.assertIs(bound.outputs[0], out)
        array[1, 2] = 7
        self.assertIs(bound(), out)
        self.assertEqual(out[1, 5], 7)

    def test_pointers_are_those_that_numpy_tells(self):
        for array in (np.zeros(5), np.zeros((4, 6))[1:, 3:], np.zeros((3, 3), np.uint8).T, np.array(7)):
            self.assertEqual(_kernel.address_of(array), array.ctypes.data)

    def test_other_layouts_are_copied(self):
        kernel = dmlrun.compile(specs.tile())
        array = np.arange(6, dtype=np.float32).reshape(2, 3)
        expected = np.tile(array, (1, 2))
        for same in (np.asfortranarray(array), np.repeat(array, 2, axis=1)[:, ::2], array.astype(">f4"),
                     array[::-1].copy()[::-1], np.broadcast_to(array, (2, 3))):
            np.testing.assert_array_equal(kernel.run(same), expected)

    def test_strided_tensors_take_views_as_they_are(self):
        spec = specs.tile(sizes=(2, 3))
        spec["desc"]["InputTensor"]["Strides"] = [5, 1]
        spec["desc"]["OutputTensor"] = {"DataType": "FLOAT32", "Sizes": [2, 6], "Strides": [8, 1]}
        kernel = dmlrun.compile(spec)
        self.assertEqual((kernel.inputs[0].nbytes, kernel.inputs[0].strides), (32, (20, 4)))
        padded = np.arange(10, dtype=np.float32).reshape(2, 5)
        bound = kernel.bind(padded[:, :3])
        self.assertEqual(bound.inputs[0].ctypes.data, padded.ctypes.data)
        np.testing.assert_array_equal(bound(), np.tile(padded[:, :3], (1, 2)))
        self.assertEqual(kernel.run(padded[:, :3]).strides, (32, 4))
        np.testing.assert_array_equal(kernel.run(padded[:, :3].copy()), np.tile(padded[:, :3], (1, 2)))
        wide = np.full((2, 8), -1, np.float32)
        kernel.run(padded[:, :3], out=wide[:, :6])
        np.testing.assert_array_equal(wide[:, 6:], [[-1, -1], [-1, -1]])

    def test_broadcast_tensors_take_broadcast_arrays(self):
        spec = specs.tile(sizes=(2, 3))
        spec["desc"]["InputTensor"]["Strides"] = [0, 1]
        row = np.arange(3, dtype=np.float32)
        bound = dmlrun.compile(spec).bind(np.broadcast_to(row, (2, 3)))
        self.assertEqual(bound.inputs[0].ctypes.data, row.ctypes.data)
        np.testing.assert_array_equal(bound()[1], np.tile(row, 2))

    def test_read_only_inputs_are_read_and_never_written(self):
        array = np.arange(6, dtype=np.float32).reshape(2, 3)
        array.flags.writeable = False
        np.testing.assert_array_equal(dmlrun.compile(specs.tile()).run(array), np.tile(array, (1, 2)))

    def test_booleans_are_bytes(self):
        flags = np.array([[True, False, True]])
        for name in ("UINT8", "INT8"):
            np.testing.assert_array_equal(dmlrun.compile(specs.tile(name, (1, 3))).run(flags), [[1, 0, 1, 1, 0, 1]])


class Refusals(unittest.TestCase):
    def refused(self, code, call, *arguments, **named):
        with self.assertRaises(dmlrun.Error) as caught:
            call(*arguments, **named)
        self.assertEqual(caught.exception.code, code, caught.exception)
        return caught.exception

    def test_arrays_that_do_not_fit(self):
        kernel = dmlrun.compile(specs.tile())
        good = np.zeros((2, 3), np.float32)
        self.refused("type_mismatch", kernel.run, good.astype(np.float64))
        self.refused("type_mismatch", kernel.run, good.astype(np.int32))
        self.refused("type_mismatch", kernel.run, good.astype(np.complex64))
        self.assertEqual(self.refused("size_mismatch", kernel.run, np.zeros((3, 2), np.float32)).pointer, "InputTensor")
        self.refused("size_mismatch", kernel.run, np.zeros(6, np.float32))
        self.refused("size_mismatch", kernel.run, good, out=np.zeros((6, 2), np.float32))
        self.refused("type_mismatch", kernel.run, good, out=np.zeros((2, 6), np.int32))
        self.refused("size_mismatch", kernel.run, good, out=np.zeros((6, 2), np.float32).T)
        self.refused("size_mismatch", kernel.run, good, out=np.zeros((2, 12), np.float32)[:, ::-2])
        fixed = np.zeros((2, 6), np.float32)
        fixed.flags.writeable = False
        self.refused("null_buffer", kernel.run, good, out=fixed)
        with self.assertRaisesRegex(dmlrun.Error, "out is str; a numpy array was expected"):
            kernel.run(good, out="y")

    def test_overlaps(self):
        memory = np.zeros(64, np.float32)
        kernel = dmlrun.compile(specs.tile())
        error = self.refused("buffers_overlap", kernel.run, memory[:6].reshape(2, 3), out=memory[5:17].reshape(2, 6))
        self.assertEqual(error.pointer, "OutputTensor")
        kernel.run(memory[:6].reshape(2, 3), out=memory[6:18].reshape(2, 6))

    def test_after_a_refusal_the_kernel_runs(self):
        kernel = dmlrun.compile(specs.tile())
        memory = np.zeros(64, np.float32)
        for _ in range(3):
            self.refused("buffers_overlap", kernel.run, memory[:6].reshape(2, 3), out=memory[:12].reshape(2, 6))
            self.assertEqual(kernel.run(np.ones((2, 3), np.float32)).sum(), 12)


class Threads(unittest.TestCase):
    def test_many_threads_run_one_kernel(self):
        kernel = dmlrun.compile(specs.tile(sizes=(8, 8), repeats=(2, 2)))
        wrong = []

        def work(number):
            array = np.full((8, 8), number, np.float32)
            for _ in range(300):
                if not (kernel.run(array) == number).all():
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_threads_share_a_run(self):
        array = np.random.default_rng(5).integers(0, 256, (2048, 2048), np.uint8)
        for threads in (0, 2):
            try:
                kernel = dmlrun.compile(specs.tile("UINT8", (2048, 2048), (2, 2)), threads=threads)
            except dmlrun.Error as error:
                self.skipTest(str(error))
            np.testing.assert_array_equal(kernel.run(array), np.tile(array, (2, 2)))
        for threads, wrong in (-1, dmlrun.Error), (2**31, dmlrun.Error), (2.5, TypeError):
            self.assertRaises(wrong, dmlrun.compile, specs.tile(), threads=threads)

    def test_pythons_lock_is_free_while_a_kernel_runs(self):
        kernel = dmlrun.compile(specs.tile(sizes=(1024, 1024), repeats=(4, 4)), backend="reference")
        bound = kernel.bind(np.zeros((1024, 1024), np.float32))
        thread = threading.Thread(target=bound)
        begin = time.perf_counter()
        thread.start()
        steps = 0
        while thread.is_alive():
            steps += 1
            time.sleep(0)
        elapsed = time.perf_counter() - begin
        # With the lock held throughout, the loop would have stood still.
        self.assertGreater(steps, 100, f"{steps} steps in {elapsed:.3f} s")

    def test_kernels_outlive_everything_else(self):
        operator = dmlrun.Operator(specs.tile())
        kernel = dmlrun.compile(specs.tile())
        del operator
        bound = kernel.bind(np.ones((2, 3), np.float32))
        dmlrun.clear_cache()
        del kernel
        self.assertEqual(bound().sum(), 12)

    def test_the_library_refuses_handles_of_nothing(self):
        error = _kernel.ErrorStruct()
        self.assertNotEqual(_kernel._run(None, None, 0, None, 0, ctypes.addressof(error)), 0)
        self.assertIn(b"null", error.message)


class Explanations(unittest.TestCase):
    def test_they_are_short_or_whole(self):
        short, whole = (dmlrun.explain(specs.tile(), verbose=verbose) for verbose in (False, True))
        self.assertEqual([line.split(" ")[0] for line in short.splitlines()], ["TILE:", "axes:", "formula:", "back"])
        self.assertNotIn("--verbose", short)
        self.assertTrue(whole.startswith(short + "  strategy for OutputTensor:\n"), whole)
        self.assertIn("\nplan of OutputTensor: ", whole)
        operator = dmlrun.Operator(specs.tile())
        self.assertEqual((operator.explain_text(), operator.explain_text(verbose=True)), (short, whole))
