"""Reading of EPW files: a year of hours at one place, checked, with units in the names.

Layout after the EnergyPlus documentation, "Auxiliary Programs", EnergyPlus Weather File (EPW) Data Dictionary. The time
of a row is the end of its hour, in local standard time.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw_writing import COMMON_YEAR, HOURS
from mesocosm.earth.weather.sunshine import (
    SkyLight,
    extraterrestrial_normal,
    hourly_sun_path,
    sky_radiation,
)
from mesocosm.errors import InvalidRecord

Floats = NDArray[np.float64]
HEADER = (
    "LOCATION",
    "DESIGN CONDITIONS",
    "TYPICAL/EXTREME PERIODS",
    "GROUND TEMPERATURES",
    "HOLIDAYS/DAYLIGHT SAVINGS",
    "COMMENTS 1",
    "COMMENTS 2",
    "DATA PERIODS",
)
LEAST_COLUMNS = 32
"""Fewest columns: older files lack albedo and rain."""
LEAP_HOURS = 8784
MISSING_INFRARED = 9999.0
LARGEST_FILE = 8_000_000
"""Largest file, in characters."""


@dataclass(frozen=True)
class Column:
    """A column that is read: position, range, and a substitute for values outside the range."""

    place: int
    lowest: float
    highest: float
    unit: str
    hint: str = ""


COLUMNS = {
    "temperature_c": Column(6, -90.0, 70.0, "°C", "kelvin"),
    "dew_point_c": Column(7, -95.0, 70.0, "°C", "kelvin"),
    "humidity_percent": Column(8, 0.0, 110.0, "%"),
    "pressure_pa": Column(9, 31000.0, 120000.0, "Pa", "hPa"),
    "infrared_w_m2": Column(12, 0.0, MISSING_INFRARED, "W/m²"),
    "global_w_m2": Column(13, 0.0, 1500.0, "Wh/m² in the hour", "kJ/m²"),
    "direct_normal_w_m2": Column(14, 0.0, 1500.0, "Wh/m² in the hour", "kJ/m²"),
    "diffuse_w_m2": Column(15, 0.0, 1500.0, "Wh/m² in the hour", "kJ/m²"),
    "wind_speed_m_s": Column(21, 0.0, 40.0, "m/s"),
    "cloud_tenths": Column(23, 0.0, 99.0, "tenths"),
}


@dataclass(frozen=True)
class WeatherYear:
    """A year of 8,760 hours, the first from 0:00 to 1:00 local standard time on the first of January."""

    name: str
    latitude: float
    longitude: float
    time_zone: float
    elevation_m: float
    ground_c: tuple[float, ...]
    """Monthly temperatures at the shallowest depth in the header; empty if the header has none."""
    hours: dict[str, Floats]
    """Values by the names of `COLUMNS`."""

    @property
    def light(self) -> SkyLight:
        """Sunlight in each hour."""
        return SkyLight(
            path=hourly_sun_path(self.latitude, self.longitude, self.time_zone, HOURS),
            direct_normal=self.hours["direct_normal_w_m2"],
            diffuse=self.hours["diffuse_w_m2"],
            extraterrestrial_normal=extraterrestrial_normal(np.arange(HOURS, dtype=np.float64) // 24 + 1),
        )


@functools.lru_cache(maxsize=2)  # a run reads a text again after its validation
def read_epw(text: str) -> WeatherYear:
    """Read a year from an EPW file; a truncated file, other units or a 29 February raise `InvalidRecord`.

    Arrays are read-only: a text that is read again gives the same year.
    """
    if len(text) > LARGEST_FILE:
        raise InvalidRecord(f"epw holds {len(text):,} characters; a year of hours has at most {LARGEST_FILE:,}")
    lines = text.splitlines()
    _check_header(lines)
    rows = [line.split(",") for line in lines[len(HEADER) :] if line.strip()]
    _check_rows(rows)
    hours = {name: _column(rows, name, column) for name, column in COLUMNS.items()}
    place = lines[0].split(",")
    latitude, longitude, time_zone, elevation_m = _place(place)
    hours |= _infrared(hours)
    for column in hours.values():
        column.flags.writeable = False
    return WeatherYear(place[1].strip(), latitude, longitude, time_zone, elevation_m, _ground(lines[3]), hours)


def month_of_hours() -> NDArray[np.int64]:
    """Return the month of each hour of a year, 0 for January."""
    days = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return np.repeat(np.arange(12), [24 * count for count in days])


def _check_header(lines: list[str]) -> None:
    for number, word in enumerate(HEADER):
        got = lines[number].partition(",")[0].strip() if number < len(lines) else "the end of the file"
        if got.upper() != word:
            raise InvalidRecord(f"epw: line {number + 1} must begin with {word}, got {got[:40]!r}")
    per_hour = [*lines[7].split(","), "", "", ""][2].strip()
    if per_hour != "1":
        raise InvalidRecord(f"epw: DATA PERIODS must have 1 record an hour, got {per_hour!r}")


def _check_rows(rows: list[list[str]]) -> None:
    for number, row in enumerate(rows):
        if len(row) < LEAST_COLUMNS:
            whole = "columns are missing, or the file is cut short"
            raise InvalidRecord(f"epw: hour {number + 1} has {len(row)} columns of {LEAST_COLUMNS}: {whole}")
    _check_count(rows)
    for number, (row, moment) in enumerate(zip(rows, _moments(), strict=True)):
        if (_whole(row[1]), _whole(row[2]), _whole(row[3])) != moment:
            due = f"{moment[0]}/{moment[1]} hour {moment[2]}"
            got = f"{row[1].strip()}/{row[2].strip()} hour {row[3].strip()}"
            raise InvalidRecord(f"epw: hour {number + 1} of the year must be {due}, got {got}")


@functools.cache
def _moments() -> tuple[tuple[int, int, int], ...]:
    """Return month, day and hour (1 to 24) of each hour of a year."""
    moments = (COMMON_YEAR + timedelta(hours=at) for at in range(HOURS))
    return tuple((moment.month, moment.day, moment.hour + 1) for moment in moments)


def _check_count(rows: list[list[str]]) -> None:
    if len(rows) == HOURS:
        return
    leap = any(_whole(row[1]) == 2 and _whole(row[2]) == 29 for row in rows)
    if leap or len(rows) == LEAP_HOURS:
        raise InvalidRecord(f"epw has {len(rows):,} hours with a 29 February; leave that day out, a year has {HOURS:,}")
    why = "the file is cut short" if len(rows) < HOURS else "it holds more than a year"
    raise InvalidRecord(f"epw must hold {HOURS:,} hours, got {len(rows):,}: {why}")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return -1


def _column(rows: list[list[str]], name: str, column: Column) -> Floats:
    try:
        values = np.array([row[column.place] for row in rows], dtype=np.float64)
    except ValueError:
        at, text = next((at, row[column.place]) for at, row in enumerate(rows) if not _is_number(row[column.place]))
        raise InvalidRecord(f"epw: {name} in hour {at + 1} must be a number, got {text!r}") from None
    outside = ~((values >= column.lowest) & (values <= column.highest))  # NaN is outside as well
    if outside.any():
        at = int(np.flatnonzero(outside)[0])
        hint = f"; is it in {column.hint}?" if column.hint and np.isfinite(values[at]) else ""
        allowed = f"[{column.lowest:g}, {column.highest:g}] {column.unit}"
        raise InvalidRecord(f"epw: {name} in hour {at + 1} must lie in {allowed}, got {values[at]:g}{hint}")
    return values


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _infrared(hours: dict[str, Floats]) -> dict[str, Floats]:
    """Fill in the long-wave radiation of the sky where the file has none."""
    measured = hours["infrared_w_m2"]
    absent = (measured >= MISSING_INFRARED) | (measured <= 0)
    if not absent.any():
        return {}
    cloud = np.minimum(hours["cloud_tenths"], 10.0) / 10.0
    reckoned = sky_radiation(hours["temperature_c"], hours["dew_point_c"], cloud)
    return {"infrared_w_m2": np.where(absent, reckoned, measured)}


def _place(words: list[str]) -> tuple[float, float, float, float]:
    limits = {"latitude": (6, 90.0), "longitude": (7, 180.0), "time zone": (8, 14.0), "elevation_m": (9, 9000.0)}
    values = []
    for name, (place, most) in limits.items():
        text = words[place].strip() if place < len(words) else ""
        if not _is_number(text) or not abs(float(text)) <= most:
            raise InvalidRecord(f"epw: {name} in LOCATION must lie in [-{most:g}, {most:g}], got {text!r}")
        values.append(float(text))
    return values[0], values[1], values[2], values[3]


def _ground(line: str) -> tuple[float, ...]:
    words = [word.strip() for word in line.split(",")]
    if len(words) < 18 or not _whole(words[1]) > 0:
        return ()
    return tuple(float(word) for word in words[6:18]) if all(_is_number(word) for word in words[6:18]) else ()
