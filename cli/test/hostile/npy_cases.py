"""N97-N125: what a .npy file's header says."""
import npy
from case import MARK, Accepted, Family, Refused
from operator_cases import join
from value_cases import sized, tile

VALUES = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
GOOD = npy.encode("<f4", (2, 3), VALUES)
READ = Accepted("<f4", (2, 3), npy.pack("<f4", VALUES))
PLAIN = tile(sized("[2, 3]", data_type="FLOAT32"), "[1, 1]")
IN = ("--in", "InputTensor=x.npy")


def sparse(begin, size):
    """A file of `size` bytes of which only the beginning takes room."""
    def make(path):
        with open(path, "wb") as file:
            file.write(begin)
            file.truncate(size)

    return make


def refused(f, name, raw, code, part, *says, spec=PLAIN, **more):
    f.add(name, spec, Refused(4, code, where=part, says=says, file="x.npy", **more), arguments=IN,
          files={"x.npy": raw})


def accepted(f, name, raw, outcome=READ, spec=PLAIN):
    f.add(name, spec, outcome, arguments=IN, files={"x.npy": raw})


def dictionary(content, **more):
    """A file with the data of GOOD whose header is this text."""
    return npy.header(None, None, dictionary=content, **more) + npy.pack("<f4", VALUES)


def cases():
    f = Family()
    beginnings(f)
    lengths(f)
    dictionaries(f)
    types(f)
    orders(f)
    shapes(f)
    counts(f)
    return f


def beginnings(f):
    f.number("N97")
    refused(f, "", b"", "npy_truncated", "header", "empty")
    f.number("N98")
    refused(f, "", b"\x93NUMP", "npy_truncated", "header", "5 bytes")
    refused(f, "other", b"hello", "npy_magic", "header", "magic")
    f.number("N99")
    refused(f, "", b"\x93NUMPX" + GOOD[6:], "npy_magic", "header", "93 4E 55 4D 50 59")
    refused(f, "zeros", bytes(200), "npy_magic", "header", "magic")
    refused(f, "json", PLAIN.encode(), "npy_magic", "header", "magic")
    refused(f, "lower_case", GOOD.replace(b"NUMPY", b"numpy"), "npy_magic", "header", "magic")
    f.number("N100")
    for length in (6, 7, 8, 9):
        refused(f, str(length), GOOD[:length], "npy_truncated", "header", f"{length} bytes")
    refused(f, "10", GOOD[:10], "npy_truncated", "header", "118 bytes", "found 0")
    f.number("N101")
    for version in ((0, 0), (4, 0), (255, 255), (1, 1), (2, 1), (0, 1)):
        refused(f, "%d.%d" % version, GOOD[:6] + bytes(version) + GOOD[8:], "npy_version", "header",
                "%d.%d" % version, "1.0, 2.0 and 3.0")


def lengths(f):
    f.number("N102")
    refused(f, "", GOOD[:8] + b"\xff\xff" + GOOD[10:128], "npy_truncated", "header", "65535", "found 118")
    refused(f, "by_one", GOOD[:8] + b"\x8f\x00" + GOOD[10:], "npy_truncated", "header", "143", "found 142")
    f.number("N103")
    for name, length in (("", b"\xff\xff\xff\xff"), ("by_one", b"\x01\x00\x01\x00")):
        refused(f, name, GOOD[:6] + b"\x02\x00" + length + GOOD[10:], "npy_header", "header",
                int.from_bytes(length, "little"), 65536, most_mib=64)
    refused(f, "v3", GOOD[:6] + b"\x03\x00\xff\xff\xff\xff" + GOOD[10:], "npy_header", "header", 4294967295, 65536)
    f.number("N104")
    refused(f, "", GOOD[:8] + b"\x00\x00" + GOOD[10:], "npy_header", "header", "length is 0")
    refused(f, "v2", GOOD[:6] + b"\x02\x00" + bytes(4) + GOOD[10:], "npy_header", "header", "length is 0")
    # numpy accepts these as well.
    f.number("N105")
    accepted(f, "", npy.encode("<f4", (2, 3), VALUES, padded=False))
    accepted(f, "v2", npy.encode("<f4", (2, 3), VALUES, padded=False, version=(2, 0)))
    accepted(f, "v3", npy.encode("<f4", (2, 3), VALUES, version=(3, 0)))
    accepted(
        f, "much_padding",
        dictionary(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}" + b" " * 60_000 + b"\n",
                   version=(2, 0), padded=False))
    f.number("N106")
    nested = b"(" * 65536
    refused(f, "", npy.header(None, None, dictionary=nested, version=(2, 0), padded=False), "npy_header", "header",
            "'((((", "'{'")
    for name, begin, part in (("shape", b"{'shape': ", "shape"), ("descr", b"{'descr': ", "header"),
                              ("fortran_order", b"{'fortran_order': ", "fortran_order"), ("key", b"{", "header")):
        refused(f, name, npy.header(None, None, dictionary=begin + nested[len(begin):], version=(2, 0), padded=False),
                "npy_header", part, "expected")
    refused(f, "brackets", npy.header(None, None, dictionary=b"[" * 65535, padded=False), "npy_header", "header",
            "'[[[[", "'{'")


