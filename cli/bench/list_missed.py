#!/usr/bin/env python3
"""Cells of a report beyond what is asked of them, as a page: list_missed.py FOLDER [--check]

Reads results.json in FOLDER (docs/benchmark) and writes missed.md beside it: the cells above their goals, those where a peer
is faster, those of two threads and of fewer instructions, each with its figures and with the row of README.md there that says
what the limit is and what was tried. A cell that no row speaks of stands there with "not explained". --check writes nothing:
exit status 1 where the page is not of these results, a cell is not explained, or a row is not in README.md.
"""
import collections
import json
import re
import sys
from pathlib import Path

# By cell, first match first: how the row of README.md begins that speaks of it.
GOALS = (
    (r"^join: .*eight of 16 channels, 16 KB", "JOIN of eight inputs of 16 channels"),
    (r"^join: u8 3 and 1 channels, 16 KB", "JOIN of bytes of 3 and 1 channels"),
    (r"^padding: .*rows of 224 by 3, reflection, 16", "Reflected rows, 16 KB"),
    (r"^padding: .*by 3, wrap, 15 KB", "PADDING of 56 floats by 3, wrapped"),
    (r"^padding: .*56x56 by 1, constant, (64|256) MB", "PADDING of 56 by 56 floats, 256 MB"),
    (r"^tile: .*(batch x2|heads x4|\[N,1\] x3), \d+ MB", "TILE of two to four copies"),
    (r"^tile: .* MB", "TILE of blocks, 4 MB"),
    (r"^tile: .*(\[N,|\[1,1,4\]).*, 1\d(\.\d)? KB", "TILE of short rows, L1"),
    (r"^tile: .*, \d\d?(\.\d)? KB", "TILE of blocks and rows, L1"),
    (r"^(tile|padding|join): .*, (\d{3} KB|1(\.\d+)? MB)", "All movers in the second-level cache"),
    (r"^qadd: .*, (64|\d{3}) MB", "Quantized sums of 64 MB"),
    (r"^qadd: ", "Quantized sums, L1 and L2"),
)
PEERS = ((r"^tile: .*heads x8, 4 MB", "TILE of blocks, 4 MB"),)
THREADS = (
    (r"^tile: .*(batch|\[N,1\]).*, \d{2,3} MB", "Two threads, TILE of one block"),
    (r", (1[6-9]|\d{2,3})(\.\d)? MB", "Two threads, 64 MB"),
    (r", \d(\.\d+)? MB", "Two threads, 4 MB"),
    (r", \d{3} KB", "Two threads, 256 KB"),
    (r" (KB|B)$", "Two threads, below 192 KB"),
)
FEWER = ((r"^qadd: .*scalar", "A scalar operand of sums"), (r"", "AVX2 and AVX-512 without VBMI"))
NOT_EXPLAINED = "**not explained**"


def row_of(cell, reasons):
    return next((row for pattern, row in reasons if re.search(pattern, cell)), NOT_EXPLAINED)


def title(cell):
    return f"{cell['family']}: {cell['name']}"


def times(value):
    return f"{value:.3g}" if value < 0.995 else f"{value:.2f}" if value < 9.995 else f"{value:.3g}"


def place(cell):
    return "2 KiB skew" if cell["placement"] == "skew" else "equal offsets"


def table(heading, names, rows):
    if not rows:
        return [f"## {heading}", "", "None.", ""]
    return [f"## {heading}", "", "| " + " | ".join(names) + " |", "|---" * len(names) + "|",
            *("| " + " | ".join(row) + " |" for row in rows), ""]


def goals(cells):
    """One row for both placements, the farthest from its goal first."""
    by_title = collections.defaultdict(dict)
    for cell in cells:
        if cell["threads"] == 1 and not cell["isa"] and cell["goal"]:
            by_title[title(cell)][cell["placement"]] = (cell["ratio_memcpy"], cell["goal"])
    missed = {name: found for name, found in by_title.items() if any(r > goal for r, goal in found.values())}
    for name, found in sorted(missed.items(), key=lambda item: -max(r / goal for r, goal in item[1].values())):
        figures = [times(found[at][0]) if at in found else "\u2013" for at in ("equal", "skew")]
        yield [name, *figures, times(min(goal for _, goal in found.values())), row_of(name, GOALS)]


