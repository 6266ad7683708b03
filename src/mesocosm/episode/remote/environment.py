"""What an agent's process has from ours: the user's environment, folder and terminal, and nothing that is open."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Container
from contextlib import suppress

OURS = ("MESOCOSM_", "INSPECT_")
"""Variables that lead to caches, logs, traces or tokens of a run. Keys of models stay, for agents may need them."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def environment() -> dict[str, str]:
    """The environment of an agent's process."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}


def printed_to() -> set[int]:
    """The files that `print` writes to in this process, which may be redirected to others than the terminal."""
    numbers = set()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # there is none, or it is not a file
            numbers.add(stream.fileno())
    return numbers


def leave_behind(kept: Container[int]) -> None:
    """Let go, in a copy of our process, of variables of ours and of every open file but the terminal and those kept.

    The numbers of files stay taken: an object that still holds one finds that it can neither read nor write there,
    and does not close by it what was opened later.
    """
    for name in [name for name in os.environ if name.startswith(OURS)]:
        del os.environ[name]
    nothing = os.open("/", os.O_RDONLY | os.O_DIRECTORY)  # neither read nor written
    for number in map(int, os.listdir("/dev/fd")):
        if number > 2 and number not in kept and number != nothing:
            with suppress(OSError):  # the listing's own, which is closed again
                os.fstat(number)
                os.dup2(nothing, number, inheritable=False)
    os.close(nothing)


def prctl(option: int, argument: int) -> None:
    """Ask the kernel for something, where it is Linux and allows it."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(option, *map(ctypes.c_ulong, (argument, 0, 0, 0)))
