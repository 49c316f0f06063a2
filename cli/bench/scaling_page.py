#!/usr/bin/env python3
"""docs/benchmark/scaling.md and scaling.svg from what scaling.py wrote: medians of several runs on one machine."""
import argparse
import json
from math import log2
from pathlib import Path
from statistics import median
from time import strftime

COLOURS = {"tile": "#1f77b4", "padding": "#d62728", "join": "#2ca02c", "qadd": "#9467bd",
           "add": "#8c564b"}
DASHES = {"dmlrun": "", "plain": "5 4", "torch": "1 4"}
NAMES = {"tile": "TILE 4×4, FLOAT32", "padding": "PADDING by 1, FLOAT32 56×56", "join": "JOIN 384 + 128, FLOAT32",
         "qadd": "quantized add, UINT8", "add": "add, FLOAT32"}
WIDE, HIGH, MARGIN = 300, 240, 34
STYLE = ("<style>text{fill:#1b1f24}.b{fill:#fff}.g{stroke:#ddd}@media(prefers-color-scheme:dark){text{fill:#eceff3}"
         ".b{fill:#15181c}.g{stroke:#353b43}.k{filter:brightness(1.5)}}</style>")


def panel(cells, megabytes, threads, left):
    """Gain over threads, both on logarithmic scales, so that a straight diagonal is all that threads can give."""
    most = max([threads[-1]] + [gain for cell in cells for gain in cell["gain"].values()])

    def place(n, gain):
        return (left + MARGIN + (WIDE - 2 * MARGIN) * log2(n) / max(log2(threads[-1]), 1),
                HIGH - MARGIN - (HIGH - 2 * MARGIN) * log2(max(gain, 0.5) / 0.5) / log2(most / 0.5))
    lines = [f'<text x="{left + WIDE / 2}" y="18" text-anchor="middle" font-weight="bold">{megabytes} MB</text>']
    for n in threads:
        (x, low), (_, high) = place(n, 0.5), place(n, most)
        y = place(1, n)[1]
        right = place(threads[-1], 1)[0]
        lines += [f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{left + MARGIN} {y:.1f}H{right:.1f}" class="g"/>',
                  f'<text x="{x:.1f}" y="{HIGH - MARGIN + 15}" text-anchor="middle">{n}</text>',
                  f'<text x="{left + MARGIN - 5}" y="{y + 4:.1f}" text-anchor="end">{n}</text>']
    for cell in cells:
        for who, dash in DASHES.items():
            if f"{who} 1" in cell["gain"]:
                points = " ".join("{:.1f},{:.1f}".format(*place(n, cell["gain"][f"{who} {n}"])) for n in threads)
                lines.append(f'<polyline class="k" points="{points}" fill="none" stroke="{COLOURS[cell["cell"]]}" '
                             f'stroke-width="1.6" stroke-dasharray="{dash}"/>')
    return lines


def plot(results):
    sizes = list(dict.fromkeys(cell["megabytes"] for cell in results["cells"]))
    width, lines = WIDE * len(sizes), []
    for i, size in enumerate(sizes):
        cells = [cell for cell in results["cells"] if cell["megabytes"] == size]
        lines += panel(cells, size, results["threads"], WIDE * i)
    for i, (kind, colour) in enumerate(COLOURS.items()):
        lines.append(f'<text class="k" x="{20 + 180 * i}" y="{HIGH + 14}" style="fill:{colour}">{NAMES[kind]}</text>')
    lines.append(f'<text x="20" y="{HIGH + 32}">solid: dmlrun; dashed: plain copies or fills of the same traffic; '
                 'dotted: torch. Threads to the right, times as fast as one upwards.</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HIGH + 42}" '
            f'viewBox="0 0 {width} {HIGH + 42}" font-family="sans-serif" '
            f'font-size="11">\n{STYLE}\n<rect width="100%" height="100%" class="b"/>\n' + "\n".join(lines) +
            "\n</svg>\n")


def combined(runs):
    """Each figure's median over runs of the same cells."""
    made = runs[0]
    for i, cell in enumerate(made["cells"]):
        same = [run["cells"][i] for run in runs]
        if any((one["cell"], one["megabytes"]) != (cell["cell"], cell["megabytes"]) for one in same):
            raise SystemExit("scaling_page: the files have different cells")
        for field in ("microseconds", "gain", "by"):
            cell[field] = {who: median(one[field][who] for one in same) for who in cell[field]}
    made["runs"] = len(runs)
    return made


def page(results):
    threads = results["threads"]
    torch = f", torch {results['torch']}" if results["torch"] else ""
    rounds = sorted(cell["rounds"] for cell in results["cells"])
    runs = f"{results['runs']} runs" if results["runs"] > 1 else "one run"
    lines = [
        "# Scaling", "",
        f"Measured in {strftime('%B %Y')} on {results['cores']} cores ({results['machine']}){torch};",
        "`cli/bench/scaling.py`: everything takes its turn in",
        "every round, and figures are medians over rounds of ratios within a round. *Gain* is the time of one "
        "thread by",
        "that of several; *plain* are copies or fills of the same traffic (from 64 MB on non-temporal, copies of four",
        "pages at a time), by as many threads: their gain, and their time by dmlrun's. The last columns are torch's",
        "time by dmlrun's, which for torch alone has Python's call in it, for PADDING five: the inner part and four",
        f"edges. Medians of {runs} of {rounds[0]} to {rounds[-1]} rounds; up to 64 MB the bytes of both were compared.",
        "",
        "![Scaling](scaling.svg)", ""]
    head = ["operator", "output", "1 thread, µs"]
    head += [f"gain at {n} (plain: gain, time)" for n in threads[1:]] + [f"torch at {n}" for n in threads]
    lines += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for cell in results["cells"]:
        row = [NAMES[cell["cell"]], f"{cell['megabytes']} MB", f"{cell['microseconds']['dmlrun 1']:.0f}"]
        row += [f"{cell['gain'][f'dmlrun {n}']:.1f} ({cell['gain'][f'plain {n}']:.1f}, "
                f"{cell['by'][f'plain {n}']:.2f})" for n in threads[1:]]
        row += [f"{cell['by'][f'torch {n}']:.1f}" if f"torch {n}" in cell["by"] else "–" for n in threads]
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("json", nargs="+", type=Path)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parents[2] / "docs" / "benchmark")
    options = parser.parse_args()
    results = combined([json.loads(path.read_text()) for path in options.json])
    (options.folder / "scaling.md").write_text(page(results))
    (options.folder / "scaling.svg").write_text(plot(results))


if __name__ == "__main__":
    main()
