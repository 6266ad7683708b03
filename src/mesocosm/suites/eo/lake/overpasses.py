"""When each sensor looks at a site: names and times of its frames, from the site's key alone.

Orbits and weather of the planet's own archive could replace `days_of`; dates come from nowhere else.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.seeding import generator
from mesocosm.suites.eo.lake.frame import Sensor
from mesocosm.suites.eo.lake.sites import LAKE_SEED, Site, planet

Event = Literal["", "before", "after"]
STRUCK_SHARE = 0.8
"""Share of sites in centres, suburbs and edges that a disaster strikes."""
SPACING = {"rgb": 270, "sentinel-2": 110, "landsat": 330}
"""Mean number of days between looks."""
LOOKS = {"rgb": 5, "sentinel-2": 10, "landsat": 3}
CLOUDS = (0.0, 0.0, 0.0, 0.0, 0.0, 0.04, 0.08, 0.15, 0.35, 0.6)
"""Shares of the sky hidden on the ten passes of Sentinel-2, in an order drawn for each site."""
LIGHT_DAYS = (75, 285)
"""Days of the year between which photographs are taken: the sun is high enough, and no snow hides the ground."""
PASS_HOUR = 10.5
"""Local solar time of a pass, in hours."""


@dataclass(frozen=True)
class Look:
    """One frame, before its position on the ground is known."""

    name: str
    site: str
    sensor: Sensor
    time: datetime
    event: Event
    cloud_share: float

    @property
    def day(self) -> date:
        """Solar day of the picture at its site."""
        return (self.time + timedelta(hours=planet().region(self.site[:4]).longitude / 15.0)).date()


def struck(site: Site) -> bool:
    """Return whether a disaster strikes the site between the last two photographs."""
    if site.theme in ("works", "second works"):
        return False
    return bool(generator("eo", LAKE_SEED, site.key, "struck").uniform() < STRUCK_SHARE)


@functools.lru_cache(maxsize=256)
def looks(site: Site) -> tuple[Look, ...]:
    """Return all frames of a site in order of time."""
    frames = [
        *_series(site, "rgb"),
        *_series(site, "sentinel-2"),
        *_series(site, "landsat"),
        *_radar(site),
    ]
    return tuple(sorted(frames, key=lambda look: (look.time, look.sensor)))


def days_of(site: Site, sensor: Sensor) -> tuple[date, ...]:
    """Return the days on which a sensor looks, from the planet's first year on; those of the disaster come last."""
    draw = generator("eo", LAKE_SEED, site.key, sensor, "days")
    spacing, count = SPACING[sensor], LOOKS[sensor] - (sensor == "rgb" and struck(site))
    first = date(FIRST_YEAR, 1, 1) + timedelta(days=int(draw.integers(20, spacing)))
    steps = [0, *(int(spacing * draw.uniform(0.75, 1.2)) for _ in range(count - 1))]
    days = [first + timedelta(days=sum(steps[: number + 1])) for number in range(count)]
    return tuple(_in_the_light(day) if sensor == "rgb" else day for day in days)


def _in_the_light(day: date) -> date:
    """Move a day of the year into `LIGHT_DAYS`: photographs are taken from March to October."""
    first, last = LIGHT_DAYS
    of_year = day.timetuple().tm_yday - 1
    return date(day.year, 1, 1) + timedelta(days=first + of_year * (last - first) // 366)


def disaster_day(site: Site) -> date:
    """Return the day of the disaster: after the last ordinary photograph."""
    draw = generator("eo", LAKE_SEED, site.key, "disaster")
    return days_of(site, "rgb")[-1] + timedelta(days=int(draw.integers(20, 40)))


def _series(site: Site, sensor: Sensor) -> list[Look]:
    days = list(days_of(site, sensor))
    shares = [0.0] * len(days)
    if sensor == "sentinel-2":
        order = generator("eo", LAKE_SEED, site.key, "clouds").permutation(len(days))
        shares = [CLOUDS[number] for number in order]
    events: list[Event] = [""] * len(days)
    if struck(site) and sensor == "rgb":
        struck_on = disaster_day(site)
        days += [struck_on - timedelta(days=9), struck_on + timedelta(days=1)]
        shares, events = [*shares, 0.0, 0.0], [*events, "before", "after"]
    if struck(site) and sensor == "sentinel-2":
        days.append(disaster_day(site) + timedelta(days=1))
        shares, events = [*shares, 0.0], [*events, "after"]
    overpasses = {day: (event, share) for day, event, share in zip(days, events, shares, strict=True)}
    return [_look(site, sensor, day, event, share) for day, (event, share) in overpasses.items()]


def _radar(site: Site) -> list[Look]:
    """Return radar looks within the hour of every other photograph and of the last two, so that the pairs agree."""
    photographs = _series(site, "rgb")
    chosen = sorted({*range(0, len(photographs), 2), len(photographs) - 2, len(photographs) - 1})
    return [_look(site, "sar", photographs[number].day, photographs[number].event, 0.0, minutes=4) for number in chosen]


def _look(site: Site, sensor: Sensor, day: date, event: Event, share: float, minutes: int = 0) -> Look:
    longitude = planet().region(site.region).longitude
    noon = datetime(day.year, day.month, day.day, tzinfo=UTC)
    time = noon + timedelta(minutes=round(60 * (PASS_HOUR - longitude / 15.0)) + minutes)
    words = f"eo lake|{LAKE_SEED}|{site.key}|{sensor}|{time.isoformat()}"
    return Look(hashlib.sha256(words.encode()).hexdigest()[:32], site.key, sensor, time, event, share)
