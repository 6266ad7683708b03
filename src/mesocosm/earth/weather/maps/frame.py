"""The frame of maps of the contiguous United States on a Lambert projection; `region.py` has others.

It is the area of HRRR. The published maps reach from 125 W to 66 W and from 23 N to 50 N; of that, only ocean corners
in which the model has no values are left out.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.hrrr import HRRR

WIDTH = 1280
"""Width in pixels."""


@functools.cache
def pixels() -> Grid:
    """Return the centres of the map's pixels as a grid, bottom row first."""
    step = HRRR.dx * HRRR.nx / WIDTH
    height = round(HRRR.dy * HRRR.ny / step)
    west, south = HRRR.x0 - HRRR.dx / 2, HRRR.y0 - HRRR.dy / 2
    return Grid(HRRR.proj, west + step / 2, south + step / 2, step, step, WIDTH, height)


def to_pixel(longitude: ArrayLike, latitude: ArrayLike, panel: Grid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return column and row of places in a map panel, with rows counted from its top."""
    column, row = panel.locate(longitude, latitude)
    return column, panel.ny - 1 - row
