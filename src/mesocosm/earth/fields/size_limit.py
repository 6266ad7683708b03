"""The limit on the memory of one file's values."""

from __future__ import annotations

from mesocosm.errors import InvalidRecord

MOST_BYTES = 2**30
"""Most bytes of the unpacked values of a file."""


def check_size(size: int, name: str, most: int | None = None) -> None:
    """Refuse values that would fill the memory: a file of a few bytes can declare a million million values."""
    most = most or MOST_BYTES
    if size > most:
        raise InvalidRecord(f"{name} unpacks to {size / 2**20:,.0f} MiB; at most {most / 2**20:,.0f} are opened")
