"""Weather quantities derived from others, for all engines alike: wind from its components, humidity from dew points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np

from mesocosm.simulators.simulator.evaporation import saturation_kpa
from mesocosm.suites.terra.inputs.tables import Floats

TO_2_M = 4.87 / np.log(67.8 * 10 - 5.42)
"""Factor from the wind at 10 m to the wind at 2 m (FAO-56, equation 47)."""
KM_H = 3.6
"""Kilometres per hour in one metre per second."""
PARTS = ("wind_east_10m_m_s", "wind_north_10m_m_s")
OF_PARTS = "wind speed from its eastward and northward parts"


@dataclass(frozen=True)
class Link:
    """How a quantity is derived from others."""

    name: str
    sources: tuple[str, ...]
    follow: Callable[..., Floats]
    words: str


def _humidity(warmth: Floats, dew: Floats) -> Floats:
    from mesocosm.earth.weather.moisture import relative_humidity

    return relative_humidity(warmth, np.minimum(dew, warmth))


def _dew_point(warmth: Floats, humidity: Floats) -> Floats:
    from mesocosm.earth.weather.moisture import dew_point_c, saturation_hpa

    return np.minimum(dew_point_c(saturation_hpa(warmth) * humidity / 100.0), warmth)


def _pressure(dew: Floats) -> Floats:
    return np.array([saturation_kpa(point) for point in dew.tolist()])


def _day_pressure(lowest: Floats, highest: Floats, humidity: Floats) -> Floats:
    return (_pressure(lowest) + _pressure(highest)) / 2 * humidity / 100.0


def _in_km_h(east: Floats, north: Floats) -> Floats:
    return np.hypot(east, north) * KM_H


LINKS = (
    Link("wind_speed_10m_m_s", PARTS, np.hypot, OF_PARTS),
    Link("wind_10m_m_s", PARTS, np.hypot, OF_PARTS),
    Link("wind_speed_10m_km_h", PARTS, _in_km_h, OF_PARTS),
    Link(
        "wind_m_s", ("wind_10m_m_s",), lambda wind: wind * TO_2_M, "wind at 2 m from that at 10 m (FAO-56, equation 47)"
    ),
    Link(
        "relative_humidity_percent",
        ("temperature_c", "dew_point_c"),
        _humidity,
        "relative humidity from the dew point (Bolton 1980)",
    ),
    Link(
        "dew_point_c",
        ("temperature_c", "relative_humidity_percent"),
        _dew_point,
        "dew point from relative humidity (Bolton 1980)",
    ),
    Link(
        "vapour_pressure_kpa", ("dew_point_c",), _pressure, "vapour pressure from the dew point (FAO-56, equation 11)"
    ),
    Link(
        "vapour_pressure_kpa",
        ("tmin_c", "tmax_c", "relative_humidity_percent"),
        _day_pressure,
        "vapour pressure from the day's mean relative humidity (FAO-56, equation 19)",
    ),
)
"""Derivations, in the order in which they are tried."""


def with_links(values: Mapping[str, Floats], wanted: Collection[str]) -> tuple[dict[str, Floats], tuple[str, ...]]:
    """Add the wanted quantities that are missing and can be derived, and return a note on each of these."""
    columns, notes = dict(values), []
    for link in LINKS:
        if link.name in wanted and link.name not in columns and all(name in columns for name in link.sources):
            columns[link.name] = link.follow(*(columns[name] for name in link.sources))
            notes.append(link.words)
    return columns, tuple(notes)


def ways_to(name: str) -> str:
    """Describe what can replace a quantity, for an error message; empty if nothing can."""
    ways = [" and ".join(link.sources) for link in LINKS if link.name == name]
    return f" (or {', or '.join(ways)})" if ways else ""
