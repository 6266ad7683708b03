"""Versions of code, a part of every cache key, so that no entry outlives the code that made it (invalidation)."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

DIGITS = 12
SUFFIXES = (".py", ".toml")
"""Endings of files with code, and of tables that code reads."""


@functools.cache
def code_version(*parts: str, without: tuple[str, ...] = ()) -> str:
    """Return twelve digits that change when the code of these parts of mesocosm changes, or a table in their folders.

    Args:
        parts: Modules and folders below `mesocosm`, such as `earth/planet` and `sources/web.py`.
        without: Modules and folders among them that do not affect what entries hold.
    """
    import mesocosm

    root = Path(mesocosm.__file__).parent
    skipped = {root / name for name in without}
    digest = hashlib.sha256()
    for part in parts:
        for path in _files(root / part):
            if not skipped & {path, *path.parents}:
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def _files(part: Path) -> list[Path]:
    return sorted(path for path in part.rglob("*") if path.suffix in SUFFIXES) or [part]
