#!/usr/bin/env python3
"""Runs what the documentation shows: readme_test.py PROGRAM [FILE.md...]; ends with `N passed, N failed`. Without
files: all documents of the project.

Every block is fenced by ``` at the margin and says by its info string what becomes of it; others are failures.

```console        a line `$ command` is run by bash in the project's root; the lines up to the next `$` are its output,
stdout and stderr together. `./dev run`, `dmlrun` and build/dmlrun stand for PROGRAM, $SCRATCH is a folder of
                      the block's document. A line of `...` matches any number of lines, `...` inside a line any text.
                      `# exit N` after a command is the exit code that is expected instead of 0
    ```json spec      a SPEC (jsonc, too) that must run, with equal expected values
    ```python         run in $SCRATCH with the Python package; left out, and counted, where numpy, or Dask where it is
                      named, is missing; a command that begins with `python3` likewise, and one that begins with
                      `.venv/bin/python3`, which gets no other environment than a user's
    ```LANGUAGE of COMMAND        stands, line by line, in what COMMAND prints
    ```LANGUAGE not-run: why      counted

A block behind `<!-- file: PATH -->` must equal that file of the project; behind `<!-- write: NAME -->` it is first
written to $SCRATCH/NAME. Commands that set up, test or install the project itself are not repeated here, but counted.
Commands within text and tables are not run: inline_commands.py checks their first words.
"""
import collections
import importlib.util
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from document_blocks import blocks, not_console, stands_in, unseen
from inline_commands import Words, doubtful

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "engine/test/structure"))
from tree import Tree

NOT_REPEATED = ("./dev ", "git clone", "pip install", "cmake --install")
OWN_PYTHON, PACKAGE_VARIABLES = ".venv/bin/python3 ", ("PYTHONPATH", "DMLRUN_LIBRARY")


def commands(block):
    """(command, expected exit code, expected output lines) of each `$` line; a trailing backslash continues it."""
    found = []
    lines = iter(block.splitlines())
    for line in lines:
        if line.startswith("$ "):
            command = line[2:]
            while command.endswith("\\"):
                command = command[:-1] + next(lines).strip()
            code = re.search(r"\s+# exit (\d+)$", command)
            found.append((command[: code.start()] if code else command, int(code.group(1)) if code else 0, []))
        elif found:
            found[-1][2].append(line)
    return found


def matches(expected, actual):
    pattern = r"\A"
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in line.split("...")) + r"\n"
    return re.fullmatch(pattern[2:], "".join(line + "\n" for line in actual)) is not None


class Document:
    """The blocks of one file, run in their order with one scratch folder."""

    def __init__(self, program, file, scratch):
        self.program, self.file, self.scratch = program, file, scratch
        self.counts, self.failures = collections.Counter(), []

    def fail(self, what):
        self.failures.append(f"{self.file}: {what}")

    def run(self):
        text = pathlib.Path(self.file).read_text()
        for line, what in unseen(text):
            self.fail(f"{line}: {what}")
        for block in blocks(text):
            marker, path, info, content = block.groups()
            language, _, rest = info.partition(" ")
            before = len(self.failures)
            if marker == "file" and (ROOT / path).read_text() != content:
                self.fail(f"{path} is not as shown")
            if marker == "write":
                pathlib.Path(self.scratch, path).write_text(content)
            kind = self.run_block(language, rest, content, marker)
            self.counts[kind] += kind != "command" and len(self.failures) == before
        return self

    def run_block(self, language, rest, content, marker):
        """What became of the block."""
        if language == "console":
            if why := not_console(content):
                self.fail(f"{why}:\n{content}")
            for command, code, expected in commands(content):
                self.run_command(command, code, expected)
            return "command"
        if re.match("not-run: .", rest):
            return "not run: " + rest[len("not-run: "):]
        if rest.startswith("of "):
            self.run_command(rest[len("of "):], 0, content.splitlines(), is_part=True)
            return "command"
        if rest == "spec":
            self.run_command("dmlrun -", 0, ["..."], content)
            return "command"
        if language == "python":
            return self.run_python(content)
        if marker:
            return "file"
        self.fail(f"a block '```{language} {rest}' says neither what runs it nor 'not-run: why'")
        return "unknown"

    def environment(self):
        build = pathlib.Path(self.program).resolve().parent
        library = build / "libdmlrun.so"
        more = {"SCRATCH": self.scratch, "PYTHONPATH": str(ROOT / "engine/python"), "PYTHONDONTWRITEBYTECODE": "1"}
        return dict(os.environ, **more, **({"DMLRUN_LIBRARY": str(library)} if library.exists() else {}))

    def lacks_python(self, content):
        """What a block or command of Python needs and does not find, as a kind of block; "" when there is nothing."""
        modules = ["numpy", *(["dask", "distributed"] if "dask" in content else [])]
        missing = [name for name in modules if importlib.util.find_spec(name) is None]
        missing += [".venv"] if content.startswith(OWN_PYTHON) and not (ROOT / OWN_PYTHON.strip()).exists() else []
        missing += ["the shared library"] if "DMLRUN_LIBRARY" not in self.environment() else []
        return f"not run: {' and '.join(missing)} missing here" if missing else ""

    def run_python(self, content):
        if missing := self.lacks_python(content):
            return missing
        done = subprocess.run([sys.executable, "-"], input=content, cwd=self.scratch, env=self.environment(), text=True,
                              capture_output=True, timeout=60, check=False)
        if done.returncode != 0:
            self.fail(f"a block of Python ends with {done.returncode}:\n{done.stderr}")
        return "python"

    def run_command(self, command, code, expected, stdin="", is_part=False):
        if command.startswith(NOT_REPEATED) and not command.startswith("./dev run "):
            self.counts["not run: the project's own command"] += 1
            return
        environment = self.environment()
        if command.startswith(("python3 ", OWN_PYTHON)):
            if missing := self.lacks_python(command):
                self.counts[missing] += 1
                return
            if command.startswith(OWN_PYTHON):
                environment = {name: environment[name] for name in environment if name not in PACKAGE_VARIABLES}
            else:
                command = shlex.quote(sys.executable) + command.removeprefix("python3")
        script = (f'dmlrun() {{ "{self.program}" "$@"; }}; ' +
                  command.replace("./dev run", "dmlrun").replace("build/dmlrun", shlex.quote(self.program)))
        done = subprocess.run(["bash", "-c", script], cwd=ROOT, env=environment, input=stdin,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        actual = done.stdout.splitlines()
        is_right = stands_in("\n".join(expected), done.stdout) if is_part else matches(expected, actual)
        if done.returncode == code and is_right:
            self.counts["command"] += 1
            return
        self.fail(f"$ {command}\n  exit {done.returncode}, expected {code}\n  printed:\n" +
                  "\n".join("    " + line for line in actual) + "\n  shown:\n" +
                  "\n".join("    " + line for line in expected))


def main():
    program = os.path.abspath(sys.argv[1])
    files = sys.argv[2:] or [str(ROOT / path) for path in Tree(ROOT).matching(r"\.md$")]
    counts, failures, words = collections.Counter(), [], Words(program)
    for file in files:
        failures += [f"{file}:{line}: {what}" for line, what in doubtful(pathlib.Path(file).read_text(), words)]
        with tempfile.TemporaryDirectory() as scratch:
            document = Document(program, file, scratch).run()
        counts += document.counts
        failures += document.failures
    for failure in failures:
        print(failure)
    for kind, count in sorted(counts.items()):
        print(f"{kind}: {count}")
    passed = sum(count for kind, count in counts.items() if kind in ("command", "file", "python"))
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


sys.exit(main())
