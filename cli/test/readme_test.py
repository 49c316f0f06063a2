#!/usr/bin/env python3
"""Runs every console block of the documentation and compares what is printed with what the block shows.

usage: readme_test.py PROGRAM FILE.md...

A block starts with ```console. A line `$ command` is run by bash in the project's root; the lines up to the next `$` are
its output, stdout and stderr together. `./dev run` stands for PROGRAM. A line of `...` matches any number of lines, and
`...` inside a line matches any text. `# exit N` after a command is the exit code that is expected instead of 0. Blocks
of other kinds are not run, but one behind `<!-- file: PATH -->` must equal that file; the commands that set up or test the project itself are not repeated here.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_REPEATED = ("./dev test", "./dev setup", "./dev build", "./dev bench", "./dev format", "git clone")


def blocks(text):
    for match in re.finditer(r"^```console\n(.*?)^```$", text, re.M | re.S):
        yield match.group(1)


def shown_files(text):
    """(path, content) of each block that shows a file."""
    return re.findall(r"^<!-- file: (\S+) -->\n```\w*\n(.*?)^```$", text, re.M | re.S)


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


def main():
    program, files = sys.argv[1], sys.argv[2:]
    passed = failed = 0
    for file in files:
        text = pathlib.Path(file).read_text()
        for path, content in shown_files(text):
            if (ROOT / path).read_text() == content:
                passed += 1
            else:
                failed += 1
                print(f"{file}: {path} is not as shown")
        for block in blocks(text):
            with tempfile.TemporaryDirectory() as scratch:
                for command, code, expected in commands(block):
                    if command.startswith(NOT_REPEATED):
                        continue
                    run = f'dmlrun() {{ "{program}" "$@"; }}; SCRATCH="{scratch}"; ' + command.replace("./dev run", "dmlrun")
                    result = subprocess.run(["bash", "-c", run], cwd=ROOT, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, timeout=60)
                    actual = result.stdout.splitlines()
                    if result.returncode == code and matches(expected, actual):
                        passed += 1
                        continue
                    failed += 1
                    print(f"{file}: $ {command}\n  exit {result.returncode}, expected {code}\n  printed:")
                    print("\n".join("    " + line for line in actual))
                    print("  shown:\n" + "\n".join("    " + line for line in expected))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
