"""J1-J29: the text of a document."""
from case import MARK, Accepted, Family, Refused, text

TILE = '{"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2]}, "Repeats": [2]}, ' \
       '"inputs": {"InputTensor": [1, 2]}}'
TILED = Accepted("|u1", (4,), bytes([1, 2, 1, 2]))
JOIN = '{"type": "JOIN", "desc": {"InputTensors": [{"DataType": "UINT8", "Sizes": [2]}, {"DataType": "UINT8", ' \
       '"Sizes": [1]}], %s}, "inputs": {"InputTensors": [[1, 2], [3]]}}'
ADD = '{"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {"ATensor": {"DataType": "UINT8", "Sizes": [3]}, ' \
      '"BTensor": {"DataType": "UINT8"}}, ' \
      '"inputs": {"ATensor": [0, 3, 5], "AScaleTensor": [%s], "BTensor": [0, 2, 9], "BScaleTensor": [%s], ' \
      '"OutputScaleTensor": [%s]}}'
MIB = 2**20


def refused(code, *says, where="", **more):
    return Refused(3, code, where=where, says=says, **more)


def joined(*warnings):
    return Accepted("|u1", (3,), bytes([1, 2, 3]), warnings)


def cases():
    f = Family()
    empty_and_deep(f)
    large(f)
    keys(f)
    more_than_one(f)
    dialect(f)
    numbers(f)
    encodings(f)
    prefixes(f)
    roots(f)
    terminal_escapes(f)
    return f


def empty_and_deep(f):
    f.number("J1")
    f.add("", MARK, refused("syntax", "empty document"))
    f.number("J2")
    f.add("", "   \n \t " + MARK, refused("syntax", "empty document"))
    f.add("comments", "// nothing\n/* at all */" + MARK, refused("syntax", "empty document"))
    # The text is read as a whole, up to its limit, but nothing behind the 17th bracket is parsed or kept.
    f.number("J3")
    f.add("", lambda: b"[" * 10_000_000, refused("too_deep", 16, where="/0" * 16, at=(1, 17), most_mib=64))
    f.number("J4")
    f.add("", lambda: b"[" * 8_000_000 + b"]" * 8_000_000,
          refused("too_deep", 16, where="/0" * 16, at=(1, 17), most_mib=64))
    f.number("J5")
    f.add("", lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, refused("too_deep", 16, where="/a" * 16,
                                                                          at=(1, 81)))
    f.add("depth_16", '{"$note": ' + "[" * 15 + "]" * 15 + ", " + TILE[1:], TILED)


def large(f):
    f.number("J6")
    f.add("", lambda: b"[" + b"1," * 10_000_000 + b"1]", refused("too_large", 16 * MIB, most_mib=64))
    f.add("sparse_5_gib", None, refused("too_large", 16 * MIB, most_mib=64), arguments=("spec.json",),
          files={"spec.json": lambda path: (path.touch(), open(path, "r+b").truncate(5 << 30))})
    # The 13 values of TILE and the array itself come first; 1,000,000 are accepted.
    f.number("J7")
    at = 1_000_000 - 14
    junk = TILE[:-1] + ', "junk": ['
    f.add("", lambda: junk.encode() + b"1," * 7_500_000 + b"1]}",
          refused("too_many_items", 1_000_000, where=f"/junk/{at}", at=(1, len(junk) + 2 * at + 1), most_mib=64))
    f.number("J8")
    f.add("", lambda: b'{"type": "' + b"x" * 15_000_000 + b'"}',
          refused("too_large", 4096, where="/type", at=(1, 10), most_mib=64))
    f.add("4097", '{"type": ' + MARK + '"' + "x" * 4097 + '"}', refused("too_large", 4096, where="/type"))
    f.number("J9")
    f.add("", lambda: b'{"' + b"x" * 10_000_000 + b'": 1}', refused("too_large", 4096, at=(1, 2), most_mib=64))
    f.number("J10")
    begin = JOIN[:JOIN.index("%s")] + '"Axis": '
    f.add("", lambda: begin.encode() + b"1" * 1_000_000 + b"}}",
          refused("out_of_range", 64, where="/desc/Axis", at=(1, len(begin) + 1)))
    f.add("65", begin + MARK + "0." + "0" * 63 + "}}", refused("out_of_range", 64, where="/desc/Axis"))


