"""Runs a program at a terminal."""
import os
import pty
import subprocess


def seen_at_terminal(command, folder, **streams):
    """The exit status, and the bytes that the terminal got. It is each output stream that is not given."""
    terminal, end = pty.openpty()
    process = subprocess.Popen(command, cwd=folder, **{"stdout": end, "stderr": end, **streams})
    os.close(end)
    seen = b""
    try:
        while more := os.read(terminal, 65536):
            seen += more
    except OSError:  # the program has ended
        pass
    os.close(terminal)
    return process.wait(timeout=60), seen
