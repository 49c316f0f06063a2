"""M1-M24: DxDispatch models. Whatever is wrong with one, nothing of it runs and nothing is written."""
import json
import os
import re

import npy
from case import MARK, Checked, Family, Refused

TENSOR = '{"DataType": "UINT8", "Sizes": [%d]}'
WRITE = '{"type": "writeFile", "resource": "Out", "targetPath": "out/left.npy"}'
PRINT = '{"type": "print", "resource": "Out"}'
DISPATCH = '{"type": "dispatch", "dispatchable": "t", "bindings": {%s}}'
A = '"A": {"initialValuesDataType": "UINT8", "initialValues": [1, 2]}'
OUT = '"Out": {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": %d, "value": 0}}'


def cases():
    f = Family()
    sizes(f)
    offsets(f)
    binding_rules(f)
    files(f)
    targets(f)
    floods(f)
    text_of_names(f)
    time(f)
    return f


def tile(size=2, repeats=2):
    return '"t": {"type": "TILE", "desc": {"InputTensor": %s, "OutputTensor": %s, ' \
        '"RepeatsCount": 1, "Repeats": [%d]}}' % (
        TENSOR % size, TENSOR % (size * repeats), repeats)


def model(resources, dispatchables, commands):
    return '{"resources": {%s}, "dispatchables": {%s}, "commands": [%s]}' % (
        ", ".join(resources), ", ".join(dispatchables), ", ".join(commands))


def bound(bindings, resources=(A, OUT % 4), dispatchable=None):
    """A dispatch, a print and a file that must not appear."""
    return model(resources, [dispatchable or tile()], [DISPATCH % bindings, PRINT, WRITE])


def resource(content):
    return model([f'"R": {content}', OUT % 4], [], [PRINT, WRITE])


def refused(f, name, document, code, *says, where, exit=3, **more):
    f.add(name, document, Refused(exit, code, where=where, says=says, **more), output="")


def typed(values, data_type="FLOAT64", more=""):
    return '{"initialValuesDataType": "%s", "initialValues": %s%s}' % (data_type, values, more)


def sizes(f):
    values = "/resources/R/initialValues"
    f.number("M1", "sizes and counts that overflow")
    refused(f, "", resource(typed('{"valueCount": %s4294967295, "value": 1}' % MARK)), "limit_exceeded", 34359738360,
            4294967296, where=values + "/valueCount")
    refused(f, "count", resource(typed('{"valueCount": %s4294967296, "value": 1}' % MARK)), "out_of_range", 4294967296,
            4294967295, where=values + "/valueCount")
    refused(f, "size", resource(typed("[1]", more=', "sizeInBytes": %s18446744073709551615' % MARK)), "limit_exceeded",
            18446744073709551615, 4294967296, where="/resources/R/sizeInBytes")
    refused(f, "beyond", resource(typed("[1]", more=', "sizeInBytes": %s18446744073709551616' % MARK)), "out_of_range",
            18446744073709551616, where="/resources/R/sizeInBytes")
    f.number("M2", "the end of the initial values does not fit 64 bits")
    refused(f, "", resource(typed("[1]", more=', "initialValuesOffsetInBytes": %s18446744073709551615' % MARK)),
            "tensor_too_small", 18446744073709551615, "8 bytes", where="/resources/R/initialValuesOffsetInBytes")
    f.number("M3", "four gigabytes of zeros that nobody touches")
    f.add("", resource(typed('{"valueCount": 4294967295, "value": 0}', "UINT8")),
          Checked(lambda m: [] if b"Resource 'Out': 0, 0, 0, 0\n" in m.stdout else [f"found {m.stdout!r}"]), output="")
    f.number("M4", "each resource is within its limit, all of them are not")
    many = ", ".join(f'"r{i}": ' + typed('{"valueCount": 500000000, "value": 0}') for i in range(5))
    refused(f, "", '{"resources": {%s}, "dispatchables": {}, "commands": []}' % many, "limit_exceeded", 17179869184,
            where="/resources/r4", anywhere=True)
    f.number("M5", "a tensor of more elements than 64 bits count")
    desc = '"t": {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", ' \
        '"Sizes": %s[4294967295, 4294967295, 4294967295]}, ' \
        '"OutputTensor": %s, "RepeatsCount": 1, "Repeats": [1]}}'
    refused(f, "", model([], [desc % (MARK, TENSOR % 1)], []), "size_overflow", "64 bits",
            where="/dispatchables/t/desc/InputTensor/Sizes", rule="TENSOR-3")


