"""Size of all caches together, counted at each write, and what is removed (evicted) if that is too much.

The count is one small file. Entries are walked only when it passes the limit: then those of older code versions are
removed first, and of the rest those unused for longest, until a tenth of the limit is free.
"""

from __future__ import annotations

from pathlib import Path

from mesocosm.cache.folder import limit_bytes
from mesocosm.cache.layout import DRAFTS, USAGE, USAGE_LOCK, Entry, entries_in, kinds_in, remove
from mesocosm.cache.locks import alone
from mesocosm.cache.plain_files import read_plain, write_plain

FILLED_AFTER_TRIMMING = 0.9


def add(root: Path, size: int, kept: Path | None = None) -> None:
    """Count an entry that was written; if the limit is passed, trim, but leave `kept`."""
    with alone(root / USAGE_LOCK):
        used = _count(root) + size
        limit = limit_bytes()
        write_plain(root / USAGE, b"%d" % (trim(root, limit, kept) if used > limit else used))


def recount(root: Path) -> None:
    """Count all entries anew."""
    with alone(root / USAGE_LOCK):
        write_plain(root / USAGE, b"%d" % sum(entry.size for entry, _ in _every(root)))


def trim(root: Path, limit: int, kept: Path | None = None) -> int:
    """Remove entries until the rest fill at most nine tenths of the limit; return the bytes that are left."""
    every = sorted(_every(root), key=lambda one: (one[0].current, one[0].used))
    total = sum(entry.size for entry, _ in every)
    for entry, place in every if total > limit else ():
        if total <= limit * FILLED_AFTER_TRIMMING:
            break
        if entry.path != kept and remove(entry.path, place / DRAFTS):
            total -= entry.size
    return total


def _every(root: Path) -> list[tuple[Entry, Path]]:
    return [(entry, place) for place, marker in kinds_in(root).items() for entry in entries_in(place, marker)]


def _count(root: Path) -> int:
    """Read the count; if it is missing or damaged, walk all entries, which includes what was just written."""
    try:
        return int(read_plain(root / USAGE))
    except (OSError, ValueError):
        return sum(entry.size for entry, _ in _every(root))
