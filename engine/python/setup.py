"""Packs dmlrun's shared library with the package: the one that DMLRUN_LIBRARY names, the checkout's build, or a new
build of the checkout that this folder is part of. The module of Halide is left out: it needs libHalide, which is many
times as large as the rest. Writes nothing beside the sources."""
import atexit
import os
import platform
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
SCRATCH = tempfile.mkdtemp(prefix="dmlrun-package-")
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)


def version():
    return re.search(r"project\(dmlrun VERSION (\S+)", (CHECKOUT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def configure_command(folder):
    """With Ninja where it is installed and no other generator is asked for."""
    ninja = ["-G", "Ninja"] if shutil.which("ninja") and not os.environ.get("CMAKE_GENERATOR") else []
    return ["cmake", "-S", str(CHECKOUT), "-B", str(folder), *ninja, "-DCMAKE_BUILD_TYPE=Release",
            "-DDMLRUN_BUILD_TESTS=OFF", "-DDMLRUN_BUILD_CLI=OFF", "-DDMLRUN_WITH_HALIDE=OFF"]


def jobs():
    """How many compilers run at once: one per processor that this process may use, or what CMake's own variable
    says."""
    given = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", "")
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(given) if given.isdecimal() and int(given) > 0 else usable


def open_terminal():
    """pip shows what a build prints only when asked to (-v); the terminal itself, where there is one, shows
    progress."""
    try:
        return open("/dev/tty", "w", encoding="utf-8")
    except OSError:
        return open(os.devnull, "w", encoding="utf-8")


def build(folder, terminal):
    """Builds the library. Every tenth of it is a line on the terminal: minutes of silence look like a hang."""
    print(f"\n  dmlrun: building the library with {jobs()} jobs", file=terminal, flush=True)
    subprocess.run(configure_command(folder), check=True)
    command = ["cmake", "--build", str(folder), "--parallel", str(jobs())]
    shown = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as building:
        for line in building.stdout:
            print(line, end="", flush=True)
            if step := re.match(r"\[ *(\d+)(?:/(\d+)|%)\]", line):  # Ninja's [24/240] or make's [ 10%]
                tenth = 10 * int(step[1]) // int(step[2] or 100)
                if tenth > shown:
                    shown = tenth
                    print(f"\n  dmlrun: {10 * tenth} % of the library is built", file=terminal, flush=True)
    if building.returncode != 0:
        raise subprocess.CalledProcessError(building.returncode, command)


def library():
    named, built = os.environ.get("DMLRUN_LIBRARY"), CHECKOUT / "build" / "libdmlrun.so"
    if named or built.exists():
        return Path(named or built)
    folder = Path(SCRATCH) / "library"
    with open_terminal() as terminal:
        build(folder, terminal)
    return folder / "libdmlrun.so"


def platform_tag(tag):
    """With the system's C library, linux_x86_64 is manylinux_2_36_x86_64: a library that was built with one runs with
    each later one."""
    name, number = platform.libc_ver()
    if not tag.startswith("linux_") or name != "glibc":
        return tag
    return f"manylinux_{number.replace('.', '_')}_{tag.removeprefix('linux_')}"


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        found, folder = library(), Path(self.build_lib) / "dmlrun"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, folder / "libdmlrun.so")


class WithLibrary(Distribution):
    """Files of this platform go where extension modules do."""

    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    """For any Python 3 of this platform: the library knows nothing of Python."""

    def get_tag(self):
        return "py3", "none", platform_tag(super().get_tag()[2])


setup(version=version(), distclass=WithLibrary, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
      options={"build": {"build_base": SCRATCH}, "egg_info": {"egg_base": SCRATCH}})
