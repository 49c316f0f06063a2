"""dmlrun's C interface and the rounds of engine/bench, by ctypes; memory to measure on."""
import ctypes
import mmap
from ctypes import (POINTER, Structure, byref, c_char, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_uint64,
                    c_void_p)

import numpy as np

PAGE = 4096
TYPES = {1: "f4", 2: "f2", 3: "u4", 4: "u2", 5: "u1", 6: "i4", 7: "i2", 8: "i1", 9: "f8", 10: "u8", 11: "i8"}


class Error(Structure):
    _fields_ = [("code", c_int32), ("line", c_uint32), ("column", c_uint32), ("rule", c_char * 36),
                ("where", c_char * 976), ("message", c_char * 1024)]


class Tensor(Structure):
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p), ("index", c_uint32), ("array", c_int32),
                ("type", c_int32), ("rank", c_uint32), ("sizes", c_uint32 * 8), ("strides", c_uint32 * 8),
                ("elements", c_uint64), ("bytes", c_uint64), ("element_bytes", c_uint32), ("packed", c_int32)]


class Place(Structure):  # dmlrun_input_buffer, dmlrun_output_buffer
    _fields_ = [("data", c_void_p), ("bytes", c_size_t)]


class CompileOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("backend", c_char_p), ("isa", c_char_p), ("tuning", c_char_p),
                ("device", c_char_p), ("code_folder", c_char_p), ("no_cache", c_int32), ("threads", c_int32),
                ("executor", c_void_p)]


class Call(Structure):
    _fields_ = [("function", c_void_p), ("arguments", c_size_t * 6)]


TIMED = ctypes.CFUNCTYPE(c_double, c_uint64)


class Contestant(Structure):
    _fields_ = [("calls", POINTER(Call)), ("call_count", c_size_t), ("time", TIMED)]


def function_of(library, name):
    return ctypes.cast(getattr(library, name), c_void_p).value


class Buffer:
    """Touched pages of its own; `skew` bytes behind the beginning of one."""

    def __init__(self, size, skew=0):
        self.map = mmap.mmap(-1, size + skew + PAGE)
        self.bytes = np.frombuffer(self.map, np.uint8, size, skew)
        self.bytes[:] = 0
        self.address = self.bytes.ctypes.data


class Dmlrun:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.dmlrun_version.restype = c_char_p
        self.library.dmlrun_kernel_backend.restype = c_char_p
        self.library.dmlrun_operator_tensor_count.restype = c_size_t
        self.version = self.library.dmlrun_version().decode()

    def check(self, code, error):
        if code != 0:
            raise RuntimeError(error.message.decode() or f"code {code}")

    def operator(self, spec):
        text, op, error = spec.encode(), c_void_p(), Error()
        self.check(self.library.dmlrun_operator_create(text, c_size_t(len(text)), None, byref(op), byref(error)), error)
        return op

    def tensors(self, op, direction):
        found = []
        for index in range(self.library.dmlrun_operator_tensor_count(op, direction)):
            tensor, error = Tensor(ctypes.sizeof(Tensor)), Error()
            self.check(self.library.dmlrun_operator_tensor(op, direction, c_size_t(index), byref(tensor), byref(error)),
                       error)
            found.append(tensor)
        return found

    def kernel(self, op, backend, threads=0):
        options = CompileOptions(ctypes.sizeof(CompileOptions), backend.encode(), threads=threads)
        kernel, error = c_void_p(), Error()
        self.check(self.library.dmlrun_compile(op, byref(options), byref(kernel), byref(error)), error)
        return kernel

    def call(self, kernel, inputs, output):
        """A native call, and what it needs to live."""
        places = (Place * len(inputs))(*[Place(b.address, b.bytes.size) for b in inputs])
        result = (Place * 1)(Place(output.address, output.bytes.size))
        return (function_of(self.library, "dmlrun_kernel_run"),
                [kernel.value, ctypes.addressof(places), len(inputs), ctypes.addressof(result), 1, 0]), (places, result)

    def backend(self, kernel):
        return self.library.dmlrun_kernel_backend(kernel).decode()


class Rounds:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.dmlrun_bench_seconds.restype = c_double
        self.clock = self.library.dmlrun_bench_seconds

    def calls(self, calls):
        """A contestant of native calls, [(function, arguments), ...]."""
        listed = (Call * len(calls))(*[Call(f, (c_size_t * 6)(*a)) for f, a in calls])
        return Contestant(listed, len(calls), TIMED())

    def python(self, work, failed):
        """A contestant of something to call; failed(why) is called in place of the rest when that raises, and does not
        return."""
        clock = self.clock

        def time(times):
            try:
                begin = clock()
                for _ in range(times):
                    work()
                return clock() - begin
            except BaseException as why:  # nothing may leave a function that C called
                return failed(why)
        return Contestant(None, 0, TIMED(time))

    def run(self, contestants, rounds, sample, at_work):
        """Seconds per call, one row of `rounds` for each contestant; and of a core cycle, one for each round.
        `at_work`, an int32 of ctypes, holds the number of the contestant whose turn it is, and at the end -1."""
        seconds, cycles = np.zeros((len(contestants), rounds)), np.zeros(rounds)
        self.library.dmlrun_bench_rounds((Contestant * len(contestants))(*contestants), c_size_t(len(contestants)),
                                         rounds, c_double(sample), seconds.ctypes.data_as(c_void_p),
                                         cycles.ctypes.data_as(c_void_p), byref(at_work))
        return seconds, cycles
