"""What a worker does, on whatever machine: call the work, and report the result and its own memory."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from mesocosm.errors import UserError

LARGEST_RESULT = 16_000_000
"""Bytes of a result. Larger things, such as pictures and tables, go to files, and their names are the result."""
PAGE = os.sysconf("SC_PAGE_SIZE")
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Variables that limit numerical libraries to one thread: the workers use the other processors."""


@dataclass(frozen=True)
class Joined:
    """A worker is ready for its first task."""


@dataclass(frozen=True)
class Finished:
    """Result of a call."""

    value: Any
    memory: int
    """Bytes of memory that the worker holds after it."""


@dataclass(frozen=True)
class Raised:
    """Error that a call raised."""

    error: BaseException


@dataclass(frozen=True)
class Lost:
    """A worker died; what it worked on is not done."""

    reason: str


Report = Joined | Finished | Raised | Lost


class Channel(Protocol):
    """A connection between a worker and the process that started it."""

    def send(self, value: Any, /) -> None: ...

    def recv(self) -> Any: ...


def call(work: Callable[[Any], Any], argument: Any) -> Finished | Raised:
    """Call the work and return its result, or the error that it raised with the lines where that was."""
    try:
        value = work(argument)
        if (size := len(pickle.dumps(value))) > LARGEST_RESULT:
            raise UserError(f"a result of {size:,} bytes is too large to send; write it to a file")
        return Finished(value, resident_bytes())
    except Exception as error:
        error.add_note("in a worker:\n" + "".join(traceback.format_tb(error.__traceback__)))
        return Raised(_sendable(error))


def _sendable(error: Exception) -> Exception:
    """Return the error itself if it survives the way to another process; else one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError("".join(traceback.format_exception_only(error)).strip())


def serve(connection: Channel, work: Callable[[Any], Any]) -> None:
    """Call the work with every argument that comes, until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one handles Ctrl-C
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what is open is closed
    try:
        connection.send(Joined())
        while True:
            connection.send(call(work, connection.recv()))
    except (EOFError, OSError):  # the other end is gone
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # what is left to do takes a moment


def resident_bytes() -> int:
    """Return the memory that this process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * PAGE
