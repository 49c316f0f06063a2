"""The rules of the source tree. Each takes a Tree and yields one sentence for each breach, 'path:line: what; what is
right'."""
import fnmatch
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from formula_rules import formulas_can_be_read
from text_rules import (architecture_names_files, comments_name_files_that_exist, commit_subjects_are_short,
                        element_wise_rows_are_small, hostile_inputs_are_tests, links_lead_somewhere,
                        messages_name_no_documents, readme_names_the_commands)
from tree import numbered, source_files, without_comments, without_literals

PUBLIC = "engine/include/dmlrun/"

# Folders whose files count as tests elsewhere, but keep to the table of folders.
NO_LIBRARY = ("engine/fuzz/", "engine/bench/", "cli/fuzz/")

# Each third-party header (by its beginning) and the only files that may include it.
THIRD_PARTY = {
    "nlohmann/": ["engine/text/document.cpp"],
    "CLI/": ["cli/options/*.cpp"],
    "Imath/": ["engine/tensor/element.cpp"],
    "catch2/": ["engine/test/catch.h", "engine/test/main.cpp"],
    "xbyak/": ["jit/x64/*", "jit/test/*"],
    "Halide": ["jit/halide/*"],
    "zlib.h": ["cli/files/inflate.cpp"],
    "Zydis/": ["cli/*", "jit/test/*"],
}

FILE_SYSTEM_AND_STREAMS = r"(c?stdio|fstream|iostream|filesystem|unistd|fcntl|dirent|sys/[a-z]+)(\.h)?"
SIDE_EFFECTS = (r"\b(std::)?(printf|fprintf|puts|fputs|putchar|perror|abort|exit|_exit|quick_exit|terminate|getenv|"
                r"secure_getenv|setenv|fopen|system)\s*\(|\bstd::(cout|cerr|clog)\b")
MACHINE_WORDS = r"\b(avx\w*|sse\d\w*|[xyz]mm\d*|x86\w*|x64|cpuid|evex|xbyak|halide|opencl|cuda)\b"
BANNED_WORDS = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "impl", "base"}
BANNED_NAMES = {"data", "info", "handle", "do", "process"}
TOP_FOLDERS = {"engine", "jit", "cli", "specs", "testdata", "docs", ".ci"}
LINES_PER_FILE = 400
COLUMNS = 120
PUBLIC_CODE_LINES = 530
PUBLIC_MACROS = 3
C_HEADER = PUBLIC + "dmlrun_c.h"  # restates the others in C; its own measure is that of every file


def includes(tree, path):
    """(line, header, quoted) of each include; a public header is given by its path in the tree."""
    for line, text in numbered(without_comments(tree.text(path))):
        found = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', text)
        if found:
            header = found[2]
            yield line, PUBLIC + header[7:] if header.startswith("dmlrun/") else header, found[1] == '"'


def headers_named(tree, name):
    """The header or folder that CONTRIBUTING's table calls `name`, from the root; a folder has a slash at the end."""
    places = [PUBLIC + name, "engine/" + name, name]
    return next((p for p in places if p in tree.paths), None) or next(
        (p + "/" for p in places[1:] if any(q.startswith(p + "/") for q in tree.paths)), None)


def folders_of_the_table(tree):
    """(line, folder, what its files may include, words of that which name nothing) for each row of CONTRIBUTING's table
    of folders that has code of C++. Words after a semicolon say what may not be included."""
    for line, text in numbered(tree.text("CONTRIBUTING.md")):
        row = re.fullmatch(r"\| `([\w/]+)` \|.*\| ([^|]+) \|", text)
        if not row or row[1].split("/")[0] not in ("engine", "jit", "cli"):
            continue
        words = row[2].split(";")[0]
        named = {name: headers_named(tree, name) for name in re.findall(r"`([^`]+)`", words)}
        public = [PUBLIC] if re.search(r"\bpublic\b", words) else []
        yield (line, row[1] + "/", [row[1] + "/", *filter(None, named.values()), *public],
               [name for name, header in named.items() if header is None])


