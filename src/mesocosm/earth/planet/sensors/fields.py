"""Farmland in parcels: blocks between farm tracks, each cut into strips and fields of its own direction and size.

Blocks are the Voronoi cells of jittered points 900 m apart; parcels are rectangles within them. Everything follows from
whole numbers of the plane, so that a parcel has the same number, crop and sowing day in every window.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.regions import Climate, Region
from mesocosm.earth.planet.sensors.noise import hash_draws, salt, uniform
from mesocosm.earth.planet.sensors.window import Floats, Ints, Singles

BLOCK_M = 900.0
_TURNS = np.asarray(
    [[round(math.cos(math.pi * k / 64), 6), round(math.sin(math.pi * k / 64), 6)] for k in range(64)], np.float64
)
"""Directions of blocks: cosine and sine of 64 angles of a half turn."""
STRIP_M: dict[Climate, tuple[float, float]] = {
    "oceanic": (90.0, 220.0),
    "mediterranean": (50.0, 140.0),
    "continental": (150.0, 420.0),
    "humid_subtropical": (70.0, 200.0),
    "semi_arid": (220.0, 480.0),
    "tropical": (45.0, 130.0),
}
"""Narrowest and widest strips of fields; fields are one to three times as long."""


@dataclass(frozen=True)
class Parcels:
    """The parcel of every pixel, if the land were farmed."""

    number: Ints
    """Number of the parcel in random draws; 63 bits."""
    edge_m: Singles
    """Distance to the nearest edge of the parcel."""
    track_m: Singles
    """Distance to the nearest border between blocks, along which farm tracks run."""
    middle_x: Floats
    middle_y: Floats
    along_m: Singles
    """Distance along the strip, from the block's point; `across_m` is across it: rows of plants run along."""
    across_m: Singles


BAND_ROWS = 48
"""Rows made at a time, so that the data fit into the processor's cache."""


def make_parcels(region: Region, x: Floats, y: Floats) -> Parcels:
    """Return the parcels at every crossing of rows y and columns x."""
    bands = [_parcels(region, x, y[start : start + BAND_ROWS]) for start in range(0, y.size, BAND_ROWS)]
    names = [field.name for field in dataclasses.fields(Parcels)]
    return Parcels(*(np.concatenate([getattr(band, name) for band in bands]) for name in names))


def _parcels(region: Region, x: Floats, y: Floats) -> Parcels:
    column, row, px, py, track = _blocks(region, x, y)
    own = hash_draws(salt(region, "blocks"), row, column)
    turn = _TURNS[(own & np.uint64(63)).astype(np.int64)]
    dx, dy = x[None, :] - px, y[:, None] - py
    along, across = dx * turn[..., 0] + dy * turn[..., 1], dy * turn[..., 0] - dx * turn[..., 1]
    narrow, wide = STRIP_M[region.climate]
    width = narrow + (wide - narrow) * ((own >> np.uint64(8)) & np.uint64(255)).astype(np.float64) / 255.0
    strip, across_in = _cut(across, width)
    of_strip = hash_draws(salt(region, "strips"), row, column, strip)
    length = width * (1.0 + 2.0 * ((of_strip >> np.uint64(8)) & np.uint64(255)).astype(np.float64) / 255.0)
    shift = length * (of_strip & np.uint64(255)).astype(np.float64) / 256.0
    part, along_in = _cut(along + shift, length)
    number = hash_draws(salt(region, "parcels"), row, column, strip, part) >> np.uint64(1)
    edge = np.minimum(np.minimum(across_in, width - across_in), np.minimum(along_in, length - along_in))
    u, v = (part + 0.5) * length - shift, (strip + 0.5) * width
    return Parcels(
        number.astype(np.int64),
        np.minimum(edge, track).astype(np.float32),
        track.astype(np.float32),
        px + u * turn[..., 0] - v * turn[..., 1],
        py + u * turn[..., 1] + v * turn[..., 0],
        along.astype(np.float32),
        across.astype(np.float32),
    )


def _cut(along: Floats, length: Floats) -> tuple[Ints, Floats]:
    """Return in which piece each place lies, and how far into it."""
    piece = np.floor(along / length)
    return piece.astype(np.int64), along - piece * length


def _blocks(region: Region, x: Floats, y: Floats) -> tuple[Ints, Ints, Floats, Floats, Floats]:
    """Return column, row and point of the nearest block, and the distance to the border with the next."""
    key = salt(region, "block points")
    i, j = np.floor(x / BLOCK_M).astype(np.int64), np.floor(y / BLOCK_M).astype(np.int64)
    shape = (y.size, x.size)
    best, second = np.full(shape, np.inf), np.full(shape, np.inf)
    column, row = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    px, py = np.zeros(shape), np.zeros(shape)
    qx, qy = np.zeros(shape), np.zeros(shape)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            c, r = i + right, j + down
            across, up = _points(key, c, r)
            at = np.ix_(r - r.min(), c - c.min())
            gx, gy = across[at], up[at]
            away = (x[None, :] - gx) ** 2 + (y[:, None] - gy) ** 2
            nearer = away < best
            near = (away < second) & ~nearer
            for old, new, own in ((qx, px, gx), (qy, py, gy), (second, best, away)):
                np.copyto(old, new, where=nearer)
                np.copyto(old, own, where=near)
            for old, new in ((px, gx), (py, gy), (best, away)):
                np.copyto(old, new, where=nearer)
            np.copyto(column, c[None, :], where=nearer)
            np.copyto(row, r[:, None], where=nearer)
    between = np.sqrt((px - qx) ** 2 + (py - qy) ** 2)
    return column, row, px, py, (second - best) / (2.0 * np.maximum(between, 1.0))


def _distinct(values: Ints) -> Ints:
    return np.arange(values.min(), values.max() + 1)


def _points(key: int, columns: Ints, rows: Ints) -> tuple[Floats, Floats]:
    """Return the points of all blocks in these rows and columns."""
    c, r = _distinct(columns)[None, :], _distinct(rows)[:, None]
    x = (c + 0.15 + 0.7 * uniform(key, 0, r, c)) * BLOCK_M
    y = (r + 0.15 + 0.7 * uniform(key, 1, r, c)) * BLOCK_M
    return x, y
