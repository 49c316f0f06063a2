#!/usr/bin/env python3
"""Whether the Dockerfile fits the tree: dockerfile_test.py SOURCE [PROGRAM]; ends with `N passed, N failed`. What it
copies is there and not ignored, it copies all that the build reads, packages, preset and options are the project's,
and, on the Debian that it begins with, the image has the libraries that the program needs."""
import fnmatch
import json
import pathlib
import re
import subprocess
import sys


def instructions(text):
    """(instruction, the rest) of each, with continued lines joined."""
    text = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ")
    return [line.split(None, 1) for line in text.splitlines() if line.strip()]


def problems(root):
    steps = instructions((root / "Dockerfile").read_text(encoding="utf-8"))
    ignored = (root / ".dockerignore").read_text(encoding="utf-8").split()
    copied = [word for kind, rest in steps if kind == "COPY" and not rest.startswith("--from")
              for word in rest.split()[:-1]]
    for path in copied:
        if not (root / path).exists():
            yield f"copies {path}, which is not there"
        if any(fnmatch.fnmatch(path.split("/")[0], pattern) for pattern in ignored):
            yield f"copies {path}, which .dockerignore leaves out"
    cmake = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    for folder in re.findall(r"add_subdirectory\((\w+)", cmake):
        if folder not in copied:
            yield f"does not copy {folder}, which CMakeLists.txt adds"
    dev = (root / "dev").read_text(encoding="utf-8")
    packages = r"(?m)^  '([\w+-]+)\|"
    known = set(re.findall(packages, dev))
    needed = set(re.findall(packages, re.search(r"needed_packages=\(\n(.*?)\n\)", dev, re.S)[1]))
    runs = [rest for kind, rest in steps if kind == "RUN"]
    built = set(re.search(r"--no-install-recommends\s+([^&]*)", runs[0])[1].split())
    for package in sorted(built - known):
        yield f"installs {package} to build with, which ./dev setup does not know"
    for package in sorted(needed - built - {"catch2"}):  # tests alone need that
        yield f"does not install {package}, without which ./dev setup cannot build"
    presets = {preset["name"] for preset in json.loads((root / "CMakePresets.json").read_text())["configurePresets"]}
    for name in re.findall(r"--preset (\S+)", " ".join(runs)):
        if name not in presets:
            yield f"names the preset {name}, which CMakePresets.json does not have"
    for name in re.findall(r"-D(DMLRUN_\w+)=", " ".join(runs)):
        if not re.search(rf"option\({name}\b", cmake):
            yield f"sets {name}, which is no option of CMakeLists.txt"
    if not re.search(r"add_custom_target\(dmlrun_installable\b", cmake) or "dmlrun_installable" not in " ".join(runs):
        yield "does not build dmlrun_installable, what is installed"


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def missing_libraries(root, program):
    """Libraries whose packages the last stage does not install; those that come with any Debian do not count."""
    text = (root / "Dockerfile").read_text(encoding="utf-8")
    release = pathlib.Path("/etc/os-release")
    base = re.search(r"BASE=debian:(\d+)", text)[1]
    words = release.read_text(encoding="utf-8").split() if release.exists() else []
    if "ID=debian" not in words or f'VERSION_ID="{base}"' not in words:
        return
    last = text[text.rindex("FROM "):].split()
    for path in re.findall(r"=> (/\S+)", output("ldd", program)):
        owner = output("dpkg", "-S", path) or output("dpkg", "-S", path.removeprefix("/usr")) or \
            output("dpkg", "-S", "/usr" + path)
        package = owner.partition(":")[0]
        if package and package not in ("libc6", "libgcc-s1", *last):
            yield f"does not install {package}, which the program needs for {path}"


def main():
    found = list(problems(pathlib.Path(sys.argv[1])))
    if len(sys.argv) > 2:
        found += missing_libraries(pathlib.Path(sys.argv[1]), sys.argv[2])
    for problem in found:
        print(f"Dockerfile:1: {problem}")
    print(f"{0 if found else 1} passed, {len(found)} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
