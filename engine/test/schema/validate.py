#!/usr/bin/env python3
"""The JSON Schemas that dmlrun prints, against an independent validator: PyPI's jsonschema.

    validate.py PATH/TO/dmlrun PATH/TO/SOURCE

Every example must validate against its operator's schema and against the one for all operators; every rejection of the
kinds that a schema can see must fail both, and so must every example with a planted mistake its operator's: one mistake
of each example fails both, as the whole schema takes fifty times as long. Ends with 'N passed, N
failed'; the exit status is 1 unless nothing failed. """
import json
import os
import subprocess
import sys
from pathlib import Path

try:
    import jsonschema
except ImportError:
    # ./dev setup installs it into the project's own environment.
    own = Path(sys.argv[-1]) / ".venv" / "bin" / "python3"
    if own.exists() and Path(sys.prefix).resolve() != own.parent.parent.resolve():
        os.execv(own, [str(own), *sys.argv])
    print("skipped: the Python package jsonschema is missing (for %s); ./dev setup installs it" % sys.executable)
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "specs"))
import rows

# What a schema must notice: these codes, and rules about the least entry. Rules about several fields, feature levels
# and limits are beyond it.
SEEN_BY_SCHEMA = {"missing_field", "wrong_type", "bad_enum", "unknown_operator", "not_implemented", "unknown_field"}
LEAST_ENTRY = {rule["id"] for table in rows.tables() for rule in table["rules"] if rule["key"].startswith("least_")}

# The schema leaves an activation's fields to dmlrun, and knows no type of a scalar that only a tensor tells.
LEFT_TO_DMLRUN = {
    "activation_Alpha_is_text", "activation_Desc_is_an_array", "activation_Desc_is_null",
    "activation_field_beside_Desc", "activation_of_two_types", "activation_tensor_is_not_null",
    "activation_without_Alpha", "activation_without_Beta", "scalar_Max_of_another_member"}


def without_comments(text):
    """JSON with comments and trailing commas blanked: the dialect that dmlrun reads."""
    out = list(text)
    comma = None
    i = 0
    while i < len(text):
        if text[i] == '"':
            i += 1
            while text[i] != '"':
                i += 2 if text[i] == "\\" else 1
            comma = None
        elif text.startswith("//", i) or text.startswith("/*", i):
            end = text.index("\n", i) if text[i + 1] == "/" else text.index("*/", i) + 2
            out[i:end] = " " * (end - i)
            i = end - 1
        elif text[i] == ",":
            comma = i
        elif text[i] in "]}":
            if comma is not None:
                out[comma] = " "
            comma = None
        elif not text[i].isspace():
            comma = None
        i += 1
    return "".join(out)


def planted_mistakes(document):
    """(what, document) of changes to an example that no schema may accept."""

    def changed(change):
        copy = json.loads(json.dumps(document))
        change(copy)
        return copy

    yield "no type", changed(lambda d: d.pop("type"))
    yield "an unknown operator", changed(lambda d: d.update(type="DML_OPERATOR_TILES"))
    yield "an array as desc", changed(lambda d: d.update(desc=[]))
    yield "a misspelt field", changed(lambda d: d["desc"].update(InputTensr={}))
    yield "a misspelt key at the root", changed(lambda d: d.update(input={}))
    for field, value in document["desc"].items():
        wrong = "true" if isinstance(value, bool) else True
        yield field + ": a wrong kind in its place", changed(lambda d: d["desc"].update({field: wrong}))
        tensor = value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else value
        if not isinstance(tensor, dict) or "Sizes" not in tensor:
            continue

        def edited(key, new):
            def edit(copy):
                place = copy["desc"][field]
                (place[0] if isinstance(place, list) else place)[key] = new

            return changed(edit)

        yield field + ": sizes as text", edited("Sizes", "2,3")
        yield field + ": text among the sizes", edited("Sizes", [2, "3"])
        yield field + ": a fraction among the sizes", edited("Sizes", [2.5])
        yield field + ": a size of 0", edited("Sizes", [0])
        yield field + ": a size of 2^32", edited("Sizes", [4294967296])
        yield field + ": nine sizes", edited("Sizes", [1] * 9)
        yield field + ": a stride of -1", edited("Strides", [-1])
        yield field + ": a total of -4 bytes", edited("TotalTensorSizeInBytes", -4)
        yield field + ": an alignment of -8", edited("GuaranteedBaseOffsetAlignment", -8)
        yield field + ": an unknown type", edited("DataType", "FLOAT128")
        yield field + ": a misspelt member", edited("Size", [1])


KINDS = {field["name"]: field for table in rows.tables() for field in table["fields"]}


