#!/usr/bin/env python3
"""The driver of ./dev audit on campaigns of its own; ends with `N passed, N failed`."""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))
import audit
from campaigns import CAMPAIGNS, Campaign

COUNTS = r"^(\d+) things"
DEFAULTS = {"full": False, "brief": False, "jobs": 2, "again": False, "names": [], "duration": 0, "no_build": False}


class AuditTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.addCleanup(setattr, audit, "ROOT", audit.ROOT)
        self.addCleanup(setattr, audit, "CAMPAIGNS", audit.CAMPAIGNS)
        audit.ROOT = self.root

    def campaign(self, command, **more):
        return Campaign("one", "P0", "{figure} things", command, targets=(), **more)

    def run_audit(self, *campaigns, **given):
        """(exit status, summary)"""
        audit.CAMPAIGNS = campaigns
        options = {**DEFAULTS, **given}
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            run = audit.Audit(SimpleNamespace(**options))
            run.prepare()
            try:
                run.run()
                code = run.summary()
            except KeyboardInterrupt:
                run.summary()
                code = 130
        return code, out.getvalue()

    def test_figures_of_pieces_are_added(self):
        code, text = self.run_audit(self.campaign("echo {amount} things from {first}", amounts=(5, 11, 20), pieces=3,
                                                  figure=COUNTS))
        self.assertEqual(code, 0, text)
        self.assertIn("| 11 things |", text)
        self.assertTrue(text.endswith("1 passed, 0 failed\n"))

    def test_too_small_a_figure_fails(self):
        code, text = self.run_audit(self.campaign("echo 10 things", figure=COUNTS, least=11))
        self.assertEqual(code, 1)
        self.assertIn("FAILED: 10 of 11", text)

    def test_a_figure_that_is_not_printed_fails(self):
        self.assertEqual(self.run_audit(self.campaign("echo nothing", figure=COUNTS))[0], 1)

    def test_a_command_that_ends_badly_fails_whatever_it_prints(self):
        self.assertEqual(self.run_audit(self.campaign("sh -c 'echo 5 things; exit 3'", figure=COUNTS))[0], 1)

    def test_a_program_that_was_not_built_fails_and_others_are_run(self):
        absent = self.campaign("{build}/absent 1", figure=COUNTS)
        code, text = self.run_audit(absent, replace(self.campaign("echo 5 things", figure=COUNTS), name="two"))
        self.assertEqual(code, 1)
        self.assertTrue(text.endswith("1 passed, 1 failed\n"), text)

    def test_a_tool_that_is_missing_is_told_and_is_no_success(self):
        code, text = self.run_audit(self.campaign("echo 1 things", figure=COUNTS, tools=("no-such-tool",)))
        self.assertEqual(code, 1)
        self.assertIn("not run: needs no-such-tool", text)
        self.assertTrue(text.endswith("1 not run\n0 passed, 0 failed\n"))

    def test_what_only_building_needs_may_be_missing_where_nothing_is_built(self):
        campaign = self.campaign("echo 1 things", figure=COUNTS, build_tools=("no-such-tool",))
        for lacks, no_build in ((campaign, False), (replace(campaign, tools=("no-such-tool",)), True)):
            code, text = self.run_audit(lacks, no_build=no_build)
            self.assertEqual(code, 1)
            self.assertIn("not run: needs no-such-tool", text)
        self.assertEqual(self.run_audit(campaign, no_build=True)[0], 0)

    def test_a_piece_that_hangs_is_stopped_and_fails(self):
        self.addCleanup(setattr, audit, "LONGEST_PIECE", audit.LONGEST_PIECE)
        audit.LONGEST_PIECE = {1: 1}
        code, text = self.run_audit(self.campaign("sh -c 'echo 5 things; sleep 60'", figure=COUNTS))
        self.assertEqual(code, 1)
        self.assertIn("FAILED: 5 things", text)
        self.assertIn("stopped after 1 s", (self.root / "build/audit/one-1.log").read_text())

    def test_what_has_passed_is_not_run_again_until_the_code_changes(self):
        log = self.root / "log"
        campaign = self.campaign(f"sh -c 'echo run >> {log}; echo 1 things'", figure=COUNTS)
        (self.root / "engine").mkdir()
        for change, again, runs in (("a", False, 1), ("", False, 1), ("", True, 2), ("bc", False, 3)):
            if change:
                (self.root / "engine" / "x.cpp").write_text(change)
            self.assertEqual(self.run_audit(campaign, again=again)[0], 0)
            self.assertEqual(len(log.read_text().split()), runs)

    def test_what_has_failed_is_run_again(self):
        flag = self.root / "flag"
        campaign = self.campaign(f"sh -c 'test -e {flag} && echo 1 things'", figure=COUNTS)
        self.assertEqual(self.run_audit(campaign)[0], 1)
        flag.touch()
        self.assertEqual(self.run_audit(campaign)[0], 0)

    def test_what_is_no_record_is_forgotten(self):
        path = self.root / "build/audit/state.json"
        path.parent.mkdir(parents=True)
        for words in ("", "[]", '{"results": {}}', '{"identity": 1}'):
            path.write_text(words)
            self.assertEqual(self.run_audit(self.campaign("echo 1 things", figure=COUNTS))[0], 0)

    def test_time_that_is_over_ends_a_run_that_goes_on_later(self):
        campaign = self.campaign("sh -c 'sleep 1; echo {amount} things {first}'", amounts=(5, 5, 5), pieces=5,
                                 figure=COUNTS)
        code, text = self.run_audit(campaign, duration=2)
        self.assertEqual(code, 130)
        self.assertRegex(text, r"[1-4] of 5 pieces were run: [1-4] things")
        self.assertEqual(self.run_audit(campaign)[0], 0)

    def test_names_are_run_in_their_order_and_without_building(self):
        log = self.root / "log"
        first = Campaign("b", "P0", "{figure} things", f"sh -c 'echo b >> {log}; echo 1 things'", figure=COUNTS,
                         cores=2, preset="none")
        other = replace(first, name="a", command=first.command.replace("echo b", "echo a"))
        code, text = self.run_audit(other, first, names=["b", "a"], no_build=True)
        self.assertEqual((code, log.read_text()), (0, "b\na\n"), text)

    def test_the_list_holds_commands_that_run_from_the_root(self):
        audit.CAMPAIGNS = (self.campaign("{build}/one --first {first}", amounts=(2, 4, 8), pieces=2, figure=COUNTS),)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            audit.show_list([], 1)
        commands = [line[4:] for line in out.getvalue().splitlines() if line.startswith("  $ ")]
        self.assertEqual(commands, ["build/one --first 0", "build/one --first 2"])

    def test_a_reader_that_goes_away_ends_it_quietly(self):
        for option in ("--list", "--help"):
            reading, writing = os.pipe()
            os.close(reading)
            try:
                done = subprocess.run([sys.executable, "-B", audit.__file__, option], stdout=writing,
                                      stderr=subprocess.PIPE, check=False)
            finally:
                os.close(writing)
            self.assertEqual((done.returncode, done.stderr), (141, b""), option)

    def test_the_table_is_in_order(self):
        names = [c.name for c in CAMPAIGNS]
        self.assertEqual(len(names), len(set(names)))
        for campaign in CAMPAIGNS:
            self.assertTrue(campaign.figure or campaign.amounts, campaign.name)
            self.assertIn("{figure}", campaign.words, campaign.name)
            self.assertIn(len(campaign.amounts), (0, 3), campaign.name)
            for tier in range(3):
                for command in audit.pieces_of(campaign, tier):
                    self.assertNotRegex(command, r"\{\w+\}", campaign.name)


if __name__ == "__main__":
    outcome = unittest.main(exit=False).result
    bad = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed" % (outcome.testsRun - bad, bad))
    sys.exit(bad > 0)
