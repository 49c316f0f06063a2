#!/usr/bin/env python3
"""Objects and headers of `dmlrun emit`, linked into a C program that knows nothing of dmlrun or Halide, and run:

  emitted_test.py PROGRAM C_COMPILER SOURCE_DIR [--target T] [--emulator COMMAND] [--sets N] [--every K] [--loaded]

For each example below specs/examples, and each spec in `short` beside this file, N sets of random inputs with the
reference's outputs. The program compares whole buffers, gaps included, any NaN for a NaN. With --target the compiler is
a cross compiler, and the emulator runs what it makes; with --loaded (and a C++ compiler) it is jit/halide's loader
that takes the objects, not a linker, so that this part of halide-cpu runs where there is no Halide. Ends with `N
passed, N failed`; exit 77 where there is no such compiler or emulator. """
import argparse
import itertools
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MAIN = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
%(includes)s
static void* load(const char* folder, const char* name, long bytes) {
  char path[4096];
  char* content = malloc((size_t)bytes + 1);
  snprintf(path, sizeof path, "%%s/%%s", folder, name);
  FILE* file = fopen(path, "rb");
  if (!file || !content || fread(content, 1, (size_t)bytes + 1, file) != (size_t)bytes) {
    fprintf(stderr, "cannot load %%s\\n", path);
    exit(2);
  }
  fclose(file);
  return content;
}
/* Of two NaNs any bits; infinity is 0 where elements are no floats. */
static int is_same(const char* a, const char* b, long bytes, int width, unsigned long long infinity) {
  for (long at = 0; at < bytes; at += width) {
    unsigned long long x = 0, y = 0, sign = 1ull << (8 * width - 1);
    memcpy(&x, a + at, (size_t)width);
    memcpy(&y, b + at, (size_t)width);
    if (x != y && !(infinity != 0 && (x & ~sign) > infinity && (y & ~sign) > infinity)) return 0;
  }
  return 1;
}
int main(int count, char** arguments) {
  const char* folder = count > 1 ? arguments[1] : ".";
  int wrong = 0, runs = 0;
%(calls)s
  printf("%%d runs, %%d wrong\\n", runs, wrong);
  return wrong != 0;
}
"""
CALL = """  {
    %(inputs)s
    char* expected = load(folder, "%(name)s_out.bin", %(bytes)d);
    char* found = load(folder, "%(name)s_gaps.bin", %(bytes)d);
    int outcome = %(function)s(%(arguments)s(void*)found);
    ++runs;
    if (outcome != 0 || !is_same(expected, found, %(bytes)d, %(width)d, %(infinity)dull)) {
      ++wrong;
      printf("wrong: %(spec)s, set %(set)d\\n");
    }
  }
