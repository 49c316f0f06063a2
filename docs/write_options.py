#!/usr/bin/env python3
"""Writes docs/options.md, every option of every command, from the help of a program: write_options.py [PROGRAM];
write_options.py --check PROGRAM only says whether it is that."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs/options.md"
HEAD = """<!-- Made by docs/write_options.py (./dev generate) from the program's help. -->
# Options

The options of each command, as `dmlrun COMMAND --help` prints them; [commands.md](commands.md) says what commands do,
and has the exit codes. An operator's fields are options, too, where the command takes a spec: `dmlrun help OPERATOR`
has those.

"""


def cell(text):
    return text.replace("<", "&lt;").replace("|", "\\|")


def table(help_text):
    rows = re.findall(r"(?m)^  (-.*?)  +(\S.*)$", help_text)
    return "| option | |\n|---|---|\n" + "".join(f"| `{cell(name)}` | {cell(what)} |\n" for name, what in rows) + "\n"


def page(program):
    def printed(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
    usage, _, rest = printed("--help").partition("\n\nSPEC is ")
    own, *others = re.findall(r"(?ms)^(Options of [^\n]*):\n(.*?)(?=^\S)", rest)
    text = HEAD + f"## dmlrun SPEC\n\n{re.search('SPEC .INPUT....  +(.*)', usage)[1]}\n\n{table(own[1])}"
    for title, names in others:
        text += f"{title}: " + ", ".join(f"`{name.strip(',')}`" for name in names.split()) + ".\n\n"
    for command in re.findall(r"(?m)^  dmlrun ([a-z]+)(?= )", usage):
        line, summary, options, examples = re.fullmatch(
            r"Usage: (.*?)\n\n(.*?)\n\nOptions:\n(.*?)\nExamples:\n(.*)", printed("help", command), re.S).groups()
        text += f"## dmlrun {command}\n\n`{line}`\n\n{summary}\n\n{table(options)}"
        text += f"```text of dmlrun help {command}\n{examples.rstrip()}\n```\n\n"
    return text.rstrip("\n") + "\n"


def main():
    is_check = sys.argv[1:2] == ["--check"]
    program = pathlib.Path((sys.argv[1 + is_check:] or [ROOT / "build/dmlrun"])[0]).resolve()
    if not program.exists():  # the page stays as it is until there is one
        return 0
    made = page(program)
    if not is_check:
        TARGET.write_text(made, encoding="utf-8")
        return 0
    is_same = TARGET.read_text(encoding="utf-8") == made
    if not is_same:
        print("docs/options.md:1: is not what the program's help says; run ./dev build and ./dev generate")
    print(f"{int(is_same)} passed, {int(not is_same)} failed")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
