"""One forecast day: the files of its 00 UTC run, from an archive or synthetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from mesocosm.earth.weather.soundings.stations import Station

HOURS = range(12, 37)
"""Forecast hours of a convective day, 12 UTC to 12 UTC."""


class ForecastDay(Protocol):
    """A day with maps and soundings; files are read or made when they are first used."""

    @property
    def run(self) -> datetime:
        """Start of the model run, UTC."""

    def surface_file(self, hour: int) -> Path:
        """Return the GRIB2 file of a forecast hour."""

    def stations(self) -> Sequence[Station]:
        """Return every station with soundings."""

    def sounding_file(self, station: str) -> Path:
        """Return the BUFKIT file of a station."""


@dataclass(frozen=True)
class Forecast:
    """The day that a world gives to its tools. It is a class, because tools ask for what they need by its class."""

    day: ForecastDay
