#!/usr/bin/env python3
"""`cmake --install` after every ./dev command that builds. usage: installable_test.py SOURCE BUILD NINJA; BUILD is a
configured tree of SOURCE. Ends with `N passed, N failed`."""
import re
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

TARGET = "dmlrun_installable"


def installed_paths(build):
    """(files, folders) of the build tree that its install rules copy."""
    files, folders = set(), set()
    for script in build.rglob("cmake_install.cmake"):
        for kind, listed in re.findall(r'file\(INSTALL [^)]*TYPE (\w+)[^)]*? FILES((?:\s+"[^"]*")+)',
                                       script.read_text(encoding="utf-8")):
            paths = [path for path in re.findall(r'"([^"]*)"', listed) if path.startswith(f"{build}/")]
            (folders if kind == "DIRECTORY" else files).update(paths)
    return files, folders


def ninja_lines(ninja, build, *tool):
    return subprocess.run([ninja, "-C", build, "-t", *tool], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def every_file_that_is_installed_is_built(build, ninja):
    files, folders = installed_paths(build)
    assert files and folders, "the install rules were not understood"
    can_be_made = {str(build / line.split(": ")[0]) for line in ninja_lines(ninja, build, "targets", "all")}
    words = {word for line in ninja_lines(ninja, build, "commands", TARGET) for word in line.split()}
    made = {str(build / word) for word in words}
    for path in files & can_be_made:  # others are made by configuring
        assert path in made, f"{path} is installed, and {TARGET} does not build it"
    for folder in folders:
        inside = {path for path in can_be_made if path.startswith(folder.rstrip("/") + "/")}
        assert inside and inside <= made, f"{folder} is installed, and {TARGET} does not build what it holds"


def every_command_builds_it(source):
    """The script itself, with a stand-in for CMake that notes its arguments."""
    script = (source / "dev").read_text(encoding="utf-8")
    start = "command=${1-help}\n"
    assert start in script
    for command in (["build"], ["run", "--version"], ["fuzz"], ["test", "quick"]):
        with tempfile.TemporaryDirectory() as place:
            root = Path(place)
            (root / "build").mkdir()
            (root / "build" / "build.ninja").touch()
            stand_ins = 'setup() { :; }\ntool() { echo "$root/noted"; }\nrun_tests() { :; }\n'
            for name, text in (("dev", script.replace(start, stand_ins + start)), ("build/dmlrun", "#!/bin/sh\n"),
                               ("noted", '#!/bin/sh\necho "$@" >> "$(dirname "$0")/arguments"\n')):
                (root / name).write_text(text, encoding="utf-8")
                (root / name).chmod(stat.S_IRWXU)
            subprocess.run([root / "dev", *command], check=False, capture_output=True)
            arguments = (root / "arguments").read_text(encoding="utf-8").split()
            assert TARGET in arguments, f"./dev {' '.join(command)} builds {arguments}"


def main(source, build, ninja):
    failed = 0
    tests = [(every_file_that_is_installed_is_built, (Path(build), ninja)), (every_command_builds_it, (Path(source),))]
    for test, arguments in tests:
        try:
            test(*arguments)
        except AssertionError as error:
            failed += 1
            print(f"FAILED: {test.__name__}: {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
