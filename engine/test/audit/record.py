"""What an audit has done so far, kept in the build folder so that the next run goes on from there."""
import hashlib
import json
import os
import platform
import re
import subprocess
from pathlib import Path

CODE = ("CMakeLists.txt", "CMakePresets.json", "engine", "jit", "cli", "specs", "testdata")


def git(root, *arguments):
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def code_of(root):
    """The files that count, below the root, in order. Documents may change."""
    listed = git(root, "-c", "core.quotePath=off", "ls-files", "--cached", "--others", "--exclude-standard", "--",
                 *CODE)
    if listed:
        return sorted(p for p in set(listed.splitlines()) if (root / p).is_file())
    found = (p for top in CODE for p in [root / top, *(root / top).rglob("*")])
    return sorted(str(p.relative_to(root)) for p in found if p.is_file() and "__pycache__" not in p.parts)


def version_of(root):
    """(name for people, identity of all code): results are kept as long as the identity is the same. It follows from
    the files' contents alone, so that a copy without git, on another machine, has the same one."""
    seen = hashlib.sha256()
    for path in code_of(root):
        seen.update(f"{path} {hashlib.sha256((root / path).read_bytes()).hexdigest()}\n".encode())
    identity = seen.hexdigest()[:16]
    name = git(root, "rev-parse", "--short", "HEAD")
    changed = name and git(root, "status", "--porcelain", "--", *CODE)
    return name + (" with changes" if changed else "") if name else "code " + identity, identity


def processor():
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return f"{found[1] if found else platform.machine()}, {os.cpu_count()} cores"


class Record:
    """Results by piece, under its command from the root: {"passed": bool, "count": int or None, "seconds": float}.
    Those of other code are forgotten."""

    def __init__(self, path, version, identity):
        self.path, self.version, self.identity, self.results = path, version, identity, {}
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept["identity"] == identity:
                self.results = kept["results"]
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def get(self, command):
        return self.results.get(command)

    def put(self, command, result):
        self.results[command] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps({"identity": self.identity, "results": self.results}, indent=1), encoding="utf-8")
        fresh.replace(self.path)

    def forget(self):
        self.results = {}
