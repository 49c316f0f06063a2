#!/usr/bin/env python3
"""The JSON Schema of models, `dmlrun schema --model`, against PyPI's jsonschema.

    validate_models.py PATH/TO/dmlrun PATH/TO/SOURCE

A model that dmlrun takes under --strict must fit, one that it refuses for what a schema can see must not, nor one with
a planted mistake; a model of each operator, as `dmlrun gen` makes it, must fit. Ends with 'N passed, N failed'."""
import fnmatch
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from validate import jsonschema, print_schema, untidiness, without_comments

# Codes of refusals that a schema must notice, where they are not those of a rule ...
SEEN_BY_SCHEMA = {"missing_field", "wrong_type", "bad_enum", "unknown_operator", "unknown_field", "size_zero",
                  "not_an_integer", "out_of_range"}
# ... but for these.
BEYOND_SCHEMA = {
    "bindings/offset_past_the_end": "the resource and the tensor tell it",
    "bindings/unknown_bind_point": "the dispatchable has the names of the tensors",
    "commands/dispatch_expected_name": "the dispatchable has the names of the outputs",
    "commands/print_expected_type": "the resource has the type",
    "commands/write_image": "DxDispatch writes images",
    "dispatchables/foreign_*": "DxDispatch runs them, and --skip-unsupported what is beside",
    "dispatchables/not_implemented*": "DxDispatch runs them, and --skip-unsupported what is beside",
    "dispatchables/real_count": "to JSON Schema 1.0 is an integer",
    "operators/zero_point_not_described": "the dispatchable has the names of the inputs",
    "resources/array_float_too_large": "a float is rounded first",
    "resources/array_half_too_large": "a float is rounded first",
    "resources/array_not_integers": "to JSON Schema 2.0 is an integer",
    "resources/file_image": "DxDispatch reads images",
    "resources/file_raw_empty": "the file is empty",
    "resources/size_no_integer": "to JSON Schema 4.0 is an integer",
}


