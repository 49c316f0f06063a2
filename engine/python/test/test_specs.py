"""Specs as dicts, texts and files; errors; values, files and expected values; lists and descriptions."""
import contextlib
import gc
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import unittest
import warnings
import xml.etree.ElementTree as xml

import dmlrun
import numpy as np
import specs


class Texts(unittest.TestCase):
    def test_a_spec_is_a_dict_a_text_or_a_path(self):
        spec = specs.tile()
        array = np.ones((2, 3), np.float32)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tile.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(spec, file)
            for form in (spec, json.dumps(spec), json.dumps(spec).encode(), "// words\n" + json.dumps(spec), path):
                self.assertEqual(dmlrun.compile(form).run(array).sum(), 12)
        for text in ("", " ", "5", "-1.5e3", "null", "[1]", ' [{"type": "TILE"}]', '"TILE"'):
            for read in (dmlrun.compile, dmlrun.Model):
                with self.subTest(text), self.assertRaises(dmlrun.Error) as caught:
                    read(text)
                self.assertIn(caught.exception.code, ("syntax", "wrong_type"))
        self.assertRaises(FileNotFoundError, dmlrun.compile, "/nowhere/spec.json")

    def test_arrays_tell_what_a_spec_leaves_out(self):
        array = np.arange(6, dtype=np.int64).reshape(2, 3)
        kernel = dmlrun.compile({"type": "TILE", "desc": {"Repeats": [2, 1]}}, InputTensor=array)
        self.assertEqual((kernel.outputs[0].dtype, kernel.outputs[0].shape), (np.int64, (4, 3)))
        open_join = {"type": "JOIN", "desc": {"Axis": 0}}
        found = dmlrun.run(open_join, InputTensors=[array, array[:1]])
        np.testing.assert_array_equal(found, np.concatenate([array, array[:1]]))
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.compile({"type": "TILE", "desc": {"Repeats": [2, 1]}})
        self.assertEqual(caught.exception.code, "missing_field")

    def test_names_and_arrays_that_the_spec_does_not_know_are_refused(self):
        a = np.ones((2, 3), np.float32)
        files, turned = {"type": "TILE", "desc": {"Repeats": [1, 2]}}, specs.tile()
        turned["desc"]["InputTensor"]["Strides"] = [1, 2]
        for code, where, call in (("unknown_name", "bakend", lambda: dmlrun.compile(specs.tile(), bakend="jit")),
                                  ("unknown_name", "InputTenser", lambda: dmlrun.compile(specs.tile(), InputTenser=a)),
                                  ("unknown_name", "InputTenser", lambda: dmlrun.compile(files, InputTenser=a)),
                                  ("unknown_name", "Foo", lambda: dmlrun.run(specs.tile(), InputTensor=a, Foo=a)),
                                  ("unknown_name", "Foo", lambda: dmlrun.check(specs.tile(), InputTensor=a, Foo=a)),
                                  ("type_mismatch", "InputTensor",
                                   lambda: dmlrun.compile(specs.tile(), InputTensor=a.astype(np.int8))),
                                  ("size_mismatch", "InputTensor",
                                   lambda: dmlrun.compile(specs.tile(), InputTensor=a.T)),
                                  ("size_mismatch", "InputTensor",
                                   lambda: dmlrun.run(specs.tile(), InputTensor=np.zeros((7, 9), np.float32))),
                                  ("size_mismatch", "InputTensor",
                                   lambda: dmlrun.compile(turned, InputTensor=a.ravel())),
                                  ("type_mismatch", "InputTensor",
                                   lambda: dmlrun.compile(specs.tile(), InputTensor=a.astype(np.complex64))),
                                  ("type_mismatch", "InputTensor",
                                   lambda: dmlrun.compile(files, InputTensor=a.astype(object))),
                                  ("count_mismatch", "InputTensors[2]",
                                   lambda: dmlrun.compile(specs.join(2, "FLOAT32"), InputTensors=[a] * 3))):
            with self.subTest(where), self.assertRaises(dmlrun.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.pointer), (code, where))
        for dtype in ("UINT8", "INT8"):
            self.assertEqual(dmlrun.run(specs.tile(dtype), InputTensor=a == 1).sum(), 12)

    def test_errors_have_code_place_and_rule(self):
        spec = specs.tile()
        spec["desc"]["OutputTensor"] = {"DataType": "FLOAT32", "Sizes": [2, 7]}
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.compile(json.dumps(spec, indent=1))
        error = caught.exception
        self.assertEqual((error.code, error.pointer, error.rule),
                         ("size_mismatch", "/desc/OutputTensor/Sizes/1", "TILE-6"))
        self.assertGreater(error.line, 1)
        self.assertIn("6 was expected", error.message)
        self.assertIn("[TILE-6]", str(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.code, str(again)), (error.code, str(error)))

    def test_misspelt_fields_warn_or_are_refused(self):
        spec = specs.tile()
        spec["desc"]["Repeat"] = [1]
        for function in (dmlrun.compile, dmlrun.explain, dmlrun.Operator):
            with self.assertWarnsRegex(dmlrun.SpecWarning, "Repeats") as caught:
                function(spec)
            self.assertEqual(caught.filename, __file__)  # whoever called, not the package
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.compile(spec, strict=True)
        self.assertEqual(caught.exception.code, "unknown_field")

    def test_limits_and_levels(self):
        for options, code in (({"limits": {"tensor_bytes": 10}}, "limit_exceeded"),
                              ({"feature_level": "1.0"}, "rank_mismatch")):
            with self.assertRaises(dmlrun.Error) as caught:
                dmlrun.compile(specs.tile(), **options)
            self.assertEqual(caught.exception.code, code)
        self.assertRaises(ValueError, dmlrun.compile, specs.tile(), limits={"bytes": 1})
        self.assertRaises(ValueError, dmlrun.compile, specs.tile(), feature_level="latest")
        for options in ({"backend": "fastest"}, {"isa": "mmx"}, {"tuning": "i486"}):
            with self.assertRaises(dmlrun.Error):
                dmlrun.compile(specs.tile(), **options)
        self.assertRaises(ValueError, dmlrun.compile, specs.tile(), backend="jit\0")

    def test_numbers_that_the_library_cannot_hold_are_refused(self):
        kernel, a = dmlrun.compile(specs.tile()), np.zeros((2, 3), np.float32)
        operator, model = kernel.operator, dmlrun.Model({"resources": {}, "dispatchables": {}, "commands": []})
        for name, call in (
                ("first", lambda: kernel.run_slice(a, first=2**64 + 3, count=2)),
                ("first", lambda: kernel.run_slice(a, first=-1, count=2)),
                ("count", lambda: kernel.run_slice(a, first=0, count=2**64 + 2, out=np.zeros(2, np.float32))),
                ("count", lambda: kernel.run_slice(a, first=11, count=2)),
                ("index", lambda: kernel.run_slice(a, first=0, count=2, index=1)),
                ("index", lambda: kernel.run_slice(a, first=0, count=2, index=-1)),
                ("index", lambda: kernel.slice_granularity(2**64)),
                ("output", lambda: kernel.code(-1)),
                ("output", lambda: operator.emit("header", 2**64)),
                ("seed", lambda: operator.random_inputs(-1)),
                ("ulp", lambda: dmlrun.compare(a, a + 1, ulp=-1)),
                ("ulp", lambda: dmlrun.compare(a, a + 1, ulp=2**64)),
                ("absolute", lambda: dmlrun.compare(a, a + 1, absolute=float("nan"))),
                ("relative", lambda: dmlrun.compare(a, a + 1, relative=-0.5)),
                ("tensor_bytes", lambda: dmlrun.compile(specs.tile(), limits={"tensor_bytes": 2**64 + 1})),
                ("tensor_bytes", lambda: dmlrun.compile(specs.tile(), limits={"tensor_bytes": -1})),
                ("nbytes", lambda: dmlrun.set_code_budget(-1)),
                ("entries", lambda: dmlrun.set_cache_limits(-1, 0)),
                ("nbytes", lambda: dmlrun.set_cache_limits(64, 2**64)),
                ("index", lambda: model.run_command(0)),
                ("index", lambda: model.values(-1)),
                ("command", lambda: model.compare(2**64))):
            with self.subTest(name), self.assertRaises(dmlrun.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.pointer), ("out_of_range", name))
        for call in (lambda: kernel.run_slice(a, first=1.0, count=2), lambda: dmlrun.set_code_budget("1")):
            self.assertRaises(TypeError, call)
        np.testing.assert_array_equal(kernel.run_slice(a, first=np.int64(0), count=np.uint8(12)), np.zeros(12))

    def test_specs_with_surrogates_and_nuls(self):
        for text in ('{"type": "TI\\u0000LE"}', '{"type": "\ud800"}', "{\0}"):
            with self.assertRaises((dmlrun.Error, UnicodeEncodeError)):
                dmlrun.compile(text)


