"""What newcomers get wrong: each refusal says what to do instead."""
import json
import os
import pickle
import tempfile
import unittest

import dmlrun
import numpy as np

X = np.arange(6, dtype=np.float32).reshape(2, 3)
DOUBLE = X.astype(np.float64)
TILE = {"type": "TILE", "desc": {"Repeats": [1, 2]}}
ABS = {"type": "ELEMENT_WISE_ABS", "desc": {}}


class Mistakes(unittest.TestCase):
    def told(self, words, call, *arguments, **named):
        with self.assertRaises((dmlrun.Error, TypeError)) as caught:
            call(*arguments, **named)
        self.assertIn(words, str(caught.exception))

    def test_a_type_that_is_not_taken_comes_with_its_conversion(self):
        convert = ".astype('float32') converts "
        self.told(convert, dmlrun.abs, DOUBLE)
        self.told(convert, dmlrun.add, X, DOUBLE)
        self.told(convert, dmlrun.tile, DOUBLE, repeats=[1, 2])
        self.told(convert, dmlrun.join, [X, DOUBLE], axis=0)
        self.told(convert, dmlrun.quantize_linear, X, np.float64(0.1), output=np.uint8)
        self.told(convert, dmlrun.compile, ABS, InputTensor=DOUBLE)
        self.told(convert, dmlrun.compile(ABS, InputTensor=X), DOUBLE)
        self.told(convert, dmlrun.run, {**ABS, "inputs": {"InputTensor": DOUBLE}})

    def test_a_number_whose_type_tells_the_output_s_comes_with_one(self):
        told = "ZeroPointTensor: 3 was given, and its type tells the output's; "
        self.told(told + "np.int8(3) or np.uint8(3) was expected, or output=np.int8", dmlrun.quantize_linear, X, 0.1, 3)
        self.told("; np.uint8(128) was expected, or output=np.uint8", dmlrun.quantize_linear, X, 0.1, 128)
        for value in (0.0, 300, [1.5]):
            self.told(f"{value} was given; whole numbers that int8 or uint8 holds were expected",
                      dmlrun.quantize_linear, X, 0.1, value)
        self.assertEqual(dmlrun.quantize_linear(X, 0.5, 0, output=np.uint8).dtype, np.uint8)

    def test_of_two_types_the_one_to_change_is_named(self):
        whole, wide, truth = X.astype(np.int32), X.astype(np.int64), X > 1
        for one, other, found, kind in ((X, DOUBLE, "FLOAT64", "float32"), (X, whole, "INT32", "float32"),
                                        (wide, whole, "INT32", "int64"), (whole, X.astype(np.uint8), "UINT8", "int32"),
                                        (X, truth, "BOOL", "float32")):
            for inputs, wrong, right in (((one, other), "B", "A"), ((other, one), "A", "B")):
                self.told(f"/desc/{wrong}Tensor/DataType: {found} was found; {right}Tensor is {kind.upper()}, so "
                          f"{kind.upper()} was expected; .astype('{kind}') converts the array", dmlrun.add, *inputs)
        listed = "/desc/InputTensors/0/DataType%s: INT32 was found; InputTensors[1] is FLOAT32, so FLOAT32 was expected"
        self.told(listed % "", dmlrun.join, [whole, X], axis=0)
        self.told(listed % " (1:26)", dmlrun.compile, {"type": "JOIN", "desc": {"Axis": 0}}, InputTensors=[whole, X])
        for inputs, wrong in (((X, DOUBLE), "B"), ((DOUBLE, X), "A"), ((whole, X), "A")):
            self.told(f"/desc/{wrong}Tensor/DataType (1:1): ", dmlrun.compile, {"type": "ELEMENT_WISE_ADD"},
                      ATensor=inputs[0], BTensor=inputs[1])
        self.told("/desc/ATensor/DataType: INT32 was found; BTensor is FLOAT32", dmlrun.add, whole, X,
                  output=np.float32)

    def test_what_a_tensor_takes_is_told_before_what_its_zero_point_needs(self):
        q = np.uint8([1, 2, 3])
        self.told("/desc/BTensor/DataType: INT64 was found; at feature level 6.4 ELEMENT_WISE_QUANTIZED_LINEAR_ADD "
                  "takes INT8, UINT8 here; np.int8(...) is of such a type", dmlrun.quantized_linear_add,
                  q, 0.5, 0, 5, 0.5, 0, 0.5)

    def test_an_output_that_must_be_told_comes_with_its_form(self):
        self.told("output=np.uint8 or the like", dmlrun.cast, X)
        self.told("output=(2, 3) or the like", dmlrun.one_hot, [[0], [1]], [[0, 1]], axis=1)
        for half in (2, 2), np.float32:
            self.told("output=(np.float32, (2, 3)) or the like", dmlrun.fill_value_constant, value=1, output=half)
        self.told("2 was given; a list was expected", dmlrun.split, X, axis=0, outputs=2)
        self.told("output_count=... is missing; SPLIT needs it, the number of equal parts, or outputs=[...] with the "
                  "shape of each", dmlrun.split, X, axis=0)
        self.told("'FLOAT33' was given; an array, a type, a shape, (type, shape) or a dict of fields was expected; "
                  "did you mean FLOAT32?", dmlrun.tanh, X, output="FLOAT33")
        for word in "FLOAT", "int", "DML_TENSOR_DATA_TYPE_UINT":
            width = word.upper().removeprefix("DML_TENSOR_DATA_TYPE_") + "32"
            self.told(f"did you mean {width}?", dmlrun.cast, X, output=word)
        self.told("INT8 was found; InputTensor is FLOAT32, so FLOAT32 was expected", dmlrun.tanh, X, output="INT8")
        self.told("BTensor: None was given", dmlrun.add, X, None)
        self.told("so sizes like [2, 1] were expected", dmlrun.one_hot, [0, 1], [[0, 1]], axis=1, output=(2, 3))

    def test_files_and_dates_that_are_no_spec_or_tensor_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            np.save(folder + "/x.npy", X)
            self.told("x.npy: a file of tensors was found; a spec was expected", dmlrun.run, folder + "/x.npy")
        self.told("an array of datetime64[D] was given", dmlrun.add, np.array(["2020-01-01"], "M8[D]"), 1)

    def test_an_array_is_no_list_of_arrays(self):
        self.told("InputTensors: an array of shape (2, 3) was given; a list of arrays was expected, [x] of this one, "
                  "list(x) of its parts", dmlrun.join, X, axis=1)

    def test_a_type_that_no_tensor_has_is_told_with_its_argument(self):
        for at, call in (("InputTensor: an array of ", lambda: dmlrun.abs(X.astype(complex))),
                         ("/desc/OutputTensor/DataType: ", lambda: dmlrun.cast(X, output=complex)),
                         ("/desc/ValueDataType: ",
                          lambda: dmlrun.fill_value_constant(value_data_type=complex, value=1, output=(2,))),
                         ("found: an array of ", lambda: dmlrun.compare(X, X.astype(complex)))):
            self.told(f"{at}complex128 was given; one of float16, ", call)

    def test_arrays_that_cannot_be_compared_are_told_by_what_differs(self):
        self.told("found: an array of float64 was found; float32 was expected, as the first array has it; "
                  ".astype('float32') converts", dmlrun.compare, X, DOUBLE.T)
        self.told("shape: (3, 2) was found; (2, 3) was expected", dmlrun.compare, X, X.T)

    def test_a_file_of_elements_that_fits_neither_strides_nor_sizes_is_told_both(self):
        with tempfile.TemporaryDirectory() as folder:
            path, values = os.path.join(folder, "spec.json"), os.path.join(folder, "x.bin")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({**TILE, "desc": {"Repeats": [1, 1], "InputTensor": {
                    "DataType": "FLOAT32", "Sizes": [2, 3], "Strides": [4, 1]}},
                           "inputs": {"InputTensor": {"sourcePath": "x.bin"}}}, file)
            np.arange(7, dtype=np.float32).tofile(values)
            self.assertEqual(dmlrun.run(path).tolist(), [[0, 1, 2], [4, 5, 6]])
            np.arange(8, dtype=np.float32).tofile(values)
            self.told("32 bytes; 24 were expected, 6 elements of float32, or 28, the buffer that Strides describe",
                      dmlrun.run, path)

    def test_a_refusal_is_shown_with_its_place(self):
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.add(X, None)
        self.assertEqual(repr(caught.exception), "Error('not_bound', 'None was given; an array was expected', "
                         "pointer='BTensor')")
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.compile('{"type":\n 1}')
        self.assertRegex(repr(caught.exception), r"^Error\('wrong_type', '.*', pointer='/type', line=2, column=2\)$")

    def test_places_of_a_text_that_functions_write_are_not_told(self):
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.padding(X, padding_mode="edge", start_padding=1, end_padding=1)
        self.assertRegex(str(caught.exception), r"^/desc/StartPadding: [^:]*\nalso /desc/EndPadding: [^:]*$")

    def test_a_list_that_fits_one_axis_is_told_how_it_lies_on_it(self):
        image, each = np.zeros((1, 2, 4, 4), np.float32), np.float32([1, 2])
        mistake = [image, each, each, 1, 0]
        self.told("; mean[:, None, None] lies on axis 1", dmlrun.batch_normalization, *mistake, spatial=True, epsilon=0)
        mended = [image, each[:, None, None], each[:, None, None], 1, 0]
        self.assertEqual(dmlrun.batch_normalization(*mended, spatial=True, epsilon=0).shape, image.shape)

    def test_no_conversion_is_advised_that_loses_fractions(self):
        for call in (lambda: dmlrun.bit_shift_left(np.uint32([1]), 1.5), lambda: dmlrun.if_(X, X, X)):
            with self.assertRaises(dmlrun.Error) as caught:
                call()
            self.assertNotRegex(str(caught.exception), r"astype|np\.")

    def test_floats_beside_integers_are_named_with_what_mends_them(self):
        whole = np.arange(6, dtype=np.int32).reshape(2, 3)
        number = ("the float 1.5 was given, and ATensor is int32; an integer was expected, or a float array as "
                  "ATensor: .astype('float32') converts it")
        self.told("BTensor: " + number, dmlrun.add, whole, 1.5)
        self.told("BTensor: " + number, dmlrun.add, whole, np.float64(1.5))
        self.told("ATensor: " + number.replace("ATensor", "BTensor"), dmlrun.add, 1.5, whole)
        self.told("BTensor: floats were given, and ATensor is int32; integers were expected, or", dmlrun.add,
                  whole, [1.5, 2, 3])
        self.told("BTensor: the float 1.5 was given, and ATensor is uint32; an integer was expected [",
                  dmlrun.bit_shift_left, np.uint32([1]), 1.5)
        self.assertEqual(dmlrun.add(whole.astype(np.float32), 1.5).dtype, np.float32)

    def test_an_output_that_does_not_fit_is_named_with_what_does(self):
        def told(argument, dtype, shape, needed, call, *inputs, **named):
            self.told(f"OutputTensor: {argument} has dtype {dtype} and shape {shape}; the result needs dtype {needed}",
                      call, *inputs, **named)
        needed = "float32 and shape (2, 3)"
        told("out", "float64", (2, 3), needed, dmlrun.add, X, X, out=np.empty((2, 3)))
        told("out", "float32", (3, 2), needed, dmlrun.add, X, X, out=np.empty((3, 2), np.float32))
        told("out", "int32", (6,), needed, dmlrun.add, X, X, out=np.empty(6, np.int32))
        told("output", "float64", (2, 3), needed, dmlrun.add, X, X, output=np.empty((2, 3)))
        told("out", "float32", (2, 3), "uint8 and shape (2, 3)", dmlrun.quantize_linear, X, np.float32(1), np.uint8(0),
             out=np.empty((2, 3), np.float32))
        told("out", "int32", (3, 2), "int32 and shape (2, 3)", dmlrun.cast, X, out=np.empty((3, 2), np.int32))
        kernel = dmlrun.compile(TILE, InputTensor=X)
        told("out", "float64", (2, 3), "float32 and shape (2, 6)", kernel, X, out=np.empty((2, 3)))
        self.told("OutputTensor: out has strides (8, 16) (bytes); the result needs (24, 4)", kernel, X,
                  out=np.ndarray((2, 6), np.float32, np.zeros(96, np.uint8), strides=(8, 16)))
        self.told("OutputTensor: out is a read-only array; a writeable one was expected", kernel, X,
                  out=np.frombuffer(bytes(48), np.float32).reshape(2, 6))
        self.told("OutputTensor: out is int; a numpy array was expected", kernel, X, out=[1])
        self.told("/desc/BTensor", dmlrun.add, X, DOUBLE, out=np.empty((2, 3), np.float32))

    def test_arrays_in_a_spec_that_contradict_it(self):
        def spec(kind, array, section="inputs", **fields):
            tensor = {"DataType": kind, **fields}
            return {"type": "ELEMENT_WISE_IDENTITY", "desc": {"InputTensor": tensor, "OutputTensor": tensor},
                    section: {"InputTensor" if section == "inputs" else "OutputTensor": array}}
        self.told(".astype('float16') converts the array", dmlrun.run, spec("FLOAT16", X))
        self.told("an array of INT64 was given; FLOAT32 was expected", dmlrun.run, spec("FLOAT32", np.int64([1])))
        self.told("an array of FLOAT64 was given", dmlrun.check, spec(np.float32, DOUBLE, "expected"),
                  InputTensor=X)
        self.told("an array of shape (6,) was given; (2, 3) was expected", dmlrun.run,
                  spec("FLOAT32", X.ravel(), Sizes=[2, 3]))
        np.testing.assert_array_equal(dmlrun.run(spec("FLOAT32", X, Sizes=[2, 3])), X)

    def test_what_is_no_array(self):
        self.told("'x.npy' was given; an array was expected, as np.load() reads it", dmlrun.abs, "x.npy")
        self.told("InputTensor: None was given; an array was expected", dmlrun.abs, None)
        self.told('a spec is a dict, {"type": "TILE"', dmlrun.compile, "TILE", InputTensor=X)
        self.told("give an array, InputTensor=...", dmlrun.compile, TILE)
        self.told('as {"Scale": 1, "Bias": 0}', dmlrun.abs, X, scale_bias=(1, 2))

    def test_what_cannot_be_a_spec_an_array_or_a_list_is_an_error_of_dmlrun(self):
        kernel = dmlrun.compile(TILE, InputTensor=X)
        join = dmlrun.compile({"type": "JOIN", "desc": {"Axis": 0}}, InputTensors=[X, X])
        for code, call in (("cannot_open", lambda: dmlrun.compile("TILE")), ("wrong_type", lambda: dmlrun.compile(7)),
                           ("wrong_type", lambda: dmlrun.Model(None)), ("wrong_type", lambda: kernel(X, out="y")),
                           ("wrong_type", lambda: kernel.run_slice(X, first=0, count=2, out=[0, 0])),
                           ("wrong_type", lambda: dmlrun.join(5, axis=0)), ("wrong_type", lambda: join("ab")),
                           ("wrong_type", lambda: dmlrun.join(np.float32(1), axis=0)),
                           ("wrong_type", lambda: dmlrun.tile(X, repeats={1, 2})),
                           ("count_mismatch", lambda: dmlrun.join([], axis=0))):
            with self.assertRaises(dmlrun.Error) as caught:
                call()
            self.assertEqual(caught.exception.code, code, caught.exception)

    def test_remedies_are_those_of_python(self):
        lists = "; operator_types() lists those that are"
        for call in (lambda: dmlrun.schema("zzz"), lambda: dmlrun.schema("GEMM"),
                     lambda: dmlrun.compile({"type": "GEMM"})):
            self.told(lists, call)
        self.told("an empty list was given; one array or more was expected", dmlrun.join, [], axis=0)
        self.told("or give arrays, InputTensors=[...]", dmlrun.compile, {"type": "JOIN", "desc": {"Axis": 0}})
        self.told('"InputTensor": {"Sizes": [3, 2], "Strides": [1, 3]} reads', dmlrun.schema, "transpose")

    def test_codes_of_files_are_those_of_files(self):
        spec = {"type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, "Repeats": [1, 2]},
                "inputs": {"InputTensor": {"sourcePath": "x.npy"}}}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "spec.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(spec, file)
            for array, code in (DOUBLE, "type_mismatch"), (X.T, "size_mismatch"):
                np.save(os.path.join(folder, "x.npy"), array)
                for call, found in ((lambda: dmlrun.run(path), "npy_" + code.replace("size", "shape")),
                                    (lambda: dmlrun.run(path, InputTensor=array), code)):
                    with self.assertRaises(dmlrun.Error) as caught:
                        call()
                    self.assertEqual(caught.exception.code, found, caught.exception)

    def test_whole_numbers_that_no_type_holds(self):
        held = "given that no type of DirectML holds; -2**63 to 2**64 - 1 was expected, or a float"
        kernel = dmlrun.compile(ABS, InputTensor=X)
        for call in (lambda: dmlrun.add(X, 10**400), lambda: dmlrun.add(2**64, 1), lambda: kernel(10**400),
                     lambda: dmlrun.run(ABS, InputTensor=-10**400), lambda: dmlrun.join([[10**25]], axis=0)):
            self.told(": a whole number was " + held, call)
        self.told("InputTensor: whole numbers were " + held, dmlrun.abs, [1, 10**25])
        for value in [None], np.array([1, 2], object):
            self.told("InputTensor: an array of object was given; one of float16, ", dmlrun.abs, value)

    def test_values_in_the_place_of_fields(self):
        belong = '; an object is expected; values belong in "inputs": {"%s": ...}, or are given by name, %s=...'
        join = {"type": "JOIN", "desc": {"InputTensors": [X, X], "Axis": 0}}
        self.told(belong % (("InputTensor",) * 2), dmlrun.run, {"type": "TILE", "desc": {"InputTensor": X}})
        self.told(belong % (("InputTensors",) * 2), dmlrun.run, join)
        self.told("an object is expected", dmlrun.run, {**ABS, "desc": {"InputTensor": "x.npy"}})
        with self.assertRaises(dmlrun.Error) as caught:
            dmlrun.run({**ABS, "desc": {"OutputTensor": X}}, InputTensor=X)
        self.assertNotIn("belong", str(caught.exception))

    def test_masked_arrays_are_refused_wherever_arrays_are_taken(self):
        masked, kernel = np.ma.array(X, mask=X > 2), dmlrun.compile(ABS, InputTensor=X)
        for call in (lambda: dmlrun.abs(masked), lambda: dmlrun.join([X, masked], axis=0), lambda: kernel(masked),
                     lambda: kernel(X, out=masked), lambda: kernel.bind(masked), lambda: dmlrun.compare(masked, X),
                     lambda: dmlrun.run(ABS, InputTensor=masked), lambda: dmlrun.abs(X, out=masked),
                     lambda: dmlrun.run({**ABS, "inputs": {"InputTensor": masked}})):
            self.told("a masked array was given; an array without a mask was expected: .filled(0) gives", call)
        self.assertEqual(dmlrun.abs(masked.filled(0)).sum(), 3)

    def test_arguments_in_the_wrong_place(self):
        join = dmlrun.compile({"type": "JOIN", "desc": {"Axis": 0}}, InputTensors=[X, X])
        self.told("InputTensors (a list of arrays) was expected", join, X, X)
        self.told("output=None, out=None, **options), with a list of arrays, [x, y], as inputs", dmlrun.join, X, X)
        self.told("no array was given for InputTensor", dmlrun.compile(TILE, InputTensor=X))
        self.told("options={'backend': ...} was expected", dmlrun.run, TILE, InputTensor=X, backend="jit")
        for function in (dmlrun.run, dmlrun.compile, dmlrun.check, dmlrun.explain):
            form = f"takes arrays by name, {function.__name__}(spec, InputTensor=x); a kernel"
            self.told(form, function, TILE, X)
        self.assertIn("TILE", dmlrun.explain(TILE, InputTensor=X))
        self.told('"expected": {"OutputTensor": [...]}', dmlrun.check, TILE, InputTensor=X)

    def test_axes_from_the_end(self):
        counted = "axis -1 was found; axes count from 0, and the tensors have axes 0 to "
        self.told(counted + "1", dmlrun.join, [X, X], axis=-1)
        self.told(counted + "1", dmlrun.split, X, axis=-1, outputs=[None, None])
        self.told(counted + "2", dmlrun.one_hot, np.zeros((2, 3, 1), np.int32), np.float32([[[0, 1]]]), axis=-1,
                  output=(None, (2, 3, 4)))

    def test_a_device_without_a_back_end_that_has_some(self):
        self.told("the back end jit has no devices", dmlrun.relu, X, backend="jit", device="zzz")
        self.told("no back end is named", dmlrun.relu, X, device=7)

    def test_feature_levels_are_told_as_they_are_written(self):
        self.told("none of DirectML's, 1.0 to 6.4", dmlrun.abs, X, feature_level="9.9")

    def test_slices(self):
        kernel = dmlrun.compile(TILE, InputTensor=X)
        self.told("first: 0.0 was given; a whole number was expected", kernel.run_slice, X, first=0.0, count=2)
        self.told("an array of float64, strides (8,) was given for the slice; a contiguous, writeable one of float32 "
                  "was expected", kernel.run_slice, X, first=0, count=2, out=np.empty(2))


