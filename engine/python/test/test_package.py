"""What setup.py packs. setuptools is stood in for: the project needs it for nothing else."""
import contextlib
import io
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


@contextlib.contextmanager
def setup_script(**environment):
    """What setup.py defines, with setuptools stood in for."""
    modules = {"setuptools": types.SimpleNamespace(setup=lambda **_: None, Distribution=object),
               "setuptools.command": types.SimpleNamespace(),
               "setuptools.command.bdist_wheel": types.SimpleNamespace(bdist_wheel=object),
               "setuptools.command.build_py": types.SimpleNamespace(build_py=BuildPy)}
    with mock.patch.dict("sys.modules", modules), mock.patch.dict(os.environ, environment), \
            mock.patch("atexit.register") as at_exit:
        made = runpy.run_path(str(specs.ROOT / "engine" / "python" / "setup.py"))
        try:
            yield made
        finally:
            remove, *arguments = at_exit.call_args.args
            remove(*arguments, **at_exit.call_args.kwargs)
            assert not os.path.exists(made["SCRATCH"])


def packed(library):
    """The files of the package beside those in Python, for a library of that path. Its scratch folder is gone then."""
    with setup_script(DMLRUN_LIBRARY=str(library)) as made:
        build = made["BuildWithLibrary"]()
        build.build_lib = made["SCRATCH"]
        build.run()
        return {file.name: file.read_text() for file in (Path(made["SCRATCH"]) / "dmlrun").iterdir()}


def commands(steps=(), **environment):
    """(the commands that build the library, what the terminal shows) where CMake prints `steps`."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cmake", "ninja"):
            (Path(folder) / name).write_text('#!/bin/sh\necho "$@" >> "$0.arguments"\n' +
                                             "".join(f"[ $1 != --build ] || echo '{step}'\n" for step in steps))
            (Path(folder) / name).chmod(0o700)
        terminal = io.StringIO()
        with setup_script(PATH=f"{folder}:{os.environ['PATH']}", **environment) as made, \
                contextlib.redirect_stdout(io.StringIO()):
            made["build"](Path(folder) / "library", terminal)
        return (Path(folder) / "cmake.arguments").read_text().splitlines(), terminal.getvalue()


class Package(unittest.TestCase):
    def test_the_package_has_the_library_and_no_module(self):
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "libdmlrun.so.0"
            library.write_text("library")
            (Path(folder) / "dmlrun_halide.so").write_text("halide")
            self.assertEqual(packed(library), {"libdmlrun.so": "library"})

    def test_the_library_is_built_by_as_many_jobs_as_there_are_processors_and_with_ninja(self):
        configure, build = commands(CMAKE_BUILD_PARALLEL_LEVEL="", CMAKE_GENERATOR="")[0]
        self.assertIn("-G Ninja", configure)
        self.assertTrue(build.endswith(f"--parallel {len(os.sched_getaffinity(0))}"), build)

    def test_cmakes_own_variables_say_how_many_jobs_and_which_generator(self):
        configure, build = commands(CMAKE_BUILD_PARALLEL_LEVEL="3", CMAKE_GENERATOR="Unix Makefiles")[0]
        self.assertNotIn("-G", configure)
        self.assertTrue(build.endswith("--parallel 3"), build)

    def test_a_build_shows_on_the_terminal_how_far_it_is(self):
        for steps in (["[1/40] a", "[4/40] b", "[5/40] c",
                       "[40/40] d"], ["[  1%] a", "[ 10%] b", "[ 12%] c", "[100%] d"]):
            shown = commands(steps, CMAKE_BUILD_PARALLEL_LEVEL="2")[1].split("\n\n")
            self.assertEqual([line.strip() for line in shown], [
                "dmlrun: building the library with 2 jobs", "dmlrun: 10 % of the library is built",
                "dmlrun: 100 % of the library is built"])
