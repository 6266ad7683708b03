"""Summary of what the caches hold, for people, and ways to clear them."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm.cache.bounds import recount
from mesocosm.cache.folder import CacheUnwritable, folder
from mesocosm.cache.layout import CODES, DRAFTS, LOCKS, Marker, code_folders, entries_in, kinds_in, remove, strangers_in
from mesocosm.errors import UnknownName, did_you_mean

EVERY = ("all", "everything")
"""Word by which people mean every kind."""
DRAFT_LIFE_S = 86400.0
"""Seconds after which a draft counts as left by a process that was killed."""


@dataclass(frozen=True)
class KindSummary:
    """Size of a kind; times are seconds since 1970, or None without entries."""

    name: str
    about: str
    folder: Path
    entries: int
    bytes: int
    outdated: int
    """Number of entries of older code versions, which are removed first."""
    oldest: float | None
    last_use: float | None


@dataclass
class Freed:
    """Result of clearing a kind."""

    name: str
    entries: int = 0
    bytes: int = 0
    was_there: bool = True
    """Whether the cache held the kind at all."""
    in_use: list[Path] = field(default_factory=list)


def summaries() -> list[KindSummary]:
    """Summarise every kind in the cache folder."""
    _refuse_a_file(folder())
    return [_summary(place, marker) for place, marker in kinds_in(folder()).items()]


def strangers() -> list[Path]:
    """Return the paths in the cache folder that do not belong to the cache."""
    return strangers_in(folder())


def clear(names: Collection[str] = ()) -> list[Freed]:
    """Remove the entries of these kinds, or of all kinds; entries that a process holds stay.

    No list of all kinds exists, so a kind without entries is accepted. An unknown name that resembles the name of a
    kind in the cache is refused.
    """
    _refuse_a_file(root := folder())
    known = {marker.name: (place, marker) for place, marker in kinds_in(root).items()}
    for name in names:
        if name not in known and (name in EVERY or did_you_mean(name, known)):
            every = "leave the kinds out to clear all of them" if name in EVERY else ""
            raise UnknownName("kind of cache", name, known, hint=every)
    try:
        wanted = dict.fromkeys(names) or known
        freed = [_clear(*known[name]) if name in known else Freed(name, was_there=False) for name in wanted]
        if known:
            recount(root)
    except OSError as error:
        raise CacheUnwritable(root, error) from error
    return freed


def _refuse_a_file(root: Path) -> None:
    if root.exists() and not root.is_dir():
        raise CacheUnwritable(root, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)))


def _summary(place: Path, marker: Marker) -> KindSummary:
    entries = list(entries_in(place, marker))
    return KindSummary(
        name=marker.name,
        about=marker.about,
        folder=place,
        entries=len(entries),
        bytes=sum(entry.size for entry in entries),
        outdated=sum(not entry.current for entry in entries),
        oldest=min((entry.made for entry in entries), default=None),
        last_use=max((entry.used for entry in entries), default=None),
    )


def _clear(place: Path, marker: Marker) -> Freed:
    freed = Freed(marker.name)
    for entry in list(entries_in(place, marker)):
        if remove(entry.path, place / DRAFTS):
            freed.entries += 1
            freed.bytes += entry.size
        elif entry.path.exists():
            freed.in_use.append(entry.path)
    _remove_leftovers(place, marker)
    return freed


def _remove_leftovers(place: Path, marker: Marker) -> None:
    """Remove drafts of killed processes, locks that nobody holds, and empty folders."""
    for draft in (place / DRAFTS).glob("*"):
        with suppress(OSError):
            if _is_old(draft):
                shutil.rmtree(draft) if draft.is_dir() else draft.unlink()
    for path in (place / LOCKS).glob("*"):
        remove(path, place / DRAFTS)
    _remove_codes(place)
    for code in code_folders(place):
        for path in sorted(code.rglob("*"), reverse=True) if marker.entry == "file" else ():
            if path.is_dir() and not path.is_symlink():
                _remove_if_empty(path)
        _remove_if_empty(code)


def _remove_codes(place: Path) -> None:
    """Remove codes whose entries are gone; a young code may belong to an entry that is just being placed."""
    for path in sorted((place / CODES).rglob("*"), reverse=True):
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            elif _is_old(path) and not os.path.lexists(place / path.relative_to(place / CODES)):
                path.unlink()


def _is_old(path: Path) -> bool:
    return time.time() - path.lstat().st_mtime > DRAFT_LIFE_S


def _remove_if_empty(path: Path) -> None:
    with suppress(OSError):
        path.rmdir()
