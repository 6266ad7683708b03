"""Best tracks of tropical cyclones, as archives publish them: HURDAT2, IBTrACS, and the track files of CLIMADA.

HURDAT2: Landsea and Franklin (2013), Mon. Wea. Rev. 141, 3576-3592, and its format description by the National
Hurricane Center. IBTrACS: Knapp et al. (2010), Bull. Amer. Meteor. Soc. 91, 363-376, and its columns in version 4.
Winds of IBTrACS are those of the agencies of the United States, the only ones that are means over one minute in every
basin; its WMO winds are means over 1, 2, 3 or 10 minutes, by agency.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.forecasts.cyclone_scales import KNOT
from mesocosm.earth.forecasts.cyclones import Centre
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

HURDAT2 = re.compile(r"\s*([A-Z]{2}\d{6})\s*,\s*([^,]*?)\s*,\s*(\d+)\s*,?\s*")
"""First line of a storm: basin, number and year, its name, and how many lines follow."""
PLACE = re.compile(r"(\d+(?:\.\d+)?)([NSEW])")
FIX_CELLS = 8
"""Least cells of a line of HURDAT2: date, time, mark, status, latitude, longitude, wind, pressure."""
UNNAMED = ("", "UNNAMED", "NOT_NAMED", "NOT NAMED")
MOST_FIXES = 250_000
"""Most positions of a file: three times all of HURDAT2."""
MOST_KNOTS, MOST_HPA = 400, 1200
"""Wind and pressure at sea level beyond which a file is damaged or in another unit."""
MINUTE = "%Y-%m-%dT%H:%M"
Floats = NDArray[np.float64]
Times = NDArray[np.datetime64]
Tracks = dict[str, list[Centre]]


@dataclass(frozen=True)
class Columns:
    """Columns of a table of best tracks; winds are in knots."""

    storm: str
    time: str
    latitude: str
    longitude: str
    wind: str
    pressure: tuple[str, ...]
    """Columns of the pressure; the first that has a number counts."""
    time_form: str
    name: str = ""
    wind_minutes: int | None = None
    """Averaging time of the winds, if all storms have the same."""

    @property
    def needed(self) -> tuple[str, ...]:
        """Columns without which there is no track."""
        return self.storm, self.time, self.latitude, self.longitude, self.wind


IBTRACS = Columns(
    "SID", "ISO_TIME", "LAT", "LON", "USA_WIND", ("USA_PRES", "WMO_PRES"), "%Y-%m-%d %H:%M:%S", "NAME", wind_minutes=1
)
CLIMADA = Columns("ibtracsID", "isotime", "cgps_lat", "cgps_lon", "vmax", ("pcen",), "%Y%m%d%H")
TABLES = (IBTRACS, CLIMADA)
NETCDF = ("sid", "name", "time", "lat", "lon", "usa_wind", "usa_pres", "wmo_pres")
"""Variables of IBTrACS in NetCDF that are read."""
NETCDF_PRESSURES = ("usa_pres", "wmo_pres")
"""Pressures of IBTrACS; the first that has a number counts."""
NETCDF_OF_CLIMADA = ("time", "lat", "lon", "max_sustained_wind", "central_pressure")


def read_hurdat2(lines: Iterable[str], name: str) -> Tracks:
    """Read the storms of a HURDAT2 file; their names are those of the file with the storm's id."""
    tracks: Tracks = {}
    storm, left = "", 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        head = HURDAT2.fullmatch(line)
        if (head is None) != (left > 0):
            wanted = f"{left} more positions of {storm}" if left else "a storm such as 'AL041992, ANDREW, 68,'"
            raise InvalidRecord(f"{where}: {wanted} must follow, got {line.strip()[:60]!r}")
        if head is not None:
            storm, left = storm_name(head[1], head[2]), int(head[3])
            if storm in tracks:
                raise InvalidRecord(f"{where}: the storm {storm} occurs twice")
            tracks[storm] = []
        else:
            tracks[storm].append(_fix([cell.strip() for cell in line.split(",")], where))
            left -= 1
        _check_count(number, name)
    if left:
        raise InvalidRecord(f"{name} ends {left} positions before the end of {storm}")
    return _with_positions(tracks, name)


