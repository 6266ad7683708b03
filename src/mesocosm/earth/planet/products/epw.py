"""EPW files of the planet: a year of hours in a town, as building simulators read it.

Layout, direct and diffuse sunshine and the sky's long-wave radiation are those of any EPW file
(`mesocosm.earth.weather.epw_writing`); the header says that the place is invented.
"""

from __future__ import annotations

from dataclasses import dataclass

from mesocosm.earth.weather import epw_writing
from mesocosm.earth.weather.epw_writing import HOURS as HOURS
from mesocosm.earth.weather.epw_writing import epw as epw


@dataclass(frozen=True)
class Site(epw_writing.Site):
    """Site of the year, which is no place on Earth."""

    source: str = "mesocosm planet"
    comments: tuple[str, str] = ("a year of an invented planet", "no place on Earth")
