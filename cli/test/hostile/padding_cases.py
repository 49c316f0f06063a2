"""V65-V72 and V67b: PADDING and PADDING1."""
import itertools
import math
import re
import struct

import npy
from case import MARK, Accepted, Checked, Family, Refused
from value_cases import bad, sized

HUGE = 2_000_000_000
INTEGERS = {
    "INT8": "|i1", "UINT8": "|u1", "INT16": "<i2", "UINT16": "<u2", "INT32": "<i4", "UINT32": "<u4", "INT64": "<i8",
    "UINT64": "<u8"
}


def source(mode, k, n):
    """The input coordinate that output coordinate `k`, counted from the input's first, shows; n: the input's size."""
    if mode == "EDGE":
        return min(max(k, 0), n - 1)
    if mode == "WRAP":
        return k % n
    if mode == "SYMMETRIC":
        k %= 2 * n
        return k if k < n else 2 * n - 1 - k
    if n == 1:
        return 0
    k %= 2 * (n - 1)
    return k if k < n else 2 * (n - 1) - k


def padding(mode, sizes, start, end, values="", data_type="UINT8", value=""):
    value = f'"PaddingValue": {value}, ' if value else ""
    values = f', "inputs": {{"InputTensor": {values}}}' if values else ""
    return f'{{"type": "PADDING", "desc": {{"InputTensor": {sized(sizes, data_type=data_type)}, ' \
           f'"PaddingMode": {mode}, ' \
           f'{value}"StartPadding": {start}, "EndPadding": {end}}}{values}}}'


def padding1(data_type, value, values=""):
    return padding('"CONSTANT"', "[1]", "[1]", "[0]", values, data_type, value).replace('"PADDING"', '"PADDING1"')


def folded(f, name, mode, sizes, start, end):
    """A case whose output is computed from the index map of each axis."""
    count = math.prod(sizes)
    values = [(7 * i + 1) % 256 for i in range(count)]
    maps = [[source(mode, k - s, n) for k in range(s + n + e)] for s, n, e in zip(start, sizes, end)]
    strides = [math.prod(sizes[i + 1:]) for i in range(len(sizes))]
    data = bytes(values[sum(c * s for c, s in zip(at, strides))] for at in itertools.product(*maps))
    f.add(name, padding(f'"{mode}"', list(sizes), list(start), list(end), values),
          Accepted("|u1", tuple(len(m) for m in maps), data))


def cases():
    f = Family()
    folds(f)
    plans(f)
    values(f)
    typed_values(f)
    words_and_counts(f)
    return f


