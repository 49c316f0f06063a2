"""Names of numpy's functions that are no operator's."""
import numpy as np

_VIEWS = {
    "expanddims": "np.expand_dims(x, 0)", "unsqueeze": "np.expand_dims(x, 0)", "flatten": "x.ravel()",
    "ravel": "x.ravel()", "moveaxis": "np.moveaxis(x, 0, 1)", "swapaxes": "x.swapaxes(0, 1)",
    "reshape": "x.reshape(3, 2)", "view": "x.reshape(3, 2)", "squeeze": "x.squeeze()",
    **dict.fromkeys(("broadcast", "broadcastto", "expand"), "np.broadcast_to(x, (2, 3))")}


def view_of(name):
    """The call that makes a view, as reshape does; of those not listed a transposed one."""
    return _VIEWS.get(name.lower().replace("_", ""), "x.T")


def is_of_numpy(name):
    """Whether numpy has a function of that name."""
    found = getattr(np, name, None)
    return callable(found) and not isinstance(found, type)