def read_table(lines: Iterable[str], columns: Columns, name: str) -> Tracks:
    """Read a table of best tracks; a row of units below the header, and rows without a time, are left out."""
    tracks: Tracks = {}
    for number, row in enumerate(csv.DictReader(lines), 2):
        _check_count(number, name)
        if not (row[columns.storm] or "").strip() or not (row[columns.time] or "")[:1].isdigit():
            continue
        storm = storm_name(row[columns.storm], row.get(columns.name) or "")
        try:
            tracks.setdefault(storm, []).append(_row_centre(row, columns))
        except (TypeError, ValueError) as error:
            raise InvalidRecord(f"{name}, row {number} cannot be read: {str(error)[:160]}") from error
    return _with_positions(tracks, name)


def read_netcdf(dataset: xr.Dataset, name: str) -> tuple[Tracks, int | None]:
    """Read the tracks of a NetCDF file, of IBTrACS or of CLIMADA, and the averaging time of their winds in minutes."""
    try:
        return _read_dataset(dataset, name)
    except (IndexError, TypeError, ValueError) as error:  # of values, or of arrays that do not fit together
        raise InvalidRecord(f"{name} cannot be read as tracks: {str(error)[:160]}") from error


def _read_dataset(dataset: xr.Dataset, name: str) -> tuple[Tracks, int | None]:
    if {"sid", "lat", "lon", "usa_wind"} <= set(map(str, dataset.variables)):
        return _with_positions(dict(_ibtracs_storms(dataset, name)), name), 1
    missing = [each for each in NETCDF_OF_CLIMADA if each not in dataset.variables]
    if missing or dataset["time"].dtype.kind != "M":
        wanted = f"a NetCDF file of tracks: of IBTrACS, or one that also has {', '.join(missing) or 'times'}"
        raise InvalidRecord(f"{name} is not {wanted}")
    columns = [dataset[each].values.astype(float) for each in NETCDF_OF_CLIMADA[1:]]
    storm = storm_name(str(dataset.attrs.get("sid", "")), str(dataset.attrs.get("name", "")))
    return _with_positions({storm: list(_centres(dataset["time"].values, *columns))}, name), None


def storm_name(storm: str, name: str) -> str:
    """Return the name of a track, such as ANDREW AL041992, or the id alone of a storm without a name."""
    return storm.strip() if name.strip().upper() in UNNAMED else f"{name.strip()} {storm.strip()}"


def _check_count(number: int, name: str) -> None:
    if number > MOST_FIXES:
        raise InvalidRecord(f"{name} holds more than {MOST_FIXES:,} positions; take a part of the archive")


def _with_positions(tracks: Tracks, name: str) -> Tracks:
    tracks = {storm: centres for storm, centres in tracks.items() if centres}
    if not tracks:
        raise InvalidRecord(f"{name} holds no track")
    return tracks


def _fix(cells: Sequence[str], where: str) -> Centre:
    if len(cells) < FIX_CELLS:
        raise InvalidRecord(f"{where}: a position must have at least {FIX_CELLS} cells, got {len(cells)}")
    try:
        moment = datetime.strptime(f"{cells[0]} {cells[1]:0>4}", "%Y%m%d %H%M").replace(tzinfo=UTC)
        latitude, longitude = _degrees(cells[4], "NS"), _degrees(cells[5], "EW")
        return _centre(f"{moment:{MINUTE}}", latitude, longitude, float(cells[6]), float(cells[7]))
    except ValueError as error:
        raise InvalidRecord(f"{where} cannot be read: {str(error)[:120]}") from error


