"""V30-V59: fields, numbers and tensors of a document."""
from case import MARK, Accepted, Family, Refused

TILE = '{"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2]}, "Repeats": [2]}, ' \
       '"inputs": {"InputTensor": [1, 2]}}'
TILED = Accepted("|u1", (4,), bytes([1, 2, 1, 2]))
SIZES = "/desc/InputTensor/Sizes"
# An illegal spec is refused before any file is opened: this one is not there.
ABSENT = ("--in", "InputTensor=absent.npy")


def tile(tensor, repeats="[1]", output=""):
    """A TILE of one tensor object; `output` is a whole OutputTensor."""
    output = f', "OutputTensor": {output}' if output else ""
    return f'{{"type": "TILE", "desc": {{"InputTensor": {tensor}{output}, "Repeats": {repeats}}}}}'


def sized(sizes, more="", data_type="UINT8"):
    """A tensor object of these Sizes; `more` are further members."""
    return f'{{"DataType": "{data_type}", "Sizes": {sizes}{", " if more else ""}{more}}}'


def refused(code, *says, where="", rule=""):
    return Refused(3, code, where=where, says=says, rule=rule)


def bad(f, name, document, code, *says, where="", rule=""):
    f.add(name, document, refused(code, *says, where=where, rule=rule), arguments=ABSENT)


def tiled(values, count=2):
    """What TILE makes of one axis of bytes."""
    return Accepted("|u1", (len(values) * count,), bytes(values) * count)


def cases():
    f = Family()
    names(f)
    wrong_types(f)
    integers(f)
    extents(f)
    strides(f)
    totals(f)
    data_types(f)
    return f


def names(f):
    f.number("V30")
    bad(f, "", TILE.replace('"TILE"', MARK + '"DML_OPERATOR_TILES"'), "unknown_operator", "DML_OPERATOR_TILES",
        "TILE?", where="/type")
    bad(f, "not_implemented", TILE.replace('"TILE"', MARK + '"DML_OPERATOR_GEMM"'), "not_implemented", "GEMM",
        where="/type")
    bad(f, "empty", TILE.replace('"TILE"', MARK + '""'), "unknown_operator", where="/type")
    bad(f, "prefix_alone", TILE.replace('"TILE"', MARK + '"DML_OPERATOR_"'), "unknown_operator", where="/type")
    bad(f, "long", TILE.replace('"TILE"', MARK + '"' + "TILE" * 1000 + '"'), "unknown_operator", "TILETILE", "...",
        where="/type")
    f.add("full_name", TILE.replace("TILE", "DML_OPERATOR_TILE"), TILED)
    f.number("V31")
    for word in ("tile", "dml_operator_tile", "Tile", "DML_OPERATOR_tile"):
        bad(f, word, TILE.replace('"TILE"', MARK + f'"{word}"'), "unknown_operator", word, where="/type")
    # A warning that names the nearest known field, refused with --strict.
    f.number("V32")
    for name, old, new, where, near in (("desc", '"Repeats": [2]', f'"RepeatCount": {MARK}9, "Repeats": [2]',
                                         "/desc/RepeatCount", "RepeatsCount"),
                                        ("root", '"inputs"', f'"expectd": {MARK}{{}}, "inputs"', "/expectd",
                                         "expected"), ("tensor", '"Sizes": [2]', f'"Sizes": [2], "Stride": {MARK}[7]',
                                                       "/desc/InputTensor/Stride", "Strides"),
                                        ("case", '"Sizes": [2]', f'"Sizes": [2], "sizes": {MARK}[7]',
                                         "/desc/InputTensor/sizes", "Sizes")):
        warned = Accepted(TILED.dtype, TILED.shape, TILED.data, ((where + " (1:", near + "?"),))
        f.add(name, TILE.replace(old, new), warned)
        f.add(name + "_strict", TILE.replace(old, new), refused("unknown_field", near + "?", where=where),
              arguments=("--strict",))
    f.add("nothing_near", TILE.replace('"inputs"', '"wxyz~/": 0, "inputs"'),
          Accepted(TILED.dtype, TILED.shape, TILED.data, (("/wxyz~0~1 (1:", "wxyz~/", "ignored"),)))
    silent = '"$schema": "x", "dmlCompileType": "DmlCompileGraph", "executionFlags": "NONE", "bindings": {}, "inputs"'
    f.add("silent",
          TILE.replace('"inputs"', silent).replace('"Sizes"', '"$note": [1, {}], "Sizes"'), TILED,
          arguments=("--strict",))
    bad(f, "unknown_tensor", TILE.replace('{"InputTensor": [1', '{"Input": ' + MARK + '[1'), "unknown_field", "Input",
        "InputTensor", where="/inputs/Input")
    f.number("V33")
    bad(f, "",
        TILE.replace(', "Repeats": [2]', "").replace('{"InputTensor": {', MARK + '{"InputTensor": {', 1),
        "missing_field", "Repeats", where="/desc")
    f.add("type", MARK + '{"desc": {}}', refused("missing_field", "type"))
    f.add("everything", MARK + "{}", refused("missing_field", "type"))
    f.add("desc", MARK + '{"type": "TILE"}', refused("missing_field", "Repeats", where="/desc"))
    for name, tensor in (("Sizes", '{"DataType": "UINT8"}'), ("DataType", '{"Sizes": [1]}')):
        f.add(name,
              tile(MARK + tensor)[:-1] + ', "inputs": {"InputTensor": {"value": 1}}}',
              refused("missing_field", name, where="/desc/InputTensor"))
    f.add("tensor", '{"type": "TILE", "desc": ' + MARK + '{"Repeats": [1]}, "inputs": {"InputTensor": [1]}}',
          refused("missing_field", "InputTensor", "DataType", where="/desc"))
    f.add("axis", '{"type": "JOIN", "desc": ' + MARK + '{"InputTensors": [' + sized("[1]") + ']}}',
          refused("missing_field", "Axis", where="/desc"))
    padding = '{"type": "PADDING", "desc": ' + MARK + '{"InputTensor": ' + sized("[1]") + \
        ', "PaddingMode": "CONSTANT", ' \
              '"PaddingValue": 0, "StartPadding": [0], "EndPadding": [0]}}'
    for field, value in (("PaddingMode", '"CONSTANT"'), ("PaddingValue", "0"), ("StartPadding", "[0]")):
        bad(f, field, padding.replace(f'"{field}": {value}, ', ""), "missing_field", field, where="/desc")
    bad(f, "EndPadding", padding.replace(', "EndPadding": [0]', ""), "missing_field", "EndPadding", where="/desc")


