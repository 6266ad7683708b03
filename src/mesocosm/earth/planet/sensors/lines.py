"""Rivers, roads and railways as shares of pixels."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from mesocosm.earth.planet.ground.courses import NARROWEST_M, estuaries, river_courses, river_points
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement import RoadKind
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.painter import average_squares, paint, place_rings, ribbon
from mesocosm.earth.planet.sensors.window import Floats, Singles, Window

SAMPLES = 2
"""Samples along each side of a pixel."""
BREADTH_M: dict[RoadKind, float] = {"motorway": 24.0, "primary": 10.0, "secondary": 7.5, "railway": 9.0}
"""Width of the paved or ballasted way."""


def river_share(window: Window) -> Singles:
    """Return the share of each pixel under rivers at their mean flow."""
    lines, width, bounds = _rivers(window.region)
    return _share(window, lines, width, bounds, _funnels(window.region))


def road_shares(window: Window) -> tuple[Singles, Singles]:
    """Return the shares of each pixel under roads and under railways."""
    lines, kinds, bounds = _roads(window.region)
    width = np.asarray([BREADTH_M[kind] for kind in kinds])
    rail = np.asarray([kind == "railway" for kind in kinds])
    roads, railways = (
        _share(window, [lines[k] for k in np.flatnonzero(mask)], width[mask], bounds[mask]) for mask in (~rail, rail)
    )
    return roads, railways


@functools.lru_cache(maxsize=4)
def _rivers(region: Region) -> tuple[list[Floats], Floats, Floats]:
    import shapely

    courses = river_courses(region)
    links, width = _lake_outlets(region)
    lines = [*courses.lines, *links]
    widths = np.concatenate([courses.width_m, width])
    return [shapely.get_coordinates(line) for line in lines], widths, shapely.bounds(lines)


def _lake_outlets(region: Region) -> tuple[list[object], Floats]:
    """Return lines from lakes to where the courses of their outlets begin, and the widths."""
    import shapely

    ground = make_ground(region)
    lake, below = ground.lake.ravel(), ground.downstream.ravel()
    cells = np.flatnonzero(lake & (below >= 0))
    cells = cells[~lake[below[cells]]]
    # Of the cells that share an outlet, keep the one with the largest catchment.
    cells = cells[np.argsort(-ground.upstream_km2.ravel()[cells], kind="stable")]
    cells = np.sort(cells[np.unique(below[cells], return_index=True)[1]])
    width = ground.river_width_m.ravel()[below[cells]]
    cells, width = cells[width >= NARROWEST_M], width[width >= NARROWEST_M]
    points = river_points(region)
    return list(shapely.linestrings(np.stack([points[cells], points[below[cells]]], axis=1))), width


@functools.lru_cache(maxsize=4)
def _roads(region: Region) -> tuple[list[Floats], list[RoadKind], Floats]:
    import shapely

    roads = make_settlement(make_ground(region)).roads
    lines = [road.line for road in roads]
    return [shapely.get_coordinates(line) for line in lines], [road.kind for road in roads], shapely.bounds(lines)


@functools.lru_cache(maxsize=4)
def _funnels(region: Region) -> tuple[Floats, ...]:
    import shapely

    return tuple(shapely.get_coordinates(shapely.get_exterior_ring(shape))[:-1] for shape in estuaries(region))


def _share(
    window: Window, lines: list[Floats], width_m: Floats, bounds: Floats, wide: Sequence[Floats] = ()
) -> Singles:
    """Return shares of pixels under lines and wide rings.

    A line narrower than a sample is drawn as wide as a sample, with its value reduced in proportion.
    """
    west, south, east, north = window.bounds
    reach = 200.0
    near = (bounds[:, 0] < east + reach) & (bounds[:, 2] > west - reach)
    near &= (bounds[:, 1] < north + reach) & (bounds[:, 3] > south - reach)
    chosen = np.flatnonzero(near)
    shape = (window.rows * SAMPLES, window.columns * SAMPLES)
    drawn = np.maximum(width_m, window.resolution_m / SAMPLES * 1.5)
    strength = np.round(255.0 * width_m / drawn).astype(np.int64)
    order = chosen[np.argsort(strength[chosen], kind="stable")]
    rings = [ring for k in order for ring in _outline(lines[k], float(drawn[k]))]
    numbers = np.concatenate([np.repeat(strength[order], 3), np.full(len(wide), 255)])
    rings += wide
    canvas = paint(place_rings(window, rings, SAMPLES), numbers, shape)
    return np.asarray(average_squares(canvas, SAMPLES).astype(np.float32) * np.float32(1.0 / 255.0))


def _outline(line: Floats, width_m: float) -> list[Floats]:
    """Return the ribbon and a round end at either side, so that reaches join without gaps."""
    return [ribbon(line, width_m), _disc(line[0], width_m / 2.0), _disc(line[-1], width_m / 2.0)]


_CIRCLE = np.asarray([[1, 0], [0.92388, 0.38268], [0.70711, 0.70711], [0.38268, 0.92388], [0, 1]])
_ROUND = np.concatenate(
    [_CIRCLE[:-1], _CIRCLE[:-1] @ [[0, 1], [-1, 0]], -_CIRCLE[:-1], _CIRCLE[:-1] @ [[0, -1], [1, 0]]]
)


def _disc(middle: Floats, radius_m: float) -> Floats:
    return np.asarray(middle + radius_m * _ROUND)