def folds(f):
    f.number("V65")
    bad(f, "", padding('"EDGE"', "[2]", f"[{MARK}4294967295]", "[0]"), "size_overflow", "4294967295 + 2 + 0",
        4294967295, where="/desc/StartPadding/0", rule="PADDING-4")
    bad(f, "both", padding('"WRAP"', "[1]", f"[{MARK}4294967295]", "[4294967295]"), "size_overflow",
        "4294967295 + 1 + 4294967295", where="/desc/StartPadding/0", rule="PADDING-4")
    bad(f, "second_axis", padding('"EDGE"', "[2, 3]", f"[0, {MARK}1]", "[0, 4294967292]"), "size_overflow",
        "1 + 3 + 4294967292", where="/desc/StartPadding/1", rule="PADDING-4")
    bad(f, "elements",
        padding('"EDGE"', "[1, 1]", "[65535, 0]", "[0, 65535]").replace('{"InputTensor', MARK + '{"InputTensor', 1),
        "too_many_elements", "4294967296", "4294967295", where="/desc/OutputTensor/Sizes", rule="TENSOR-4")
    f.number("V66")
    folded(f, "", "REFLECTION", (3,), (3,), (4,))
    folded(f, "often", "REFLECTION", (4,), (29,), (31,))
    folded(f, "two", "REFLECTION", (2,), (9,), (8,))
    folded(f, "axes", "REFLECTION", (2, 3, 1), (5, 0, 4), (4, 17, 3))
    f.number("V67")
    folded(f, "", "SYMMETRIC", (3,), (4,), (5,))
    folded(f, "often", "SYMMETRIC", (4,), (29,), (31,))
    folded(f, "axes", "SYMMETRIC", (2, 3, 1), (5, 0, 4), (4, 17, 3))
    folded(f, "reflection_of_one", "REFLECTION", (1,), (3,), (5,))
    folded(f, "wrap", "WRAP", (3,), (10,), (11,))
    folded(f, "wrap_axes", "WRAP", (2, 3, 1), (5, 0, 4), (4, 17, 3))
    f.number("V68")
    folded(f, "", "REFLECTION", (1,), (0,), (0,))
    folded(f, "beside_another", "REFLECTION", (1, 3), (0, 2), (0, 2))
    f.number("V69")
    folded(f, "", "EDGE", (2, 3), (7, 0), (9, 20))
    f.add("millions", padding('"EDGE"', "[3]", "[3000000]", "[2000000]", "[5, 6, 7]"),
          Accepted("|u1", (5_000_003,), b"\5" * 3_000_000 + b"\5\6\7" + b"\7" * 2_000_000))
    f.add("largest", padding('"EDGE"', "[3]", "[2147483646]", "[2147483646]"),
          Plan("EDGE", 3, 2147483646, 2147483646), before=("explain", "--verbose"), output="")


