"""The tornado hazard: a rate per area and time that depends on the environment alone, and what is derived from it."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.hrrr import coarse_hrrr
from mesocosm.earth.weather.soundings.composites import significant_tornado_parameter
from mesocosm.suites.tornado.days.convection import StormEnvironment, storm_environment, within_reach
from mesocosm.suites.tornado.days.day import HOURS
from mesocosm.suites.tornado.days.places import STEP_KM, Field, Places, nodes
from mesocosm.suites.tornado.days.scenario import Scenario

if TYPE_CHECKING:
    import shapely

    from mesocosm.suites.tornado.outlooks.outlook import Outlook

RATE = 4e-5
"""Tornado reports per km² and hour under storms, where the parameter is one."""
STEEPNESS = 1.4
TOGETHER = 4_000
"""Columns computed at once: fewer cost more in calls than in numbers, more do not fit a processor's cache."""


def tornado_parameter(environment: StormEnvironment) -> Field:
    """Return the significant tornado parameter of the mixed layer, with CIN; anticyclonic turning counts as none."""
    mixed, wind = environment.mixed, environment.winds
    turning = np.maximum(wind.helicity_1km, 0)
    return significant_tornado_parameter(mixed.cape, mixed.condensation_m, turning, wind.bulk_6km, mixed.cin)


def hazard_rate(environment: StormEnvironment) -> Field:
    """Return tornado reports per km² and hour."""
    rate: Field = RATE * environment.coverage * tornado_parameter(environment) ** STEEPNESS
    return rate


@dataclass(frozen=True)
class Hazard:
    """Expected reports per km² and hour at every node of the maps, for each hour of the day."""

    hours: tuple[int, ...]
    rate: Field
    """Rate of reports: hours first, then rows from the south."""

    @property
    def density(self) -> Field:
        """Expected reports per km² from 12 UTC to 12 UTC."""
        return np.tensordot(_weights(self.hours), self.rate, axes=1)

    @property
    def expected_counts(self) -> Field:
        """Expected reports around every node at each hour."""
        counts: Field = _weights(self.hours)[:, None, None] * self.rate * STEP_KM**2
        return counts

    @property
    def expected(self) -> float:
        """Expected number of reports in the whole day."""
        return float(self.density.sum() * STEP_KM**2)

    def probability(self) -> Field:
        """Return the probability of a report within 40 km of each node."""
        return 1 - np.exp(-_within_40_km(self.density))

    def practically_perfect(self) -> Field:
        """The published truth field (with its factor 0.25, as published) that reports at this rate give on average."""
        return _practically_perfect(self.density)


def _weights(hours: tuple[int, ...]) -> Field:
    """Return the hours that each time stands for, by the trapezoidal rule."""
    ends = np.isin(hours, (hours[0], hours[-1]))
    return np.asarray(np.gradient(np.array(hours, float)) * np.where(ends, 0.5, 1.0))


def hazard(scenario: Scenario, step: int = 1, hours: tuple[int, ...] = tuple(HOURS)) -> Hazard:
    """Compute the hazard on land; `step` and fewer `hours` give a coarser one, interpolated between them."""
    where = nodes()
    coarse = where[::step, ::step]
    rate = np.zeros((len(hours), *coarse.x_km.shape))
    rate[:, coarse.conus] = _rates(scenario, coarse[coarse.conus], np.array(hours, float))
    rows, columns = where.x_km.shape
    return Hazard(hours, rate.repeat(step, axis=1).repeat(step, axis=2)[:, :rows, :columns])


def _rates(scenario: Scenario, where: Places, hours: Field) -> Field:
    """Return tornado reports per km² and hour, hours first, then places; several hours are computed together."""
    near = np.vstack([within_reach(scenario, where, some[:, None]) for some in _shared_out(hours, len(where.x_km))])
    rates = np.zeros(near.shape)
    numbers, spots = np.nonzero(near)
    for some in _shared_out(np.arange(len(spots)), 1):
        hour, spot = numbers[some], spots[some]
        rates[hour, spot] = hazard_rate(storm_environment(scenario, where[spot], hours[hour]))
    return rates


def _shared_out(values: NDArray[Any], columns_each: int) -> list[NDArray[Any]]:
    """Split values into groups of about as many columns as are computed together."""
    size = max(1, TOGETHER // columns_each)
    return [values[start : start + size] for start in range(0, len(values), size)]


def _within_40_km(density: Field) -> Field:
    """Return expected reports within 40 km of each node."""
    from scipy.ndimage import convolve

    return np.asarray(convolve(density, _disk_km2(), mode="constant"))


@functools.cache
def _disk_km2() -> Field:
    """Return the area that a disk of 40 km around a node shares with the cells around it, in km²."""
    finer, reach = 24, int(np.ceil(40 / STEP_KM))
    side = (np.arange((2 * reach + 1) * finer) + 0.5) / finer - reach - 0.5
    inside = np.hypot(side, side[:, None]) * STEP_KM <= 40
    cells = inside.reshape(2 * reach + 1, finer, 2 * reach + 1, finer).mean(axis=(1, 3))
    return np.asarray(cells * STEP_KM**2)


def _practically_perfect(density: Field) -> Field:
    """Apply the published field's kernel and disk to a density instead of reports."""
    from scipy.ndimage import gaussian_filter

    from mesocosm.suites.tornado.verification.practically_perfect import CELL_M, DAMPING, DISK_CELLS, NODE_M

    disk_km2 = np.pi * (DISK_CELLS * CELL_M / 1000) ** 2
    count = disk_km2 * gaussian_filter(density, 1.5 * NODE_M / 1000 / STEP_KM, mode="constant")
    return np.asarray(1 - np.exp(-DAMPING * count))


def outlook(probability: Field) -> Outlook:
    """Return areas of at least each level, nested, from a probability at the nodes of the maps."""
    from mesocosm.suites.tornado.outlooks.levels import LEVELS
    from mesocosm.suites.tornado.outlooks.outlook import outlook_of

    return outlook_of((level, shape) for level in LEVELS for shape in contours(probability, level / 100))


def contours(field: Field, threshold: float) -> list[shapely.Polygon]:
    """Return polygons, in degrees, inside which a field at the nodes of the maps is at least a threshold."""
    import shapely
    from contourpy import FillType, contour_generator

    where, grid = nodes(), coarse_hrrr(STEP_KM)
    lines = contour_generator(where.x_km, where.y_km, field, fill_type=FillType.OuterOffset)
    polygons = []
    for points, offsets in zip(*lines.filled(threshold, np.inf), strict=True):
        degrees = np.column_stack(grid.from_plane(*(1000 * points.T))).round(3)
        rings = [degrees[start:end] for start, end in itertools.pairwise(offsets)]
        polygons.append(shapely.Polygon(rings[0], rings[1:]))
    return polygons
