"""The functions of operators.py, each row in turn, and what a spec may hold."""
import copy
import inspect
import json
import pickle
import re
import sys
import traceback
import typing
import unittest

import dmlrun
import numpy as np
import specs

sys.path.insert(0, str(specs.ROOT / "specs"))
import rows
import write_python
from write_descs import snake

TABLES = [table for table in rows.tables() if table["operator"]]
NAMES = write_python.function_names()


def function_of(table):
    return getattr(dmlrun, NAMES[table["operator"]])


def examples_of(table):
    for path in sorted((specs.ROOT / "specs" / "examples" / rows.folder(table["operator"])).glob("*.json")):
        text = path.read_text(encoding="utf-8")
        if "sourcePath" not in text and "featureLevel" not in text and "//" not in text:
            yield path.name, text


def arguments(table, text, arrays):
    """What a call of the operator's function gets for a spec: by argument, None where the spec does not have it."""
    operator, spec, given = dmlrun.Operator(text), json.loads(text), {}
    desc = spec.get("desc", spec.get("Desc"))
    for field in write_python.shown_fields(table):
        argument, key = write_python.argument(field), field["name"]
        made = [(t.dtype, t.shape) for t in operator.outputs if t.name == key]
        if field.get("role") == "input":
            given[argument] = arrays.get(key)
        elif made:
            given[argument] = made if field["kind"] == "tensor[]" else made[0]
        else:
            given[argument] = desc.get(key)
    return given


