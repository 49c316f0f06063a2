#!/usr/bin/env python3
"""How runs gain by threads: TILE, PADDING, JOIN, quantized add and add from 1 MB to 512 MB on 1, 2, 4, 8 and 16
threads, beside plain copies and fills of the same traffic by as many threads, and torch where it can be imported.
Everything takes its turn in every round; figures are medians over rounds of ratios within a round. Needs numpy
and a built tree (dmlrun_shared, dmlrun_bench_rounds). scaling_page.py makes the page of docs/benchmark of it."""
import argparse
import contextlib
import ctypes
import json
import os
import platform
import random
import re
import statistics
import sys
import time
import zlib
from ctypes import byref, c_char, c_int32, c_size_t, c_uint64
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "peers"))
try:
    import native
except ImportError as why:
    print(f"scaling: {why}; './dev bench rows' installs it into build/peers", file=sys.stderr)
    sys.exit(2)

MEGABYTE = 1 << 20
SIZES = (1, 8, 64, 512)
PAST_CACHES = 60 * MEGABYTE  # plain moves of so many bytes and more are non-temporal: a cell of 64 MB may have less


class Memory(native.Buffer):
    """Full of noise; operands begin in different places of their pages."""

    def __init__(self, size, skew):
        super().__init__(size, skew)
        self.size, self.view = size, memoryview(self.bytes)
        noise = random.Random(size + skew).randbytes(min(size, MEGABYTE))
        for at in range(0, size, len(noise)):
            self.view[at:at + len(noise)] = noise[:min(len(noise), size - at)]


def call_of(library, spec, threads, inputs, output):
    """What runs once when it is called, and what keeps its arguments."""
    kernel = library.kernel(library.operator(json.dumps(spec)), "auto", threads)
    (function, arguments), kept = library.call(kernel, inputs, output)
    library.check(ctypes.CFUNCTYPE(c_int32, *[c_size_t] * 6)(function)(*arguments), native.Error())
    return native.Call(function, (c_size_t * 6)(*arguments)), kept


