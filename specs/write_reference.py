#!/usr/bin/env python3
"""Writes docs/operators from the rows of specs, and other libraries' names from engine/operators/rows/usual_names.cpp:
write_reference.py [--check]; with --check it only says what is stale. Lines for the shell are those of build/dmlrun,
where it is built, else those that the pages have; the test of documents compares them with the program's."""
import functools
import pathlib
import re
import subprocess
import sys
import textwrap

import rows
import write_python

ROOT = pathlib.Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "operators"
DIFFERENCES = ROOT / "docs" / "differences.md"
PROGRAM = ROOT / "build" / "dmlrun"
USUAL_NAMES = ROOT / "engine" / "operators" / "rows" / "usual_names.cpp"
function_names = functools.cache(write_python.function_names)
ONE_LINER = re.compile(r"(?m)^Example:\n  (dmlrun .*)$")

# The example that is shown and drawn where it is not the first, and pictures of testdata/pictures with their titles.
SHOWN = {
    "tile": ("rows_and_columns", [("tile", "TILE of 2 x 3 by 3 and 3")]), "join": ("two_widths", [
        ("join", "JOIN along the last axis"),
        ("join_channels", "JOIN of three along axis 1")]), "padding": ("short_form", [
            ("padding_constant", "CONSTANT"), ("padding_edge", "EDGE"), ("padding_reflection", "REFLECTION"),
            ("padding_symmetric", "SYMMETRIC"), ("padding_wrap", "WRAP"),
            ("padding_reflection_folds", "REFLECTION far beyond the size: it folds as often as needed")]),
    "padding1": ("constant", [
                ("padding1_constant", "CONSTANT with a typed value"), ("padding1_edge", "EDGE"),
                ("padding1_reflection", "REFLECTION"), ("padding1_symmetric", "SYMMETRIC"), ("padding1_wrap", "WRAP")]),
    "quantized_linear_add": ("mixed_signs", [
        ("quantized_linear_add", "Every element is computed"),
        ("quantized_linear_add_broadcast", "BTensor is broadcast by stride 0")]), "depth_to_space": ("blocks_of_2", [
            ("depth_to_space", "Blocks of 2 x 2: a colour for each of the four channels of one")]),
    "depth_to_space1": ("column_row_depth", [
        ("depth_to_space1", "COLUMN_ROW_DEPTH: the four channels of a block side by side")]), "space_to_depth": (
            "blocks_of_2", [("space_to_depth", "Blocks of 2 x 2: each place in a block becomes a channel")]),
    "space_to_depth1": ("column_row_depth", [
        ("space_to_depth1", "COLUMN_ROW_DEPTH: the four channels of a block side by side")]), "slice": ("strided", [
            ("slice", "Every second element")]), "slice1": ("negative_stride", [
                ("slice1_negative", "Negative strides walk backwards"),
                    ("slice1_reversed", "A reversed axis")]), "slice_grad": ("every_second", [
                        ("slice_grad", "Every second element of every second row; 0 elsewhere")]), "split": (
                            "along_axis_3", [("split", "Two parts along axis 3")]), }
HEAD = "<!-- Made by specs/write_reference.py (./dev docs) from specs: change that. -->\n"


def cell(text):
    return text.replace("|", "\\|")


def attributes(field, has_inputs):
    """What a field's attributes say, in words. Nothing tells the output of an operator without inputs. A
    field says itself where it must be given."""
    words = []
    is_given = field.get("role") == "input" and not field.get("optional")  # only what its values tell is not
    if field.get("alone") and has_inputs:
        words.append("Sizes may be left out")
    elif "must be given" not in field["doc"] and (
            field.get("derived") and (has_inputs or "role" not in field) or field.get("optional")):
        words.append("type and sizes may be left out" if is_given else "may be left out")
    for other, value in field.get("required_when", {}).items():
        words.append(f"needed where {other} is {value}")
    if "type_of" in field and "fixed_type" not in field:
        words.append(f"{field['type_of']}'s type")
    if "required_without" in field and "role" not in field:
        words.append(f"needed where {field['required_without']} is left out")
    if field.get("one_element"):
        words.append("one element")
    if "fixed_type" in field:
        words.append(f"always {field['fixed_type']}")
    if "least" in field:
        words.append(f"at least {field['least']}")
    return ", ".join(words)


def values(field):
    if "values" not in field:
        return ""
    first = min((v["since"] for v in field["values"]), key=rows.level)
    names = [v["name"] + ("" if v["since"] == first else f" (from {v['since']})") for v in field["values"]]
    return f" One of {', '.join(names)}." if not field.get("combines") else f" Any of {', '.join(names)}."


