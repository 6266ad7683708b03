"""Addresses of folders on object servers, and what a local copy of such a folder is called."""

from __future__ import annotations

import re
from pathlib import Path

from mesocosm.errors import InvalidRecord, StorageError

SCHEME = "s3"
ADDRESS = re.compile(rf"{SCHEME}://([a-z0-9][a-z0-9.-]{{1,61}}[a-z0-9])(?:/(.*))?")
FOREIGN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
"""Beginning of any address; a folder `s3:` that a path would make of it is what nobody wants."""


def is_remote(place: Path | str) -> bool:
    """Return whether a place is an address and not a path."""
    return isinstance(place, str) and FOREIGN.match(place) is not None


def split_address(address: str) -> tuple[str, str]:
    """Return bucket and folder of an address; the folder is empty for a whole bucket."""
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise InvalidRecord(f"the address of a folder must be {SCHEME}://BUCKET/FOLDER, got {address!r}")
    parts = [part for part in (found[2] or "").split("/") if part]
    if {".", ".."} & set(parts):
        raise InvalidRecord(f"the address of a folder must hold neither . nor .., got {address!r}")
    return found[1], "/".join(parts)


def check_name(name: str, folder: object) -> str:
    """Return the name of a file in a folder; refuse one that would lie elsewhere when it is copied to a disk.

    Whoever may write to the same bucket chooses the names of objects.
    """
    parts = name.split("/")
    if {"", ".", ".."} & set(parts) or any(sign in name for sign in "\\\0"):
        raise StorageError(f"{folder} holds an object with the name {name[:200]!r}, which no file can have: delete it")
    return name


def copy_path(base: Path, address: str) -> Path:
    """Return the path below `base` for a local copy of a folder; messages about the copy name the folder too."""
    bucket, folder = split_address(address)
    return base / f"{SCHEME}:" / bucket / folder


def original_of(path: Path) -> str:
    """Return the address of a file in a local copy; for any other file its path."""
    parts = path.parts
    if f"{SCHEME}:" not in parts:
        return str(path)
    return f"{SCHEME}://{'/'.join(parts[parts.index(f'{SCHEME}:') + 1 :])}"
