#!/usr/bin/env python3
"""DxDispatch's models print what they print there: dxdispatch_models_test.py PROGRAM [FOLDER]; ends with `N passed, N
failed`.

FOLDER: DxDispatch/models of github.com/microsoft/DirectML, whose files run as they are; else models of the same forms,
operators and results, in testdata/models/samples.
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.normpath(os.path.join(HERE, "..", "..", "testdata", "models", "samples"))
PRINTED = {  # by DxDispatch, whose own tests look for these lines
    "element_wise_add": ["Resource 'Out': 6, 10, -2"],
    "element_wise_add1": ["Resource 'Out': 6, 10, -0.432332"],
    "element_wise_add_npy": ["Resource 'Out': 2, 4, 6, 8, 10, 12"],
    "element_wise_clip": ["Resource 'A': -2.5, -2.5, -2, -1, 0, 1, 2, 2.5, 2.5"],
    "element_wise_identity": ["Resource 'Out': 12, 14, 16"],
    "fill_value_sequence": ["Resource 'Out': 3.2, 4.7, 6.2, 7.7, 9.2"],
    "join": ["Resource 'Out': 1, 2, 3, 100, 115, 5, 6, 7, 8, 9"],
    "owned_tensors": ["Resource 'Out': 6, 10, -2"],
    "scalar_union_fp16": ["Resource 'output': 2, 2, 3, 4, 4"],
    "slice": ["Resource 'output': 7, 9, 12, 14, 17, 19"],
    "split": ["Resource 'Out1': 1, 2", "Resource 'Out2': 3, 4", "Resource 'Out3': 5, 6"],
}


def main(program, folder=SAMPLES):
    failed = 0
    for name, lines in PRINTED.items():
        path = os.path.join(os.path.abspath(folder), f"dml_{name}.json")
        with tempfile.TemporaryDirectory() as scratch:  # for what writeFile writes
            done = subprocess.run([program, path], cwd=scratch, capture_output=True, text=True, check=False)
        found = [line for line in done.stdout.splitlines() if line.startswith("Resource ") and "written" not in line]
        if done.returncode != 0 or found != lines:
            failed += 1
            print(f"{path}: {found} and {done.stderr!r} were found, {lines} expected")
    print(f"{len(PRINTED) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), *sys.argv[2:3]))
