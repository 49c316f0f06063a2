"""Runs a case in a folder of its own and lists what is wrong."""
import contextlib
import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import npy
from case import Accepted, Refused, text

HERE = Path(__file__).resolve().parent
# A busy machine stretches the wall clock, so the processor's time is what is limited; this many times the limit is
# waited for the end. (What waits for ever, without using the processor, is found that way too.)
PATIENCE = 10


class Launcher:
    """The small process that starts the program (see launcher.py)."""
    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(HERE / "launcher.py")], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)

    def launch(self, request):
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait()


@contextlib.contextmanager
def attended(files, folder):
    """Files that need somebody at their other end, pipes, have a thread for the time of one run."""
    ended = threading.Event()
    threads = [
        threading.Thread(target=made.attend, args=(folder / name, ended)) for name, made in files.items()
        if hasattr(made, "attend")
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


@dataclass
class Measured:
    command: str
    folder: Path
    exit: int
    hung: bool
    wall: float
    cpu: float
    mib: float
    stdout: bytes
    stderr: bytes


class Runner:
    def __init__(self, program, slack):
        self._program = str(Path(program).resolve())
        self._slack = slack
        self._launcher = Launcher()

    def close(self):
        self._launcher.close()

    def run(self, case, folder):
        """(command, sentence) of everything that is wrong."""
        folder.mkdir(parents=True)
        size, mark = self._write(case, folder)
        outcome = case.outcome
        if isinstance(outcome, Refused):
            return self._run_refused(case, folder, size, outcome, outcome.at or mark)
        if isinstance(outcome, Accepted):
            return self._run_accepted(case, folder, size, outcome)
        measured = self._launch(case, folder, (), outcome.seconds)
        wrong = self._limits(measured, outcome.exit, outcome.most_mib, outcome.seconds)
        return [(measured.command, w) for w in wrong or outcome.judge(measured)]

    @staticmethod
    def _write(case, folder):
        """Writes the input; its size in bytes, and the place of the mark in the document."""
        mark = None
        if callable(case.spec):
            (folder / "spec.json").write_bytes(case.spec())
        elif case.spec is not None:
            raw, mark = text(case.spec)
            (folder / "spec.json").write_bytes(raw)
        for name, content in case.files.items():
            if callable(content):
                content(folder / name)
            else:
                (folder / name).write_bytes(content)
        # A sparse file is as large as what it really holds.
        statuses = [path.stat() for path in folder.iterdir() if path.is_file()]
        return sum(min(s.st_size, s.st_blocks * 512) for s in statuses), mark

    def _launch(self, case, folder, more, seconds=1.0):
        shutil.rmtree(folder / "out", ignore_errors=True)
        (folder / "out").mkdir()
        argv = [
            self._program, *case.before, *(["spec.json"] if case.spec is not None else []), *case.arguments, *more
        ]
        if case.output:
            argv += ["--out", "OutputTensor=" + case.output]
        counted = folder / "stdout.pipe"
        request = {
            "argv": argv, "folder": str(folder), "stdout": str(counted if counted.exists() else folder / "stdout"),
            "stderr": str(folder / "stderr"), "deadline": PATIENCE * seconds * self._slack,
            "interrupt": case.interrupt
        }
        with attended(case.files, folder):
            answer = self._launcher.launch(request)
        stdout = b"" if counted.exists() else (folder / "stdout").read_bytes()
        return Measured(shlex.join(argv), folder, stdout=stdout, stderr=(folder / "stderr").read_bytes(), **answer)

    def _limits(self, m, exit_code, most_mib, seconds=1.0):
        wrong = []
        if m.hung:
            wrong.append(f"it had not ended after {m.wall:.1f} s")
        elif m.exit != exit_code:
            wrong.append(f"exit {exit_code} was expected, found {m.exit}; standard error: {shown(m.stderr)}")
        if m.cpu > seconds * self._slack:
            wrong.append(f"at most {seconds * self._slack:g} s were expected, found {m.cpu:.2f} s")
        if m.mib > most_mib * self._slack:
            wrong.append(f"at most {most_mib * self._slack:.1f} MiB were expected, found {m.mib:.1f} MiB")
        if re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", m.stderr):
            wrong.append(f"control characters on standard error: {shown(m.stderr)}")
        return wrong

    def _run_refused(self, case, folder, size, refused, at):
        most = refused.most_mib or 64 + 40 * size / 2**20
        m = self._launch(case, folder, ())
        wrong = [(m.command, w)
                 for w in self._limits(m, refused.exit, most) + self._untouched(m) + self._sentence(m, refused, at)]
        if wrong or not refused.twice:
            return wrong
        message = m.stderr.decode().rstrip("\n")
        m = self._launch(case, folder, ("--json",))
        return [(m.command, w) for w in self._limits(m, refused.exit, most) + self._untouched(m) +
                self._error_object(m, refused, at, message)]

    @staticmethod
    def _untouched(m):
        wrong = [f"nothing on standard output was expected, found {shown(m.stdout)}"] if m.stdout else []
        left = [entry.name for entry in (m.folder / "out").iterdir()]
        return wrong + ([f"no output file was expected, found {left}"] if left else [])

    @staticmethod
    def _sentence(m, refused, at):
        """dmlrun: FILE: WHERE (LINE:COLUMN): sentence [RULE]"""
        line = m.stderr.decode(errors="backslashreplace")
        place = f"({at[0]}:{at[1]})" if at else ""
        beginning = ": ".join(p for p in ("dmlrun", refused.file, " ".join(q for q in (refused.where, place) if q))
                              if p)
        ending = f" [{refused.rule}]" if refused.rule else ""
        if line.count("\n") != 1 or not line.endswith("\n"):
            return [f"one line on standard error was expected, found {shown(m.stderr)}"]
        line = line[:-1]
        if refused.anywhere:
            found = re.match(r"dmlrun: spec\.json: (/\S* )?\(\d+:\d+\)(?=: )", line)
            beginning = found[0] if found else beginning
        if not line.startswith(beginning + ": "):
            return [f"a message that begins {beginning!r} was expected, found {line!r}"]
        sentence = line[len(beginning) + 2:]
        if not sentence.endswith(ending) or (not ending and re.search(r" \[[A-Z0-9]+-\d+\]$", sentence)):
            return [f"{'the rule' + ending if ending else 'no rule'} at the end was expected, found {line!r}"]
        sentence = sentence.removesuffix(ending)
        wrong = [
            f"{word!r} in the message was expected, found {line!r}" for word in map(str, refused.says)
            if word.lower() not in sentence.lower()
        ]
        if not sentence or sentence[-1] in ".;,":
            wrong.append(f"one sentence without a full stop was expected, found {line!r}")
        return wrong

    @staticmethod
    def _error_object(m, refused, at, message):
        try:
            error = json.loads(m.stderr)["error"]
        except (ValueError, KeyError, TypeError):
            return [f"an error as one JSON object was expected, found {shown(m.stderr)}"]
        expected = {
            "code": refused.code, "exit": refused.exit, "file": refused.file or None, "where": refused.where or None,
            "rule": refused.rule or None, "line": at[0] if at else None, "column": at[1] if at else None
        }
        if refused.anywhere:
            expected = {"code": refused.code, "exit": refused.exit, "file": refused.file}
        wrong = [
            f"{key} {value!r} was expected, found {error.get(key)!r}" for key, value in expected.items()
            if error.get(key) != value
        ]
        if error.get("message", "") not in message:
            wrong.append(f"the message of the text form was expected, found {error.get('message')!r}")
        return wrong

    def _run_accepted(self, case, folder, size, accepted):
        wrong = []
        for more in ((), ("--backend", "all")):
            m = self._launch(case, folder, more)
            # Among all back ends may be one by way of a compiler, whose own library takes some 40 MiB.
            room = 128 if more else 64
            found = self._limits(m, 0, room + 40 * (size + len(accepted.data)) / 2**20)
            found = found or self._warnings(m, accepted) + self._output(m, accepted)
            wrong += [(m.command, w) for w in found]
        return wrong

    @staticmethod
    def _warnings(m, accepted):
        wrong = [f"nothing on standard output was expected, found {shown(m.stdout)}"] if m.stdout else []
        lines = m.stderr.decode(errors="backslashreplace").splitlines()
        lines = [line for line in lines if not re.fullmatch(r"dmlrun: all \d+ back ends agree", line)]
        if len(lines) != len(accepted.warnings):
            return wrong + [f"{len(accepted.warnings)} warnings were expected, found {lines}"]
        for line, words in zip(lines, accepted.warnings):
            if not line.startswith("dmlrun: warning: spec.json: ") or not all(word in line for word in words):
                wrong.append(f"a warning with {words} was expected, found {line!r}")
        return wrong

    @staticmethod
    def _output(m, accepted):
        left = [entry.name for entry in (m.folder / "out").iterdir()]
        if left != ["out.npy"]:
            return [f"the one file out.npy was expected, found {left}"]
        try:
            dtype, shape, data = npy.read((m.folder / "out" / "out.npy").read_bytes())
        except (ValueError, SyntaxError) as error:
            return [f"a .npy file was expected: {error}"]
        wrong = []
        if (dtype, shape) != (accepted.dtype, accepted.shape):
            wrong.append(f"{accepted.dtype} of shape {accepted.shape} was expected, found {dtype} of shape {shape}")
        if data != accepted.data:
            first = next((i for i, (a, b) in enumerate(zip(data, accepted.data)) if a != b),
                         min(len(data), len(accepted.data)))
            wrong.append(f"other bytes were expected from byte {first} of {len(accepted.data)} on: "
                         f"{accepted.data[first:first + 16].hex()}, found {data[first:first + 16].hex()}")
        return wrong


def shown(raw):
    line = raw.decode(errors="backslashreplace")
    return ascii(line if len(line) <= 600 else line[:600] + " ...")
