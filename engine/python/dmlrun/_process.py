"""What is asked of and set for the whole process."""
from __future__ import annotations

import json
from typing import Any

from ._error import UINT64_MAX, call, whole_number
from ._library import CacheStatistics, c_void_p, encoded, library, sized, taken_text
from ._operator import compile_options


def backends(**options: Any) -> list[dict[str, Any]]:
    """The back ends, best first, as they would be used with these options of compile(): a list of dicts with "name",
    "description", "device", "available", and "reason", "isa", "tuning", "devices", "note" where there is something to
    say."""
    text = c_void_p()
    call(library.dmlrun_backends, compile_options(**options), text)
    return json.loads(taken_text(text))["backends"]


def operator_types() -> list[str]:
    """The implemented operators' names."""
    names: list[str] = []
    while (name := library.dmlrun_operator_type_name(len(names))) is not None:
        names.append(name.decode())
    return names


def operator_meant(name: str) -> str:
    """The operator that a refused name may mean; "" where none is near."""
    return (library.dmlrun_operator_meant(encoded(name)) or b"").decode()


def schema(operator_type: str = "") -> dict[str, Any]:
    """A JSON Schema for one operator's specs, or for all, as a dict."""
    text = c_void_p()
    call(library.dmlrun_json_schema, encoded(operator_type), text)
    return json.loads(taken_text(text))


def set_cache_limits(entries: int, nbytes: int) -> None:
    """How much compiled code is kept for operators that nobody uses at the moment."""
    library.dmlrun_set_cache_limits(whole_number("entries", entries, UINT64_MAX),
                                    whole_number("nbytes", nbytes, UINT64_MAX))


def clear_cache() -> None:
    """Keeps nothing of what was compiled so far; kernels go on working."""
    library.dmlrun_clear_cache()


def set_code_budget(nbytes: int) -> None:
    """Most memory for machine code in this process."""
    library.dmlrun_set_code_budget(whole_number("nbytes", nbytes, UINT64_MAX))


def cache_statistics() -> dict[str, int]:
    """A dict: "entries", "bytes", "hits", "builds", "failures", "evictions", "code_used" and the limits."""
    told = sized(CacheStatistics)
    library.dmlrun_read_cache_statistics(told)
    return {name: getattr(told, name) for name in CacheStatistics.NAMES}