def dependency_direction(tree):
    may_include = {}
    for line, folder, allowed, unknown in folders_of_the_table(tree):
        may_include[folder] = allowed
        if unknown or not any(path.startswith(folder) for path in tree.paths):
            yield f"CONTRIBUTING.md:{line}: names {', '.join(unknown) or folder}; no such folder or header exists"
    for path in tree.code():
        if tree.is_test(path) and not path.startswith(NO_LIBRARY) or "/test/" in path:
            continue
        folder = next((f for f in may_include if path.startswith(f)), None)
        if folder is None:
            yield f"{path}:1: lies in a folder without a rule; CONTRIBUTING.md has the table of folders"
            continue
        for line, header, quoted in includes(tree, path):
            known = header.split("/")[0] in ("engine", "jit", "cli")
            if quoted and not known:
                yield f'{path}:{line}: includes "{header}"; project headers are written from the root of the project'
            elif known and not any(header == a or a.endswith("/") and header.startswith(a)
                                   for a in may_include[folder]):
                yield f"{path}:{line}: includes {header}; {folder} may include {', '.join(may_include[folder])}"


def third_party_headers(tree):
    for path in tree.code():
        for line, header, _ in includes(tree, path):
            for beginning, places in THIRD_PARTY.items():
                if header.startswith(beginning) and not any(fnmatch.fnmatch(path, p) for p in places):
                    yield f"{path}:{line}: includes <{header}>; only {', '.join(places)} may"


def public_headers_stand_alone(tree):
    for path in tree.matching("^" + PUBLIC):
        for line, header, quoted in includes(tree, path):
            allowed = r"std(def|int)\.h" if path == C_HEADER else r"[a-z_]+"
            if not quoted and not re.fullmatch(allowed, header):
                yield f"{path}:{line}: includes <{header}>; public headers use the standard library only"


def operator_names_in_jit(tree):
    structs = re.findall(r"struct (\w+Desc)\b", tree.text(PUBLIC + "operator_descs.h"))
    rows = "".join(tree.text(p) for p in tree.matching(r"^specs/operators/[^/]+\.json$"))
    names = re.findall(r'"operator": "(\w+)", "family"', rows)
    pattern = r"\b(" + "|".join(sorted(set(structs + names))) + r")\b"
    for path in tree.matching(r"^jit/.*\.(h|cpp)$"):
        if path.startswith("jit/bench/"):  # measures what a user would run
            continue
        for line, text in numbered(tree.text(path)):
            for found in re.finditer(pattern, text):
                yield f"{path}:{line}: names {found[0]}; code generation knows plans, not operators"


def machine_words_in_engine(tree):
    for path in tree.matching(r"^engine/.*\.(h|cpp)$"):
        if tree.is_test(path) or path.startswith(("engine/run/", PUBLIC)):
            continue
        for line, text in numbered(tree.text(path)):
            for found in re.finditer(MACHINE_WORDS, text, re.IGNORECASE):
                yield f"{path}:{line}: says {found[0]}; only engine/run and the public headers know machines"


def library_is_silent(tree):
    for path in tree.matching(r"^(engine|jit)/.*\.(h|cpp)$"):
        if tree.is_test(path):
            continue
        for line, text in numbered(without_literals(tree.text(path))):
            found = re.search(SIDE_EFFECTS, text)
            if found:
                yield f"{path}:{line}: {found[0]}; the library does not print, abort, or read the environment"
        for line, header, _ in includes(tree, path):
            # It finds modules, which the dynamic loader opens.
            if path != "engine/run/module_file.cpp" and path.startswith("engine/") and re.fullmatch(
                    FILE_SYSTEM_AND_STREAMS, header):
                yield f"{path}:{line}: includes <{header}>; the library opens no files and has no streams"


def memory_is_mapped_in_one_place(tree):
    for path in tree.matching(r"^(engine|jit|cli)/.*\.(h|cpp)$"):
        if tree.is_test(path) or path == "jit/memory/pages.cpp":
            continue
        for line, text in numbered(without_literals(tree.text(path))):
            found = re.search(r"\b(mmap|mmap64|mremap|mprotect|memfd_create)\s*\(", text)
            if found:
                yield f"{path}:{line}: {found[0]}; only jit/memory/pages.cpp maps memory"


