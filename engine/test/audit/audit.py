#!/usr/bin/env python3
"""The long forms of the tests, one after another: ./dev audit [OPTIONS] [NAME...]

Runs the campaigns of campaigns.py, or those that are named, in the order in which they are, in one of three sizes:
--brief (under half an hour on two cores), the standard one (within 100 minutes), --full (days). What has passed is kept
in build/audit/state.json as long as the code is the same: a run that was interrupted goes on where it was, and --again
forgets it. A campaign is made of pieces, and as many run at once as there are cores. Prints one line for each campaign,
then a table for a release note, which is also in build/audit/summary.md, and ends with 'N passed, N failed'. Exit
status 1 when one failed, 130 when it was interrupted or its time was over.

A machine without compilers needs this tree with its build folders, and --no-build.
"""
import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import record
from campaigns import BRIEF, CAMPAIGNS, FULL, STANDARD, TIERS
from report import Report

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LONGEST_PIECE = {BRIEF: 1800, STANDARD: 3600, FULL: 12 * 3600}  # seconds; a piece that hangs must end
VENV = ROOT / ".venv/bin"
CMAKE = str(VENV / "cmake") if (VENV / "cmake").exists() else "cmake"
CTEST = str(VENV / "ctest") if (VENV / "ctest").exists() else shutil.which("ctest") or "ctest"


def say(text):
    print("audit: " + text, file=sys.stderr, flush=True)


def folder_of(preset):
    return ROOT / ("build" if preset == "release" else "build-" + preset)


def pieces_of(campaign, tier):
    """The commands of a campaign; none where the tier leaves it out."""
    places = {"build": folder_of(campaign.preset), "release": folder_of("release"), "root": ROOT, "audit": HERE,
              "python": sys.executable, "ctest": CTEST}
    if not campaign.amounts:
        commands = campaign.command if isinstance(campaign.command, tuple) else (campaign.command,)
        return [c.format(**places) for c in commands] if tier in campaign.tiers else []
    total, commands = campaign.amounts[tier], []
    pieces = min(campaign.pieces, total)
    for piece in range(pieces):
        first, last = total * piece // pieces, total * (piece + 1) // pieces
        commands.append(campaign.command.format(**places, amount=last - first, first=first, piece=piece + 1))
    return commands


def portable(command):
    """The command for the root of any tree that is built: by this a record knows it."""
    for here, anywhere in ((f"{ROOT}/", ""), (f" {ROOT} ", " . "), (sys.executable, "python3"), (CTEST, "ctest")):
        command = command.replace(here, anywhere)
    return command


def build(preset, targets):
    """"" or the end of what the build said."""
    folder, steps = folder_of(preset), []
    if not (folder / "build.ninja").exists():
        steps.append([CMAKE, "--preset", preset, "-G", "Ninja"])
    steps.append([CMAKE, "--build", str(folder), "--target", *targets])
    for step in steps:
        done = subprocess.run(step, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            return "\n".join(done.stdout.splitlines()[-15:])
    return ""


def tier_of(options):
    return FULL if options.full else BRIEF if options.brief else STANDARD


class Piece:
    """One running command."""

    def __init__(self, campaign, command, log, longest):
        self.campaign, self.command, self.log, self.longest = campaign, command, log, longest
        self.begin = time.monotonic()
        for folder in re.findall(r"\S+/corpus-\w+", command):  # where libFuzzer keeps what it finds
            Path(folder).mkdir(parents=True, exist_ok=True)
        words = shlex.split(command)
        with log.open("wb") as output:
            if not shutil.which(words[0], path=f"{ROOT}:{os.environ.get('PATH', '')}"):
                words = ["sh", "-c", 'echo "$0 is not there"; exit 127', words[0]]
            self.process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output,
                                            stderr=subprocess.STDOUT, start_new_session=True)

    def poll(self):
        """The result once it has ended, else None."""
        seconds = time.monotonic() - self.begin
        code = self.process.poll()
        if code is None and seconds < self.longest:
            return None
        self.stop()
        if code is None:
            with self.log.open("a", encoding="utf-8") as output:
                output.write(f"\naudit: stopped after {seconds:.0f} s, which is too long\n")
        text = self.log.read_text(encoding="utf-8", errors="replace")
        count, passed = None, code == 0
        if self.campaign.figure:
            found = re.findall(self.campaign.figure, text, re.MULTILINE)
            count, passed = int(found[-1]) if found else 0, passed and bool(found)
        return {"passed": passed, "count": count, "seconds": round(seconds, 1)}

    def stop(self):
        if self.process.poll() is not None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue


