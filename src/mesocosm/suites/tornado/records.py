"""What an item shows, and what its reference hides."""

from __future__ import annotations

from pydantic import Field, FiniteFloat, JsonValue

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


class KeptDay(Record):
    """A day as a log keeps it: all that maps, diagrams and the calendar need to know of it."""

    date: str = Field(pattern=r"^\d{8}$")
    """The item's own date, YYYYMMDD."""
    truth: JsonValue
    """The outlook that the day is judged by, in GeoJSON."""
    reports: tuple[tuple[FiniteFloat, FiniteFloat], ...]
    """Degrees east and north."""
