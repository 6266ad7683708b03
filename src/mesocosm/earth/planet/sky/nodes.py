"""The nodes of the hourly weather, every ten kilometres, and the interpolation from them to the kilometre cells."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.clock import YEAR_DAYS, Floats
from mesocosm.errors import UserError

CELLS = 10
"""Kilometre cells along each side of a node's square."""
LAPSE_K_M = 0.0065
MONTH_HOURS = YEAR_DAYS * 24 / 12


@dataclass(frozen=True)
class Nodes:
    """Means of the ground over squares of ten kilometres, row by row from the south-west: shape (nodes,)."""

    rows: int
    columns: int
    x: Floats
    """Metres east of the region's middle; `y` is metres north."""
    y: Floats
    elevation_m: Floats
    land: Floats
    """Share of land."""
    onshore_x: Floats
    """Eastward part of the direction towards land, of length 1 on the coast and 0 far from it; `onshore_y` is
    northward.
    """
    onshore_y: Floats
    temperature_c: Floats
    """Monthly normals, (12, nodes), like those of `rain_mm`."""
    rain_mm: Floats


def make_nodes(ground: Ground) -> Nodes:
    """Return the nodes of a ground whose sides are whole tens of kilometres."""
    rows, columns = ground.elevation_m.shape
    if rows % CELLS or columns % CELLS:
        raise UserError(f"the sides of a region must be multiples of ten kilometres, got {rows} x {columns}")
    above = np.where(ground.sea, 0.0, np.maximum(ground.elevation_m, 0.0))
    land = _blocks((~ground.sea).astype(np.float64))
    y, x = np.meshgrid(_middles(rows), _middles(columns), indexing="ij")
    east, north = _onshore(land)
    monthly = [np.stack([_blocks(month) for month in field]) for field in (ground.temperature_c, ground.rain_mm)]
    flat = [round_to_step(field, 1e-6).ravel() for field in (x, y, _blocks(above), land, east, north)]
    return Nodes(*land.shape, *flat, *(round_to_step(field, 1e-6).reshape(12, -1) for field in monthly))


def only(nodes: Nodes, rows: Sequence[int], columns: Sequence[int]) -> Nodes:
    """Return the nodes where some rows and columns cross, for the weather of a few places."""
    for row, column in itertools.product(rows, columns):
        if not (0 <= row < nodes.rows and 0 <= column < nodes.columns):
            raise UserError(
                f"a node must lie within {nodes.rows} rows and {nodes.columns} columns, got {row}, {column}"
            )
    at = [row * nodes.columns + column for row, column in itertools.product(rows, columns)]
    values = {field.name: getattr(nodes, field.name)[..., at] for field in fields(Nodes)[2:]}
    return Nodes(len(rows), len(columns), **values)


def _middles(cells: int) -> Floats:
    return np.asarray((np.arange(cells // CELLS) * CELLS + CELLS / 2 - cells / 2) * 1000.0)


def _blocks(field: Floats) -> Floats:
    rows, columns = field.shape
    return np.asarray(field.reshape(rows // CELLS, CELLS, columns // CELLS, CELLS).mean(axis=(1, 3)))


def _onshore(land: Floats) -> tuple[Floats, Floats]:
    """Return the gradient of the smoothed share of land, limited to length 1."""
    from scipy.ndimage import gaussian_filter

    if min(land.shape) < 2:
        return np.zeros_like(land), np.zeros_like(land)
    north, east = np.gradient(gaussian_filter(land, 1.5, mode="nearest"))
    length = np.maximum(np.hypot(east, north), 1e-9)
    reach = np.minimum(length / 0.15, 1.0) / length
    return np.asarray(east * reach), np.asarray(north * reach)


def by_month(normals: Floats, day_of_year: Floats) -> Floats:
    """Interpolate monthly values linearly between the middles of months to days of the year: (days, ...)."""
    place = day_of_year / YEAR_DAYS * 12 - 0.5
    before = np.floor(place).astype(int)
    share = (place - before).reshape(-1, *[1] * (normals.ndim - 1))
    return np.asarray(normals[before % 12] * (1 - share) + normals[(before + 1) % 12] * share)


def to_cells(nodes: Nodes, field: Floats) -> Floats:
    """Interpolate fields on nodes, (times, nodes), bilinearly to kilometre cells, (times, rows, columns)."""
    across = field.reshape(-1, nodes.rows, nodes.columns) @ _between(nodes.columns).T
    # Five cells at a time: OpenBLAS computes such small products on one thread, see `waves.product`.
    along = _between(nodes.rows).reshape(-1, 5, nodes.rows)
    return np.asarray((along @ across[:, None]).reshape(len(across), nodes.rows * CELLS, nodes.columns * CELLS))


def _between(count: int) -> Floats:
    """Return weights of nodes at each cell along one side; constant beyond the outer nodes."""
    place = np.clip((np.arange(count * CELLS) + 0.5) / CELLS - 0.5, 0, count - 1)
    return np.asarray(np.maximum(1 - np.abs(place[:, None] - np.arange(count)[None, :]), 0.0))
