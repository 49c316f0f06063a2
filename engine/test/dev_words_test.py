#!/usr/bin/env python3
"""Words that ./dev refuses: with one sentence, before it installs or builds anything. Ends with `N passed,
N failed`."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

DEV = pathlib.Path(__file__).resolve().parents[2] / "dev"
TOOLS = {"python3": pathlib.Path(sys.executable).resolve(),
         **{name: shutil.which(name) for name in ("bash", "cat", "dirname", "sed", "sort")}}

# (words, what is said)
CASES = [
    ("foo", "no such command: foo; ./dev help lists them"),
    ("biuld", "no such command: biuld; did you mean build? ./dev help lists them"),
    ("test foo", "test takes 'quick' and ctest's options; found 'foo': -R 'foo' runs the tests of that name"),
    ("test quick engine",
     "test takes 'quick' and ctest's options; found 'engine': -R 'engine' runs the tests of that name"),
]


def run(words, folder):
    """In a folder without sources, and with few tools, so that a word that is taken cannot do much."""
    return subprocess.run(["bash", folder / "dev", *words.split()], capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": str(folder / "bin")}, timeout=60)


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "bin").mkdir()
        for tool, path in TOOLS.items():
            (folder / "bin" / tool).symlink_to(path)
        shutil.copy(DEV, folder / "dev")
        for words, said in CASES:
            done = run(words, folder)
            if (done.returncode, done.stdout, done.stderr) != (125, "", f"dev: {said}\n"):
                wrong += 1
                print(f"FAILED: ./dev {words}: {done.returncode}, {done.stdout}{done.stderr}")
    print(f"{len(CASES) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
