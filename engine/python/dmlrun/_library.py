"""libdmlrun.so through ctypes: the declarations of dmlrun/dmlrun_c.h, word for word."""
import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char, c_char_p, c_double, c_int32, c_size_t, c_uint32,
                    c_uint64, c_void_p)
from pathlib import Path

C_VERSION = 5  # of dmlrun_c.h, when this was written


class ErrorStruct(Structure):
    _fields_ = [("code", c_int32), ("line", c_uint32), ("column", c_uint32), ("rule", c_char * 36),
                ("where", c_char * 976), ("message", c_char * 1024)]


class Limits(Structure):
    NAMES = ("document_bytes", "depth", "values", "string_bytes", "number_characters", "tensor_bytes", "model_bytes",
             "join_inputs", "npy_header_bytes")
    _fields_ = [("struct_size", c_size_t)] + [(name, c_uint64) for name in NAMES]


WARNING = CFUNCTYPE(None, c_void_p, c_char_p, c_uint32, c_uint32, c_char_p)


class ReadOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("feature_level", c_uint32), ("strict", c_int32),
                ("limits", POINTER(Limits)), ("warning", WARNING), ("warning_context", c_void_p),
                ("skip_unsupported", c_int32), ("any_alignment", c_int32)]


class BoundTensor(Structure):
    _fields_ = [("name", c_char_p), ("index", c_uint32), ("type", c_int32), ("rank", c_uint32),
                ("sizes", POINTER(c_uint64))]


class Source(Structure):
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p), ("index", c_uint32), ("path", c_char_p)]


class TensorStruct(Structure):
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p), ("index", c_uint32), ("array", c_int32),
                ("type", c_int32), ("rank", c_uint32), ("sizes", c_uint32 * 8), ("strides", c_uint32 * 8),
                ("elements", c_uint64), ("bytes", c_uint64), ("element_bytes", c_uint32), ("packed", c_int32),
                ("computed", c_int32)]


class CompileOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("backend", c_char_p), ("isa", c_char_p), ("tuning", c_char_p),
                ("device", c_char_p), ("code_folder", c_char_p), ("no_cache", c_int32), ("threads", c_int32),
                ("executor", c_void_p)]


class Buffer(Structure):
    _fields_ = [("data", c_void_p), ("bytes", c_size_t)]


class Tolerance(Structure):
    _fields_ = [("struct_size", c_size_t), ("absolute", POINTER(c_double)), ("relative", POINTER(c_double)),
                ("ulp", POINTER(c_uint64)), ("equal_nans", c_int32)]


class ComparisonStruct(Structure):
    _fields_ = [("struct_size", c_size_t), ("elements", c_uint64), ("different", c_uint64), ("largest_ulp", c_uint64),
                ("largest_absolute", c_double)]


class ResourceStruct(Structure):
    _fields_ = [("struct_size", c_size_t), ("name", c_char_p), ("path", c_char_p), ("npy", c_int32), ("type", c_int32),
                ("values_offset", c_uint64), ("values_bytes", c_uint64), ("data", c_void_p), ("bytes", c_uint64)]


class CommandStruct(Structure):
    _fields_ = [("struct_size", c_size_t), ("kind", c_int32), ("skipped", c_int32), ("name", c_char_p),
                ("resource", c_size_t), ("path", c_char_p), ("rank", c_uint32), ("sizes", POINTER(c_uint32)),
                ("results", c_size_t)]


class CacheStatistics(Structure):
    NAMES = ("limit_entries", "limit_bytes", "entries", "bytes", "hits", "builds", "failures", "evictions",
             "code_budget", "code_mapped", "code_used")
    _fields_ = [("struct_size", c_size_t)] + [(name, c_uint64) for name in NAMES]


