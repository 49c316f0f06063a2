"""V60-V64 and V73-V87: the rules of TILE, JOIN and quantized add."""
import os
import select

import npy
from case import MARK, Accepted, Checked, Family, Refused
from value_cases import bad, sized, tile


def cases():
    f = Family()
    tiles(f)
    two_gibibytes(f)
    join_counts(f)
    join_shapes(f)
    quantized(f)
    return f


def tiles(f):
    f.number("V60")
    bad(f, "", tile(sized("[2, 3]"), MARK + "[2]"), "count_mismatch", "1 entry", "2 dimensions",
        where="/desc/Repeats", rule="TILE-2")
    bad(f, "longer", tile(sized("[2]"), MARK + "[2, 2]"), "count_mismatch", "2 entries", "1 dimension",
        where="/desc/Repeats", rule="TILE-2")
    bad(f, "empty", tile(sized("[2]"), MARK + "[]"), "count_mismatch", "0 entries", where="/desc/Repeats",
        rule="TILE-2")
    bad(f, "nine", tile(sized("[2]"), MARK + "[" + "1," * 8 + "1]"), "count_mismatch", "9 entries",
        where="/desc/Repeats", rule="TILE-2")
    bad(f, "count", tile(sized("[2]"), f'[2], "RepeatsCount": {MARK}2'), "count_mismatch", "2 was found", "1 entry",
        where="/desc/RepeatsCount", rule="TILE-1")
    f.number("V61")
    bad(f, "", tile(sized("[2, 3]"), f"[1, {MARK}0]"), "out_of_range", "0", "at least 1", where="/desc/Repeats/1",
        rule="TILE-3")
    f.number("V62")
    bad(f, "", tile(sized("[2]"), f"[{MARK}4294967295]"), "size_overflow", "2 * 4294967295", 4294967295,
        where="/desc/Repeats/0", rule="TILE-5")
    bad(f, "2_to_the_32", tile(sized("[65536]"), f"[{MARK}65536]"), "size_overflow", "65536 * 65536", 4294967295,
        where="/desc/Repeats/0", rule="TILE-5")
    bad(f, "output_is_the_low_half", tile(sized("[65537]"), f"[{MARK}65536]", sized("[65536]")), "size_overflow",
        "65537 * 65536", where="/desc/Repeats/0", rule="TILE-5")
    f.number("V63")
    bad(f, "", tile(sized("[2, 3]"), "[2, 2]", sized(f"[4, {MARK}7]")), "size_mismatch", "7 is not", "3 * 2",
        "6 was expected", where="/desc/OutputTensor/Sizes/1", rule="TILE-6")
    bad(f, "rank", tile(sized("[2, 3]"), "[2, 2]", sized(MARK + "[24]")), "rank_mismatch", "1 dimension", "has 2",
        where="/desc/OutputTensor/Sizes", rule="TILE-4")
    bad(f, "type", tile(sized("[1]"), "[1]", f'{{"DataType": {MARK}"INT8"}}'), "type_mismatch", "INT8", "UINT8",
        where="/desc/OutputTensor/DataType", rule="TILE-7")


class CountedBytes:
    """A pipe for an output and a reader that counts what comes: a header, then nothing but one byte."""
    def __init__(self, dtype, shape, byte, count):
        self._expected = (dtype, shape, b"")
        self._byte, self._count = byte, count

    def __call__(self, path):
        os.mkfifo(path)

    def attend(self, path, ended):
        """During one run, also where nobody writes."""
        self.header, self.found, self.other = b"", 0, 0
        pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        while True:
            is_over = ended.is_set()
            select.select([pipe], [], [], 0.1)
            try:
                piece = os.read(pipe, 1 << 20)
            except BlockingIOError:
                continue
            if not piece and is_over:
                break
            if not piece:  # no writer yet, or no longer
                ended.wait(0.01)
            missing = 128 - len(self.header)
            self.header += piece[:missing]
            piece = piece[missing:] if missing else piece
            self.found += len(piece)
            self.other += len(piece) - piece.count(self._byte)
        os.close(pipe)

    def judge(self, _measured):
        if len(self.header) < 128 or npy.read(self.header) != self._expected:
            return [f"another header was expected, found {self.header!r}"]
        if (self.found, self.other) != (self._count, 0):
            return [f"{self._count} equal bytes were expected, found {self.found}, {self.other} of them others"]
        return []


def two_gibibytes(f):
    f.number("V64")
    spec = tile(sized("[1]"), "[2147483648]")[:-1] + ', "inputs": {"InputTensor": [7]}}'
    for name, pipe, out, more in (("", "sink", "sink", ()), ("interpreter", "sink", "sink",
                                                             ("--backend", "interpreter")), ("counted", "stdout.pipe",
                                                                                             "-", ())):
        counted = CountedBytes("|u1", (2147483648,), b"\x07", 2147483648)
        f.add(name, spec, Checked(counted.judge, seconds=15), arguments=(*more, "--out", "OutputTensor=" + out),
              output="", files={pipe: counted})