def offsets(f):
    at = "/commands/0/bindings/InputTensor/elementOffset"
    both = '"InputTensor": {"name": "A", %s}, "OutputTensor": "Out"'
    f.number("M6", "offsets past the end")
    refused(f, "", bound(both % f'"elementOffset": {MARK}16'), "out_of_range", "16 bytes", "4 bytes", where=at)
    refused(f, "wraps", bound(both % f'"elementOffset": {MARK}1152921504606846976, "elementSizeInBytes": 16'),
            "size_overflow", "64 bits", where=at)
    refused(f, "largest", bound(both % f'"elementOffset": {MARK}18446744073709551600'), "out_of_range",
            18446744073709551600, where=at)
    f.number("M7", "misaligned offsets")
    refused(f, "", bound(both % f'"elementOffset": {MARK}1'), "misaligned", "1 bytes", "multiples of 16", where=at)
    f.number("M8", "a resource that is too small")
    refused(f, "", bound(f'"InputTensor": {MARK}"A", "OutputTensor": "Out"', dispatchable=tile(5, 1)),
            "buffer_too_small", "4 bytes", "needs 8", where="/commands/0/bindings/InputTensor")


def binding_rules(f):
    at = "/commands/0/bindings"
    f.number("M9", "a tensor that is not bound")
    refused(
        f, "", '{"resources": {%s, %s}, "dispatchables": {%s}, "commands": [%s]}' %
        (A, OUT % 4, tile(), '{"type": "dispatch", "dispatchable": "t", "bindings": %s{"OutputTensor": "Out"}}' % MARK),
        "not_bound", "InputTensor", where=at)
    f.number("M10", "a tensor that is bound twice, when the dispatchable is initialised and in the dispatch")
    owned = tile().replace('"Sizes": [2]}',
                           '"Sizes": [2], "Flags": "OWNED_BY_DML"}')[:-1] + ', "bindings": {"InputTensor": "A"}}'
    refused(f, "", bound(f'"InputTensor": {MARK}"A", "OutputTensor": "Out"', dispatchable=owned), "not_bound",
            "InputTensor", "OWNED_BY_DML", where=at + "/InputTensor")
    f.number("M11", "a bind point that does not exist")
    refused(f, "", bound(f'"InputTensor": "A", "OutputTensor": "Out", "Extra": {MARK}"A"'), "unknown_field", "Extra",
            "InputTensor, OutputTensor", where=at + "/Extra")
    f.number("M12", "an output that shares bytes with an input")
    refused(f, "", bound(f'"InputTensor": "Out", "OutputTensor": {MARK}"Out"'), "buffers_overlap", "OutputTensor",
            "InputTensor", where=at + "/OutputTensor")
    f.number("M13", "what goes wrong in the last command keeps the first one from running")
    refused(f, "", model([A, OUT % 4], [tile()], [
        DISPATCH % '"InputTensor": "A", "OutputTensor": "Out"', PRINT, WRITE, '{"type": %s"verify"}' % MARK]),
        "bad_enum", "verify", "writeFile", where="/commands/3/type")


