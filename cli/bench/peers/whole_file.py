"""A file that appears complete or not at all, like those that dmlrun writes; devices and pipes are written through."""
import contextlib
import os


@contextlib.contextmanager
def named(path):
    """An OSError has the name that was given, not that of the file that is hidden until it is complete."""
    try:
        yield
    except OSError as why:
        raise OSError(why.errno, why.strerror, path) from why


class WholeFile:
    """with WholeFile(path) as file: ... file.write(text). What prevents writing is an OSError at the beginning, with
    `path` in it, and a file that is there already stays as it was until the last byte of the new one is written. '-' is
    standard output. Processes that are forked meanwhile have no part in it."""

    def __init__(self, path):
        self.given, self.path = "standard output" if path == "-" else path, os.path.realpath(path)
        self.is_special = path == "-" or (os.path.exists(self.path) and not os.path.isfile(self.path))
        folder, name = os.path.split(self.path)
        self.written = self.path if self.is_special else os.path.join(folder, f".{name}.{os.getpid()}.part")
        with named(self.given):
            if os.path.isfile(self.path) and not self.is_special:
                with open(self.path, "a", encoding="utf-8"):
                    pass  # may be replaced
            if path == "-":
                os.write(1, b"")  # fails where it is closed
            self.file = open(1 if path == "-" else self.written, "w" if self.is_special else "x", encoding="utf-8",
                             closefd=path != "-")
        self.is_complete = False
        os.register_at_fork(after_in_child=self.file.close)

    def __enter__(self):
        return self

    def write(self, text):
        with named(self.given):
            self.file.write(text)
            self.file.close()
            if not self.is_special:
                os.replace(self.written, self.path)
        self.is_complete = True

    def __exit__(self, *_):
        if self.is_complete:
            return
        try:
            self.file.close()
        except OSError:
            pass  # what could not be written has been said
        if not self.is_special:
            os.unlink(self.written)