def join(tensors, more='"Axis": 0'):
    return '{"type": "JOIN", "desc": {"InputTensors": [%s], %s}}' % (", ".join(tensors), more)


def bad_join(f, name, document, code, *says, where, rule):
    f.add(name, document, Refused(3, code, where=where, says=says, rule=rule),
          arguments=("--in", "InputTensors=absent.npy"))


def join_counts(f):
    one = sized("[1]")
    f.number("V73")
    bad_join(
        f, "", '{"type": "JOIN", "desc": {"InputCount": 0, "InputTensors": %s[], "OutputTensor": %s, "Axis": 0}}' %
        (MARK, one), "out_of_range", "no input", "at least one", where="/desc/InputTensors", rule="JOIN-2")
    bad_join(f, "alone", '{"type": "JOIN", "desc": {"InputTensors": %s[], "Axis": 0}}' % MARK, "out_of_range",
             "no input", "at least one", where="/desc/InputTensors", rule="JOIN-2")
    f.number("V74")
    for count, name in ((3, ""), (1, "fewer"), (0, "zero"), (4294967295, "most")):
        bad_join(f, name, join([one, one], f'"Axis": 0, "InputCount": {MARK}{count}'), "count_mismatch",
                 f"{count} was found", "2 entries", where="/desc/InputCount", rule="JOIN-1")
    f.number("V75")
    bad_join(f, "", join([sized("[1, 2]")], f'"Axis": {MARK}2'), "axis_out_of_range", "axis 2", "0 to 1",
             where="/desc/Axis", rule="JOIN-4")
    f.number("V76")
    bad_join(f, "", join([one], f'"Axis": {MARK}4294967295'), "axis_out_of_range", "axis 4294967295", "0 to 0",
             where="/desc/Axis", rule="JOIN-4")


def join_shapes(f):
    f.number("V77")
    bad_join(f, "", join([sized("[2, 3]"), sized("[9, 3]"),
                          sized(f"[2, {MARK}4]")]), "size_mismatch", "4 was found in InputTensors[2]",
             "InputTensors[0] has 3", "axis 0", where="/desc/InputTensors/2/Sizes/1", rule="JOIN-6")
    bad_join(f, "rank", join([sized("[2, 3]"), sized(MARK + "[2]")]), "rank_mismatch", "1 dimension",
             "InputTensors[0] has 2", where="/desc/InputTensors/1/Sizes", rule="JOIN-5")
    bad_join(f, "output", join([sized("[2]"), sized("[3]")], '"Axis": 0, "OutputTensor": ' + sized(f"[{MARK}6]")),
             "size_mismatch", "6 was found", "make 5", where="/desc/OutputTensor/Sizes/0", rule="JOIN-8")
    f.number("V78")
    bad_join(f, "", join([sized("[4294967295]"), sized(f"[{MARK}4294967295]")]), "size_overflow", "axis 0",
             8589934590, 4294967295, where="/desc/InputTensors/1/Sizes/0", rule="JOIN-7")
    bad_join(f, "by_one", join([sized("[2147483648]"), sized(f"[{MARK}2147483648]")]), "size_overflow", 4294967296,
             where="/desc/InputTensors/1/Sizes/0", rule="JOIN-7")
    f.number("V79")
    bad_join(f, "", join([sized("[2]"), '{"DataType": %s"INT8", "Sizes": [2]}' % MARK]), "type_mismatch",
             "INT8 was found", "InputTensors[0] is UINT8", where="/desc/InputTensors/1/DataType", rule="JOIN-9")
    f.number("V80")
    begin = '{"type": "JOIN", "desc": {"Axis": 0, "InputTensors": '
    for name, count in (("", 100_000), ("by_one", 4097)):
        f.add(
            name, lambda count=count: (begin + "[" + ",".join([sized("[1]")] * count) + "]}}").encode(),
            Refused(3, "limit_exceeded", where="/desc/InputTensors", says=(f"{count} tensors", 4096), rule="JOIN-3",
                    at=(1, len(begin) + 1)))
    # Lists, files and empty tensors in place of descriptions: refused before anything is made of them.
    lists_begin = '{"type": "JOIN", "desc": {"Axis": 0}, "inputs": {"InputTensors": '
    for name, item, count in (("lists", "[]", 990_000), ("files", '{"sourcePath": "none.npy"}', 5000)):
        f.add(
            name, lambda item=item, count=count: (lists_begin + "[" + ",".join([item] * count) + "]}}").encode(),
            Refused(3, "limit_exceeded", where="/inputs/InputTensors", says=(f"{count} tensors", 4096), rule="JOIN-3",
                    at=(1, len(lists_begin) + 1)))
    f.number("V81")
    f.add("",
          join([sized("[2, 2]", data_type="UINT16")])[:-1] + ', "inputs": {"InputTensors": [[1, 2, 3, 65535]]}}',
          Accepted("<u2", (2, 2), npy.pack("<u2", [1, 2, 3, 65535])))


