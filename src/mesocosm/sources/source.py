"""The contract of a source: what it holds, and the bytes of one entry, checked."""

from __future__ import annotations

import hashlib
from typing import Protocol

from pydantic import Field

from mesocosm.errors import BrokenEpisode
from mesocosm.types import Record


class Entry(Record):
    """One thing a source can give."""

    name: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    bytes: int = Field(ge=0)
    licence: str = Field(min_length=1)
    recipe: str = Field(min_length=1)
    """How the bytes were made or where they come from."""


class Source(Protocol):
    """A catalogue of entries and the bytes of each."""

    def entries(self) -> list[Entry]:
        """Everything the source holds, sorted by name."""

    def fetch(self, name: str) -> bytes:
        """The bytes of one entry; an unknown name raises `UnknownName`."""


def fetch_checked(source: Source, entry: Entry) -> bytes:
    """The bytes of an entry, refused where they are not the ones it promises."""
    data = source.fetch(entry.name)
    found = hashlib.sha256(data).hexdigest()
    if found != entry.sha256:
        raise BrokenEpisode("source", f"{entry.name} has SHA-256 {found[:12]}…, expected {entry.sha256[:12]}…")
    return data