class Cell:
    """An operator of about so many bytes of output: spec, bytes of inputs and output, and what torch does for it."""

    def __init__(self, kind, megabytes):
        self.kind, self.megabytes = kind, megabytes
        getattr(self, kind)(int(megabytes * MEGABYTE))

    def tensor(self, sizes, kind="FLOAT32"):
        return {"DataType": kind, "Sizes": sizes}

    def tile(self, size):
        rows, columns = size // 4 // 1024 // 4, 256
        self.inputs, self.output = [rows * columns * 4], rows * columns * 64
        self.traffic = "fill", self.output
        self.spec = {"type": "TILE", "desc": {"InputTensor": self.tensor([rows, columns]), "Repeats": [4, 4]}}
        self.torch = lambda t, x, y: (lambda: y[0].view(4, rows, 4, columns).copy_(
            x[0].view(1, rows, 1, columns).expand(4, rows, 4, columns)))

    def block(self, size):
        """One large block eight times. Not among the cells unless asked for."""
        columns = size // 32
        self.inputs, self.output = [columns * 4], columns * 32
        self.traffic = "fill", self.output
        self.spec = {"type": "TILE", "desc": {"InputTensor": self.tensor([1, columns]), "Repeats": [8, 1]}}
        self.torch = lambda t, x, y: (lambda: y[0].view(8, columns).copy_(x[0].view(1, columns).expand(8, columns)))

    def padding(self, size):
        images = size // (58 * 58 * 4)
        self.inputs, self.output = [images * 56 * 56 * 4], images * 58 * 58 * 4
        self.traffic = "copy", self.output
        self.spec = {"type": "PADDING", "desc": {
            "InputTensor": self.tensor([images, 56, 56]), "PaddingMode": "CONSTANT", "PaddingValue": 0,
            "StartPadding": [0, 1, 1], "EndPadding": [0, 1, 1]}}

        def prepare(t, x, y):
            y = y[0].view(images, 58, 58)
            inner, x = y[:, 1:-1, 1:-1], x[0].view(images, 56, 56)
            edges = y[:, 0], y[:, -1], y[:, 1:-1, 0], y[:, 1:-1, -1]

            def run():
                inner.copy_(x)
                for edge in edges:
                    edge.zero_()
            return run
        self.torch = prepare

    def join(self, size):
        rows = size // 2048
        self.inputs, self.output, self.traffic = [rows * 1536, rows * 512], rows * 2048, ("copy", rows * 2048)
        parts = [self.tensor([rows, 384]), self.tensor([rows, 128])]
        self.spec = {"type": "JOIN", "desc": {"InputTensors": parts, "Axis": 1}}

        def prepare(t, x, y):
            parts, to = [x[0].view(rows, 384), x[1].view(rows, 128)], y[0].view(rows, 512)
            return lambda: t.cat(parts, 1, out=to)
        self.torch = prepare

    def qadd(self, size):
        scale = self.tensor([1, 1])
        values = self.tensor([size // 1024, 1024], "UINT8")
        zero = self.tensor([1, 1], "UINT8")
        self.inputs, self.output, self.traffic = [size, 4, 1, size, 4, 1, 4, 1], size, ("copy", size * 3 // 2)
        self.spec = {"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {
            "ATensor": values, "AScaleTensor": scale, "AZeroPointTensor": zero,
            "BTensor": values, "BScaleTensor": scale, "BZeroPointTensor": zero,
            "OutputScaleTensor": scale, "OutputZeroPointTensor": zero, "OutputTensor": values}}
        self.torch = None

    def add(self, size):
        values = self.tensor([size // 4096, 1024])
        self.inputs, self.output, self.traffic = [size, size], size, ("copy", size * 3 // 2)
        self.spec = {"type": "ELEMENT_WISE_ADD", "desc": {"ATensor": values, "BTensor": values, "OutputTensor": values}}
        self.torch = lambda t, x, y: (lambda: t.add(x[0], x[1], out=y[0]))

    def memory(self):
        inputs = [Memory(size, 64 * i) for i, size in enumerate(self.inputs)]
        if self.kind == "qadd":
            for i, value in ((1, 0.02), (4, 0.03), (6, 0.05)):
                inputs[i].view[:] = (c_char * 4).from_buffer_copy(ctypes.c_float(value)).raw
            for i in (2, 5, 7):
                inputs[i].view[:] = b"\x80"
        if self.kind == "add":
            for numbers in inputs:  # of one sign and about one size: no NaN, whose bits may differ
                numbers.view[3::4] = b"\x3f" * (numbers.size // 4)
        return inputs, Memory(self.output, 2048)


def timed(repeat, least):
    """Seconds of a call: some that are not timed, then as many as take so long."""
    seconds, calls = repeat(2), 2
    while calls < 500 and seconds < least / 2:
        seconds += repeat(calls)
        calls *= 2
    count = max(2, int(least / (seconds / calls)))
    return repeat(count) / count


def in_python(work):
    def repeat(times):
        begin = time.perf_counter()
        for _ in range(times):
            work()
        return time.perf_counter() - begin
    return repeat


def contestants(cell, arguments, libraries, bench, torch):
    """(who, threads) → (prepare, repeat), in the order of their names. Only torch is called by Python."""
    inputs, output = cell.memory()
    nothing = lambda: None
    found, kept = {}, []
    repeat_of = lambda call: (nothing, lambda times: bench.dmlrun_bench_repeat(byref(call), c_uint64(times)))
    for name, library in libraries.items():
        for n in arguments.threads:
            call, arguments_of_call = call_of(library, cell.spec, n, inputs, output)
            kept.append(arguments_of_call)
            found[name, n] = repeat_of(call)
    kind, traffic = cell.traffic
    source, target = Memory(traffic, 1024) if kind == "copy" else None, Memory(traffic, 0)
    for n in arguments.threads:
        move = (c_size_t * 6)(target.address, source.address if source else 0, traffic, traffic >= PAST_CACHES, n)
        found["plain", n] = repeat_of(native.Call(native.function_of(bench, "dmlrun_bench_plain"), move))
    if torch and cell.torch:
        x, y = ([torch.frombuffer(m.view, dtype=torch.float32) for m in which] for which in (inputs, [output]))
        work = cell.torch(torch, x, y)
        for n in arguments.threads:
            found["torch", n] = (lambda n=n: torch.set_num_threads(n)), in_python(work)
    if cell.megabytes <= 64:
        check(cell, found, output)
    return found, (inputs, output, source, target, kept)


def check(cell, found, output):
    """All give the same bytes."""
    sums = {}
    for who, (prepare, repeat) in found.items():
        if who[0] == "plain":
            continue
        output.view[:] = bytes([0x5A]) * output.size
        prepare()
        repeat(1)
        sums[who] = zlib.crc32(output.view)
    wrong = [who for who, value in sums.items() if value != next(iter(sums.values()))]
    if wrong:
        sys.exit(f"scaling: {cell.kind}, {cell.megabytes} MB: {wrong} gave other bytes")


def measure(cell, arguments, libraries, bench, torch):
    found, _memory = contestants(cell, arguments, libraries, bench, torch)
    times, end = {who: [] for who in found}, time.perf_counter() + arguments.seconds
    order = list(found)
    for done in range(arguments.rounds):
        if done >= 3 and time.perf_counter() > end:
            break
        random.Random(done).shuffle(order)
        for who in order:
            prepare, repeat = found[who]
            prepare()
            times[who].append(timed(repeat, arguments.turn))
    return times


def ratio(times, of, by):
    return statistics.median(a / b for a, b in zip(times[of], times[by]))


def processor():
    """Its name, where Linux tells."""
    with contextlib.suppress(OSError):
        names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        if names:
            return names[0]
    return platform.processor() or platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    numbers = lambda text: [int(number) for number in text.split(",")]
    sizes = lambda text: [float(number) if "." in number else int(number) for number in text.split(",")]
    parser.add_argument("build", nargs="?", default="build", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--seconds", type=float, default=15, help="for each cell")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--turn", type=float, default=4e-3, help="least seconds of a turn")
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--threads", type=numbers, default=[n for n in (1, 2, 4, 8, 16) if n <= cores])
    parser.add_argument("--sizes", type=sizes, default=list(SIZES))
    parser.add_argument("--cells", default="tile,padding,join,qadd,add")
    parser.add_argument("--library", action="append", default=[], metavar="NAME=FILE",
                        help="another build of libdmlrun.so, in the same rounds")
    parser.add_argument("--no-torch", action="store_true")
    arguments = parser.parse_args()
    libraries = {"dmlrun": native.Dmlrun(str(arguments.build / "libdmlrun.so"))}
    libraries.update((name, native.Dmlrun(path)) for name, path in (text.split("=", 1) for text in arguments.library))
    bench = ctypes.CDLL(str(arguments.build / "dmlrun_bench_rounds.so"))
    bench.dmlrun_bench_repeat.restype = ctypes.c_double
    torch = None
    if not arguments.no_torch:
        try:
            import torch
        except ImportError:
            pass
    results = {"machine": processor(), "cores": cores, "threads": arguments.threads,
               "torch": torch.__version__ if torch else None, "cells": []}
    most = arguments.threads[1:]
    print(f"{cores} cores; gain: one thread's time by N threads'; then their time by dmlrun's, N threads each")
    for megabytes in arguments.sizes:
        for kind in arguments.cells.split(","):
            cell = Cell(kind, megabytes)
            times = measure(cell, arguments, libraries, bench, torch)
            found = {"cell": kind, "megabytes": megabytes, "plain": cell.traffic[0], "rounds": len(times["dmlrun", 1]),
                     "microseconds": {f"{who} {n}": statistics.median(t) * 1e6
                                      for (who, n), t in times.items()},
                     "gain": {f"{who} {n}": ratio(times, (who, 1), (who, n)) for who, n in times},
                     "by": {f"{who} {n}": ratio(times, (who, n), ("dmlrun", n)) for who, n in times}}
            results["cells"].append(found)
            alone = found["microseconds"]["dmlrun 1"]
            print(f"\n{kind}, {megabytes} MB, {found['rounds']} rounds; one thread {alone:.1f} us")
            for who in dict.fromkeys(who for who, _ in times):
                gains = "  ".join(f"{n}: {found['gain'][f'{who} {n}']:5.2f}" for n in most)
                by = "  ".join(f"{n}: {found['by'][f'{who} {n}']:5.2f}" for n in arguments.threads)
                print(f"  {who:10} gain  {gains}   time by dmlrun's  {by}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