class Functions(unittest.TestCase):
    def test_the_module_is_what_the_rows_make(self):
        self.assertEqual(write_python.TARGET.read_text(encoding="utf-8"), write_python.module())
        short = write_python.short_names()
        self.assertEqual(sorted(dmlrun.operators.__all__),
                         sorted([*(NAMES[table["operator"]] for table in TABLES), *short]))
        for name, function in short.items():
            self.assertIs(getattr(dmlrun, name), getattr(dmlrun, function))

    def test_each_has_its_fields_and_what_they_are(self):
        for table in TABLES:
            with self.subTest(table["operator"]):
                function = function_of(table)
                parameters = inspect.signature(function).parameters
                fields = {write_python.argument(field) for field in write_python.shown_fields(table)}
                self.assertEqual(set(parameters), fields | {"out", "options"})
                words = " ".join(function.__doc__.split())
                self.assertTrue(words.startswith(" ".join(table["summary"].split())))
                for field in write_python.shown_fields(table):
                    self.assertIn(f"{write_python.argument(field)}: {' '.join(field['doc'].split())}", words)

    def test_each_does_what_its_examples_do(self):
        for table in TABLES:
            count = 0
            for name, text in examples_of(table):
                with self.subTest(f"{table['operator']} {name}"):
                    operator = dmlrun.Operator(text)
                    if not all(tensor.packed for tensor in operator.inputs):
                        continue
                    arrays = operator.random_inputs(1)
                    expected = dmlrun.compile(text).run(**arrays)
                    found = function_of(table)(**arguments(table, text, arrays))
                    many = isinstance(expected, tuple)
                    for one, other in zip(expected if many else [expected], found if many else [found]):
                        self.assertEqual((one.dtype, one.shape), (other.dtype, other.shape))
                        self.assertEqual(one.tobytes(), other.tobytes())
                    count += 1
            self.assertGreater(count, 0, table["operator"])

    def test_each_page_names_a_call_with_all_that_is_needed(self):
        for table in TABLES:
            with self.subTest(table["operator"]):
                page = specs.ROOT / "docs" / "operators" / f"{rows.folder(table['operator'])}.md"
                name, words = re.search(r"(?m)^In Python: `dmlrun\.(\w+)\((.*)\)`\.$", page.read_text()).groups()
                self.assertEqual(name, NAMES[table["operator"]])
                words = words.split(", ")
                # What one mode alone needs is not in the call.
                text = next(text for _, text in examples_of(table))
                given = arguments(table, text, dmlrun.Operator(text).random_inputs(1))
                moded = {write_python.argument(f): given[write_python.argument(f)] for f in table["fields"]
                         if "required_when" in f}
                positional = [given[word] for word in words if not word.endswith("=...")]
                named = {word[:-4]: given[word[:-4]] for word in words if word.endswith("=...")}
                function_of(table)(*positional, **named, **moded)

    def test_options_and_an_array_to_write_to(self):
        x, out = np.arange(6, dtype=np.float32).reshape(2, 3), np.empty((2, 6), np.float32)
        self.assertIs(dmlrun.tile(x, repeats=[1, 2], out=out, backend="interpreter"), out)
        self.assertTrue(np.array_equal(out, np.tile(x, (1, 2))))
        self.assertEqual(dmlrun.add([1.0, 2.0], [3.0, 4.0]).tolist(), [4, 6])
        self.assertEqual(dmlrun.join([[1, 2], [3]], axis=0).tolist(), [1, 2, 3])
        for activation in "relu", "ACTIVATION_RELU", {"Type": "RELU"}:
            self.assertEqual(dmlrun.add1([-1.0, 2.0], [-1.0, 1.0], fused_activation=activation).tolist(), [0, 3])
        self.assertEqual(dmlrun.cast(x, output=np.int8).dtype, np.int8)

    def test_inputs_are_broadcast_as_numpy_does(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        strided = np.arange(12, dtype=np.float32)[::4]
        for other in (x[0], x[:, :1], np.float32(2), np.array(2, np.float32), 2, 2.5, [1, 2, 3], [[1], [2]],
                      np.ones((4, 1, 3), np.float32), strided, x[::-1, ::2][:, :1]):
            with self.subTest(other=other):
                expected = x + np.asarray(other, np.float32)
                for found in (dmlrun.add(x, other), dmlrun.add(other, x)):
                    self.assertEqual((found.dtype, found.shape), (np.float32, expected.shape))
                    self.assertEqual(found.tolist(), expected.tolist())
        chosen = dmlrun.if_(x > 2, x, 0)
        self.assertEqual(chosen.tolist(), np.where(x > 2, x, 0).tolist())
        self.assertEqual(dmlrun.pow(x, 2).tolist(), (x**2).tolist())
        self.assertEqual(dmlrun.add(x.astype(np.int8), -3).tolist(), (x - 3).tolist())
        made = dmlrun.quantize_linear(x, 0.5, 3, output=np.uint8)
        self.assertEqual((made.dtype, made.tolist()), (np.uint8, (x * 2 + 3).tolist()))
        self.assertEqual(dmlrun.dequantize_linear(made, np.float32(0.5), 3).tolist(), x.tolist())

    def test_scales_and_zero_points_are_numbers_or_arrays_of_one_element(self):
        for b in (np.arange(6, dtype=np.uint8).reshape(2, 3), np.arange(6, dtype=np.uint8), np.uint8(5)):
            for scale in (0.5, 1, [0.5], [[0.5]], np.float32(0.5), np.float32([[[0.5]]])):
                for zero in (None, 0, [0], np.uint8(0), np.uint8([[[0]]])):
                    for output in (None, np.uint8):
                        with self.subTest(b=b, scale=scale, zero=zero, output=output):
                            made = dmlrun.quantized_linear_add(b, scale, zero, b, scale, zero, scale, zero,
                                                               output=output)
                            self.assertEqual((made.dtype, made.tolist()), (np.uint8, (2 * b).tolist()))
        with self.assertRaisesRegex(dmlrun.Error, "BScaleTensor"):
            dmlrun.quantized_linear_add(b, 0.5, None, b, [0.5, 1], None, 0.5)

    def test_numbers_give_arrays_without_axes(self):
        out = np.empty((), np.float32)
        for made in (dmlrun.add(1.0, 2.0), dmlrun.abs(np.float32(-3)), dmlrun.add(np.array(1, np.float32), 2, out=out)):
            self.assertEqual((made.dtype, made.shape, made.item()), (np.float32, (), 3))
        self.assertEqual(out, 3)
        self.assertEqual(dmlrun.tile(np.float32(2), repeats=[2]).tolist(), [2, 2])

    def test_what_cannot_be_broadcast_is_refused(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        for code, call in (("size_mismatch", lambda: dmlrun.add(x, np.zeros(2, np.float32))),
                           ("type_mismatch", lambda: dmlrun.add(x, np.float64(2))),
                           ("type_mismatch", lambda: dmlrun.add(x.astype(np.int8), 2.5)),
                           ("out_of_range", lambda: dmlrun.add(x.astype(np.int8), 128)),
                           ("usage", lambda: dmlrun.add(x, x, out=x, output=x)),
                           ("size_mismatch", lambda: dmlrun.add(x, x, output=(3, 2))),
                           ("missing_field", lambda: dmlrun.cast(x))):
            with self.assertRaises(dmlrun.Error) as caught:
                call()
            self.assertEqual(caught.exception.code, code, caught.exception)

    def test_an_output_that_does_not_fit_is_named(self):
        x = np.zeros(2, np.float32)
        for call in (lambda: dmlrun.relu(x, out=np.zeros(2)), lambda: dmlrun.add(x, x, out=np.zeros(2)),
                     lambda: dmlrun.relu(x, out=np.zeros(3, np.float32)), lambda: dmlrun.relu(x, output=np.float64),
                     lambda: dmlrun.join([x, x], axis=0, out=np.zeros(4))):
            with self.assertRaises(dmlrun.Error) as caught:
                call()
            self.assertTrue(caught.exception.pointer.startswith("/desc/OutputTensor"), caught.exception)

    def test_numbers_get_a_type_that_the_operator_takes_and_that_holds_them(self):
        for made, dtype in ((dmlrun.relu([1, -2]), np.int32), (dmlrun.sigmoid([0, 0]), np.float32),
                            (dmlrun.abs([1, -2]), np.int64), (dmlrun.add(1, 2.5), np.float32),
                            (dmlrun.bit_shift_left([6], [1]), np.uint32), (dmlrun.pow([2, 3], 2), np.int32)):
            self.assertEqual(made.dtype, dtype)
        self.assertEqual(dmlrun.relu([1, -2]).tolist(), [1, 0])
        self.assertEqual(dmlrun.add(np.array([True, False]), 2).tolist(), [3, 2])
        kernel = dmlrun.compile({"type": "ACTIVATION_RELU"}, InputTensor=np.zeros(2, np.int8))
        self.assertEqual(kernel([1, -2]).tolist(), [1, 0])
        x = np.zeros(2, np.float32)
        for call in (lambda: dmlrun.add(x, 1e50), lambda: dmlrun.add(x, [1, -1e50]), lambda: dmlrun.abs([1e50]),
                     lambda: dmlrun.add(x.astype(np.float16), 70000), lambda: kernel([1, 300]),
                     lambda: dmlrun.add(np.array([True, False]), 300)):
            with self.assertRaises(dmlrun.Error) as caught:
                call()
            self.assertEqual(caught.exception.code, "out_of_range", caught.exception)
        with self.assertRaises(dmlrun.Error) as caught:
            kernel([1.5, 2])
        self.assertEqual(caught.exception.code, "type_mismatch", caught.exception)
        self.assertEqual(dmlrun.add(x, [np.inf, 1]).tolist(), [np.inf, 1])

    def test_numbers_given_to_a_spec_get_the_type_that_it_tells(self):
        spec = {"type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2]}, "Repeats": [2]}}
        made = dmlrun.run(spec, InputTensor=[1, 2])
        self.assertEqual((made.dtype, made.tolist()), (np.float32, [1, 2, 1, 2]))
        del spec["desc"]["InputTensor"]
        self.assertEqual(dmlrun.run(spec, InputTensor=[1, 2]).dtype, np.int64)

    def test_truth_beside_numbers_is_one_or_zero_of_their_type(self):
        for x in np.array([1, 2], np.float32), np.array([1, 2], np.int8), np.array([1, 2], np.float16):
            for truth in True, [True, False]:
                made = dmlrun.add(x, truth)
                self.assertEqual((made.dtype, made.tolist()), (x.dtype, (x + np.asarray(truth, x.dtype)).tolist()))

    def test_types_and_shapes_that_no_tensor_has_are_refused(self):
        x = np.zeros((2, 3), np.float32)
        for call, words in ((lambda: dmlrun.cast(x, output=bool),
                             "^/desc/OutputTensor/DataType: bool was given; .* expected, uint8 for truth"),
                            (lambda: dmlrun.abs(x.astype(np.complex64)), "complex64 was given; one of float16, "),
                            (lambda: dmlrun.abs(x[:0]), r"shape \(0, 3\) was given; sizes of at least 1 were")):
            with self.assertRaisesRegex(dmlrun.Error, words):
                call()

    def test_modes_are_literals(self):
        modes = [(table, field) for table in TABLES for field in table["fields"] if field["kind"] == "enum"]
        for table, field in modes:
            hint = typing.get_type_hints(function_of(table))[write_python.argument(field)]
            self.assertEqual(typing.get_args(hint), tuple(value["name"] for value in field["values"]))
        self.assertGreater(len(modes), 5)

    def test_inputs_are_in_the_order_of_directml(self):
        for table in TABLES:
            inputs = [write_python.argument(f) for f in table["fields"] if f.get("role") == "input"]
            self.assertEqual(list(inspect.signature(function_of(table)).parameters)[:len(inputs)], inputs)
        a, b = np.array([10, 20], np.uint8), np.array([3, 5], np.uint8)
        made = dmlrun.quantized_linear_add(a, 0.5, None, b, 1, 3, 0.5, 1)
        self.assertEqual(made.tolist(), [11, 25])
        self.assertEqual(dmlrun.quantized_linear_add(a, 0.5, b=b, b_scale=1, b_zero_point=3, output_scale=0.5,
                                                     output_zero_point=1).tolist(), [11, 25])
        with self.assertRaisesRegex(dmlrun.Error, "BTensor"):
            dmlrun.quantized_linear_add(a, 0.5)

    def test_names_that_are_not_there_are_explained(self):
        for name, words in (("gemm", "GEMM is an operator of DirectML that dmlrun does not run yet"),
                            ("quantize", "does not run yet; it runs ELEMENT_WISE_QUANTIZE_LINEAR; operator_types"),
                            ("softmax", "ACTIVATION_SOFTMAX is an operator of DirectML"),
                            ("paddin", r"Did you mean 'padding'\?$"), ("concat", r"Did you mean 'join'\?$"),
                            ("transpose", r"as dmlrun.identity\(x\.T\)"),
                            ("element_wise_add", r"Did you mean 'add'\?$"),
                            ("cache_statistic", "'cache_statistics'"),
                            ("cat", r"Did you mean 'join'\?$"), ("stack", "JOIN along an axis of size 1"),
                            ("equal", r"Did you mean 'logical_equals'\?$"), ("and", r"Did you mean 'and_'\?$"),
                            ("less", r"Did you mean 'logical_less_than'\?$"), ("NOT", r"Did you mean 'not_'\?$"),
                            ("trunc", "a RoundingMode of TOWARD_ZERO"), ("atan2", r"Did you mean 'atan_yx'\?$"),
                            ("sum", ": REDUCE is an operator of DirectML that dmlrun does not run yet; operator_types"),
                            ("matmul", ": GEMM is an operator of DirectML that dmlrun does not run yet"),
                            ("mish", "no attribute 'mish'$"), ("kernel", r"Did you mean 'Kernel'\?$"),
                            ("xyzzy", "no attribute 'xyzzy'$"), ("__xyzzy__", "no attribute '__xyzzy__'$")):
            with self.assertRaisesRegex(AttributeError, words):
                getattr(dmlrun, name)

    def test_an_operator_that_is_not_implemented_has_a_code_of_its_own(self):
        for name, code in (("GEMM", "not_implemented"), ("XYZZY", "unknown_operator")):
            with self.assertRaises(dmlrun.Error) as caught:
                dmlrun.Operator({"type": name})
            self.assertEqual(caught.exception.code, code)

    def test_outputs_are_told_in_several_ways(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        for told in (np.int8, np.dtype(np.int8), "int8", "INT8", "DML_TENSOR_DATA_TYPE_INT8", (np.int8, (2, 3)),
                     ["int8", [2, 3]], (np.int8, None), {"DataType": np.int8}):
            self.assertEqual(dmlrun.cast(x, output=told).dtype, np.int8, told)
        for told in ((2, 3), [2, 3], np.float32):
            self.assertEqual(dmlrun.abs(x, output=told).tolist(), x.tolist())
        self.assertEqual(dmlrun.fill_value_constant(value_data_type="int8", value=7, output=4).tolist(), [7] * 4)
        array = np.empty((2, 3), np.int8)
        self.assertIs(dmlrun.cast(x, output=array), array)
        self.assertIs(dmlrun.cast(x + 1, out=array), array)
        self.assertEqual(array.tolist(), (x + 1).tolist())
        halves = [np.empty((1, 3), np.float32) for _ in range(2)]
        made = dmlrun.split(x, axis=0, output_count=2, outputs=halves)
        self.assertTrue(all(one is other for one, other in zip(made, halves)))
        for wrong in ("int9", 2.5, True, (np.int8, "x"), object(), [np.int8, 2, 3]):
            with self.assertRaises(dmlrun.Error) as caught:
                dmlrun.cast(x, output=wrong)
            self.assertIn("an array, a type, a shape", str(caught.exception))

    def test_refusals_are_errors_of_dmlrun(self):
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.tile(np.zeros((2, 2), np.int8), repeats=[0, 1])
        self.assertEqual(caught.exception.rule, "TILE-3")
        shown = traceback.format_exception_only(type(caught.exception), caught.exception)[0]
        self.assertTrue(shown.startswith("dmlrun.Error: "), shown)
        self.assertEqual(str(pickle.loads(pickle.dumps(caught.exception))), str(caught.exception))
        with self.assertRaises(TypeError):
            dmlrun.tile(np.zeros(2), np.zeros(2), repeats=[1])

    def test_a_spec_may_hold_arrays_and_types_of_numpy(self):
        x = np.arange(6, dtype=np.int16).reshape(2, 3)
        spec = {"type": "TILE", "desc": {"InputTensor": {"DataType": x.dtype, "Sizes": x.shape},
                                         "Repeats": np.array([1, 2])}, "inputs": {"InputTensor": x}}
        before = copy.deepcopy(spec)
        self.assertTrue(np.array_equal(dmlrun.run(spec), np.tile(x, (1, 2))))
        self.assertEqual(str(spec), str(before))
        del spec["desc"]["InputTensor"]  # follows from the array
        self.assertTrue(np.array_equal(dmlrun.run(spec), np.tile(x, (1, 2))))
        self.assertEqual(dmlrun.compile(spec).inputs[0].shape, (2, 3))
        joined = dmlrun.run({"type": "JOIN", "desc": {"Axis": 0}, "inputs": {"InputTensors": [x, x[:1]]}})
        self.assertEqual((joined.dtype, joined.shape), (np.int16, (3, 3)))
        self.assertEqual(dmlrun.run({"type": "ACTIVATION_RELU", "inputs": {"InputTensor": x}}).shape, (2, 3))
        spec["desc"]["InputTensor"] = {"DataType": np.float32, "Sizes": x.shape}
        spec["inputs"]["InputTensor"] = [[np.float32("nan"), float("inf"), -np.inf], [0, np.float16(0.5), 1]]
        self.assertEqual(dmlrun.run(spec).shape, (2, 6))
        with self.assertRaises(dmlrun.Error):
            dmlrun.Operator({"type": "TILE", "desc": {"InputTensor": {"DataType": np.complex64, "Sizes": [1]}}})

    def test_modes_and_types_are_written_in_any_letter_case(self):
        x = np.arange(3, dtype=np.float32)
        padded = dmlrun.padding(x, padding_mode="edge", start_padding=[1], end_padding=[0])
        self.assertEqual(padded.tolist(), [0, 0, 1, 2])
        made = dmlrun.fill_value_constant(value_data_type="float32", value="-inf", output=("float32", 2))
        self.assertEqual(made.tolist(), [-np.inf, -np.inf])

    def test_an_argument_that_nothing_takes_is_named_beside_the_nearest(self):
        x = np.arange(4, dtype=np.float32)
        for name, near in (("outputs", "output"), ("repeat", "repeats"), ("thread", "threads")):
            fields = "it takes input, repeats, output, out, and the options"
            for given in ({"repeats": [2]}, {}):  # also where one that is needed is missing
                with self.assertRaisesRegex(TypeError, rf"^tile\(\) got .* '{name}'; {fields}.* '{near}'\?$"):
                    dmlrun.tile(x, **given, **{name: 1})
        with self.assertRaisesRegex(TypeError, r"'xyzzy'; .* compile\(\)$"):
            dmlrun.tile(x, repeats=[2], xyzzy=1)
        form = r"it is called as tile\(input, \*, repeats, output=None, out=None, \*\*options\)$"
        with self.assertRaisesRegex(TypeError, f"missing .* 'repeats'; {form}"):
            dmlrun.tile(x)
        with self.assertRaisesRegex(TypeError, f"takes 1 positional argument but 2 .*; {form}"):
            dmlrun.tile(x, 2)
        self.assertEqual(dmlrun.tile(x, repeats=[2], feature_level="6.0", backend="interpreter").size, 8)

    def test_names_of_other_libraries_are_told_in_those_of_directml(self):
        x = np.ones((2, 3), np.float32)
        for call, near in ((lambda: dmlrun.join([x, x], dim=0), "axis"),
                           (lambda: dmlrun.tile(x, reps=[1, 2]), "repeats"),
                           (lambda: dmlrun.tile(InputTensor=x, repeats=[1, 2]), "input"),
                           (lambda: dmlrun.tile(x, Repeats=[1, 2]), "repeats"),
                           (lambda: dmlrun.add(x, BTensor=x), "b"),
                           (lambda: dmlrun.leaky_relu(x, negative_slope=0.1), "alpha"),
                           (lambda: dmlrun.cast(x, dtype=np.float16), "output"),
                           (lambda: dmlrun.fill_value_constant(dtype=np.int8, value=1, output=2), "value_data_type"),
                           (lambda: dmlrun.one_hot(x, x, num_classes=5), "output"),
                           (lambda: dmlrun.split(x, sections=2), "output_count"),
                           (lambda: dmlrun.slice1(x, starts=[0, 0]), "input_window_offsets"),
                           (lambda: dmlrun.parameterized_relu(x, weight=x), "slope"),
                           (lambda: dmlrun.padding(x, mode="EDGE"), "padding_mode"),
                           (lambda: dmlrun.add(x1=x, x2=x), "a")):
            with self.assertRaisesRegex(TypeError, f"Did you mean '{near}'\\?$"):
                call()

    def test_kernels_are_called_and_drawn(self):
        kernel = dmlrun.compile({"type": "TILE", "desc": {
            "InputTensor": {"DataType": "UINT8", "Sizes": [2]}, "Repeats": [2]}})
        self.assertEqual(kernel(np.array([1, 2], np.uint8)).tolist(), [1, 2, 1, 2])
        self.assertTrue(kernel._repr_svg_().startswith("<svg"))
        self.assertEqual(kernel._repr_svg_(), kernel.operator._repr_svg_())

    def test_names_are_those_of_the_fields(self):
        self.assertEqual([snake(name) for name in ("InputTensor", "ATensor", "RepeatsCount")],
                         ["input", "a", "repeats_count"])
        self.assertEqual(NAMES["ELEMENT_WISE_IDENTITY"], "identity")
        self.assertEqual(NAMES["ACTIVATION_IDENTITY"], "activation_identity")
        self.assertEqual(len(set(NAMES.values())), len(NAMES))
        others = set(dmlrun.__all__) - {"operators"}
        self.assertEqual(others & set(NAMES.values()), set())


if __name__ == "__main__":
    unittest.main()
