"""Roads, railways and power lines: least-cost routes over the grid that avoid slopes and cross few rivers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.courses import curve, river_courses
from mesocosm.earth.planet.ground.drainage import LENGTHS_KM, neighbours
from mesocosm.earth.planet.ground.ground import Floats, Ground, Indices
from mesocosm.earth.planet.people.settlement import Bridge, Place, PowerLine, Road, RoadKind
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.seeding import generator

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from shapely.geometry import LineString

LANES: dict[RoadKind, int] = {"motorway": 4, "primary": 2, "secondary": 2, "railway": 2}
KINDS: tuple[RoadKind, ...] = ("motorway", "primary", "secondary")
"""Kinds of road, from the widest to the narrowest."""
DETOUR = 1.45
"""Ratio of the way by road to the direct one above which two neighbours get a road of their own."""
FURTHEST_SHORT_CUT_M = 90_000.0
PIECES = 8


@dataclass(frozen=True)
class Way:
    """A least-cost way between two places, by their ranks."""

    first: int
    second: int
    cells: tuple[int, ...]
    cost: float


def make_ways(ground: Ground, places: tuple[Place, ...]) -> tuple[Way, ...]:
    """Return the least-cost tree that joins all places, and short cuts between neighbours far apart along it."""
    from scipy.sparse.csgraph import dijkstra

    draw = generator("planet", ground.region.seed, "people", ground.region.key, "ways")
    costs = _costs(ground, draw)
    sources = [place.cell for place in places]
    cost, before = dijkstra(costs, directed=False, indices=sources, return_predecessors=True)
    between = cost[:, sources]
    return tuple(Way(a, b, _trace(before[a], sources[b]), float(between[a, b])) for a, b in _join(between))


def make_roads(ground: Ground, places: tuple[Place, ...], ways: tuple[Way, ...]) -> tuple[Road, ...]:
    """Cut the ways into stretches between junctions; ways that share cells share one road, of the widest kind."""
    kinds: dict[tuple[int, int], int] = {}
    for way in ways:
        rank = 0 if way.second < 3 else 1 if way.second < 12 else 2
        for a, b in zip(way.cells[:-1], way.cells[1:], strict=True):
            edge = (min(a, b), max(a, b))
            kinds[edge] = min(kinds.get(edge, 2), rank)
    points = _points(ground, places)
    ends = {place.cell for place in places}
    roads = [
        _road(ground, points, number, cells, KINDS[rank]) for number, (cells, rank) in enumerate(_chains(kinds, ends))
    ]
    return tuple(roads)


def make_railways(ground: Ground, places: tuple[Place, ...], ways: tuple[Way, ...]) -> tuple[Road, ...]:
    """Return railways beside the ways that join the largest places, moved off the road by a few hundred metres."""
    shift = _points(ground, ()) + np.array([170.0, -190.0])
    for place in places:
        shift[place.cell] = np.array([place.x + 420.0, place.y - 520.0])
    chosen = [way for way in ways if way.second < max(3, len(places) // 4)]
    kinds = {(min(a, b), max(a, b)): 0 for way in chosen for a, b in zip(way.cells[:-1], way.cells[1:], strict=True)}
    chains = _chains(kinds, {places[way.second].cell for way in chosen} | {places[way.first].cell for way in chosen})
    return tuple(_road(ground, shift, number, cells, "railway") for number, (cells, _) in enumerate(chains))


def make_bridges(ground: Ground, roads: tuple[Road, ...]) -> tuple[Bridge, ...]:
    """Return a bridge wherever a road's line crosses the course of a river."""
    import shapely

    if not roads:
        return ()
    courses = river_courses(ground.region)
    draw = generator("planet", ground.region.seed, "people", ground.region.key, "bridges")
    years = draw.integers(1880, 2020, 4 * len(roads) + 400)
    lines = [road.line for road in roads]
    road_index, reach = shapely.STRtree(courses.lines).query(lines, predicate="intersects")
    bridges: list[Bridge] = []
    for a, b in sorted(zip(road_index.tolist(), reach.tolist(), strict=True)):
        for point in shapely.get_parts(shapely.intersection(lines[a], courses.lines[b])):
            x, y = (round(float(value), 2) for value in shapely.get_coordinates(point)[0])
            if all((x - other.x) ** 2 + (y - other.y) ** 2 > 3600.0 or other.road != roads[a].id for other in bridges):
                key = f"{ground.region.key}-b{len(bridges):03d}"
                year = int(years[len(bridges) % years.size])
                width = float(courses.width_m[b])
                bridges.append(_bridge(key, roads[a], (x, y), int(courses.cells[b]), width, year))
    return tuple(bridges)


def make_power_lines(ground: Ground, places: tuple[Place, ...], ways: tuple[Way, ...]) -> tuple[PowerLine, ...]:
    """Return power lines of few bends along the ways between places, apart from the roads."""
    import shapely

    points = _points(ground, ()) + np.array([-640.0, 560.0])
    lines: list[PowerLine] = []
    for way in ways:
        if way.second >= 2 * len(places) // 3:
            continue
        course = shapely.simplify(shapely.linestrings(points[list(way.cells)]), 1600.0)
        key = f"{ground.region.key}-l{len(lines):02d}"
        volts = 380 if way.second < 5 else 110
        line = shapely.linestrings(round_to_step(shapely.get_coordinates(course), 0.01))
        lines.append(PowerLine(key, volts, line, (places[way.first].id, places[way.second].id)))
    return tuple(lines)


