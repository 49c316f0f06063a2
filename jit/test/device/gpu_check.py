#!/usr/bin/env python3
"""Everything that needs a GPU, in one go: examples, random plans, quantized sums, generated PTX, times beside torch's.

  gpu_check.py pack BUILD FOLDER   puts what the other machine needs into FOLDER: programs, module, Halide's library
  gpu_check.py run FOLDER [--quick] [--only examples,plans,pairs,ptx,bench,rows] [--case TEXT]
                          [--backends halide-opencl,halide-cuda] [--device NAME]
                                   runs there; needs the repository (for the examples), no network, no compiler
                                   --case: the benchmarks with this in their names

The last line says 'N passed, M failed'; a back end without a device is a failure here. With torch its times are printed
beside ours, in one table of ratios.
"""
import argparse
import concurrent.futures
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = ["dmlrun", "dmlrun_device_check", "engine/test/dmlrun_quantized_exhaustive"]
MODULE = "dmlrun_halide.so"
PARTS = ["examples", "plans", "pairs", "ptx", "bench", "rows"]
FUNCTIONS = "EXP LOG SIN COS TAN ASIN ACOS ATAN SINH COSH TANH ASINH ATANH ERF".split()
ACTIVATIONS = {"SIGMOID": {}, "GELU": {}, "SOFTPLUS": {"Steepness": 1}, "SWISH": {"SigmoidInputScale": 1}}
COUNT = 2**26  # elements of what `rows` times


def rows():
    """name → (spec, what torch does with its inputs and output, or None)"""
    tensor = lambda kind: {"DataType": kind, "Sizes": [COUNT]}
    unary = lambda kind, name, **more: {"type": name, "desc": {"InputTensor": tensor(kind), **more}}
    cast = lambda source, to: unary(source, "CAST", OutputTensor=tensor(to))
    f32, copy = "FLOAT32", lambda t, y, x: y.copy_(x)
    both = {"ATensor": tensor(f32), "BTensor": tensor(f32)}
    made = {
        "add f32": ({"type": "ELEMENT_WISE_ADD", "desc": both}, lambda t, y, a, b: t.add(a, b, out=y)),
        "clip f32": (unary(f32, "ELEMENT_WISE_CLIP", Min=-1, Max=1), lambda t, y, x: t.clamp(x, -1, 1, out=y)),
        "cast f32 to f16": (cast(f32, "FLOAT16"), copy),
        "cast f16 to f32": (cast("FLOAT16", f32), copy),
        "cast u8 to f32": (cast("UINT8", f32), copy),
    }
    for name in FUNCTIONS:
        made[name.lower()] = unary(f32, f"ELEMENT_WISE_{name}"), lambda t, y, x, f=name: getattr(t, f.lower())(x, out=y)
    made |= {name.lower(): (unary(f32, f"ACTIVATION_{name}", **more), None) for name, more in ACTIVATIONS.items()}
    return made


