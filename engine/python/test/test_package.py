"""What setup.py packs. setuptools is stood in for: the project needs it for nothing else."""
import os
import runpy
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import specs


class BuildPy:
    def run(self):
        """Copies the modules in Python, which is setuptools' business."""


def packed(library):
    """The files of the package beside those in Python, for a library of that path. Its scratch folder is gone then."""
    modules = {"setuptools": types.SimpleNamespace(setup=lambda **_: None),
               "setuptools.command": types.SimpleNamespace(),
               "setuptools.command.bdist_wheel": types.SimpleNamespace(bdist_wheel=object),
               "setuptools.command.build_py": types.SimpleNamespace(build_py=BuildPy)}
    with mock.patch.dict("sys.modules", modules), mock.patch.dict(os.environ, DMLRUN_LIBRARY=str(library)), \
            mock.patch("atexit.register") as at_exit:
        made = runpy.run_path(str(specs.ROOT / "engine" / "python" / "setup.py"))
        try:
            build = made["BuildWithLibrary"]()
            build.build_lib = made["SCRATCH"]
            build.run()
            return {file.name: file.read_text() for file in (Path(made["SCRATCH"]) / "dmlrun").iterdir()}
        finally:
            remove, *arguments = at_exit.call_args.args
            remove(*arguments, **at_exit.call_args.kwargs)
            assert not os.path.exists(made["SCRATCH"])


class Package(unittest.TestCase):
    def test_the_package_has_the_library_and_the_threads_that_lie_beside_it(self):
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "libdmlrun.so.0"
            library.write_text("library")
            self.assertEqual(packed(library), {"libdmlrun.so": "library"})
            (Path(folder) / "dmlrun_threads.so").write_text("threads")
            self.assertEqual(packed(library), {"libdmlrun.so": "library", "dmlrun_threads.so": "threads"})