class Paths(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)

    def test_a_file_that_is_no_json_is_named(self):
        for name, content, place in (("img.png", b"\x89PNG\r\n", "img.png (1:1): the byte"),
                                     ("bad.json", b'{"a: 1}', "bad.json (1:2): the text ends"),
                                     ("typ.json", b"{}", "typ.json (1:1): ")):
            with open(name, "wb") as file:
                file.write(content)
            for read in dmlrun.run, dmlrun.compile, dmlrun.Model:
                with self.subTest(name, read=read), self.assertRaises(dmlrun.Error) as caught:
                    read(name)
                self.assertTrue(str(caught.exception).startswith(place), caught.exception)
                self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).file, name)
        for read in dmlrun.run, dmlrun.Model:
            with self.assertRaises(dmlrun.Error) as caught:
                read('{"a: 1}')
            self.assertTrue(str(caught.exception).startswith("(1:2): the text"), caught.exception)

    def test_a_file_with_a_mistake_is_named_beside_its_place(self):
        for name, desc, place in (
                ("own.json", {"InputTensor": {"DataType": "FLOAT33"}}, "/desc/InputTensor/DataType (1:55)"),
                ("rule.json", {"InputTensor": {"DataType": "INT8", "Sizes": [2]}, "Repeats": [1, 2]},
                 "/desc/Repeats (1:89)"),
                ("open.json", {"Repeats": [1]}, "/desc (1:26)")):
            with open(name, "w", encoding="utf-8") as file:
                json.dump({**TILE, "desc": desc}, file)
            with self.subTest(name), self.assertRaises(dmlrun.Error) as caught:
                dmlrun.run(name)
            self.assertTrue(str(caught.exception).startswith(f"{name}: {place}: "), caught.exception)
        with open("warned.json", "w", encoding="utf-8") as file:
            json.dump({**TILE, "desc": {"Repeets": [1], **TILE["desc"]}}, file)
        with self.assertWarnsRegex(dmlrun.SpecWarning, "^warned.json: /desc/Repeets "):
            dmlrun.run("warned.json", InputTensor=X)

    def test_of_a_folder_the_file_inside_is_read(self):
        os.mkdir("TILE-1")
        for read, name in ((dmlrun.run, "spec.json"), (dmlrun.Model, "model.json")):
            with self.assertRaisesRegex(dmlrun.Error, f"'TILE-1' is a folder without a {name}; one that 'dmlrun gen' "):
                read("TILE-1")
        np.save("TILE-1/x.npy", X)
        spec = {**TILE, "inputs": {"InputTensor": {"sourcePath": "x.npy"}}}
        model = {"resources": {}, "dispatchables": {}, "commands": []}
        for name, content in ("spec.json", spec), ("model.json", model):
            with open(os.path.join("TILE-1", name), "w", encoding="utf-8") as file:
                json.dump(content, file)
        for path in "TILE-1", "TILE-1/", os.path.abspath("TILE-1"):
            np.testing.assert_array_equal(dmlrun.run(path), np.tile(X, (1, 2)))
            self.assertEqual(dmlrun.Model(path).commands, ())
