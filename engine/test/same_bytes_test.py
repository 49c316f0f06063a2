#!/usr/bin/env python3
"""P28: the same operators and inputs give the same bytes in every process and with any number of threads.

Usage: same_bytes_test.py DMLRUN_DIFFERENTIAL [CASES]
Every run compares all back ends with the reference and prints a digest of all outputs; all digests must be one.
Ends with 'N passed, N failed'.
"""
import re
import subprocess
import sys

COMMAND = [sys.argv[1], "--seed", "28", "--cases", sys.argv[2] if len(sys.argv) > 2 else "600"]
ENVIRONMENTS = ({}, {"LC_ALL": "C.UTF-8", "MALLOC_PERTURB_": "165"})
digests, failed = {}, 0
for threads in range(1, 9):
    for environment in ENVIRONMENTS if threads == 1 else ENVIRONMENTS[:1]:
        done = subprocess.run(
            ["env", *(f"{k}={v}" for k, v in environment.items()), *COMMAND, "--threads",
             str(threads)], capture_output=True, text=True, check=False)
        found = re.search(r"digest ([0-9a-f]{16})", done.stdout)
        if done.returncode != 0 or not found:
            print(done.stdout + done.stderr + f"exit status {done.returncode} with {threads} threads")
            failed += 1
        else:
            digests.setdefault(found[1], []).append(threads)
if len(digests) > 1:
    print("digests differ by the number of threads or the process: " + str(digests))
    failed += 1
print(f"{sum(map(len, digests.values()))} passed, {failed} failed")
sys.exit(failed > 0)