def _bridge(key: str, road: Road, at: tuple[float, float], cell: int, width: float, built: int) -> Bridge:
    from shapely.geometry import Point

    along = road.line.project(Point(at))
    a, b = road.line.interpolate(max(along - 15.0, 0.0)), road.line.interpolate(along + 15.0)
    bearing = round(float(np.degrees(np.arctan2(b.x - a.x, b.y - a.y))) % 180.0, 1)
    return Bridge(
        key, road.id, at[0], at[1], cell, width, round(width * 1.25 + 8.0, 1), bearing, 4.0 + width // 20, built
    )


def _costs(ground: Ground, draw: Generator) -> csr_array:
    """Return the cost from cell to cell, in whole metres of flat road: slopes and rivers count as detours.

    Whole numbers add up alike on every machine, and a random addition per cell prevents ways of equal cost.
    """
    from scipy.sparse import csr_array

    height = ground.elevation_m.ravel()
    dry = ~(ground.sea | ground.lake).ravel()
    beside = neighbours(ground.sea.shape)
    wet = np.where(ground.river_width_m.ravel() > 8.0, 400.0 + 12.0 * ground.river_width_m.ravel(), 0.0)
    own = np.floor(wet + draw.integers(0, 200, height.size))
    rows, columns, values = [], [], []
    for side, length in enumerate(LENGTHS_KM):
        cells = np.flatnonzero((beside[:, side] >= 0) & dry & dry[beside[:, side]])
        other = beside[cells, side]
        grade = np.abs(height[cells] - height[other]) / (10.0 * length)
        cost = 1000.0 * length * (1.0 + 0.35 * grade * grade) + own[cells] + own[other]
        rows.append(cells)
        columns.append(other)
        values.append(np.floor(cost))
    return csr_array(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), (height.size, height.size)
    )


def _join(between: Floats) -> list[tuple[int, int]]:
    """Return pairs of ranks to join: the least-cost tree, then near pairs whose way by road is a long detour."""
    by_road = np.where(np.eye(len(between), dtype=np.bool_), 0.0, np.inf)
    joined: list[tuple[int, int]] = []
    pairs = [(float(between[a, b]), a, b) for b in range(len(between)) for a in range(b)]
    for cost, a, b in sorted(pairs):
        if cost > FURTHEST_SHORT_CUT_M and np.isfinite(by_road).all():
            break
        if by_road[a, b] > DETOUR * cost:
            joined.append((a, b))
            # A road shortens every way that can use it, in either direction.
            there = by_road[:, a, None] + cost + by_road[None, b, :]
            by_road = np.minimum(by_road, np.minimum(there, there.T))
    return sorted(joined)


def _trace(before: Indices, cell: int) -> tuple[int, ...]:
    cells = [cell]
    while before[cells[-1]] >= 0:
        cells.append(int(before[cells[-1]]))
    return tuple(cells[::-1])


def _chains(kinds: dict[tuple[int, int], int], ends: set[int]) -> list[tuple[tuple[int, ...], int]]:
    """Join edges into chains that end at places, at junctions and where the kind changes."""
    beside: dict[int, list[int]] = {}
    for a, b in sorted(kinds):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)

    def kind(a: int, b: int) -> int:
        return kinds[min(a, b), max(a, b)]

    def stops(cell: int) -> bool:
        return cell in ends or len(beside[cell]) != 2 or len({kind(cell, other) for other in beside[cell]}) > 1

    left = set(kinds)
    chains = []
    for start in sorted(cell for cell in beside if stops(cell)):
        for step in beside[start]:
            if (min(start, step), max(start, step)) not in left:
                continue
            chain = [start, step]
            left.discard((min(start, step), max(start, step)))
            while not stops(chain[-1]):
                onward = next(other for other in beside[chain[-1]] if other != chain[-2])
                left.discard((min(chain[-1], onward), max(chain[-1], onward)))
                chain.append(onward)
            chains.append((tuple(chain), kind(start, step)))
    return chains


def _points(ground: Ground, places: tuple[Place, ...]) -> Floats:
    """Return the point of each cell that roads pass through; in a town its square."""
    draw = generator("planet", ground.region.seed, "people", ground.region.key, "points")
    x, y = np.meshgrid(ground.region.grid.x(), ground.region.grid.y())
    points = np.stack([x, y], axis=-1).reshape(-1, 2) + draw.uniform(-220.0, 220.0, (x.size, 2))
    for place in places:
        points[place.cell] = (place.x, place.y)
    return round_to_step(points, 0.01)


def _road(ground: Ground, points: Floats, number: int, cells: tuple[int, ...], kind: RoadKind) -> Road:
    letter = {"motorway": "M", "primary": "A", "secondary": "B", "railway": "R"}[kind]
    key = f"{ground.region.key}-{'w' if kind == 'railway' else 'r'}{number:03d}"
    return Road(key, kind, f"{letter}{number + 1}", _smooth(points[list(cells)]), cells, LANES[kind])


def _smooth(nodes: Floats) -> LineString:
    """Return a curve through all nodes."""
    import shapely

    padded = np.concatenate([2 * nodes[:1] - nodes[1:2], nodes, 2 * nodes[-1:] - nodes[-2:-1]])
    pieces = curve(padded[:-3], padded[1:-2], padded[2:-1], padded[3:], PIECES)
    line = np.concatenate([pieces[:, :-1].reshape(-1, 2), nodes[-1:]])
    return shapely.linestrings(round_to_step(line, 0.01))
