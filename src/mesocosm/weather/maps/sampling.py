"""From the nodes of a grid to the pixels of the map: worked out once for a grid, then only looked up."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.weather.grib.grid import Grid
from mesocosm.weather.maps import frame

COARSE = 1.5
"""Nodes further apart than so many pixels are interpolated between; closer ones are taken as they are."""


@dataclass(frozen=True)
class Sampler:
    """Which nodes each pixel takes, with which weights."""

    nodes: tuple[NDArray[np.int32], ...]
    weights: tuple[NDArray[np.float32], ...]
    outside: NDArray[np.bool_]

    def __call__(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Values of the pixels, top row first; NaN outside the grid."""
        flat = values.ravel()
        if not self.weights:
            sampled = flat[self.nodes[0]]
        else:
            sampled = np.zeros(self.outside.shape, np.float32)
            for node, weight in zip(self.nodes, self.weights, strict=True):
                sampled += flat[node] * weight
        sampled[self.outside] = np.nan
        return sampled


@functools.lru_cache(maxsize=6)
def sampler(grid: Grid) -> Sampler:
    """The sampler of a grid."""
    column, row = _fractional_nodes(grid)
    outside = ~((column >= -0.5) & (column <= grid.nx - 0.5) & (row >= -0.5) & (row <= grid.ny - 0.5))
    column = np.clip(np.nan_to_num(column), 0, grid.nx - 1)
    row = np.clip(np.nan_to_num(row), 0, grid.ny - 1)
    if _pixels_per_node(grid) < COARSE:
        node = np.rint(row).astype(np.int32) * grid.nx + np.rint(column).astype(np.int32)
        return Sampler((node,), (), outside)
    return Sampler(*_corners(grid, column, row), outside)


def _fractional_nodes(grid: Grid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    panel = frame.pixels()
    if grid.proj == panel.proj:
        x, y = panel.x(), panel.y()[::-1]
        column, row = np.meshgrid((x - grid.x0) / grid.dx, (y - grid.y0) / grid.dy)
        return column, row
    longitude, latitude = panel.lonlat()
    return grid.locate(longitude[::-1], latitude[::-1])


def _pixels_per_node(grid: Grid) -> float:
    metres = grid.dx * 111_000 if grid.in_degrees or grid.is_rotated else grid.dx
    return metres / frame.pixels().dx


def _corners(
    grid: Grid, column: NDArray[np.float64], row: NDArray[np.float64]
) -> tuple[tuple[NDArray[np.int32], ...], tuple[NDArray[np.float32], ...]]:
    """The four nodes around each pixel and their weights."""
    left = np.minimum(np.floor(column), max(grid.nx - 2, 0)).astype(np.int32)
    below = np.minimum(np.floor(row), max(grid.ny - 2, 0)).astype(np.int32)
    right, above = np.minimum(left + 1, grid.nx - 1), np.minimum(below + 1, grid.ny - 1)
    across, up = (column - left).astype(np.float32), (row - below).astype(np.float32)
    nodes = (below * grid.nx + left, below * grid.nx + right, above * grid.nx + left, above * grid.nx + right)
    weights = ((1 - across) * (1 - up), across * (1 - up), (1 - across) * up, across * up)
    return nodes, weights
