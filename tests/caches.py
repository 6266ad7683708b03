"""Contents of one kind of cache."""

from __future__ import annotations

from pathlib import Path

from mesocosm.cache import Kind
from mesocosm.cache.layout import entries_in, kinds_in


def stored(kind: Kind) -> list[Path]:
    """Return the sorted paths of a kind's entries; empty if there are none."""
    place = kind.path("x").parent.parent
    marker = kinds_in(place.parent).get(place)
    return sorted(entry.path for entry in entries_in(place, marker)) if marker else []
