"""Decoded fields kept on disk, mapped into memory when they are wanted again.

An entry is named by the hash of the message it was decoded from, so it can never be out of date; a checksum behind the
numbers finds damage, and a damaged entry is made anew. Entries appear by renaming, so processes may share the folder.
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.files import whole

Values = NDArray[np.float32]
LARGEST = 4 * 2**30
"""Bytes that the folder may hold before the entries unused for longest go."""
WRITES_BETWEEN_CLEARINGS = 64
CHECKSUM_BYTES = 4

_writes = 0
_whole: dict[Path, tuple[int, int, int]] = {}
"""Entries whose checksum this process found right, with the file's number, size and time of writing."""


def folder() -> Path:
    """Where decoded fields are kept: under `MESOCOSM_CACHE`, else the user's cache folder."""
    wish = os.environ.get("MESOCOSM_CACHE")
    if wish:
        return Path(wish) / "fields"
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "mesocosm" / "fields"


def values_of(sha256: str, decode: Callable[[], Values]) -> Values:
    """The decoded message of this hash from the cache, or decoded and kept there.

    Without a folder that can be written to, decoded only.
    """
    entry = folder() / f"{sha256}.npy"
    cached = _load(entry)
    if cached is not None:
        return cached
    values = decode()
    try:
        _store(entry, values)
    except OSError:
        return values
    return values


def clear(directory: Path, largest: int = LARGEST) -> None:
    """Remove the entries unused for longest until the rest fit."""
    entries = sorted(_entries(directory), reverse=True)
    total = 0
    for _, size, path in entries:
        total += size
        if total > largest:
            path.unlink(missing_ok=True)


def _entries(directory: Path) -> list[tuple[float, int, Path]]:
    entries = []
    for path in directory.glob("*.npy"):
        try:
            entry = path.stat()
        except FileNotFoundError:
            continue  # another process cleared it
        entries.append((entry.st_atime, entry.st_size, path))
    return entries


def _load(entry: Path) -> Values | None:
    try:
        before = entry.stat()
        values: Values = np.load(entry, mmap_mode="r", allow_pickle=False)
        mark = (before.st_ino, before.st_size, before.st_mtime_ns)
        if _whole.get(entry) != mark:
            if not _is_whole(entry, values):
                return None
            _whole[entry] = mark
        os.utime(entry, ns=(time.time_ns(), before.st_mtime_ns))
    except (OSError, ValueError, EOFError):
        return None
    return values


def _is_whole(entry: Path, values: Values) -> bool:
    with entry.open("rb") as file:
        file.seek(-CHECKSUM_BYTES, os.SEEK_END)
        return file.read() == _checksum(values)


def _store(entry: Path, values: Values) -> None:
    global _writes
    with whole(entry) as draft, draft.open("wb") as file:
        np.save(file, values, allow_pickle=False)
        file.write(_checksum(values))
    _writes += 1
    if _writes % WRITES_BETWEEN_CLEARINGS == 0:
        clear(entry.parent)


def _checksum(values: Values) -> bytes:
    return zlib.crc32(np.ascontiguousarray(values).data).to_bytes(CHECKSUM_BYTES, "big")
