"""Rivers and shores in more detail than the kilometre grid, the same for every town that uses them.

The course of a river runs through one point in each of its cells, at a random offset from the middle; between the
points it follows a Catmull-Rom curve with a random bend. The shore is the zero line of a smooth field that is positive
on land and negative on water, with a strength drawn cell by cell and coves of a few hundred metres.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.ground.drainage import neighbours
from mesocosm.earth.planet.ground.ground import Bools, Floats, Ground, Indices
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.ground.noise import at_places, fractal
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import CELL_M, Region
from mesocosm.seeding import generator

if TYPE_CHECKING:
    from shapely.geometry import LineString, Polygon

NARROWEST_M = 4.0
"""Width below which brooks are not drawn, m."""
PIECES = 16
"""Number of straight pieces of a course between two cells."""
STEP_M = 0.01
REACH_M, SEEK_M = 2000.0, 50.0
"""Distance and step of the search for the water into which a river flows."""
WELL_IN = 0.06
"""Least depth in the water field at a river's end: about sixty metres out from the shore."""
COVES = 4
"""Nodes of the coves per cell, along each side."""


@dataclass(frozen=True)
class Courses:
    """Reaches of rivers, each from the point of one cell to that of the next, in metres of the region's plane."""

    cells: Indices
    """Cell from which each reach starts, in rising order."""
    lines: tuple[LineString, ...]
    width_m: Floats


@functools.lru_cache(maxsize=4)
def river_points(region: Region) -> Floats:
    """Return the point of each cell through which water flows, within 260 m of the middle: shape (cells, 2)."""
    draw = generator("planet", region.seed, "ground", region.key, "courses")
    x, y = np.meshgrid(region.grid.x(), region.grid.y())
    middle = np.stack([x, y], axis=-1).reshape(-1, 2)
    return round_to_step(middle + draw.uniform(-260.0, 260.0, middle.shape), STEP_M)


@functools.lru_cache(maxsize=4)
def river_courses(region: Region) -> Courses:
    """Return every reach of the region that is at least `NARROWEST_M` wide and not under a lake or the sea."""
    import shapely

    ground = make_ground(region)
    cells = np.flatnonzero((ground.river_width_m.ravel() >= NARROWEST_M) & ~ground.lake.ravel())
    ends, inside = _ends(ground, cells)
    cells, ends = cells[inside], _in_water(ground, cells[inside], ends[inside])
    points = river_points(region)
    start = points[cells]
    before = _main_upstream(ground)[cells]
    back = np.where((before >= 0)[:, None], points[np.maximum(before, 0)], 2 * start - ends)
    after = ground.downstream.ravel()[np.maximum(ground.downstream.ravel()[cells], 0)]
    beyond = (ground.downstream.ravel()[cells] >= 0) & (after >= 0)
    onward = np.where(beyond[:, None], points[np.maximum(after, 0)], 2 * ends - start)
    curves = _bent(region, cells, curve(back, start, ends, onward, PIECES))
    return Courses(cells, tuple(shapely.linestrings(curves)), ground.river_width_m.ravel()[cells])


