"""Writing of EPW files for building simulators: a year of hours at one place, as EnergyPlus reads it.

Layout after the EnergyPlus documentation, "Auxiliary Programs", EnergyPlus Weather File (EPW) Data Dictionary. The
sky's long-wave radiation follows from dew point and cloud as in EnergyPlus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.moisture import relative_humidity
from mesocosm.earth.weather.sunshine import hourly_sun_path, sky_radiation, split_sunshine
from mesocosm.errors import UserError

Floats = NDArray[np.float64]
HOURS = 8760
FLAGS = "?9?9?9?9E0?9?9?9?9?9?9?9?9?9?9?9?9?9?9?9*9*9?9?9?9"
COMMON_YEAR = datetime(2001, 1, 1)  # noqa: DTZ001 - local standard time, as the format has it
"""Beginning of a year without 29 February, for days and months."""
SERIES = (
    "temperature_2m",
    "dew_point_2m",
    "surface_pressure",
    "wind_east_10m",
    "wind_north_10m",
    "cloud_cover",
    "shortwave",
    "precipitation",
)


@dataclass(frozen=True)
class Site:
    """The place of the year."""

    name: str
    region: str
    latitude: float
    longitude: float
    elevation_m: float
    source: str = "mesocosm"
    comments: tuple[str, str] = ("written by mesocosm", "direct and diffuse sunshine by Erbs et al. (1982)")

    @property
    def time_zone(self) -> int:
        """Hours ahead of UTC, by solar time."""
        return round(self.longitude / 15.0)


def epw(site: Site, year: int, moments: Mapping[str, Floats], sun_height: Floats) -> bytes:
    """Write a year as an EPW file, in which an hour is named by its end.

    Args:
        site: The place.
        year: Year; the 29 February of a leap year is left out.
        moments: `temperature_2m` and `dew_point_2m` (°C), `surface_pressure` (hPa), `wind_east_10m`, `wind_north_10m`
            (m/s), `cloud_cover` (0..1), `shortwave` (W/m²) and `precipitation` (mm of the hour that begins) at 8,761
            moments of local standard time, from the first midnight of the year to the last.
        sun_height: Sine of the sun's height at each moment.
    """
    _check(moments, HOURS + 1)
    hours = {name: values[1:] for name, values in moments.items()}
    hours |= {"shortwave": _hourly_mean(moments["shortwave"]), "precipitation": moments["precipitation"][:-1]}
    return _file(site, year, hours, _hourly_mean(np.maximum(sun_height, 0.0)))


def epw_of_local_hours(site: Site, year: int, hours: Mapping[str, Floats]) -> bytes:
    """Write an EPW file from means of hours in local standard time that begin at midnight; compute the sun's height.

    The height is the mean over each hour, the night counted as zero. The 29 February of a leap year is left out.
    """
    _check(hours, HOURS)
    path = hourly_sun_path(site.latitude, site.longitude, site.time_zone, HOURS)
    return _file(site, year, hours, np.maximum(path.up, 0.0).mean(axis=1))


def _hourly_mean(moments: Floats) -> Floats:
    return np.asarray((moments[:-1] + moments[1:]) / 2)


def _file(site: Site, year: int, hours: Mapping[str, Floats], sun_height: Floats) -> bytes:
    lines = [*_header(site, year), *_data(year, _columns(hours, sun_height))]
    return ("\r\n".join(lines) + "\r\n").encode()


def _check(hours: Mapping[str, Floats], count: int) -> None:
    missing = [name for name in SERIES if name not in hours]
    if missing:
        raise UserError(f"a weather year lacks {', '.join(missing)}; it needs {', '.join(SERIES)}")
    if any(len(series) != count for series in hours.values()):
        raise UserError(f"a weather year has {count} hours, got {[len(series) for series in hours.values()]}")
    for name in SERIES:
        if not np.isfinite(hours[name]).all():
            at = int(np.flatnonzero(~np.isfinite(hours[name]))[0])
            raise UserError(f"{name} must be finite, got {hours[name][at]} in hour {at} of the year")


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
        f"LOCATION,{site.name},{site.region},XXX,{site.source},999999,{place}",
        "DESIGN CONDITIONS,0",
        "TYPICAL/EXTREME PERIODS,0",
        "GROUND TEMPERATURES,0",
        "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0",
        f"COMMENTS 1,{site.comments[0]}",
        f"COMMENTS 2,{site.comments[1]}",
        f"DATA PERIODS,1,1,Data,{datetime(year, 1, 1):%A},1/1,12/31",  # noqa: DTZ001
    ]


def _data(year: int, columns: Mapping[str, Floats]) -> Iterator[str]:
    for at in range(HOURS):
        day, hour = COMMON_YEAR + timedelta(hours=at), at % 24 + 1
        now = {name: float(values[at]) for name, values in columns.items()}
        yield (
            f"{year},{day.month},{day.day},{hour},60,{FLAGS},{now['dry']:.1f},{now['dew']:.1f},{now['humidity']:.0f},"
            f"{now['pressure']:.0f},{now['horizontal']:.0f},{now['normal']:.0f},{now['infrared']:.0f},{now['global']:.0f},"
            f"{now['direct']:.0f},{now['diffuse']:.0f},999999,999999,999999,9999,{now['from']:.0f},{now['speed']:.1f},"
            f"{now['cloud']:.0f},{now['cloud']:.0f},9999,99999,9,999999999,999,.999,999,99,999,{now['rain']:.1f},1.0"
        )
