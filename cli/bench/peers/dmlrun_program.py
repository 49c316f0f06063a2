"""What the program dmlrun is asked beside the measurement: its cells, its machine, and whether it can read what it is
given."""
import json
import os
import subprocess

MOST_BYTES = 64 << 20  # of a file of results, as dmlrun has it
CELL = {
    "family": str, "name": str, "row": str, "output_bytes": int, "region": str, "goal_unit": str, "goal": (int, float),
    "values": dict, "spec": dict}


class Refused(Exception):
    """What is said, and the exit code."""

    def __init__(self, words, code=2):
        super().__init__(words)
        self.code = code


class Program:
    def __init__(self, build):
        self.path = os.path.join(build, "dmlrun")

    def bench(self, *arguments, given=b"", called="standard input"):
        """What `dmlrun bench` prints; it reads `given`, which is called so where it complains."""
        done = subprocess.run([self.path, "bench", *arguments], check=False, input=given, capture_output=True)
        if done.returncode == 0:
            return done.stdout
        if done.returncode < 0:
            raise Refused(f"{self.path} crashed with signal {-done.returncode}", 128 - done.returncode)
        said = done.stderr.decode(errors="replace").strip().removeprefix("dmlrun: ")
        if said.startswith("standard input: "):
            said = called + said.removeprefix("standard input")
        raise Refused(said or f"{self.path} ended with {done.returncode}", done.returncode)

    def stranger(self):
        return Refused(f"{self.path} does not say what 'dmlrun bench' says; './dev bench' builds it")

    def object_of(self, text, kind):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, kind):
            raise self.stranger()
        return found

    def cells(self, text):
        """Those that have `text` in their names."""
        cells = self.object_of(self.bench("--list", "--json", "-", *(["--filter", text] if text else [])), list)
        if not cells or not all(isinstance(cell, dict) and isinstance(cell.get(key), kind) for cell in cells
                                for key, kind in CELL.items()):
            raise self.stranger()
        return cells

    def machine(self, cells):
        """What dmlrun writes of the machine: a file of results without cells. One small cell is measured for it."""
        least = min(cells, key=lambda cell: cell["output_bytes"])
        found = self.object_of(self.bench("--grid", "quick", "--filter", least["name"], "--json", "-"), dict)
        return {**found, "cells": [], "grid": ""}

    def results(self, path):
        """A file that dmlrun can read, before it costs minutes to find that it cannot; '-' is standard input."""
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            text = file.read(MOST_BYTES + 1)
        self.bench("--read", "-", given=text, called=path)
        return self.object_of(text, dict)

    def print_table(self, text):
        """Of a file of results."""
        subprocess.run([self.path, "bench", "--read", "-"], check=False, input=text.encode())
