"""Packs dmlrun's shared library with the package: the one that DMLRUN_LIBRARY names, the checkout's build, or a new
build of the checkout that this folder is part of; and the module of threads, where one lies beside the library. That of
Halide is left out: it needs libHalide, which is many times as large as the rest. Writes nothing beside the sources."""
import atexit
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
THREADS = "dmlrun_threads.so"  # looked for where the library is
SCRATCH = tempfile.mkdtemp(prefix="dmlrun-package-")
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)


def version():
    return re.search(r"project\(dmlrun VERSION (\S+)", (CHECKOUT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def library():
    named, built = os.environ.get("DMLRUN_LIBRARY"), CHECKOUT / "build" / "libdmlrun.so"
    if named or built.exists():
        return Path(named or built)
    folder = Path(SCRATCH) / "library"
    subprocess.run(["cmake", "-S", CHECKOUT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DDMLRUN_BUILD_TESTS=OFF",
                    "-DDMLRUN_BUILD_CLI=OFF", "-DDMLRUN_WITH_HALIDE=OFF"], check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel"], check=True)
    return folder / "libdmlrun.so"


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        found, folder = library(), Path(self.build_lib) / "dmlrun"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, folder / "libdmlrun.so")
        if (threads := found.with_name(THREADS)).exists():
            shutil.copyfile(threads, folder / THREADS)


class PlatformWheel(bdist_wheel):
    """For any Python 3 of this platform: the library knows nothing of Python."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(version=version(), cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
      options={"build": {"build_base": SCRATCH}, "egg_info": {"egg_base": SCRATCH}})
