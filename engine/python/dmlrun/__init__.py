"""DirectML's operators, described in JSON, compiled at run time, on numpy arrays.

    output = dmlrun.tile(array, repeats=[1, 2])

    kernel = dmlrun.compile({"type": "TILE", "desc": {
        "InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3]}, "Repeats": [1, 2]}})
    output = kernel(array)

Each operator is a function, dmlrun.operators. A spec is a dict, JSON text, or a path to a file; specs/README.md of
dmlrun has its format. What dmlrun refuses is raised as dmlrun.Error with the code and the place. Kernels may be run by
any number of threads at once: while one runs, Python's lock is free.
"""
import difflib
from typing import TYPE_CHECKING

from ._comparison import CheckResult, Comparison, compare, compare_picture
from ._error import Error, SpecWarning
from ._kernel import BoundCall, Kernel
from ._library import version
from ._model import Command, Model, ModelResult
from ._numpy_names import is_of_numpy as _is_of_numpy, view_of as _view_of
from ._operator import Operator, Tensor
from ._process import (backends, cache_statistics, clear_cache, operator_meant as _operator_meant, operator_types,
                       schema, set_cache_limits, set_code_budget)
from ._spec import check, compile, explain, run  # pylint: disable=redefined-builtin
from . import operators
from .operators import *  # pylint: disable=wildcard-import,redefined-builtin

if not TYPE_CHECKING:
    def __getattr__(name):
        """Says of a name that is not here whether it is an operator's, and what is near it."""
        message = f"module 'dmlrun' has no attribute '{name}'"
        if name.startswith("_"):
            raise AttributeError(message)
        bare = name.lower().removeprefix("element_wise_").removeprefix("activation_")
        near = [one for one in operators.__all__ if one.rstrip("_") == bare]
        near = near or difflib.get_close_matches(name, __all__, 1, 0.8)
        meant = ""
        try:
            Operator({"type": name.upper()})
        except Error as error:
            meant = _operator_meant(name.upper())
            if "ELEMENT_WISE_IDENTITY does that" in error.message:
                raise AttributeError(f"{message}: operators take views of numpy, as dmlrun.identity({_view_of(name)}), "
                                     "and DirectML has no operator for what numpy does without a copy") from None
            _, found, remedy = error.message.partition(" is no operator of DirectML; ")
            if found:
                raise AttributeError(f"{message}: {remedy}") from None
            if not near and (error.code == "not_implemented" or meant and meant not in operator_types()):
                kind, other = (name.upper(), meant) if error.code == "not_implemented" else (meant, "")
                raise AttributeError(f"{message}: {kind} is an operator of DirectML that dmlrun does not run yet; "
                                     + (f"it runs {other}; " if other else "")
                                     + "operator_types() lists those that it runs") from None
        meant = meant.removeprefix("ELEMENT_WISE_").removeprefix("ACTIVATION_").lower()
        near = near or [one for one in operators.__all__ if one.rstrip("_") == meant]
        if not near and _is_of_numpy(name):
            raise AttributeError(f"{message}: no operator of DirectML is called so; operators take what numpy makes, "
                                 f"as dmlrun.identity(np.{name}(...))")
        near = near or difflib.get_close_matches(name, [*operators.__all__, *__all__], 1, 0.7)
        error = AttributeError(message + (f". Did you mean '{near[0]}'?" if near else ""))
        error.name, error.obj = name, None  # Python adds no suggestion of its own then
        raise error

__version__ = version()
__all__ = [
    "BoundCall", "CheckResult", "Command", "Comparison", "Error", "Kernel", "Model", "ModelResult", "Operator",
    "SpecWarning", "Tensor", "backends", "cache_statistics", "check", "clear_cache", "compare", "compare_picture",
    "compile", "explain", "operator_types", "run", "schema", "set_cache_limits", "set_code_budget", "version",
    "operators"]
