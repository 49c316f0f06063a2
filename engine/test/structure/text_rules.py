"""The rules of what documents, comments, tests and commits say; rules.py has the others and the list."""
import os
import re
import statistics
import subprocess

from tree import numbered, source_files, without_comments

HOSTILE_FOLDER = "cli/test/hostile"
FOREIGN_FILES = {"ndarraytypes.h", "HalideRuntime.h", "linux/prctl.h"}  # of other projects
SUBJECT_COLUMNS = 72
ROW_LINES = 12
FIRST_SHORT_COMMIT = "a3d022575026ddebde6460044929038038ad1f77"


def comments_name_files_that_exist(tree):
    """Files are named by their path, or by an end of it."""
    known = {path[at:] for path in tree.paths for at in [0] + [i + 1 for i, c in enumerate(path) if c == "/"]}
    known |= FOREIGN_FILES
    for path in source_files(tree):
        remark = r"//.*" if re.search(r"\.(h|c|cpp)$", path) else r"(?:^|\s)#.*|\"\"\".*"
        for line, text in numbered(tree.text(path)):
            comment = re.search(remark, text)
            names = re.findall(r"(?<![\w<./-])(?:\.\./)*([\w./-]*\w\.(?:h|cpp|py|md|sh|def|cmake))\b",
                               comment[0]) if comment else []
            for name in names:
                if name not in known and not re.search(r"\b(FILE|FUNCTION)\.|^build/", name):
                    yield f"{path}:{line}: a comment names {name}, which does not exist"


def messages_name_no_documents(tree):
    """Of what is printed: documents are not installed with the program."""
    for path in tree.code():
        if re.search(r"(^|/)(test|bench|examples)/", path):
            continue
        for line, text in numbered(without_comments(tree.text(path))):
            for literal in re.findall(r'"(?:\\.|[^"\\\n])*"', text):
                if re.search(r"\bdocs/|\.md\b", literal):
                    yield f"{path}:{line}: a message names a document; 'dmlrun ... --help' is always there"