class Audit:
    def __init__(self, options):
        self.tier = tier_of(options)
        self.cores, self.builds = options.jobs, not options.no_build
        self.end = time.monotonic() + options.duration if options.duration else None
        self.home = ROOT / "build" / "audit"
        self.home.mkdir(parents=True, exist_ok=True)
        self.record = record.Record(self.home / "state.json", *record.version_of(ROOT))
        if options.again:
            self.record.forget()
        by_name = {c.name: c for c in CAMPAIGNS}
        named = [by_name[n] for n in options.names] or CAMPAIGNS
        self.campaigns = [c for c in named if pieces_of(c, self.tier)]
        self.longest = {}  # campaign's name: seconds of its longest piece in this run
        self.report = Report(self.campaigns, self.record,
                             lambda campaign: [portable(p) for p in pieces_of(campaign, self.tier)], self.tier)

    def prepare(self):
        """Builds what is needed; notes what cannot run."""
        missing = self.report.missing
        for campaign in self.campaigns:
            needed = campaign.tools + (campaign.build_tools if self.builds else ())
            lacking = [t for t in needed if not shutil.which(t) and not list(VENV.parent.glob(f"lib/*/*/{t}"))]
            if lacking and self.open_pieces(campaign):
                missing[campaign.name] = "not run: needs " + ", ".join(lacking)
        presets = {}
        for campaign in self.campaigns if self.builds else ():
            if campaign.targets and campaign.name not in missing and self.open_pieces(campaign):
                presets.setdefault(campaign.preset, []).append(campaign)
        for preset, users in presets.items():
            targets = sorted({t for c in users for t in c.targets})
            say(f"building {folder_of(preset).name}")
            words = build(preset, ["all"] if "all" in targets else targets)
            if words:
                print(words, file=sys.stderr)
                missing.update({c.name: f"FAILED: {folder_of(preset).name} does not build" for c in users})

    def open_pieces(self, campaign):
        """(number, command) of each that has not passed."""
        return [(i, p) for i, p in enumerate(pieces_of(campaign, self.tier), 1)
                if not (self.record.get(portable(p)) or {}).get("passed")]

    def next_piece(self, waiting, free):
        """Takes out the first that there is room for, and time, as far as others of its campaign tell."""
        for place, (campaign, number, command) in enumerate(waiting):
            if min(campaign.cores, self.cores) > free:
                return None
            if self.end is None or time.monotonic() + self.longest.get(campaign.name, 0) < self.end:
                del waiting[place]
                return Piece(campaign, command, self.home / f"{campaign.name}-{number}.log", LONGEST_PIECE[self.tier])
        return None

    def run(self):
        waiting = deque((c, *p) for c in self.campaigns if c.name not in self.report.missing
                        for p in self.open_pieces(c))
        running = []
        try:
            while waiting or running:
                free = self.cores - sum(min(p.campaign.cores, self.cores) for p in running)
                while free > 0 and (piece := self.next_piece(waiting, free)):
                    running.append(piece)
                    free -= min(piece.campaign.cores, self.cores)
                if self.end is not None and (time.monotonic() >= self.end or not running):
                    raise KeyboardInterrupt
                time.sleep(0.05)
                for piece in list(running):
                    result = piece.poll()
                    if result is not None:
                        running.remove(piece)
                        self.finish(piece, result)
        finally:
            for piece in running:
                piece.stop()

    def finish(self, piece, result):
        campaign = piece.campaign
        self.record.put(portable(piece.command), result)
        self.longest[campaign.name] = max(self.longest.get(campaign.name, 0), result["seconds"])
        if not result["passed"]:
            lines = piece.log.read_text(encoding="utf-8", errors="replace").splitlines()
            print("\n".join(lines[-20:]), file=sys.stderr)
            say(f"{campaign.name} FAILED; repeat: {piece.command}")
        if all(self.report.results(campaign)):
            outcome, words = self.report.outcome(campaign)
            say(f"{campaign.name}: {words}" if outcome else f"{campaign.name}: FAILED")

    def summary(self):
        text, counts = self.report.text()
        (self.home / "summary.md").write_text(text, encoding="utf-8")
        print(text)
        if counts[None]:
            print(f"{counts[None]} not run")
        print(f"{counts[True]} passed, {counts[False]} failed")
        return 1 if counts[False] or not counts[True] else 0


def show_list(names, tier):
    """Each piece's command stands on a line of its own, after "  $ ", for the root of a tree that is built."""
    for c in CAMPAIGNS:
        if names and c.name not in names:
            continue
        amounts = " / ".join(f"{a:,}" for a in c.amounts) or ", ".join(TIERS[t] for t in c.tiers)
        print(f"{c.name:<20}{c.promises:<12}{amounts}\n    {c.words.replace('{figure}', 'N')}")
        for command in pieces_of(c, tier):
            print("  $ " + portable(command))


def interrupt(*_):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(prog="./dev audit", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--brief", action="store_true")
    size.add_argument("--full", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--duration", type=int, default=0, metavar="SECONDS",
                        help="end then, with a table of what was done; the same command goes on from there. "
                             "What is not built yet is built first, however long that takes")
    parser.add_argument("--no-build", action="store_true", help="take the programs as they are")
    parser.add_argument("--again", action="store_true", help="forget what was run before")
    parser.add_argument("--list", action="store_true",
                        help="the campaigns, their amounts, and the commands, for a tree that is built")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    unknown = [n for n in options.names if n not in [c.name for c in CAMPAIGNS]]
    if unknown:
        parser.error(f"no campaign is called {', '.join(unknown)}; there are: {', '.join(c.name for c in CAMPAIGNS)}")
    if options.jobs < 1:
        parser.error("--jobs must be 1 or more")
    if options.duration < 0:
        parser.error("--duration must be 0 or more")
    if options.list:
        return show_list(options.names, tier_of(options))
    audit = Audit(options)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        audit.prepare()
        audit.run()
    except KeyboardInterrupt:
        audit.summary()
        say("interrupted; the same command goes on from here")
        return 130
    return audit.summary()


def ended_quietly(program):
    """Its exit status; where nobody reads standard output any more, as under `| head`, that of SIGPIPE and no words."""
    try:
        try:
            return program()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


if __name__ == "__main__":
    sys.exit(ended_quietly(main))
