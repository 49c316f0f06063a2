#!/usr/bin/env python3
"""dmlrun emit, explain's strategy and --perf-map: emit_test.py PROGRAM; ends with `N passed, N failed`.

Where no machine code can be made, or the program has no disassembler, what needs it is skipped by name.
"""
import glob
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import suite

PROGRAM = ""
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "specs", "examples")
ADD = os.path.join(EXAMPLES, "quantized_linear_add", "broadcast_by_stride_zero.json")
PAD = os.path.join(EXAMPLES, "padding", "short_form.json")


def run(*arguments, **more):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False, **more)
    # Halide changes stacks while it works, of which a sanitizer speaks.
    done.stderr = re.sub(rb"==\d+==WARNING: ASan doesn't fully support [^\n]*\n", b"", done.stderr)
    return done


def backends():
    return {b["name"]: b for b in json.loads(run("backends", "--json").stdout)["backends"]}


def needs(backend, disassembler=False):
    known = backends().get(backend)
    if not known or not known["available"]:
        raise unittest.SkipTest(f"{backend} does not work here")
    if disassembler and b"no disassembler" in run("emit", PAD, "--backend", backend).stderr:
        raise unittest.SkipTest("this program has no disassembler")


class EmitTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def good(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout

    def refused(self, code, sentence, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (code, b""), arguments)
        self.assertRegex(done.stderr.decode(), sentence)
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_disassembly_says_what_it_is_and_is_the_same_each_time(self):
        needs("jit-avx2", disassembler=True)
        text = self.good("emit", ADD, "--backend", "jit-avx2", "--tuning", "safe").decode()
        head, name = text.splitlines()[:3], "compute_u8_2x3_multiply_add_divide_round_maximum_minimum_from5"
        self.assertEqual(head[:2], ["# kernel " + name, "# back end jit-avx2, isa avx2, tuning safe"])
        self.assertTrue(head[2].startswith("# plan: output u8 strides 3,1 span 6; axes"))
        for part in (f"\n{name}:\n", "\n        ret\n", f"\n{name}_constants:\n", "\nL1:\n", "\nC1:\n", "[rip+C1]"):
            self.assertIn(part, text)
        self.assertNotIn("no instruction", text)
        self.assertNotIn("elsewhere", text)
        self.assertEqual(text, self.good("emit", ADD, "--backend", "jit-avx2", "--tuning", "safe").decode())
        self.assertNotIn("zmm", text)

    def test_disassembly_of_every_example_assembles_again(self):
        needs("jit-avx2", disassembler=True)
        if not shutil.which("as"):
            self.skipTest("there is no assembler")
        isas = ["avx2", "avx512", "avx512-vbmi", "avx512-fp16"]
        isas = isas[: isas.index(backends()["jit"]["isa"]) + 1]
        done = 0
        for spec in sorted(glob.glob(os.path.join(EXAMPLES, "*", "*.json"))):
            for isa in isas:
                text = self.good("emit", spec, "--isa", isa, "--backend", "jit")
                again = subprocess.run(["as", "-o", self.path("k.o"), "-"], input=text, capture_output=True,
                                       check=False)
                self.assertEqual((again.returncode, again.stderr), (0, b""), spec)
                done += 1
        self.assertGreater(done, 30)

    def test_bytes_are_the_code_and_its_constants(self):
        needs("jit-avx2", disassembler=True)
        for spec, parts in ((ADD, ("code", "constants")), (PAD, ("code",))):
            text = self.good("emit", spec, "--backend", "jit-avx2").decode()
            sizes = dict(re.findall(r"^# (\w+): (\d+) bytes$", text, re.MULTILINE))
            self.assertEqual(self.good("emit", spec, "--backend", "jit-avx2", "--format", "bin", "--out",
                                       self.path("k.bin")), b"")
            with open(self.path("k.bin"), "rb") as file:
                self.assertEqual(len(file.read()), sum(int(sizes[part]) for part in parts))

    def test_text_goes_to_a_file(self):
        needs("jit-avx2", disassembler=True)
        self.assertEqual(self.good("emit", PAD, "--backend", "jit-avx2", "--out", self.path("k.s")), b"")
        with open(self.path("k.s"), "rb") as file:
            self.assertEqual(file.read(), self.good("emit", PAD, "--backend", "jit-avx2", "--out", "-"))
        self.refused(7, "cannot", "emit", PAD, "--backend", "jit-avx2", "--out", self.path("absent/k.s"))

    def test_a_file_of_another_format_is_refused_by_its_extension(self):
        for name, expected, more in (("k.bin", ".s", []), ("k.npy", ".s", ["--backend",
                                                                           "jit"]), ("k.s", ".bin", ["--format",
                                                                                                     "bin"]),
                                     ("k.c", ".h", ["--format", "header"]), ("k.obj", ".o", ["--format", "object"]),
                                     ("k.o", ".obj", ["--format", "object", "--target", "x86-64-windows"]),
                                     ("k.ptx", ".cl", ["--backend", "halide-opencl"]), ("k.cl", ".metal",
                                                                                        ["--backend", "halide-metal"])):
            self.refused(
                2,
                f"^dmlrun: --out: '{self.path(name)}' has the extension .*; {expected} was expected, "
                "the format that is written$",
                "emit", PAD, *more, "--out", self.path(name))
        self.assertEqual(os.listdir(self.folder), [])

    def test_back_ends_without_code_are_exit_5(self):
        for backend in ("interpreter", "reference"):
            for form in ("asm", "bin"):
                self.refused(5, f"^dmlrun: the back end {backend} makes no code$", "emit", PAD, "--backend", backend,
                             "--format", form, "--out", self.path("k"))
        self.assertFalse(os.path.exists(self.path("k")))

    def test_wrong_usage_is_exit_2(self):
        self.refused(2, "unknown format 'obj'; known are asm, bin, object, header, source", "emit", PAD, "--format",
                     "obj")
        self.refused(2, "unknown back end 'all'", "emit", PAD, "--backend", "all")
        self.refused(2, "several formats are several files", "emit", PAD, "--format", "object,header")
        self.refused(2, "--format names header twice", "emit", PAD, "--format", "header,header", "--dir",
                     self.path("d"))
        self.refused(2, "--target is for the formats object and header", "emit", PAD, "--format", "asm", "--target",
                     "host")
        self.refused(2, "--format source needs a back end", "emit", PAD, "--format", "source")
        # Source is the same for all.
        self.refused(2, "--device", "emit", PAD, "--backend", "halide-opencl", "--device", "0")
        self.refused(2, "--out and --dir exclude each other", "emit", PAD, "--out", self.path("k"), "--dir",
                     self.path("d"))
        self.refused(2, "is no name for a C function", "emit", PAD, "--function", "2nd", "--format", "header")
        for name in ("a-b", "int", "class", "new", "typeof", "main", "memcpy", "sqrtf", "thrd_join", "_pad", "pad__2",
                     "p" * 101):
            self.refused(
                2,
                "is no name for a C function: letters, digits and '_', at most 100, and none that C or C\\+\\+ reserve",
                "emit", PAD, "--function", name, "--format", "header", "--dir", self.path("d"))
        self.assertFalse(os.path.exists(self.path("d")))
        self.refused(5, "jit-avx2 makes no objects for other programs; these do: halide-cpu", "emit", PAD, "--backend",
                     "jit-avx2", "--format", "object", "--out", self.path("k"))
        needs("jit")
        self.refused(2, "--output 1 is none of this operator's outputs; they are 0 to 0", "emit", PAD, "--output", "1")

    def test_objects_for_other_machines(self):
        needs("halide-cpu")
        kinds = {
            "arm-64-osx": (".o", b"\xcf\xfa\xed\xfe"), "arm-64-android": (".o", b"\x7fELF\x02"),
            "arm-64-linux": (".o", b"\x7fELF\x02"), "wasm-32-wasmrt": (".o", b"\0asm"),
            "x86-64-windows": (".obj", b"\x64\x86"), "x86-32-linux": (".o", b"\x7fELF\x01")}
        for target, (extension, magic) in kinds.items():
            folder = self.path(target)
            made = self.good("emit", ADD, "--target", target, "--format", "object,header", "--function", "add", "--dir",
                             folder)
            self.assertEqual(made.decode().split(), [f"{folder}/add{extension}", f"{folder}/add.h"])
            with open(f"{folder}/add{extension}", "rb") as file:
                self.assertTrue(file.read().startswith(magic), target)
            with open(f"{folder}/add.h", encoding="ascii") as file:
                header = file.read()
            self.assertIn("BTensor: UINT8, sizes 2,3, strides 1,0, 2 bytes", header)
            self.assertIn("int add(const uint8_t* ATensor, const float* AScaleTensor, const uint8_t* BTensor, "
                          "const float* BScaleTensor, const float* OutputScaleTensor, uint8_t* OutputTensor)", header)
            self.assertEqual(sorted(os.listdir(folder)), sorted(["add.h", "add" + extension]))

    def test_every_output_has_its_files(self):
        needs("halide-cpu")
        split = sorted(glob.glob(os.path.join(EXAMPLES, "split", "*.json")))[0]
        made = self.good("emit", split, "--format", "header", "--function", "f", "--dir",
                         self.path("split")).decode().split()
        self.assertEqual([os.path.basename(path) for path in made], [f"f_{i}.h" for i in range(len(made))])
        self.assertGreater(len(made), 1)
        last = self.good("emit", split, "--backend", "halide-cpu", "--format", "asm", "--output", str(len(made) - 1))
        self.assertEqual(last.count(b"# kernel "), 1)
        self.assertEqual(
            self.good("emit", split, "--backend", "halide-cpu", "--format", "asm").count(b"# kernel "), len(made))
        self.refused(2, "--format object is for one output, and there are ", "emit", split, "--format", "object",
                     "--out", self.path("x"))

    def test_targets_that_get_no_object(self):
        needs("halide-cpu")
        for target in ("arm", "arm-64", "moon-64-linux", "arm-32-linux", "linux-arm-64", "wasm-64-wasmrt",
                       "hexagon-32-noos", "arm-64-linux-avx2", "*/"):
            self.refused(2, "^dmlrun: --target: .*; a target is host, or x86-32", "emit", PAD, "--target", target,
                         "--out", self.path("k"))
        for target in ("arm-64-osx-metal", "host-cuda", "x86-64-linux-user_context", "x86-64-linux-avx512_knl"):
            self.refused(2, "^dmlrun: --target: .* has the feature ", "emit", PAD, "--target", target, "--out",
                         self.path("k"))
        self.assertFalse(os.path.exists(self.path("k")))

    def test_source_of_devices(self):
        if "not installed" in backends()["halide-cpu"].get("reason", ""):
            self.skipTest("the Halide module is not installed")
        for backend, sign in (("halide-opencl", "__kernel void"), ("halide-metal", "kernel void"), ("halide-cuda",
                                                                                                    ".visible .entry")):
            for spec in (ADD, PAD):
                text = self.good("emit", spec, "--backend", backend).decode()
                self.assertIn(f": kernels of {backend}, in the order in which they run\n// plan: output ", text)
                self.assertIn(sign, text)
        for backend, extension in (("halide-opencl", ".cl"), ("halide-metal", ".metal"), ("halide-cuda", ".ptx")):
            made = self.good("emit", PAD, "--backend", backend, "--function", "f", "--dir",
                             self.path("source")).decode()
            self.assertEqual(os.path.basename(made.strip()), "f" + extension)

    def test_cuda_has_no_instructions_that_lose_the_sign_of_a_nan(self):
        """On an H200, POW FLOAT16 of a NaN to the power of -0 was -1: abs.f64 of a NaN has a sign."""
        if "not installed" in backends()["halide-cpu"].get("reason", ""):
            self.skipTest("the Halide module is not installed")
        tensor = {"DataType": "FLOAT32", "Sizes": [8]}
        descs = {"ELEMENT_WISE_POW": {"InputTensor": tensor, "ExponentTensor": tensor},
                 "ELEMENT_WISE_ABS": {"InputTensor": tensor}, "ELEMENT_WISE_NEGATE": {"InputTensor": tensor}}
        for name, desc in descs.items():
            done = run("emit", "-", "--backend", "halide-cuda", "--format", "source",
                       input=json.dumps({"type": name, "desc": desc}).encode())
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(re.findall(rb"\b(?:abs|neg)\.f\d\d", done.stdout), [], name)

    def test_explain_tells_how_a_device_computes(self):
        needs("halide-opencl")
        self.assertIn(b"boxes of the output", self.good("explain", "--verbose", PAD, "--backend", "halide-opencl"))

    def test_more_elements_than_numbers_of_32_bits_get_no_object(self):
        needs("halide-cpu")
        with open(self.path("large.json"), "w", encoding="ascii") as file:
            file.write(
                '{"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [65536]}, "Repeats": [65535]}}'
            )
        self.refused(5,
                     "halide-cpu cannot: the plan has 4294901760 elements in its output; at most 2147483647 are taken",
                     "emit", self.path("large.json"), "--format", "object", "--out", self.path("k"))
        self.assertFalse(os.path.exists(self.path("k")))

    def test_bytes_do_not_go_to_a_terminal(self):
        outer, inner = pty.openpty()
        done = subprocess.run([PROGRAM, "emit", PAD, "--format", "bin"], stdout=inner, stderr=subprocess.PIPE,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"is not for a terminal", done.stderr)
        os.close(inner)
        os.close(outer)

    def test_explain_tells_what_was_emitted(self):
        needs("jit-avx2", disassembler=True)
        for spec in (ADD, PAD):
            choices = json.loads(self.good("explain", spec, "--backend", "jit-avx2", "--json"))["strategies"][0]
            text = self.good("emit", spec, "--backend", "jit-avx2").decode()
            for choice in choices:
                self.assertIn(f"# {choice['subject']}: {choice['taken']}\n", text)
            self.assertTrue(any(o["reason"] for choice in choices for o in choice["others"]))

    def perf_map(self, before="", code=0):
        """What a run leaves in its map; `before` is a command with $$ for its process."""
        command = f'{before} echo $$; exec "$0" "$@"'
        done = subprocess.run(["sh", "-c", command, PROGRAM, PAD, "--backend", "jit-avx2", "--perf-map"],
                              capture_output=True, text=True, check=False)
        path = f"/tmp/perf-{done.stdout.split()[0]}.map"
        self.addCleanup(lambda: os.path.exists(path) and os.remove(path))
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertFalse(os.path.islink(path))
        with open(path, encoding="ascii") as file:
            return file.read()

    def test_perf_map_has_a_line_for_each_piece_of_code(self):
        needs("jit-avx2")
        self.assertRegex(self.perf_map(), r"^[0-9a-f]+ [0-9a-f]+ dmlrun:move_x4_2x7_reverse\n$")

    def test_perf_map_replaces_an_old_file_and_follows_no_link(self):
        needs("jit-avx2")
        self.assertNotIn("old", self.perf_map("echo old > /tmp/perf-$$.map;"))
        target = self.path("target")
        self.assertIn("move", self.perf_map(f"ln -s {target} /tmp/perf-$$.map;"))
        self.assertFalse(os.path.exists(target))

    def test_perf_map_is_not_left_empty(self):
        command = 'echo $$; exec "$0" "$@"'
        done = subprocess.run(["sh", "-c", command, PROGRAM, PAD, "--backend", "interpreter", "--perf-map"],
                              capture_output=True, text=True, check=False)
        path = f"/tmp/perf-{done.stdout.split()[0]}.map"
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, f"dmlrun: no code was made, so --perf-map leaves no {path}\n")
        self.assertFalse(os.path.exists(path))


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
