#!/usr/bin/env python3
"""Buffers that stay on a device between the steps of a model: resident_test.py DMLRUN COMPILER [--count N] [--first
SEED].

Random chains of dispatches on parts of a few resources give the reference's bytes on OpenCL; what travels, and what is
asked for and given back, is counted by a library that stands before OpenCL. Ends with `N passed, M failed`.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from hardened_process import is_hardened

# Counts calls, into the file OPENCL_COUNTS, and fails all requests for memory from FAILING_FROM to FAILING_TO.
COUNTER = r"""
#include <dlfcn.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
using CreateBuffer = void*(void*, unsigned long, unsigned long, void*, int*);
using Transfer = int(void*, void*, unsigned, unsigned long, unsigned long, void*, unsigned, void*, void*);
using Release = int(void*);
static CreateBuffer* create_buffer;
static Transfer *write_buffer, *read_buffer;
static Release* release_buffer;
static int creates, writes, reads, releases;
static int number(const char* name) { const char* text = std::getenv(name); return text ? std::atoi(text) : 0; }
static void report() {
  if (FILE* file = std::fopen(std::getenv("OPENCL_COUNTS"), "w")) {
    std::fprintf(file, "%d %d %d %d", creates, writes, reads, releases);
    std::fclose(file);
  }
}
static void* create(void* context, unsigned long flags, unsigned long bytes, void* host, int* error) {
  static int asked = 0;
  ++asked;
  if (asked < number("FAILING_FROM") || asked > number("FAILING_TO")) {
    ++creates;
    return create_buffer(context, flags, bytes, host, error);
  }
  if (error) *error = -4;  // CL_MEM_OBJECT_ALLOCATION_FAILURE
  return nullptr;
}
static int write(void* a, void* b, unsigned c, unsigned long d, unsigned long e, void* f,
                 unsigned g, void* h, void* i) {
  ++writes;
  return write_buffer(a, b, c, d, e, f, g, h, i);
}
static int read(void* a, void* b, unsigned c, unsigned long d, unsigned long e, void* f,
                 unsigned g, void* h, void* i) {
  ++reads;
  return read_buffer(a, b, c, d, e, f, g, h, i);
}
static int release(void* memory) { ++releases; report(); return release_buffer(memory); }
extern "C" void* dlsym(void* library, const char* name) {
  static auto* find = reinterpret_cast<void* (*)(void*, const char*)>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"));
  void* found = find(library, name);
  const auto replace = [&](const char* which, auto*& real, auto* ours) {
    if (!found || std::strcmp(name, which) != 0) return;
    real = reinterpret_cast<decltype(ours)>(found);
    found = reinterpret_cast<void*>(ours);
  };
  replace("clCreateBuffer", create_buffer, create);
  replace("clEnqueueWriteBuffer", write_buffer, write);
  replace("clEnqueueReadBuffer", read_buffer, read);
  replace("clReleaseMemObject", release_buffer, release);
  return found;
}
"""


def tensor(sizes, strides=None, kind="UINT8"):
    return {"DataType": kind, "Sizes": sizes, **({"Strides": strides} if strides else {})}


# Operators on bytes, by what each bind point needs.
DISPATCHABLES = {
    "twice": {"type": "TILE", "desc": {"InputTensor": tensor([48]), "OutputTensor": tensor([96]), "RepeatsCount": 1,
                                       "Repeats": [2]}},
    "mirror": {"type": "PADDING", "desc": {"InputTensor": tensor([64]), "OutputTensor": tensor([96]), "PaddingMode":
                                           "REFLECTION", "PaddingValue": 0, "DimensionCount": 1, "StartPadding": [7],
                                           "EndPadding": [25]}},
    "gaps": {"type": "PADDING", "desc": {"InputTensor": tensor([4, 8]), "OutputTensor": tensor([6, 8], [16, 1]),
                                         "PaddingMode": "CONSTANT", "PaddingValue": 9, "DimensionCount": 2,
                                         "StartPadding": [1, 0], "EndPadding": [1, 0]}},
    "join": {"type": "JOIN", "desc": {"InputCount": 2, "InputTensors": [tensor([32]), tensor([16])],
                                      "OutputTensor": tensor([48]), "Axis": 0}},
    "split": {"type": "SPLIT", "desc": {"InputTensor": tensor([32]), "OutputCount": 2,
                                        "OutputTensors": [tensor([16]), tensor([16])], "Axis": 0}},
}
POINTS = {"twice": ([48], [96]), "mirror": ([64], [96]), "gaps": ([32], [88]), "join": ([32, 16], [48]),
          "split": ([32], [16, 16])}
RESOURCE_BYTES = 256


def random_model(seed):
    chance = random.Random(seed)
    names = ["A", "B", "C"]
    resources = {name: {"initialValuesDataType": "UINT8", "initialValues": {
        "valueCount": RESOURCE_BYTES, "valueStart": 3 * i, "valueDelta": 1}} for i, name in enumerate(names)}
    commands = []
    while len(commands) < 14:
        kind = chance.choice(list(DISPATCHABLES))
        inputs, outputs = ([(chance.choice(names), 16 * chance.randint(0, (RESOURCE_BYTES - size) // 16), size)
                            for size in sizes] for sizes in POINTS[kind])
        everything = inputs + outputs
        meet = lambda a, b: a[0] == b[0] and a[1] < b[1] + b[2] and b[1] < a[1] + a[2]
        if any(meet(o, other) for i, o in enumerate(outputs) for other in inputs + outputs[:i]):
            continue
        bound = [{"name": name, "elementOffset": at} for name, at, _ in everything]
        many = lambda values: values if len(values) > 1 else values[0]
        points = ("InputTensors" if kind == "join" else "InputTensor",
                  "OutputTensors" if kind == "split" else "OutputTensor")
        commands.append({"type": "dispatch", "dispatchable": kind, "bindings": {
            points[0]: many(bound[:len(inputs)]), points[1]: many(bound[len(inputs):])}})
        if chance.random() < 0.15:
            commands.append({"type": "print", "resource": chance.choice(names)})
    return {"resources": resources, "dispatchables": DISPATCHABLES,
            "commands": commands + [{"type": "print", "resource": name} for name in names]}


def chain(steps):
    """From one resource to the other and back; the last step's is printed."""
    resources = {name: {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": 4096, "value": value}}
                 for name, value in (("A", 1), ("B", 2))}
    shift = {"type": "PADDING", "desc": {"InputTensor": tensor([4095]), "OutputTensor": tensor([4096]), "PaddingMode":
                                         "CONSTANT", "PaddingValue": 5, "DimensionCount": 1, "StartPadding": [1],
                                         "EndPadding": [0]}}
    commands = [{"type": "dispatch", "dispatchable": "shift", "bindings": {
        "InputTensor": "AB"[i % 2], "OutputTensor": "BA"[i % 2]}} for i in range(steps)]
    return {"resources": resources, "dispatchables": {"shift": shift},
            "commands": commands + [{"type": "print", "resource": "AB"[steps % 2]}]}


class Tests:
    def __init__(self, program, compiler, folder):
        self.program, self.folder = program, folder
        self.passed = self.failed = 0
        shim = folder / "counter.so"
        (folder / "counter.cpp").write_text(COUNTER)
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", folder / "counter.cpp", "-o", shim], check=True)
        self.counting = {"LD_PRELOAD": str(shim), "OPENCL_COUNTS": str(folder / "counts")}

    def run(self, model, backend, **environment):
        path = self.folder / "model.json"
        path.write_text(json.dumps(model))
        return subprocess.run([self.program, path, "--backend", backend], capture_output=True, text=True, check=False,
                              timeout=300, env={**os.environ, **environment})

    def claim(self, what, holds, shown):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        if not holds:
            print(f"FAILED: {what}\n  {shown}")

    def agree(self, what, model, **environment):
        values = lambda done: [line for line in done.stdout.splitlines() if line.startswith("Resource")]
        expected, found = self.run(model, "reference"), self.run(model, "halide-opencl", **environment)
        good = expected.returncode == found.returncode == 0 and values(found) and values(expected) == values(found)
        self.claim(what, good, f"exit {expected.returncode} and {found.returncode}; {expected.stderr}{found.stderr}")

    def counts(self):
        created, written, read, released = map(int, (self.folder / "counts").read_text().split())
        self.claim("all device memory is given back", created == released, f"{created} made, {released} given back")
        return created, written, read

    def chains(self):
        for steps in (1, 2, 20):
            self.agree(f"a chain of {steps}", chain(steps), **self.counting)
            # Up: the first input. What is written whole need not be brought, and only what is printed comes down.
            counts = self.counts()
            self.claim(f"a chain of {steps}: memory, up, down", counts == (2, 1, 1), counts)

    def failures(self):
        # All that is on the device comes home, and each kernel brings and fetches what it needs.
        for number in (1, 2):
            self.agree(f"request {number} for device memory fails", chain(4), **self.counting, FAILING_FROM=str(number),
                       FAILING_TO=str(number))
            self.counts()
        for first in (1, 2, 3):
            done = self.run(chain(4), "halide-opencl", **self.counting, FAILING_FROM=str(first), FAILING_TO="1000")
            expected = first == 3  # two are enough for the whole chain
            good = done.returncode == 0 if expected else (done.returncode == 6 and done.stderr.count("\n") == 1
                                                          and "the device has no memory for it: " in done.stderr)
            self.claim(f"all requests from {first} on fail", good, f"exit {done.returncode}, {done.stderr!r}")
            if first > 1:
                self.counts()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: str(Path(p).resolve()))
    parser.add_argument("compiler")
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(options.program, options.compiler, Path(folder))
        if is_hardened() or tests.run(chain(1), "halide-opencl").returncode == 5:
            print("skipped: halide-opencl does not work here")
            return 77
        tests.chains()
        tests.failures()
        for seed in range(options.first, options.first + options.count):
            tests.agree(f"random model, repeat with --count 1 --first {seed}", random_model(seed))
    print(f"{tests.passed} passed, {tests.failed} failed")
    return int(tests.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
