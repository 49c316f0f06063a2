"""What an audit has done so far, kept in the build folder so that the next run goes on from there."""
import hashlib
import json
import os
import platform
import re
import subprocess
import time
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


def read_results(path):
    """A record's results, or None where it is none."""
    try:
        results = json.loads(path.read_text(encoding="utf-8"))["results"]
        for result in results.values():
            if not {"passed", "count", "seconds", "identity", "version", "machine", "ended"} <= result.keys():
                return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return results


class Record:
    """Results by piece, under its command from the root: {"passed": bool, "count": int or None, "seconds": float, and
    of what code ("identity", "version"), on which "machine" and when it "ended"}."""

    def __init__(self, path, version, identity):
        self.path, self.version, self.identity = path, version, identity
        self.results = {c: r for c, r in (read_results(path) or {}).items() if r["identity"] == identity}

    def get(self, command):
        return self.results.get(command)

    def put(self, command, result):
        self.results[command] = dict(result, identity=self.identity, version=self.version, machine=processor(),
                                     ended=round(time.time()))
        self.save()

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps({"results": self.results}, indent=1), encoding="utf-8")
        fresh.replace(self.path)

    def forget(self):
        self.results = {}

    def add(self, results):
        """Another machine's results. Of the same code a failure stays whoever has seen it; else the later one
        counts."""
        for command, other in results.items():
            own = self.results.get(command)
            same = own and own["identity"] == other["identity"] and own["passed"] != other["passed"]
            if not own or (own["passed"] if same else own["ended"] < other["ended"]):
                self.results[command] = other
