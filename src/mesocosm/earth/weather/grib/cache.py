"""A cache of decoded fields, which are mapped into memory when needed again.

An entry is named by the hash of the message it was decoded from, so it can never be out of date.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mesocosm.cache import Kind, code_version

Values = NDArray[np.float32]
FIELDS = Kind("grib-fields", "Decoded fields of GRIB files", lambda: code_version("earth/weather/grib"))


def values_of(sha256: str, decode: Callable[[], Values]) -> Values:
    """Return the decoded message of this hash from the cache, or decode and store it."""
    cached = _load(f"{sha256}.npy")
    if cached is not None:
        return cached
    values = decode()
    FIELDS.store(f"{sha256}.npy", lambda draft: _write(draft, values))
    return values


def _load(name: str) -> Values | None:
    entry = FIELDS.find(name)
    try:
        return None if entry is None else np.load(entry, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None


def _write(draft: Path, values: Values) -> None:
    with draft.open("wb") as file:
        np.save(file, values, allow_pickle=False)
