"""Work in a forked process, which may crash, hang or end as it likes."""
import ctypes
import json
import mmap
import os
import select
import signal
import time


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


def run_as_child(work, say):
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1), os.dup2(devnull, 2)  # peers talk
        say.send("result", work(say))
        os._exit(0)
    finally:
        os._exit(1)


def in_child(work, most_seconds):
    """work(say) in a forked process: (its result, or None where it died; what it said last; how it ended)."""
    shared = ctypes.c_int32.from_buffer(mmap.mmap(-1, mmap.PAGESIZE))
    shared.value = -1
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        run_as_child(work, Say(writer, shared))
    os.close(writer)
    text, end, hangs = b"", time.monotonic() + most_seconds, True
    try:
        while select.select([reader], [], [], max(0, end - time.monotonic()))[0]:
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
    told = {"said": "", "turns": [], "result": None}
    for line in text.split(b"\n")[:-1]:  # without a line that was not ended
        kind, value = json.loads(line)
        told[kind] = value
    said = told["turns"][shared.value] if 0 <= shared.value < len(told["turns"]) else told["said"]
    ended = "hangs" if hangs else f"crashes with signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "ends the process"
    return told["result"], said, ended
