#!/usr/bin/env python3
"""Shows for each rule of specs that a test notices when the rule is switched off.

    engine/test/mutation/run_mutations.py [RULE...] [--jobs N]

Builds the program once, in a folder of its own, build-mutation, with DMLRUN_DISABLED_RULE set to a name that no rule
has. Then writes one rule's id after the other over that name, in a copy of the program, and runs `dmlrun check` with it
on specs/rejected and on the rejections that are made from the rows, which must fail. Prints a table, rule and number of
failures, and ends with 'N passed, N failed': a rule fails when nothing noticed. Exit status 1 unless every rule passed.
"""
import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "specs"))
import rows

FOLDER = ROOT / "build-mutation"
NO_RULE = "~" * 40


def run(command, **more):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)


def must(command):
    done = run(command)
    if done.returncode != 0:
        sys.exit("%s\nended with %d:\n%s%s" % (" ".join(map(str, command)), done.returncode, done.stdout, done.stderr))
    return done


def all_rules():
    return [rule["id"] for table in rows.tables() for rule in table["rules"]]


class Build:
    """A program in which one rule at a time is switched off."""

    def __init__(self, jobs):
        cmake = ROOT / ".venv/bin/cmake"
        cmake = str(cmake) if cmake.exists() else "cmake"
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        must([
            cmake, *generator, "-S", ROOT, "-B", FOLDER, "-DCMAKE_BUILD_TYPE=Release",
            "-DDMLRUN_DISABLED_RULE=" + NO_RULE])
        must([cmake, "--build", FOLDER, "--target", "dmlrun-cli", "dmlrun_rejections", "--parallel", jobs])
        self.generated = FOLDER / "rejected"
        self.generated.mkdir(exist_ok=True)
        must([FOLDER / "engine/test/dmlrun_rejections", self.generated])
        self.bytes = (FOLDER / "dmlrun").read_bytes()
        if self.bytes.count(NO_RULE.encode()) != 1:
            sys.exit("the name of the rule that is switched off does not stand in the program once")
        self.mutant = FOLDER / "dmlrun-mutant"
        self.switch_off("")

    def switch_off(self, rule):
        self.mutant.unlink(missing_ok=True)
        self.mutant.write_bytes(self.bytes.replace(NO_RULE.encode(), rule.encode().ljust(len(NO_RULE), b"\0")))
        self.mutant.chmod(0o755)

    def check(self):
        """The number of failures, or None when the program did not end by itself."""
        try:
            done = run([self.mutant, "check", "specs/rejected", self.generated], cwd=ROOT, timeout=120)
        except subprocess.TimeoutExpired:
            return None
        counted = re.search(r"(\d+) passed, (\d+) failed\s*$", done.stdout)
        if not counted or done.returncode not in (0, 1):
            return None
        return int(counted[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", help="rule ids; all when none is given")
    parser.add_argument("--jobs", default="2", help="of the build; 2 if not given")
    options = parser.parse_args()
    known = all_rules()
    for rule in options.rules:
        if rule not in known:
            parser.error("%s is no rule of specs" % rule)

    build = Build(options.jobs)
    untouched = build.check()
    if untouched != 0:
        sys.exit("with every rule in force `dmlrun check` has %s failures; 0 were expected" % untouched)
    passed = failed = 0
    for rule in options.rules or known:
        build.switch_off(rule)
        failures = build.check()
        noticed = failures is None or failures > 0
        passed += noticed
        failed += not noticed
        words = "crashed or hung" if failures is None else "%d failures" % failures
        print("%-12s %s%s" % (rule, words, "" if noticed else "   NOT NOTICED"), flush=True)
    shutil.rmtree(FOLDER)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
