"""Work in a forked process, which may crash, hang or end as it likes."""
import contextlib
import ctypes
import json
import mmap
import os
import select
import signal
import time

from words import failure_words

MOST_BYTES = 64 << 20  # that work says
KINDS = {"said": str, "turns": list, "result": object, "failed": str}
SCRIBBLES = "writes into what is open in its process"


class Say:
    """Tells the first process what is at work: words by a pipe, turns of the rounds by shared memory, at no cost."""

    def __init__(self, writer, shared):
        self.writer, self.shared = writer, shared

    def send(self, kind, value):
        os.write(self.writer, (json.dumps([kind, value]) + "\n").encode())

    def __call__(self, words):
        self.shared.value = -1
        self.send("said", words)

    def turns(self, names):
        """A place for the number of the one of `names` that is at work."""
        self.send("turns", names)
        return self.shared


def end_with(parent):
    """However the first process ends, this one ends, too; where the system has no such thing, it is ended by in_child()
    alone."""
    end_with_parent = 1  # PR_SET_PDEATHSIG
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).prctl(end_with_parent, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def run_as_child(work, say, parent):
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)
        end_with(parent)
        devnull = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):  # peers talk
            os.dup2(devnull, descriptor)
        try:
            result = work(say)
        except Exception as why:
            say.send("failed", failure_words(why))
        else:
            say.send("result", result)
        os._exit(0)
    finally:
        os._exit(1)


def told_by(text):
    """What a child said, by kinds; "scribbles" where somebody else wrote into the pipe: nothing counts from there
    on."""
    told = {"said": "", "turns": [], "result": None, "failed": "", "scribbles": len(text) > MOST_BYTES}
    for line in text.split(b"\n")[:-1]:  # without a line that was not ended
        try:
            kind, value = json.loads(line)
            if not isinstance(value, KINDS[kind]):
                raise TypeError
        except (ValueError, TypeError, KeyError, RecursionError):
            told.update(result=None, scribbles=True)
            break
        told[kind] = value
        if kind == "turns":
            told["said"] = "rounds"
    return told


def in_child(work, most_seconds):
    """work(say) in a forked process: (its result, or None where it failed; what it said last; how it ended)."""
    shared = ctypes.c_int32.from_buffer(mmap.mmap(-1, mmap.PAGESIZE))
    shared.value = -1
    reader, writer = os.pipe()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        os.close(reader)
        run_as_child(work, Say(writer, shared), parent)
    os.close(writer)
    text, end, hangs = bytearray(), time.monotonic() + most_seconds, True
    try:
        while len(text) <= MOST_BYTES and select.select([reader], [], [], max(0, end - time.monotonic()))[0]:
            more = os.read(reader, 1 << 16)
            if not more:
                hangs = False
                break
            text += more
    finally:  # also where this process is told to end
        os.close(reader)
        if hangs:
            os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    told = told_by(bytes(text))
    said = told["turns"][shared.value] if 0 <= shared.value < len(told["turns"]) else told["said"]
    if told["scribbles"]:
        return None, said, SCRIBBLES
    ended = "hangs" if hangs else f"crashes with signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(
        status) else "ends the process"
    return told["result"], said, told["failed"] or ended
