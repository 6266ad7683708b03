"""What lies in the cache folder: kinds, their entries, and things that are not the cache's."""

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
    """What a kind's folder says of itself."""

    name: str
    about: str
    version: str
    entry: str


@dataclass(frozen=True)
class Entry:
    """Something that was stored."""

    path: Path
    size: int
    made: float
    used: float
    current: bool
    """Whether the code version is the one its kind used last."""


def kinds_in(root: Path) -> dict[Path, Marker]:
    """The folders of kinds, each with what it says of itself; a link, or a folder of another name, is none."""
    found = {}
    for path in sorted(root.iterdir()) if root.is_dir() else ():
        with suppress(OSError, ValueError, TypeError):
            marker = Marker(**json.loads(read_plain(path / MARKER)))
            if marker.name == path.name and not path.is_symlink():
                found[path] = marker
    return found


def code_folders(place: Path) -> list[Path]:
    """The folders of a kind's code versions. A link is none: what it leads to is not the cache's."""
    return [path for path in sorted(place.glob(f"{CODE}*")) if path.is_dir() and not path.is_symlink()]


def entries_in(place: Path, marker: Marker) -> Iterator[Entry]:
    """The entries of a kind, of all code versions."""
    for code in code_folders(place):
        current = code.name == f"{CODE}{marker.version}"
        for path in _paths_in(code, marker.entry):
            with suppress(FileNotFoundError):  # removed meanwhile
                entry = path.lstat()
                if (stat.S_ISDIR if marker.entry == "folder" else stat.S_ISREG)(entry.st_mode):
                    yield Entry(path, size_of(path), entry.st_mtime, max(entry.st_atime, entry.st_mtime), current)


def _paths_in(code: Path, entry: str) -> list[Path]:
    """What may be an entry; `os.walk` passes over folders that are cleared away meanwhile."""
    if entry == "folder":
        return [Path(top, name) for top, folders, _ in itertools.islice(os.walk(code), 1) for name in folders]
    return [Path(top, name) for top, _, files in os.walk(code) for name in files]


def strangers_in(root: Path) -> list[Path]:
    """Files and folders that the cache did not make: they are never touched."""
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
    """Whether something directly in a kind's folder is the kind's."""
    if path.is_symlink():
        return False
    return path.name in (MARKER, CODES, DRAFTS, LOCKS) or path.name.startswith((CODE, ".draft-"))


def size_of(path: Path) -> int:
    """Bytes of a file, or of all that lies in a folder; links count as links."""
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_size
    return sum(Path(top, name).lstat().st_size for top, _, files in os.walk(path) for name in files)


def remove(path: Path, drafts: Path) -> bool:
    """Remove an entry at once, unless a process holds it; whether it was removed."""
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
    """Take a folder away by one renaming, then what is in it."""
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
