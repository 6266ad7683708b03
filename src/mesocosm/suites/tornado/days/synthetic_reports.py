"""Tornado reports: a Poisson process whose rate is the hazard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.weather.hrrr import coarse_hrrr
from mesocosm.suites.tornado.days.hazard import Hazard
from mesocosm.suites.tornado.days.places import STEP_KM, Field, nodes

if TYPE_CHECKING:
    from numpy.random import Generator

SMALLEST_MEAN = 1e-20
"""Smallest expected number of reports around a node; smaller values are a zero plus the last bits of some machine.

It matters since a mean of zero takes no number from the generator, and any other does: everything drawn after it would
shift by one. The smallest means that days have are near 1e-17.
"""
TRIES = 20
"""How often a report that would fall into the water is placed anew within its cell."""


@dataclass(frozen=True)
class Report:
    """A tornado at a place, some hours after the run's start."""

    latitude: float
    longitude: float
    hour: float


def draw_reports(hazard: Hazard, draw: Generator) -> tuple[Report, ...]:
    """Draw reports in order of time, all of them on land of the contiguous states."""
    where = nodes()
    expected = hazard.expected_counts
    counts = draw.poisson(np.where(expected < SMALLEST_MEAN, 0.0, expected))
    times, rows, columns = (np.repeat(index, counts[counts > 0]) for index in np.nonzero(counts))
    longitude, latitude = where.longitude[rows, columns].copy(), where.latitude[rows, columns].copy()
    ashore = np.zeros(len(rows), bool)
    for _ in range(TRIES):
        east, north = draw.uniform(-0.5 * STEP_KM, 0.5 * STEP_KM, size=(2, len(rows)))
        tried = _degrees(where.x_km[rows, columns] + east, where.y_km[rows, columns] + north)
        landed = _on_land(*tried) & ~ashore
        longitude[landed], latitude[landed] = tried[0][landed], tried[1][landed]
        ashore |= landed
    hours = np.clip(
        np.array(hazard.hours)[times] + draw.uniform(-0.5, 0.5, len(rows)), hazard.hours[0], hazard.hours[-1]
    )
    rounded = zip(latitude.round(2), longitude.round(2), hours.round(2), strict=True)
    reports = [Report(*map(float, place_and_hour)) for place_and_hour in rounded]
    return tuple(sorted(reports, key=lambda report: (report.hour, report.latitude)))


def positions(reports: tuple[Report, ...]) -> Field:
    """Return longitude and latitude in columns."""
    return np.array([(report.longitude, report.latitude) for report in reports]).reshape(-1, 2)


def _degrees(x_km: Field, y_km: Field) -> tuple[Field, Field]:
    return coarse_hrrr(STEP_KM).from_plane(x_km * 1000, y_km * 1000)


def _on_land(longitude: Field, latitude: Field) -> Field:
    import shapely

    from mesocosm.earth.geo.outlines import conus

    inside: Field = shapely.contains_xy(conus(), longitude, latitude)
    return inside