class Libraries(unittest.TestCase):
    def test_what_is_no_library_of_dmlrun_is_an_import_error_that_says_so(self):
        for path, words in (("libc.so.6", "libc.so.6 is no library of dmlrun"), ("/nowhere/x.so", "cannot be loaded"),
                            (__file__, "cannot be loaded")):
            environment = dict(os.environ, DMLRUN_LIBRARY=path, PYTHONPATH=str(specs.ROOT / "engine" / "python"))
            ended = subprocess.run([sys.executable, "-B", "-c", "import dmlrun"], capture_output=True, text=True,
                                   env=environment, timeout=60, check=False)
            last = ended.stderr.strip().splitlines()[-1]
            self.assertRegex(last, "^ImportError: .*" + words)
            self.assertIn("DMLRUN_LIBRARY", last)


class Values(unittest.TestCase):
    def test_every_example_of_the_project_checks_out(self):
        count = 0
        for path in sorted((specs.ROOT / "specs" / "examples").rglob("*.json")):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for name, comparison in dmlrun.check(path).items():
                    self.assertTrue(comparison, f"{path}, {name}: {comparison.report}")
                    count += comparison.elements
        self.assertGreater(count, 1000)

    def test_an_operator_without_inputs(self):
        spec = {
            "type": "FILL_VALUE_CONSTANT",
            "desc": {"OutputTensor": {"DataType": "INT64", "Sizes": [2, 3]}, "Value": 2**53 + 1}}
        expected = np.full((2, 3), 2**53 + 1, np.int64)
        np.testing.assert_array_equal(dmlrun.run(spec), expected)
        kernel = dmlrun.compile(spec)
        np.testing.assert_array_equal(kernel.run(), expected)
        np.testing.assert_array_equal(kernel.bind()(), expected)

    def test_files_beside_a_spec(self):
        array = np.arange(6, dtype=np.float32).reshape(2, 3)
        with tempfile.TemporaryDirectory() as folder:
            np.save(os.path.join(folder, "x.npy"), array)
            np.save(os.path.join(folder, "y.npy"), np.tile(array, (1, 2)))
            spec = {"type": "TILE", "desc": {"Repeats": [1, 2]}, "inputs": {"InputTensor": {"sourcePath": "x.npy"}},
                    "expected": {"OutputTensor": {"sourcePath": "y.npy"}}}
            path = os.path.join(folder, "spec.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(spec, file)
            np.testing.assert_array_equal(dmlrun.run(path), np.tile(array, (1, 2)))
            self.assertTrue(dmlrun.check(path)["OutputTensor"])
            np.testing.assert_array_equal(dmlrun.run(path, InputTensor=array + 1), np.tile(array + 1, (1, 2)))

    def test_archives_and_elements_alone_beside_a_spec(self):
        array = np.arange(6, dtype=np.float32).reshape(2, 3)
        self.addCleanup(os.chdir, os.getcwd())
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            np.savez("a.npz", x=array, y=np.tile(array, (1, 2)))
            np.savez_compressed("one.npz", x=array)
            array.tofile("x.bin")
            np.tile(array, (1, 2)).tofile("y.raw")

            def written(spec, source, expected="y.raw"):
                with open("spec.json", "w", encoding="utf-8") as file:
                    json.dump({**spec, "inputs": {"InputTensor": {"sourcePath": source}},
                               "expected": {"OutputTensor": {"sourcePath": expected}}}, file)
                return os.path.join(folder, "spec.json")

            derived = {"type": "TILE", "desc": {"Repeats": [1, 2]}}
            for spec, source in ((specs.tile(), "x.bin"), (specs.tile(), "a.npz:x"), (specs.tile(), "a.npz:x.npy"),
                                 (derived, "a.npz:x"), (derived, "one.npz")):
                for expected in "y.raw", "a.npz:y":
                    with self.subTest(source, expected=expected):
                        self.assertTrue(dmlrun.check(written(spec, source, expected)))
            self.assertIn("back end", dmlrun.explain(written(specs.tile(), "x.bin")))
            strided = specs.tile()
            strided["desc"]["InputTensor"]["Strides"] = [0, 1]
            array[0].tofile("row.dat")
            np.testing.assert_array_equal(dmlrun.run(written(strided, "row.dat")), np.tile(array[0], (2, 2)))
            strided["desc"]["InputTensor"]["Strides"] = [1, 2]
            turned = np.tile(array.reshape(3, 2).T, (1, 2))
            np.testing.assert_array_equal(dmlrun.run(written(strided, "x.bin")), turned)
            strided["desc"]["OutputTensor"] = {"DataType": "FLOAT32", "Sizes": [2, 6], "Strides": [1, 2]}
            turned.tofile("y.bin")
            self.assertTrue(dmlrun.check(written(strided, "x.bin", "y.bin")))
            for name, content in ("short.bin", b"123"), ("long.dat", bytes(25)), ("no.npy", b"{}"), ("no.npz", b"PK"):
                with open(name, "wb") as file:
                    file.write(content)
            for source, code in (("short.bin", "npy_truncated"), ("long.dat", "npy_trailing_bytes"), ("no.npy",
                                                                                                      "npy_magic"),
                                 ("no.npz:x", "npy_header"), ("a.npz:z", "npy_header"), ("a.npz", "npy_header")):
                with self.subTest(source), self.assertRaises(dmlrun.Error) as caught:
                    dmlrun.run(written(specs.tile(), source))
                self.assertEqual(caught.exception.code, code)
                self.assertRegex(caught.exception.message, re.escape(source) + ".* expected")

    def test_a_picture_never_replaces_what_is_read(self):
        self.addCleanup(os.chdir, os.getcwd())
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            np.savez("a.npz", x=np.zeros((2, 3), np.float32))
            with open("spec.svg", "w", encoding="utf-8") as file:
                json.dump(specs.tile(inputs={"InputTensor": {"sourcePath": "a.npz:x"}}), file)
            os.symlink("spec.svg", "link.svg")
            os.symlink("a.npz", "archive.svg")
            before = {name: pathlib.Path(name).read_bytes() for name in ("spec.svg", "a.npz")}
            for picture in "spec.svg", "link.svg", "archive.svg", pathlib.Path("link.svg"):
                with self.subTest(picture), self.assertRaisesRegex(dmlrun.Error, "would be replaced"):
                    dmlrun.explain("spec.svg", picture=picture)
            self.assertEqual({name: pathlib.Path(name).read_bytes() for name in before}, before)

    def test_onnx_models_are_refused_by_name(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.onnx")
            for size in 0, 17 << 20:
                with open(path, "wb") as file:
                    file.write(b"\x08\x07\x12\x04test" + bytes(size))
                for read in dmlrun.run, dmlrun.Model, dmlrun.Operator:
                    with self.subTest(read, size=size), self.assertRaisesRegex(dmlrun.Error, "an ONNX model was found"):
                        read(path)

    def test_differences_are_told(self):
        spec = specs.tile(sizes=(1, 2), inputs={"InputTensor": [1, 2]}, expected={"OutputTensor": [1, 2, 1, 2.5]})
        comparison = dmlrun.check(spec)["OutputTensor"]
        self.assertEqual((bool(comparison), comparison.different, comparison.elements), (False, 1, 4))
        self.assertIn("1 of 4", comparison.report)
        self.assertTrue(dmlrun.check(spec, absolute=0.5)["OutputTensor"])

    def test_a_check_is_true_where_all_is_as_expected_and_says_what_is_not(self):
        spec = specs.tile(sizes=(1, 2), inputs={"InputTensor": [1, 2]}, expected={"OutputTensor": [1, 2, 1, 2.5]})
        wrong, right = dmlrun.check(spec), dmlrun.check(spec, absolute=0.5)
        self.assertIs(bool(wrong), False)
        self.assertRegex(str(wrong),
                         r"^OutputTensor is not as expected\n1 of 4 .*\n  \[0, 3\]: expected 2.5 .*, found 2 .*$")
        self.assertIs(bool(right), True)
        self.assertEqual(str(right), "OutputTensor: as expected")
        self.assertIsInstance(right, dmlrun.CheckResult)
        self.assertEqual(list(right), ["OutputTensor"])

    def test_values_that_nobody_gave(self):
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.run(specs.tile())
        self.assertEqual((caught.exception.code, caught.exception.pointer), ("not_bound", "InputTensor"))
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.check(specs.tile(inputs={"InputTensor": {"value": 1}}))
        self.assertEqual(caught.exception.code, "missing_field")

    def test_comparing(self):
        a = np.array([[1, 2], [3, np.nan]], np.float32)
        self.assertTrue(dmlrun.compare(a, a.copy()))
        b = np.nextafter(a, np.float32(9))
        self.assertEqual(dmlrun.compare(a, b).largest_ulp, 1)
        self.assertTrue(dmlrun.compare(a, b, ulp=1))
        self.assertRaises(dmlrun.Error, dmlrun.compare, a, a.astype(np.float64))
        self.assertRaises(dmlrun.Error, dmlrun.compare, a, a.ravel())
        self.assertRaises(dmlrun.Error, dmlrun.compare, a.astype(np.complex64), a.astype(np.complex64))
        self.assertRaises(dmlrun.Error, dmlrun.compare, np.zeros((1,) * 9 + (2,)), np.zeros((1,) * 9 + (2,)))


class Answers(unittest.TestCase):
    def test_operators_tell_of_themselves(self):
        operator = dmlrun.Operator(specs.tile())
        self.assertEqual((operator.type, str(operator.inputs[0])), ("TILE", "InputTensor"))
        completed = operator.spec()
        self.assertEqual(completed["desc"]["OutputTensor"]["Sizes"], [2, 6])
        self.assertEqual(dmlrun.Operator(completed).spec(), completed)
        explained = operator.explain(backend="reference")
        self.assertEqual(explained["backend"], "reference")
        self.assertIn("interpreter", [choice["backend"] for choice in explained["choices"]])

    def test_explanations_and_pictures(self):
        spec = specs.tile()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tile.svg")
            self.assertIn("back end: reference\n", dmlrun.explain(spec, picture=path, backend="reference"))
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), dmlrun.Operator(spec).picture())
            for name, refused in ("tile.png", True), ("tile.SVG", False), ("tile", False), ("tile.5", False):
                path = os.path.join(folder, name)
                with self.subTest(name), self.assertRaises(
                        dmlrun.Error) if refused else contextlib.nullcontext() as caught:
                    dmlrun.explain(spec, picture=path)
                self.assertEqual(os.path.exists(path), not refused)
                if refused:
                    self.assertIn("has the extension '.png'; .svg was expected", str(caught.exception))
        drawn = xml.fromstring(dmlrun.Operator(specs.split([2, 3])).picture())
        self.assertIn("OutputTensors[1]", "".join(drawn.itertext()))
        kept = specs.ROOT / "testdata/pictures/join.svg"
        self.assertEqual(
            dmlrun.Operator(specs.ROOT / "specs/examples/join/two_widths.json").picture(), kept.read_text("utf-8"))

    def test_differences_are_drawn(self):
        a = np.zeros((4, 5), np.int16)
        b = a.copy()
        b[1, 2] = 9
        self.assertIn("1 of 20 values differ", dmlrun.compare_picture(a, b))
        self.assertIn("within the tolerance", dmlrun.compare_picture(a, b, absolute=9))
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.compare_picture(a[:0], b[:0])
        self.assertEqual(caught.exception.code, "size_zero")

    def test_code_for_other_programs(self):
        operator = dmlrun.Operator(specs.tile())
        try:
            made = operator.emit("object", target="x86-64-linux", function="tile_once")
        except dmlrun.Error as error:  # a build without Halide
            self.assertEqual(error.code, "backend_unavailable")
        else:
            self.assertEqual(made[:4], b"\x7fELF")
            self.assertIn("int tile_once(", operator.emit("header", function="tile_once"))
        self.assertRaises(ValueError, operator.emit, "poem")
        with self.assertRaises(dmlrun.Error) as caught:
            operator.emit("object", backend="interpreter")
        self.assertEqual(caught.exception.code, "backend_unavailable")

    def test_random_inputs_are_those_of_the_program(self):
        operator = dmlrun.Operator(specs.quantized_add((2, 3)))
        arrays = operator.random_inputs(seed=7)
        again = operator.random_inputs(seed=7)
        self.assertTrue(all(np.array_equal(arrays[name], again[name]) for name in arrays))
        self.assertTrue(0 < arrays["AScaleTensor"][0, 0] < 2)
        self.assertTrue(dmlrun.compare(*(dmlrun.run(operator.spec(), options={"backend": backend}, **arrays)
                                         for backend in ("reference", "auto"))))
        self.assertEqual([a.shape for a in dmlrun.Operator(specs.join(2)).random_inputs()["InputTensors"]],
                         [(2, 3)] * 2)

    def test_kernels_tell_of_themselves(self):
        kernel = dmlrun.compile(specs.tile())
        told = kernel.describe()[0]
        self.assertIn("axes", told["plan"])
        self.assertEqual(told["backend"], kernel.backend)
        code = kernel.code()
        self.assertEqual([len(piece) for _, _, piece in code], [section["bytes"] for section in told["sections"]])
        self.assertEqual(dmlrun.compile(specs.tile(), backend="interpreter").code(), [])

    def test_the_process_tells_of_itself(self):
        self.assertIn("interpreter", [backend["name"] for backend in dmlrun.backends() if backend["available"]])
        self.assertIn("TILE", dmlrun.operator_types())
        self.assertIn("Repeats", json.dumps(dmlrun.schema("TILE")))
        self.assertRegex(dmlrun.version(), r"^\d+\.\d+\.\d+$")
        dmlrun.set_cache_limits(64, 1 << 20)
        dmlrun.set_code_budget(16 << 20)
        gc.collect()  # kernels that refusals of other tests keep
        dmlrun.clear_cache()
        before = dmlrun.cache_statistics()
        kernels = [dmlrun.compile(specs.tile()) for _ in range(3)]
        after = dmlrun.cache_statistics()
        self.assertEqual((after["builds"] - before["builds"], after["hits"] - before["hits"]), (1, 2))
        self.assertEqual((after["limit_entries"], after["code_budget"], len(kernels)), (64, 16 << 20, 3))
