#!/usr/bin/env python3
"""Holds `dmlrun schema` against an independent validator (jsonschema) and the files below specs/.
usage: schema_test.py PROGRAM SPECS. Ends with `N passed, N failed`; 77 when jsonschema is not installed."""
import json
import re
import subprocess
import sys
from pathlib import Path

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: jsonschema is not installed; ./dev setup does it")
    sys.exit(77)

# The refusals that a schema can express. Others are the program's: sizes that must agree, or 2.0 where JSON Schema
# takes every number without a fraction for an integer.
EXPRESSIBLE = {"missing_field", "wrong_type", "bad_enum", "unknown_operator"}
# Complete as far as a schema can know: a tensor file named on the command line may tell the type.
BEYOND_A_SCHEMA = {"rejected/fields/missing_DataType.json"}

passed = 0
failures = []


def check(holds, what):
    global passed
    if holds:
        passed += 1
    else:
        failures.append(what)


def schema_of(program, *operator):
    outcome = subprocess.run([program, "schema", *operator], capture_output=True, text=True, check=False)
    if outcome.returncode != 0:
        sys.exit(f"dmlrun schema {' '.join(operator)} ended with {outcome.returncode}: {outcome.stderr}")
    schema = json.loads(outcome.stdout)
    Draft202012Validator.check_schema(schema)
    check(schema.get("$schema") == "https://json-schema.org/draft/2020-12/schema", f"schema {operator} names its draft")
    return Draft202012Validator(schema)


def read(path):
    """The JSON of a file, without the dialect's comments and trailing commas."""
    string = r'"(?:\\.|[^"\\])*"'
    text = path.read_text(encoding="utf-8")
    text = re.sub(string + r"|//[^\n]*|/\*.*?\*/", lambda m: m[0] if m[0][0] == '"' else " ", text, flags=re.DOTALL)
    text = re.sub(string + r"|,(?=\s*[\]}])", lambda m: m[0] if m[0][0] == '"' else "", text)
    return json.loads(text)


def first_error(validator, document):
    error = next(validator.iter_errors(document), None)
    return None if error is None else f"{error.json_path}: {error.message[:200]}"


def mutations(document):
    """(what, document) of changes to a complete example that no schema may accept."""
    def changed(change):
        copy = json.loads(json.dumps(document))
        change(copy)
        return copy
    yield "no type", changed(lambda d: d.pop("type"))
    yield "no desc", changed(lambda d: d.pop("desc"))
    yield "an unknown operator", changed(lambda d: d.update(type="DML_OPERATOR_TILES"))
    yield "a list as desc", changed(lambda d: d.update(desc=[]))
    for field, value in document["desc"].items():
        tensor = value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else value
        if isinstance(tensor, dict) and "Sizes" in tensor:
            def edit(copy, key, new, field=field):
                place = copy["desc"][field]
                (place[0] if isinstance(place, list) else place)[key] = new
            yield f"{field}: sizes as a string", changed(lambda d: edit(d, "Sizes", "2,3"))
            yield f"{field}: a string among the sizes", changed(lambda d: edit(d, "Sizes", [2, "3"]))
            yield f"{field}: a fraction among the sizes", changed(lambda d: edit(d, "Sizes", [2.5]))
            yield f"{field}: nine sizes", changed(lambda d: edit(d, "Sizes", [1] * 9))
            yield f"{field}: an unknown type", changed(lambda d: edit(d, "DataType", "FLOAT128"))
        yield f"{field}: true in its place", changed(lambda d, field=field: d["desc"].update({field: True}))


def main(program, specs):
    whole = schema_of(program)
    single = {}
    examples = sorted((specs / "examples").rglob("*.json"))
    for path in examples:
        document = read(path)
        name = path.relative_to(specs).as_posix()
        operator = document["type"].removeprefix("DML_OPERATOR_")
        single.setdefault(operator, None)
        single[operator] = single[operator] or schema_of(program, operator)
        for title, validator in (("schema", whole), (f"schema {operator}", single[operator])):
            error = first_error(validator, document)
            check(error is None, f"{name} does not satisfy `dmlrun {title}`: {error}")
        for what, mutant in mutations(document):
            check(first_error(whole, mutant) is not None, f"{name} with {what} satisfies the schema")
    check(len(examples) >= 28, f"only {len(examples)} examples were found below {specs}/examples")
    for path in sorted((specs / "rejected").rglob("*.json")):
        document = read(path)
        code = document.pop("rejection")["code"]
        name = path.relative_to(specs).as_posix()
        if code in EXPRESSIBLE and name not in BEYOND_A_SCHEMA:
            check(first_error(whole, document) is not None, f"{name} is refused by dmlrun, but satisfies the schema")
    print("".join(f"FAILED: {failure}\n" for failure in failures[:40]), end="")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
