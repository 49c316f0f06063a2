#!/usr/bin/env python3
"""The whole program: start to end on a small spec and on the list of operators, and a 128 MB TILE from file to file
against `cp` of its output. usage: program_bench.py PROGRAM. Figures are medians; the pairs of a round run one after
the other."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OUTPUT_BYTES = 128_000_000
ROUNDS_SMALL, ROUNDS_LARGE = 101, 7


def seconds(command, check=True):
    start = time.perf_counter()
    outcome = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    elapsed = time.perf_counter() - start
    if check and outcome.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {outcome.returncode}: {outcome.stderr.decode()[:500]}")
    return elapsed


def write_npy(path, rows, row_bytes):
    header = str({"descr": "|u1", "fortran_order": False, "shape": (rows, row_bytes)}).encode()
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
        file.write(os.urandom(row_bytes) * rows)


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = folder / "small.json"
        small.write_text(json.dumps({
            "type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, "Repeats": [2, 2]},
            "inputs": {"InputTensor": [1, 2, 3, 4, 5, 6]}}), encoding="utf-8")
        small_times = [seconds([program, small]) for _ in range(ROUNDS_SMALL)]
        list_times = [seconds([program, "operators"]) for _ in range(ROUNDS_SMALL)]
        nothing = [seconds(["true"]) for _ in range(ROUNDS_SMALL)]
        print(f"2x3 TILE, whole process: {statistics.median(small_times) * 1e3:.2f} ms; `dmlrun operators`: "
              f"{statistics.median(list_times) * 1e3:.2f} ms (`true`: {statistics.median(nothing) * 1e3:.2f} ms)")

        row, repeats = 4000, 4
        rows = OUTPUT_BYTES // row // repeats
        write_npy(folder / "in.npy", rows, row)
        large = folder / "large.json"
        large.write_text(json.dumps({"type": "TILE", "desc": {"Repeats": [repeats, 1]}}), encoding="utf-8")
        run = [program, large, "--in", f"InputTensor={folder}/in.npy", "--out", f"OutputTensor={folder}/out.npy"]
        seconds(run)
        pairs = [(seconds(run), seconds(["cp", folder / "out.npy", folder / "copy.npy"])) for _ in range(ROUNDS_LARGE)]
        ratio = statistics.median(ours / cp for ours, cp in pairs)
        print(f"128 MB TILE, file to file: {statistics.median(p[0] for p in pairs) * 1e3:.0f} ms, "
              f"{ratio:.2f} x cp of its output")


if __name__ == "__main__":
    main(sys.argv[1])