def types_defined(text):
    """(line, namespace, name) of each type that is defined in a namespace, nameless ones aside."""
    token = re.compile(r'namespace\s+(?P<space>[\w:]*)\s*\{|extern\s*""\s*\{|'
                       r"\b(class|struct|union|enum)(\s+class)?\s+(?P<type>\w+)\s*(final\s*)?(:(?!:)[^;{}()]*)?\{|[{}]")
    text = without_literals(text)
    spaces = [""]  # of the braces that are open: the namespace, or None inside anything else
    for found in token.finditer(text):
        if found[0] == "}":
            spaces = spaces[:-1] or [""]
            continue
        inside = spaces[-1]
        if found["type"] and inside is not None:
            yield text.count("\n", 0, found.start()) + 1, inside, found["type"]
        if found["space"] is None:
            spaces.append(inside if found[0].startswith("extern") else None)
        else:
            spaces.append(None if inside is None or not found["space"] else f"{inside}::{found['space']}")


def types_have_names_of_their_own(tree):
    """Two types of one name in one namespace are one to the linker, which mixes their functions."""
    first = {}
    for path in tree.code():
        if tree.is_test(path):
            continue
        for line, space, name in types_defined(tree.text(path)):
            other = first.setdefault((space, name), path)
            if other != path:
                yield f"{path}:{line}: defines {space}::{name}, and so does {other}; a namespace has one type of a name"


CLASS_FILES = 3


def classes_stay_together(tree):
    """Sources that define a member function of a class; the name of a class tells classes of one folder apart."""
    member = re.compile(r"(?m)^(?!\s|#|using|namespace|return)[^;={}()]*?\b([A-Z]\w+)::~?(?:operator\W+|\w+)\(")
    sources = {}
    for path in tree.matching(r"\.cpp$"):
        if tree.is_test(path):
            continue
        for name in {found[1] for found in member.finditer(without_literals(tree.text(path)))}:
            sources.setdefault((path.rsplit("/", 1)[0], name), []).append(path)
    for (_, name), paths in sources.items():
        if len(paths) > CLASS_FILES:
            yield f"{paths[-1]}:1: is one of {len(paths)} sources of {name}; a class has {CLASS_FILES} at most"


def folders_of_jit_are_namespaces(tree):
    for path in tree.matching(r"^jit/(x64|memory|halide)/.*\.(h|cpp)$"):
        own = "dmlrun::jit::" + path.split("/")[1]
        for line, text in numbered(without_literals(tree.text(path))):
            found = re.match(r"namespace (dmlrun::jit\b[\w:]*) \{", text)
            if found and not (found[1] + "::").startswith(own + "::"):
                yield f"{path}:{line}: is in namespace {found[1]}; the namespace of this folder is {own}"


def file_names(tree):
    sources = set(source_files(tree))
    for path in tree.paths:
        stem = path.rsplit("/", 1)[-1].split(".")[0].lower()
        banned = BANNED_WORDS & set(re.split(r"[_-]", stem)) | BANNED_NAMES & {stem}
        if banned and path in sources:
            yield f"{path}:1: is named '{min(banned)}'; name the concept inside"
        if "/" in path and path.split("/")[0] not in TOP_FOLDERS:
            yield f"{path}:1: lies in a new folder at the top; these are fixed: {', '.join(sorted(TOP_FOLDERS))}"


def file_lengths(tree):
    """What is made from the rows is not counted."""
    for path in source_files(tree):
        if path in (PUBLIC + "operator_descs.h", "engine/python/dmlrun/operators.py"):
            continue
        count = len(tree.text(path).splitlines())
        if count > LINES_PER_FILE:
            yield f"{path}:{count}: has {count} lines; {LINES_PER_FILE} at most"


def line_widths(tree):
    for path in source_files(tree):
        for line, text in numbered(tree.text(path)):
            if len(text) > COLUMNS:
                yield f"{path}:{line}: has {len(text)} columns; {COLUMNS} at most"


def bounds_are_max_and_min(tree):
    for path in tree.code():
        for line, text in numbered(tree.text(path)):
            found = re.search(r"\bk(Most|Least)\w*", text)
            if found:
                yield f"{path}:{line}: names {found[0]}; bounds are kMax and kMin"


