#!/usr/bin/env python3
"""What a terminal shows: terminal_test.py PROGRAM; ends with `N passed, N failed`."""
import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

import suite

PROGRAM = ""


def shown(spec, *arguments, columns=80):
    """(exit code, what a terminal of that width shows on standard output) of a spec, a dict."""
    reading, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "spec.json"), "w", encoding="utf-8") as file:
            json.dump(spec, file)
        process = subprocess.Popen([PROGRAM, "spec.json", "--backend", "reference", *arguments], cwd=folder,
                                   stdin=subprocess.DEVNULL, stdout=terminal, stderr=subprocess.DEVNULL)
        os.close(terminal)
        text = b""
        while True:
            try:
                more = os.read(reading, 1 << 16)
            except OSError:  # as Linux says that nobody writes to it any more
                more = b""
            if not more:
                break
            text += more
        os.close(reading)
        return process.wait(timeout=60), text.decode().replace("\r\n", "\n")


def tile(sizes, repeats, values, data_type="FLOAT32"):
    return {"type": "TILE", "desc": {"InputTensor": {"DataType": data_type, "Sizes": sizes}, "Repeats": repeats},
            "inputs": {"InputTensor": values}}


class Terminal(unittest.TestCase):
    def assert_shows(self, lines, *arguments, **options):
        self.assertEqual(shown(*arguments, **options), (0, "\n".join(lines) + "\n"))

    def test_type_shape_and_rows_of_equally_wide_numbers(self):
        self.assert_shows(["OutputTensor: FLOAT32 [2, 4]", "[[  1 -20   1 -20]", " [0.5   4 0.5   4]]"],
                          tile([2, 2], [1, 2], [1, -20, 0.5, 4]))

    def test_a_campaign_shows_while_it_runs_how_much_a_program_does_not_support(self):
        reading, terminal = pty.openpty()
        with tempfile.TemporaryDirectory() as folder:
            command = "while read x; do echo unsupported; done"
            subprocess.run([PROGRAM, "fuzz", "--against", command, "--duration", "1", "--jobs", "1"], cwd=folder,
                           stdout=subprocess.DEVNULL, stderr=terminal, timeout=100, check=False)
        self.assertRegex(os.read(reading, 1 << 16).decode(), r"\[\d+\] 0 failures, [1-9]\d* unsupported, ")
        os.close(terminal)
        os.close(reading)

    def test_a_npy_file_is_not_written_to_a_terminal(self):
        self.assertEqual(shown(tile([2], [2], [1, 2]), "-o", "-"), (2, ""))

    def test_blocks_have_an_empty_line_between_them_for_each_axis(self):
        self.assert_shows(
            ["OutputTensor: INT8 [2, 1, 2, 2]", "[[[[1 2]", "   [3 4]]]", "", "", " [[[1 2]", "   [3 4]]]]"],
            tile([1, 1, 2, 2], [2, 1, 1, 1], [1, 2, 3, 4], "INT8"))

    def test_rows_are_broken_where_the_terminal_ends(self):
        self.assert_shows(["OutputTensor: INT32 [8]", "[1000 2000 1000", " 2000 1000 2000", " 1000 2000]"],
                          tile([2], [4], [1000, 2000], "INT32"), columns=17)

    def test_of_a_thousand_elements_all_are_shown(self):
        code, text = shown(tile([1], [1000], [7], "UINT8"))
        self.assertEqual((code, text.count("7"), "..." in text), (0, 1000, False))

    def test_of_more_the_first_and_last_three_on_each_axis(self):
        row, gap = " [[1 1 1 ... 1 1 1]", "  ..."
        block = [row, *["  [1 1 1 ... 1 1 1]"] * 2, gap, *["  [1 1 1 ... 1 1 1]"] * 2, "  [1 1 1 ... 1 1 1]]"]
        lines = [*block, "", *block]
        lines[0] = "[" + lines[0][1:]
        lines[-1] += "]"
        self.assert_shows(["OutputTensor: INT32 [2, 50, 50]", *lines], tile([1, 1, 1], [2, 50, 50], [1], "INT32"))

    def test_which_elements_are_shown_of_a_long_tensor_that_comes_in_slices(self):
        count = 100000  # 1.2 MB; a slice has 1 MiB
        width = len(str(3 * count - 1))
        rows = [[3 * i + j for j in range(3)] for i in (0, 1, 2, count - 3, count - 2, count - 1)]
        lines = [" [" + " ".join(str(v).rjust(width) for v in row) + "]" for row in rows]
        lines.insert(3, " ...")
        lines[0], lines[-1] = "[" + lines[0][1:], lines[-1] + "]"
        self.assert_shows([f"OutputTensor: UINT32 [{count}, 3]", *lines],
                          tile([count, 3], [1, 1], list(range(3 * count)), "UINT32"))

    def test_json_is_the_same_on_a_terminal(self):
        code, text = shown(tile([2], [1], [1, 2], "UINT8"), "--json")
        self.assertEqual((code, json.loads(text)["outputs"]["OutputTensor"]["values"]), (0, [1, 2]))


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    sys.exit(suite.run(sys.argv[2:]))
