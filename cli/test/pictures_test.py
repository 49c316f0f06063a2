#!/usr/bin/env python3
"""Pictures: pictures_test.py PROGRAM [--update]; ends with `N passed, N failed`.

Each picture of testdata/pictures must be what the program draws, byte for byte; --update rewrites them: look at them in
a browser, light and dark, before you keep them. Words in cells are compared with what the operator gives.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import npy
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "testdata" / "pictures"
PROGRAM = ""
SVG = "{http://www.w3.org/2000/svg}"

# The picture's name -> the example below specs/examples.
EXPLAINED = {
    "padding_constant": "padding/constant", "padding_edge": "padding/edge", "padding_reflection": "padding/reflection",
    "padding_symmetric": "padding/symmetric", "padding_wrap": "padding/wrap_several_periods",
    "padding_reflection_folds": "padding/reflection_several_folds", "padding_short_form": "padding/short_form",
    "padding1_constant": "padding1/constant", "padding1_edge": "padding1/edge",
    "padding1_reflection": "padding1/reflection", "padding1_symmetric": "padding1/symmetric",
    "padding1_wrap": "padding1/wrap_without_a_value",
    "tile": "tile/rows_and_columns", "tile_seven_dimensions": "tile/seven_dimensions",
    "join": "join/two_widths", "join_three": "join/three_lengths", "join_channels": "join/along_axis_1",
    "slice": "slice/strided", "slice1_negative": "slice1/negative_stride", "slice1_reversed": "slice1/reversed",
    "slice_grad": "slice_grad/every_second",
    "split": "split/along_axis_3", "split_thirteen": "split/thirteen_outputs",
    "depth_to_space": "depth_to_space/blocks_of_2", "depth_to_space1": "depth_to_space1/column_row_depth",
    "space_to_depth": "space_to_depth/blocks_of_2", "space_to_depth1": "space_to_depth1/column_row_depth",
    "quantized_linear_add": "quantized_linear_add/mixed_signs",
    "quantized_linear_add_broadcast": "quantized_linear_add/broadcast_by_stride_zero",
}
# Shapes too large to be drawn whole.
LARGE = {
    "large_reflection": {"type": "PADDING", "desc": {
        "InputTensor": {"DataType": "UINT8", "Sizes": [2, 3, 224, 224]}, "PaddingMode": "REFLECTION",
        "StartPadding": [0, 0, 3, 3], "EndPadding": [0, 0, 3, 3]}},
    "large_tile": {"type": "TILE", "desc": {
        "InputTensor": {"DataType": "UINT8", "Sizes": [3, 5]}, "Repeats": [700, 1000]}},
    "large_fold": {"type": "PADDING", "desc": {
        "InputTensor": {"DataType": "UINT8", "Sizes": [3]}, "PaddingMode": "REFLECTION",
        "StartPadding": [2000000000], "EndPadding": [2000000000]}},
    "large_eight_dimensions": {"type": "PADDING", "desc": {
        "InputTensor": {"DataType": "UINT8", "Sizes": [1, 4, 4, 4, 4, 4, 4, 4]}, "PaddingMode": "EDGE",
        "StartPadding": [1, 2, 2, 2, 2, 2, 3, 4], "EndPadding": [1, 0, 0, 0, 2, 2, 100, 300]}},
    "large_join": {"type": "JOIN", "desc": {
        "InputTensors": [{"DataType": "UINT8", "Sizes": [30, i % 4 + 1]} for i in range(3000)], "Axis": 1}},
}


def differing_files(folder):
    """The picture's name -> arguments of `dmlrun diff`."""
    write = lambda name, *what: npy.write(os.path.join(folder, name), *what)
    values = [i / 8 for i in range(48)]
    other = list(values)
    other[10], other[28], other[40], other[7], other[18] = 1.2500001192, 3.501, float("nan"), 0.8750087, -2.25
    write("a.npy", "<f4", (6, 8), values)
    write("b.npy", "<f4", (6, 8), other)
    bytes_ = [i * 7 % 256 for i in range(2 * 3 * 200 * 90)]
    changed = list(bytes_)
    for row in range(40, 90):
        changed[200 * 90 + row * 90 + 17] ^= 3
    changed[-1] ^= 128
    write("c.npy", "|u1", (2, 3, 200, 90), bytes_)
    write("d.npy", "|u1", (2, 3, 200, 90), changed)
    write("e.npy", "<i8", (), [5])
    write("f.npy", "<i8", (), [-9223372036854775800])
    return {"difference": ["a.npy", "b.npy"], "difference_tolerance": ["a.npy", "b.npy", "--ulp", "10"],
            "difference_blocks": ["c.npy", "d.npy"], "difference_none": ["c.npy", "c.npy"],
            "difference_scalar": ["e.npy", "f.npy"]}


def program(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=60, stdin=subprocess.DEVNULL, **options)