"""
LOADER = [
    "jit/halide/objects/object_image.cpp", "jit/halide/objects/arm64_relocations.cpp",
    "jit/halide/objects/object_loader.cpp", "jit/memory/*.cpp", "engine/text/result.cpp", "engine/fork/forks.cpp",
    "jit/test/emitted/loaded_main.cpp"]
MOST_BUFFERS = 5  # that the program that loads gives beside the output
SIZES = {"FLOAT16": 2, "FLOAT32": 4, "FLOAT64": 8, "INT8": 1, "UINT8": 1, "INT16": 2, "UINT16": 2, "INT32": 4,
         "UINT32": 4, "INT64": 8, "UINT64": 8}
INFINITIES = {"FLOAT16": 0x7C00, "FLOAT32": 0x7F800000, "FLOAT64": 0x7FF0000000000000}
GAP = b"\xa5"


def packed_strides(sizes):
    strides = [1] * len(sizes)
    for axis in range(len(sizes) - 1, 0, -1):
        strides[axis - 1] = strides[axis] * sizes[axis]
    return strides


def read_npy(path):
    content = path.read_bytes()
    begin = 10 + int.from_bytes(content[8:10], "little")
    return eval(content[10:begin].decode(), {})["shape"], content[begin:]  # a file that dmlrun has just written


def raw_buffer(tensor, path):
    """What lies in memory: the file's values at the tensor's strides, and gaps."""
    size, sizes = SIZES[tensor["DataType"]], tensor["Sizes"]
    strides = tensor.get("Strides") or packed_strides(sizes)
    shape, values = read_npy(path)
    elements = 1 + sum((n - 1) * s for n, s in zip(sizes, strides))
    if list(shape) == [elements] != sizes:
        return values
    buffer = bytearray(GAP * (size * elements))
    file_strides = [s if n > 1 else 0 for n, s in zip(shape, packed_strides(shape))] if len(shape) else [0] * len(sizes)
    for at in itertools.product(*map(range, sizes)):
        to = size * sum(c * s for c, s in zip(at, strides))
        source = size * sum(c * s for c, s in zip(at, file_strides))
        buffer[to:to + size] = values[source:source + size]
    return bytes(buffer)


class Emitted:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.calls, self.headers, self.objects, self.loads = [], [], [], []
        self.declined = 0

    def dmlrun(self, *arguments):
        return subprocess.run([self.options.program, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              cwd=self.options.source)

    def add(self, number, spec, may_decline=True):
        function = f"kernel_{number}"
        target = ["--target", self.options.target] if self.options.target else []
        made = self.dmlrun("emit", spec, "--format", "object,header", "--function", function, "--dir", self.folder,
                           *target)
        if may_decline and made.returncode == 5 and "devices take" not in made.stderr and " cannot: " in made.stderr:
            self.declined += 1
            return
        if made.returncode != 0:
            raise SystemExit(f"{spec}: exit {made.returncode}: {made.stderr}")
        for path in map(Path, made.stdout.split()):
            (self.headers if path.suffix == ".h" else self.objects).append(path)
        # One function for each output; the names end in its number where there are several.
        functions = [
            path.stem for path in self.headers if path.stem == function or path.stem.startswith(function + "_")]
        for seed in range(self.options.sets):
            self.add_set(spec, sorted(functions, key=len), seed)

    def add_set(self, spec, functions, seed):
        case = self.folder / "case"
        shutil.rmtree(case, ignore_errors=True)
        done = self.dmlrun("gen", spec, "--seed", seed, "--dir", case)
        if done.returncode != 0:
            raise SystemExit(f"{spec}: {done.stderr}")
        document = json.loads((case / "spec.json").read_text())
        desc = document["desc"]
        pairs = lambda values: [(tensor, case / value["sourcePath"]) for name in desc if name in values
                                for tensor, value in zip(*(x if isinstance(x, list) else [x]
                                                           for x in (desc[name], values[name])))]
        inputs = [raw_buffer(*pair) for pair in pairs(document["inputs"])]
        for function, (tensor, path) in zip(functions, pairs(document["expected"])):
            name = f"{function}_{seed}"
            expected = raw_buffer(tensor, path)
            (self.folder / f"{name}_out.bin").write_bytes(expected)
            (self.folder / f"{name}_gaps.bin").write_bytes(GAP * len(expected))
            loads = ""
            for i, content in enumerate(inputs):
                (self.folder / f"{name}_in{i}.bin").write_bytes(content)
                loads += f'void* input{i} = load(folder, "{name}_in{i}.bin", {len(content)});\n    '
            width, infinity = SIZES[tensor["DataType"]], INFINITIES.get(tensor["DataType"], 0)
            buffers = self.buffers_of(function)
            if len(buffers) <= MOST_BUFFERS:
                files = " ".join(str(self.folder / f"{name}_in{i}.bin") for i in buffers)
                self.loads.append(f"{self.folder / function}.o {function}_on_buffers {width} {infinity} "
                                  f"{self.folder / name}_out.bin {files}\n")
            self.calls.append(CALL % {
                "inputs": loads, "name": name, "bytes": len(expected), "function": function, "set": seed,
                "arguments": "".join(f"input{i}, " for i in range(len(inputs))), "spec": "/".join(spec.parts[-2:]),
                "width": width, "infinity": infinity})

    def buffers_of(self, function):
        """The input of each buffer that a function of the object reads: an input may be in several."""
        header = (self.folder / f"{function}.h").read_text()
        names = re.findall(r"(\w+)[,)]", re.search(rf" {function}\((.*\)) {{", header)[1])
        return [names.index(name) for name in re.findall(r"\(uintptr_t\)(\w+),", header)[:-1]]

    def build_loader(self):
        sources = [path for pattern in LOADER for path in sorted(self.options.source.glob(pattern))]
        include = [f"-I{self.options.source}", f"-I{self.options.source / 'engine/include'}"]
        subprocess.run(
            [self.options.compiler, "-std=c++20", "-O1", *include, *sources, "-pthread", "-o", self.folder / "main"],
            check=True)
        sample = self.folder / "sample.o"
        subprocess.run([self.options.compiler, "-std=c++20", "-O2", "-ffreestanding", "-fno-exceptions", "-c",
                        self.options.source / "jit/test/objects/sample.cpp", "-o", sample], check=True)
        (self.folder / "list").write_text("".join(self.loads))
        return [sample, self.folder / "list"]

    def build(self):
        main = self.folder / "main.c"
        includes = "".join(f'#include "{path.name}"\n' for path in self.headers)
        main.write_text(MAIN % {"includes": includes, "calls": "".join(self.calls)})
        subprocess.run([
            self.options.compiler, "-x", "c", "-std=c99", "-O0", "-Wall", "-Wextra", "-Werror", main, "-x", "none",
            *self.objects, "-o", self.folder / "main"], check=True)
        self.compile_as_cpp()

    def compile_as_cpp(self):
        check = self.folder / "check.cpp"
        check.write_text("".join(f'#include "{path.name}"\n#include "{path.name}"\n' for path in self.headers))
        subprocess.run([self.options.compiler, "-x", "c++", "-std=c++11", "-Wall", "-Wextra", "-Werror",
                        "-Wno-unused-function", "-fsyntax-only", check], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: str(Path(p).resolve()))
    parser.add_argument("compiler")
    parser.add_argument("source", type=Path)
    parser.add_argument("--target", default="")
    parser.add_argument("--emulator", default="")
    parser.add_argument("--sets", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="only every K-th example")
    parser.add_argument("--loaded", action="store_true", help="by our loader, not by a linker")
    options = parser.parse_args()
    for tool in filter(None, [options.compiler, *shlex.split(options.emulator)[:1]]):
        if not shutil.which(tool):
            print(f"skipped: there is no {tool}")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        emitted = Emitted(options, Path(folder))
        specs = sorted(options.source.glob("specs/examples/*/*.json"))[::options.every]
        for number, spec in enumerate(specs):
            emitted.add(number, spec)
        # Shorter than a vector, and with runs that go backwards: Halide once failed within itself at these.
        short = sorted(Path(__file__).resolve().parent.glob("short/*.json"))
        for number, spec in enumerate(short, len(specs)):
            emitted.add(number, spec, may_decline=False)
        arguments = emitted.build_loader() if options.loaded else emitted.build() or [folder]
        done = subprocess.run([*shlex.split(options.emulator), f"{folder}/main", *arguments], capture_output=True,
                              text=True, check=False)
        print(done.stdout + done.stderr, end="")
        is_good = done.returncode == 0 and len(
            emitted.calls) > len(specs) + len(short) and emitted.declined * 4 < len(specs)
        print(f"{len(specs) + len(short)} specs, {len(emitted.objects)} objects, {emitted.declined} declined")
        print("1 passed, 0 failed" if is_good else f"0 passed, 1 failed (exit {done.returncode})")
        return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