def dictionaries(f):
    good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
    f.number("N107")
    for name, content in (("", "__import__('os').system('touch out/evaluated')"), ("list", "[1, 2]"), ("number", "1"),
                          ("spaces", "    "), ("set", "{'descr', 'fortran_order', 'shape'}"), ("unclosed", good[:-3]),
                          ("dict_call", "dict(descr='<f4', fortran_order=False, shape=(2, 3))"),
                          ("behind", good + " + {}"), ("two", good + good), ("comment", good + " # text"),
                          ("zero_byte", good.replace("False", "Fal\0se"))):
        part = "fortran_order" if name == "zero_byte" else "header"
        refused(f, name, dictionary(content), "npy_header", part, "expected")
    call = good.replace("'<f4'", "__import__('os').system('touch out/evaluated')")
    refused(f, "value", dictionary(call), "npy_header", "header", "expected")
    refused(f, "shape", dictionary(good.replace("(2, 3)", "(2, len('abc'))")), "npy_header", "shape", "len(",
            "expected")
    f.number("N108")
    for key, member in (("descr", "'descr': '<f4', "), ("fortran_order", "'fortran_order': False, "),
                        ("shape", "'shape': (2, 3), ")):
        refused(f, key + "_missing", dictionary(good.replace(member, "")), "npy_header", "header", key, "missing")
        refused(f, key + "_twice", dictionary(good.replace(member, member * 2)), "npy_header", "header", key, "twice")
    refused(f, "extra", dictionary(good.replace("}", "'extra': 1, }")), "npy_header", "header", "'extra'", "descr")
    refused(f, "extra_first", dictionary(good.replace("{", "{'Descr': '<f4', ")), "npy_header", "header", "'Descr'",
            "descr")
    refused(f, "empty", dictionary("{}"), "npy_header", "header", "descr", "missing")
    refused(f, "empty_key", dictionary(good.replace("}", "'': 1, }")), "npy_header", "header", "''")
    f.number("N109")
    accepted(f, "", dictionary("{'shape': (2, 3), 'descr': '<f4', 'fortran_order': False}"))
    accepted(f, "quotes", dictionary('{"fortran_order":False,"shape":(2,3),"descr":"<f4"}'))
    accepted(f, "spaces", dictionary(" {\t'descr' : '<f4' ,\n 'fortran_order' :False, 'shape': ( 2 ,3 , ) , } "))
    f.number("N110")
    refused(f, "", dictionary(good.replace("shape", "sh\xe4pe")), "npy_header", "header", "not ASCII")
    refused(f, "v2", dictionary(good.replace("}", "} \xa0"), version=(2, 0)), "npy_header", "header", "not ASCII")
    refused(
        f, "v3",
        dictionary("{'descr': '<f\N{SNOWMAN}4', 'fortran_order': False, 'shape': (2, 3)}".encode(), version=(3, 0)),
        "npy_dtype", "descr", "\N{SNOWMAN}")
    refused(f, "v3_not_utf_8",
            dictionary(b"{'descr': '<f\xff', 'fortran_order': False, 'shape': (2, 3)}", version=(3, 0)), "npy_dtype",
            "descr", "\\xff")