def draw(folder, name, arguments):
    """The picture's bytes."""
    path = os.path.join(folder, name + ".svg")
    done = program(*arguments, "--picture", path, cwd=folder)
    assert done.returncode in (0, 1) and not done.stderr, done.stderr
    return pathlib.Path(path).read_bytes()


def all_pictures(folder):
    """(name, bytes) of each picture that is kept."""
    for name, example in EXPLAINED.items():
        yield name, draw(folder, name, ["explain", str(ROOT / "specs" / "examples" / (example + ".json"))])
    for name, spec in LARGE.items():
        path = os.path.join(folder, name + ".json")
        pathlib.Path(path).write_text(json.dumps(spec))
        yield name, draw(folder, name, ["explain", path])
    for name, files in differing_files(folder).items():
        yield name, draw(folder, name, ["diff", *files])


class PictureTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.tile = str(ROOT / "specs/examples/tile/rows_and_columns.json")

    def path(self, name):
        return os.path.join(self.folder, name)


class Kept(PictureTest):
    def test_every_kept_picture_is_what_is_drawn(self):
        drawn = dict(all_pictures(self.folder))
        self.assertEqual(sorted(drawn), sorted(p.stem for p in KEPT.glob("*.svg")))
        for name, content in drawn.items():
            with self.subTest(name):
                self.assertTrue((KEPT / (name + ".svg")).read_bytes() == content,
                                f"{name}.svg differs from testdata/pictures; ./dev golden rewrites it")

    def test_every_picture_is_well_formed_small_and_needs_nothing_else(self):
        for name, content in all_pictures(self.folder):
            with self.subTest(name):
                self.assertLess(len(content), 300_000)
                root = xml.fromstring(content)
                self.assertEqual(root.tag, SVG + "svg")
                text = content.decode("ascii")
                self.assertNotRegex(text, r"href|<script|<image|@import|url\((?!#m\d\))")
                self.assertIn("prefers-color-scheme:dark", text)
                width, height = (int(root.get(k)) for k in ("width", "height"))
                self.assertLess(width, 1300)
                for element in root.iter(SVG + "text"):
                    self.assertTrue(0 <= int(element.get("x")) <= width and 0 <= int(element.get("y")) <= height)

    def test_what_is_not_as_wide_is_not_made_wider_by_words_than_a_page_of_400_pixels(self):
        for name in ("slice", "split", "tile", "padding_edge", "padding_short_form", "slice_grad", "difference"):
            self.assertLessEqual(int(xml.parse(KEPT / f"{name}.svg").getroot().get("width")), 368, name)

    def test_what_is_left_out_is_said(self):
        for name in LARGE:
            with self.subTest(name):
                self.assertRegex((KEPT / (name + ".svg")).read_text(), r"\d+ of \d+")
        self.assertIn("a cell is 5 coordinates", (KEPT / "difference_blocks.svg").read_text())


