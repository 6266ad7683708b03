"""The tiles of 2 km on which the air is simulated, and their relation to nodes, cells and points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.regions import CELL_M, Region
from mesocosm.earth.planet.sky.nodes import CELLS

PER_TILE = 2
"""Kilometre cells along each side of a tile."""
TILE_M = PER_TILE * CELL_M
BETWEEN = CELLS // PER_TILE
"""Tiles along each side of a node's square."""
Whole = NDArray[np.int64]


def tile_axes(region: Region) -> tuple[Floats, Floats]:
    """Return the middles of the columns and of the rows of tiles, metres of the plane."""
    grid = region.grid
    return grid.x().reshape(-1, PER_TILE).mean(axis=1), grid.y().reshape(-1, PER_TILE).mean(axis=1)


def tile_of(region: Region, x: float, y: float) -> tuple[int, int]:
    """Return the row and column of the tile that holds a point, or of the tile nearest to a point beyond the region."""
    west, south, _, _ = region.grid.edges
    rows, columns = region.grid.ny // PER_TILE, region.grid.nx // PER_TILE
    row, column = int((y - south) // TILE_M), int((x - west) // TILE_M)
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


def from_cells(field: NDArray[np.float64] | Whole) -> Floats:
    """Return the sums over tiles of a field of the kilometre grid."""
    rows, columns = field.shape
    return np.asarray(
        field.reshape(rows // PER_TILE, PER_TILE, columns // PER_TILE, PER_TILE).sum(axis=(1, 3)), np.float64
    )


def from_nodes(field: NDArray[np.generic], step: float) -> Floats:
    """Interpolate fields on nodes, (times, rows, columns), to tiles: bilinear, in whole numbers of steps.

    Whole numbers add up alike on every machine; weights are tenths, so the sum is divided by a hundred at the end.
    """
    counts = np.rint(np.asarray(field, np.float64) / step).astype(np.int64)
    across = counts @ _weights(counts.shape[2]).T
    along = _weights(counts.shape[1]) @ across
    return np.asarray(along / 100.0 * step)


def _weights(count: int) -> Whole:
    """Return the weight of each node at each tile along one side, in tenths; constant beyond the outer nodes."""
    place = np.clip((np.arange(count * BETWEEN) * 2 + 1) - BETWEEN, 0, (count - 1) * 2 * BETWEEN)
    apart = np.abs(place[:, None] - 2 * BETWEEN * np.arange(count)[None, :])
    return np.asarray(np.maximum(2 * BETWEEN - apart, 0), np.int64)
