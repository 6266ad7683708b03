"""The contract of a source: which entries it has, and how to fetch one to a file.

A pack knows the hash of every entry in advance. A live service (`live.LiveSource`) knows it once the bytes have come:
its entries have no hash, and the receipt of a fetch has it.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from pydantic import Field

from mesocosm.errors import BrokenEpisode
from mesocosm.types import Record, UtcTime

SHA256 = r"^[0-9a-f]{64}$"


class Entry(Record):
    """One item of a source."""

    name: str
    sha256: str | None = Field(default=None, pattern=SHA256)
    """Hash; None if unknown before the bytes are fetched."""
    bytes: int | None = Field(default=None, ge=0)
    licence: str = Field(min_length=1)
    recipe: str = Field(min_length=1)
    """How the bytes were made or where they come from."""
    choice: str = ""
    """Part of the file at that address, '' for all of it."""


class KnownEntry(Entry):
    """An entry whose bytes are known: one of a pack, or a file that has been fetched."""

    sha256: str = Field(pattern=SHA256)
    bytes: int = Field(ge=0)


class Receipt(Record):
    """The record of a fetch: what came, from where and when."""

    origin: str
    """Address of the bytes, or what made them."""
    bytes: int
    sha256: str
    etag: str | None = None
    retrieved: UtcTime


class Source(Protocol):
    """A list of entries, each of which can be fetched as a file."""

    def entries(self, prefix: str = "") -> list[Entry]:
        """Return the entries whose names begin with `prefix`, sorted; a service too large to list requires a prefix."""

    def fetch(self, name: str, into: Path) -> Receipt:
        """Write the bytes of an entry to a file, all of them or none.

        An unknown name raises `UnknownName` before any request is made.
        """


def deliver(source: Source, entry: Entry, into: Path) -> Receipt:
    """Fetch an entry; refuse and delete a file that does not match it."""
    receipt = source.fetch(entry.name, into)
    broken = _broken_promise(entry, receipt)
    if broken:
        into.unlink()
        raise BrokenEpisode("source", broken)
    return receipt


def _broken_promise(entry: Entry, receipt: Receipt) -> str:
    if entry.sha256 not in (None, receipt.sha256):
        return f"{entry.name} has SHA-256 {receipt.sha256[:12]}…, expected {str(entry.sha256)[:12]}…"
    if entry.bytes not in (None, receipt.bytes):
        return f"{entry.name} holds {receipt.bytes} bytes, expected {entry.bytes}"
    return ""


def receipt_of(path: Path, origin: str, etag: str | None = None) -> Receipt:
    """Return the receipt of a file that has just been fetched."""
    return Receipt(
        origin=origin, bytes=path.stat().st_size, sha256=sha256_of(path), etag=etag, retrieved=datetime.now(UTC)
    )


def sha256_of(path: Path) -> str:
    """Return the hash of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
