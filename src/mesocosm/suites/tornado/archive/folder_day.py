"""A forecast day kept as a folder in the layout of the published data set.

hrrr_20250315_00z/
    hrrr_maps/hrrr.t00z.wrfsfcf12.grib2 ...
    bufkit/hrrr_kbuf.buf ...
broken_sounding_stations.csv        stations to leave out; may also stand in the day's folder
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from mesocosm.earth.weather.soundings.bufkit import scan_station
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord, did_you_mean

NAME = re.compile(r"hrrr_(\d{8})_(\d{2})z")
SURFACE_FILE = re.compile(r"hrrr\.t\d{2}z\.wrfsfcf(\d{2})\.grib2")
EXCLUSION_FILE = "broken_sounding_stations.csv"
EXCLUSION_COLUMN = "Broken Station ID"


class FolderDay:
    """A day read from its folder; nothing is opened before it is asked for."""

    def __init__(self, folder: Path, excluded: Sequence[str] | None = None) -> None:
        """Read a day from its folder.

        Args:
            folder: `hrrr_YYYYMMDD_00z`.
            excluded: Ids of stations to leave out; by default, they are read from the published file if it is in the
                folder
                or beside it.
        """
        name = NAME.fullmatch(folder.name)
        if name is None:
            raise InvalidRecord(f"a day's folder must be called hrrr_YYYYMMDD_00z, got {folder.name!r}")
        if not folder.is_dir():
            raise InvalidRecord(f"there is no folder {folder}")
        self.folder = folder
        self._run = _moment(name[1] + name[2], folder)
        self._excluded = frozenset(
            _excluded_near(folder) if excluded is None else (station.upper() for station in excluded)
        )

    @property
    def run(self) -> datetime:
        """Start of the model run, UTC."""
        return self._run

    def surface_file(self, hour: int) -> Path:
        """Return the GRIB2 file of a forecast hour."""
        path = self.folder / "hrrr_maps" / f"hrrr.t{self._run:%H}z.wrfsfcf{hour:02d}.grib2"
        if not path.is_file():
            hours = sorted(
                int(name[1]) for file in path.parent.glob("*") if (name := SURFACE_FILE.fullmatch(file.name))
            )
            raise InvalidRecord(f"{path} is missing; hours there: {', '.join(map(str, hours)) or 'none'}")
        return path

    def stations(self) -> Sequence[Station]:
        """Return every station with soundings that is not excluded, by file name."""
        return tuple(station for station, _ in self._soundings.values())

    def sounding_file(self, station: str) -> Path:
        """Return the BUFKIT file of a station."""
        known = self._soundings.get(station)
        if known is None:
            raise _unknown(station, list(self._soundings))
        return known[1]

    @cached_property
    def _soundings(self) -> dict[str, tuple[Station, Path]]:
        """Station ids, each with station and file; if two files give one id, the second is named by its file."""
        soundings: dict[str, tuple[Station, Path]] = {}
        for station, file in self._scanned():
            if station.id in soundings:
                station = replace(station, id=file.stem.removeprefix("hrrr_").upper())
            if station.id.upper() not in self._excluded:
                soundings[station.id] = (station, file)
        return soundings

    def _scanned(self) -> list[tuple[Station, Path]]:
        """Return every file with a station in its first lines; a file cut off while it was fetched has none."""
        folder = self.folder / "bufkit"
        scanned = []
        for file in sorted(folder.glob("hrrr_*.buf")):
            with suppress(InvalidRecord):
                scanned.append((scan_station(file), file))
        if not scanned:
            raise InvalidRecord(f"{folder} has no readable files hrrr_<station>.buf")
        return scanned


def _unknown(station: str, known: list[str]) -> InvalidRecord:
    """Return the error for an unknown station id, with the nearest ids."""
    hint = did_you_mean(station, known) or f"there are {len(known)} others"
    return InvalidRecord(f"no station is called {station!r}; {hint}")


def _moment(text: str, folder: Path) -> datetime:
    try:
        return datetime.strptime(text, "%Y%m%d%H").replace(tzinfo=UTC)
    except ValueError:
        raise InvalidRecord(f"{folder.name} names no date and hour, got {text!r}; write hrrr_YYYYMMDD_HHz") from None


def _excluded_near(folder: Path) -> frozenset[str]:
    for place in (folder, folder.parent):
        file = place / EXCLUSION_FILE
        if file.is_file():
            return read_exclusions(file)
    return frozenset()


def read_exclusions(file: Path) -> frozenset[str]:
    """Read the ids on the published list of stations whose soundings cannot be drawn."""
    with file.open(newline="", encoding="utf-8") as lines:
        rows = csv.DictReader(lines)
        if EXCLUSION_COLUMN not in (rows.fieldnames or ()):
            raise InvalidRecord(f"{file} needs a column {EXCLUSION_COLUMN!r}, has {rows.fieldnames}")
        return frozenset(row[EXCLUSION_COLUMN].strip().upper() for row in rows)
