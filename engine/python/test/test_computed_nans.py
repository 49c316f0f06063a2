"""Where arithmetic makes a NaN, check() takes any NaN for it; a NaN that is moved keeps its bits."""
import os
import tempfile
import unittest

import dmlrun
import numpy as np

TENSOR = {"DataType": "FLOAT32", "Sizes": [2]}
ACOS = {"type": "ELEMENT_WISE_ACOS", "desc": {"InputTensor": TENSOR, "OutputTensor": TENSOR}}
TILE = {"type": "TILE", "desc": {"InputTensor": TENSOR, "OutputTensor": TENSOR, "RepeatsCount": 1, "Repeats": [1]}}
NANS = np.array([0x7FC00001, 0xFFC00002], np.uint32).view(np.float32)


class ComputedNans(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.path = folder.name, os.path.join(folder.name, "nans.npy")
        np.save(self.path, NANS)

    def checked(self, spec, **more):
        return dmlrun.check({**spec, "inputs": {"InputTensor": [-2, 2]},
                             "expected": {"OutputTensor": {"sourcePath": self.path}}}, **more)

    def test_a_check_against_a_file(self):
        for backend in "jit", "interpreter", "reference":
            self.assertTrue(self.checked(ACOS, options={"backend": backend}))
        self.assertFalse(self.checked(ACOS, InputTensor=np.ones(2, np.float32)))
        self.assertFalse(self.checked(TILE, InputTensor=-NANS))
        self.assertTrue(self.checked(TILE, InputTensor=NANS))
        self.assertFalse(dmlrun.compare(NANS, -NANS))

    def test_the_operator_tells(self):
        self.assertEqual([dmlrun.Operator(spec).outputs[0].computed for spec in (ACOS, TILE)], [True, False])

    def test_a_model_takes_any_nan_where_they_come_from_arithmetic(self):
        def compared(first, values):
            """What a TILE gives of what the first dispatch gave."""
            resource = {"initialValuesDataType": "FLOAT32", "initialValues": [0, 0]}
            return dmlrun.Model({
                "resources": {"In": {"initialValuesDataType": "FLOAT32", "initialValues": values}, "A": resource,
                              "B": resource},
                "dispatchables": {"first": first, "tile": TILE}, "commands": [
                    {"type": "dispatch", "dispatchable": "first",
                     "bindings": {"InputTensor": "In", "OutputTensor": "A"}},
                    {"type": "dispatch", "dispatchable": "tile", "bindings": {"InputTensor": "A", "OutputTensor": "B"}},
                    {"type": "print", "resource": "B", "expected": {"sourcePath": "nans.npy"}}]},
                folder=self.folder).run()

        self.assertTrue(compared(ACOS, [-2, 2]))
        self.assertFalse(compared(ACOS, [1, 1]))
        self.assertFalse(compared(TILE, ["nan", "nan"]))


if __name__ == "__main__":
    unittest.main()
