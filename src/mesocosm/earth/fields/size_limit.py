"""How much the values of one file may take in memory."""

from __future__ import annotations

from mesocosm.errors import InvalidRecord

MOST_BYTES = 2**30
"""Of the values of a file, once they are unpacked."""


def check_size(size: int, name: str, most: int | None = None) -> None:
    """Refuse what would fill the memory: a file of a few bytes may say that it holds a million million values."""
    most = most or MOST_BYTES
    if size > most:
        raise InvalidRecord(f"{name} unpacks to {size / 2**20:,.0f} MiB; at most {most / 2**20:,.0f} are opened")
