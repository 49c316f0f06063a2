"""Whether this process, and so all that it starts, may not make memory executable that was writable (PR_SET_MDWE).
Emulators and drivers that generate code do not work there."""
import ctypes

GET_MDWE = 66  # linux/prctl.h: PR_GET_MDWE; -1 where the system does not know it


def is_hardened():
    return ctypes.CDLL(None).prctl(GET_MDWE, 0, 0, 0, 0) > 0
