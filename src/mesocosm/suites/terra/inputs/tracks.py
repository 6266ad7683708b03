"""Tracks of cyclones from files of the workspace: our own tables, and best tracks of HURDAT2 and IBTrACS."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.forecasts import best_tracks
from mesocosm.earth.forecasts.best_tracks import HURDAT2, Tracks
from mesocosm.earth.forecasts.cyclones import Centre
from mesocosm.errors import ToolError
from mesocosm.suites.terra.untrusted.hdf5 import untrusted_netcdf
from mesocosm.workspace.workspace import Workspace

COLUMNS = ("track", "time", "latitude", "longitude", "pressure_hpa", "wind_m_s", "vorticity", "warmth_k")
NEEDED = COLUMNS[:4]
LARGEST_TABLE = 5_000_000
"""Most bytes of a table of tracks."""
LARGEST_ARCHIVE = 96 * 2**20
"""Most bytes of an archive of best tracks: all of HURDAT2 takes 7 MB, a basin of IBTrACS up to 100 MB."""
ARRAYS = (b"CDF", b"\x89HDF")


@dataclass(frozen=True)
class TrackFile:
    """Tracks of a file by their names, and its hash."""

    path: str
    sha256: str
    tracks: Tracks
    wind_minutes: int | None = None
    """Averaging time of the winds in minutes, if the format states it."""

    def check_averaging(self, minutes: int) -> None:
        """Refuse another averaging time of the winds than the file's."""
        if self.wind_minutes not in (None, minutes):
            raise ToolError(
                f"`averaging_minutes` must be {self.wind_minutes} for {self.path!r}, whose winds are means over "
                f"{self.wind_minutes} min, got {minutes}"
            )


def read_tracks(workspace: Workspace, path: str) -> TrackFile:
    """Read the tracks of a table, of a HURDAT2 file, or of IBTrACS as CSV or NetCDF."""
    data, sha256 = workspace.read_hashed(path, LARGEST_ARCHIVE)
    if data.startswith(ARRAYS):
        wanted = (*best_tracks.NETCDF, *best_tracks.NETCDF_OF_CLIMADA)
        tracks, minutes = best_tracks.read_netcdf(untrusted_netcdf(data, repr(path), wanted), repr(path))
        return TrackFile(path, sha256, tracks, minutes)
    lines = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline="")
    try:
        return TrackFile(path, sha256, *_read_text(lines, path, len(data)))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ToolError(f"{path!r} cannot be read as a table of tracks: {error}") from error


def _read_text(lines: io.TextIOWrapper, path: str, size: int) -> tuple[Tracks, int | None]:
    first = next((line for line in lines if line.strip()), "")
    whole = itertools.chain([first], lines)
    if HURDAT2.fullmatch(first):
        return best_tracks.read_hurdat2(whole, repr(path)), 1
    names = next(csv.reader([first]), [])
    columns = next((each for each in best_tracks.TABLES if set(each.needed) <= set(names)), None)
    if columns is not None:
        return best_tracks.read_table(whole, columns, repr(path)), columns.wind_minutes
    missing = [name for name in NEEDED if name not in names]
    if missing:
        lacks = f"it lacks {', '.join(missing)}"
        raise ToolError(f"{path!r} is no table of tracks: {lacks}; HURDAT2 and IBTrACS are read too")
    if size > LARGEST_TABLE:
        raise ToolError(f"{path!r} holds {size:,} bytes; a table of tracks may hold {LARGEST_TABLE:,}")
    return _read_table(csv.DictReader(whole), path), None


def _read_table(rows: csv.DictReader[str], path: str) -> Tracks:
    tracks: Tracks = {}
    for row in rows:
        try:
            tracks.setdefault(str(row["track"]), []).append(_centre(row))
        except (TypeError, ValueError) as error:
            raise ToolError(f"{path!r} has a row that cannot be read, {str(row)[:120]}: {str(error)[:120]}") from None
    if not tracks:
        raise ToolError(f"{path!r} holds no track")
    return tracks


def _centre(row: Mapping[str, str]) -> Centre:
    values = {name: float(row[name]) if row.get(name) else float("nan") for name in COLUMNS[2:]}
    wind = values.pop("wind_m_s")
    if not abs(values["latitude"]) <= 90 or not abs(values["longitude"]) <= 360:
        raise ValueError("latitude or longitude is out of range")
    if wind < 0:
        raise ValueError("a wind is negative")
    return Centre(time=str(row["time"]), wind_m_s=wind if np.isfinite(wind) else None, **values)