def keys(f):
    f.number("J11")
    f.add("", JOIN % ('"Axis": 0, ' + MARK + '"Axis": 1'), refused("duplicate_key", "Axis", where="/desc/Axis"))
    f.add("same_value", JOIN % ('"Axis": 0, ' + MARK + '"Axis": 0'), refused("duplicate_key", where="/desc/Axis"))
    f.add("root", TILE[:-1] + ', ' + MARK + '"type": "JOIN"}', refused("duplicate_key", "type", where="/type"))
    f.add("ignored", TILE[:-1] + ', "$note": {"a": 1, ' + MARK + '"a": 1}}',
          refused("duplicate_key", where="/$note/a"))
    f.add("many", TILE[:-1] + ', "$note": {' + "".join(f'"k{i}": 0, ' for i in range(20_000)) + MARK + '"k7": 0}}',
          refused("duplicate_key", "k7", where="/$note/k7"))
    f.number("J12")
    f.add("", JOIN % ('"Axis": 0, ' + MARK + '"\\u0041xis": 1'), refused("duplicate_key", "Axis", where="/desc/Axis"))
    # An unknown field is a warning, and refused only with --strict.
    f.number("J13")
    key = '"Axis": 0, "Axis\\u0000": %s1'
    f.add("", JOIN % (key % ""), joined(("/desc/Axis\\x00 (1:", "Axis\\x00")))
    f.add("strict", JOIN % (key % MARK), refused("unknown_field", "Axis\\x00", "Axis", where="/desc/Axis\\x00"),
          arguments=("--strict",))
    f.add("alone", (JOIN % '"Axis\\u0000": 0').replace('{"InputTensors', MARK + '{"InputTensors', 1),
          refused("missing_field", "Axis", where="/desc"), output="")


def more_than_one(f):
    f.number("J14")
    f.add("", "{} " + MARK + "trailing", refused("syntax", "trailing", "end of the text"))
    f.add("spec", TILE + "\n " + MARK + "trailing", refused("syntax", "trailing", "end of the text"))
    f.add("bracket", TILE + MARK + "}", refused("syntax", "}", "end of the text"))
    f.add("comma", TILE + MARK + ",", refused("syntax", ",", "end of the text"))
    f.number("J15")
    f.add("", TILE + "\n" + MARK + TILE, refused("syntax", "{", "end of the text"))
    f.add("number", TILE + MARK + "1", refused("syntax", "1", "end of the text"))


def dialect(f):
    f.number("J16")
    f.add("", TILE.replace("2]", "2,]").replace("}", ", }"), TILED)
    for name, array, found in (("alone", MARK + ",", ","), ("two", "2," + MARK + ",", ","),
                               ("first", MARK + ",2", ","), ("apart", "2, /* */ " + MARK + ", ", ",")):
        f.add(
            name, TILE.replace("[2]}", "[" + array + "]}", 1),
            refused("syntax", found, "value", where="/desc/InputTensor/Sizes" + ("/1" if array[0] == "2" else "/0")))
    f.add("object_alone", '{' + MARK + ',}', refused("syntax", ",", "key"))
    f.add("object_two", TILE[:-1] + "," + MARK + ",}", refused("syntax", ",", "key"))
    f.add("after_colon", '{"type": ' + MARK + ',}', refused("syntax", ",", "value", where="/type"))
    f.number("J17")
    f.add(
        "", "// line, \"quoted\"\r\n/* { */" + TILE.replace(": ", ": // a colon\n").replace(", ", " /* , */, ") +
        "// the end", TILED)
    f.add("in_a_string", '{"$note": "// /* no comment", ' + TILE[1:], TILED)
    f.add("before_comma", TILE.replace("2]", "2, // trailing\n]"), TILED)
    f.add("unterminated", TILE[:-1] + MARK + "/* }", refused("syntax", "comment", "*/"))
    f.add("unterminated_star", TILE[:-1] + MARK + "/*/ }", refused("syntax", "comment", "*/"))
    f.add("after_the_root", TILE + MARK + "/* ", refused("syntax", "comment", "*/"))
    f.add("slash", TILE[:-1] + MARK + "/ }", refused("syntax", "/"))
    f.add("hash", TILE[:-1] + MARK + "# }", refused("syntax", "#"))
    f.number("J18")
    f.add("", TILE.replace('"UINT8"', MARK + "'UINT8'"),
          refused("syntax", "'UINT8'", "double quotes", where="/desc/InputTensor/DataType"))
    f.add("key", "{" + MARK + "'type': 1}", refused("syntax", "'type'", "double quotes"))


