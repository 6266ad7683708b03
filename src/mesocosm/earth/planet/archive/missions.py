"""Satellites and the days on which they pass over a region.

A mission flies one or more satellites on one track that repeats after some days. The day of the repeat, the side and
the angle of view are drawn for each region. Passes fail one by one, and a satellite in an outage misses all regions for
some days. Cameras that take photographs have no track: they come after uneven gaps, town by town. Repeats and hours of
passing are those of Sentinel-2 (10 days, two satellites, 10:30), Landsat 8 and 9 (16 days, two satellites, 10:11), and
Sentinel-1 (12 days, one satellite or two, 6:00 and 18:00), from the missions' user handbooks.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.seeding import generator
from mesocosm.types import Record

Kind = Literal["scene", "photo"]
"""Kind of the square that is taken: see `tiles`."""
EPOCH = date(FIRST_YEAR, 1, 1)
SUNNY_HOUR = 10.5
"""Approximate local solar time at which sensors that need light pass; cloud cover is that of its whole hour."""


class Mission(Record):
    """Satellites of one kind."""

    collection: str
    sensor: str
    platforms: tuple[str, ...]
    """One satellite or more on the same track, evenly spaced."""
    repeat_days: int
    """Repeat of one satellite, days; 0 for cameras without a track."""
    tracks: int
    """Number of relative orbits in the repeat."""
    solar_hours: tuple[float, float]
    """Local mean solar time of the pass, descending and ascending."""
    zenith_deg: tuple[float, float]
    """Zenith angle of the view: the least and the greatest."""
    missed: float
    """Share of passes that fail."""
    kind: Kind = "scene"
    sees_cloud: bool = True
    alone: bool = False
    """Whether some regions are seen by the first satellite alone."""


OPTICAL = Mission(
    collection="s2-like-l2a", sensor="msi", platforms=("s2-like-a", "s2-like-b"), repeat_days=10, tracks=143,
    solar_hours=(10.5, 10.5), zenith_deg=(0.5, 10.5), missed=0.04,
)  # fmt: skip
THERMAL = Mission(
    collection="landsat-like-c2-l2", sensor="oli+tirs", platforms=("landsat-like-8", "landsat-like-9"), repeat_days=16,
    tracks=233, solar_hours=(10.2, 10.2), zenith_deg=(0.2, 7.4), missed=0.06,
)  # fmt: skip
RADAR = Mission(
    collection="s1-like-grd", sensor="c-sar", platforms=("s1-like-a", "s1-like-b"), repeat_days=12, tracks=175,
    solar_hours=(6.0, 18.0), zenith_deg=(31.0, 45.0), missed=0.05, sees_cloud=False, alone=True,
)  # fmt: skip
CAMERA = Mission(
    collection="photographs", sensor="rgb", platforms=("camera-1", "camera-2", "camera-3"), repeat_days=0, tracks=0,
    solar_hours=(10.5, 10.5), zenith_deg=(1.0, 28.0), missed=0.0, kind="photo",
)  # fmt: skip
MISSIONS: tuple[Mission, ...] = (OPTICAL, THERMAL, RADAR, CAMERA)
"""All missions. The place of a mission is part of the names of its files: append new ones."""
GAPS_DAYS = (1, 2, 3, 4, 6, 8, 11, 15, 21, 30, 42)
"""Days between two visits of cameras to a town, each equally likely."""
HOURS_OF_CAMERAS = (10.0, 10.25, 10.5, 10.75, 11.0)
OUTAGES_A_YEAR, LONGEST_OUTAGE_DAYS = 0.6, 16


@dataclass(frozen=True)
class Pass:
    """A satellite over a region, or a camera over a town."""

    day: int
    """Day since the epoch of the planet, UTC."""
    platform: str
    solar_hour: float
    track: int | None
    """The relative orbit, from 1; None for cameras."""
    ascending: bool | None
    zenith_deg: float
    """Angle between the line of sight and the vertical; for radar the incidence angle."""
    azimuth_deg: float
    """Direction of the sensor as seen from the ground, clockwise from north."""

    def time(self, longitude: float) -> datetime:
        """Return the time in UTC, to the second, on the day of the pass in UTC."""
        second = round((self.solar_hour - longitude / 15.0) * 3600.0) % 86400
        return datetime(EPOCH.year, EPOCH.month, EPOCH.day, tzinfo=UTC) + timedelta(days=self.day, seconds=second)


def day_number(day: date) -> int:
    """Return the number of days since the epoch of the planet."""
    return (day - EPOCH).days


def passes(region: Region, mission: Mission, year: int) -> tuple[Pass, ...]:
    """Return the passes of a mission over a region in a year that did not fail, in order of time."""
    first, last = (day_number(date(at, 1, 1)) for at in (year, year + 1))
    track = _track(region, mission)
    missed = generator(*_path(region, mission), "missed", year).random(366) < mission.missed
    return tuple(
        track.at(day, platform)
        for day in range(first, last)
        for platform in track.over(day)
        if not missed[day - first] and not _is_ill(region.seed, platform, day)
    )


def visits(region: Region, place: int, year: int) -> Iterator[Pass]:
    """Yield the visits of cameras to a town in a year, whatever the weather."""
    draw = generator(*_path(region, CAMERA), place, year)
    first, last = (day_number(date(at, 1, 1)) for at in (year, year + 1))
    day = first + int(draw.integers(0, GAPS_DAYS[-1]))
    while day < last:
        platform = CAMERA.platforms[int(draw.integers(len(CAMERA.platforms)))]
        hour = HOURS_OF_CAMERAS[int(draw.integers(len(HOURS_OF_CAMERAS)))]
        zenith, azimuth = _tenths(draw, CAMERA.zenith_deg), _tenths(draw, (0.0, 359.9))
        if not _is_ill(region.seed, platform, day):
            yield Pass(day, platform, hour, None, None, zenith, azimuth)
        day += GAPS_DAYS[int(draw.integers(len(GAPS_DAYS)))]


@dataclass(frozen=True)
class Track:
    """How a mission sees a region: always from the same direction."""

    platforms: tuple[str, ...]
    repeat_days: int
    phase: int
    """Day of the repeat on which the first satellite comes."""
    seen: Pass
    """The pass without its day and satellite."""

    def over(self, day: int) -> tuple[str, ...]:
        """Return the satellites that come on a day: none or one."""
        spacing = self.repeat_days // max(len(self.platforms), 1)
        since = (day - self.phase) % self.repeat_days
        return (self.platforms[since // spacing],) if since % spacing == 0 else ()

    def at(self, day: int, platform: str) -> Pass:
        seen = self.seen
        return Pass(day, platform, seen.solar_hour, seen.track, seen.ascending, seen.zenith_deg, seen.azimuth_deg)


@functools.lru_cache(maxsize=256)
def _track(region: Region, mission: Mission) -> Track:
    draw = generator(*_path(region, mission), "track")
    phase = int(draw.integers(mission.repeat_days))
    number = int(draw.integers(1, mission.tracks + 1))
    ascending = bool(draw.integers(2)) if mission == RADAR else False
    zenith, west = _tenths(draw, mission.zenith_deg), bool(draw.integers(2))
    # Near-polar orbits differ from the meridian by 8 to 12 degrees; views are across the track, radar to the right.
    azimuth = (258.0 if ascending else 102.0) if mission == RADAR else 282.0 if west else 102.0
    platforms = mission.platforms[:1] if mission.alone and draw.integers(2) else mission.platforms
    # A satellite that flies alone has the same repeat.
    seen = Pass(0, "", mission.solar_hours[ascending], number, ascending, zenith, azimuth)
    return Track(platforms, mission.repeat_days, phase, seen)


@functools.lru_cache(maxsize=1024)
def _outages(seed: int, platform: str, year: int) -> NDArray[np.bool_]:
    """Return the days of a year on which a satellite takes nothing anywhere."""
    draw = generator("planet", seed, "archive", "outages", platform, year)
    ill = np.zeros(366, bool)
    for _ in range(int(draw.random() < OUTAGES_A_YEAR) + int(draw.random() < OUTAGES_A_YEAR / 6)):
        start = int(draw.integers(366))
        ill[start : start + int(draw.integers(2, LONGEST_OUTAGE_DAYS))] = True
    return ill


def _is_ill(seed: int, platform: str, day: int) -> bool:
    at = EPOCH + timedelta(days=day)
    return bool(_outages(seed, platform, at.year)[at.timetuple().tm_yday - 1])


def _tenths(draw: Generator, span: tuple[float, float]) -> float:
    low, high = (round(edge * 10) for edge in span)
    return int(draw.integers(low, high + 1)) / 10


def _path(region: Region, mission: Mission) -> tuple[str | int, ...]:
    return "planet", region.seed, "archive", region.key, mission.collection