def taken(program, path):
    """Whether dmlrun takes a model under --strict, and whether without a word."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "--strict", "--backend", "reference", "--output_path", folder,
                               str(path.resolve())], capture_output=True, text=True, check=False)
    return done.returncode == 0, done.returncode == 0 and not done.stderr


def planted_mistakes(model):
    """(what, model) of changes that no schema may accept."""
    def changed(change):
        copy = json.loads(json.dumps(model))
        change(copy)
        return copy

    for section in ("resources", "dispatchables", "commands"):
        yield f"no {section}", changed(lambda m: m.pop(section))
        yield f"{section} as text", changed(lambda m: m.update({section: "x"}))
    yield "a misspelt section", changed(lambda m: m.update(comands=[]))
    for name, resource in model["resources"].items():
        at = lambda m: m["resources"][name]
        yield f"{name}: no values", changed(lambda m: at(m).pop("initialValues"))
        if resource["initialValues"] == "deferred":  # then nothing else is read
            continue
        yield f"{name}: a misspelt key", changed(lambda m: at(m).update(sizeInByte=1))
        yield f"{name}: an unknown type", changed(lambda m: at(m).update(initialValuesDataType="FLOAT128"))
        yield f"{name}: a negative size", changed(lambda m: at(m).update(sizeInBytes=-4))
        yield f"{name}: values as text", changed(lambda m: at(m).update(initialValues="x"))
        if isinstance(resource["initialValues"], list):
            yield f"{name}: a wrong word among the values", changed(lambda m: at(m)["initialValues"].append("infinite"))
    for name, dispatchable in model["dispatchables"].items():
        at = lambda m: m["dispatchables"][name]
        yield f"{name}: no type", changed(lambda m: at(m).pop("type"))
        kind = "Type" if "Type" in dispatchable else "type"  # that one counts
        yield f"{name}: an unknown type", changed(lambda m: at(m).update({kind: "TILES"}))
        yield f"{name}: a misspelt key", changed(lambda m: at(m).update(binding={}))
        key = next((key for key in ("Desc", "desc") if key in dispatchable), None)
        desc = lambda m: at(m)[key] if key else at(m)
        yield f"{name}: a misspelt field", changed(lambda m: desc(m).update(InputTensr={}))
        for field, value in (dispatchable[key] if key else dispatchable).items():
            if not field[0].isupper() or field == "Type":
                continue
            yield f"{name}: {field} of a wrong kind", changed(
                lambda m: desc(m).update({field: "true" if isinstance(value, bool) else True}))
            if isinstance(value, dict) and "Sizes" in value:
                yield f"{name}: {field} without sizes", changed(lambda m: desc(m)[field].pop("Sizes"))
                yield f"{name}: {field} of an unknown type", changed(
                    lambda m: desc(m)[field].update(DataType="FLOAT128"))
    for i, command in enumerate(model["commands"]):
        at = lambda m: m["commands"][i]
        yield f"command {i}: no type", changed(lambda m: at(m).pop("type"))
        yield f"command {i}: an unknown type", changed(lambda m: at(m).update(type="prints"))
        yield f"command {i}: a misspelt key", changed(lambda m: at(m).update(resorce="x"))
        for key, value in command.items():
            if key in ("type", "resource", "dispatchable", "bindings", "targetPath", "expected", "verbose"):
                yield f"command {i}: {key} as a number", changed(lambda m: at(m).update({key: 1.5}))


def load(path):
    return json.loads(without_comments(path.read_text(encoding="utf-8-sig")))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, source = sys.argv[1], Path(sys.argv[2])
    schema = print_schema(program, "--model")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    counts = {"passed": 0, "failed": 0}

    def report(good, words):
        counts["passed" if good else "failed"] += 1
        if not good:
            print("FAILED " + words)

    def fits(model, what):
        errors = [e.json_path + ": " + e.message[:200] for e in validator.iter_errors(model)]
        report(not errors, f"{what} does not fit the schema: {'; '.join(errors[:3])}")

    report(not untidiness(schema), "; ".join(untidiness(schema)[:5]))
    models = source / "testdata" / "models"
    accepted = [path for path in sorted(models.rglob("*.json")) if "rejected" not in path.parts]
    for number, path in enumerate(accepted):
        model = load(path)
        strictly, silently = taken(program, path)
        if not strictly:
            report(not validator.is_valid(model), f"{path} fits the schema, and --strict refuses it")
        if not silently:
            continue
        fits(model, path)
        for what, wrong in planted_mistakes(model) if number % 12 == 0 else ():
            report(not validator.is_valid(wrong), f"{path} with a mistake ({what}) fits the schema")
    seen = 0
    for path in sorted((models / "rejected").rglob("*.json")):
        model = load(path)
        name = path.relative_to(models / "rejected").with_suffix("").as_posix()
        rejection = model["rejection"]
        if rejection["code"] not in SEEN_BY_SCHEMA or rejection["code"] == "out_of_range" and rejection["rule"]:
            continue
        if any(fnmatch.fnmatch(name, beyond) for beyond in BEYOND_SCHEMA):
            report(validator.is_valid(model), f"{path} is said to be beyond the schema, and is not")
            continue
        seen += 1
        report(not validator.is_valid(model), f"{path} fits the schema ({rejection})")
    report(seen >= 100, f"only {seen} refusals that a schema can see were found below {models}")
    with tempfile.TemporaryDirectory() as folder:
        for operator in sorted((source / "specs" / "examples").iterdir()):
            path, made = min(operator.glob("*.json")), Path(folder) / operator.name
            subprocess.run([program, "gen", str(path), "--dir", str(made)], check=True, capture_output=True)
            if (made / "model.json").exists():
                fits(load(made / "model.json"), f"the model of {path}")
    report(len(accepted) >= 90, f"only {len(accepted)} models were found below {models}")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
