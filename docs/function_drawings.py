"""Drawings of functions as SVG text: curves over an axis of numbers, and grids of a few values."""
import math
import textwrap

# A page of 400 pixels shows 368 of them.
WIDTH, LABELS, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 368, 46, 240, 40, 34, 354, 216
MOST = 6  # |y| that is shown
CELL_WIDTH, CELL_HEIGHT = 36, 24
TITLE_CHARACTERS, TITLE_HEIGHT = 43, 16
STYLE = """<style>
text{font:11px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:#57606a}
.b{fill:#fff}.h{font-size:12px;font-weight:600;fill:#1b1f24}.r{text-anchor:end}.m{text-anchor:middle}
.g{stroke:#eaedf0}.a{stroke:#57606a}.f{stroke:#1f6396;stroke-width:2;stroke-linecap:round;fill:none}
@media(prefers-color-scheme:dark){text{fill:#a8b1bb}.b{fill:#15181c}.h{fill:#eceff3}.g{stroke:#262b31}.a{stroke:#a8b1bb}
.f{stroke:#9ccdf0}}
</style>
"""
# What several curves, and grids, need besides.
LINE_STYLE = """<style>.f1{stroke-dasharray:7 5}.f2{stroke-dasharray:1 5}</style>
"""
GRID_STYLE = """<style>.c{fill:#eaedf0}.s{fill:#cfe3f3}.v{fill:#1b1f24}
@media(prefers-color-scheme:dark){.c{fill:#262b31}.s{fill:#1f4a6b}.v{fill:#eceff3}}</style>
"""


def steps(low, high):
    """Numbers to write at an axis."""
    step = next(step for step in (0.25, 0.5, 1, 2) if (high - low) / step <= 8)
    return [n * step for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def framed(title, description, width, height, style, body):
    """The drawing of a body below a title, which has as many lines as it needs."""
    lines = textwrap.wrap(title, TITLE_CHARACTERS, break_on_hyphens=False)
    lower = TITLE_HEIGHT * (len(lines) - 1)
    height += lower
    head = "".join(f'<text class="h" x="12" y="{20 + n * TITLE_HEIGHT}">{line}</text>\n'
                   for n, line in enumerate(lines))
    body = body[0], f'<g transform="translate(0 {lower})">\n{body[1]}</g>\n' if lower else body[1]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img">\n<title>{description}</title>\n{style}{body[0]}'
            f'<path class="b" d="M0 0H{width}V{height}H0z"/>\n{head}{body[1]}</svg>\n')


def curve(points, low, high):
    """Lines through the points, apart where a value is none, or jumps from one smooth part to the next."""
    parts, before = [[]], None
    unit = (BOTTOM - TOP) / (high - low)
    jumps = [abs(b[1] - a[1]) * unit if math.isfinite(a[1] + b[1]) else math.inf for a, b in zip(points, points[1:])]
    for n, (x, y) in enumerate(points):
        is_out = not low <= y <= high
        around = max([jumps[m] for m in (n - 2, n) if 0 <= m < len(jumps) and jumps[m] < math.inf], default=0)
        if before is not None and (is_out and not low <= before <= high or jumps[n - 1] > max(6, 4 * around)):
            parts.append([])
        if math.isfinite(y):
            parts[-1].append((x, BOTTOM - (min(max(y, 2 * low - high), 2 * high - low) - low) * unit))
        before = y
    text = ""
    for part in parts:
        kept = [p for n, p in enumerate(part) if n in (0, len(part) - 1) or abs(  # not on a line
            (part[n + 1][1] - p[1]) - (p[1] - part[n - 1][1])) > 1e-3]
        text += "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(kept if len(part) > 1 else []))
    return text.replace(".0", "")


def curves(title, xs, lines):
    """A curve for each of the lines, which are ys by their label; which stands behind it."""
    first, last, right = xs[0], xs[-1], RIGHT - LABELS * (len(lines) > 1)
    finite = [y for ys in lines.values() for y in ys if math.isfinite(y)]
    low, high = max(min(0, *finite), -MOST), min(max(0, *finite), MOST)
    low, high = (math.floor(low * 4) / 4, math.ceil(high * 4) / 4) if high - low <= 2 else (
        math.floor(low), math.ceil(high))

    def at(x, y):
        return (round(LEFT + (x - first) / (last - first) * (right - LEFT)),
                round(BOTTOM - (y - low) / (high - low) * (BOTTOM - TOP)))
    axes, labels, paths = {"g": "", "a": ""}, "", ""
    for x in steps(first, last):
        axes["g" if x else "a"] += f"M{at(x, low)[0]} {TOP}V{BOTTOM}"
        labels += f'<text class="m" x="{at(x, low)[0]}" y="{BOTTOM + 15}">{x:g}</text>\n'
    for y in steps(low, high):
        axes["g" if y else "a"] += f"M{LEFT} {at(first, y)[1]}H{right}"
        labels += f'<text class="r" x="{LEFT - 6}" y="{at(first, y)[1] + 4}">{y:g}</text>\n'
    for n, (label, ys) in enumerate(lines.items()):
        path = curve([(LEFT + (x - first) / (last - first) * (right - LEFT), y) for x, y in zip(xs, ys)], low, high)
        paths += f'<path class="f{f" f{n}" if n else ""}" clip-path="url(#c)" d="{path}"/>\n'
        if label:
            y = at(last, min(max(low, ys[-1]), high))[1]
            paths += f'<text x="{right + 8}" y="{y + 4}">{label}</text>\n'
    return framed(
        title, f"Plot of {title}, x from {first:g} to {last:g}", WIDTH, HEIGHT,
        STYLE + (LINE_STYLE if len(lines) > 1 else ""),
        (f'<clipPath id="c"><path d="M{LEFT} {TOP - 1}H{right}V{BOTTOM + 1}H{LEFT}z"/></clipPath>\n',
         f'<path class="g" d="{axes["g"]}"/>\n<path class="a" d="{axes["a"]}"/>\n{labels}{paths}'))


def grid(title, head, columns, rows):
    """Values by row, whose names are the keys, below the columns' names; those that are not 0 are marked."""
    left = 20 + 7 * max(len(head), *map(len, rows))
    body = f'<text class="r" x="{left - 8}" y="{TOP + 16}">{head}</text>\n'
    for n, (name, values) in enumerate([("", columns), *rows.items()]):
        y = TOP + n * CELL_HEIGHT
        body += f'<text class="r" x="{left - 8}" y="{y + 16}">{name}</text>\n' if name else ""
        for m, value in enumerate(values):
            x = left + m * CELL_WIDTH
            if n:
                body += f'<path class="{"s" if value else "c"}" d="M{x + 1} {y + 1}' \
                        f'h{CELL_WIDTH - 2}v{CELL_HEIGHT - 2}h{2 - CELL_WIDTH}z"/>\n'
            body += f'<text class="m{" v" if n else ""}" x="{x + CELL_WIDTH // 2}" y="{y + 16}">{value:g}</text>\n'
    width = max(left + len(columns) * CELL_WIDTH + 12, 24 + 8 * min(len(title), TITLE_CHARACTERS))
    return framed(title, f"Values of {title}", width, TOP + (len(rows) + 1) * CELL_HEIGHT + 10, STYLE + GRID_STYLE,
                  ("", body))
