"""What an agent's process inherits from ours: environment, folder and terminal of the user, and no open file."""

from __future__ import annotations

import os
import sys
from collections.abc import Container
from contextlib import suppress

OURS = ("MESOCOSM_", "INSPECT_", "AWS_", "RAY_", "SUBMITIT_")
"""Variables that lead to caches, logs, traces or tokens of a run, which may lie on an object server, or to the workers
of a cluster. Keys of models stay: agents may need them.
"""


def environment() -> dict[str, str]:
    """Return the environment of an agent's process."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}


def printed_to() -> set[int]:
    """Return the numbers of the files that `print` writes to, which may be others than the terminal."""
    numbers = set()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # there is no stream, or it is not a file
            numbers.add(stream.fileno())
    return numbers


def leave_behind(open_files: Container[int]) -> None:
    """Remove, in a copy of our process, our variables and every open file but the terminal and `open_files`.

    The numbers of the files stay in use: an object that still holds one can neither read nor write there, and does
    not close a file that was opened later.
    """
    for name in [name for name in os.environ if name.startswith(OURS)]:
        del os.environ[name]
    nothing = os.open("/", os.O_RDONLY | os.O_DIRECTORY)  # can be neither read nor written
    for number in map(int, os.listdir("/dev/fd")):
        if number > 2 and number not in open_files and number != nothing:
            with suppress(OSError):  # the listing's own, which is closed again
                os.fstat(number)
                os.dup2(nothing, number, inheritable=False)
    os.close(nothing)
