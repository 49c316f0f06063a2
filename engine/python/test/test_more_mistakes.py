"""What newcomers get wrong: values, words and names."""
import os
import tempfile
import unittest
import warnings

import dmlrun
import numpy as np

X = np.arange(6, dtype=np.float32).reshape(2, 3)
WIDE = np.int64([256, 0, 1])


class MoreMistakes(unittest.TestCase):
    def told(self, words, call, *arguments, **named):
        with self.assertRaises((dmlrun.Error, TypeError, AttributeError)) as caught:
            call(*arguments, **named)
        self.assertIn(words, str(caught.exception))

    def test_truth_values_of_another_type_are_compared_with_0(self):
        truth = "here; array != 0 gives truth values ["
        for value in WIDE, WIDE.astype(np.float32):
            self.told(truth, dmlrun.logical_and, value, value)
            self.told(truth, dmlrun.if_, value, np.float32([1, 2, 3]), 0)
            self.told("so UINT32 was expected; (array != 0).astype('uint32') gives truth values [", dmlrun.logical_or,
                      WIDE.astype(np.uint32), value)
            self.told("so UINT8 was expected; array != 0 gives truth values [", dmlrun.logical_xor, WIDE > 0, value)
            self.told(truth, dmlrun.compile, {"type": "ELEMENT_WISE_LOGICAL_AND"}, ATensor=value, BTensor=value)
            self.told("here; array == 0 is its NOT [", dmlrun.logical_not, value)
            self.told("here; array == 0 is its NOT [", dmlrun.compile, {"type": "ELEMENT_WISE_LOGICAL_NOT"},
                      InputTensor=value)
        self.told("here; np.not_equal(..., 0) gives truth values [", dmlrun.logical_and, [2.5, 0], [1.0, 0])
        self.told("here; np.equal(..., 0) is its NOT [", dmlrun.logical_not, [2.5, 0])
        self.assertEqual(dmlrun.logical_not([256, 0]).tolist(), [0, 1])
        self.assertEqual(dmlrun.logical_not(WIDE != 0).tolist(), [0, 1, 0])
        self.assertEqual(dmlrun.logical_and(WIDE.astype(np.uint32), (WIDE != 0).astype("uint32")).tolist(), [1, 0, 1])
        self.told(".astype('uint32') converts the array [", dmlrun.bit_shift_left, np.uint32([1]), np.uint8([1]))

    def test_floats_of_python_beside_integers_where_the_operator_takes_them(self):
        self.assertEqual(dmlrun.pow(np.int32([4, 9]), 0.5).tolist(), [2, 3])
        self.assertEqual(dmlrun.pow(np.int32([4, 9]), [0.5, 1.5]).tolist(), [2, 27])
        self.assertEqual(dmlrun.pow(0.5, np.int32([1, 2])).tolist(), [0.5, 0.25])

    def test_words_are_told_as_they_were_given(self):
        self.told('the string "a" was found', dmlrun.leaky_relu, X, alpha="a")
        self.told('"floor" is not a RoundingMode', dmlrun.round, X, rounding_mode="floor")
        self.assertEqual(dmlrun.round(X, rounding_mode="toward_zero").tolist(), X.tolist())

    def test_tolerances_have_names(self):
        for function in dmlrun.compare, dmlrun.compare_picture:
            for given, meant in ("atol", "absolute"), ("abs", "absolute"), ("rtol", "relative"), ("ulps", "ulp"):
                self.told(f"{function.__name__}() got an unexpected keyword argument '{given}'; tolerances are "
                          f"absolute=, relative= and ulp=. Did you mean '{meant}'?", function, X, X, **{given: 1})
            self.told("relative= and ulp=", function, X, X, equal_nan=True)
        self.assertTrue(dmlrun.compare(X, X + 1, absolute=1))

    def test_numbers_of_python_are_compared_as_the_other_array_s_type(self):
        self.assertTrue(dmlrun.compare(1, 1.0))
        self.assertFalse(dmlrun.compare([1, 2], [1, 2.5]))
        self.assertTrue(dmlrun.compare(np.float32([1, 0.1]), [1, 0.1]))
        self.assertTrue(dmlrun.compare([0, 1], np.uint8([0, 1])))
        self.told("; .astype('float64') converts that", dmlrun.compare, np.int64([1]), [1.5])

    def test_lists_of_different_lengths(self):
        lengths = "lists of different lengths were given; lists of equal lengths were expected"
        self.told("InputTensor: " + lengths, dmlrun.tile, [[1, 2], [3]], repeats=[1, 2])
        self.told("InputTensors: " + lengths, dmlrun.join, [X, [[1, 2], [3]]], axis=0)
        self.assertEqual(dmlrun.join(iter([X, X]), axis=0).shape, (4, 3))

    def test_each_of_several_outputs_has_a_shape_of_its_own(self):
        self.told("OutputTensors: [1, 2] was given; each entry is the shape of one output", dmlrun.split, X, axis=1,
                  outputs=[1, 2])
        self.assertEqual([part.shape for part in dmlrun.split(X[0], axis=0, outputs=[1, 2])], [(1,), (2,)])

    def test_an_array_s_file_is_no_model(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.npy")
            np.save(path, X)
            self.told("a file of tensors was found; a model was expected", dmlrun.Model, path)

    def test_what_makes_views_is_told_by_its_call(self):
        for name, view in (("reshape", "x.reshape(3, 2)"), ("view", "x.reshape(3, 2)"), ("squeeze", "x.squeeze()"),
                           ("unsqueeze", "np.expand_dims(x, 0)"), ("expand_dims", "np.expand_dims(x, 0)"),
                           ("flatten", "x.ravel()"), ("ravel", "x.ravel()"), ("transpose", "x.T"), ("permute", "x.T"),
                           ("swapaxes", "x.swapaxes(0, 1)"), ("moveaxis", "np.moveaxis(x, 0, 1)"),
                           ("broadcast_to", "np.broadcast_to(x, (2, 3))")):
            self.told(f"take views of numpy, as dmlrun.identity({view}), and", getattr, dmlrun, name)
            made = eval(view, {"np": np, "x": X[0] if "broadcast" in view else X})  # pylint: disable=eval-used
            self.assertEqual(dmlrun.identity(made).tolist(), made.tolist())

    def test_functions_of_numpy_that_are_no_operators_are_not_taken_for_others(self):
        for name in "expm1", "fliplr", "roll", "nan_to_num":
            self.told(f"'{name}': no operator of DirectML is called so; operators take what numpy makes, as "
                      f"dmlrun.identity(np.{name}(...))", getattr, dmlrun, name)
        for name, instead in (("rsqrt", "POW"), ("log1p", "LOG"), ("log2", "LOG divided"), ("exp2", "POW"),
                              ("any", "REDUCE"), ("erfc", "less ELEMENT_WISE_ERF"), ("not_equal", "LOGICAL_NOT"),
                              ("flip", "Strides of -1")):
            with self.assertRaisesRegex(AttributeError, instead) as caught:
                getattr(dmlrun, name)
            self.assertNotIn("mean", str(caught.exception))
        self.told("Did you mean 'batch_normalization'?", getattr, dmlrun, "bn")
        self.told("Did you mean 'alpha'?", dmlrun.thresholded_relu, X, theta=2)

    def test_axes_from_the_end_come_with_what_is_meant(self):
        self.told("; did you mean 1?", dmlrun.join, [X, X], axis=-1)
        with self.assertRaisesRegex(dmlrun.Error, "axes 0 to 1 .JOIN|axes 0 to 1$"):
            dmlrun.join([X, X], axis=-3)

    def test_whole_numbers_that_a_field_rounds_are_told(self):
        value = 2**24 + 1
        for call in (lambda: dmlrun.clip(np.int32([value]), min=0, max=value),
                     lambda: dmlrun.run({"type": "ELEMENT_WISE_CLIP", "desc": {"Min": 0, "Max": value}},
                                        InputTensor=np.int32([value]))):
            with self.assertWarnsRegex(dmlrun.SpecWarning, f"^{value} of Max is rounded to {value - 1}, the") as caught:
                self.assertEqual(call().tolist(), [value - 1])
            self.assertEqual(caught.filename, __file__)
        for given, used, kind in ((300, 255, np.uint8), (300.0, 255, np.uint8), (-1.5, 0, np.uint8),
                                  (1.5, 1, np.int8), (70000, np.inf, np.float16)):
            with self.assertWarns(dmlrun.SpecWarning) as caught:
                made = dmlrun.padding(np.ones(2, kind)[::-1], padding_mode="constant", padding_value=given,
                                      start_padding=[1], end_padding=[0])
            self.assertEqual([str(one.message) for one in caught.warnings],
                             [f"{given} of PaddingValue is no {np.dtype(kind).name.upper()}: {used} is used"])
            self.assertEqual(made[0], used)
        for kind, given, told in ((np.int64, 2**53 + 1, 2**53), (np.float32, 2**80 + 1, 2**80),
                                  (np.float32, 9007199300000000, 2**53), (np.float64, value, 2**24),
                                  (np.int32, 2**31 - 1, 0), (np.uint8, 255, 0), (np.int64, 2**63 - 1, 0)):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                made = dmlrun.padding(np.ones(2, kind), padding_mode="constant", padding_value=given,
                                      start_padding=[1], end_padding=[0])
            self.assertEqual([str(one.message) for one in caught],
                             [f"{given} of PaddingValue is rounded to {told}, the nearest FLOAT32"] if told else [])
            self.assertEqual(made[0], told or given)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            dmlrun.padding(np.ones(2, np.uint8), padding_mode="constant", padding_value=3.0, start_padding=[1],
                           end_padding=[0])
            dmlrun.padding(np.ones(2, np.float16), padding_mode="constant", padding_value=0.1, start_padding=[1],
                           end_padding=[0])
            dmlrun.clip(np.int32([value]), min=0, max=2**24)
            dmlrun.fill_value_constant(value_data_type=np.int32, value=value, output=(2,))

    def test_a_conversion_keeps_the_values_or_says_that_it_may_not(self):
        def told(kind, keeps, *call, **named):
            self.told(f".astype('{kind}') converts the array" + (" [" if keeps else f", where its values fit {kind} ["),
                      *call, **named)
        for values, kind, keeps in (([5, -1], "float32", True), ([2**24, -2**24], "float32", True),
                                    ([2**24 + 1, -1], "int32", True), ([-2**31], "int32", True),
                                    ([2**31], "float32", False), ([2**53 + 1], "float32", False)):
            told(kind, keeps, dmlrun.relu, np.int64(values))
        told("float32", False, dmlrun.difference_square, np.int64([2**40 + 1]), np.int64([0]))
        told("int64", True, dmlrun.negate, np.uint64([2**63 - 1]))
        told("float32", False, dmlrun.negate, np.uint64([2**63 + 1]))
        told("uint64", False, dmlrun.bit_shift_left, np.int64([-8]), np.int64([1]))
        told("uint64", True, dmlrun.bit_shift_left, np.int64([8]), np.int64([1]))
        for values, keeps in ([0.5, np.nan, -np.inf], True), ([0.1], False), ([1e300], False):
            told("float32", keeps, dmlrun.tile, np.float64(values), repeats=[2])
            told("float32", keeps, dmlrun.join, [X[0], np.float64(values)], axis=0)
        told("float32", False, dmlrun.add, X, np.int64([[2**24 + 1] * 3] * 2))

    def test_numbers_of_numpy_keep_their_types(self):
        number = "Tensor is FLOAT32, so FLOAT32 was expected; float(...) has no type of its own; .astype('float32') "
        for value in np.float64(3), np.array(3), np.int64(3):
            self.told(number + "converts the number [", dmlrun.add, X, value)
        self.told(number + "converts the number, where its value fits float32 [", dmlrun.add, np.float64(0.1), X)
        self.told("; int(...) has no type of its own; .astype('int64') converts the number [", dmlrun.add,
                  np.int64([1]), np.int32(3))
        self.assertEqual(dmlrun.add(X, float(np.float64(3))).dtype, np.float32)

    def test_numbers_of_python_that_a_type_rounds_are_told(self):
        for call, name in ((lambda value: dmlrun.add(X, value), "BTensor"),
                           (lambda value: dmlrun.compile({"type": "TILE", "desc": {"Repeats": [1]}},
                                                         InputTensor=X[0, :1])([value]), "InputTensor")):
            with self.assertWarnsRegex(dmlrun.SpecWarning, f"^{2**24 + 1} of {name} is rounded to {2**24}, the nearest"
                                       " FLOAT32$") as caught:
                call(2**24 + 1)
            self.assertEqual(caught.filename, __file__)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                call(2**24), call(0.1), call(2**80 * 1.0)
        sum_ = dmlrun.add(2**63, 1)
        self.assertEqual((sum_.dtype, int(sum_)), (np.uint64, 2**63 + 1))
        self.told("-1 was given; uint64, 0 to ", dmlrun.add, 2**63, -1)

    def test_lists_and_numbers_in_the_place_of_each_other(self):
        self.told("/desc/Repeats: the number 2 was found; a list was expected, [2]", dmlrun.tile, X, repeats=2)
        self.assertEqual(dmlrun.tile(X, repeats=range(1, 3)).shape, (2, 6))
        for shape in (2, 1), (3, 2, 1):
            self.told(f"out: an array of shape {shape} was given; a list of arrays was expected, one for each output",
                      dmlrun.split, X, axis=1, output_count=3, out=np.empty(shape, np.float32))
        hot = dmlrun.one_hot(np.array([[0], [2]]), [0.0, 1.0], axis=1, output=(2, 3))
        self.assertEqual(hot.tolist(), [[1, 0, 0], [0, 0, 1]])
        self.told("so sizes like [1, 2] were expected", dmlrun.one_hot, np.array([[0], [2]]), np.float32([0, 1]),
                  axis=1, output=(2, 3))
        self.told("OutputTensor", dmlrun.one_hot, np.array([[0], [2]]), [0.0, 1.0], axis=1, output=(3, 3))

    def test_a_model_s_operator_that_lacks_a_letter_is_the_one_with_it(self):
        self.told("did you mean ACTIVATION_RELU?", dmlrun.Model, {
            "resources": {}, "commands": [], "dispatchables": {"a": {"type": "DML_OPERATOR_ACTIVATION_RLU"}}})
