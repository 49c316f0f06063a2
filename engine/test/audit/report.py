"""The table of an audit, made from what its record holds."""
from campaigns import STANDARD, TIERS


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

    def name_of(self, result):
        return self.record.version if result["identity"] == self.record.identity else result["version"]

    def text(self):
        """(the table, how many campaigns passed, failed and were not run)."""
        all_done = [r for c in self.campaigns for r in self.results(c) if r]
        machines = list(dict.fromkeys(r["machine"] for r in all_done))
        versions = list(dict.fromkeys(self.name_of(r) for r in sorted(all_done, key=lambda r: -r["ended"])))
        several = len(machines) > 1 or len(versions) > 1
        where = "; ".join(f"({i + 1}) {m}" for i, m in enumerate(machines)) if several else "".join(machines)
        lines = [f"Audit of {', '.join(versions) or self.record.version}, {TIERS[self.tier]} form" +
                 (f", on {where}" if where else "") + ":", ""]
        lines += ["| campaign | promises | shown | minutes of one core |" + (" of, on |" if several else ""),
                  "|---|---|---|---|" + ("---|" if several else "")]
        counts = {True: 0, False: 0, None: 0}
        for campaign in self.campaigns:
            outcome, words = self.outcome(campaign)
            counts[outcome] += 1
            done = [r for r in self.results(campaign) if r]
            minutes = sum(r["seconds"] for r in done) * campaign.cores / 60
            line = f"| {campaign.name} | {campaign.promises} | {words} | {minutes:.1f} |"
            if several:
                of = dict.fromkeys(self.name_of(r) for r in done)
                on = sorted({f"({machines.index(r['machine']) + 1})" for r in done})
                line += f" {', '.join(of)} {' '.join(on)} |"
            lines.append(line)
        return "\n".join(lines) + "\n", counts
