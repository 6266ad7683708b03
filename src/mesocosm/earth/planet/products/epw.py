"""EPW, for building simulators: a year of hours in one place, as EnergyPlus reads it.

Layout after the EnergyPlus documentation, "Auxiliary Programs", EnergyPlus Weather File (EPW) Data Dictionary. Beam and
diffuse sunshine follow from the whole by Erbs, Klein and Duffie (1982, Solar Energy 28, 293-302); the sky's long-wave
radiation from dew point and cloud by Clark and Allen (1978), as EnergyPlus does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sky.aloft import saturation_hpa
from mesocosm.errors import UserError

Floats = NDArray[np.float64]
HOURS = 8760
SOLAR_CONSTANT = 1367.0
"""W/m²."""
STEFAN_BOLTZMANN = 5.6697e-8
FLAGS = "?9?9?9?9E0?9?9?9?9?9?9?9?9?9?9?9?9?9?9?9*9*9?9?9?9"


@dataclass(frozen=True)
class Site:
    """Where the year was."""

    name: str
    region: str
    latitude: float
    longitude: float
    elevation_m: float

    @property
    def time_zone(self) -> int:
        """Hours ahead of UTC, by the sun."""
        return round(self.longitude / 15.0)


def epw(site: Site, year: int, hours: Mapping[str, Floats], sun_height: Floats) -> bytes:
    """A year as an EPW file, in local standard time; the hours before its first in UTC are those of its end.

    Args:
        site: The place.
        year: Of 365 days.
        hours: 8,760 hours of `temperature_2m` and `dew_point_2m` (°C), `surface_pressure` (hPa), `wind_east_10m`,
            `wind_north_10m` (m/s), `cloud_cover` (0..1), `shortwave` (W/m²) and `precipitation` (mm).
        sun_height: Sine of the sun's height in each hour.
    """
    if any(len(series) != HOURS for series in hours.values()):
        raise UserError(f"a weather year has {HOURS} hours, got {[len(series) for series in hours.values()]}")
    columns = {name: np.roll(values, site.time_zone) for name, values in _columns(hours, sun_height).items()}
    lines = [*_header(site, year), *_data(year, columns)]
    return ("\r\n".join(lines) + "\r\n").encode()


def split_sunshine(shortwave: Floats, sun_height: Floats, day: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Extraterrestrial horizontal and normal, direct normal and diffuse horizontal radiation, W/m²."""
    normal = SOLAR_CONSTANT * (1 + 0.033 * np.cos(2 * np.pi * day / 365))
    up = np.maximum(sun_height, 0.0)
    clearness = np.clip(shortwave / np.maximum(normal * up, 1.0), 0.0, 1.0)
    middle = 0.9511 - 0.1604 * clearness + 4.388 * clearness**2 - 16.638 * clearness**3 + 12.336 * clearness**4
    share = np.where(clearness <= 0.22, 1 - 0.09 * clearness, np.where(clearness <= 0.8, middle, 0.165))
    share = np.where(up < 0.05, 1.0, share)
    diffuse = share * shortwave
    return normal * up, np.where(up > 0, normal, 0.0), (shortwave - diffuse) / np.maximum(up, 0.05), diffuse


def relative_humidity(temperature_c: Floats, dew_point_c: Floats) -> Floats:
    """Per cent, by Bolton's vapour pressure (1980)."""
    return np.asarray(np.clip(100.0 * saturation_hpa(dew_point_c) / saturation_hpa(temperature_c), 1.0, 100.0))


def sky_radiation(temperature_c: Floats, dew_point_c: Floats, cloud: Floats) -> Floats:
    """Long-wave radiation of the sky on the level, W/m²; cloud in 0..1."""
    tenths = 10.0 * cloud
    clear = 0.787 + 0.764 * np.log((dew_point_c + 273.15) / 273.0)
    emissivity = clear * (1 + 0.0224 * tenths - 0.0035 * tenths**2 + 0.00028 * tenths**3)
    return np.asarray(emissivity * STEFAN_BOLTZMANN * (temperature_c + 273.15) ** 4)


def _columns(hours: Mapping[str, Floats], sun_height: Floats) -> dict[str, Floats]:
    warmth, dew, cloud = hours["temperature_2m"], hours["dew_point_2m"], hours["cloud_cover"]
    horizontal, normal, direct, diffuse = split_sunshine(hours["shortwave"], sun_height, np.arange(HOURS) / 24 + 1)
    east, north = hours["wind_east_10m"], hours["wind_north_10m"]
    return {
        "dry": warmth,
        "dew": np.minimum(dew, warmth),
        "humidity": relative_humidity(warmth, np.minimum(dew, warmth)),
        "pressure": hours["surface_pressure"] * 100.0,
        "horizontal": horizontal,
        "normal": normal,
        "infrared": sky_radiation(warmth, dew, cloud),
        "global": hours["shortwave"],
        "direct": direct,
        "diffuse": diffuse,
        "from": np.degrees(np.arctan2(-east, -north)) % 360.0,
        "speed": np.hypot(east, north),
        "cloud": np.round(10.0 * cloud),
        "rain": hours["precipitation"],
    }


def _header(site: Site, year: int) -> list[str]:
    place = f"{site.latitude:.2f},{site.longitude:.2f},{site.time_zone:.1f},{site.elevation_m:.1f}"
    return [
        f"LOCATION,{site.name},{site.region},XXX,mesocosm planet,999999,{place}",
        "DESIGN CONDITIONS,0",
        "TYPICAL/EXTREME PERIODS,0",
        "GROUND TEMPERATURES,0",
        "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0",
        "COMMENTS 1,a year of an invented planet",
        "COMMENTS 2,no place on Earth",
        f"DATA PERIODS,1,1,Data,{datetime(year, 1, 1):%A},1/1,12/31",  # noqa: DTZ001
    ]


def _data(year: int, columns: Mapping[str, Floats]) -> Iterator[str]:
    start = datetime(year, 1, 1)  # noqa: DTZ001 - local standard time, as the format has it
    for at in range(HOURS):
        day, hour = start + timedelta(hours=at), at % 24 + 1
        now = {name: float(values[at]) for name, values in columns.items()}
        yield (
            f"{year},{day.month},{day.day},{hour},60,{FLAGS},{now['dry']:.1f},{now['dew']:.1f},{now['humidity']:.0f},"
            f"{now['pressure']:.0f},{now['horizontal']:.0f},{now['normal']:.0f},{now['infrared']:.0f},{now['global']:.0f},"
            f"{now['direct']:.0f},{now['diffuse']:.0f},999999,999999,999999,9999,{now['from']:.0f},{now['speed']:.1f},"
            f"{now['cloud']:.0f},{now['cloud']:.0f},9999,99999,9,999999999,999,.999,999,99,999,{now['rain']:.1f},1.0"
        )
