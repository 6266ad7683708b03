"""The ground of a region on its kilometre grid, on which every later layer is built."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.regions import Region

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Indices = NDArray[np.int64]
Codes = NDArray[np.uint8]


class Cover(IntEnum):
    """Land cover, with the codes of ESA WorldCover (Zanaga et al. 2022)."""

    TREES = 10
    SHRUBS = 20
    GRASS = 30
    CROPS = 40
    BUILT = 50
    BARE = 60
    SNOW = 70
    WATER = 80
    WETLAND = 90


class Soil(IntEnum):
    """Soil texture; its hydraulic constants stand in the water model."""

    SAND = 1
    LOAM = 2
    SILT = 3
    CLAY = 4
    PEAT = 5
    ROCK = 6


@dataclass(frozen=True)
class Ground:
    """Fields of shape (rows, columns), rows from south to north; cells are counted along rows, from the south-west."""

    region: Region
    elevation_m: Floats
    """Mean elevation of the cell above the sea, in steps of 0.1 m; the sea floor is below 0."""
    sea: Bools
    lake: Bools
    slope: Floats
    """Steepest fall to a neighbour, metres per metre."""
    downstream: Indices
    """Cell that a land cell's water flows to; -1 where it leaves the region or enters the sea."""
    order: Indices
    """All land cells, each before the cell that it flows to."""
    upstream_km2: Floats
    """Land that drains through a cell, including the cell itself."""
    river_width_m: Floats
    """Width of the river that flows through a cell; 0 where none is wider than a metre."""
    soil: Codes
    cover: Codes
    temperature_c: Floats
    """Normals of the twelve months at 2 m: shape (12, rows, columns); `rain_mm` has the monthly rain."""
    rain_mm: Floats
    lake_depth_m: Floats
    """Depth of the lake's water; 0 elsewhere. `elevation_m` of a lake is its surface."""
    mean_flow_m3_s: Floats
    """Long-term mean discharge of the river that flows through a land cell."""
