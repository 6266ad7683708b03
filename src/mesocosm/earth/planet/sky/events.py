"""Events of a region's sky: storms, cyclones, heat waves, cold spells, deluges and droughts, drawn year by year.

Each event is added to the waves and can be changed or removed alone; this is how a counterfactual planet is made.
Figures are of the size seen on the Earth: depths and radii of tropical cyclones after Holland (1980, Mon. Wea. Rev.
108, 1212-1218), of extratropical ones after Rudeva and Gulev (2007, Mon. Wea. Rev. 135, 2568-2587).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from typing import Literal, get_args

from numpy.random import Generator

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.climates import WEATHER
from mesocosm.earth.planet.sky.clock import year_hours
from mesocosm.errors import UserError
from mesocosm.seeding import generator
from mesocosm.types import Record

EventKind = Literal["cyclone", "storm", "heat_wave", "cold_spell", "deluge", "drought"]
Changes = Mapping[str, Mapping[str, float] | None]
"""Changed figures by event id, or None if the event never happens."""


class SkyEvent(Record):
    """An event of the sky, from `start_hour` to `end_hour` (hours since the epoch of `clock`)."""

    id: str
    kind: EventKind
    start_hour: int
    end_hour: int
    parameters: dict[str, float]
    """`x_km`, `y_km`: the centre at half time, from the region's middle; `east_m_s`, `north_m_s`: its motion;
    `pressure_hpa`: at the centre, relative to the surrounding air; `radius_km`; `warmth_k`; `rain_mm`: total at the
    centre; `dryness`: by how much rain is less likely, in standard deviations; `peakedness`: Holland's B.
    """

    @property
    def middle_hour(self) -> float:
        return (self.start_hour + self.end_hour) / 2


def year_events(region: Region, year: int, changes: Changes) -> tuple[SkyEvent, ...]:
    """Return the events that begin in a year, with the changes made, in order of their start."""
    drawn = _drawn_events(region, year)
    events = [_changed(event, changes[event.id]) if event.id in changes else event for event in drawn]
    return tuple(
        sorted((event for event in events if event is not None), key=lambda event: (event.start_hour, event.id))
    )


@functools.lru_cache(maxsize=512)
def _drawn_events(region: Region, year: int) -> tuple[SkyEvent, ...]:
    """Return the events of a year before changes; every hour of weather asks for those of three years."""
    return tuple(event for kind in get_args(EventKind) for event in _draw(region, year, kind))


def events_within(region: Region, start_hour: int, end_hour: int, changes: Changes) -> tuple[SkyEvent, ...]:
    """Return the events that overlap a stretch of hours; none lasts longer than a year."""
    years = range(FIRST_YEAR, FIRST_YEAR + end_hour // 8760 + 2)
    first = max(FIRST_YEAR, FIRST_YEAR + start_hour // 8784 - 1)
    near = (event for year in years if year >= first for event in year_events(region, year, changes))
    return tuple(event for event in near if event.start_hour < end_hour and event.end_hour > start_hour)


LEAST = {"radius_km": 1.0, "peakedness": 0.1, "rain_mm": 0.0, "dryness": 0.0}
"""Least values of figures that have one."""


def check_changes(region: Region, changes: Changes) -> None:
    """Refuse changes of unknown events, and of figures that an event does not have or cannot have."""
    for name, figures in changes.items():
        year = name.split(".")[2] if name.count(".") == 3 else ""
        events = year_events(region, int(year), {}) if year.isdecimal() and int(year) >= FIRST_YEAR else ()
        match = next((event for event in events if event.id == name), None)
        if match is None:
            raise UserError(f"no event of region {region.key} is called {name!r}")
        for key, value in (figures or {}).items():
            if key not in match.parameters:
                raise UserError(f"{name} has no {key!r}; it has {', '.join(sorted(match.parameters))}")
            check_figure(f"{key} of {name}", value, LEAST.get(key, -math.inf))


def check_figure(field: str, value: float, least: float) -> None:
    """Refuse a value that is not a number, or too small to be meaningful."""
    if not math.isfinite(value) or value < least:
        bound = "" if math.isinf(least) else f" from {least:g} up"
        raise UserError(f"{field} must be a number{bound}, got {value!r}")


def _changed(event: SkyEvent, figures: Mapping[str, float] | None) -> SkyEvent | None:
    if figures is None:
        return None
    return event.model_copy(update={"parameters": event.parameters | dict(figures)})


def _draw(region: Region, year: int, kind: EventKind) -> list[SkyEvent]:
    rate = WEATHER[region.climate].rates.get(kind, 0.0)
    draw = generator("planet", region.seed, "sky", region.key, "events", kind, year)
    start, length = year_hours(year)
    events = []
    for number in range(int(draw.poisson(rate))):
        begin = start + int(length * _season(draw, kind) % length)
        hours, figures = _FIGURES[kind](draw)
        name = f"{region.key}.{kind}.{year}.{number}"
        rounded = {key: round(value, 1) for key, value in figures.items()}
        events.append(SkyEvent(id=name, kind=kind, start_hour=begin, end_hour=begin + hours, parameters=rounded))
    return events


def _season(draw: Generator, kind: EventKind) -> float:
    """Draw when in the year an event begins, as a fraction."""
    middle, spread = _SEASON[kind]
    return float(draw.normal(middle, spread)) % 1.0


_SEASON: dict[EventKind, tuple[float, float]] = {
    "cyclone": (0.68, 0.08),
    "storm": (0.02, 0.14),
    "heat_wave": (0.54, 0.07),
    "cold_spell": (0.06, 0.08),
    "deluge": (0.6, 0.2),
    "drought": (0.4, 0.12),
}


def _cyclone(draw: Generator) -> tuple[int, dict[str, float]]:
    return 2 * int(draw.integers(50, 80)), {
        "x_km": draw.normal(0, 60),
        "y_km": draw.normal(0, 60),
        "east_m_s": draw.uniform(-5.5, -1.0),
        "north_m_s": draw.uniform(1.0, 4.5),
        "pressure_hpa": -draw.uniform(18, 65),
        "radius_km": draw.uniform(25, 55),
        "peakedness": draw.uniform(1.1, 1.8),
    }


def _storm(draw: Generator) -> tuple[int, dict[str, float]]:
    return 2 * int(draw.integers(20, 36)), {
        "x_km": draw.normal(0, 150),
        "y_km": draw.normal(60, 150),
        "east_m_s": draw.uniform(9, 17),
        "north_m_s": draw.uniform(-1, 5),
        "pressure_hpa": -draw.uniform(12, 28),
        "radius_km": draw.uniform(280, 480),
        "warmth_k": -draw.uniform(0.5, 2.5),
        "rain_mm": draw.uniform(12, 35),
    }


def _heat_wave(draw: Generator) -> tuple[int, dict[str, float]]:
    return 24 * int(draw.integers(5, 13)), {
        "x_km": draw.normal(0, 200),
        "y_km": draw.normal(100, 200),
        "east_m_s": draw.uniform(-0.5, 0.8),
        "north_m_s": draw.uniform(-0.2, 0.2),
        "pressure_hpa": draw.uniform(1, 5),
        "radius_km": draw.uniform(600, 1100),
        "warmth_k": draw.uniform(3.5, 7.5),
        "dryness": draw.uniform(1.0, 2.0),
    }


def _cold_spell(draw: Generator) -> tuple[int, dict[str, float]]:
    return 24 * int(draw.integers(4, 11)), {
        "x_km": draw.normal(0, 300),
        "y_km": draw.normal(200, 200),
        "east_m_s": draw.uniform(-0.5, 1.5),
        "north_m_s": draw.uniform(-0.8, 0.2),
        "pressure_hpa": draw.uniform(5, 14),
        "radius_km": draw.uniform(700, 1200),
        "warmth_k": -draw.uniform(4.0, 10.0),
        "dryness": draw.uniform(0.3, 1.0),
    }


def _deluge(draw: Generator) -> tuple[int, dict[str, float]]:
    return int(draw.integers(14, 48)), {
        "x_km": draw.uniform(-70, 70),
        "y_km": draw.uniform(-70, 70),
        "east_m_s": draw.normal(0, 0.3),
        "north_m_s": draw.normal(0, 0.3),
        "pressure_hpa": -draw.uniform(2, 5),
        "radius_km": draw.uniform(40, 90),
        "rain_mm": 60 + draw.gamma(1.5, 40),
    }


def _drought(draw: Generator) -> tuple[int, dict[str, float]]:
    return 24 * int(draw.integers(60, 170)), {"warmth_k": draw.uniform(0.8, 2.0), "dryness": draw.uniform(0.7, 1.5)}


_FIGURES = {
    "cyclone": _cyclone,
    "storm": _storm,
    "heat_wave": _heat_wave,
    "cold_spell": _cold_spell,
    "deluge": _deluge,
    "drought": _drought,
}
