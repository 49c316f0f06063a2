"""Starts programs one after another and measures them: requests and answers are lines of JSON.

A process of its own because Linux counts the memory of whoever forks as the peak of a child: this one stays small.
"""
import json
import os
import select
import signal
import sys
import time


def state(pid):
    """The letter of the process's state: S when it waits for something."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            return stat.read().rpartition(b")")[2].split()[0]
    except OSError:
        return b""


def interrupt_when_waiting(pid, deadline):
    """SIGINT once the process has waited for a while: before that it may not have come to its open()."""
    asleep = 0
    while asleep < 10 and time.monotonic() < deadline:
        time.sleep(0.01)
        asleep = asleep + 1 if state(pid) == b"S" else 0
    os.killpg(pid, signal.SIGINT)


def launch(request):
    os.chdir(request["folder"])
    started = time.monotonic()
    opened = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)]
    for number, name in ((1, "stdout"), (2, "stderr")):
        opened.append((os.POSIX_SPAWN_OPEN, number, request[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666))
    pid = os.posix_spawn(request["argv"][0], request["argv"], os.environ, file_actions=opened, setpgroup=0,
                         setsigdef=[signal.SIGINT, signal.SIGTERM, signal.SIGPIPE])
    deadline = started + request["deadline"]
    if request["interrupt"]:
        interrupt_when_waiting(pid, deadline)
    ended = select.poll()
    descriptor = os.pidfd_open(pid)
    ended.register(descriptor, select.POLLIN)
    hung = not ended.poll(max(0.0, deadline - time.monotonic()) * 1000)
    if hung:
        os.killpg(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    os.close(descriptor)
    return {
        "exit": os.waitstatus_to_exitcode(status), "hung": hung, "wall": time.monotonic() - started,
        "cpu": usage.ru_utime + usage.ru_stime, "mib": usage.ru_maxrss / 1024
    }


for line in sys.stdin:
    print(json.dumps(launch(json.loads(line))), flush=True)
