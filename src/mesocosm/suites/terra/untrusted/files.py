"""Untrusted files, such as those that an agent wrote, converted to plain arrays in the sandbox.

Libraries of formats follow links from a file to others of the machine, and a corrupt file can stop the process that
reads it or fill its memory, so none of that is done here. Files that our own tools wrote are recognised by their hash
and read directly.
"""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.simulators.simulator.contract import RunLimits
from mesocosm.simulators.simulator.sandbox import read_left, run_worker_in
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

MOST_BYTES = 192 * 2**20
"""Most bytes of the decoded values of such a file: during its work, a call needs five times as much."""
MOST_TEXT = 2**23
"""Most bytes of its texts."""
MOST_REPLY_BYTES = 48 * 2**20
"""Most bytes of the worker's reply about it, which takes up to twenty times as much once it is read."""
LIMITS = RunLimits(seconds=60.0, memory_bytes=3 * 2**30, disk_bytes=MOST_BYTES + 2**26)
PLAIN = re.compile(r"[<>|=][fiub](1|2|4|8)|[|]S1")
"""Types of numbers, and of single letters, that are accepted."""
LONGEST_WORD = 10_000


def decode_in_sandbox(
    data: bytes,
    name: str,
    worker: ModuleType,
    request: Mapping[str, Any],
    libraries: tuple[str, ...] = (),
    limits: RunLimits = LIMITS,
) -> tuple[dict[str, Any], bytes]:
    """Return a worker's reply about a file, and the file's arrays one after another.

    Args:
        data: Content of the file, which the worker finds under its name `SOURCE`.
        name: Name of the file in messages.
        worker: Module whose source is run; it writes the arrays to its `ARRAYS`, and explains in `refused` if there are
            none.
        request: Request to the worker.
        libraries: Distributions that it imports; default: those that agents may use.
        limits: Limits, beside the room for the file itself.
    """
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}foreign-", dir=work_folder()) as folder:
        place = Path(folder).resolve()
        (place / worker.SOURCE).write_bytes(data)
        room = limits.model_copy(update={"disk_bytes": limits.disk_bytes + len(data)})
        try:
            reply = run_worker_in(
                place,
                "reading it",
                worker,
                request,
                libraries=libraries,
                limits=room,
                most_report_bytes=MOST_REPLY_BYTES,
            )
        except ToolError as error:
            raise InvalidRecord(f"{name} cannot be read: {error}") from error
        if "refused" in reply:
            raise InvalidRecord(f"{name} cannot be read: {reply['refused']}")
        return reply, read_left(place / worker.ARRAYS) or b""


def array_of(part: Mapping[str, Any], arrays: bytes, name: str) -> np.ndarray:
    """Return an array from its description; the file may have misled the reader, so everything is checked."""
    shape = tuple(int(size) for size in part["shape"])
    if "texts" in part:
        return np.array([str(text)[:LONGEST_WORD] for text in part["texts"]], object).reshape(shape)
    count, start = math.prod(shape), int(part["start"])
    if not PLAIN.fullmatch(str(part["dtype"])) or count < 0 or start < 0:
        raise InvalidRecord(f"{name} cannot be read: an array of {str(part['dtype'])[:20]!r} is not plain numbers")
    kind = np.dtype(str(part["dtype"]))
    if start + count * kind.itemsize > len(arrays):
        raise InvalidRecord(f"{name} cannot be read: it ends before its values do")
    return np.frombuffer(arrays, kind, count, start).reshape(shape) if count else np.zeros(shape, kind)