def wrong_types(f):
    f.number("V34")
    bad(f, "", tile(sized(MARK + '"2,3"')), "wrong_type", '"2,3"', "an array", where=SIZES)
    bad(f, "number", tile(sized(MARK + "2")), "wrong_type", "2", "an array", where=SIZES)
    bad(f, "object", tile(sized(MARK + "{}")), "wrong_type", "the object {}", "an array", where=SIZES)
    bad(f, "tensor", tile(MARK + "[2]"), "wrong_type", "the array [2]", "an object", where="/desc/InputTensor")
    bad(f, "null_tensor", tile(MARK + "null"), "wrong_type", "null", where="/desc/InputTensor")
    bad(f, "desc", '{"type": "TILE", "desc": ' + MARK + "[]}", "wrong_type", "the array []", "an object", where="/desc")
    bad(f, "type", '{"type": ' + MARK + "7}", "wrong_type", "7", "a string", where="/type")
    bad(f, "inputs", TILE.replace('{"InputTensor": [1, 2]}', MARK + "[]"), "wrong_type", "the array []", "an object",
        where="/inputs")
    bad(f, "values", TILE.replace("[1, 2]", MARK + '"1, 2"'), "wrong_type", "an array", where="/inputs/InputTensor")
    bad(f, "tensors", '{"type": "JOIN", "desc": {"Axis": 0, "InputTensors": ' + MARK + sized("[1]") + '}}',
        "wrong_type", "the object {", "an array", where="/desc/InputTensors")
    f.number("V35")
    bad(f, "", tile(sized(f'[2, {MARK}"3"]')), "wrong_type", '"3"', "integer", where=SIZES + "/1")
    f.number("V36")
    bad(f, "", tile(sized(f"[2, {MARK}null]")), "wrong_type", "null", "integer", where=SIZES + "/1")
    bad(f, "true", tile(sized(f"[2, {MARK}true]")), "wrong_type", "true", "integer", where=SIZES + "/1")
    bad(f, "array", tile(sized(f"[2, {MARK}[3]]")), "wrong_type", "the array [3]", "integer", where=SIZES + "/1")
    f.add("value", TILE.replace("[1, 2]", f"[1, {MARK}[2]]"),
          refused("wrong_type", "the array [2]", where="/inputs/InputTensor/1"))


def integers(f):
    whole = "an integer from 0 to 4294967295"
    for number, literal, code in (("V37", "2.0", "not_an_integer"), ("V38", "1e3", "not_an_integer"),
                                  ("V39", "-1", "out_of_range"), ("V40", "-0", "not_an_integer"),
                                  ("V41", "4294967296", "out_of_range"), ("V42", "18446744073709551616",
                                                                          "out_of_range")):
        f.number(number)
        bad(f, "", tile(sized(f"[{MARK}{literal}, 3]")), code, literal, whole, where=SIZES + "/0")
        bad(f, "repeats", tile(sized("[1]"), f"[{MARK}{literal}]"), code, literal, whole.replace("from 0", "from 1"),
            where="/desc/Repeats/0")
        bad(f, "axis",
            '{"type": "JOIN", "desc": {"InputTensors": [%s], "Axis": %s}}' % (sized("[1]"), MARK + literal), code,
            literal, "axes count from 0" if literal == "-1" else whole, where="/desc/Axis")
        bad(f, "strides", tile(sized("[1]", f'"Strides": [{MARK}{literal}]')), code, literal, whole,
            where="/desc/InputTensor/Strides/0")
    bad(f, "bytes", tile(sized("[1]", f'"TotalTensorSizeInBytes": {MARK}18446744073709551616')), "out_of_range",
        "18446744073709551616", "18446744073709551615", where="/desc/InputTensor/TotalTensorSizeInBytes")


