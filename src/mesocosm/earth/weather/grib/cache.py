"""Decoded fields in the cache, mapped into memory when they are wanted again.

An entry is named by the hash of the message it was decoded from, so it can never be out of date; a checksum behind the
numbers finds damage, and a damaged entry is made anew.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.cache import Kind, code_version

Values = NDArray[np.float32]
FIELDS = Kind("grib-fields", "Decoded fields of GRIB files", lambda: code_version("earth/weather/grib"))
CHECKSUM_BYTES = 4

_whole: dict[Path, tuple[int, int, int]] = {}
"""Entries whose checksum this process found right, with the file's number, size and time of writing."""


def values_of(sha256: str, decode: Callable[[], Values]) -> Values:
    """The decoded message of this hash from the cache, or decoded and stored there."""
    cached = _load(f"{sha256}.npy")
    if cached is not None:
        return cached
    values = decode()
    FIELDS.store(f"{sha256}.npy", lambda draft: _write(draft, values))
    return values


def _load(name: str) -> Values | None:
    entry = FIELDS.find(name)
    if entry is None:
        return None
    try:
        before = entry.stat()
        values: Values = np.load(entry, mmap_mode="r", allow_pickle=False)
        mark = (before.st_ino, before.st_size, before.st_mtime_ns)
        if _whole.get(entry) != mark:
            if not _is_whole(entry, values):
                return None
            _whole[entry] = mark
    except (OSError, ValueError, EOFError):
        return None
    return values


def _is_whole(entry: Path, values: Values) -> bool:
    with entry.open("rb") as file:
        file.seek(-CHECKSUM_BYTES, os.SEEK_END)
        return file.read() == _checksum(values)


def _write(draft: Path, values: Values) -> None:
    with draft.open("wb") as file:
        np.save(file, values, allow_pickle=False)
        file.write(_checksum(values))


def _checksum(values: Values) -> bytes:
    return zlib.crc32(np.ascontiguousarray(values).data).to_bytes(CHECKSUM_BYTES, "big")
