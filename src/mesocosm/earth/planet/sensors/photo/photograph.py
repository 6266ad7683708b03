"""A colour picture of a window at 0.3 to 1 m, with the exact outline of every thing in it.

Faces are painted in whole numbers at two samples per side of a pixel and averaged; shadows darken everything below
roofs; noise in absolute coordinates gives surfaces their texture. The light follows the sun of the day.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.noise import normal, salt, smooth
from mesocosm.earth.planet.sensors.painter import Cells, Numbers, Polygons, Runs, cells_between, runs_of, snap_corners
from mesocosm.earth.planet.sensors.photo.annotations import Annotation, annotate
from mesocosm.earth.planet.sensors.photo.scenery import Layer, Scenery, gather_rings
from mesocosm.earth.planet.sensors.photo.shadows import shadow_polygons
from mesocosm.earth.planet.sensors.sun import Sun
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Ints, Singles, Window

__all__ = ["Annotation", "Photograph", "annotate", "render", "take_photograph"]
SAMPLES = 2
SHADE = (96, 106, 122)
"""Brightness of red, green and blue in shadow, of 256."""
MUD = (118, 106, 82)
"""Colour of flood water."""
BARE = (88, 110, 62, 30)
"""Colour and strength of noise of ground on which nothing is drawn."""
SKY = (168, 182, 200)
"""Colour of haze."""
TILE = 1024
"""Pixels after which the texture of surfaces repeats."""


@dataclass(frozen=True)
class Photograph:
    window: Window
    pixels: Codes
    """Pixels of shape (rows, columns, 3)."""
    annotations: tuple[Annotation, ...]


@dataclass(frozen=True)
class Faces:
    """The faces in a window, from the ground up."""

    polygons: Polygons
    groups: Ints
    """First face of each group (on the ground, low, roofs, high), and the number of faces."""
    colours: Codes
    """Colours in sunlight; the first is bare ground, the last flood water."""
    rows: Floats
    """Rows of plants, as in a scenery."""


def take_photograph(
    window: Window, sceneries: tuple[Scenery, ...], sun: Sun, haze: float = 0.06, flooded: Bools | None = None
) -> Photograph:
    """Return the picture of a window with its annotations."""
    return Photograph(window, render(window, sceneries, sun, haze, flooded), annotate(window, sceneries))


def render(
    window: Window, sceneries: tuple[Scenery, ...], sun: Sun, haze: float = 0.06, flooded: Bools | None = None
) -> Codes:
    """Return pixels of shape (rows, columns, 3); muddy flood water hides the ground, but not cars and roofs."""
    shape = (window.rows * SAMPLES, window.columns * SAMPLES)
    faces = choose(window, sceneries, sun)
    runs = runs_of(faces.polygons, shape)
    low, tall = (_shade(window, sceneries, sun, shape, low) for low in (True, False))
    wet = np.zeros((2, 0), np.int64) if flooded is None else _runs_of_mask(flooded)
    cells = cells_between(shape, *(ends for each in (runs, low, tall) for ends in (each.first, each.last)), *wet)
    values = np.zeros(cells.starts.size, np.int32)
    numbers, count = np.arange(1, len(faces.polygons) + 1), np.int32(len(faces.colours))
    parts = [runs.among(*ends) for ends in pairwise(faces.groups)]
    cells.fill(values, parts[0], numbers)
    ground = values.copy()
    under = _under_water(cells, wet)
    values[under], ground[under] = count - 1, 0
    values[cells.covered(low)] += count
    cells.fill(values, parts[1], numbers)
    values[cells.covered(tall) & (values < count)] += count
    cells.fill(values, parts[2], numbers)
    cells.fill(values, parts[3], numbers)
    mean = _mean_colours(cells.spread(_with_shades(faces.colours)[values], shape))
    stripes = None
    if faces.rows[ground, 2].any():
        stripes = _stripes(window, cells.spread(ground, shape)[::SAMPLES, ::SAMPLES], faces.rows)
    return _textured(window, mean, stripes, haze)


def _shade(window: Window, sceneries: tuple[Scenery, ...], sun: Sun, shape: tuple[int, int], low: bool) -> Runs:
    """Return the runs of all shadows, in any order."""
    runs = [runs_of(shadow_polygons(window, scenery, sun, low, SAMPLES), shape) for scenery in sceneries]
    first, last = (np.concatenate(ends) for ends in zip(*((each.first, each.last) for each in runs), strict=True))
    return Runs(first, last, np.zeros(first.size, np.int64))


def _runs_of_mask(flooded: Bools) -> Ints:
    """Return the runs of a mask of pixels, first samples and those past the last ones: shape (2, runs)."""
    fine = flooded.repeat(SAMPLES, axis=0).repeat(SAMPLES, axis=1)
    step = np.diff(np.pad(fine, ((0, 0), (0, 1))).astype(np.int8), axis=1, prepend=0)
    (row, column), (end_row, end) = np.nonzero(step == 1), np.nonzero(step == -1)
    return np.stack([row * fine.shape[1] + column, end_row * fine.shape[1] + end])


def _under_water(cells: Cells, wet: Ints) -> Bools:
    return cells.covered(Runs(wet[0], wet[1], np.zeros(wet.shape[1], np.int64)))


def _with_shades(palette: Codes) -> NDArray[np.uint32]:
    """Pack colours of four bytes into one number, and append the same colours in shadow, where the light is bluer."""
    dark = palette.copy()
    dark[:, :3] = (palette[:, :3].astype(np.uint16) * np.asarray(SHADE, np.uint16) >> 8).astype(np.uint8)
    return np.concatenate([palette, dark]).view(np.uint32).ravel()


def _mean_colours(packed: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return means of the four bytes over 2 × 2 samples, computed for two bytes at a time."""
    low_mask, half = np.uint32(0x00FF00FF), np.uint32(0x00020002)
    totals = []
    for shift in (np.uint32(0), np.uint32(8)):
        halves = (packed >> shift) & low_mask
        rows = halves[0::2] + halves[1::2]
        totals.append(((rows[:, 0::2] + rows[:, 1::2] + half) >> np.uint32(2)) & low_mask)
    return np.asarray(totals[0] | (totals[1] << np.uint32(8)))


