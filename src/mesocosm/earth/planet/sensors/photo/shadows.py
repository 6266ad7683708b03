"""Shadows on the ground: the area between the ring of a thing and the same ring moved along the light."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.sensors.painter import Polygons, snap_corners
from mesocosm.earth.planet.sensors.photo.scenery import Scenery, gather_rings
from mesocosm.earth.planet.sensors.sun import Sun
from mesocosm.earth.planet.sensors.window import Bools, Floats, Ints, Window


def shadow_polygons(window: Window, scenery: Scenery, sun: Sun, low: bool, samples: int) -> Polygons:
    """Return the shadows in a window, of low things or of all others."""
    near = _casting(window, scenery, sun)
    near = near[scenery.caster_lows[near] == low]
    parts = []
    for convex in (True, False):
        chosen = near[scenery.caster_convex[near] == convex]
        corners, starts = gather_rings(scenery.caster_corners, scenery.caster_starts, chosen)
        shift = scenery.caster_heights[chosen][:, None] * np.asarray(sun.shadow)
        parts.append((_swept if convex else _sides)(corners, starts, np.repeat(shift, np.diff(starts), axis=0)))
    (first, first_starts), (second, second_starts) = parts
    starts = np.concatenate([first_starts, second_starts[1:] + len(first)])
    return Polygons(snap_corners(window, np.concatenate([first, second]), samples), starts)


def _casting(window: Window, scenery: Scenery, sun: Sun) -> Ints:
    """Return what casts a shadow into the window, even from outside."""
    east, north = sun.shadow
    tallest = float(scenery.caster_heights.max(initial=0.0))
    near = scenery.caster_boxes.near(window, tallest * max(abs(east), abs(north)))
    bounds, height = scenery.caster_boxes.bounds[:, near], scenery.caster_heights[near]
    x, y = height * east, height * north
    west, south, right, top = window.bounds
    meets = (bounds[0] + np.minimum(x, 0.0) < right) & (bounds[2] + np.maximum(x, 0.0) > west)
    meets &= (bounds[1] + np.minimum(y, 0.0) < top) & (bounds[3] + np.maximum(y, 0.0) > south)
    return np.asarray(near[meets])


def _swept(corners: Floats, starts: Ints, shift: Floats) -> tuple[Floats, Ints]:
    """Return one polygon for each convex anticlockwise ring: sides that face along the light move with it."""
    after, before = _neighbours(starts)
    ahead = corners[after] - corners
    moved = ahead[:, 1] * shift[:, 0] - ahead[:, 0] * shift[:, 1] > 0.0
    came: Bools = moved[before]
    count = 1 + (moved != came)
    corner = np.repeat(np.arange(len(corners)), count)
    second = np.concatenate([[False], corner[1:] == corner[:-1]])[: corner.size]
    away = np.where(second, moved[corner], came[corner])
    total = np.concatenate([[0], np.cumsum(count)])
    return corners[corner] + away[:, None] * shift[corner], total[starts]


def _sides(corners: Floats, starts: Ints, shift: Floats) -> tuple[Floats, Ints]:
    """Return for each other ring the moved ring, and a parallelogram for each side on its way there."""
    after, _ = _neighbours(starts)
    moved = corners + shift
    sides = np.stack([corners, corners[after], moved[after], moved], axis=1).reshape(-1, 2)
    begin = len(corners) + 4 * np.arange(1, len(corners) + 1)
    return np.concatenate([moved, sides]), np.concatenate([starts, begin])


def _neighbours(starts: Ints) -> tuple[Ints, Ints]:
    """Return the corner after and the corner before each, around their rings."""
    after, before = np.arange(1, starts[-1] + 1), np.arange(-1, starts[-1] - 1)
    after[starts[1:] - 1] = starts[:-1]
    before[starts[:-1]] = starts[1:] - 1
    return after, before