def extents(f):
    f.number("V43")
    bad(f, "", tile(sized(MARK + "[]")), "out_of_range", "0 dimensions", "1 to 8", where=SIZES, rule="TENSOR-1")
    f.number("V44")
    bad(f, "", tile(sized(MARK + "[1, 1, 1, 1, 1, 1, 1, 1, 1]")), "out_of_range", "9 dimensions", "1 to 8",
        where=SIZES, rule="TENSOR-1")
    bad(f, "100000", tile(sized(MARK + "[" + "1," * 99_999 + "1]")), "out_of_range", "100000 dimensions", "1 to 8",
        where=SIZES, rule="TENSOR-1")
    f.number("V45")
    bad(f, "", tile(sized(f"[2, {MARK}0]"), "[1, 1]"), "size_zero", "0", "at least 1", where=SIZES + "/1",
        rule="TENSOR-2")
    f.number("V46")
    bad(f, "", tile(sized(MARK + "[65536, 65536]"), "[1, 1]"), "too_many_elements", 4294967296, 4294967295,
        where=SIZES, rule="TENSOR-4")
    f.number("V47")
    bad(f, "", tile(sized(MARK + "[4294967295, 4294967295, 4294967295]"), "[1, 1, 1]"), "size_overflow", "64 bits",
        "4294967295", where=SIZES, rule="TENSOR-3")
    # 2^64: what 64-bit arithmetic makes 0.
    bad(f, "wraps_to_0", tile(sized(MARK + "[2147483648, 2147483648, 4]"), "[1, 1, 1]"), "size_overflow", "64 bits",
        where=SIZES, rule="TENSOR-3")
    f.number("V48")
    bad(f, "", tile(sized(MARK + "[4294967295]", data_type="FLOAT64")), "limit_exceeded", 34359738360, 4294967296,
        where=SIZES, rule="TENSOR-7")


def strides(f):
    at = "/desc/InputTensor/Strides"
    f.number("V49")
    bad(f, "", tile(sized("[2, 3]", f'"Strides": {MARK}[1]'), "[1, 1]"), "rank_mismatch", "1 stride", "2 sizes",
        where=at, rule="TENSOR-5")
    bad(f, "more", tile(sized("[2]", f'"Strides": {MARK}[2, 1]')), "rank_mismatch", "2 strides", "1 sizes", where=at,
        rule="TENSOR-5")
    bad(f, "nine", tile(sized("[2]", f'"Strides": {MARK}[1, 1, 1, 1, 1, 1, 1, 1, 1]')), "rank_mismatch", "9 strides",
        where=at, rule="TENSOR-5")
    # The offset itself cannot leave 64 bits: sum (size - 1) is below 2^32 - 1 where the elements are at most 2^32 - 1,
    # so with strides below 2^32 it stays below 2^64. One-byte elements meet the limit of bytes instead.
    f.number("V50")
    bad(f, "", tile(sized("[4294967295]", f'"Strides": {MARK}[4294967295]')), "limit_exceeded",
        4294967294 * 4294967295 + 1, 4294967296, where=at, rule="TENSOR-7")
    bad(f, "two_axes", tile(sized("[65535, 65535]", f'"Strides": {MARK}[4294967295, 4294967295]'), "[1, 1]"),
        "limit_exceeded", 2 * 65534 * 4294967295 + 1, 4294967296, where=at, rule="TENSOR-7")
    f.number("V51")
    for data_type in ("UINT16", "FLOAT32", "INT64"):
        bad(f, data_type, tile(sized("[4294967295]", f'"Strides": {MARK}[4294967295]', data_type)), "size_overflow",
            "2^64", "[4294967295]", where=at, rule="TENSOR-6")
    out = "/desc/OutputTensor/Strides"
    f.number("V52")
    bad(f, "", tile(sized("[2]"), "[1]", sized("[2]", f'"Strides": {MARK}[0]')), "stride_overlap", "[0]", "[2]",
        where=out, rule="TENSOR-12")
    f.number("V53")
    bad(f, "", tile(sized("[2, 2]"), "[1, 1]", sized("[2, 2]", f'"Strides": {MARK}[1, 1]')), "stride_overlap",
        "[1, 1]", "[2, 2]", where=out, rule="TENSOR-12")
    bad(f, "last_meets_first", tile(sized("[2, 4]"), "[1, 1]", sized("[2, 4]", f'"Strides": {MARK}[3, 1]')),
        "stride_overlap", "[3, 1]", where=out, rule="TENSOR-12")
    f.number("V54")
    f.add(
        "",
        tile(sized("[2, 3]", '"Strides": [0, 1]'), "[1, 2]")[:-1] +
        ', "inputs": {"InputTensor": [1, 2, 3, 1, 2, 3]}}', Accepted("|u1", (2, 6), bytes([1, 2, 3] * 4)))
    f.add("value",
          tile(sized("[3]", '"Strides": [0]'))[:-1] + ', "inputs": {"InputTensor": [7]}}',
          Accepted("|u1", (3,), bytes([7] * 3)))
    # Memory and time by the bytes of the buffer, not by the elements: 34 GB here.
    for name, values in (("listed", "[7]"), ("constant", '{"value": 7}')):
        f.add(name + "_4294967295",
              '{"type": "SLICE", "desc": {"InputTensor": ' + sized("[4294967295]", '"Strides": [0]', "FLOAT64") +
              ', "Offsets": [4294967293], "Sizes": [2], "Strides": [1]}, "inputs": {"InputTensor": ' + values + '}}',
              Accepted("<f8", (2,), bytes([0, 0, 0, 0, 0, 0, 0x1c, 0x40]) * 2))
    f.number("V55")
    f.add(
        "",
        tile(sized("[1, 2]", '"Strides": [4294967295, 1]'), "[1, 2]", sized("[1, 4]", '"Strides": [0, 1]'))[:-1] +
        ', "inputs": {"InputTensor": [5, 6]}}', Accepted("|u1", (1, 4), bytes([5, 6, 5, 6])))