def curve(back: Floats, start: Floats, end: Floats, onward: Floats, pieces: int) -> Floats:
    """Return Catmull-Rom curves from starts to ends: shape (curves, pieces + 1, 2)."""
    t = (np.arange(pieces + 1) / pieces)[None, :, None]
    p0, p1, p2, p3 = (point[:, None, :] for point in (back, start, end, onward))
    linear = (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t
    return np.asarray(p1 + 0.5 * (linear + (3 * p1 - p0 - 3 * p2 + p3) * t * t * t))


def water_field(region: Region, x: Floats, y: Floats) -> Floats:
    """Return a field, positive on land and negative on sea and lakes, for columns x and rows y of the plane."""
    ground = make_ground(region)
    columns = np.clip((x - region.grid.x0) / CELL_M, 0.0, region.grid.nx - 1.0)
    rows = np.clip((y - region.grid.y0) / CELL_M, 0.0, region.grid.ny - 1.0)
    coarse = at_places(_strength(region, ground.sea | ground.lake), rows, columns)
    return round_to_step(coarse + 0.3 * at_places(_coves(region), rows * COVES, columns * COVES), 1e-6)


@functools.lru_cache(maxsize=4)
def _coves(region: Region) -> Floats:
    """Return values about 0 that bend the shore at a scale of a few hundred metres."""
    draw = generator("planet", region.seed, "ground", region.key, "coves")
    return draw.uniform(-1.0, 1.0, (region.grid.ny * COVES, region.grid.nx * COVES))


def _strength(region: Region, water: Bools) -> Floats:
    draw = generator("planet", region.seed, "ground", region.key, "shores")
    strength = np.clip(1.0 + 0.35 * fractal(draw, water.shape, 3.0, 2), 0.5, 1.6)
    return np.where(water, -strength, strength)


def _ends(ground: Ground, cells: Indices) -> tuple[Floats, Bools]:
    """Return where each cell's reach ends (the next cell or the sea beside it), and whether that is in the region."""
    below = ground.downstream.ravel()[cells]
    beside = neighbours(ground.sea.shape)[cells]
    depth = np.where(beside >= 0, np.where(ground.sea.ravel()[beside], ground.elevation_m.ravel()[beside], 1.0), 1.0)
    mouth = beside[np.arange(cells.size), depth.argmin(axis=1)]
    target = np.where(below >= 0, below, np.where(depth.min(axis=1) < 0, mouth, -1))
    points = river_points(ground.region)
    return points[np.maximum(target, 0)], target >= 0


def _in_water(ground: Ground, cells: Indices, ends: Floats) -> Floats:
    """Move the ends of reaches to the nearest water if a river would end before the sea or lake below it."""
    below = ground.downstream.ravel()[cells]
    wet = (ground.sea | ground.lake).ravel()
    ends = ends.copy()
    for reach in np.flatnonzero((below < 0) | wet[np.maximum(below, 0)]):
        x, y = (ends[reach, axis] + np.arange(-REACH_M, REACH_M + 1.0, SEEK_M) for axis in (0, 1))
        water = water_field(ground.region, x, y) < -WELL_IN
        if water.any() and not water[x.size // 2, x.size // 2]:
            away = (x - ends[reach, 0])[None, :] ** 2 + (y - ends[reach, 1])[:, None] ** 2
            row, column = np.unravel_index(int(np.where(water, round_to_step(away, 1.0), np.inf).argmin()), away.shape)
            ends[reach] = round_to_step([x[column], y[row]], STEP_M)
    return ends


@functools.lru_cache(maxsize=4)
def estuaries(region: Region) -> tuple[Polygon, ...]:
    """Return the estuaries, where rivers widen from their own width a kilometre inland to three times that."""
    import shapely

    ground, courses = make_ground(region), river_courses(region)
    below = ground.downstream.ravel()[courses.cells]
    rings = []
    for reach in np.flatnonzero((below < 0) | ground.sea.ravel()[np.maximum(below, 0)]):
        line = courses.lines[reach]
        points = shapely.get_coordinates(shapely.line_interpolate_point(line, np.arange(0.0, line.length, 20.0)))
        wet = np.flatnonzero(_wet(region, points))
        mouth = min(int(wet[0]) + 4 if wet.size else len(points), len(points))
        if mouth > 4:
            rings.append(_funnel(points[:mouth], float(courses.width_m[reach])))
    return tuple(shapely.buffer(shapely.polygons(round_to_step(ring, STEP_M)), 0.0) for ring in rings)


def _wet(region: Region, points: Floats) -> Bools:
    """Return which points lie in water, to ten metres."""
    low, high = points.min(axis=0), points.max(axis=0)
    x, y = (np.arange(low[axis], high[axis] + 20.0, 20.0) for axis in (0, 1))
    column, row = np.round((points - low) / 20.0).astype(np.int64).T
    return np.asarray(water_field(region, x, y)[row, column] < 0.0)


def _funnel(points: Floats, width_m: float) -> Floats:
    """Return the outline about a course whose width grows with the square of the distance along it."""
    far = 20.0 * (len(points) - 1 - np.arange(len(points)))
    share = np.clip(1.0 - far / 1000.0, 0.0, 1.0) ** 2
    half = width_m / 2 * (1.0 + 2.0 * share) + 6.0 * share
    ahead = np.gradient(points, axis=0)
    ahead = ahead / np.sqrt((ahead * ahead).sum(axis=1, keepdims=True))
    left = np.stack([-ahead[:, 1], ahead[:, 0]], axis=-1) * half[:, None]
    return np.concatenate([points + left, (points - left)[::-1]])


def _main_upstream(ground: Ground) -> Indices:
    """Return the cell above each cell that contributes most land; -1 if there is none."""
    size = ground.upstream_km2.ravel()
    cells = np.flatnonzero(ground.downstream.ravel() >= 0)
    cells = cells[np.argsort(size[cells], kind="stable")]
    main = np.full(size.size, -1, np.int64)
    main[ground.downstream.ravel()[cells]] = cells
    return main


def _bent(region: Region, cells: Indices, curves: Floats) -> Floats:
    """Add one or two bends between cells to the courses, without moving their ends."""
    draw = generator("planet", region.seed, "ground", region.key, "bends")
    swing = draw.uniform(-1.0, 1.0, (region.grid.nx * region.grid.ny, 2))[cells]
    t = np.arange(PIECES + 1) / PIECES
    hump = 16.0 * t * t * (1.0 - t) * (1.0 - t)
    side = curves[:, -1] - curves[:, 0]
    across = np.stack([-side[:, 1], side[:, 0]], axis=-1) / np.sqrt((side * side).sum(axis=1, keepdims=True))
    bend = 60.0 * swing[:, :1] * hump + 110.0 * swing[:, 1:] * hump * (t - 0.5) * 2.0
    return round_to_step(curves + bend[:, :, None] * across[:, None, :], STEP_M)