def files(f):
    source = typed('{"sourcePath": %s"%%s"}' % MARK, "UINT8")
    at = "/resources/R/initialValues/sourcePath"
    f.number("M14", "a file that is not there")
    refused(f, "", resource(source % "absent.npy"), "cannot_open", "absent.npy", "No such file", where=at, exit=7)
    f.number("M15", "files of the wrong length")
    whole = npy.encode("|u1", (4,), [1, 2, 3, 4])
    for name, raw, code in (("", whole[:-1], "npy_truncated"), ("longer", whole + b"\0", "npy_trailing_bytes")):
        f.add(name, resource(source % "x.npy"), Refused(4, code, where=at, says=("x.npy", 4)),
              files={"x.npy": raw}, output="")
    f.add(
        "smaller",
        bound(f'"InputTensor": {MARK}"F", "OutputTensor": "Out"',
              [OUT % 40, '"F": ' + source.replace(MARK, "") % "x.dat"], tile(20)),
        Refused(4, "buffer_too_small", where="/commands/0/bindings/InputTensor", says=("4 bytes", "20")),
        files={"x.dat": b"1234"}, output="")
    f.number("M16", "a resource or expected values out of what is no regular file: nobody may ever write to a pipe")
    for name in ("pipe", "pipe.npy"):
        f.add(name, resource(source % name), Refused(7, "cannot_read", where=at, says=(name, "regular")),
              files={name: os.mkfifo}, output="")
    expected = PRINT[:-1] + ', "expected": {"sourcePath": %s"pipe.npy"}}' % MARK
    f.add("expected", model([OUT % 4], [], [expected]),
          Refused(7, "cannot_read", where="/commands/0/expected/sourcePath", says=("pipe.npy", "regular")),
          files={"pipe.npy": os.mkfifo}, output="")
    refused(f, "endless", resource(source % "/dev/zero"), "cannot_read", "/dev/zero", "regular", where=at, exit=7)
    f.number("M17", "a path with a NUL, and one that is a folder")
    refused(f, "", resource(source % "a\\u0000b"), "out_of_range", "NUL", where=at)
    refused(f, "folder", resource(source % "out"), "cannot_read", "out", "directory", where=at, exit=7)


def targets(f):
    f.number("M18", "a target that cannot be written is found before anything runs, wherever it stands")
    long = "x" * 256
    for name, path, says in (("", "spec.json/x.npy", "Not a directory"), ("folder", "out", "Is a directory"),
                             ("deeper", "spec.json/a/b/x.npy", "Not a directory"),
                             ("new_folder", "out/new/", "Is a directory"), ("point", "out/new/.", "Is a directory"),
                             ("name", "out/" + long, "too long"), ("folders_name", f"out/{long}/x.npy", "too long"),
                             ("deep_name", "out/a/b/" + long, "too long"), ("path", "out/" + "a/" * 2043 + "x",
                                                                            "too long"), ("no_place", "/proc/x.npy",
                                                                                          "cannot write"),
                             ("no_folders", "/proc/x/y.npy", "cannot write"), ("below_another", "out/left.npy/x",
                                                                               "/commands/2")):
        last = WRITE.replace('"out/left.npy"', f'{MARK}"{path}"')
        refused(f, name, model([A, OUT % 4], [], [PRINT, WRITE.replace("left", "first"), WRITE, last]), "cannot_write",
                says, where="/commands/3/targetPath", exit=7)
    refused(f, "above_another",
            model([A, OUT % 4], [], [WRITE.replace('"out', MARK + '"out'),
                                     WRITE.replace("/left.npy", "/../out")]), "cannot_write", "Is a directory",
            where="/commands/1/targetPath", exit=7, at=None, anywhere=True)


def floods(f):
    f.number("M19", "hundreds of thousands of commands, resources and dispatchables")
    f.add("commands", lambda: model([A, OUT % 4], [], [PRINT.replace("Out", "Nut")] * 1 + [PRINT] * 150_000).encode(),
          Refused(3, "unknown_name", where="/commands/0/resource", says=("Nut",), at=None, anywhere=True), output="")
    f.add("resources", lambda: ('{"resources": {' + ", ".join(f'"{i}": ' + typed("[1]") for i in range(100_000)) +
                                '}, "dispatchables": {}, "commands": 5}').encode(),
          Refused(3, "wrong_type", where="/commands", anywhere=True), output="")
    f.add("bindings",
          lambda: bound('"InputTensor": [' + ", ".join(['"A"'] * 300_000) + '], "OutputTensor": "Out"').encode(),
          Refused(3, "count_mismatch", says=(300000, ), anywhere=True), output="")
    f.add("bind_points", lambda: bound(", ".join(f'"x{i}": "A"' for i in range(200_000))).encode(),
          Refused(3, "unknown_field", says=("x0",), anywhere=True), output="")
    f.number("M20", "a flood of misspelt keys draws a few warnings")
    f.add(
        "",
        lambda: model([A, OUT % 4], [], ["{%s, %s}" %
                                         (PRINT[1:-1], ", ".join(f'"verbos{i}": 1' for i in range(5000)))]).encode(),
        Checked(lambda m: []
                if m.stderr.count(b"\n") == 21 else [f"21 lines were expected, found {m.stderr.count(10)}"]), output="")