def commit_subjects_are_short(tree):
    """Those after FIRST_SHORT_COMMIT; all where the history that is here does not reach it, none without a history."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(tree.root), *arguments], capture_output=True, text=True,
                              check=False).stdout

    if not (tree.root / ".git").exists():
        return
    since = [f"^{FIRST_SHORT_COMMIT}"] if git("rev-parse", "--verify", "-q", FIRST_SHORT_COMMIT + "^{commit}") else []
    for commit in git("log", "--no-merges", "--format=%h %s", "HEAD", *since).splitlines():
        name, subject = commit.split(" ", 1)
        if len(subject) > SUBJECT_COLUMNS:
            yield f".git:1: the subject of commit {name} has {len(subject)} columns; {SUBJECT_COLUMNS} at most"


# Letters and numbers of the list of hostile inputs: text, values, contents, .npy files, buffers, code and processors,
# threads, files and the command line, devices.
HOSTILE_INPUTS = (("J", 1, 29), ("V", 30, 87), ("S", 88, 96), ("N", 97, 132), ("B", 133, 143), ("X", 144, 158),
                  ("T", 159, 164), ("F", 165, 180), ("H", 181, 186))
# Pages that cannot be written, a set direction flag: headers say so, nothing can be tried.
CALLERS_TO_AVOID = {"B142", "X157"}


def hostile_inputs_are_tests(tree):
    """Each number stands in a test: in the name of a case, behind that of a method, in the first line of a program that
    is one, or in the list of cli/test/hostile."""
    tests = [p for p in tree.matching(r"(^|/)test/.*\.(cpp|c|py|txt)$") if "/test/structure/" not in p]
    remark = {".py": r"(?m)^(?!\s*(?:def test|class )).*#.*$", ".txt": r"$^"}  # what a comment says is no test
    texts = (re.sub(remark.get(os.path.splitext(p)[1], r"(?<=\s)//.*"), "", tree.text(p)) for p in tests)
    found = CALLERS_TO_AVOID | {m for text in texts for m in re.findall(r"\b[JVSNBXTFH]\d{1,3}\b", text)}
    for letter, first, last in HOSTILE_INPUTS:
        for number in range(first, last + 1):
            if f"{letter}{number}" not in found:
                yield (f"{HOSTILE_FOLDER}:1: {letter}{number} of the hostile inputs is no test; its number stands in "
                       "a test's name")


PAGE_LINES, PAGE_WORDS = 150, {"README.md": 900}


def readme_names_the_commands(tree):
    for path in ("README.md", "CONTRIBUTING.md"):
        page = tree.text(path) if path in tree.paths else ""
        lines, words = len(page.splitlines()), len(page.split())
        if lines > PAGE_LINES or words > PAGE_WORDS.get(path, words):
            yield f"{path}:{lines}: has {lines} lines and {words} words; the rest belongs into docs"
    text = tree.text("README.md") if "README.md" in tree.paths else ""
    for command in ("./dev run", "./dev test"):
        if command not in text:
            yield f"README.md:1: does not name `{command}`"


def links_lead_somewhere(tree):
    for path in tree.matching(r"\.md$"):
        for line, text in numbered(tree.text(path)):
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", text)):
                place = target.split("#")[0]
                if re.match(r"[a-z]+:", target) or not place:
                    continue
                if not (tree.root / path).parent.joinpath(place).exists():
                    yield f"{path}:{line}: the link {target} leads nowhere"


def architecture_names_files(tree):
    """Paths in backquotes in docs/architecture.md; a bare file name goes with the folder named before it in the
    line."""
    path = "docs/architecture.md"
    text = tree.text(path) if path in tree.paths else ""
    for line, words in numbered(text):
        folder = ""
        for name in re.findall(r"`([\w./-]+)`", words):
            if not re.match(r"(engine|jit|cli|specs|testdata|docs)(/|$)", name):
                if re.search(r"\.(cpp|h|py)$", name) and not (tree.root / folder / name).exists():
                    yield f"{path}:{line}: names {name}, which is not in {folder or 'the root'}"
                continue
            folder = name if (tree.root / name).is_dir() else name.rsplit("/", 1)[0]
            if not (tree.root / name).exists():
                yield f"{path}:{line}: names {name}, which does not exist"


def witness_lines(tree):
    """Those of each operator's entry in the tables of engine/reference."""
    lines = {}
    for path in tree.matching(r"^engine/reference/\w+\.cpp$"):
        text = without_comments(tree.text(path))
        for table in re.findall(r"(?s)ReferenceOperator kOperators\[\] = \{(.*?)\};\n", text):
            for entry in re.split(r'(?=\{"[A-Z])', table)[1:]:
                lines[re.match(r'\{"(\w+)"', entry)[1]] = len(entry.strip().splitlines())
    return lines


def element_wise_rows_are_small(tree):
    """The median of a row, with its examples and its line of the witness. Of a row that has no examples those in
    files count."""
    witnesses, sizes = witness_lines(tree), []
    for path in tree.matching(r"^specs/operators/\w+\.json$"):
        text = tree.text(path)
        for found in re.finditer(r'(?m)^  \{"operator": "(\w+)", "family": "elementwise"(?:.*\n   )*.*', text):
            count, line = len(found[0].splitlines()), text.count("\n", 0, found.start()) + 1
            if '"examples": [' not in found[0]:
                folder = found[1].lower().removeprefix("element_wise_")
                count += sum(len(tree.text(p).splitlines()) for p in tree.matching(f"^specs/examples/{folder}/"))
            sizes.append((count + witnesses.get(found[1], 1), f"{path}:{line}: {found[1]}"))
    median = statistics.median(count for count, _ in sizes)
    for count, place in sizes:
        if median > ROW_LINES and count > ROW_LINES:
            yield (f"{place} has {count} lines with its examples and its witness; {ROW_LINES} at most in the median, "
                   f"which is {median}")
