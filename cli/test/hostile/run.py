"""Bad input, end to end: every input of a numbered list, and what the program must do with it.

The numbers are J1-J29 (the text of a document), V30-V87 and V67b (its values), N97-N132 (.npy files)
and M1-M24 (models). A refusal is
one sentence with file, place, what was found and what was expected, the documented exit code, nothing on standard
output and no output file, within a second and within 64 MiB plus 40 times the size of the input; what is legal gives
the right bytes.

    python3 cli/test/hostile/run.py build/dmlrun
    python3 cli/test/hostile/run.py build/dmlrun --only V59 --keep /tmp/v59
"""
import argparse
import os
import shlex
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from queue import Empty, SimpleQueue

sys.path.append(str(Path(__file__).resolve().parents[1]))  # npy.py
import json_cases
import model_cases
import npy_cases
import npy_file_cases
import operator_cases
import padding_cases
import value_cases
from case import Checked
from runner import Runner

FAMILIES = (json_cases, value_cases, operator_cases, padding_cases, npy_cases, npy_file_cases, model_cases)
NUMBERS = {"V67b"}.union(*({f"{letter}{n}" for n in range(first, last + 1)}
                          for letter, first, last in (("J", 1, 29), ("V", 30, 87), ("N", 97, 132), ("M", 1, 24))))


def gather():
    """All cases; the list is complete and holds each number once, or this is the end."""
    families = [module.cases() for module in FAMILIES]
    numbers = [number for family in families for number in family.numbers]
    cases = [case for family in families for case in family.cases]
    wrong = [f"{n} is missing" for n in sorted(NUMBERS - set(numbers))]
    wrong += [f"{n} is not in the list" for n in sorted(set(numbers) - NUMBERS)]
    wrong += [f"{n} stands twice" for n in sorted({n for n in numbers if numbers.count(n) > 1})]
    wrong += [f"{n} has no case" for n in numbers if n not in {case.number for case in cases}]
    if wrong:
        sys.exit("hostile: " + "; ".join(wrong))
    return cases


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the built dmlrun")
    parser.add_argument("--only", metavar="ID", help="one number (V59) or one case (V59.number)")
    parser.add_argument("--keep", metavar="DIR",
                        help="write the inputs below DIR, which must not exist yet, and keep them")
    parser.add_argument("--slack", type=float, default=1, metavar="X",
                        help="multiply the limits of time and memory, for builds with sanitizers")
    parser.add_argument("--list", action="store_true", help="print the cases' ids and run nothing")
    return parser.parse_args()


class Session:
    """Two workers, each with a launcher of its own, take cases from one queue."""
    def __init__(self, options, cases, folder):
        self._options, self._folder = options, folder
        self._waiting = SimpleQueue()
        # The longest first, so that no worker is left alone with them.
        for case in sorted(cases, key=lambda c: not callable(c.spec) and not isinstance(c.outcome, Checked)):
            self._waiting.put(case)
        self._lock = threading.Lock()
        self.passed = self.failed = 0

    def run(self):
        workers = [threading.Thread(target=self._work) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def _work(self):
        runner = Runner(self._options.program, self._options.slack)
        while not self._waiting.empty():
            try:
                case = self._waiting.get_nowait()
            except Empty:
                break
            try:
                wrong = runner.run(case, self._folder / case.id)
            except Exception as error:  # a defect of the test must not look like a pass
                wrong = [("", f"the test itself failed: {error!r}")]
            self._report(case, wrong)
            if not self._options.keep:
                shutil.rmtree(self._folder / case.id, ignore_errors=True)
        runner.close()

    def _report(self, case, wrong):
        with self._lock:
            if not wrong:
                self.passed += 1
                return
            self.failed += 1
            command = None
            for ran, sentence in wrong:
                if ran != command:
                    print(f"{case.id}: {ran}")
                command = ran
                print(f"    {sentence}")
            again = [sys.executable, __file__, self._options.program, "--only", case.id, "--keep", "NEW_FOLDER"]
            print(f"    again: {shlex.join(again)}", flush=True)


def main():
    options = arguments()
    cases = [c for c in gather() if options.only in (None, c.id, c.number)]
    if not cases:
        sys.exit(f"hostile: no case is called {options.only}; --list shows them")
    if options.list:
        print("\n".join(case.id for case in cases))
        return 0
    if not os.access(options.program, os.X_OK):
        sys.exit(f"hostile: {options.program} is no program")
    folder = Path(options.keep or tempfile.mkdtemp(prefix="dmlrun-hostile-")).resolve()
    if options.keep:
        folder.mkdir(parents=True)
    try:
        session = Session(options, cases, folder)
        session.run()
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{session.passed} passed, {session.failed} failed")
    return 1 if session.failed or session.passed + session.failed != len(cases) else 0


if __name__ == "__main__":
    sys.exit(main())
