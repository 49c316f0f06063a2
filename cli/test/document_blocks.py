"""The blocks of a document. No test of its own."""
import re

BLOCK = re.compile(r"^(?:<!-- (?P<marker>file|write): (?P<path>\S+) -->\n)?```(?P<info>[^\n`]*)\n(?P<content>.*?)^```$",
                   re.M | re.S)
# Fences that are indented, quoted, in a list, longer or of tildes; blocks by indentation alone, and of HTML.
UNSEEN = re.compile(r"(?m)^[ \t>]*(?:(?:[-*+]|\d+\.)[ \t]+)?(?:```|~~~)|(?<=\n\n)(?: {4}|\t)|<pre\b")


def blocks(text):
    """A match of BLOCK for each block."""
    return BLOCK.finditer(text)


def unseen(text):
    """(line, sentence) for each block that blocks() leaves out."""
    rest = BLOCK.sub(lambda found: "-" + "\n" * found[0].count("\n"), text)
    for found in UNSEEN.finditer(rest):
        yield rest.count("\n", 0, found.start()) + 1, "no test sees this block: begin and end it with ``` at the margin"


def not_console(content):
    """Why a block of commands is none; "" when it is one."""
    return "" if content.startswith("$ ") else "a block ```console begins with a line that is no command, `$ ...`"


def stands_in(part, whole):
    """Whether the lines stand in the text behind each other, but for spaces at their ends."""
    part, whole = ([line.strip() for line in text.strip().splitlines()] for text in (part, whole))
    return any(whole[at:at + len(part)] == part for at in range(len(whole)))
