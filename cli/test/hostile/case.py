"""What a case is: an input, and what the program has to do with it."""
from dataclasses import dataclass, field

MARK = "\N{SECTION SIGN}"  # in a document: stands before the character at which the refusal must point


def text(document):
    """A document's bytes, and the (line, column) of the mark in it; None without one.

    Columns count bytes; a byte order mark is none of them.
    """
    raw = document.encode() if isinstance(document, str) else document
    before, mark, after = raw.partition(MARK.encode())
    if not mark:
        return raw, None
    line = before.removeprefix(b"\xef\xbb\xbf").rpartition(b"\n")[2]
    return before + after, (before.count(b"\n") + 1, len(line) + 1)


@dataclass
class Refused:
    """One sentence on standard error, nothing on standard output, no file."""
    exit: int
    code: str              # ErrorCode's name, which --json shows
    where: str = ""        # JSON pointer, or the part of a tensor file
    says: tuple = ()       # what the sentence must contain: found, expected
    rule: str = ""         # the rule of specs that causes it
    file: str = "spec.json"
    at: tuple = None       # (line, column); None: taken from the mark in the document
    most_mib: float = None  # peak memory; None: 64 MiB and 40 times the size of the input
    anywhere: bool = False  # where and at are there, but which they are is not checked
    twice: bool = True     # once more with --json, for the code


@dataclass
class Accepted:
    """Exit 0, and these elements."""
    dtype: str             # as numpy writes it: "<f4"
    shape: tuple
    data: bytes
    warnings: tuple = ()   # one group of texts for each warning


@dataclass
class Checked:
    """Whatever `judge` finds wrong with a Measured run: a list of sentences. Exit and memory are checked before."""
    judge: object
    exit: int = 0
    seconds: float = 1.0
    most_mib: float = 64.0


@dataclass
class Case:
    id: str                # the number in the list of hostile inputs, a dot, and what is special
    spec: object           # the document: text with or without a mark, bytes, or a function that makes bytes
    outcome: object
    arguments: tuple = ()
    files: dict = field(default_factory=dict)  # name: bytes, or a function that makes the file at a path
    output: str = "out/out.npy"                # "": no --out
    before: tuple = ()     # a command
    interrupt: bool = False  # SIGINT as soon as the program waits

    @property
    def number(self):
        return self.id.split(".")[0]


class Family:
    """Collects cases under their numbers; a number may be opened only once."""

    def __init__(self):
        self.cases = []
        self.numbers = []
        self._names = set()

    def number(self, number, note=""):
        """Opens a number of the list. `note` says what the number is about, for people who read the case."""
        if number in self.numbers:
            raise ValueError(f"{number} stands twice in the list")
        self.numbers.append(number)

    def add(self, name, spec, outcome, **more):
        number = self.numbers[-1]
        case_id = f"{number}.{name}" if name else number
        if case_id in self._names:
            raise ValueError(f"{case_id} stands twice in the list")
        self._names.add(case_id)
        self.cases.append(Case(case_id, spec, outcome, **more))