def types(f):
    f.number("N111")
    refused(f, "", npy.header("|O", (2, 3)) + bytes(48), "npy_dtype", "descr", "|O", "object arrays are never loaded")
    refused(f, "bare", npy.header("O", (2, 3)) + b"\x80\x04cos\nsystem\n", "npy_dtype", "descr", "never loaded")
    f.number("N112")
    refused(f, "",
            npy.header([("a", "<f4"), ("b", "<i4")], (2, 3)) + bytes(48), "npy_dtype", "descr", "structures", "<f4")
    refused(f, "nested", npy.header([("a", [("b", "<f4")])], (2, 3)) + bytes(24), "npy_dtype", "descr", "structures")
    # Big-endian files are converted, native ones and orders on one-byte types accepted.
    ramp = {
        "b1": (True, False, True), "i1": (-128, 0, 127), "u1": (0, 1, 255), "i2": (-32768, 258, 32767),
        "u2": (0, 258, 65535), "i4": (-2**31, 16909060, 2**31 - 1), "u4": (0, 16909060, 2**32 - 1),
        "i8": (-2**63, 72623859790382856, 2**63 - 1), "u8": (0, 72623859790382856, 2**64 - 1),
        "f2": (-1.5, 0.0001, 65504), "f4": (-1.5, 1e-40, 3e38), "f8": (-1.5, 5e-324, 1e308)
    }
    names = {"i": "INT", "u": "UINT", "f": "FLOAT"}
    for number, order in (("N113", ">"), ("N114", "=")):
        f.number(number)
        for kind, values in ramp.items():
            bits = int(kind[1]) * 8
            data_type = "UINT8" if kind == "b1" else f"{names[kind[0]]}{bits}"
            written = "|u1" if kind == "b1" else ("|" if bits == 8 else "<") + kind
            f.add(kind, join([sized("[3]", data_type=data_type)]),
                  Accepted(written, (3,), npy.pack("<" + kind, values)), arguments=("--in", "InputTensors=x.npy"),
                  files={"x.npy": npy.encode(order + kind, (3,), values)})
    f.number("N115")
    for descr in ("<f16", "<c8", "<U3", "|V8", "<M8[ns]", "<c16", "|S4", "<m8", "<f3", "<i16", "", "<", "l", "<F4",
                  "<f4 ", "!f4", "int32", "<f4,<f4"):
        refused(f, descr or "empty",
                npy.header(descr, (2, 3)) + npy.pack("<f4", VALUES), "npy_dtype", "descr", f"'{descr}'", "f4")
    f.number("N116")
    refused(f, "", npy.encode("<i4", (2, 3), range(6)), "npy_type_mismatch", "descr", "INT32", "FLOAT32")
    refused(f, "same_width_sign", npy.encode("<u1", (2,), [1, 2]), "npy_type_mismatch", "descr", "UINT8", "INT8",
            spec=tile(sized("[2]", data_type="INT8")))
    refused(f, "booleans", npy.encode("|b1", (2, 3), [True] * 6), "npy_type_mismatch", "descr", "booleans", "FLOAT32")
    accepted(f, "booleans_as_int8", npy.encode("|b1", (2,), [True, False]), Accepted("|i1", (2,), b"\1\0"),
             tile(sized("[2]", data_type="INT8")))


def orders(f):
    f.number("N117")
    accepted(f, "", npy.encode("<f4", (2, 3), [1, 4, 2, 5, 3, 6], fortran=True))
    accepted(f, "big_endian", npy.encode(">f4", (2, 3), [1, 4, 2, 5, 3, 6], fortran=True))
    accepted(f, "one_axis", npy.encode("|u1", (3,), [1, 2, 3], fortran=True), Accepted("|u1", (3,), bytes([1, 2, 3])),
             tile(sized("[3]")))
    # Element (i, j, k) of (2, 3, 4) holds its place in row-major order; the file runs through i first.
    column_major = [i * 12 + j * 4 + k for k in range(4) for j in range(3) for i in range(2)]
    accepted(f, "three_axes", npy.encode("|u1", (2, 3, 4), column_major, fortran=True),
             Accepted("|u1", (2, 3, 4), bytes(range(24))), tile(sized("[2, 3, 4]"), "[1, 1, 1]"))
    f.number("N118")
    for word in ("1", "0", "'True'", "true", "None", "()", "not False"):
        content = f"{{'descr': '<f4', 'fortran_order': {word}, 'shape': (2, 3), }}"
        refused(f, word, dictionary(content), "npy_header", "fortran_order", word[:3].strip("'"), "True or False")


def with_shape(shape, descr="<f4", data=npy.pack("<f4", VALUES)):
    return npy.header(None, None,
                      dictionary=f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}") + data


