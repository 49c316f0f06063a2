#!/usr/bin/env python3
"""Two builds in turns on the same buffers: paired.py BUILD OTHER-BUILD [--rows] [--filter TEXT].

Each has libdmlrun.so; BUILD has dmlrun, too, whose grid is measured (not with --rows), and dmlrun_bench_rounds.so. A
figure is the median over rounds of BUILD's time by OTHER-BUILD's; where it is above 1.05, the median of three such."""
import argparse
import json
import os
import sys

import numpy as np

from compare_peers import REPEATS, run_once
from dmlrun_program import Program
from isolated import in_child
from native import Dmlrun, Rounds
from row_cells import cells
from task import Task

SLOWER = 1.05
EFFORT = 15, 10e-3  # rounds, and least seconds of a turn


def ratio(cell, builds, rounds, say):
    """Of times, and nanoseconds of a call of the first."""
    task, contestants, outputs, keep = Task(cell, builds[0]), [], [], []
    for dmlrun in builds:
        op = dmlrun.operator(cell["text"])
        ours, kept = dmlrun.call(dmlrun.kernel(op, "auto"), task.buffers, task.output_buffer)
        task.output_buffer.bytes[:] = 0x5a
        run_once((ours, kept), dmlrun)
        outputs.append(task.output_buffer.bytes.copy())
        contestants.append(rounds.calls([ours]))
        keep.append((op, kept))
    if not np.array_equal(*outputs):
        raise ValueError("the builds give different bytes")
    seconds, _ = rounds.run(contestants, *EFFORT, at_work=say.turns(["first", "second"]))
    return float(np.median(seconds[0] / seconds[1])), float(np.median(seconds[0])) * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build")
    parser.add_argument("other")
    parser.add_argument("--filter", default="", help="only the cells that have this in their name")
    parser.add_argument("--rows", action="store_true", help="the cells of element-wise rows, not the grid's")
    options = parser.parse_args()
    builds = [Dmlrun(os.path.join(folder, "libdmlrun.so")) for folder in (options.build, options.other)]
    rounds, all_found = Rounds(os.path.join(options.build, "dmlrun_bench_rounds.so")), []
    for cell in cells(options.filter) if options.rows else Program(options.build).cells(options.filter):
        cell["text"] = json.dumps(cell["spec"])
        measured = lambda cell=cell: in_child(lambda say: ratio(cell, builds, rounds, say), 120)[::2]
        (found, words) = measured()
        if found is None:
            print(f"{cell['name']}: {words}", flush=True)
            continue
        figures = [found[0]]
        if found[0] > SLOWER:
            figures += [again[0] for again, _ in (measured() for _ in range(REPEATS - 1)) if again]
        middle = sorted(figures)[len(figures) // 2]
        all_found.append(middle)
        print(f"{middle:8.3f} {found[1]:14.1f} ns  {cell['name']}", flush=True)
    if all_found:
        mean = np.exp(np.mean(np.log(all_found)))
        print(f"{mean:8.3f} in the geometric mean of {len(all_found)} cells, {max(all_found):.3f} at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
