"""Entries of the cache that were changed from outside, as far as this process has noticed."""

from __future__ import annotations

from pathlib import Path

from mesocosm.screen.untrusted_text import tell

_noticed: dict[Path, str] = {}


def notice(path: Path, why: str) -> None:
    """Report once that an entry is not used, and remember it."""
    if path not in _noticed:
        _noticed[path] = why
        tell(f"changed in the cache: {path} {why}; it is not used, and made again", err=True)


def changed_entries() -> tuple[str, ...]:
    """Return every entry that was noticed to be changed, and how."""
    return tuple(f"{path} {why}" for path, why in _noticed.items())