def fields_table(table):
    lines = ["| field | kind | |", "|---|---|---|"]
    has_inputs = any(field.get("role") == "input" for field in table["fields"])
    for field in table["fields"]:
        kind = field["kind"] + (f", {field['role']}" if "role" in field else "")
        note = attributes(field, has_inputs)
        text = field["doc"] + values(field) + (f" *{note[0].upper() + note[1:]}.*" if note else "")
        lines.append(f"| `{field['name']}` | {kind} | {cell(text)} |")
    return "\n".join(lines)


def ranks(row):
    low, high = row["ranks"]
    return str(low) if low == high else f"{low} to {high}"


def support_table(table):
    lines = ["| tensors | from level | dimensions | data types |", "|---|---|---|---|"]
    for group in table["support"]:
        names = ", ".join(f"`{name}`" for name in group["tensors"])
        for row in group["levels"]:
            lines.append(f"| {names} | {row['since']} | {ranks(row)} | {', '.join(row['types'])} |")
            names = ""
    return "\n".join(lines)


def rules_table(table, folder):
    lines = ["| rule | code | what holds | source |", "|---|---|---|---|"]
    rejected = sorted((ROOT / "specs" / "rejected" / folder).glob("*.json")) if folder else []
    for rule in table["rules"]:
        name = rule["id"]
        for path in rejected:
            if re.match(re.escape(name) + r"[_.]", path.name):
                name = f"[{name}](../../specs/rejected/{folder}/{path.name})"
                break
        lines.append(f"| {name} | `{rule['code']}` | {cell(rule['text'])} | {cell(rule['source'])} |")
    return "\n".join(lines)


def one_liner(name, operator):
    """The line that `dmlrun help` shows. "" where neither the program nor the page knows it."""
    path, text = TARGET / f"{name}.md", ""
    if PROGRAM.exists() and "--check" not in sys.argv:
        text = subprocess.run([PROGRAM, "help", operator], capture_output=True, text=True, check=False).stdout
    if not ONE_LINER.search(text) and path.exists():
        text = path.read_text()
    found = ONE_LINER.search(text)
    return found[1] if found else ""


def is_needed(field, has_inputs):
    """Whether a call in Python has to give it. Of two fields of which one will do, that is the shorter one."""
    if field.get("role") == "output":
        return not has_inputs or "must be given" in field["doc"]
    if "required_without" in field and "role" not in field:
        return True
    return not write_python.may_be_absent(field, has_inputs)


def python_call(table):
    """The operator's function with what it needs; inputs behind one that may be left out by name."""
    fields = write_python.shown_fields(table)
    inputs = [field for field in fields if field.get("role") == "input"]
    words, is_named = [], False
    for field in inputs + [f for f in fields if f not in inputs]:
        is_named = is_named or field not in inputs or write_python.may_be_absent(field, bool(inputs))
        if is_needed(field, bool(inputs)):
            words.append(write_python.argument(field) + "=..." * is_named)
    return f"dmlrun.{function_names()[table['operator']]}({', '.join(words)})"


@functools.cache
def usual_names():
    """What other libraries call operators, by operator: a list of names in small letters."""
    table = re.search(r"(?s) kUsualNames\[\] = \{(.*?)\n\};", USUAL_NAMES.read_text())[1]
    return {operator: re.sub('"', " ", names).lower().split()
            for operator, names in re.findall(r'\{"(\w+)",((?:\s*"[^"]*")+)\}', table)}


def example(name, table):
    operator = table["operator"]
    shown, pictures = SHOWN.get(name) or (min(p.stem for p in (ROOT / "specs" / "examples" / name).glob("*.json")), [])
    path = f"specs/examples/{name}/{shown}.json"
    text = "## Example\n\nAt the shell:\n\n" \
           f"```console\n$ ./dev run help {operator}\n...\nExample:\n  {one_liner(name, operator)}\n...\n```\n\n"
    text += f"In Python: `{python_call(table)}`.\n\n"
    text += f"In a file, with what is expected:\n\n<!-- file: {path} -->\n```jsonc\n{(ROOT / path).read_text()}```\n\n"
    text += f"```console\n$ ./dev run {path}\n...\n" \
            f"$ ./dev run explain {path} --picture $SCRATCH/{name}.svg\n...\n```\n\n"
    for picture, title in pictures:
        text += f"{title}:\n\n![{title}](../../testdata/pictures/{picture}.svg)\n\n"
    count = len(list((ROOT / "specs" / "examples" / name).glob("*.json")))
    text += f"[{count} example{'s' * (count > 1)}](../../specs/examples/{name})"
    if (ROOT / "specs" / "rejected" / name).is_dir():
        text += f" and [what must be refused](../../specs/rejected/{name})"
    return text + ".\n"