def _degrees(cell: str, sides: str) -> float:
    """Return degrees north or east from a cell such as 28.0N."""
    match = PLACE.fullmatch(cell)
    if match is None or match[2] not in sides:
        raise ValueError(f"a place must be written as 28.0{sides[0]} or 28.0{sides[1]}, got {cell[:20]!r}")
    return float(match[1]) * (1 if match[2] == sides[0] else -1)


def _row_centre(row: Mapping[str, str | None], columns: Columns) -> Centre:
    time = str(row[columns.time]).strip().removesuffix(".0")
    moment = datetime.strptime(time, columns.time_form).replace(tzinfo=UTC)
    pressures = (_number(row.get(name)) for name in columns.pressure)
    pressure = next((each for each in pressures if each > 0), np.nan)
    latitude, longitude = (float(str(row[name])) for name in (columns.latitude, columns.longitude))
    return _centre(f"{moment:{MINUTE}}", latitude, longitude, _number(row[columns.wind]), pressure)


def _number(cell: str | None) -> float:
    return float(cell) if cell and cell.strip() else np.nan


def _centre(time: str, latitude: float, longitude: float, knots: float, pressure_hpa: float) -> Centre:
    """Return a centre; a wind or pressure that is not above 0 is unknown."""
    if not (abs(latitude) <= 90 and abs(longitude) <= 360):
        raise ValueError(f"latitude lies in ±90 and longitude in ±360 degrees, got {latitude:g} and {longitude:g}")
    if knots > MOST_KNOTS or pressure_hpa > MOST_HPA:
        most = f"a wind is at most {MOST_KNOTS} knots and a pressure at most {MOST_HPA} hPa"
        raise ValueError(f"{most}, got {knots:g} and {pressure_hpa:g}")
    return Centre(
        time=time,
        latitude=latitude,
        longitude=round((longitude + 180.0) % 360.0 - 180.0, 6),
        pressure_hpa=pressure_hpa if pressure_hpa > 0 else np.nan,
        vorticity=np.nan,
        warmth_k=np.nan,
        wind_m_s=knots * KNOT if knots > 0 else None,
    )


def _ibtracs_storms(dataset: xr.Dataset, name: str) -> Iterator[tuple[str, list[Centre]]]:
    if "time" not in dataset.variables or dataset["time"].dtype.kind != "M":
        raise InvalidRecord(f"{name} must have `time` as days since a date, for each storm and position")
    columns = [np.atleast_2d(dataset[each].values).astype(float) for each in ("lat", "lon", "usa_wind")]
    pressure = np.full_like(columns[0], np.nan)
    for each in NETCDF_PRESSURES:
        pressure = np.where(pressure > 0, pressure, dataset[each].values) if each in dataset.variables else pressure
    times, ids = np.atleast_2d(dataset["time"].values), _texts(dataset["sid"])
    names = _texts(dataset["name"]) if "name" in dataset else [""] * len(ids)
    _check_count(int(np.isfinite(columns[0]).sum()), name)
    for at, (storm, word) in enumerate(zip(ids, names, strict=True)):
        yield storm_name(storm, word), list(_centres(times[at], *(each[at] for each in (*columns, pressure))))


def _centres(times: Times, *columns: Floats) -> Iterator[Centre]:
    """Return the positions that have a time and a place; times are rounded to minutes."""
    minutes = (times + np.timedelta64(30, "s")).astype("datetime64[m]")
    for minute, *numbers in zip(minutes, *columns, strict=True):
        latitude, longitude, knots, pressure = map(float, numbers)
        if not np.isnat(minute) and np.isfinite(latitude) and np.isfinite(longitude):
            yield _centre(str(minute), latitude, longitude, knots, pressure)


def _texts(values: xr.DataArray) -> list[str]:
    return [each.decode("utf-8", "replace") if isinstance(each, bytes) else str(each) for each in values.values.flat]