def peers(cells):
    for cell in cells:
        for peer, figure in (cell.get("peers") or {}).items():
            if figure and figure < 1 / 1.05:
                repeats = cell.get("peer_repeats", {}).get(peer, [figure])
                yield [title(cell), peer, ", ".join(times(1 / one) for one in repeats), row_of(title(cell), PEERS)]


def threads(cells):
    for cell in sorted((cell for cell in cells if cell["threads"] == 2 and cell.get("gain")), key=lambda cell: cell["gain"]):
        least = 1.8 if cell["output_bytes"] >= 4 << 20 else 1.4 if cell["output_bytes"] >= 192 << 10 else 1 / 1.05
        if cell["gain"] < least:
            plain = [times(cell[key]) if cell.get(key) else "\u2013" for key in ("gain_memcpy", "gain_memset")]
            yield [title(cell), place(cell), times(cell["gain"]), times(least), *plain, row_of(title(cell), THREADS)]


def fewer(cells):
    base = {(title(cell), cell["placement"]): cell for cell in cells if cell["threads"] == 1 and not cell["isa"]}
    found = []
    for cell in cells:
        whole = base.get((title(cell), cell["placement"]))
        if cell["threads"] == 1 and cell["isa"] and whole:
            most = 1.3 if cell["isa"] == "avx512" else 1.15 if cell["region"] in ("L3", "DRAM") else 1.6
            ratio = cell["ratio_memcpy"] / whole["ratio_memcpy"]
            if ratio > most:
                cycles = times(cell["cycles_per_64"]) if cell["family"] == "qadd" else "\u2013"
                found.append((ratio, [title(cell), cell["isa"], times(ratio), times(most), cycles, row_of(title(cell), FEWER)]))
    return [row for _, row in sorted(found, key=lambda one: -one[0])]


def page(results):
    cells, row = results["cells"], "limit, and what was tried"
    lines = ["# Cells beyond what is asked of them", "",
             f"Of [results.json](results.json): {results['cpu']}. Made by `./dev bench keep`; the rows that the last columns name are",
             "those of the table in [README.md](README.md#what-is-missed-and-what-was-tried).", ""]
    lines += table("Above their goals, one thread", ["cell", "equal offsets, times memcpy's", "2 KiB skew", "goal", row], list(goals(cells)))
    lines += table("A peer more than 5 % faster", ["cell", "peer", "our time by the peer's", row], list(peers(cells)))
    lines += table("Two threads: less than 1.8 times as fast as one from 4 MB, 1.4 from 192 KB, or slower below",
                   ["cell", "buffers", "gain", "asked", "plain copies gain", "plain fills", row], list(threads(cells)))
    lines += table("Fewer instructions: more than 1.15 (AVX2, from L3 up), 1.6 (below), or 1.3 times (without VBMI) the time of all",
                   ["cell", "instructions", "times", "asked", "cycles per 64 sums (42 at most)", row], fewer(cells))
    return "\n".join(lines)


def main(arguments):
    folder, is_check = Path(arguments[0]), arguments[1:] == ["--check"]
    text = page(json.loads((folder / "results.json").read_text(encoding="utf-8")))
    if not is_check:
        (folder / "missed.md").write_text(text, encoding="utf-8")
        return 0
    readme = (folder / "README.md").read_text(encoding="utf-8")
    faults = []
    if (folder / "missed.md").read_text(encoding="utf-8") != text:
        faults.append(f"{folder}/missed.md is not of results.json there; list_missed.py {folder} writes it again")
    faults += [f"no row of README.md is named for: {line}" for line in text.splitlines() if NOT_EXPLAINED in line]
    named = {row for reasons in (GOALS, PEERS, THREADS, FEWER) for _, row in reasons}
    faults += [f"{folder}/README.md has no row that begins with '{row}'" for row in sorted(named) if f"\n| {row}" not in readme]
    print("\n".join(faults) or f"{folder}: each cell beyond what is asked is explained")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