def quantized_add(desc, values=""):
    """A quantized add; `desc` and `values` are members of desc and inputs."""
    values = f', "inputs": {{{values}}}' if values else ""
    return f'{{"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {{{desc}}}{values}}}'


def bad_add(f, name, desc, code, *says, where, rule):
    f.add(name, quantized_add(desc), Refused(3, code, where="/desc/" + where, says=says, rule=rule),
          arguments=("--in", "ATensor=absent.npy"))


def quantized(f):
    ab = '"ATensor": %s, "BTensor": %s' % (sized("[2]"), sized("[2]"))
    f.number("V82")
    bad_add(f, "", '"ATensor": {"DataType": %s"FLOAT32", "Sizes": [2]}, "BTensor": %s' % (MARK, sized("[2]")),
            "type_mismatch", "FLOAT32", "INT8, UINT8", where="ATensor/DataType", rule="QADD-7")
    bad_add(f, "scale", ab + ', "BScaleTensor": {"DataType": %s"FLOAT64", "Sizes": [1]}' % MARK, "type_mismatch",
            "FLOAT64", "FLOAT32", where="BScaleTensor/DataType", rule="QADD-7")
    f.number("V83")
    for tensor in ("A", "B", "Output"):
        name = tensor + "ZeroPointTensor"
        bad_add(f, tensor,
                ab + ', "OutputTensor": %s, "%s": {"DataType": %s"INT8", "Sizes": [1]}' % (sized("[2]"), name, MARK),
                "type_mismatch", "INT8", tensor + "Tensor is UINT8", where=name + "/DataType", rule="QADD-5")
    f.number("V84")
    for part, data_type, rule in (("Scale", "FLOAT32", "QADD-3"), ("ZeroPoint", "UINT8", "QADD-4")):
        for tensor in ("A", "B", "Output"):
            name = f"{tensor}{part}Tensor"
            bad_add(f, name, ab + f', "{name}": {{"DataType": "{data_type}", "Sizes": {MARK}[2]}}', "size_mismatch",
                    "[2]", "one element", where=name + "/Sizes", rule=rule)
    scales = '"AScaleTensor": [0.5], "BScaleTensor": [2], "OutputScaleTensor": [1]'
    # round to even: 0.5 + 2 = 2.5 -> 2, 1.5 + 4 = 5.5 -> 6, 127.5 + 510 saturates.
    f.number("V85")
    f.add(
        "",
        quantized_add('"ATensor": %s, "BTensor": {"DataType": "UINT8"}' % sized("[3]"),
                      f'"ATensor": [1, 3, 255], "BTensor": [1, 2, 255], {scales}'),
        Accepted("|u1", (3,), bytes([2, 6, 255])))
    f.number("V86")
    bad_add(f, "", '"ATensor": %s, "BTensor": %s' % (sized("[2, 3]"), sized(MARK + "[6]")), "rank_mismatch",
            "1 dimension", "ATensor has 2", where="BTensor/Sizes", rule="QADD-1")
    bad_add(f, "scale", ab + ', "AScaleTensor": {"DataType": "FLOAT32", "Sizes": %s[1, 1]}' % MARK, "rank_mismatch",
            "2 dimensions", "ATensor has 1", where="AScaleTensor/Sizes", rule="QADD-1")
    bad_add(f, "sizes", '"ATensor": %s, "BTensor": %s' % (sized("[2, 3]"), sized(MARK + "[1, 3]")), "size_mismatch",
            "[1, 3]", "[2, 3]", where="BTensor/Sizes", rule="QADD-2")
    f.number("V87")
    f.add(
        "",
        quantized_add('"ATensor": %s, "BTensor": %s' % (sized("[2, 2]"), sized("[2, 2]", '"Strides": [0, 1]')),
                      '"ATensor": [1, 2, 3, 4], "BTensor": {"sourcePath": "b.npy"}, ' + scales),
        Accepted("|u1", (2, 2), bytes([20, 41, 22, 42])), files={"b.npy": npy.encode("|u1", (1, 2), [10, 20])})
    f.add(
        "scalar",
        quantized_add('"ATensor": %s, "BTensor": %s' % (sized("[3]"), sized("[3]", '"Strides": [0]')),
                      f'"ATensor": [0, 2, 4], "BTensor": [7], {scales}'), Accepted("|u1", (3,), bytes([14, 15, 16])))
