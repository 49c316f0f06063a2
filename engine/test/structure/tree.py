"""The source tree as the structure rules see it."""
import copy
import os
import re
from pathlib import Path

CODE_FOLDERS = ("engine", "jit", "cli")
SKIPPED_FOLDERS = {".git", ".venv", ".cache", "__pycache__"}


class Tree:
    """Reads each file of a checkout once. Paths are relative to the root, with forward slashes."""

    def __init__(self, root):
        self.root = Path(root)
        self.paths = sorted(self._walk())
        self._texts = {}

    def _walk(self):
        for folder, names, files in os.walk(self.root):
            inside = os.path.relpath(folder, self.root).replace(os.sep, "/")
            at_top = inside == "."
            names[:] = [n for n in names if n not in SKIPPED_FOLDERS and not (at_top and re.match(r"build(-|$)", n))]
            yield from files if at_top else (f"{inside}/{file}" for file in files)

    def with_changed(self, path):
        """The same tree, where `path` was written or deleted since this one was read."""
        other = copy.copy(self)
        other.paths = sorted({*self.paths, path} if (self.root / path).exists() else {*self.paths} - {path})
        other._texts = {place: text for place, text in self._texts.items() if place != path}
        return other

    def text(self, path):
        if path not in self._texts:
            self._texts[path] = (self.root / path).read_text(encoding="utf-8", errors="replace")
        return self._texts[path]

    def matching(self, pattern):
        return [path for path in self.paths if re.search(pattern, path)]

    def code(self):
        """Headers and sources of C++."""
        return [path for path in self.matching(r"\.(h|cpp)$") if path.split("/")[0] in CODE_FOLDERS]

    def is_test(self, path):
        return re.search(r"(^|/)(test|fuzz|bench|examples)/", path) is not None


def numbered(text):
    return enumerate(text.splitlines(), start=1)


def without_comments(text):
    """Blanks comments of C++, keeping lines and string literals."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    return re.sub(pattern, lambda m: m[0] if m[0][0] == '"' else "\n" * m[0].count("\n"), text, flags=re.DOTALL)


def without_literals(text):
    """Blanks comments and the content of string literals."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', without_comments(text))


def source_files(tree):
    return [p for p in tree.paths if re.search(r"(\.(h|c|cpp|py|sh|cmake)|CMakeLists\.txt)$|^dev$|^\.ci/run$", p)]
