"""What an item shows, and what its reference hides."""

from __future__ import annotations

from pydantic import JsonValue

from mesocosm.types import Record


class Data(Record):
    """What is public of a day."""

    date: str
    """As in 2025-03-14."""


class Truth(Record):
    """Where tornadoes were reported, and on synthetic days what was to be expected."""

    reports: tuple[tuple[float, float], ...]
    """Degrees east and north."""
    hazard: JsonValue = None
    """The outlook of one who knows the hazard but not where chance puts the reports; None on real days."""