class Plan(Checked):
    """`explain` of one padded axis: few runs, which together are the index map at both ends and around the input."""
    def __init__(self, mode, size, start, end):
        super().__init__(self._judge, seconds=0.05, most_mib=16)
        self._mode, self._size, self._start, self._end = mode, size, start, end

    def _judge(self, m):
        line = next((text for text in m.stdout.decode().splitlines() if text.startswith("plan of OutputTensor: ")),
                    "")
        axes = re.findall(r"\[([^\]]*)\]", line)
        operand = re.search(r"; %0 = input 0 x1 offset (-?\d+)(?: strides (-?\d+))? span", line)
        if len(axes) != 1 or not operand or m.stderr:
            return [f"the plan of one axis was expected, found {m.stdout + m.stderr!r}"]
        axis = Axis(axes[0])
        extent = self._start + self._size + self._end
        if axis.runs > 8:
            return [f"at most 8 runs were expected, found {axis.runs}: {line}"]
        if axis.extent != extent:
            return [f"{extent} elements were expected, found {axis.extent}: {line}"]
        near = {
            c + d
            for c in (0, self._start, self._start + self._size, extent // 2, extent)
            for d in range(-20, 21)
        }
        for c in sorted(c for c in near if 0 <= c < extent):
            expected = source(self._mode, c - self._start, self._size)
            found = int(operand[1]) + int(operand[2] or 1) * axis.position(c)
            if found != expected:
                return [f"element {expected} was expected at {c}, found {found}: {line}"]
        return []


class Axis:
    """An axis of a plan's text: head | (body)xR | tail, each a list of runs count@begin with a step behind it."""
    def __init__(self, axis):
        repeated = re.search(r"\(([^)]*)\)x(\d+)", axis)
        parts = (axis[:repeated.start()], repeated[1], axis[repeated.end():]) if repeated else (axis, "", "")
        self._head, self._body, self._tail = map(self._parse, parts)
        self._repeat = int(repeated[2]) if repeated else 0
        self.runs = len(self._head + self._body + self._tail)
        self.extent = self._count(self._head) + self._count(self._body) * self._repeat + self._count(self._tail)

    @staticmethod
    def _parse(runs):
        steps = {"": 1, "-": -1, "=": 0}
        found = re.findall(r"(?:%\d+:)?(\d+)@(-?\d+)(\*-?\d+|[-=]?)", runs)
        return [(int(count), int(begin), steps[step] if step in steps else int(step[1:]))
                for count, begin, step in found]

    @staticmethod
    def _count(runs):
        return sum(count for count, _, _ in runs)

    def position(self, c):
        before_body, body = self._count(self._head), self._count(self._body) * self._repeat
        if c < before_body:
            return self._walk(self._head, c)
        if c < before_body + body:
            return self._walk(self._body, (c - before_body) % self._count(self._body))
        return self._walk(self._tail, c - before_body - body)

    @staticmethod
    def _walk(runs, c):
        for count, begin, step in runs:
            if c < count:
                return begin + c * step
            c -= count
        raise ValueError("the runs end too early")


def plans(f):
    f.number("V67b")
    for mode, size, (name, start, end) in itertools.product(
        ("REFLECTION", "SYMMETRIC", "WRAP"), (1, 2, 3),
        (("both", HUGE, HUGE), ("start", HUGE, 0), ("end", 0, HUGE), ("odd", HUGE + 1, HUGE - 1))):
        f.add(f"{mode}_{size}_{name}", padding(f'"{mode}"', f"[{size}]", f"[{start}]", f"[{end}]"),
              Plan(mode, size, start, end), before=("explain", "--verbose"), output="")


def single(number):
    """A number as a FLOAT holds it."""
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def saturated(number, data_type):
    """Toward zero, into the type's range; NaN gives 0."""
    bits = int(data_type.strip("UINT"))
    least, most = (0, 2**bits - 1) if data_type[0] == "U" else (-2**(bits - 1), 2**(bits - 1) - 1)
    if math.isnan(number):
        return 0
    return most if number >= most else least if number <= least else math.trunc(number)


def values(f):
    f.number("V70")
    for literal in ("1e39", "-1e39", "3.4028236e38"):
        bad(f, literal, padding('"CONSTANT"', "[1]", "[1]", "[0]", value=MARK + literal), "out_of_range", literal,
            "3.4028235e38", where="/desc/PaddingValue")
    literals = ("300", "-1", "10.6", "-10.6", "-0.9", '"nan"', '"inf"', '"-inf"', "3e9", "1e30", "-1e30", "16777217",
                "255.99", "-128.5")
    for data_type, descr in INTEGERS.items():
        for literal in literals:
            pad = saturated(single(float(literal.strip('"'))), data_type)
            f.add(f"{data_type}_{literal.strip(chr(34))}",
                  padding('"CONSTANT"', "[1]", "[1]", "[1]", "[5]", data_type, literal),
                  Accepted(descr, (3,), npy.pack(descr, [pad, 5, pad])))
    for literal, half in (("0.1", b"\x66\x2e"), ("65519", b"\xff\x7b"), ("65520", b"\x00\x7c"),
                          ("-65520", b"\x00\xfc"), ("1.00048828125", b"\x00\x3c"), ("1.00146484375", b"\x02\x3c"),
                          ("3e-8", b"\x01\x00"), ("2e-8", b"\x00\x00"), ("-0.0", b"\x00\x80")):
        f.add("FLOAT16_" + literal, padding('"CONSTANT"', "[1]", "[1]", "[0]", "[1]", "FLOAT16", literal),
              Accepted("<f2", (2,), half + b"\x00\x3c"))
    for literal in ("0.1", "3.4028235e38", "1e-45", '"inf"', "-0.0"):
        f.add("FLOAT64_" + literal.strip('"'), padding('"CONSTANT"', "[1]", "[1]", "[0]", "[1]", "FLOAT64", literal),
              Accepted("<f8", (2,), npy.pack("<f8", [single(float(literal.strip('"'))), 1])))


def typed_values(f):
    """PADDING1: the value is one of its type, exactly."""
    for data_type, literal, bound in (("UINT8", "300", "255"), ("UINT8", "-1", "255"), ("UINT8", "256", "255"),
                                      ("UINT8", "10.6", "255"), ("INT8", "128", "127"), ("INT8", "-129", "-128"),
                                      ("UINT32", "4294967296", "4294967295"), ("INT64", "9223372036854775808",
                                                                               "9223372036854775807"),
                                      ("UINT64", "18446744073709551616",
                                       "18446744073709551615"), ("UINT64", "-1", "18446744073709551615"),
                                      ("FLOAT16", "65520", "65504"), ("FLOAT32", "1e39", "3.4028235e")):
        bad(f, f"1_{data_type}_{literal}", padding1(data_type, MARK + literal), "out_of_range", literal, bound,
            where="/desc/PaddingValue")
    bad(f, "1_member", padding1("UINT8", f'{{"UInt8": {MARK}300}}'), "out_of_range", "300", "255",
        where="/desc/PaddingValue/UInt8")
    bad(f, "1_other_member", padding1("UINT8", MARK + '{"Int8": 3}'), "wrong_type", "UInt8",
        where="/desc/PaddingValue")
    bad(f, "1_two_members", padding1("UINT8", MARK + '{"UInt8": 3, "Int8": 3}'), "wrong_type", "UInt8",
        where="/desc/PaddingValue")
    bad(f, "1_string", padding1("UINT8", MARK + '"3"'), "wrong_type", "a string", "UInt8", where="/desc/PaddingValue")
    for data_type, value in (("INT64", -2**63), ("INT64", 2**53 + 1), ("UINT64", 2**64 - 1), ("UINT8", 255), ("INT8",
                                                                                                              -128)):
        descr = INTEGERS[data_type]
        f.add(f"1_{data_type}_{value}_exact", padding1(data_type, value, "[1]"),
              Accepted(descr, (2,), npy.pack(descr, [value, 1])))


def words_and_counts(f):
    f.number("V71")
    for word in ('"REFLECT"', '"constant"', '"DML_PADDING_MODE_MIRROR"', '""', "2"):
        bad(f,
            word.strip('"') or "empty", padding(MARK + word, "[2]", "[1]", "[1]", value="0"), "bad_enum", word,
            "CONSTANT, EDGE, REFLECTION, SYMMETRIC, WRAP", where="/desc/PaddingMode", rule="PADDING-10")
    bad(f, "padding1",
        padding1("UINT8", "0").replace('"CONSTANT"', MARK + '"FOLD"'), "bad_enum", '"FOLD"', "EDGE",
        where="/desc/PaddingMode", rule="PADDING1-8")
    f.number("V72")
    one = padding('"EDGE"', "[2]", "[1]", "[1]")
    for count, name in ((2, ""), (0, "zero"), (4294967295, "most")):
        bad(f, name, one.replace('"StartPadding"',
                                 f'"DimensionCount": {MARK}{count}, "StartPadding"'), "count_mismatch",
            f"{count} was found", "StartPadding has 1 entry", where="/desc/DimensionCount", rule="PADDING-1")
    bad(f, "end", padding('"EDGE"', "[2]", "[1]", f'[1, 1], "DimensionCount": {MARK}1'), "count_mismatch",
        "1 was found", "EndPadding has 2 entries", where="/desc/DimensionCount", rule="PADDING-1")
    bad(f, "tensor", one.replace('"Sizes"', f'"DimensionCount": {MARK}3, "Sizes"'), "count_mismatch", "3 was found",
        "Sizes has 1 entr", where="/desc/InputTensor/DimensionCount", rule="TENSOR-13")
    bad(f, "start_rank", padding('"EDGE"', "[2]", MARK + "[1, 1]", "[1]"), "count_mismatch", "2 entries",
        "1 dimension", where="/desc/StartPadding", rule="PADDING-2")
    bad(f, "end_rank", padding('"EDGE"', "[2]", "[1]", MARK + "[]"), "count_mismatch", "0 entries", "1 dimension",
        where="/desc/EndPadding", rule="PADDING-2")
    bad(f, "nine", padding('"EDGE"', "[2]", MARK + "[1, 1, 1, 1, 1, 1, 1, 1, 1]", "[1]"), "count_mismatch",
        "9 entries", where="/desc/StartPadding", rule="PADDING-2")