def pack(build, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in [*PROGRAMS, MODULE]:
        shutil.copy2(build / name, folder)
        subprocess.run(["strip", "--strip-unneeded", folder / Path(name).name], check=False)
    shown = subprocess.run(["ldd", build / "dmlrun"], capture_output=True, text=True, check=True).stdout
    for path in re.findall(r"lib(?:Zydis|Zycore)\S* => (\S+)", shown):
        shutil.copy2(path, folder)
    linked = subprocess.run(["ldd", build / MODULE], capture_output=True, text=True, check=True).stdout
    library = re.search(r"libHalide\.so\S* => (\S+)", linked)[1]
    packed = folder / "libHalide.so.xz"
    if not packed.exists():
        with open(library, "rb") as source, lzma.open(packed, "wb", preset=6) as target:
            shutil.copyfileobj(source, target, 1 << 20)
    total = sum(p.stat().st_size for p in folder.iterdir())
    print(f"{folder}: {total / 2**20:.1f} MiB")


class Run:
    def __init__(self, folder, backends, device, quick, only, case):
        self.folder, self.backends, self.quick, self.only = folder, backends, quick, only
        self.cases = ["--case", case] if case else []
        self.device = ["--device", device] if device else []
        self.passed = self.failed = 0
        self.environment = dict(os.environ)

    def unpack(self):
        place = Path(tempfile.mkdtemp(prefix="dmlrun-gpu-"))
        for path in self.folder.iterdir():
            if path.suffix != ".xz":
                shutil.copy2(path, place)
        with lzma.open(self.folder / "libHalide.so.xz") as source, open(place / "libHalide.so", "wb") as target:
            shutil.copyfileobj(source, target, 1 << 22)
        self.folder = place
        # The GPU's driver alone, whatever the machine's settings name.
        vendors = place / "vendors"
        vendors.mkdir()
        (vendors / "nvidia.icd").write_text("libnvidia-opencl.so.1\n")
        self.environment["OCL_ICD_FILENAMES"] = "libnvidia-opencl.so.1"
        self.environment["OCL_ICD_VENDORS"] = f"{vendors}/"
        self.environment["LD_LIBRARY_PATH"] = f"{place}:{os.environ.get('LD_LIBRARY_PATH', '')}"

    def program(self, name, *arguments, limit=300):
        command = [str(self.folder / name), *map(str, arguments)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, env=self.environment, cwd=ROOT,
                                  timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return 124, "", f"did not end within {limit} s"
        return done.returncode, done.stdout, done.stderr

    def claim(self, what, holds, words):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        print(f"{'pass' if holds else 'FAIL'}  {what}: {words.strip()[-600:]}", flush=True)

    def outcome_of(self, what, name, *arguments, limit=300):
        """(what, whether it went well, words)"""
        code, out, err = self.program(name, *arguments, limit=limit)
        last = [line for line in (out + err).splitlines() if line.strip()][-3:]
        return what, code == 0 and "skipped" not in out, f"exit {code}; " + " | ".join(last)

    def checks_of(self, backend):
        chosen = ["--backend", backend, *self.device]
        plans, sets, shards = (20, 5, 1) if self.quick else (200, 20, 4)
        if "examples" in self.only:
            yield f"{backend}: examples", "dmlrun", "check", "specs/examples", *chosen
        for shard in range(shards if "plans" in self.only else 0):
            yield (f"{backend}: {plans // shards} random plans x {sets}", "dmlrun_device_check", "plans", *chosen,
                   "--count", plans // shards, "--sets", sets, "--first", shard * plans)
        if "pairs" in self.only:
            sets = 8 if self.quick else 200
            yield f"{backend}: all byte pairs", "dmlrun_quantized_exhaustive", "--sets", sets, *chosen

    def check_backends(self):
        """All at once: compiling takes most of the time, and the machine has processors enough."""
        checks = [check for backend in self.backends for check in self.checks_of(backend)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for what, holds, words in pool.map(lambda check: self.outcome_of(*check, limit=420), checks):
                self.claim(what, holds, words)

    def check_ptx(self):
        code, ptx, err = self.program("dmlrun_device_check", "source", "--backend", "halide-cuda")
        found = sorted(set(re.findall(r"^\s*((?:fma|mad\.r\w|div)\.[\w.]*f32)", ptx, re.M)))
        self.claim("PTX: no fma, no div.full", code == 0 and found == ["div.rn.f32"],
                   f"exit {code}; float operations found: {found} {err}")

    def bench(self):
        ours = {}
        for backend in self.backends:
            code, out, err = self.program("dmlrun_device_check", "bench", "--backend", backend, *self.device,
                                          *self.cases, limit=400)
            print(out + err, flush=True)
            self.claim(f"{backend}: timed results are right", code == 0, f"exit {code}")
            for line in out.splitlines():
                found = re.match(r"(.{28})\s+([\d.]+) us", line)
                if found:
                    ours.setdefault(found[1].strip(), {})[backend] = float(found[2])
        return ours

    def bench_rows(self):
        """Rows that compute, each beside torch and a copy of the same traffic, all on the device."""
        plans, ours = self.folder / "rows.txt", {}
        with open(plans, "w", encoding="utf-8") as lines:
            for name, (spec, _) in rows().items():
                (self.folder / "row.json").write_text(json.dumps(spec))
                code, out, err = self.program("dmlrun", "explain", self.folder / "row.json", "--json")
                self.claim(f"explain {name}", code == 0, err)
                lines.write(f"{name}\t{json.loads(out)['plans'][0]}\n")
        for backend in self.backends:
            code, out, err = self.program("dmlrun_device_check", "bench", "--backend", backend, *self.device,
                                          *self.cases, "--plans", plans, limit=500)
            self.claim(f"{backend}: rows that were timed are right", code == 0, f"exit {code}: {err} {out[-300:]}")
            for name, time, rate in re.findall(r"^(\S.{27}) +([\d.]+) us +(\d+) GB/s$", out, re.M):
                ours.setdefault(name.strip(), {})[backend] = float(time), float(time) * float(rate) * 1e3
        print_rows(ours, self.backends)


def print_rows(ours, backends):
    try:
        import torch
    except ImportError:
        return print(json.dumps(ours))
    kinds = {"f32": torch.float32, "f16": torch.float16, "u8": torch.uint8}
    a, b = (torch.rand(COUNT, device="cuda") for _ in range(2))
    copy = time_on_device(torch, lambda: b.copy_(a)) / (8 * COUNT)  # of a byte, read or written
    head = "".join(f"{name + ' us':>20}" for name in backends)
    print(f"{'row':20}{head}{'of a copy':>12}{'torch / ours':>14}")
    for name, times in ours.items():
        best, traffic = min(times.values())
        spec, call = rows()[name]
        found = "-"
        if call:
            words = [kinds[word] for word in name.split() if word in kinds] or [torch.float32]
            inputs, output = [t.to(words[0]) for t in (a, b)], torch.zeros(COUNT, dtype=words[-1], device="cuda")
            inputs = inputs[:2 if "ATensor" in spec["desc"] else 1]
            found = f"{time_on_device(torch, lambda: call(torch, output, *inputs)) / best:.2f}"
        shown = "".join(f"{times[backend][0]:20.1f}" if backend in times else f"{'-':>20}" for backend in backends)
        print(f"{name:20}{shown}{best / (copy * traffic):12.2f}{found:>14}")


def time_on_device(torch, function):
    """Microseconds, best of several rounds."""
    function()
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    best = float("inf")
    for _ in range(5):
        begin.record()
        for _ in range(20):
            function()
        end.record()
        torch.cuda.synchronize()
        best = min(best, begin.elapsed_time(end) / 20 * 1000)
    return best


def torch_times(names):
    """Microseconds of torch's own operators on the shapes of bench_plans.cpp, best of several rounds."""
    try:
        import torch
    except ImportError:
        return {}
    if not torch.cuda.is_available():
        return {}

    def time_of(function):
        return time_on_device(torch, function)

    times = {"torch": {}, "copy": {}}
    rows = 16384
    for size, kind in ((4, torch.int32), (2, torch.int16), (1, torch.uint8)):
        columns = 2**28 // rows // size
        make = lambda *shape: torch.zeros(shape, dtype=kind, device="cuda")
        a, b = make(rows, columns), make(rows, columns)
        quarter, three = make(rows, columns // 4), make(rows, columns // 4 * 3)
        small, inner16, inner1 = make(rows // 4, columns // 4), make(rows - 32,
                                                                     columns - 32), make(rows - 2, columns - 2)
        times["copy"][size] = time_of(lambda: a.copy_(b))
        cases = {
            f"copy x{size}": lambda: a.copy_(b),
            f"repeat 4x4 x{size}": lambda: torch.tile(small, (4, 4)),
            f"border 16 x{size}": lambda: torch.nn.functional.pad(inner16, (16, 16, 16, 16)),
            f"border 1 x{size}": lambda: torch.nn.functional.pad(inner1, (1, 1, 1, 1)),
            f"two beside each other x{size}": lambda: torch.cat((quarter, three), 1),
        }
        for name, function in cases.items():
            if name in names:
                times["torch"][name] = time_of(function)
    return times


def print_ratios(ours, torchs):
    if not torchs:
        print("torch is not here: no ratios")
        return
    print(f"{'case':30} {'ours us':>9} {'torch us':>9} {'torch/ours':>10} {'ours/copy':>9}   (copy: torch's copy_)")
    for name, by_backend in ours.items():
        best, size = min(by_backend.values()), re.search(r"x(\d)$", name)
        copy = torchs["copy"].get(int(size[1]) if size else 4, 0)
        theirs = torchs["torch"].get(name)
        if not size:
            best_possible = copy * 1.5  # three bytes of traffic where a copy has two
            print(f"{name:30} {best:9.1f} {'':9} {'':10} {best / best_possible:9.2f}   (to 1.5 x copy: its traffic)")
            continue
        print(f"{name:30} {best:9.1f} {theirs:9.1f} {theirs / best:10.2f} {best / copy:9.2f}")
    print("json: " + json.dumps({"ours": ours, "torch": torchs.get("torch")}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["pack", "run"])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--backends", default="halide-opencl,halide-cuda")
    parser.add_argument("--device", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--case", default="")
    options = parser.parse_args()
    if options.command == "pack":
        return pack(*options.folders)
    only = options.only.split(",")
    if unknown := [part for part in only if part not in PARTS]:
        parser.error(f"--only: {', '.join(PARTS)}, not {unknown[0]}")
    run = Run(options.folders[0].resolve(), options.backends.split(","), options.device, options.quick, only,
              options.case)
    run.unpack()
    print(run.program("dmlrun", "backends")[1], flush=True)
    run.check_backends()
    if "ptx" in only:
        run.check_ptx()
    if "bench" in only:
        ours = run.bench()
        print_ratios(ours, torch_times(ours))
    if "rows" in only:
        run.bench_rows()
    shutil.rmtree(run.folder)
    print(f"{run.passed} passed, {run.failed} failed")
    return int(run.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