# name: (result, arguments). A text that is returned comes as a c_void_p, because it has to be given back.
_TEXT, _ERROR, _SIZE = POINTER(c_void_p), POINTER(ErrorStruct), c_size_t
_FUNCTIONS = {
    "dmlrun_c_version": (c_uint32, []),
    "dmlrun_version": (c_char_p, []),
    "dmlrun_code_name": (c_char_p, [c_int32]),
    "dmlrun_text_free": (None, [c_void_p]),
    "dmlrun_spec_parse": (c_int32, [c_char_p, _SIZE, POINTER(ReadOptions), _TEXT, _ERROR]),
    "dmlrun_spec_free": (None, [c_void_p]),
    "dmlrun_spec_complete": (c_int32, [c_void_p, POINTER(BoundTensor), _SIZE, _TEXT, _ERROR]),
    "dmlrun_operator_free": (None, [c_void_p]),
    "dmlrun_spec_source_count": (_SIZE, [c_void_p, c_int32]),
    "dmlrun_spec_source": (c_int32, [c_void_p, c_int32, _SIZE, POINTER(Source), _ERROR]),
    "dmlrun_spec_values": (c_int32, [c_void_p, _SIZE, c_void_p, c_void_p, _SIZE, _ERROR]),
    "dmlrun_operator_type": (c_char_p, [c_void_p]),
    "dmlrun_operator_tensor_count": (_SIZE, [c_void_p, c_int32]),
    "dmlrun_operator_tensor": (c_int32, [c_void_p, c_int32, _SIZE, POINTER(TensorStruct), _ERROR]),
    "dmlrun_operator_spec": (c_int32, [c_void_p, _TEXT, _ERROR]),
    "dmlrun_operator_picture": (c_int32, [c_void_p, _TEXT, _ERROR]),
    "dmlrun_operator_random_inputs": (c_int32, [c_void_p, c_uint64, c_void_p, _SIZE, _ERROR]),
    "dmlrun_json_schema": (c_int32, [c_char_p, _TEXT, _ERROR]),
    "dmlrun_operator_type_name": (c_char_p, [_SIZE]),
    "dmlrun_operator_meant": (c_char_p, [c_char_p]),
    "dmlrun_field_meant": (c_char_p, [c_char_p, _SIZE]),
    "dmlrun_compile": (c_int32, [c_void_p, POINTER(CompileOptions), _TEXT, _ERROR]),
    "dmlrun_kernel_free": (None, [c_void_p]),
    "dmlrun_kernel_run": (c_int32, [c_void_p, c_void_p, _SIZE, c_void_p, _SIZE, c_void_p]),
    "dmlrun_kernel_run_slice": (c_int32, [c_void_p, c_void_p, _SIZE, _SIZE, c_uint64, c_uint64, Buffer, _ERROR]),
    "dmlrun_kernel_slice_granularity": (c_uint64, [c_void_p, _SIZE]),
    "dmlrun_kernel_backend": (c_char_p, [c_void_p]),
    "dmlrun_kernel_describe": (c_int32, [c_void_p, _TEXT, _ERROR]),
    "dmlrun_kernel_section": (c_int32, [c_void_p, _SIZE, _SIZE, POINTER(c_char_p), POINTER(c_int32), POINTER(Buffer),
                                        _ERROR]),
    "dmlrun_explain": (c_int32, [c_void_p, POINTER(CompileOptions), _TEXT, _ERROR]),
    "dmlrun_explain_text": (c_int32, [c_void_p, POINTER(CompileOptions), _TEXT, _ERROR]),
    "dmlrun_explain_short": (c_int32, [c_void_p, POINTER(CompileOptions), _TEXT, _ERROR]),
    "dmlrun_emit": (c_int32, [c_void_p, _SIZE, c_int32, c_char_p, c_char_p, POINTER(CompileOptions), _TEXT,
                              POINTER(c_size_t), _ERROR]),
    "dmlrun_backends": (c_int32, [POINTER(CompileOptions), _TEXT, _ERROR]),
    "dmlrun_compare": (c_int32, [c_int32, c_uint32, POINTER(c_uint32), c_void_p, c_void_p, POINTER(Tolerance),
                                 POINTER(ComparisonStruct), _TEXT, _ERROR]),
    "dmlrun_compare_picture": (c_int32, [c_int32, c_uint32, POINTER(c_uint32), c_void_p, c_void_p, POINTER(Tolerance),
                                         _TEXT, _ERROR]),
    "dmlrun_spec_changed_numbers": (c_int32, [c_void_p, c_void_p, _TEXT, _ERROR]),
    "dmlrun_spec_compare": (c_int32, [c_void_p, _SIZE, c_void_p, c_void_p, _SIZE, POINTER(Tolerance),
                                      POINTER(ComparisonStruct), _TEXT, _ERROR]),
    "dmlrun_model_parse": (c_int32, [c_char_p, _SIZE, POINTER(ReadOptions), _TEXT, _ERROR]),
    "dmlrun_model_free": (None, [c_void_p]),
    "dmlrun_model_resource_count": (_SIZE, [c_void_p]),
    "dmlrun_model_resource": (c_int32, [c_void_p, _SIZE, POINTER(ResourceStruct), _ERROR]),
    "dmlrun_model_give": (c_int32, [c_void_p, _SIZE, c_int32, c_uint32, POINTER(c_uint64), c_void_p, _SIZE, _ERROR]),
    "dmlrun_model_prepare": (c_int32, [c_void_p, POINTER(CompileOptions), _ERROR]),
    "dmlrun_model_backends": (c_char_p, [c_void_p]),
    "dmlrun_model_command_count": (_SIZE, [c_void_p]),
    "dmlrun_model_command": (c_int32, [c_void_p, _SIZE, POINTER(CommandStruct), _ERROR]),
    "dmlrun_model_run": (c_int32, [c_void_p, _SIZE, _ERROR]),
    "dmlrun_model_compare": (c_int32, [c_void_p, _SIZE, _SIZE, POINTER(Tolerance), POINTER(c_int32), POINTER(c_char_p),
                                       POINTER(ComparisonStruct), _TEXT, _ERROR]),
    "dmlrun_set_cache_limits": (None, [c_uint64, c_uint64]),
    "dmlrun_clear_cache": (None, []),
    "dmlrun_set_code_budget": (None, [c_uint64]),
    "dmlrun_read_cache_statistics": (None, [POINTER(CacheStatistics)]),
}


