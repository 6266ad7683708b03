"""Flood water on roads: where they close, and how much longer journeys take.

A car slows down with the water on the road, v = 0.0009 w² - 0.5529 w + 86.9448 km/h for w millimetres, and cannot go
on where it is 300 mm deep (Pregnolato et al. 2017, Transportation Research Part D 55, 67-81, equation 2). A bridge
lifts its road over the water up to its clearance.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people.settlement import Road, RoadKind, Settlement

if TYPE_CHECKING:
    import networkx as nx

SPEEDS_KM_H: dict[RoadKind, float] = {"motorway": 110.0, "primary": 80.0, "secondary": 60.0}
"""Speed on a dry road; railways carry no cars."""
STOPS_MM = 300.0


def water_on_road(road: Road, settlement: Settlement, depth_m: Floats) -> float:
    """Return the deepest water that a car on a road must pass, metres, for a depth on the kilometre grid."""
    lifted = {bridge.cell: bridge.clearance_m for bridge in settlement.bridges if bridge.road == road.id}
    depths = (max(float(depth_m.flat[cell]) - lifted.get(cell, 0.0), 0.0) for cell in road.cells)
    return max(depths, default=0.0)


def speed_km_h(kind: RoadKind, water_m: float) -> float:
    """Return the speed of a car through water on a road; 0 where it cannot pass."""
    return slowed_km_h(SPEEDS_KM_H[kind], 1000 * water_m)


def slowed_km_h(dry_km_h: float, water_mm: float) -> float:
    """Return the speed of a car whose speed without water is `dry_km_h`; 0 where it cannot pass."""
    if water_mm >= STOPS_MM:
        return 0.0
    safe = 0.0009 * water_mm**2 - 0.5529 * water_mm + 86.9448
    return dry_km_h if water_mm == 0 else min(dry_km_h, safe)


def closed_roads(settlement: Settlement, depth_m: Floats) -> tuple[str, ...]:
    """Return the ids of the roads that no car can pass from end to end."""
    return tuple(
        road.id
        for road in settlement.roads
        if road.kind in SPEEDS_KM_H and not speed_km_h(road.kind, water_on_road(road, settlement, depth_m))
    )


def journey_minutes(settlement: Settlement, depth_m: Floats | None = None) -> Floats:
    """Return the least time by road between all places, ordered as `Settlement.places`; infinite without a road."""
    import networkx as nx

    network = road_network(settlement, depth_m)
    cells = [place.cell for place in settlement.places]
    reached = [nx.single_source_dijkstra_path_length(network, cell, weight="minutes") for cell in cells]
    minutes = [[times.get(cell, math.inf) for cell in cells] for times in reached]
    return np.asarray(np.round(minutes, 2), np.float64)


def road_network(settlement: Settlement, depth_m: Floats | None = None) -> nx.Graph[int]:
    """Return the graph of open roads between junctions, by their cells; of parallel roads the quicker."""
    import networkx as nx

    network: nx.Graph[int] = nx.Graph()
    network.add_nodes_from(place.cell for place in settlement.places)
    for road in settlement.roads:
        if road.kind not in SPEEDS_KM_H:
            continue
        water = 0.0 if depth_m is None else water_on_road(road, settlement, depth_m)
        speed = speed_km_h(road.kind, water)
        first, last = road.cells[0], road.cells[-1]
        minutes = road.line.length / 1000 / speed * 60 if speed else math.inf
        if speed and minutes < network.get_edge_data(first, last, {"minutes": math.inf})["minutes"]:
            network.add_edge(first, last, minutes=minutes, road=road.id)
    return network