def totals(f):
    at = "/desc/InputTensor/TotalTensorSizeInBytes"
    f.number("V56")
    bad(f, "", tile(sized("[2]", f'"TotalTensorSizeInBytes": {MARK}4', "FLOAT32")), "tensor_too_small", "4 bytes",
        "8", where=at, rule="TENSOR-8")
    bad(f, "strided", tile(sized("[2]", f'"Strides": [100], "TotalTensorSizeInBytes": {MARK}100')),
        "tensor_too_small", 100, 104, where=at, rule="TENSOR-8")
    f.number("V57")
    bad(f, "", tile(sized("[2]", f'"TotalTensorSizeInBytes": {MARK}18446744073709551615')), "limit_exceeded",
        18446744073709551615, 4294967296, where=at, rule="TENSOR-7")
    at = "/desc/InputTensor/GuaranteedBaseOffsetAlignment"
    f.number("V58")
    bad(f, "", tile(sized("[2]", f'"GuaranteedBaseOffsetAlignment": {MARK}3')), "out_of_range", "3 was found",
        "power of two", where=at, rule="TENSOR-10")
    bad(f, "below_the_element", tile(sized("[2]", f'"GuaranteedBaseOffsetAlignment": {MARK}2', "FLOAT32")),
        "out_of_range", "2 was found", "4 bytes", where=at, rule="TENSOR-10")
    f.add("good", TILE.replace('"Sizes": [2]', '"Sizes": [2], "GuaranteedBaseOffsetAlignment": 256'), TILED)


def data_types(f):
    at = "/desc/InputTensor/DataType"
    f.number("V59")
    for name, word in (("number", "999"), ("known_number", "5"), ("string", '"999"'), ("float128", '"FLOAT128"'),
                       ("lower_case", '"uint8"'), ("empty", '""'), ("prefix", '"DML_TENSOR_DATA_TYPE_"')):
        bad(f, name, tile('{"DataType": %s, "Sizes": [1]}' % (MARK + word)), "bad_enum", word, "UINT8", where=at)
    for word in ("INT4", "UINT4", "UNKNOWN"):
        found = "4-bit" if word != "UNKNOWN" else "no usable data type"
        bad(f, word, tile('{"DataType": %s"%s", "Sizes": [1]}' % (MARK, word)), "bad_enum", found, where=at,
            rule="TENSOR-14")
    bad(f, "null", tile('{"DataType": %snull, "Sizes": [1]}' % MARK), "wrong_type", "null", "a string", where=at)
    bad(f, "flags", tile(sized("[1]", f'"Flags": {MARK}"OWNED"')), "bad_enum", '"OWNED"', "OWNED_BY_DML",
        where="/desc/InputTensor/Flags")
    bad(f, "kind", tile(sized("[1]", f'"Type": {MARK}"IMAGE"')), "bad_enum", '"IMAGE"', "BUFFER",
        where="/desc/InputTensor/Type")