def respelt(document):
    """(what, document) with each name in the other spellings that the program reads."""
    for field, value in document["desc"].items():
        kind = KINDS[field]["kind"]
        if kind == "activation":
            bare = value["Type"].removeprefix("DML_OPERATOR_").removeprefix("ACTIVATION_")
            words = [{**value, "Type": prefix + bare}
                     for prefix in ("", "ACTIVATION_", "DML_OPERATOR_", "DML_OPERATOR_ACTIVATION_")]
        elif kind in ("enum", "data_type"):
            prefix = KINDS[field].get("prefix", "DML_TENSOR_DATA_TYPE") + "_"
            words = [value.removeprefix(prefix), prefix + value.removeprefix(prefix)]
        else:
            continue
        for word in words:
            yield f"{field}: {word}", {**document, "desc": {**document["desc"], field: word}}


def print_schema(program, *operator):
    done = subprocess.run([program, "schema", *operator], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("validate.py: %s schema %s: exit %d\n%s" % (program, " ".join(operator), done.returncode, done.stderr))
    return json.loads(done.stdout)


def untidiness(schema):
    """Sentences about enumerations that stand twice, and properties without a description."""
    found, enumerations = [], {}

    def described(part):
        if not isinstance(part, dict) or "description" in part:
            return True
        place = schema
        for step in part.get("$ref", "").split("/")[1:]:
            place = place[int(step) if isinstance(place, list) else step]
        return place is not schema and described(place)

    def walk(part, pointer, judged):
        if isinstance(part, list):
            for i, item in enumerate(part):
                walk(item, f"{pointer}/{i}", judged)
        if not isinstance(part, dict):
            return
        if isinstance(part.get("enum"), list) and len(part["enum"]) > 1:
            first = enumerations.setdefault(tuple(part["enum"]), pointer)
            if first != pointer:
                found.append(f"{pointer} has the enumeration of {first}")
        for name, inner in part.get("properties", {}).items() if judged else ():
            if not described(inner):
                found.append(f"{pointer}/properties/{name} has no description")
        for key, inner in part.items():
            # What only narrows a property elsewhere need not say again what it is.
            walk(inner, f"{pointer}/{key}", judged and key not in ("if", "allOf", "not"))

    walk(schema, "#", True)
    return found


class Schemas:
    def __init__(self, program):
        self.program = program
        self.validators = {}

    def get(self, *operator):
        if operator not in self.validators:
            schema = print_schema(self.program, *operator)
            if not operator:  # the others are made of the same parts
                jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[operator] = jsonschema.Draft202012Validator(schema)
        return self.validators[operator]

    def for_document(self, document):
        """The schema for all operators, and, where the document names one that exists, that one's."""
        found = [("all operators", self.get())]
        names = self.get().schema["properties"]["type"]["enum"]
        if document.get("type") in names:
            found.append((document["type"], self.get(document["type"])))
        return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    schemas = Schemas(sys.argv[1])
    specs = Path(sys.argv[2]) / "specs"
    passed = failed = 0

    def report(good, words):
        nonlocal passed, failed
        if good:
            passed += 1
        else:
            failed += 1
            print("FAILED " + words)

    untidy = untidiness(schemas.get().schema)
    report(not untidy, "; ".join(untidy[:5]))
    examples = sorted((specs / "examples").rglob("*.json"))
    rejections = sorted((specs / "rejected").rglob("*.json"))
    for number, path in enumerate(examples):
        document = json.loads(without_comments(path.read_text(encoding="utf-8")))
        both = schemas.for_document(document)
        for name, validator in both:
            errors = [e.json_path + ": " + e.message[:200] for e in validator.iter_errors(document)]
            report(not errors, "%s does not fit the schema of %s: %s" % (path, name, "; ".join(errors[:3])))
        for what, same in respelt(document):
            report(both[-1][1].is_valid(same), "%s with %s does not fit the schema" % (path, what))
        mistakes = list(planted_mistakes(document))
        for i, (what, wrong) in enumerate(mistakes):
            for name, validator in both if i == number % len(mistakes) else both[-1:]:
                report(not validator.is_valid(wrong), f"{path} with a mistake ({what}) fits the schema of {name}")
    seen = 0
    for path in rejections:
        document = json.loads(without_comments(path.read_text(encoding="utf-8")))
        if document["rejection"]["code"] not in SEEN_BY_SCHEMA and document["rejection"]["rule"] not in LEAST_ENTRY:
            continue
        seen += 1
        if path.stem in LEFT_TO_DMLRUN:
            continue
        for name, validator in schemas.for_document(document):
            report(not validator.is_valid(document), "%s fits the schema of %s" % (path, name))
    # A tree in which nothing was found must not look like success.
    report(len(examples) >= 28, "only %d examples were found below %s" % (len(examples), specs))
    report(seen >= 40, "only %d rejections that a schema can see were found below %s" % (seen, specs))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
