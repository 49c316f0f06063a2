"""The rows of specs/operators, read: operator_rows() has all, tables() what is implemented and the tensor rules in
full."""
import json
import pathlib
import re

SPECS = pathlib.Path(__file__).resolve().parent
PAGES = "https://learn.microsoft.com/windows/win32/api/directml/ns-directml-"
KINDS = {"u32": "uint32", "u64": "uint64", "i32": "int32", "f32": "float32", "u32[]": "uint32[]", "i32[]": "int32[]",
         "f32[]": "float32[]", "type": "data_type"}
FIELD = re.compile(r"(?P<output>>)?(?P<name>\w+)(?P<optional>\?(\d\.\d)?)?(?P<array>\[\])?(?P<one>\(1\))?(\([*2]\))?"
                   r"(:(?P<kind>enum \w+(\[\])?|\w+\([\w,]+\)|\w+(\[\])?))?(>=(?P<least>\d+))?"
                   r"( as (?P<type_of>\w+))?"
                   r"( if (?P<when>\w+)=(?P<value>\w+))?( or (?P<other>\w+))?")


def load(name):
    return json.loads((SPECS / f"{name}.json").read_text(encoding="utf-8"))


def operator_rows():
    """The rows as they stand, in the order of the files."""
    return [row for path in sorted((SPECS / "operators").glob("*.json")) for row in load(f"operators/{path.stem}")]


def without_examples(text):
    """The text of a row, as engine/embed_texts.cmake cuts it."""
    return re.sub(r', "examples": \[(\n     .*)*\]}', "}", text)


def enumeration(name):
    values = (value.partition(" from ")[::2] for value in load("enums")[name])
    return [{"name": name, "value": number, "since": since or "1.0"} for number, (name, since) in enumerate(values)]


def field(written):
    found = FIELD.fullmatch(written)
    if not found:
        raise ValueError(f"{written!r} is no field")
    made = {"name": found["name"]}
    kind = found["kind"] or ("tensor[]" if found["array"] else "tensor")
    word, _, names = kind.rstrip(")").partition("(")
    made["kind"] = "enum" if kind.startswith("enum ") else KINDS.get(word, word)
    if not found["kind"]:
        made["role"] = "output" if found["output"] else "input"
    if names:
        made["of"] = names.split(",")
    if made["kind"] == "enum":
        made["prefix"] = "DML_" + kind[5:].removesuffix("[]")
        made["combines"] = kind.endswith("[]")
        made["values"] = enumeration(made["prefix"])
    if kind == "activation":
        made["values"] = enumeration("ACTIVATION")
    for key, there in (("optional", found["optional"]), ("one_element", found["one"]),
                       ("derived", found["output"] or found["one"] or found["other"] or word in ("count", "type"))):
        if there:
            made[key] = True
    if found["least"]:
        made["least"] = int(found["least"])
    if found["when"]:
        made["required_when"] = {found["when"]: found["value"]}
    if found["type_of"]:
        made["type_of"] = found["type_of"]
    if found["other"] not in (None, "derived"):
        made["required_without"] = found["other"]
    return made


def types(written, sets):
    return [] if written == "?" else [name for part in written.split("+") for name in sets.get(part, [part])]


def support(row, fields):
    """Groups of tensors with their levels."""
    written = row.get("support", {})
    written = {"*": written} if isinstance(written, str) else written
    sets, groups = load("type_sets"), []
    tensors = [one["name"] for one in fields if "role" in one]
    for key, text in written.items():
        names, _, when = key.partition(" if ")
        others = {
            n for k in written if k != key and k.partition(" if ")[2] == when
            for n in k.partition(" if ")[0].split(", ")}
        listed = [n for n in tensors if n not in others] if names == "*" else names.split(", ")
        levels = [level.split(":") for level in text.split("; ")]
        groups.append({"tensors": listed, "when": when, "levels": [
            {"since": since, "ranks": [int(r) for r in (ranks.split("-") * 2)[:2]], "types": types(names, sets)}
            for since, ranks, names in levels]})
    return groups


def level(text):
    return tuple(int(part) for part in text.split("."))


def table(row):
    """A row with all that it names and all that follows from it."""
    family, everyones = load(f"families/{row['family']}"), load("families/any")
    docs, rules = {**family["docs"], **row.get("docs", {})}, {**everyones["rules"], **family["rules"]}
    fields = [{**made, "doc": docs[made["name"]]} for made in map(field, row["fields"])]
    groups = support(row, fields)
    for one in fields:
        known = {
            t for group in groups if one["name"] in group["tensors"] for each in group["levels"] for t in each["types"]}
        if len(known) == 1:
            one["fixed_type"] = known.pop()
        elif one.get("role") == "output" and any(  # as find_fixed_type() of engine/operators/rows/parse_row.cpp has it
                group["tensors"] == [one["name"]] and group["levels"][-1]["types"] == ["UINT32", "UINT8"]
                for group in groups):
            one["usual_type"] = "UINT8"
    prefix, *keys = row["rules"]
    for one in fields:  # as OperatorRow::is_alone() has it
        tellers = "type_of", "required_without", "fixed_type", "usual_type"
        told = "types" in keys or any(key in one for key in tellers) or any(
            other.get("type_of") == one["name"] for other in fields)
        if row["family"] == "elementwise" and one.get("role") == "output" and not told:
            one["alone"] = True
    return {
        **row, "page": PAGES + row.get("page", f"dml_{row['operator'].lower()}_operator_desc"), "fields": fields,
        "since": min((group["levels"][0]["since"] for group in groups), key=level, default="1.0"), "support": groups,
        "rules": [{"id": f"{prefix}-{number}", "key": key, **rules[key]} for number, key in enumerate(keys, 1)]}


def tables():
    return [table(row) for row in operator_rows() if "family" in row]


def folder(operator):
    """Of its examples and rejected files, and its page of docs/operators."""
    return operator.lower().removeprefix("element_wise_") or "tensor"
