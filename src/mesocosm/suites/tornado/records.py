"""The public part of an item, and the hidden part of its reference."""

from __future__ import annotations

from pydantic import Field, FiniteFloat, JsonValue

from mesocosm.types import Record


class Data(Record):
    """The public part of a day."""

    date: str
    """Date such as 2025-03-14."""


class Truth(Record):
    """Places of reported tornadoes and, on synthetic days, the outlook to be expected."""

    reports: tuple[tuple[float, float], ...]
    """Longitude and latitude of the reports, in degrees east and north."""
    hazard: JsonValue = None
    """The outlook given the hazard, without knowing where chance puts the reports; None on real days."""


class KeptDay(Record):
    """A day as a log keeps it: all that maps, diagrams and the calendar need."""

    date: str = Field(pattern=r"^\d{8}$")
    """The item's own date, YYYYMMDD."""
    truth: JsonValue
    """The outlook against which the day is scored, in GeoJSON."""
    reports: tuple[tuple[FiniteFloat, FiniteFloat], ...]
    """Longitude and latitude of the reports, in degrees east and north."""