def numbers(f):
    padding = '{"type": "PADDING", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [1]}, "PaddingMode": ' \
              '"CONSTANT", "PaddingValue": ' + MARK + '%s, "StartPadding": [1], "EndPadding": [1]}}'
    f.number("J19")
    for word, advice in (("NaN", "nan"), ("Infinity", "inf"), ("-Infinity", "-inf"), ("nan", "nan"), ("+1", "number"),
                         ("01", "number"), (".5", "number"), ("1.", "number"), ("0x10", "number"), ("1e", "number"),
                         ("-", "number"), ("True", "true"), ("undefined", "value")):
        f.add(word, padding % word, refused("syntax", word, advice, where="/desc/PaddingValue"))
    f.number("J20")
    f.add("", ADD % (MARK + "1e400", 1, 1), refused("out_of_range", "1e400", where="/inputs/AScaleTensor/0"))
    f.add("negative", ADD % (1, MARK + "-1e400", 1), refused("out_of_range", "-1e400",
                                                             where="/inputs/BScaleTensor/0"))
    f.add("float32", ADD % (1, 1, MARK + "1e39"), refused("out_of_range", "1e39",
                                                          where="/inputs/OutputScaleTensor/0"))
    f.number("J21")
    f.add("", ADD % ("1e-400", 1, 1), Accepted("|u1", (3,), bytes([0, 2, 9])))
    # 0/0 is NaN, which gives the least value; everything else is +inf, which gives the greatest.
    f.add("output_scale", ADD % (1, 1, "1e-400"), Accepted("|u1", (3,), bytes([0, 255, 255])))
    f.add("minus", ADD % (1, 1, "-1e-400"), Accepted("|u1", (3,), bytes([0, 0, 0])))


def encodings(f):
    f.number("J22")
    note = b'{"$note": "%s", ' + TILE[1:].encode()
    for name, raw in (("ff", b"a%s\xff"), ("overlong", b"%s\xc0\x80"), ("cut", b"%s\xe2\x28\xa1"),
                      ("surrogate", b"%s\xed\xa0\x80"), ("beyond", b"%s\xf4\x90\x80\x80"),
                      ("continuation", b"%s\x80"), ("latin_1", b"caf%s\xe9")):
        f.add(name, note % (raw % MARK.encode()), refused("bad_utf8", "UTF-8", where="/$note"))
    f.add("key", b'{"a' + MARK.encode() + b'\xff": 1}', refused("bad_utf8", "UTF-8"))
    f.add("outside", TILE[:-1].encode() + MARK.encode() + b"\xff}", refused("bad_utf8", "UTF-8"))
    f.add("good", note % "\N{SNOWMAN}\N{PILE OF POO}\u00e9".encode(), TILED)
    f.number("J23")
    for name, escape in (("high", "\\ud800"), ("low", "\\udc00"), ("reversed", "\\udc00\\ud800"),
                         ("high_then_text", "\\ud83dx"), ("two_high", "\\ud800\\ud800")):
        f.add(name, TILE[:-1] + ', "$note": "a' + MARK + escape + '"}',
              refused("bad_utf8", escape[:6], "surrogate", where="/$note"))
    f.add("pair", TILE[:-1] + ', "$note": "\\ud83d\\uDCA9"}', TILED)
    f.number("J24")
    for name, raw in (("", b"\xff\xfe" + TILE.encode("utf-16-le")), ("big_endian",
                                                                     b"\xfe\xff" + TILE.encode("utf-16-be")),
                      ("no_mark", TILE.encode("utf-16-le")), ("big_endian_no_mark", TILE.encode("utf-16-be"))):
        f.add(name, raw, refused("syntax", "UTF-16", "UTF-8", at=(1, 1)))
    f.number("J25")
    f.add("", b"\xef\xbb\xbf" + TILE.encode(), TILED)
    f.add("position", b"\xef\xbb\xbf" + '{"type": §1}'.encode(), refused("wrong_type", "1", "string", where="/type"))
    f.add("alone", b"\xef\xbb\xbf" + MARK.encode(), refused("syntax", "empty document"))
    f.add("twice", b"\xef\xbb\xbf" + MARK.encode() + b"\xef\xbb\xbf" + TILE.encode(), refused("syntax"))
    f.number("J26")
    nul = MARK + "\0"
    f.add("", TILE.replace(', "desc"', nul + ', "desc"'), refused("syntax", "NUL"))
    f.add("in_a_string", TILE.replace("UINT8", "UI" + nul + "NT8"),
          refused("syntax", "NUL", where="/desc/InputTensor/DataType"))
    f.add("in_a_comment", "/* " + nul + " */" + TILE, refused("syntax", "NUL"))
    f.add("at_the_end", TILE + nul, refused("syntax", "NUL"))
    f.add("then_nonsense", TILE + nul + "}}}", refused("syntax", "NUL"))
    f.add("alone", nul, refused("syntax", "NUL"))
    f.add("in_a_word", TILE.replace("[2]}", "[2\0" + "2]}", 1), refused("syntax", "NUL", anywhere=True))