def shapes(f):
    f.number("N119")
    refused(f, "", with_shape("(2, -3)"), "npy_header", "shape", "-3", "extent")
    refused(f, "both", with_shape("(-2, -3)"), "npy_header", "shape", "-2", "extent")
    f.number("N120")
    for shape, found in (("(True, 2)", "True"), ("(2.0,)", ".0"), ("(2L,)", "L"), ("(0x10,)", "x10"),
                         ("(1_0,)", "_0"), ("(+2, 3)", "+2"), ("(02, 3)", "02"), ("(2e0, 3)", "e0"),
                         ("('2', 3)", "'2'"), ("(2 3)", "3"), ("(, 2)", ","), ("(2,, 3)", ","), ("(6)", ")"),
                         ("[2, 3]", "["), ("6", "6"), ("(2, (3,))", "("), ("None", "None"), ("(2, 3", "}")):
        refused(f, shape.replace("/", ""), with_shape(shape), "npy_header", "shape", found, "expected")
    f.number("N121")
    accepted(f, "", npy.encode("<f4", (), [7]), Accepted("<f4", (1, 2), npy.pack("<f4", [7, 7])),
             tile(sized("[1, 1]", data_type="FLOAT32"), "[1, 2]"))
    accepted(f, "derived", npy.encode("<f4", (), [7]), Accepted("<f4", (2,), npy.pack("<f4", [7, 7])),
             tile("{}", "[2]"))
    refused(f, "six", npy.encode("<f4", (), [7]), "npy_shape_mismatch", "shape", "()", "(2, 3)")
    f.number("N122")
    refused(f, "", with_shape("(0, 5)", data=b""), "size_zero", "shape", "(0, 5)", "at least 1")
    refused(f, "last", with_shape("(5, 0)", data=b""), "size_zero", "shape", "(5, 0)", "at least 1")
    f.number("N123")
    refused(f, "", with_shape("(" + "1, " * 33 + ")"), "npy_header", "shape", "32 dimensions")
    refused(f, "20000", with_shape("(" + "1, " * 20_000 + ")"), "npy_header", "shape", "32 dimensions")
    refused(f, "32", with_shape("(" + "1, " * 31 + "6)"), "npy_shape_mismatch", "shape", "1, 1, 6)", "(2, 3)")


def counts(f):
    f.number("N124")
    for name, shape in (("", "(4294967296, 4294967296)"), ("bytes", "(2305843009213693952, 2)"),
                        ("extent", "(18446744073709551616,)"), ("digits", "(" + "9" * 10_000 + ",)"),
                        ("many", "(" + "65536, " * 32 + ")")):
        refused(f, name, with_shape(shape), "size_overflow", "shape", "64 bits", most_mib=64)
    f.number("N125")
    for name, shape in (("", (3, 2)), ("flat", (6,)), ("leading_one", (1, 2, 3)), ("trailing_one", (2, 3, 1)),
                        ("fewer", (2, 2))):
        count = 4 if name == "fewer" else 6
        refused(f, name, npy.encode("<f4", shape, VALUES[:count]), "npy_shape_mismatch", "shape", str(shape), "(2, 3)")
    add = '{"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {"ATensor": %s, "BTensor": {"DataType": "UINT8"}}, ' \
          '"inputs": {"ATensor": [1, 2], "BTensor": [3, 4], "AScaleTensor": {"sourcePath": "s.npy"}, ' \
          '"BScaleTensor": [1], "OutputScaleTensor": [1]}}' % sized("[1, 2]")
    # A one-element file for a scale or zero point takes the rank that it needs.
    for name, shape in (("scale", (1,)), ("scale_scalar", ()), ("scale_rank_3", (1, 1, 1))):
        f.add(name, add, Accepted("|u1", (1, 2), bytes([5, 8])), files={"s.npy": npy.encode("<f4", shape, [2])})
    # Where the spec leaves sizes or type open and the file's contradict the rest, the desc's place and rule are told.
    def contradicts(name, spec, code, says, where, rule, files, arguments=IN):
        f.add(name, spec, Refused(4, code, where="/desc/" + where, says=says, rule=rule), arguments=arguments,
              files=files)

    contradicts("scale_of_two", add.replace('{"ATensor"', MARK + '{"ATensor"', 1), "npy_shape_mismatch",
                ("1 dimension",), "AScaleTensor/Sizes", "QADD-1", {"s.npy": npy.encode("<f4", (2,), [2, 2])}, ())
    contradicts("rank", tile("{}", MARK + "[2]"), "npy_shape_mismatch", ("1 entry", "2 dimensions"), "Repeats",
                "TILE-2", {"x.npy": GOOD})
    contradicts("type", tile(MARK + "{}", "[2]"), "npy_type_mismatch", ("FLOAT64", "FLOAT32"), "InputTensor/DataType",
                "TILE-9", {"x.npy": npy.encode("<f8", (2,), [1, 2])})
    contradicts("output", tile("{}", "[2, 2]", sized(f"[4, {MARK}7]", data_type="FLOAT32")), "npy_shape_mismatch",
                ("7 is not", "3 * 2", "6 was expected"), "OutputTensor/Sizes/1", "TILE-6", {"x.npy": GOOD})
    refused(f, "nine_dimensions", npy.encode("<f4", (1,) * 9, [1]), "npy_shape_mismatch", "InputTensor", "9 dimensions",
            "1 to 8 dimensions", spec=tile("{}"))
    refused(f, "extent_beyond_32_bits", sparse(npy.header("|u1", (1, 1 << 32)), 128 + (1 << 32)),
            "npy_shape_mismatch", "InputTensor", 1 << 32, 4294967295, spec=tile("{}", "[1, 1]"))