def formula(name, table):
    wrapped = [textwrap.fill(line, 98, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
               for line in table.get("formula") or [table["value"]]]
    lines = "\n".join(wrapped)
    plot = TARGET / "plots" / f"{name}.svg"
    title = re.search("<title>(.*)</title>", plot.read_text())[1] if plot.exists() else ""
    shown = f"![{title}](plots/{name}.svg)\n\n" if title else ""
    return f"## Formula\n\n{shown}```text of dmlrun help {table['operator']}\n{lines}\n```\n\n" + (
        "How formulas are written: [a row](../../specs/README.md#a-row).\n\n" if "formula" in table else
        "What an element is, in [a plan's operations](../plan.md#values), as [rows are written]"
        "(../../specs/README.md#a-row).\n\n")


def page(name, table):
    title = table["operator"] or "Tensors"
    text = HEAD + f"# {title}\n\n{table['summary']}\n\n"
    if table["operator"]:
        text += f"From feature level {table['since']} on. [DirectML's page]({table['page']}), " \
                f"revision of {table['revision']}.\n\n"
        names = usual_names().get(table["operator"], [])
        text += f"Other libraries' names: {', '.join(names)}.\n\n" if names else ""
    text += f"## Fields\n\n{fields_table(table)}\n\n"
    text += "[How fields are written, and what may be left out](../../specs/README.md#fields-of-the-desc).\n\n"
    if table["operator"]:
        text += formula(name, table)
    if table["operator"]:
        text += example(name, table) + "\n"
    if table["support"]:
        text += f"## What each feature level supports\n\n{support_table(table)}\n\n"
    folder = name if (ROOT / "specs" / "rejected" / name).is_dir() else ""
    text += ("## Rules\n\nA spec that breaks one is refused with the rule's name and the place of the value: "
             "exit code 3, or 4 where a file that is given does not fit.\n\n")
    return text + rules_table(table, folder) + "\n"


def latest(table):
    """Data types and dimensions that the latest level takes, of the first output."""
    output = next(field["name"] for field in table["fields"] if field.get("role") == "output")
    row = next(group["levels"][-1] for group in table["support"] if output in group["tensors"])
    everything = rows.types("T11", rows.load("type_sets"))
    lacking = [name for name in everything if name not in row["types"]]
    some = "all" + (f" but {', '.join(lacking)}" if lacking else "")
    return some if len(lacking) < 3 else ", ".join(row["types"]), ranks(row)


def index(tables):
    text = HEAD + "# The operators\n\n| operator | | from level | dimensions | data types |\n|---|---|---|---|---|\n"
    for name, table in tables.items():
        types, dimensions = latest(table)
        text += f"| [{table['operator']}]({name}.md) | {cell(table['summary'])} " \
                f"| {table['since']} | {dimensions} | {types} |\n"
    text += "\nTypes and dimensions are those of the latest level, 6.4. [Tensors](tensor.md): " \
            "what holds for those of every operator.\n"
    return text + "[specs/README.md](../../specs/README.md): the format of SPEC files.\n"


def pages():
    tables = {rows.folder(table["operator"]): table for table in rows.tables()}
    return {
        "README.md": index({
            name: tables[name] for name in sorted(tables, key=lambda n: tables[n]["operator"]) if name != "tensor"}),
        **{f"{name}.md": page(name, table) for name, table in tables.items()}}


def our_rules():
    """Refusals that are dmlrun's own, where the pages are silent."""
    rules = {}
    for table in rows.tables():
        for rule in table["rules"]:
            if rule["source"].startswith("dmlrun"):
                found = rules.setdefault((rule["key"], rule["text"], rule["source"]), [])
                found.append(rule["id"])
    text = "## Refusals of our own\n\nWhat DirectML's pages do not forbid, and dmlrun refuses.\n\n" \
           "| rule | why | ids |\n|---|---|---|\n"
    for (_, what, source), ids in sorted(rules.items()):
        shown = ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")
        text += f"| {cell(what)} | {cell(source.removeprefix('dmlrun: '))} | {shown} |\n"
    return text


def differences():
    """docs/differences.md, whose part behind this mark is made from the rows."""
    mark = "<!-- Behind this, made by specs/write_reference.py (./dev docs) from specs. -->\n"
    return DIFFERENCES.read_text().partition(mark)[0] + mark + our_rules()


def main():
    made = {**pages(), "../differences.md": differences()}
    present = {path.name for path in TARGET.glob("*.md")} | {"../differences.md"}
    stale = sorted(n for n, text in made.items() if n not in present or (TARGET / n).read_text() != text)
    stale += sorted(present - set(made))
    unknown = [name for name, text in made.items() if "## Example" in text and not ONE_LINER.search(text)]
    if "--check" in sys.argv:
        for name in stale:
            print(f"docs/operators/{name}:1: is not what specs/write_reference.py makes; run ./dev docs")
        for name in unknown:
            print(f"docs/operators/{name}:1: has no line for the shell; run ./dev build and ./dev generate")
        print(f"{len(made) - len(stale)} passed, {len(stale + unknown)} failed")
        return 1 if stale or unknown else 0
    TARGET.mkdir(exist_ok=True)
    for name in present - set(made):
        (TARGET / name).unlink()
    for name, text in made.items():
        (TARGET / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