class Meaning(PictureTest):
    """Cells of one slice: their words lead to the values that the reference gives."""

    def cells(self, root):
        words = [(e.get("class"), int(e.get("x")), int(e.get("y")), e.text) for e in root.iter(SVG + "text")]
        columns = {x: int(t) for c, x, _, t in words if c == "k"}
        rows = {y: int(t) for c, _, y, t in words if c == "r"}
        return {(rows.get(y, 0), columns[x]): t for c, x, y, t in words if c == "w"}

    def check_example(self, example):
        path = ROOT / "specs" / "examples" / (example + ".json")
        spec = json.loads(program("explain", str(path), "--spec").stdout)
        tensors = spec["desc"].get("InputTensors") or [spec["desc"]["InputTensor"]]
        values, first = [], 1
        for tensor in tensors:
            tensor.pop("Strides", None)
            count = 1
            for size in tensor["Sizes"]:
                count *= size
            values.append(list(range(first, first + count)))
            first += count
        if "InputTensors" in spec["desc"]:
            spec["inputs"] = {"InputTensors": values}
        else:
            spec["inputs"] = {"InputTensor": values[0]}
        pathlib.Path(self.path("s.json")).write_text(json.dumps({k: v for k, v in spec.items() if k != "expected"}))
        done = program(self.path("s.json"), "--backend", "reference", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        output = next(iter(json.loads(done.stdout)["outputs"].values()))
        cells = self.cells(xml.fromstring(draw(self.folder, "p", ["explain", self.path("s.json")])))
        wide = [size for size in output["sizes"] if size > 1]
        columns = wide[-1]
        told = [i for i in range(len(output["sizes"])) if any(t["Sizes"][i] > 1 for t in tensors)]
        self.assertGreater(len(cells), 2)
        for (row, column), word in cells.items():
            number, _, place = word.rpartition(": ")
            tensor = int(number or 0)
            index = 0
            coordinates = dict(zip(told, map(int, place.split(","))))
            for axis, size in enumerate(tensors[tensor]["Sizes"]):
                index = index * size + coordinates.get(axis, 0)
            self.assertEqual(values[tensor][index], output["values"][row * columns + column], (example, row, column))
        if "constant" not in example:
            self.assertEqual(len(cells), len(output["values"]))

    def test_words_in_cells_lead_to_the_values_of_the_reference(self):
        for name in ("padding_constant", "padding_edge", "padding_reflection", "padding_symmetric", "padding_wrap",
                     "padding_reflection_folds", "padding1_edge", "tile", "join", "slice1_negative", "slice1_reversed"):
            with self.subTest(name):
                self.check_example(EXPLAINED[name])


class Files(PictureTest):
    def test_the_words_are_printed_beside_a_file(self):
        alone = program("explain", self.tile)
        beside = program("explain", self.tile, "--picture", self.path("p.svg"))
        self.assertEqual(alone.stdout, beside.stdout)
        self.assertEqual(os.listdir(self.folder), ["p.svg"])

    def test_standard_output_has_the_picture_alone(self):
        done = program("explain", self.tile, "--picture", "-")
        self.assertEqual(done.stdout, draw(self.folder, "p", ["explain", self.tile]))

    def test_a_picture_never_replaces_what_is_read(self):
        spec = shutil.copy(self.tile, self.path("spec"))
        os.symlink("spec", self.path("also.svg"))
        for target in (spec, self.path("also.svg")):
            done = program("explain", spec, "--picture", target)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"is a file that is read here", done.stderr)
        self.assertEqual(pathlib.Path(spec).read_bytes(), pathlib.Path(self.tile).read_bytes())

    def test_a_file_of_another_format_is_refused_by_its_extension(self):
        for target in ("pad.png", "pad.svg.gz", "a.b/pad.JPG"):
            done = program("explain", self.tile, "--picture", self.path(target))
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b".svg was expected, the format that is written", done.stderr)
        for target in ("pad", "pad.SVG", "pad.1"):
            self.assertEqual(program("explain", self.tile, "--picture", self.path(target)).returncode, 0)

    def test_a_picture_that_cannot_be_written_is_exit_7_and_nothing_is_printed(self):
        pathlib.Path(self.path("folder.svg")).mkdir()
        files = differing_files(self.folder)["difference"]
        for arguments in (["explain", self.tile], ["diff", *files]):
            for target in ("absent/p.svg", "folder.svg", "/dev/full"):
                done = program(*arguments, "--picture", target, cwd=self.folder)
                self.assertEqual(done.returncode, 7, (arguments, target, done.stderr))
                self.assertEqual(done.stdout, b"")
                self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_a_refusal_leaves_the_file_as_it_was(self):
        pathlib.Path(self.path("p.svg")).write_text("kept")
        refused = str(ROOT / "specs/rejected/tile/TILE-6_output_size.json")
        self.assertEqual(program("explain", refused, "--picture", self.path("p.svg")).returncode, 3)
        self.assertEqual(pathlib.Path(self.path("p.svg")).read_text(), "kept")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "explain", self.tile, "--picture", self.path("p.svg")], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 7)
        self.assertEqual(pathlib.Path(self.path("p.svg")).read_text(), "kept")
        self.assertEqual(os.listdir(self.folder), ["p.svg"])

    def test_files_of_other_shapes_are_not_drawn(self):
        npy.write(self.path("a.npy"), "|u1", (2,), [1, 2])
        npy.write(self.path("b.npy"), "|u1", (3,), [1, 2, 3])
        done = program("diff", "a.npy", "b.npy", "--picture", "p.svg", cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"nothing was drawn, because the files differ in shape", done.stderr)
        self.assertFalse(os.path.exists(self.path("p.svg")))

    def test_slices_that_differ_and_are_not_shown_are_told(self):
        values = list(range(240)) * 5
        npy.write(self.path("a.npy"), "|u1", (300, 2, 2), values)
        for changed, words in ((values[::-1], "values differ in more slices than are shown"),
                               ([7, *values[1:]], "values differ in no other slices")):
            npy.write(self.path("b.npy"), "|u1", (300, 2, 2), changed)
            done = program("diff", "a.npy", "b.npy", "--picture", "p.svg", cwd=self.folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, " ".join(text.text for text in xml.parse(self.path("p.svg")).iter(SVG + "text")))

    def test_the_largest_shapes_are_drawn_without_their_elements(self):
        for name, spec in LARGE.items():
            pathlib.Path(self.path("s.json")).write_text(json.dumps(spec))
            process = subprocess.Popen(
                [PROGRAM, "explain",
                 self.path("s.json"), "--backend", "interpreter", "--picture",
                 self.path("p.svg")], stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0, name)
            self.assertLess(usage.ru_maxrss, 1 << 20, name)  # KiB; one has 4 GB


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    if "--update" in sys.argv:
        KEPT.mkdir(exist_ok=True)
        for path in KEPT.glob("*.svg"):
            path.unlink()
        with tempfile.TemporaryDirectory() as folder:
            for name, content in all_pictures(folder):
                (KEPT / (name + ".svg")).write_bytes(content)
    return suite.run()


if __name__ == "__main__":
    sys.exit(main())
