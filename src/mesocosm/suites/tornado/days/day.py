"""One forecast day: where the files of its 00 UTC run are, whoever made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from mesocosm.earth.weather.soundings.stations import Station

HOURS = range(12, 37)
"""Forecast hours of a convective day: 12 UTC to 12 UTC."""


class ForecastDay(Protocol):
    """A day whose maps and soundings can be asked for; files are read or made when they are asked for."""

    @property
    def run(self) -> datetime:
        """When the model run started, UTC."""

    def surface_file(self, hour: int) -> Path:
        """The GRIB2 file of a forecast hour."""

    def stations(self) -> Sequence[Station]:
        """Every place with soundings."""

    def sounding_file(self, station: str) -> Path:
        """The BUFKIT file of a station."""


@dataclass(frozen=True)
class Forecast:
    """The day that a world gives to its tools: a class, because tools ask for what they need by its class."""

    day: ForecastDay
