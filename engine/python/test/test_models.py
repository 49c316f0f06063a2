"""Models through the C interface, against those that the project keeps."""
import json
import os
import re
import tempfile
import unittest
import warnings

import dmlrun
import numpy as np
import specs

CHAIN = {
    "resources": {
        "In": {"initialValuesDataType": "FLOAT32", "initialValues": [1, 2, 3, 4]},
        "Out": {"initialValuesDataType": "FLOAT32", "initialValues": {"valueCount": 8, "value": 0}}},
    "dispatchables": {"tile": {"type": "TILE", "desc": {
        "InputTensor": {"DataType": "FLOAT32", "Sizes": [1, 1, 2, 2]},
        "OutputTensor": {"DataType": "FLOAT32", "Sizes": [1, 1, 2, 4]}, "RepeatsCount": 4, "Repeats": [1, 1, 1, 2]}}},
    "commands": [
        {"type": "dispatch", "dispatchable": "tile", "bindings": {"InputTensor": "In", "OutputTensor": "Out"}},
        {"type": "print", "resource": "Out", "expected": {"values": [1, 2, 1, 2, 3, 4, 3, 4]}},
        {"type": "writeFile", "resource": "Out", "targetPath": "deep/out.npy"}]}


NUMPY_TAKES = {"file_npy_long_extents.json"}  # extents as Python 2 wrote them, "(2L, 3L)"


