"""Message for people about a full disk: which disk is full, and what is kept."""

from __future__ import annotations

import errno
import os
import resource
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Error numbers for no space, no quota, and a file beyond the size limit."""
NEARLY_FULL_BYTES = 2**20
"""Free bytes below which a file system is named as full: the file that did not fit has been removed again by then."""
KEPT = "What was finished is kept: make room and run the same command again."


def full_disk_message(error: BaseException, places: Iterable[Path] = ()) -> str:
    """Return what is full and what was kept if an error is due to a full disk, else an empty string.

    Args:
        error: Error raised by us or by a library, which may have wrapped the cause.
        places: Files and folders that the command writes to.
    """
    cause = next((one for one in _chain(error) if _is_full(one)), None)
    if cause is None:
        return ""
    if isinstance(cause, OSError) and cause.errno == errno.EFBIG:
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
        return f"a file{_named(cause)} grew beyond the {limit:,} bytes that a file may have (ulimit -f). {KEPT}"
    named = [Path(os.fsdecode(cause.filename))] if isinstance(cause, OSError) and cause.filename else []
    return f"no space is left on the disk{_where([*named, *places], bool(named))}. {KEPT}"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, its causes and contexts, and the errors of each group."""
    while error is not None:
        yield error
        for inner in getattr(error, "exceptions", ()):
            yield from _chain(inner)
        error = error.__cause__ or error.__context__


def _is_full(error: BaseException) -> bool:
    if type(error).__name__ == "OperationalError":  # of SQLite, which most commands never load
        return "disk is full" in str(error)
    return isinstance(error, OSError) and (error.errno in FULL or os.strerror(errno.ENOSPC) in str(error))


def _named(error: OSError) -> str:
    return f" ({os.fsdecode(error.filename)})" if error.filename else ""


def _where(places: list[Path], certain: bool) -> str:
    """Return the first place whose file system has no room; a library may not say which place it wrote to."""
    every = places if certain else [*places, Path(), Path(tempfile.gettempdir())]
    full = [place for place in every if _free_bytes(place) < NEARLY_FULL_BYTES]
    chosen = places[:1] if certain or not full else full[:1]
    return "".join(f" that holds {place.absolute()} ({_free_bytes(place):,.0f} bytes are free)" for place in chosen)


def _free_bytes(place: Path) -> float:
    above = next(folder for folder in (place.absolute(), *place.absolute().parents) if os.path.exists(folder))
    statistics = os.statvfs(above)
    return float(statistics.f_bavail * statistics.f_frsize)
