"""Radiosonde tables: the University of Wyoming's, SPC's (as SHARPpy reads them), and decoded high-resolution ones."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from mesocosm import registry
from mesocosm.earth.weather.soundings.profile import KNOT, FloatArray, Profile, Sounding
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.earth.weather.thermodynamics import FREEZING
from mesocosm.errors import InvalidRecord

MISSING = -9999.0
UNKNOWN = float("nan")
WYOMING_WIDTH = 7
"""Characters of a column; empty fields are blank, so that only the position identifies them."""

WYOMING_HEADS = re.compile(r"^\s*PRES\s+HGHT\s+TEMP\s+DWPT\s+RELH\s+MIXR\s+DRCT\s+SKNT", re.MULTILINE)
WYOMING_TITLE = re.compile(r"^\s*(\d{5})\s+(.*?)Observations at (\d{2})Z (\d{2} \w{3} \d{4})", re.MULTILINE)
SPC_TIME = re.compile(r"\b\d{6}/\d{4}\b")
SPC_PLACE = re.compile(r"(-?\d+\.\d+)\s*[,;]\s*(-?\d+\.\d+)")
BUFR_COLUMNS = ("PRESSURE", "GEOPOTENTIAL_HEIGHT", "TEMPERATURE", "DEWPOINT", "WIND_DIRECTION", "WIND_SPEED")


def is_wyoming(opening: str) -> bool:
    return WYOMING_HEADS.search(opening) is not None


def is_spc(opening: str) -> bool:
    return "%TITLE%" in opening


def read_wyoming(path: Path) -> Sounding:
    """Read a table of the University of Wyoming; station and time are known only if its title line is kept."""
    text = path.read_text(encoding="latin-1")
    heads = WYOMING_HEADS.search(text)
    if heads is None:
        raise InvalidRecord(f"{path}: no line of column heads PRES HGHT TEMP DWPT ...")
    rows = [cells for line in text[heads.end() :].splitlines() if (cells := _wyoming_cells(line)) is not None]
    title = WYOMING_TITLE.search(text)
    valid = datetime.strptime(f"{title[4]} {title[3]}", "%d %b %Y %H").replace(tzinfo=UTC) if title else None
    names = title[2].split() if title else [path.stem]
    table = _table(rows, path)
    profile = _profile(valid, table[:, [0, 1, 2, 3, 6, 7]])
    return Sounding(
        _station(names[0] if names else title[1] if title else path.stem, profile), profile, source="radiosonde"
    )


def read_spc(path: Path) -> Sounding:
    """Read a table between %RAW% and %END% under a title with station, time and, in some files, place."""
    text = path.read_text(encoding="latin-1")
    title, mark, rest = text.partition("%RAW%")
    if not mark:
        raise InvalidRecord(f"{path}: the line %RAW% is missing")
    rows = [_spc_cells(line, path) for line in rest.partition("%END%")[0].splitlines() if line.strip()]
    time, place = SPC_TIME.search(title), SPC_PLACE.search(title)
    valid = datetime.strptime(time[0], "%y%m%d/%H%M").replace(tzinfo=UTC) if time else None
    words = title.replace("%TITLE%", "").split()
    profile = _profile(valid, _table(rows, path)[:, :6])
    latitude, longitude = (float(place[1]), float(place[2])) if place else (UNKNOWN, UNKNOWN)
    station = _station(words[0].rpartition("/")[2] if words else path.stem, profile, latitude, longitude)
    return Sounding(station, profile, source="sounding")


def read_parquet(path: Path) -> Sounding:
    """Read a high-resolution ascent decoded from BUFR: SI units, one column per WMO element name."""
    registry.require("pyarrow")
    table = registry.require("pandas").read_parquet(path)
    lacking = [name for name in BUFR_COLUMNS if name not in table.columns]
    if lacking or table.empty:
        raise InvalidRecord(f"{path}: a decoded ascent needs rows with {', '.join(BUFR_COLUMNS)}; lacks {lacking}")
    columns = np.column_stack([table[name].to_numpy(dtype=np.float64, na_value=np.nan) for name in BUFR_COLUMNS])
    columns -= [0, 0, FREEZING, FREEZING, 0, 0]
    columns /= [100.0, 1, 1, 1, 1, KNOT]
    first = table.iloc[0]
    profile = _profile(_launch(first), columns)
    number = f"{int(first.get('WMO_BLOCK', 0)):02d}{int(first.get('WMO_STATION_NUMBER', 0)):03d}"
    place = (float(first.get("STATION_LATITUDE", UNKNOWN)), float(first.get("STATION_LONGITUDE", UNKNOWN)))
    return Sounding(_station(number, profile, *place), profile, source="radiosonde")


def _launch(row: Any) -> datetime | None:
    names = [f"LAUNCH_{part}" for part in ("YEAR", "MONTH", "DAY", "HOUR", "MINUTE")]
    if not all(name in row.index for name in names):
        return None
    year, month, day, hour, minute = (int(row[name]) for name in names)
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def _wyoming_cells(line: str) -> list[float] | None:
    """Return the first eight columns of a row; None for rules, units and remarks."""
    cells = [line[at : at + WYOMING_WIDTH].strip() for at in range(0, 8 * WYOMING_WIDTH, WYOMING_WIDTH)]
    try:
        values = [float(cell) if cell else np.nan for cell in cells]
    except ValueError:
        return None
    return values if cells[0] else None


def _spc_cells(line: str, path: Path) -> list[float]:
    try:
        values = [float(cell) for cell in line.split(",")]
    except ValueError:
        raise InvalidRecord(
            f"{path}: numbers with commas between them are expected, got {line.strip()[:60]!r}"
        ) from None
    if len(values) < 6:
        raise InvalidRecord(
            f"{path}: a level has pressure, height, temperature, dew point and wind; got {line.strip()!r}"
        )
    return values[:6]


def _table(rows: list[list[float]], path: Path) -> FloatArray:
    if not rows:
        raise InvalidRecord(f"{path}: the sounding has no levels")
    table = np.array(rows)
    table[table <= MISSING + 1] = np.nan
    return table


def _profile(valid: datetime | None, table: FloatArray) -> Profile:
    return Profile(valid, *(table[:, at].copy() for at in range(6)))


def _station(name: str, profile: Profile, latitude: float = UNKNOWN, longitude: float = UNKNOWN) -> Station:
    """Return the station, with the ground at the lowest level that has a temperature."""
    measured = profile.height_m[np.isfinite(profile.temperature_c)]
    return Station(name, latitude, longitude, float(measured[0]) if len(measured) else UNKNOWN)
