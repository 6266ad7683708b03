"""Means over boxes for second ways, by the area that each cell has inside the box; no tool uses this module."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import xarray as xr
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def box_mean(field: xr.DataArray, box: list[float]) -> xr.DataArray:
    """Return the mean of a field of `latitude` and `longitude` over a box; cells without a value do not count."""
    import xarray as xr

    west, south, east, north = box
    high = _inside(np.sort(field["latitude"].values), south, north, lambda edges: np.sin(np.deg2rad(edges)))
    wide = _inside(np.sort(field["longitude"].values), west, east, lambda edges: edges)
    ordered = field.sortby("latitude").sortby("longitude")
    area = xr.DataArray(np.outer(high, wide), coords=[ordered["latitude"], ordered["longitude"]])
    return ordered.weighted(area).mean(("latitude", "longitude"))


def _inside(centres: Floats, low: float, high: float, measure: Callable[[Floats], Floats]) -> Floats:
    """Return how much of each cell of an axis lies between two bounds."""
    middles = (centres[1:] + centres[:-1]) / 2
    first, last = 2 * centres[0] - middles[0], 2 * centres[-1] - middles[-1]
    edges = np.clip(np.array([first, *middles, last], dtype="float64"), low, high)
    return np.diff(measure(edges))
