"""N126-N132: how much data a .npy file has, and files that are no files."""
import errno
import io
import os
import socket
import time
import zipfile

import npy
from case import Checked, Family, Refused
from npy_cases import GOOD, IN, PLAIN, READ, VALUES, refused, sparse
from value_cases import sized, tile


class Pipe:
    """A FIFO; whenever the program runs, a writer delivers `data` and closes it, or goes on with zeros for ever."""
    def __init__(self, data, endless=False, before=None):
        self._data, self._endless, self._before = data, endless, before

    def __call__(self, path):
        os.mkfifo(path)

    def attend(self, path, ended):
        """During one run: `before` is called when the program has opened the pipe."""
        while not ended.is_set():
            try:
                pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                break
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
            time.sleep(0.001)
        else:
            return
        os.set_blocking(pipe, True)
        if self._before:
            self._before(path.parent)
        try:
            os.write(pipe, self._data)
            while self._endless:
                os.write(pipe, bytes(65536))
        except BrokenPipeError:
            pass
        os.close(pipe)


def unix_socket(path):
    # A socket's address is short; the folder's descriptor keeps it so.
    folder = os.open(path.parent, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(f"/proc/self/fd/{folder}/{path.name}")
    os.close(folder)


def unreadable(f, name, path, code, *says, files=None):
    f.add(name, PLAIN, Refused(7, code, file=path, says=says), arguments=("--in", "InputTensor=" + path), files=files
          or {})


def cases():
    f = Family()
    lengths(f)
    claims(f)
    shrinking(f)
    no_files(f)
    archives(f)
    return f


def lengths(f):
    f.number("N126")
    refused(f, "", GOOD[:-1], "npy_truncated", "data", "expected 24 bytes", "found 23")
    refused(f, "no_data", GOOD[:-24], "npy_truncated", "data", "expected 24 bytes", "found 0")
    f.number("N127")
    refused(f, "", GOOD + b"\0", "npy_trailing_bytes", "data", "expected 24 bytes", "found 25")
    refused(f, "twice", GOOD + GOOD, "npy_trailing_bytes", "data", "expected 24 bytes", f"found {24 + len(GOOD)}")


def claims(f):
    tebibyte = npy.header("|u1", (1 << 40,))
    f.number("N128")
    refused(f, "", tebibyte + bytes(200 - len(tebibyte)), "npy_truncated", "data", 1 << 40,
            f"found {200 - len(tebibyte)}", most_mib=64, spec=tile("{}"))
    refused(f, "declared",
            npy.header("|u1", (1 << 32,)) + bytes(72), "npy_truncated", "data", 1 << 32, "found 72", most_mib=64,
            spec=tile(sized("[4294967295]")))
    # A limit of a gigabyte is no reason to take one: memory follows what arrives.
    generous = (*IN, "--limit", "npy_header_bytes=1G")
    f.add("generous_limit", PLAIN, Checked(same_output, most_mib=64), arguments=generous, files={"x.npy": Pipe(GOOD)})
    claim = GOOD[:6] + b"\x02\x00" + (1_000_000_000).to_bytes(4, "little") + GOOD[10:]
    for name, content in (("", claim), ("_pipe", Pipe(claim))):
        f.add("generous_limit_and_claim" + name, PLAIN, Refused(4, "npy_truncated", where="header", file="x.npy", says=(
            "1000000000 bytes",), most_mib=64), arguments=generous, files={"x.npy": content})
    f.add("generous_limit_and_hole", PLAIN, Refused(4, "npy_trailing_bytes", where="data", file="x.npy", says=(
        "expected 24 bytes",), most_mib=64), arguments=generous, files={"x.npy": sparse(GOOD, 5 << 30)})
    f.number("N129")
    refused(f, "", sparse(npy.header("<f4", (5 << 28,)), 128 + (5 << 30)), "npy_limit", "data", 5 << 30, 4 << 30,
            most_mib=64, spec=tile("{}"))
    refused(f, "longer_than_it_says", sparse(GOOD, 5 << 30), "npy_trailing_bytes", "data", "expected 24 bytes",
            (5 << 30) - 128, most_mib=64)
    refused(f, "zeros", sparse(b"", 5 << 30), "npy_magic", "header", "magic", most_mib=64)


def shrinking(f):
    # What a file that shrinks looks like to read(): fewer bytes come than the header, or the size, promised.
    f.number("N130")
    refused(f, "", Pipe(GOOD[:-5]), "npy_truncated", "data", "expected 24 bytes", "found 19")
    refused(f, "header", Pipe(GOOD[:50]), "npy_truncated", "header", "118 bytes", "found 40")
    refused(f, "nothing", Pipe(b""), "npy_truncated", "header", "empty")
    large = npy.header("|u1", (1_000_000,)) + bytes(900_000)
    refused(f, "large", Pipe(large), "npy_truncated", "data", "expected 1000000 bytes", "found 900000",
            spec=tile(sized("[1000000]")))
    refused(f, "endless", Pipe(GOOD, endless=True), "npy_trailing_bytes", "data", "expected 24 bytes", most_mib=64)
    refused(f, "claims_much", Pipe(npy.header("|u1", (1 << 40,)) + bytes(200_000)), "npy_limit", "data", 1 << 40,
            4 << 30, most_mib=64, spec=tile("{}"))
    f.add("whole", PLAIN, Checked(same_output, most_mib=64), arguments=IN, files={"x.npy": Pipe(GOOD)})
    # The program reads the headers of a JOIN in order: when it opens the second file, the first one's is behind it.
    megabyte = npy.encode("|u1", (1_000_000,), bytes(1_000_000))
    for name, size, code in (("shrinks", 128 + 777_777, "npy_truncated"),
                             ("grows", 128 + 1_234_567, "npy_trailing_bytes"), ("into_the_header", 100,
                                                                                "cannot_read")):
        outcome = Refused(4, code, where="data", file="x.npy", twice=False,
                          says=("expected 1000000 bytes", "found" if name == "grows" else f"found {size - 128}"))
        if size < 128:
            outcome = Refused(7, code, file="x.npy", says=("changed",), twice=False)
        f.add(
            name, '{"type": "JOIN", "desc": {"Axis": 0}}', outcome,
            arguments=("--in", "InputTensors=x.npy,second.npy"), files={
                "x.npy": megabyte,
                "second.npy": Pipe(npy.encode("|u1", (1,), [1]),
                                   before=lambda folder, size=size: os.truncate(folder / "x.npy", size))
            })


def same_output(m):
    found = npy.read((m.folder / "out" / "out.npy").read_bytes())
    return [] if found == (READ.dtype, READ.shape,
                           READ.data) else [f"the values {VALUES} were expected, found {found}"]


def no_files(f):
    f.number("N131")
    unreadable(f, "", "folder", "cannot_read", "directory", files={"folder": os.mkdir})
    unreadable(f, "socket", "x.npy", "cannot_open", "No such device", files={"x.npy": unix_socket})
    unreadable(f, "missing", "absent.npy", "cannot_open", "No such file")
    unreadable(f, "below_a_file", "x.npy/y.npy", "cannot_open", "Not a directory", files={"x.npy": GOOD})
    unreadable(f, "long_name", "x" * 300 + ".npy", "cannot_open", "too long")
    # What can be read is judged by its content, of which a bounded part is read.
    f.add("zeros", PLAIN, Refused(4, "npy_magic", where="header", file="/dev/zero", says=("magic",), most_mib=64),
          arguments=("--in", "InputTensor=/dev/zero"))
    f.add("null", PLAIN, Refused(4, "npy_truncated", where="header", file="/dev/null", says=("empty",)),
          arguments=("--in", "InputTensor=/dev/null"))
    # It waits for the pipe's writer, and ends as soon as it is interrupted.
    f.add("no_writer", PLAIN, Refused(130, "interrupted", file="", says=("interrupted",)), arguments=IN,
          interrupt=True, files={"x.npy": os.mkfifo})


def archives(f):
    f.number("N132")
    refused(f, "", b"PK\x03\x04" + bytes(100) + GOOD, "npy_magic", "header", "zip", ".npz", ".npy")
    refused(f, "empty_archive", b"PK\x05\x06" + bytes(18), "npy_magic", "header", "zip", ".npz")
    real = io.BytesIO()
    with zipfile.ZipFile(real, "w") as archive:
        archive.writestr("arr_0.npy", GOOD)
    refused(f, "real", real.getvalue(), "npy_magic", "header", "zip", ".npz")