def repeat_commands_have_paths(tree):
    programs = r'"(\\.|[^"\\])*\bdmlrun_(\w+_)?(tests|check|differential|exhaustive)\b'
    for path in tree.code():
        for line, text in numbered(without_comments(tree.text(path))):
            if tree.is_test(path) and re.search(programs, text) and "usage: " not in text:
                yield f"{path}:{line}: names a test program by its bare name; this_program() is its path"


def public_headers_are_small(tree):
    """The operators' structs are not counted: they are made from the rows."""
    code = macros = 0
    for path in tree.matching("^" + PUBLIC):
        if path in (C_HEADER, PUBLIC + "operator_descs.h"):
            continue
        lines = without_comments(tree.text(path)).splitlines()
        code += sum(1 for line in lines if line.strip())
        macros += sum(1 for line in lines if re.match(r"\s*#\s*define\b", line))
    if code > PUBLIC_CODE_LINES:
        yield (f"{PUBLIC}: {code} lines of code without comments and operators' structs; {PUBLIC_CODE_LINES} at most, "
               "all headers together")
    if macros > PUBLIC_MACROS:
        yield f"{PUBLIC}: {macros} macros; {PUBLIC_MACROS} at most"


def open_ends(tree):
    for path in source_files(tree):
        for line, text in numbered(tree.text(path)):
            if re.search(r"(//|#|/\*).*\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b", text):
                yield f"{path}:{line}: an open end; do it, or make it a test that is expected to fail"


def headers_compile_alone(tree):
    """Compiles a file that holds one include: minutes for all headers."""
    compiler = os.environ.get("CXX") or "c++"
    folder = tree.root / "build" / "headers_alone"
    folder.mkdir(parents=True, exist_ok=True)
    command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{tree.root}",
               f"-I{tree.root}/engine/include"]
    halide = next(tree.root.glob(".venv/lib/python3*/site-packages/halide/include"), None)
    command += [f"-isystem{halide}"] if halide else []

    def compile_alone(path):
        source = folder / (path.replace("/", "_") + ".cpp")
        source.write_text(f'#include "{path}"\n', encoding="utf-8")
        return subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)

    headers = [p for p in tree.code() if p.endswith(".h") and (halide or not p.startswith("jit/halide/pipeline/"))]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for path, outcome in zip(headers, pool.map(compile_alone, headers)):
            if outcome.returncode != 0:
                first = next((t for t in outcome.stderr.splitlines() if "error" in t), outcome.stderr[:200])
                yield f"{path}:1: does not compile alone; the compiler says: {first}"


RULES = {
    "includes follow the dependency direction": dependency_direction,
    "each third-party header has its one place": third_party_headers,
    "public headers include only the standard library": public_headers_stand_alone,
    "code generation names no operator": operator_names_in_jit,
    "the engine names no machine": machine_words_in_engine,
    "the library neither prints, ends the process, reads the environment nor opens files": library_is_silent,
    "only one file maps memory": memory_is_mapped_in_one_place,
    "a namespace has one type of a name": types_have_names_of_their_own,
    "a class has few sources": classes_stay_together,
    "each folder of jit is a namespace": folders_of_jit_are_namespaces,
    "files are named by their concept and lie in the fixed folders": file_names,
    "no source file is too long": file_lengths,
    "no source line is too wide": line_widths,
    "bounds are kMax and kMin": bounds_are_max_and_min,
    "files that comments name exist": comments_name_files_that_exist,
    "messages name no documents": messages_name_no_documents,
    "subjects of commits are short": commit_subjects_are_short,
    "commands that repeat a failure name the program by its path": repeat_commands_have_paths,
    "the public headers stay small": public_headers_are_small,
    "no open ends": open_ends,
    "an element-wise row is small, with its examples and its witness": element_wise_rows_are_small,
    "the formulas of rows can be read": formulas_can_be_read,
    "each hostile input is a test": hostile_inputs_are_tests,
    "README names the two commands, and is short": readme_names_the_commands,
    "links between documents lead somewhere": links_lead_somewhere,
    "the files that the architecture names exist": architecture_names_files,
}
# Those of `./dev audit headers`.
SLOW_RULES = {"each header compiles alone": headers_compile_alone}
