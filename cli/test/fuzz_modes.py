#!/usr/bin/env python3
"""Whether 300 cases of an operator by dmlrun fuzz --against find a program that is wrong for one of its modes:
fuzz_modes.py PROGRAM [SEED...], of every mode; `--some`: the last one of each third operator. Ends with `N planted
modes found`.

The program that is judged (fuzz_modes.py --answer PROGRAM OPERATOR [MODE]) asks dmlrun and spoils the last byte of that
mode. """
import itertools
import json
import os
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../specs"))
from rows import tables


def rows():
    """Operators and modes, as the tables have them."""
    for table in tables():
        if table.get("operator"):
            enums = [[value["name"] for value in field["values"]] for field in table["fields"]
                     if field["kind"] == "enum"]
            for modes in itertools.product(*enums):
                yield " ".join(filter(None, (table["operator"], ",".join(modes))))


def row_of(spec):
    """Operator and modes of a SPEC."""
    modes = ",".join(value for key, value in spec["desc"].items()
                     if isinstance(value, str) and not key.endswith("Type"))
    return " ".join(filter(None, (spec["type"].removeprefix("DML_OPERATOR_"), modes)))


def answer(program, wrong):
    outputs = {table["operator"]: field["name"] for table in tables() if table.get("operator")
               for field in table["fields"] if field.get("role") == "output"}
    for line in sys.stdin:
        folder = line.rstrip("\n")
        with open(folder + "/spec.json", encoding="utf-8") as file:
            spec = json.load(file)
        name = outputs[spec["type"].removeprefix("DML_OPERATOR_")]
        parts = range(len(spec["desc"].get("OutputTensors", [])))
        files = [f"{folder}/result/{name}_{i}.npy" for i in parts] or [f"{folder}/result/{name}.npy"]
        done = subprocess.run(
            [program, folder + "/spec.json", "--backend", "interpreter", "--out", f"{name}={','.join(files)}"],
            capture_output=True, text=True, check=False)
        if done.returncode == 0 and row_of(spec) == wrong:
            with open(files[0], "r+b") as file:
                file.seek(-1, 2)
                last = file.read(1)[0]
                file.seek(-1, 2)
                file.write(bytes([last ^ 1]))
        print("ok" if done.returncode == 0 else "error " + done.stderr.split("\n")[0], flush=True)


def is_found(program, row, seed):
    with tempfile.TemporaryDirectory() as folder:
        command = shlex.join([sys.executable, os.path.abspath(__file__), "--answer", program, row])
        done = subprocess.run([
            program, "fuzz", "--json", "--operators", row.split()[0], "--count", "300", "--seed", seed,
            "--max-failures", "1", "--max-elements", "64", "--against", command],
            cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 1 and [one["row"] for one in json.loads(done.stdout)["failures"]] == [row]:
        return True
    print(f"{row}, seed {seed}: not found: exit {done.returncode}\n{done.stdout}{done.stderr}", flush=True)
    return False


def main():
    arguments = sys.argv[1:]
    if arguments[0] == "--answer":
        return answer(*arguments[1:])
    some = "--some" in arguments
    program, *seeds = [word for word in arguments if word != "--some"]
    program = os.path.abspath(program)
    last_modes = {row.split()[0]: row for row in rows()}
    chosen = list(last_modes.values())[::3] if some else list(rows())
    found = [is_found(program, row, seed) for row in chosen for seed in seeds or ["1"]]
    print(f"{sum(found)} planted modes found")
    return 0 if chosen and all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