NAME = "a\nResource 'b': 7\x1b[31m\x7f\x9b\u202e\u2028\u061c\u00ad\U000e0041\"\\\u00e9"
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u2028-\u202e\U000e0000-\U000e007f]")


def text_of_names(f):
    f.number("M21", "names with line breaks, escapes and quotes cannot make other lines")
    name = json.dumps(NAME)
    document = model([A.replace('"A"', name)], [], ['{"type": "print", "resource": %s}' % name])
    f.add("", document, Checked(lambda m: [] if m.stdout.count(b"\n") == 2 and b"\x1b" not in m.stdout
                                else [f"two lines were expected, found {m.stdout!r}"]), output="")
    f.add("json", document, Checked(one_object), arguments=("--json",), output="")
    f.add("commands", document, Checked(one_command), arguments=("--print_commands",), output="")
    refused(f, "refused", model([A], [], ['{"type": "print", "resource": %s%s}' % (MARK, name)]), "unknown_name",
            where="/commands/0/resource")


def one_object(measured):
    """The name is what it was, and no terminal suffers."""
    return reads_back(measured.stdout.decode(), lambda read: read["commands"][0]["resource"])


def one_command(measured):
    lines = measured.stdout.decode().split("\n")
    start = [line for line in lines if line.startswith("[StartCmd]")]
    if len(start) != 1 or len(lines) != 6:
        return [f"four lines and a blank one were expected, found {lines!r}"]
    return reads_back(start[0].split("\t: ")[1], lambda read: read["resource"]) + unsafe("\n".join(lines))


def unsafe(output):
    found = [character for character in UNSAFE.findall(output) if character != "\t"]
    return [f"no control character was expected, found {found!r}"] if found else []


def reads_back(output, name_of):
    try:
        name = name_of(json.loads(output))
    except (ValueError, KeyError) as error:
        return [f"one JSON object was expected: {error}"]
    return unsafe(output.removesuffix("\n")) + ([] if name == NAME else [f"the name was {name!r}"])


def time(f):
    run = model([A, OUT % 4], [tile()], [DISPATCH % '"InputTensor": "A", "OutputTensor": "Out"', WRITE])
    f.number("M22", "a signal ends the wait between samples")
    f.add("", run, Checked(interrupted, exit=130), arguments=("-i", "2", "-I", "4000000000"), output="", interrupt=True)
    f.number("M23", "billions of samples do not fill the memory")
    f.add("", run, Checked(many_samples), arguments=("-t", "300"), output="")
    f.number("M24", "numbers of samples that make no sense")
    for option in (("-i", "0"), ("-r", "0"), ("-i", "4294967296"), ("-v", "3"), ("-i", "010"), ("-t", "-1")):
        f.add("_".join(option).replace("-", ""), run, Checked(usage, exit=2), arguments=option, output="")


def many_samples(measured):
    told = re.search(rb"(?m)^Dispatch 't': (\d+) iterations", measured.stdout)
    return [] if told and int(told[1]) >= 1000 else [f"1000 samples and more were expected, found {measured.stdout!r}"]


def interrupted(measured):
    left = os.listdir(measured.folder / "out")
    return [f"no output file was expected, found {left}"] if left else []


def usage(measured):
    good = not measured.stdout and re.fullmatch(rb"dmlrun: [^\n]+\n", measured.stderr)
    return [] if good else [f"one line was expected, found {measured.stdout!r} and {measured.stderr!r}"]
