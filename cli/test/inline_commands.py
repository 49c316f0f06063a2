"""Commands within the text and tables of documents, `dmlrun WORD ...`: what WORD may be. No test of its own."""
import re
import subprocess

FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
SPAN = re.compile(r"``(.+?)``|`([^`\n]+)`")
COMMAND = re.compile(r"(?:^|[\s/;|&])dmlrun\s+(\S.*)$|\./dev run\s+(\S.*)$")
# What documents write where a reader puts a word of their own.
FORMS = {"SPEC", "MODEL", "FILE", "FOLDER", "PATH", "COMMAND", "OPERATOR", "NAME", "FUNCTION", "WORD", "ARGS"}
SHORT = re.compile(r"^(ELEMENT_WISE_|ACTIVATION_)?(LOGICAL_)?")


class Words:
    """The commands and operators of a program, as it lists them itself."""

    def __init__(self, program):
        def printed(*words):
            return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
        usage = printed("--help").partition("\n\nSPEC")[0]
        self.commands = {"run", *re.findall(r"(?m)^  dmlrun ([a-z]+)(?= )", usage)}
        names = {line.split()[0] for line in printed("operators").splitlines()}
        self.operators = names | {SHORT.sub("", name) for name in names} | {
            re.sub("^(ELEMENT_WISE_|ACTIVATION_)", "", name) for name in names}

    def knows(self, word):
        """Whether a word may follow the program's name; forms, options and file names may be any."""
        word = re.sub(r"[\[\].,…]+$", "", re.split(r"\\?\|", word.strip("[]'\""))[0])
        return (not word or word.startswith(("-", "$", "<")) or re.search(r"[./*]", word) is not None or
                word in FORMS or word in self.commands or word.upper() in self.operators)


def doubtful(text, words):
    """(line, sentence) for each command in a code span that begins with a word which means nothing."""
    blank = FENCED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for span in SPAN.finditer(blank):
        command = COMMAND.search(span[1] or span[2])
        if not command:
            continue
        shown = (command[1] or command[2]).split()
        line = blank.count("\n", 0, span.start()) + 1
        # Those of these commands are operators or commands.
        follows = shown[1:2] if shown[0] in ("run", "help", "new") else []
        for word in shown[:1] + follows:
            if not words.knows(word):
                yield line, f"`{span[1] or span[2]}`: {word} is no command, operator, option or file"