def _places():
    """Where the library may lie: in this package, or, in a checkout, in the build folder."""
    package = Path(__file__).resolve().parent
    yield package / "libdmlrun.so"
    if (package.parent / "pyproject.toml").exists():
        yield package.parent.parent.parent / "build" / "libdmlrun.so"


def _open():
    """The library that DMLRUN_LIBRARY names, one beside this package, or an installed one."""
    beside = next((str(place) for place in _places() if place.exists()), "libdmlrun.so.0")
    path = os.environ.get("DMLRUN_LIBRARY") or beside
    try:
        opened = ctypes.CDLL(path)
    except OSError as reason:
        raise ImportError(f"dmlrun's library cannot be loaded: {reason}. Install dmlrun, or name its shared library in "
                          "the environment variable DMLRUN_LIBRARY") from reason
    try:  # an older library lacks functions, so this comes first
        found = opened.dmlrun_c_version()
    except AttributeError:
        raise ImportError(f"{path} is no library of dmlrun: it lacks dmlrun_c_version; the environment variable "
                          "DMLRUN_LIBRARY names the one to use") from None
    if found < C_VERSION:
        raise ImportError(
            f"{path} is older than this package: its interface is {found}, {C_VERSION} or more was expected")
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(opened, name)
        function.restype, function.argtypes = result, arguments
    return opened


library = _open()


def version() -> str:
    """The library's release, e.g. "0.1.0"."""
    return library.dmlrun_version().decode()


def sized(struct, **members):
    """A struct that knows its size, its other members 0."""
    made = struct(**members)
    made.struct_size = ctypes.sizeof(struct)
    return made


def taken_text(pointer):
    """The text behind a pointer that a call returned, which is given back."""
    try:
        return ctypes.string_at(pointer.value).decode("utf-8", "replace")
    finally:
        library.dmlrun_text_free(pointer)


def encoded(text):
    """Text as the library takes it; None stays None."""
    if text is None:
        return None
    if "\0" in str(text):
        raise ValueError(f"{text!r} has a NUL in it")
    return os.fsencode(text)


__all__ = ["byref", "c_char", "c_void_p", "encoded", "library", "sized", "taken_text", "version"]
