"""Acquisitions: every pass, every tile of it, and its files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.archive.cloud_cover import Percents
from mesocosm.earth.planet.archive.missions import CAMERA, MISSIONS, Mission, Pass, day_number, passes, visits
from mesocosm.earth.planet.archive.tiles import Tile
from mesocosm.earth.planet.regions import Region
from mesocosm.types import Record

CLEAR_PERCENT = 35
"""Cloud cover, percent, above which no camera is sent: it waits for a gap, so that its pictures show no cloud."""


class FileKind(Record):
    """A kind of file that each acquisition of a mission has."""

    key: str
    bands: tuple[str, ...]
    pixel_m: float
    roles: tuple[str, ...] = ("data",)


FILES: dict[str, tuple[FileKind, ...]] = {
    "s2-like-l2a": (
        FileKind(key="10m", bands=("B02", "B03", "B04", "B08"), pixel_m=10.0),
        FileKind(key="20m", bands=("B05", "B06", "B07", "B8A", "B11", "B12"), pixel_m=20.0),
        FileKind(key="60m", bands=("B01", "B09", "B10"), pixel_m=60.0),
        FileKind(key="scl", bands=("SCL", "CLDPRB"), pixel_m=20.0, roles=("metadata",)),
    ),
    "landsat-like-c2-l2": (
        FileKind(key="30m", bands=("B1", "B2", "B3", "B4", "B5", "B6", "B7"), pixel_m=30.0),
        FileKind(key="temperature", bands=("ST_B10",), pixel_m=30.0),
        FileKind(key="quality", bands=("QA_PIXEL", "CLDPRB"), pixel_m=30.0, roles=("metadata",)),
    ),
    "s1-like-grd": (FileKind(key="backscatter", bands=("VV", "VH"), pixel_m=10.0),),
    "photographs": (FileKind(key="rgb", bands=("red", "green", "blue"), pixel_m=0.5, roles=("visual",)),),
}
"""Files of each mission. The place of a file in its mission, from 1, is part of its name."""


@dataclass(frozen=True)
class ArchiveFile:
    """A file of an acquisition, made on demand."""

    key: str
    name: str
    bands: tuple[str, ...]
    pixel_m: float


@dataclass(frozen=True)
class Acquisition:
    """One tile of one pass."""

    name: str
    """32 hexadecimal digits that reveal nothing."""
    mission: Mission
    tile: Tile
    seen: Pass
    cloud_percent: int | None
    """Cloud over the town at the hour of the pass, as in the weather; None for radar, which sees through clouds."""
    files: tuple[ArchiveFile, ...]

    @property
    def time(self) -> datetime:
        return self.seen.time(self.tile.region.longitude)

    @property
    def date(self) -> date:
        return self.time.date()


@dataclass(frozen=True)
class Taken:
    """Acquisitions of one mission over a region in a year, as columns of equal length, by pass, town and tile."""

    passes: tuple[Pass, ...]
    at: NDArray[np.int64]
    """Number of the pass of each acquisition."""
    tile: NDArray[np.int64]
    """Number of the tile among the region's."""
    cloud_percent: NDArray[np.int64]
    """Cloud over the town, percent; -1 where the sensor sees through clouds."""


def acquisitions_in(
    region: Region, mission: Mission, squares: tuple[Tile, ...], clouds: Percents, year: int, days: int
) -> Taken:
    """Return the acquisitions of tiles by a mission in a year, within the planet's days.

    Args:
        region: The region.
        mission: The mission.
        squares: All tiles of the mission's kind in the region.
        clouds: Cloud over each town at the pass of each day: see `cloud_cover`.
        year: The year.
        days: Number of days of the planet, from its epoch.
    """
    first = day_number(date(year, 1, 1))
    towns = np.array([tile.rank for tile in squares], np.int64)
    if mission == CAMERA:
        seen, at, tile = _visit(region, squares, clouds, year, days)
    else:
        seen = tuple(a_pass for a_pass in passes(region, mission, year) if a_pass.day < days)
        at, tile = (part.ravel() for part in np.indices((len(seen), len(squares))))
    day = np.array([a_pass.day for a_pass in seen], np.int64)[at] - first
    cloud = clouds[day, towns[tile]] if mission.sees_cloud else np.full(at.size, -1, np.int64)
    return Taken(seen, at, tile, np.zeros_like(cloud) if mission == CAMERA else cloud)


def _visit(
    region: Region, squares: tuple[Tile, ...], clouds: Percents, year: int, days: int
) -> tuple[tuple[Pass, ...], NDArray[np.int64], NDArray[np.int64]]:
    """Return the visits of cameras to towns under a clear sky: the passes, and the pass and tile of every picture."""
    first = day_number(date(year, 1, 1))
    towns = np.array([tile.rank for tile in squares], np.int64)
    seen: list[Pass] = []
    at, tile = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for rank in range(clouds.shape[1]):
        of_town = np.flatnonzero(towns == rank)
        for visit in visits(region, rank, year):
            if visit.day < days and clouds[visit.day - first, rank] <= CLEAR_PERCENT:
                at.append(np.full(of_town.size, len(seen)))
                tile.append(of_town)
                seen.append(visit)
    return tuple(seen), np.concatenate(at), np.concatenate(tile)


def mission_of(collection: str) -> Mission:
    """Return a mission by the name of its collection."""
    from mesocosm.errors import UnknownName

    for mission in MISSIONS:
        if mission.collection == collection:
            return mission
    raise UnknownName("collection of the archive", collection, [mission.collection for mission in MISSIONS])