def prefixes(f):
    f.number("J27")
    good = '{"type": "T\\u0049LE", // \u00e9\n "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2, 10]},' \
           ' "Repeats": [1, 2,],}, "note\\n": [1.5e+3, true, null, "\\ud83d\\udca9\u20ac"]}'
    raw, _ = text(good)
    cut = raw.index("\u00e9".encode()) + 1  # in the middle of a comment's character
    for end in range(len(raw)):
        f.add(str(end), raw[:end], refused("bad_utf8" if end == cut else "syntax", anywhere=True))


def roots(f):
    f.number("J28")
    for name, raw, what in (("array", "[]", "the array []"), ("string", '"TILE"', "TILE"), ("number", "1", "1"),
                            ("null", "null", "null"), ("true", "true", "true"), ("full_array", "[" + TILE + "]",
                                                                                 "the array")):
        f.add(name, MARK + raw, refused("wrong_type", what, "an object"))


def terminal_escapes(f):
    # A warning, or exit 3 with --strict. Raw control characters are looked for in every message.
    f.number("J29")
    key = '"Axis": 0, "\\u001b[31mAxes\\u009b\\u202e": %s1'
    shown = "\\x1b[31mAxes\\xc2\\x9b\\xe2\\x80\\xae"
    f.add("", JOIN % (key % ""), joined(("/desc/" + shown,)))
    f.add("strict", JOIN % (key % MARK), refused("unknown_field", shown, where="/desc/" + shown),
          arguments=("--strict",))
    f.add("type", '{"type": ' + MARK + '"\\u001b[2JTILE"}', refused("unknown_operator", "\\x1b[2JTILE",
                                                                    where="/type"))
    f.add("enumeration", TILE.replace('"UINT8"', MARK + '"\\u001b]0;x\\u0007\\r\\nUINT8"'),
          refused("bad_enum", "\\x1b]0;x\\x07\\x0d\\x0aUINT8", where="/desc/InputTensor/DataType"))
    f.add("raw", TILE.replace('"UINT8"', '"' + MARK + '\x1b[31m"'),
          refused("syntax", "\\x1b", where="/desc/InputTensor/DataType"))
    f.add("raw_outside", TILE[:-1] + MARK + "\x1b[31m}", refused("syntax", "\\x1b"))
    f.add("file_name", TILE.replace("[1, 2]", '{"sourcePath": "\\u001b[31m\\n.npy"}'),
          Refused(7, "cannot_open", file="\\x1b[31m\\x0a.npy"))
    f.add("array_of_it", TILE.replace("[1, 2]", '[1, ' + MARK + '"\\u001b[31m"]'),
          refused("wrong_type", "\\x1b[31m", where="/inputs/InputTensor/1"))
