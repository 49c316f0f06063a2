#!/usr/bin/env python3
"""Element-wise rows beside a copy of the same traffic and beside other systems, one thread.

BUILD has libdmlrun.so and dmlrun_bench_rounds.so; beside this folder nothing else of the project is needed. A copy of
the same traffic takes the longer of two times of the same rounds: a memcpy that reads and writes as many bytes in all,
or a memset of as many as are written. Lost is where a peer is more than 5 % faster in the median of three."""
import argparse
import json
import os
import signal
import sys

try:
    import numpy as np
except ImportError as why:
    print(f"rows: {why}; './dev bench rows' installs it", file=sys.stderr)
    sys.exit(2)

from compare_peers import LOST, load_peers, measure_again, measure_safely
from native import Dmlrun, Rounds
from row_cells import FUNCTIONS, KB, ROWS, SIZES, cells

GOALS = {"onnxruntime": 1.5, "numpy": 1.2, "torch": 1.1}  # of geometric means from 64 KB on
WITHIN = 1.1  # times a copy of the same traffic, from 64 KB on
ASKED = ("onnxruntime", "numpy", "torch", "onednn", "xnnpack")


def geometric_mean(values):
    return float(np.exp(np.mean(np.log(values)))) if values else float("nan")


def line(found, names):
    peers = [f"{found['peers'][name]:8.2f}" if name in found["peers"] else f"{'-':>8}" for name in names]
    lost = [name for name in found["peers"] if found["peers"][name] < LOST]
    return (f"{found['name']:34}{found['nanoseconds'] / 1e3:12.3f}{found['ratio_traffic']:8.2f}" + "".join(peers)
            + (f"  lost to {', '.join(lost)}" if lost else "")).rstrip()


def summary(all_found, names):
    large = [one for one in all_found if one["output_bytes"] >= 64 * KB]
    for name in names:
        ratios = [one["peers"][name] for one in large if name in one["peers"]]
        goal = f", goal {GOALS[name]}" if name in GOALS else ""
        print(f"{name}: {geometric_mean(ratios):.2f} times our time, geometric mean of {len(ratios)} cells from 64 KB"
              f" on{goal}")
    above = [one for one in large if one["ratio_traffic"] > WITHIN]
    print(f"copy of the same traffic: {geometric_mean([one['ratio_traffic'] for one in large]):.2f} times, "
          f"{len(above)} of {len(large)} cells above {WITHIN}")
    for one in above:
        print(f"  {one['ratio_traffic']:.2f}  {one['name']}")
    lost = [one for one in all_found if min(one["peers"].values(), default=1) < LOST]
    print(f"lost: {len(lost)} of {len(all_found)}")
    for one in lost:
        for name, ratio in one["peers"].items():
            if ratio < LOST:
                print(f"  {ratio:.2f}  {one['name']}, to {name}")
    for one in all_found:
        for name, words in one.get("peer_words", {}).items():
            if words.startswith(("wrong", "fails", "changes", "crashes", "hangs")):
                print(f"  {one['name']}: {name} {words}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build")
    parser.add_argument("--filter", default="", help="only the cells that have this in their name")
    parser.add_argument("--peers", default=",".join(ASKED), help="with commas between them; none: '-'")
    parser.add_argument("--functions", action="store_true", help="EXP, TANH and SIGMOID instead, exact only here")
    parser.add_argument("--sizes", default=",".join(str(size // KB) for size in SIZES), help="KB of outputs")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, and nothing again")
    parser.add_argument("--json", help="where figures are written, too")
    options = parser.parse_args()
    dmlrun = Dmlrun(os.path.join(options.build, "libdmlrun.so"))
    rounds = Rounds(os.path.join(options.build, "dmlrun_bench_rounds.so"))
    peers, versions = load_peers(options.peers.split(","))
    for name, version in versions.items():
        print(f"{name} {version}")
    names, effort, all_found = [peer.name for peer in peers], (6, 2e-3) if options.quick else (9, 10e-3), []
    print(f"{'cell':34}{'us':>12}{'by copy':>8}" + "".join(f"{name[:7]:>8}" for name in names) + "   peers by our time")
    sizes = [int(size) * KB for size in options.sizes.split(",")]
    for cell in cells(options.filter, FUNCTIONS if options.functions else ROWS, sizes):
        again = lambda cell=cell: measure_safely(cell, dmlrun, rounds, peers, effort)
        found = again()
        if found["error"]:
            print(f"{cell['name']}: {found['error']}", flush=True)
            continue
        found.update({key: cell[key] for key in ("name", "row", "output_bytes")})
        if not options.quick:
            measure_again(found, again)
        all_found.append(found)
        print(line(found, names), flush=True)
    summary(all_found, names)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"versions": versions, "load": os.getloadavg()[0], "cells": all_found}, file, indent=1)
    return 0


def ended_quietly(program):
    """Its exit status; where nobody reads standard output any more, as under `| head`, that of SIGPIPE and no words."""
    try:
        try:
            return program()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


if __name__ == "__main__":
    sys.exit(ended_quietly(main))
