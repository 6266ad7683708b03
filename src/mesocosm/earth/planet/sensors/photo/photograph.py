"""A colour picture of a window at 0.3 to 1 m, with the exact outline of every thing in it.

Faces are painted in whole numbers at two samples to a pixel's side and averaged; shadows darken all that lies below
roofs; a grain of absolute coordinates gives surfaces their texture. Light follows the sun of the day.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.grain import normal, salt, smooth
from mesocosm.earth.planet.sensors.painter import Numbers, Polygons, covered, paint, placed_corners
from mesocosm.earth.planet.sensors.photo.scenery import Layer, Scenery, Thing
from mesocosm.earth.planet.sensors.sun import Sun
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Ints, Singles, Window
from mesocosm.earth.planet.settling import settled

SAMPLES = 2
SHADE = (96, 106, 122)
"""Brightness in shadow of red, green and blue, of 256."""
MUD = (118, 106, 82)
"""Colour of flood water."""
TALLEST_M = 60.0
"""Nothing taller throws a shadow into a window from outside."""


@dataclass(frozen=True)
class Annotation:
    """A thing in a picture; pixels are counted from the upper left corner, x right and y down."""

    thing: Thing
    box: tuple[float, float, float, float]
    """Left, top, right, bottom of the part within the picture."""
    oriented: Floats
    """Four corners of the smallest turned box about the whole thing."""
    polygon: Floats
    """The outline seen from above, beyond the picture's edge where it goes on."""
    inside: float
    """Share of the outline's box within the picture."""


@dataclass(frozen=True)
class Photograph:
    window: Window
    pixels: Codes
    """Shape (rows, columns, 3)."""
    annotations: tuple[Annotation, ...]


@dataclass(frozen=True)
class Chosen:
    """The faces of a scenery that a window shows."""

    scenery: Scenery
    faces: Ints
    polygons: Polygons


def take_photograph(
    window: Window, sceneries: tuple[Scenery, ...], sun: Sun, haze: float = 0.06, flooded: Bools | None = None
) -> Photograph:
    """The picture of a window and its annotations."""
    return Photograph(window, render(window, sceneries, sun, haze, flooded), annotate(window, sceneries))


def render(
    window: Window, sceneries: tuple[Scenery, ...], sun: Sun, haze: float = 0.06, flooded: Bools | None = None
) -> Codes:
    """Pixels of shape (rows, columns, 3); muddy water hides the ground where it is flooded, not cars and roofs."""
    shape = (window.rows * SAMPLES, window.columns * SAMPLES)
    chosen = [choose(window, scenery) for scenery in sceneries]
    palette, rows = _palette(chosen, sun)
    canvas: Numbers = np.zeros(shape, np.int32)
    _paint_between(canvas, chosen, 0, Layer.LOW)
    ground = canvas[::SAMPLES, ::SAMPLES].copy()
    count = np.int32(len(palette))
    if flooded is not None:
        canvas[flooded.repeat(SAMPLES, axis=0).repeat(SAMPLES, axis=1)] = count - 1
        ground[flooded] = 0
    canvas += _shadows(window, sceneries, sun, shape, low=True) * count
    _paint_between(canvas, chosen, Layer.LOW, Layer.ROOF)
    canvas += (_shadows(window, sceneries, sun, shape, low=False) & (canvas < count)) * count
    _paint_between(canvas, chosen, Layer.ROOF, Layer.HIGH)
    _paint_between(canvas, chosen, Layer.HIGH, 255)
    mean = _mean_colours(_with_shades(palette)[canvas])
    return _textured(window, mean, _stripes(window, ground, rows), haze)


def _paint_between(canvas: Numbers, chosen: list[Chosen], lowest: int, beyond: int) -> None:
    """The faces of some layers onto the canvas; numbers count all faces of all sceneries from 1."""
    number = 1
    for choice in chosen:
        layers = choice.scenery.layers[choice.faces]
        mask = (layers >= lowest) & (layers < beyond)
        paint(_subset(choice.polygons, mask), number + np.flatnonzero(mask), (canvas.shape[0], canvas.shape[1]), canvas)
        number += choice.faces.size


