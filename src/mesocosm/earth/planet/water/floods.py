"""The place of flood water: in each reach the lowest ground above its river first, to one level, keeping the volume."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.water.reaches import Reaches

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
RIVER_KM2 = 12.0
"""Catchment from which the channel of a cell is the drainage of the cells above it."""
CELL_M2 = 1e6


@dataclass(frozen=True)
class Plain:
    """Cells that drain to a reach, in order of their height above its river, and the volumes needed to flood them."""

    cells: Counts
    above_m: Floats
    """Height above the nearest drainage."""
    volume_m3: Floats
    """Volume below each cell's height; the first is 0."""


def height_above_drainage(ground: Ground) -> Floats:
    """Return metres above the river cell that each cell's water first meets (HAND).

    The method is that of Nobre et al. (2011, J. Hydrol. 404, 13-29).
    """
    downstream, upstream = ground.downstream.ravel(), ground.upstream_km2.ravel()
    elevation = ground.elevation_m.ravel()
    base = elevation.copy()
    for cell in ground.order[::-1].tolist():
        if upstream[cell] < RIVER_KM2 and downstream[cell] >= 0:
            base[cell] = base[downstream[cell]]
    return round_to_step(np.maximum(elevation - base, 0.0), 0.1)


def make_plains(ground: Ground, reaches: Reaches) -> tuple[Plain, ...]:
    """Return the plain of every reach."""
    above = height_above_drainage(ground)
    land = np.flatnonzero(reaches.reach >= 0)
    ordered = land[np.lexsort((land, above[land], reaches.reach[land]))]
    bounds = np.searchsorted(reaches.reach[ordered], np.arange(reaches.ends.size + 1))
    return tuple(_plain(ordered[a:b], above) for a, b in itertools.pairwise(bounds))


def _plain(cells: Counts, above: Floats) -> Plain:
    heights = above[cells]
    rising = np.diff(heights) * np.arange(1, cells.size) * CELL_M2
    return Plain(cells, heights, np.concatenate([[0.0], np.cumsum(rising)]))


def flood_depth(plains: tuple[Plain, ...], banks: Counts, cells: int) -> Floats:
    """Return the depth of flood water, mean of each cell, metres: its volume is the water on the banks, to rounding."""
    depth = np.zeros(cells)
    for number in np.flatnonzero(banks).tolist():
        plain, volume = plains[number], float(banks[number])
        wet = int(np.searchsorted(plain.volume_m3, volume, side="right"))
        level = plain.above_m[wet - 1] + (volume - plain.volume_m3[wet - 1]) / (wet * CELL_M2)
        depth[plain.cells[:wet]] = level - plain.above_m[:wet]
    return depth
