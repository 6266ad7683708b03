"""A year of a zone: a linear system of all nodes, solved for each hour, with the heat that holds the set points.

ISO 52016-1, 6.5.6: the heat balances of the air and of every node, implicit in time with a step of one hour. The
matrix depends on the air flow alone, so it is inverted once for each flow; the heat needed follows from the
temperature without it and from the effect of one watt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw import WeatherYear
from mesocosm.earth.weather.epw_writing import HOURS
from mesocosm.simulators.building_hourly.building import HOURS_OF_DAY, Building
from mesocosm.simulators.building_hourly.elements import (
    INSIDE_CONVECTION,
    INSIDE_RADIATION,
    Element,
)
from mesocosm.simulators.building_hourly.gains import Gains, air_j_m3k
from mesocosm.simulators.building_hourly.ground import Ground

Floats = NDArray[np.float64]
STEP_S = 3600.0
SOLAR_TO_AIR = 0.1
"""Share of entered sunshine that warms the air at once: ISO 52016-1, table B.11."""
WARM_UP_HOURS = 31 * 24
"""Hours of December simulated before January, so that the walls start the year at fitting temperatures."""
START_C = 20.0


@dataclass(frozen=True)
class Nodes:
    """Positions of the nodes of each part in the vector of temperatures; the air is the first."""

    elements: list[Element]
    outer: NDArray[np.int64]
    inner: NDArray[np.int64]
    count: int


@dataclass(frozen=True)
class Year:
    """Hourly results of a year."""

    nodes: Nodes
    temperature_c: Floats
    """Temperatures at the end of each hour; rows are hours, columns are nodes."""
    before_c: Floats
    """Temperatures of the same nodes at the start of the year."""
    load_w: Floats
    """Heat that the plant gives to the air; negative if it takes heat."""
    capacity_j_k: Floats

    @property
    def air_c(self) -> Floats:
        return self.temperature_c[:, 0]

    @property
    def heat_cold_w(self) -> tuple[Floats, Floats]:
        """Heat given to the air, and heat taken from it."""
        return np.maximum(self.load_w, 0.0), np.maximum(-self.load_w, 0.0)

    @property
    def operative_c(self) -> Floats:
        """Mean of the air temperature and the area-weighted surface temperatures."""
        areas = np.array([part.area_m2 for part in self.nodes.elements])
        radiant = self.temperature_c[:, self.nodes.inner] @ (areas / areas.sum())
        return np.asarray(0.5 * (self.air_c + radiant))


def nodes_of(elements: list[Element]) -> Nodes:
    sizes = np.array([len(part.capacity_j_m2k) for part in elements])
    ends = np.cumsum(sizes)
    return Nodes(elements, 1 + ends - sizes, ends, int(1 + sizes.sum()))


def simulate(building: Building, elements: list[Element], ground: Ground, gains: Gains, year: WeatherYear) -> Year:
    """Simulate the year after a December of warm-up."""
    nodes = nodes_of(elements)
    capacity = _capacities(building, nodes, year.elevation_m)
    sources = _sources(building, nodes, ground, gains, year)
    conductance = _conductances(nodes)
    flows, kind = np.unique(np.round(gains.air_w_k, 9), return_inverse=True)
    inverse = [_inverse(conductance, capacity, float(flow)) for flow in flows]
    limits = _limits(building)
    temperatures, before, load = _march(inverse, kind, capacity / STEP_S, sources, limits)
    return Year(nodes, temperatures, before, load, capacity)


def _march(
    inverse: list[Floats],
    kind: NDArray[np.int64],
    inertia: Floats,
    sources: Floats,
    limits: tuple[Floats, Floats, float, float],
) -> tuple[Floats, Floats, Floats]:
    heat_c, cool_c = limits[0].tolist(), limits[1].tolist()
    most_heat, most_cold = limits[2:]
    temperatures, load = np.empty((HOURS, len(inertia))), np.zeros(HOURS)
    now = np.full(len(inertia), START_C)
    before = now
    kinds = kind.tolist()
    for step in range(-WARM_UP_HOURS, HOURS):
        hour = step % HOURS
        solve = inverse[kinds[hour]]
        before = now if step == 0 else before
        now = solve @ (inertia * now + sources[hour])
        needed = _needed(float(now[0]), heat_c[hour], cool_c[hour]) / float(solve[0, 0])
        watts = min(max(needed, -most_cold), most_heat)
        if watts:
            now = now + watts * solve[:, 0]
        if step >= 0:
            temperatures[hour], load[hour] = now, watts
    return temperatures, before, load


def _needed(free_c: float, heat_c: float, cool_c: float) -> float:
    """Return the kelvin by which the air must be warmed (positive) or cooled (negative)."""
    return max(heat_c - free_c, 0.0) + min(cool_c - free_c, 0.0)


def _limits(building: Building) -> tuple[Floats, Floats, float, float]:
    """Return the hourly set points, and the limits of heating and cooling in W."""
    day = np.arange(HOURS) % HOURS_OF_DAY
    heat, cool = building.heating_setpoint_c, building.cooling_setpoint_c
    hottest = np.asarray(heat)[day] if heat else np.full(HOURS, -np.inf)
    coldest = np.asarray(cool)[day] if cool else np.full(HOURS, np.inf)
    area = building.floor_area_m2
    most_heat = np.inf if building.heating_limit_w_m2 is None else area * building.heating_limit_w_m2
    most_cold = np.inf if building.cooling_limit_w_m2 is None else area * building.cooling_limit_w_m2
    return hottest, coldest, float(most_heat), float(most_cold)


def _capacities(building: Building, nodes: Nodes, elevation_m: float) -> Floats:
    furniture = 1000.0 * building.furniture_kj_m2k * building.floor_area_m2
    parts = [part.area_m2 * value for part in nodes.elements for value in part.capacity_j_m2k]
    return np.array([building.volume_m3 * air_j_m3k(elevation_m) + furniture, *parts])


def _conductances(nodes: Nodes) -> Floats:
    """Return the conductances between all nodes and to the outside, in W/K, without the air flow."""
    matrix = np.zeros((nodes.count, nodes.count))
    whole = sum(part.area_m2 for part in nodes.elements)
    for part, outer, inner in zip(nodes.elements, nodes.outer, nodes.inner, strict=True):
        for place, link in enumerate(part.links_w_m2k):
            _tie(matrix, int(outer) + place, int(outer) + place + 1, part.area_m2 * link)
        _tie(matrix, 0, int(inner), part.area_m2 * INSIDE_CONVECTION[part.kind])
        matrix[outer, outer] += part.area_m2 * part.outside_w_m2k
        for other, place in zip(nodes.elements, nodes.inner, strict=True):
            _tie_half(matrix, int(inner), int(place), INSIDE_RADIATION * part.area_m2 * other.area_m2 / whole)
    return matrix


def _tie(matrix: Floats, first: int, second: int, conductance: float) -> None:
    _tie_half(matrix, first, second, conductance)
    _tie_half(matrix, second, first, conductance)


def _tie_half(matrix: Floats, first: int, second: int, conductance: float) -> None:
    """Add the effect of the second node on the first."""
    matrix[first, first] += conductance
    matrix[first, second] -= conductance


def _inverse(conductance: Floats, capacity: Floats, flow_w_k: float) -> Floats:
    whole = conductance + np.diag(capacity / STEP_S)
    whole[0, 0] += flow_w_k
    return np.asarray(np.linalg.inv(whole))


def _sources(building: Building, nodes: Nodes, ground: Ground, gains: Gains, year: WeatherYear) -> Floats:
    """Return the heat given to each node in each hour without the plant, in W."""
    outdoor = year.hours["temperature_c"]
    given = np.zeros((HOURS, nodes.count))
    radiant = building.gains_radiant_share
    given[:, 0] = gains.air_w_k * outdoor + SOLAR_TO_AIR * gains.solar_w + (1 - radiant) * gains.internal_w
    areas = np.array([part.area_m2 for part in nodes.elements])
    to_surfaces = (1 - SOLAR_TO_AIR) * gains.solar_w + radiant * gains.internal_w
    given[:, nodes.inner] += to_surfaces[:, None] * (areas / areas.sum())
    for part, outer in zip(nodes.elements, nodes.outer, strict=True):
        beyond = ground.hourly_c if part.kind == "floor" else outdoor
        outer_w_m2 = gains.outer_w_m2.get(part.name, np.zeros(HOURS))
        given[:, outer] += part.area_m2 * (part.outside_w_m2k * beyond + outer_w_m2)
    return given
