"""Layout of the cache folder: kinds, their entries, and files that do not belong to the cache."""

from __future__ import annotations

import itertools
import json
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mesocosm.cache import installation_key
from mesocosm.cache.folder import make_private
from mesocosm.cache.locks import lock
from mesocosm.cache.plain_files import AT_ONCE, read_plain

MARKER, CODE, CODES, DRAFTS, LOCKS = "kind.json", "code-", ".codes", ".drafts", ".locks"
USAGE, USAGE_LOCK = "usage", "usage.lock"
OWN_FILES = (USAGE, USAGE_LOCK, installation_key.NAME)


class Marker(NamedTuple):
    """Description of a kind in its folder."""

    name: str
    about: str
    version: str
    entry: str


@dataclass(frozen=True)
class Entry:
    """One stored thing."""

    path: Path
    size: int
    made: float
    used: float
    current: bool
    """Whether the entry's code version is the one that its kind used last."""


def kinds_in(root: Path) -> dict[Path, Marker]:
    """Return the folders of kinds, each with its description; links and folders with another name are left out."""
    found = {}
    for path in sorted(root.iterdir()) if root.is_dir() else ():
        with suppress(OSError, ValueError, TypeError):
            marker = Marker(**json.loads(read_plain(path / MARKER)))
            if marker.name == path.name and not path.is_symlink():
                found[path] = marker
    return found


def code_folders(place: Path) -> list[Path]:
    """Return the folders of a kind's code versions, without links: what they lead to does not belong to the cache."""
    return [path for path in sorted(place.glob(f"{CODE}*")) if path.is_dir() and not path.is_symlink()]


def entries_in(place: Path, marker: Marker) -> Iterator[Entry]:
    """Yield the entries of a kind, of all code versions."""
    for code in code_folders(place):
        current = code.name == f"{CODE}{marker.version}"
        for path in _paths_in(code, marker.entry):
            with suppress(FileNotFoundError):  # removed meanwhile
                entry = path.lstat()
                if (stat.S_ISDIR if marker.entry == "folder" else stat.S_ISREG)(entry.st_mode):
                    yield Entry(path, size_of(path), entry.st_mtime, max(entry.st_atime, entry.st_mtime), current)


def _paths_in(code: Path, entry: str) -> list[Path]:
    """Yield the paths of possible entries; `os.walk` skips folders that are removed meanwhile."""
    if entry == "folder":
        return [Path(top, name) for top, folders, _ in itertools.islice(os.walk(code), 1) for name in folders]
    return [Path(top, name) for top, _, files in os.walk(code) for name in files]


def strangers_in(root: Path) -> list[Path]:
    """Yield files and folders that the cache did not make; they are never touched."""
    kinds = kinds_in(root)
    found = [path for path in root.iterdir() if path not in kinds] if root.is_dir() else []
    found = [path for path in found if path.name not in OWN_FILES and not path.name.startswith(".draft-")]
    for place, marker in kinds.items():
        found += [path for path in place.iterdir() if not _is_own(path)]
        if marker.entry == "file":
            inside = (path for code in code_folders(place) for path in code.rglob("*"))
            found += [path for path in inside if path.is_symlink() or not (path.is_file() or path.is_dir())]
    return sorted(found)


def _is_own(path: Path) -> bool:
    """Return whether a path directly in a kind's folder belongs to the kind."""
    if path.is_symlink():
        return False
    return path.name in (MARKER, CODES, DRAFTS, LOCKS) or path.name.startswith((CODE, ".draft-"))


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of everything in a folder; a link counts as a link."""
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_size
    return sum(Path(top, name).lstat().st_size for top, _, files in os.walk(path) for name in files)


def remove(path: Path, drafts: Path) -> bool:
    """Remove an entry at once, unless a process holds it; return whether it was removed."""
    try:
        file = os.open(path, os.O_RDONLY | AT_ONCE)
    except OSError:
        return False
    try:
        if not lock(file, shared=False, wait=False):
            return False
        return remove_folder(path, drafts) if path.is_dir() else _unlink(path)
    finally:
        os.close(file)


def remove_folder(path: Path, drafts: Path) -> bool:
    """Rename a folder, so that it is gone at once, then delete what is in it."""
    make_private(drafts)
    away = drafts / f"away-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        path.rename(away)
    except FileNotFoundError:
        return False
    shutil.rmtree(away, ignore_errors=True)
    return True


def _unlink(path: Path) -> bool:
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True
