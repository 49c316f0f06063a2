#!/usr/bin/env python3
"""What goes wrong with devices and with kept code: device_test.py DMLRUN HARDENED COMPILER; ends with `N passed, M
failed`.

Each case is one clear sentence on stderr, nothing on stdout and the right exit code, or the right values all the same.
"""
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from hardened_process import is_hardened

SPEC = '{"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [1, 3]}, "Repeats": [%d, 2]}, ' \
       '"inputs": {"InputTensor": [1, 2, 3]}}'
EXPECTED = "Resource 'OutputTensor': 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3"

# Fails the n-th request for device memory, as a device that others fill up does.
FAILING_DEVICE = r"""
#include <dlfcn.h>
#include <cstdlib>
#include <cstring>
using CreateBuffer = void*(void*, unsigned long, unsigned long, void*, int*);
static CreateBuffer* real;
static int count;
static void* create(void* context, unsigned long flags, unsigned long bytes, void* host, int* error) {
  if (++count != std::atoi(std::getenv("FAILING_BUFFER"))) return real(context, flags, bytes, host, error);
  if (error) *error = -4;  // CL_MEM_OBJECT_ALLOCATION_FAILURE
  return nullptr;
}
extern "C" void* dlsym(void* library, const char* name) {
  static auto* find = reinterpret_cast<void* (*)(void*, const char*)>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"));
  void* found = find(library, name);
  if (!found || std::strcmp(name, "clCreateBuffer") != 0) return found;
  real = reinterpret_cast<CreateBuffer*>(found);
  return reinterpret_cast<void*>(create);
}
"""


class Tests:
    def __init__(self, program, hardened, compiler, folder):
        self.program, self.hardened, self.compiler, self.folder = program, hardened, compiler, folder
        self.passed = self.failed = 0
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
        self.spec = folder / "small.json"
        self.spec.write_text(SPEC % 2)

    def run(self, *arguments, before=(), **environment):
        return subprocess.run([*before, self.program, *map(str, arguments)], capture_output=True, text=True,
                              check=False, timeout=300, env={**self.environment, **environment})

    def claim(self, what, holds, shown):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        if not holds:
            print(f"FAILED: {what}\n  {shown}")

    def expect_refusal(self, what, code, words, *arguments, **more):
        done = self.run(*arguments, **more)
        good = (done.returncode == code and not done.stdout and words in done.stderr and done.stderr.count("\n") == 1)
        self.claim(what, good, f"exit {done.returncode}, stdout {done.stdout!r}, stderr {done.stderr!r}")

    def expect_values(self, what, *arguments, **more):
        done = self.run(self.spec, *arguments, **more)
        self.claim(what, done.returncode == 0 and done.stdout.strip() == EXPECTED,
                   f"exit {done.returncode}, stdout {done.stdout!r}, stderr {done.stderr!r}")

    def devices(self):
        opencl = ("--backend", "halide-opencl")
        self.expect_refusal("CUDA without a driver", 5, "halide-cuda cannot: ", self.spec, "--backend", "halide-cuda",
                            "--device", "no such device")
        self.expect_refusal("Metal elsewhere than on macOS", 5, "there is no Metal on this system", self.spec,
                            "--backend", "halide-metal")
        nothing = {"OCL_ICD_VENDORS": str(self.folder / "nothing")}
        (self.folder / "nothing").mkdir()
        self.expect_refusal("H181: no OpenCL driver", 5, "halide-opencl cannot: OpenCL has no driver on this system",
                            self.spec, *opencl, **nothing)
        self.expect_values("auto without an OpenCL driver", **nothing)
        if self.run(self.spec, *opencl).returncode == 5:
            print("skipped: this system has no OpenCL device")
            return
        self.expect_values("a device by number", *opencl, "--device", "0")
        for device in ("99", "no such device", "-1"):
            self.expect_refusal(f"the device {device!r}", 5, "there is no device", self.spec, *opencl, "--device",
                                device)
        done = self.run(self.spec, *opencl, before=[self.hardened])
        self.claim("a process that may not make memory executable",
                   "skipped" in done.stdout or done.returncode == 5 and "may not make memory executable" in done.stderr,
                   f"exit {done.returncode}, {done.stderr!r}")
        large = self.folder / "large.json"
        large.write_text(SPEC % 300_000_000)
        self.expect_refusal("more memory than the device has", 6, "the device has no memory for it", large, *opencl,
                            "--out", "OutputTensor=/dev/null", POCL_MEMORY_LIMIT="1")
        said = self.run(large, *opencl, "--out", "OutputTensor=/dev/null", POCL_MEMORY_LIMIT="1").stderr
        self.claim(
            "... in a whole sentence of that back end",
            said.startswith("dmlrun: halide-opencl cannot: the device has no memory")
            and not said.rstrip().endswith(":"), said)
        shim = self.folder / "failing.so"
        (self.folder / "failing.cpp").write_text(FAILING_DEVICE)
        subprocess.run([self.compiler, "-shared", "-fPIC", "-O1", self.folder / "failing.cpp", "-o", shim], check=True)
        for number in ("1", "2"):
            self.expect_refusal(f"H182: request {number} for device memory fails", 6, "the device has no memory for it",
                                self.spec, *opencl, LD_PRELOAD=str(shim), FAILING_BUFFER=number)

    def kept_code(self):
        cpu, folder = ("--backend", "halide-cpu"), self.folder / "cache" / "dmlrun" / "code"
        if self.run(self.spec, *cpu).returncode == 5:
            print("skipped: halide-cpu is not available")
            return
        self.claim("the folder is the user's alone", stat.S_IMODE(folder.stat().st_mode) == 0o700, folder.stat())
        entries = list(folder.iterdir())
        self.claim("one entry is kept", len(entries) == 1, entries)
        self.expect_values("a second run", *cpu)
        good = entries[0].read_bytes()
        for what, content in (("garbage", b"garbage" * 1000), ("empty", b""), ("cut", good[:-9]),
                              ("one bit", good[:-1] + bytes([good[-1] ^ 1]))):
            entries[0].write_bytes(content)
            self.expect_values(f"an entry that is {what}", *cpu)
            self.claim(f"an entry that is {what} is replaced", entries[0].read_bytes() == good, "it was not")
        folder.chmod(0o777)
        entries[0].write_bytes(b"garbage")
        self.expect_values("a folder that others may write to", *cpu)
        self.claim("... and nothing is written there", entries[0].read_bytes() == b"garbage", "it was")
        self.expect_values("no folder wanted", *cpu, "--no-disk-cache", XDG_CACHE_HOME=str(self.folder / "other"))
        self.claim("no folder is made", not (self.folder / "other").exists(), "it was")
        self.expect_values("a folder that cannot be made", *cpu, XDG_CACHE_HOME="/proc/nothing")
        self.expect_values("a relative folder, which the XDG rule ignores", *cpu, XDG_CACHE_HOME="here",
                           HOME=str(self.folder / "home"))
        self.claim("the home folder's then", (self.folder / "home/.cache/dmlrun/code").is_dir(), "it is not there")


def main(program, hardened, compiler):
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(program, hardened, compiler, Path(folder))
        if is_hardened():
            tests.expect_refusal("a device in a hardened process", 5, "this process may not make memory executable",
                                 tests.spec, "--backend", "halide-opencl")
        else:
            tests.devices()
        tests.kept_code()
    print(f"{tests.passed} passed, {tests.failed} failed")
    return int(tests.failed > 0 or tests.passed == 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
