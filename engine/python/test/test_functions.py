"""The functions of operators.py, each row in turn, and what a spec may hold."""
import copy
import inspect
import json
import pickle
import sys
import traceback
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


class Functions(unittest.TestCase):
    def test_the_module_is_what_the_rows_make(self):
        self.assertEqual(write_python.TARGET.read_text(encoding="utf-8"), write_python.module())
        self.assertEqual(sorted(dmlrun.operators.__all__), sorted(NAMES[table["operator"]] for table in TABLES))

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
                    spec = json.loads(text)
                    desc = spec.get("desc", spec.get("Desc"))
                    given = {}
                    for field in write_python.shown_fields(table):
                        argument, key = write_python.argument(field), field["name"]
                        made = [(t.dtype, t.shape) for t in operator.outputs if t.name == key]
                        if field.get("role") == "input":
                            given[argument] = arrays.get(key)
                        elif made:
                            given[argument] = made if field["kind"] == "tensor[]" else made[0]
                        else:
                            given[argument] = desc.get(key)
                    found = function_of(table)(**given)
                    many = isinstance(expected, tuple)
                    for one, other in zip(expected if many else [expected], found if many else [found]):
                        self.assertEqual((one.dtype, one.shape), (other.dtype, other.shape))
                        self.assertEqual(one.tobytes(), other.tobytes())
                    count += 1
            self.assertGreater(count, 0, table["operator"])

    def test_options_and_an_array_to_write_to(self):
        x, out = np.arange(6, dtype=np.float32).reshape(2, 3), np.empty((2, 6), np.float32)
        self.assertIs(dmlrun.tile(x, repeats=[1, 2], out=out, backend="interpreter"), out)
        self.assertTrue(np.array_equal(out, np.tile(x, (1, 2))))
        self.assertEqual(dmlrun.add([1.0, 2.0], [3.0, 4.0]).tolist(), [4, 6])
        self.assertEqual(dmlrun.join([[1, 2], [3]], axis=0).tolist(), [1, 2, 3])
        self.assertEqual(dmlrun.cast(x, output=np.int8).dtype, np.int8)

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
        spec["desc"]["InputTensor"]["DataType"] = np.float32
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
