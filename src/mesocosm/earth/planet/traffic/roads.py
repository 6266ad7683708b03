"""Vehicles on the roads between places, by road and hour.

Trips follow a gravity model: of the vehicles that leave a place in a day, each other place attracts a share
proportional to its people over the square of the travel time (Ortúzar and Willumsen 2011, Modelling Transport, chapter
5). Every trip takes the quickest open way; the way back is driven on the same day.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.consequences.roads import (
    SPEEDS_KM_H,
    journey_minutes,
    road_network,
    speed_km_h,
    water_on_road,
)
from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement import Road, Settlement
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.traffic.rhythm import hour_share, local_time
from mesocosm.seeding import generator

if TYPE_CHECKING:
    import networkx as nx

DRIVES = 0.12
"""Vehicles that leave a place for another in a day, per inhabitant."""
NEAR_MIN = 12.0
"""Travel time below which a place attracts no more."""


@dataclass(frozen=True)
class RoadTraffic:
    """Traffic of a road in one hour, both directions together."""

    road: str
    vehicles_per_hour: int
    """Vehicles that pass a point of the road."""
    on_the_road: int
    """Vehicles on the road at one moment."""
    speed_km_h: float
    """Speed; 0 where the road is closed."""


def vehicles(settlement: Settlement, when: datetime, depth_m: Floats | None = None) -> tuple[RoadTraffic, ...]:
    """Return the traffic of every road in the hour of a time; `depth_m` is flood water on the kilometre grid."""
    region = settlement.region
    daily = daily_vehicles(settlement, depth_m)
    share = hour_share(local_time(region, when))
    stamp = when.astimezone(UTC).strftime("%Y-%m-%dT%H")
    draw = generator("planet", region.seed, "traffic", region.key, "roads", stamp)
    counted = draw.poisson([round(daily.get(road.id, 0) * share, 6) for road in settlement.roads]).tolist()
    return tuple(
        _describe(road, count, settlement, depth_m)
        for road, count in zip(settlement.roads, counted, strict=True)
        if road.kind in SPEEDS_KM_H
    )


def _describe(road: Road, count: int, settlement: Settlement, depth_m: Floats | None) -> RoadTraffic:
    speed = speed_km_h(road.kind, 0.0 if depth_m is None else water_on_road(road, settlement, depth_m))
    under_way = round(count * road.line.length / 1000 / speed) if speed else 0
    return RoadTraffic(road.id, count if speed else 0, under_way, round(speed, 1))


def daily_vehicles(settlement: Settlement, depth_m: Floats | None = None) -> dict[str, int]:
    """Return the vehicles of a mean day on each road that carries any, both directions together."""
    if depth_m is None:
        return dict(_dry_day(settlement.region))
    return _assign(settlement, road_network(settlement, depth_m))


@functools.lru_cache(maxsize=8)
def _dry_day(region: Region) -> tuple[tuple[str, int], ...]:
    settlement = make_settlement(make_ground(region))
    return tuple(_assign(settlement, road_network(settlement)).items())


def trips(settlement: Settlement) -> Floats:
    """Return vehicles that leave a place for another in a mean day, (from, to), on dry roads; the diagonal is 0."""
    people = np.array([place.population for place in settlement.places], np.float64)
    minutes = np.maximum(journey_minutes(settlement), NEAR_MIN)
    pull = people / (minutes * minutes)
    np.fill_diagonal(pull, 0.0)
    total = np.array([math.fsum(row) for row in pull.tolist()])[:, None]
    share = np.divide(pull, total, out=np.zeros_like(pull), where=total > 0)
    return np.asarray(np.round(DRIVES * people[:, None] * share, 3))


def _assign(settlement: Settlement, network: nx.Graph[int]) -> dict[str, int]:
    """Assign trips there and back to the quickest ways; a trip without an open road is not made."""
    import networkx as nx

    cells = [place.cell for place in settlement.places]
    wanted = trips(settlement)
    carried: dict[str, float] = {}
    for start, leaving in zip(cells, wanted.tolist(), strict=True):
        ways = nx.single_source_dijkstra_path(network, start, weight="minutes")
        for end, count in zip(cells, leaving, strict=True):
            for a, b in nx.utils.pairwise(ways.get(end, [])):
                road = network.edges[a, b]["road"]
                carried[road] = carried.get(road, 0.0) + 2 * count
    return {road: round(count) for road, count in sorted(carried.items())}


def delay_vehicle_hours(settlement: Settlement, depth_m: Floats) -> tuple[float, int]:
    """Return the cost of a flood to the drivers of a mean day: hours lost on the way, and trips that cannot be made."""
    dry, wet = journey_minutes(settlement), journey_minutes(settlement, depth_m)
    wanted = 2 * trips(settlement)
    made = np.isfinite(wet)
    lost = np.where(made, wet - dry, 0.0) * wanted / 60
    return round(math.fsum(lost.ravel().tolist()), 1), round(math.fsum(wanted[~made & np.isfinite(dry)].tolist()))
