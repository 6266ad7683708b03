"""System calls of Linux that Python does not offer."""

from __future__ import annotations

import ctypes
from contextlib import suppress

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def prctl(option: int, argument: int) -> None:
    """Call `prctl` of Linux; other systems, and a refusal, are ignored."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(option, *map(ctypes.c_ulong, (argument, 0, 0, 0)))
