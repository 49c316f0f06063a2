"""A file that appears complete or not at all, like those that dmlrun writes; devices and pipes are written through."""
import os


class WholeFile:
    """with WholeFile(path) as file: ... file.write(text). What prevents writing is an OSError at the beginning, and a file that
    is there already stays as it was until the last byte of the new one is written."""

    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.is_special = os.path.exists(self.path) and not os.path.isfile(self.path)
        folder, name = os.path.split(self.path)
        self.written = self.path if self.is_special else os.path.join(folder, f".{name}.{os.getpid()}.part")
        if os.path.isfile(self.path):
            with open(self.path, "a", encoding="utf-8"):
                pass  # may be replaced
        self.file = open(self.written, "w" if self.is_special else "x", encoding="utf-8")
        self.is_complete = False

    def __enter__(self):
        return self

    def write(self, text):
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
