"""Resampling from the nodes of a grid to the pixels of a map: computed once for a grid, then only looked up."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid

COARSE = 1.5
"""Distance of nodes in pixels from which on values are interpolated; with closer nodes the nearest is taken."""


@dataclass(frozen=True)
class Sampler:
    """Nodes and weights of each pixel."""

    nodes: NDArray[np.intp]
    """The node taken, or the first of four; integers of numpy's index type, to avoid a conversion for every map."""
    corners: tuple[tuple[int, NDArray[np.float32]], ...]
    """For each of the four nodes, its distance from the first in the array and its weight; empty for a single node."""
    outside: NDArray[np.bool_]
    closes: bool = False
    """Whether the first column is repeated after the last one, so that no seam shows between them."""

    def __call__(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the values of the pixels, top row first; NaN outside the grid."""
        flat = (np.concatenate([values, values[:, :1]], axis=1) if self.closes else values).ravel()
        # All nodes exist: nothing is clipped, but the other modes check or wrap, which takes longer.
        if not self.corners:
            sampled = flat.take(self.nodes, mode="clip")
        else:
            sampled = np.zeros(self.outside.shape, np.float32)
            for behind, weight in self.corners:
                sampled += flat[behind:].take(self.nodes, mode="clip") * weight
        sampled[self.outside] = np.nan
        return sampled


@functools.lru_cache(maxsize=6)
def sampler(grid: Grid, panel: Grid) -> Sampler:
    """Return the sampler of a grid for the pixels of a map."""
    closes, grid = grid.goes_around, grid.closed()
    column, row = _fractional_nodes(grid, panel)
    outside = ~((column >= -0.5) & (column <= grid.nx - 0.5) & (row >= -0.5) & (row <= grid.ny - 0.5))
    column = np.clip(np.nan_to_num(column), 0, grid.nx - 1)
    row = np.clip(np.nan_to_num(row), 0, grid.ny - 1)
    if step_m(grid) / step_m(panel) < COARSE:
        node = np.rint(row).astype(np.intp) * grid.nx + np.rint(column).astype(np.intp)
        return Sampler(node, (), outside, closes)
    return Sampler(*_corners(grid, column, row), outside, closes)


def _fractional_nodes(grid: Grid, panel: Grid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if grid.proj == panel.proj and not grid.in_degrees:
        x, y = panel.x(), panel.y()[::-1]
        column, row = np.meshgrid((x - grid.x0) / grid.dx, (y - grid.y0) / grid.dy)
        return column, row
    longitude, latitude = panel.lonlat()
    return grid.locate(longitude[::-1], latitude[::-1])


def step_m(grid: Grid) -> float:
    """Return metres between columns; a degree counts as one of the equator."""
    return grid.dx * 111_000 if grid.in_degrees or grid.is_rotated else grid.dx


def _corners(
    grid: Grid, column: NDArray[np.float64], row: NDArray[np.float64]
) -> tuple[NDArray[np.intp], tuple[tuple[int, NDArray[np.float32]], ...]]:
    """Return the first of the four nodes around each pixel, and the corners."""
    left = np.minimum(np.floor(column), max(grid.nx - 2, 0)).astype(np.intp)
    below = np.minimum(np.floor(row), max(grid.ny - 2, 0)).astype(np.intp)
    right, above = min(1, grid.nx - 1), min(1, grid.ny - 1) * grid.nx
    across, up = (column - left).astype(np.float32), (row - below).astype(np.float32)
    corners = (
        (0, (1 - across) * (1 - up)),
        (right, across * (1 - up)),
        (above, (1 - across) * up),
        (above + right, across * up),
    )
    return below * grid.nx + left, corners