def choose(window: Window, sceneries: tuple[Scenery, ...], sun: Sun) -> Faces:
    """Return the faces whose bounds meet the window, on its samples and lit: by group of layers, then by scenery."""
    near = [scenery.boxes.near(window) for scenery in sceneries]
    pairs = list(zip(sceneries, near, strict=True))
    layers = np.concatenate([scenery.layers[faces] for scenery, faces in pairs])
    group = np.searchsorted([Layer.LOW, Layer.ROOF, Layer.HIGH], layers, side="right")
    order = np.argsort(group, kind="stable")
    rings = [gather_rings(scenery.corners, scenery.starts, faces) for scenery, faces in pairs]
    starts = np.concatenate([[0], np.cumsum(np.concatenate([np.diff(starts) for _, starts in rings]))])
    corners, starts = gather_rings(np.concatenate([corners for corners, _ in rings]), starts, order)
    colours = np.concatenate([_lit(scenery, faces, sun) for scenery, faces in pairs])[order]
    rows = np.concatenate([scenery.rows[faces] for scenery, faces in pairs])[order]
    return Faces(
        Polygons(snap_corners(window, corners, SAMPLES), starts),
        np.searchsorted(group[order], np.arange(5)),
        np.concatenate([np.asarray([BARE], np.uint8), colours, np.asarray([[*MUD, 10]], np.uint8)]),
        np.pad(rows, ((1, 1), (0, 0))),
    )


def _lit(scenery: Scenery, faces: Ints, sun: Sun) -> Codes:
    """Return the colours of faces in sunlight, by the cosine of its incidence."""
    east, north, up = sun.towards
    normals = scenery.normals[faces]
    lit = (normals[:, 0] * east + normals[:, 1] * north + normals[:, 2] * up) / max(up, 0.2)
    light = np.round(np.clip(0.42 + 0.58 * lit, 0.34, 1.3) * 256.0).astype(np.int64)
    colour = scenery.colours[faces].astype(np.int64)
    colour[:, :3] = np.minimum(colour[:, :3] * light[:, None] >> 8, 255)
    return colour.astype(np.uint8)


def _stripes(window: Window, numbers: Numbers, rows: Floats) -> NDArray[np.int32]:
    """Return the brightness of rows of plants, in 1/1024: dark between the rows."""
    dark = np.zeros(numbers.shape, np.int32)
    down, across = np.nonzero(rows[numbers, 2] > 0.0)
    east, north, period = rows[numbers[down, across]].T
    x, y = window.x()[across] - 500_000.0, window.y()[down]
    along = (x * east + y * north) / period
    phase = along - np.floor(along)
    wheels = np.where((phase < 0.06) | ((phase > 0.16) & (phase < 0.22)), -130, 0)
    dark[down, across] = np.where(period > 8.0, wheels, np.where(phase < 0.45, -120, 60))
    return dark


def _textured(window: Window, mean: NDArray[np.uint32], stripes: NDArray[np.int32] | None, haze: float) -> Codes:
    """Add texture by the strength of each surface's noise, and a little haze; return whole numbers."""
    near = 2 ** max(1, round(math.log2(450.0 / window.resolution_cm)))
    down, across = (-window.row_numbers()) % TILE, window.column_numbers() % TILE
    texture, noise = (grain.take(down, axis=0).take(across, axis=1) for grain in _texture(window.region, near))
    light = ((mean >> np.uint32(24)).view(np.int32) * texture >> 8) + noise
    light += 1024
    if stripes is not None:
        light += stripes
    veil = round(haze * 256)
    pixels = np.empty((*mean.shape, 3), np.uint8)
    for band, sky in enumerate(SKY):
        lit = ((mean >> np.uint32(8 * band)) & np.uint32(255)).view(np.int32)
        lit *= light
        lit >>= 10
        lit *= 256 - veil
        lit += sky * veil
        lit >>= 8
        pixels[..., band] = np.clip(lit, 0, 255, out=lit)
    return pixels


@functools.lru_cache(maxsize=8)
def _texture(region: Region, near: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the texture per step of strength, in 1/256 of 1/1024, and the camera's noise, in 1/1024.

    Clods and tufts of about 4.5 m are a power of two of pixels wide, so that the texture repeats without a seam.
    """
    key = salt(region, "texture", near)
    fine = normal(key, np.arange(TILE)[:, None], np.arange(TILE)[None, :])
    grain: Singles = np.float32(0.35) * fine
    for number, (spacing, weight) in enumerate(((near, 0.52), (near // 2, 0.34), (8 * near, 0.36), (4 * near, 0.22))):
        x = np.asarray(np.arange(TILE) + 0.5, np.float64)
        grain = grain + np.float32(weight) * smooth(key + number, x, x, 2.0 * spacing, around=TILE // spacing)
    return np.round(grain * 1024.0).astype(np.int32), np.round(9.0 * fine).astype(np.int32)