class Models(unittest.TestCase):
    def test_a_chain_runs_prints_writes_and_compares(self):
        model = dmlrun.Model(CHAIN)
        self.assertEqual([command.kind for command in model.commands], ["dispatch", "print", "writeFile"])
        self.assertTrue(model.backends)
        with tempfile.TemporaryDirectory() as folder:
            result = model.run(folder)
            np.testing.assert_array_equal(np.load(result.files[0]), [1, 2, 1, 2, 3, 4, 3, 4])
        self.assertEqual(result.prints[0][0], "Out")
        self.assertTrue(result)
        self.assertEqual(result.comparisons[1, 0].elements, 8)

    def test_a_file_has_the_whole_resource_and_a_print_its_initial_values(self):
        write = {"type": "writeFile", "resource": "A", "targetPath": "whole.npy"}
        model = dmlrun.Model({
            "resources": {"A": {"initialValuesDataType": "FLOAT32", "initialValues": [1, 2], "sizeInBytes": 16}},
            "dispatchables": {}, "commands": [
                write, {**write, "targetPath": "part.npy", "dimensions": [3, 1]}, {"type": "print", "resource": "A"}]})
        with tempfile.TemporaryDirectory() as folder:
            whole, part = (np.load(path) for path in model.run(folder).files)
        np.testing.assert_array_equal(whole, [1, 2, 0, 0])
        np.testing.assert_array_equal(part, [[1], [2], [0]])
        self.assertEqual(len(model.values(0)), 2)

    def test_resources_can_be_changed_between_commands_and_reset(self):
        model = dmlrun.Model(CHAIN, backend="interpreter")
        model.resources["In"].view(np.float32)[0] = 9
        result = model.run()
        self.assertFalse(result)
        self.assertIn("2 of 8", result.comparisons[1, 0].report)
        self.assertTrue(model.compare(1, absolute=10.0))
        self.assertIsNone(model.compare(0))
        model.reset()
        self.assertTrue(model.run())

    def test_memory_outlives_a_reset_while_it_is_used(self):
        model = dmlrun.Model(CHAIN)
        for _ in range(3):
            kept, values = model.resources, model.values(1)
            model.run()
            model.reset()
            kept["In"][:] = 7
            np.testing.assert_array_equal(values, [1, 2, 1, 2, 3, 4, 3, 4])
            np.testing.assert_array_equal(model.values(1), np.zeros(8))
            np.testing.assert_array_equal(model.resources["In"].view(np.float32), [1, 2, 3, 4])
        self.assertTrue(model.run())

    def test_memory_outlives_the_model_while_it_is_used(self):
        values = dmlrun.Model(CHAIN).resources["In"]
        np.testing.assert_array_equal(values.view(np.float32), [1, 2, 3, 4])

    def test_files_are_loaded_from_beside_the_model(self):
        with tempfile.TemporaryDirectory() as folder:
            np.save(os.path.join(folder, "in.npy"), np.array([1, 2, 3, 4], np.float32).reshape(2, 2))
            model = json.loads(json.dumps(CHAIN))
            model["resources"]["In"] = {"initialValues": {"sourcePath": "in.npy"}}
            path = os.path.join(folder, "model.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(model, file)
            self.assertTrue(dmlrun.Model(path).run())
            self.assertTrue(dmlrun.Model(model, folder=folder).run())
            np.save(os.path.join(folder, "in.npy"), np.zeros(3, np.float32))
            with self.assertRaises(dmlrun.Error):
                dmlrun.Model(path)

    def test_archives_are_read_and_a_model_never_replaces_what_it_is_read_from(self):
        with tempfile.TemporaryDirectory() as folder:
            np.savez(os.path.join(folder, "a.npz"), x=np.array([1, 2, 3, 4], np.float32))
            model = json.loads(json.dumps(CHAIN))
            model["resources"]["In"] = {"initialValues": {"sourcePath": "a.npz:x"}}
            path = os.path.join(folder, "model.json")
            for target in "model.json", "a.npz", "missing/../model.json":
                model["commands"][2]["targetPath"] = target
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(model, file)
                with self.subTest(target), self.assertRaisesRegex(dmlrun.Error, "would be replaced"):
                    dmlrun.Model(path).run(folder)
            self.assertTrue(dmlrun.Model(path).run())

    def test_targets_are_refused_before_anything_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "there.npy"))
            np.save(os.path.join(folder, "in.npy"), np.array([1, 2, 3, 4], np.float32))
            np.save(os.path.join(folder, "expected.npy"), np.zeros(8, np.float32))
            model = json.loads(json.dumps(CHAIN))
            model["commands"][1]["expected"] = {"sourcePath": "expected.npy"}
            first = {**model["commands"][2], "targetPath": "first.npy"}
            for target, words in (("there.npy", "Is a directory"), ("first.npy/y.npy", "first.npy"),
                                  ("expected.npy", "would be replaced")):
                model["commands"][2]["targetPath"] = target
                made = dmlrun.Model({**model, "commands": [first, *model["commands"]]}, folder=folder)
                with self.subTest(target), self.assertRaisesRegex((OSError, dmlrun.Error), words):
                    made.run(folder)
                self.assertFalse(os.path.isfile(os.path.join(folder, "first.npy")))
                np.testing.assert_array_equal(made.values(1), np.zeros(8))
            np.testing.assert_array_equal(np.load(os.path.join(folder, "expected.npy")), np.zeros(8))

    def test_refusals(self):
        model = json.loads(json.dumps(CHAIN))
        model["commands"][0]["bindings"]["InputTensor"] = "Nobody"
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.Model(model)
        self.assertEqual(caught.exception.code, "unknown_name")
        self.assertIn("/commands/0/bindings", caught.exception.pointer)
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.Model(CHAIN, backend="fastest")
        self.assertEqual(caught.exception.code, "unknown_backend")
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.Model(CHAIN, limits={"model_bytes": 20})
        self.assertEqual(caught.exception.code, "limit_exceeded")

    def test_every_model_of_the_project_gives_what_it_expects(self):
        compared = 0
        for path in sorted((specs.ROOT / "testdata" / "models").rglob("*.json")):
            if "rejected" in path.parts:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = dmlrun.Model(path, skip_unsupported=True).run()
            self.assertTrue(result, f"{path}: {result.comparisons}")
            compared += len(result.comparisons)
        self.assertGreater(compared, 20)

    def test_every_rejected_model_is_refused(self):
        count = 0
        for path in sorted((specs.ROOT / "testdata" / "models" / "rejected").rglob("*.json")):
            if path.name in NUMPY_TAKES:
                continue
            text = path.read_text(encoding="utf-8")
            code = re.search(r'"rejection": {[^}]*"code": "(\w+)"', text)
            with self.subTest(path), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with self.assertRaises((dmlrun.Error, OSError), msg=path) as caught:
                    dmlrun.Model(path, strict='"strict": true' in text).run()
                if code and isinstance(caught.exception, dmlrun.Error):
                    self.assertEqual(caught.exception.code, code[1])
                    count += 1
        self.assertGreater(count, 20)
