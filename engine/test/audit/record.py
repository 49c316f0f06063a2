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


def version_of(root):
    """(name for people, identity of all code): results are kept as long as the identity is the same. Documents may
    change; without git nothing is known, and the identity changes with every file's time and size."""
    if not git(root, "rev-parse", "HEAD"):
        seen = hashlib.sha256()
        for path in sorted(p for top in CODE for p in (root / top).rglob("*") if p.is_file()):
            seen.update(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}\n".encode())
        return "a copy without git", seen.hexdigest()[:16]
    name = git(root, "rev-parse", "--short", "HEAD")
    seen = hashlib.sha256(git(root, "ls-tree", "HEAD", "--", *CODE).encode())
    changes = git(root, "diff", "HEAD", "--", *CODE)
    for path in git(root, "ls-files", "--others", "--exclude-standard", "--", *CODE).splitlines():
        changes += path + hashlib.sha256((root / path).read_bytes()).hexdigest()
    seen.update(changes.encode())
    return name + (" with changes" if changes else ""), seen.hexdigest()[:16]


def processor():
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return f"{found[1] if found else platform.machine()}, {os.cpu_count()} cores"


class Record:
    """Results by piece: {"passed": bool, "count": int or None, "seconds": float}, by identity and command."""

    def __init__(self, path, identity):
        self.path = path
        self.identity = identity
        try:
            everything = json.loads(path.read_text(encoding="utf-8"))
            self.results = everything["results"] if everything.get("identity") == identity else {}
        except (OSError, ValueError, KeyError):
            self.results = {}

    def get(self, command):
        return self.results.get(command)

    def put(self, command, result):
        self.results[command] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps({"identity": self.identity, "results": self.results}, indent=1), encoding="utf-8")
        fresh.replace(self.path)
