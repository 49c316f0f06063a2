"""The table of an audit, made from what its record holds."""
from campaigns import STANDARD, TIERS
from record import processor


class Report:
    """`pieces_of(campaign)` gives the commands of a campaign, `missing` by name why one could not run."""

    def __init__(self, campaigns, record, pieces_of, tier=STANDARD, missing=None):
        self.campaigns, self.record, self.pieces_of, self.tier = campaigns, record, pieces_of, tier
        self.missing = missing or {}

    def results(self, campaign):
        return [self.record.get(p) for p in self.pieces_of(campaign)]

    def outcome(self, campaign):
        """(True, False or None when it was not run, words)."""
        if campaign.name in self.missing:
            why = self.missing[campaign.name]
            return (False if why.startswith("FAILED") else None), why
        results = self.results(campaign)
        done = [r for r in results if r]
        if not done:
            return None, "not run"
        figure = sum(r["count"] for r in done) if campaign.figure else self.share(campaign, len(done))
        wanted = campaign.least or sum(campaign.amounts[self.tier:self.tier + 1])
        words = campaign.words.replace("{figure}", f"{figure:,}")
        if not all(r["passed"] for r in done):
            return False, "FAILED: " + words
        if len(done) < len(results):
            return None, f"{len(done)} of {len(results)} pieces were run: " + words
        return (True, words) if figure >= wanted else (False, f"FAILED: {figure:,} of {wanted:,}: {words}")

    def share(self, campaign, done):
        return campaign.amounts[self.tier] * done // len(self.pieces_of(campaign))

    def text(self):
        """(the table, how many campaigns passed, failed and were not run)."""
        lines = [f"Audit of {self.record.version}, {TIERS[self.tier]} form, on {processor()}:", "",
                 "| campaign | promises | shown | minutes of one core |", "|---|---|---|---|"]
        counts = {True: 0, False: 0, None: 0}
        for campaign in self.campaigns:
            outcome, words = self.outcome(campaign)
            counts[outcome] += 1
            done = [r for r in self.results(campaign) if r]
            minutes = sum(r["seconds"] for r in done) * campaign.cores / 60
            lines.append(f"| {campaign.name} | {campaign.promises} | {words} | {minutes:.1f} |")
        return "\n".join(lines) + "\n", counts