def _with_shades(palette: Codes) -> NDArray[np.uint32]:
    """Colours of four bytes packed into one number, followed by the same in shadow, where the light is bluer."""
    dark = palette.copy()
    dark[:, :3] = (palette[:, :3].astype(np.uint16) * np.asarray(SHADE, np.uint16) >> 8).astype(np.uint8)
    return np.concatenate([palette, dark]).view(np.uint32).ravel()


def _mean_colours(packed: NDArray[np.uint32]) -> NDArray[np.int32]:
    """Means of the four bytes over squares of 2 × 2 samples: two bytes at a time in halves of one number."""
    low_mask, half = np.uint32(0x00FF00FF), np.uint32(0x00020002)
    totals = []
    for shift in (np.uint32(0), np.uint32(8)):
        halves = (packed >> shift) & low_mask
        rows = halves[0::2] + halves[1::2]
        totals.append(((rows[:, 0::2] + rows[:, 1::2] + half) >> np.uint32(2)) & low_mask)
    joined = np.ascontiguousarray(totals[0] | (totals[1] << np.uint32(8)))
    return joined.view(np.uint8).reshape(*joined.shape, 4).astype(np.int32)


def choose(window: Window, scenery: Scenery) -> Chosen:
    """The faces whose bounds meet the window, placed on its samples."""
    faces = _near(window, scenery.bounds, 0.0)
    corners, starts = _gathered(scenery.corners, scenery.starts, faces)
    return Chosen(scenery, faces, Polygons(placed_corners(window, corners, SAMPLES), starts))


def _near(window: Window, bounds: Floats, reach_m: float) -> Ints:
    west, south, east, north = window.bounds
    mask = (bounds[0] < east + reach_m) & (bounds[2] > west - reach_m)
    mask &= (bounds[1] < north + reach_m) & (bounds[3] > south - reach_m)
    return np.flatnonzero(mask)


Corners = TypeVar("Corners", Floats, Ints)


def _gathered(corners: Corners, starts: Ints, chosen: Ints) -> tuple[Corners, Ints]:
    sizes = starts[chosen + 1] - starts[chosen]
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    index = np.repeat(starts[chosen] - begin[:-1], sizes) + np.arange(begin[-1])
    return corners[index], begin


def _subset(polygons: Polygons, mask: Bools) -> Polygons:
    return Polygons(*_gathered(polygons.corners, polygons.starts, np.flatnonzero(mask)))


def _palette(chosen: list[Chosen], sun: Sun) -> tuple[Codes, Floats]:
    """Colours of all faces in the sun's light, number 0 first, flood water last, and their rows of plants."""
    east, north, up = sun.towards
    colours, rows = [np.asarray([[88, 110, 62, 30]], np.uint8)], [np.zeros((1, 3))]
    for choice in chosen:
        normals = choice.scenery.normals[choice.faces]
        lit = (normals[:, 0] * east + normals[:, 1] * north + normals[:, 2] * up) / max(up, 0.2)
        light = np.round(np.clip(0.42 + 0.58 * lit, 0.34, 1.3) * 256.0).astype(np.int64)
        colour = choice.scenery.colours[choice.faces].astype(np.int64)
        colour[:, :3] = np.minimum(colour[:, :3] * light[:, None] >> 8, 255)
        colours.append(colour.astype(np.uint8))
        rows.append(choice.scenery.rows[choice.faces])
    colours.append(np.asarray([[*MUD, 10]], np.uint8))
    rows.append(np.zeros((1, 3)))
    return np.concatenate(colours), np.concatenate(rows)


def _shadows(window: Window, sceneries: tuple[Scenery, ...], sun: Sun, shape: tuple[int, int], low: bool) -> Bools:
    """Samples that some thing stands before the sun of: rings moved along the light, and the sides between."""
    points, sizes = [np.zeros((0, 2))], [np.zeros(0, np.int64)]
    for scenery in sceneries:
        near = _near(window, scenery.caster_bounds, TALLEST_M)
        near = near[scenery.caster_lows[near] == low]
        corners, starts = _gathered(scenery.caster_corners, scenery.caster_starts, near)
        height = np.repeat(scenery.caster_heights[near], np.diff(starts))
        moved = corners + height[:, None] * np.asarray(sun.shadow)
        after = np.arange(1, len(corners) + 1)
        after[starts[1:] - 1] = starts[:-1]
        sides = np.stack([corners, corners[after], moved[after], moved], axis=1).reshape(-1, 2)
        points += [moved, sides]
        sizes += [np.diff(starts), np.full(len(corners), 4)]
    begin = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.int64)
    return covered(Polygons(placed_corners(window, np.concatenate(points), SAMPLES), begin), shape)


