"""Randomness by name: the same path gives the same generator, whatever the order, worker or machine."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.random import Generator


def seed_of(*path: str | int) -> int:
    """Return a 128-bit seed from a path such as `("terra", 7, "items", 12)`; 1 and "1" differ."""
    if not path:
        raise ValueError("a seed needs a path of at least one part, such as generator('toy', 7)")
    for part in path:
        if not isinstance(part, str | int) or isinstance(part, bool):
            raise TypeError(f"a seed path holds strings and whole numbers, got {part!r} of type {type(part).__name__}")
    digest = hashlib.sha256(json.dumps(list(path)).encode()).digest()
    return int.from_bytes(digest[:16], "big")


def generator(*path: str | int) -> Generator:
    """Return the generator that belongs to this path alone."""
    import numpy as np

    return np.random.Generator(np.random.PCG64(seed_of(*path)))
