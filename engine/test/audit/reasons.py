"""The list of lines that the tests do not run, uncovered.txt, whose first lines say how it is read."""
import fnmatch
import re
from dataclasses import dataclass, field
from pathlib import Path

LIST = Path(__file__).with_name("uncovered.txt")
WHOLE, UNLESS, AT_TIMES = "whole file", " unless ", "at times: "
MOST_WHOLE_FILES = 12
RUN_IN_PART = 0.25  # from this share of its lines on, a file is excused no more as a whole


# Reasons that need no entry.
LEFT_BEFORE = "the end of a block that every way leaves before"
LOST = "counted as a difference that is below 0, because processes and threads that count together lose counts"


def is_brace(line):
    """A line that has the reason of the line before it, or "} else {", that of the next one."""
    return re.fullmatch(r"[\s})\];,]+|\s*} else {", line) is not None


def depth(line):
    return len(line) - len(line.lstrip())


def heads(text, at):
    """The lines that a line stands in, by indentation, the innermost first."""
    found, least = [], depth(text[at])
    for line in reversed(text[:at]):
        if line.strip() and depth(line) < least and not line.lstrip().startswith(("//", "#")):
            found.append(line.strip())
            least = depth(line)
        if least == 0:
            break
    return found


@dataclass
class Entry:
    number: int  # of its line in the list
    path: str
    words: str  # the expression as it is written
    reason: str
    uses: int = 0
    line: re.Pattern = field(init=False, default=None)
    head: re.Pattern = field(init=False, default=None)
    unless: re.Pattern = field(init=False, default=None)  # what was run where the file is not excused as a whole

    def __post_init__(self):
        whole, _, unless = self.words.partition(UNLESS)
        if whole == WHOLE:
            self.unless = re.compile(unless) if unless else None
        else:
            line, at, head = self.words.partition(" @ ")
            self.line, self.head = re.compile(line), re.compile(head) if at else None

    def holds(self, path, text, around):
        """Whether it is the reason for this line, which stands in the lines `around`."""
        if not fnmatch.fnmatch(path, self.path):
            return False
        if self.line is None:
            return True
        return (any(self.line.search(line) for line in (text, *around)) and
                (self.head is None or any(self.head.search(line) for line in around)))


class Reasons:
    def __init__(self, words, lines_run=lambda path: (0, [])):
        """`lines_run(path)`: the share of a file's lines that were run, and their texts. `faults` are the list's
        own."""
        self.entries, self.faults, self.lines_run, self.excused = [], [], lines_run, {}
        for number, line in enumerate(words.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = [part.strip() for part in line.split(" | ")]
            if len(parts) != 3 or not all(parts):
                self.say(number, "PATH | EXPRESSION | REASON was expected")
                continue
            try:
                entry = Entry(number, *parts)
            except re.error as error:
                self.say(number, f"no regular expression: {error}")
                continue
            if entry.line is None and re.search(r"[*?\[]", entry.path):
                self.say(number, f"'{WHOLE}' needs the path of one file")
            elif entry.line is not None and all(entry.line.search(any_line) for any_line in ("x", "}", "return 0;")):
                self.say(number, f"the expression holds for any line; name its lines, or write '{WHOLE}'")
            else:
                self.entries.append(entry)
        if sum(e.line is None for e in self.entries) > MOST_WHOLE_FILES:
            self.say(number, f"more than {MOST_WHOLE_FILES} whole files")

    def say(self, number, words):
        self.faults.append(f"{LIST.name}:{number}: {words}")

    def reason_for(self, path, text, around):
        for entry in self.entries:
            if entry.holds(path, text, around) and (entry.line or self.is_excused(entry)):
                entry.uses += 1
                return entry.reason
        return None

    def is_excused(self, entry):
        if entry.number not in self.excused:
            share, texts = self.lines_run(entry.path)
            self.excused[entry.number] = not any(map(entry.unless.search,
                                                     texts)) if entry.unless else share < RUN_IN_PART
        return self.excused[entry.number]

    def stale(self, sources):
        """What holds for no line of the sources, {path: text}, whether they run it or not."""
        for entry in self.entries:
            if not any(
                    entry.unless.search(text) if entry.
                    unless else entry.line is None or entry.holds(path, text, heads(lines, at))
                    for path, lines in ((p, t.splitlines())
                                        for p, t in sources.items() if fnmatch.fnmatch(p, entry.path))
                    for at, text in enumerate(line.strip() for line in lines)):
                yield f"{LIST.name}:{entry.number}: no line of the sources is meant: {entry.path} | {entry.words}"

    def unused(self):
        """What was the reason for no line."""
        for entry in self.entries:
            if not entry.uses and not entry.unless and not entry.reason.startswith(AT_TIMES):
                share = self.lines_run(entry.path)[0] if entry.line is None else 0
                yield f"{LIST.name}:{entry.number}: " + (
                    f"{100 * share:.0f} % of {entry.path} were run; name the lines that were not" if share >=
                    RUN_IN_PART else f"all that is meant was run, or has a reason above: {entry.path} | {entry.words}")


def read(lines_run=lambda path: (0, [])):
    return Reasons(LIST.read_text(encoding="utf-8"), lines_run)
