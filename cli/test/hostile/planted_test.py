"""Shows that run.py can fail: programs with one planted defect each, around the real one.

usage: planted_test.py build/dmlrun
"""
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RUN = Path(__file__).resolve().parent / "run.py"
# What a shell script does with "$@", the case that has to notice, and what run.py has to say.
DEFECTS = (("another exit code", '{real} "$@" || exit 5', "V63", "exit 3 was expected, found 5"),
           ("ignores what is wrong", "exit 0", "V63",
            "exit 3 was expected, found 0"), ("standard output", 'echo text; {real} "$@"', "V63",
                                              "nothing on standard output was expected"),
           ("a file left behind", '{real} "$@"; status=$?; touch out/left; exit $status', "V63",
            "no output file was expected"), ("a second line", '{real} "$@"; status=$?; echo more >&2; exit $status',
                                             "V63", "one line on standard error"),
           ("a raw escape", '{real} "$@"; status=$?; printf "\\033[m" >&2; exit $status', "V63",
            "control characters"), ("another place",
                                    '{real} "$@" 2>err; status=$?; sed "s/(1:/(2:/" err >&2; exit $status', "V63",
                                    "a message that begins"),
           ("no rule", '{real} "$@" 2>err; status=$?; sed "s/ .TILE-6.//" err >&2; exit $status', "V63",
            "the rule [TILE-6]"), ("a number not told",
                                   '{real} "$@" 2>err; status=$?; sed "s/6 was//" err >&2; exit $status', "V63",
                                   "'6 was expected'"),
           ("another code", '{real} "$@" 2>err; status=$?; sed "s/size_mismatch/syntax/" err >&2; exit $status',
            "V63", "code 'size_mismatch' was expected"), ("memory", 'python3 -c "str(0) * (200 << 20)"; {real} "$@"',
                                                          "V63.rank", "at most 64.0 MiB"),
           ("time", 'python3 -c "import time; any(iter(lambda: time.process_time() > 1.3, True))"; {real} "$@"',
            "V63.rank", ("at most 1 s were expected", "it had not ended")), ("a hang", "sleep 100", "V63.rank",
                                                       "it had not ended"), ("killed", "kill -SEGV $$", "V63.rank",
                                                                             "exit 3 was expected, found -11"),
           ("other bytes", '{real} "$@"; printf X | dd of=out/out.npy bs=1 seek=128 conv=notrunc 2>err', "V55",
            "other bytes were expected from byte 0"), ("no output", '{real} "$@"; rm out/out.npy', "V55",
                                                       "the one file out.npy was expected"),
           ("a file beside the output", '{real} "$@"; touch out/.out.npy.tmp', "V55",
            "the one file out.npy was expected"),
           ("nothing in a pipe", "exit 0", "V64", "another header was expected"),
           ("nothing in a pipe of the interpreter's", "exit 0", "V64.interpreter", "another header was expected"),
           ("no samples", "exit 0", "M23", "1000 samples and more were expected"),
           ("a warning", '{real} "$@"; echo "dmlrun: warning: spec.json: text" >&2', "V55",
            "0 warnings were expected"), ("no warning", '{real} "$@" 2>err', "V32.root",
                                          "1 warnings were expected"), ("ignores SIGINT", 'trap "" INT; sleep 100',
                                                                        "N131.no_writer", "it had not ended"),
           )


def notices(real, script, only, says):
    """Whether run.py fails as it should, and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program"
        program.write_text("#!/bin/sh\n" + script.replace("{real}", shlex.quote(real)) + "\n")
        os.chmod(program, 0o755)
        ran = subprocess.run(
            [sys.executable, "-B", str(RUN), str(program), "--only", only], capture_output=True, text=True)
    # A loaded machine may lose patience before the planted second is over: either sentence will do then.
    heard = any(sentence in ran.stdout for sentence in ([says] if isinstance(says, str) else says))
    return ran.returncode == 1 and heard and ran.stdout.endswith(" failed\n"), ran.stdout + ran.stderr


def main(real):
    failed = 0
    with ThreadPoolExecutor(2) as pool:  # some of them wait long
        results = list(pool.map(lambda defect: notices(str(Path(real).resolve()), *defect[1:]), DEFECTS))
    for (name, _, only, says), (good, output) in zip(DEFECTS, results):
        if not good:
            failed += 1
            print(f"FAILED: {name}: {only} with {says!r} was expected to fail, found\n{output}")
    print(f"{len(DEFECTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