def _stripes(window: Window, numbers: Numbers, rows: Floats) -> NDArray[np.int32]:
    """Brightness of rows of plants, in 1/1024: dark between the rows."""
    period = rows[numbers, 2]
    if not period.any():
        return np.zeros(numbers.shape, np.int32)
    x, y = window.x()[None, :] - 500_000.0, window.y()[:, None]
    across = (x * rows[numbers, 0] + y * rows[numbers, 1]) / np.maximum(period, 0.1)
    phase = across - np.floor(across)
    wide = period > 8.0
    dark = np.where(
        wide, np.where((phase < 0.06) | ((phase > 0.16) & (phase < 0.22)), -130, 0), np.where(phase < 0.45, -120, 60)
    )
    return np.where(period > 0, dark, 0).astype(np.int32)


def _textured(window: Window, mean: NDArray[np.int32], stripes: NDArray[np.int32], haze: float) -> Codes:
    """Grain by the strength of each surface, a little haze, and whole numbers."""
    texture, noise = _texture(window.region, window.resolution_cm)
    at = np.ix_((-window.row_numbers()) % TILE, window.column_numbers() % TILE)
    light = 1024 + (mean[..., 3] * texture[at] >> 8) + noise[at] + stripes
    veil = round(haze * 256)
    sky = np.asarray([168, 182, 200], np.int32) * veil
    lit = mean[..., :3] * light[..., None] >> 10
    return np.asarray(np.clip((lit * (256 - veil) + sky) >> 8, 0, 255), np.uint8)


TILE = 1024
"""Pixels after which the grain of surfaces comes again."""


@functools.lru_cache(maxsize=8)
def _texture(region: Region, resolution_cm: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Grain of surfaces, in 1/256 of 1/1024 for each step of strength, and the camera's noise, in 1/1024."""
    key = salt(region, "texture", resolution_cm)
    fine = normal(key, np.arange(TILE)[:, None], np.arange(TILE)[None, :])
    near = 2 ** max(1, round(math.log2(450.0 / resolution_cm)))
    grain: Singles = np.float32(0.35) * fine
    for number, (spacing, weight) in enumerate(((near, 0.52), (near // 2, 0.34), (8 * near, 0.36), (4 * near, 0.22))):
        x = np.asarray(np.arange(TILE) + 0.5, np.float64)
        grain = grain + np.float32(weight) * smooth(key + number, x, x, 2.0 * spacing, around=TILE // spacing)
    return np.round(grain * 1024.0).astype(np.int32), np.round(9.0 * fine).astype(np.int32)


def annotate(window: Window, sceneries: tuple[Scenery, ...], least_inside: float = 0.25) -> tuple[Annotation, ...]:
    """Every thing of which at least a share lies in the window."""
    west, _, _, north = window.bounds
    annotations: list[Annotation] = []
    for scenery in sceneries:
        for k in _near(window, scenery.thing_bounds, 0.0):
            thing = scenery.things[int(k)]
            ring = (thing.outline - [west, north]) / window.resolution_m * [1.0, -1.0]
            low, high = ring.min(axis=0), ring.max(axis=0)
            left, top = np.maximum(low, 0.0)
            right, bottom = np.minimum(high, [window.columns, window.rows])
            inside = float((right - left) * (bottom - top) / max(float(np.prod(high - low)), 1e-9))
            if inside >= least_inside:
                box = (round(float(left), 2), round(float(top), 2), round(float(right), 2), round(float(bottom), 2))
                inside = round(min(inside, 1.0), 3)
                annotations.append(Annotation(thing, box, oriented_box(ring), settled(ring, 0.01), inside))
    return tuple(annotations)


def oriented_box(ring: Floats) -> Floats:
    """The smallest of the boxes that lie along a side of the ring's hull, to 0.01 pixels."""
    import shapely

    corners = shapely.get_coordinates(shapely.oriented_envelope(shapely.polygons(ring)))[:4]
    return settled(corners, 0.01)
