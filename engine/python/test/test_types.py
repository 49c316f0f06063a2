"""The annotations of what the package has."""
import importlib.util
import inspect
import os
import pathlib
import subprocess
import sys
import unittest

import dmlrun
import specs

PACKAGE = str(specs.ROOT / "engine" / "python")
PROGRAM = pathlib.Path(__file__).with_name("typed_program.py")


def public_functions():
    """(name, function) of each function of the package, and of each method that people call."""
    for name in dmlrun.__all__:
        found = getattr(dmlrun, name)
        if inspect.isfunction(found):
            yield name, found
        elif inspect.isclass(found):
            for member, value in vars(found).items():
                value = value.fget if isinstance(value, property) else value
                if inspect.isfunction(value) and (not member.startswith("_") or member == "__call__"):
                    yield f"{name}.{member}", value


class Types(unittest.TestCase):
    def test_each_function_has_annotations_and_a_docstring(self):
        count = 0
        for name, function in public_functions():
            count += 1
            with self.subTest(name):
                signature = inspect.signature(function)
                missing = [parameter.name for parameter in signature.parameters.values()
                           if parameter.annotation is parameter.empty and parameter.name != "self"]
                self.assertEqual(missing, [])
                self.assertIsNot(signature.return_annotation, signature.empty)
                self.assertTrue(function.__doc__)
        self.assertGreater(count, 30)

    def test_a_typed_program_runs(self):
        done = subprocess.run([sys.executable, "-B", PROGRAM], capture_output=True, text=True, check=True,
                              env=dict(os.environ, PYTHONPATH=PACKAGE))
        self.assertTrue(done.stdout.startswith("['InputTensor', 'OutputTensor']"), done.stdout)

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_a_typed_program_passes_mypy(self):
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent",
                               f"--cache-dir={os.devnull}", PROGRAM],
                              capture_output=True, text=True, check=False, env=dict(os.environ, MYPYPATH=PACKAGE))
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
