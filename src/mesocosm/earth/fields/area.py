"""True areas of grid cells, and area-weighted means and shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.distance import EARTH_RADIUS_KM
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
WIDEST_GAP = 3.0
"""Ratio to the smallest step; wider steps are holes in a grid (as of a region across the antimeridian), not wide cells.
"""


def cell_areas(dataset: xr.Dataset | xr.DataArray) -> xr.DataArray:
    """Compute cell areas on the sphere, km²: R² Δλ (sin φ_north - sin φ_south), edges halfway between centres.

    The outermost cells reach as far beyond their centre as they do inward, and never beyond a pole.
    """
    import xarray as xr

    south, north = (np.clip(edge, -90.0, 90.0) for edge in cell_bounds(dataset["latitude"].values))
    west, east = cell_bounds(dataset["longitude"].values)
    bands = np.sin(np.radians(north)) - np.sin(np.radians(south))
    areas = EARTH_RADIUS_KM**2 * bands[:, None] * np.radians(east - west)[None, :]
    coordinates = {axis: dataset[axis].values for axis in ("latitude", "longitude")}
    return xr.DataArray(areas, coordinates, ("latitude", "longitude"), name="area", attrs={"units": "km2"})


def cell_bounds(middles: NDArray[np.floating]) -> tuple[Floats, Floats]:
    """Return lower and upper edges of cells from rising centres; beside a hole, a cell is as wide as the narrowest."""
    values = np.asarray(middles, dtype=np.float64)
    if values.size < 2:
        raise InvalidRecord("areas need at least two latitudes and two longitudes: the size of one cell is not known")
    steps = np.diff(values)
    smallest = float(steps.min())  # not the median: of two cells beside a hole, half of the steps are the hole
    steps = np.where(steps > WIDEST_GAP * smallest, smallest, steps)
    before, after = np.concatenate([steps[:1], steps]), np.concatenate([steps, steps[-1:]])
    return values - before / 2, values + after / 2


def area_mean(values: xr.DataArray, where: xr.DataArray | None = None) -> xr.DataArray:
    """Compute the area-weighted mean over latitude and longitude; cells without a value do not count.

    Args:
        values: A field.
        where: Weight of each cell, 0 to 1 (a share of the cell) or true and false; default 1 everywhere.
    """
    weights = cell_areas(values) if where is None else cell_areas(values) * where
    return values.weighted(weights.fillna(0)).mean(("latitude", "longitude"), keep_attrs=True)


def area_share(condition: xr.DataArray, where: xr.DataArray | None = None) -> xr.DataArray:
    """Compute the share of the area in which a condition is true."""
    return area_mean(condition.astype(np.float64), where)


def area_quantile(values: xr.DataArray, q: float, where: xr.DataArray | None = None) -> xr.DataArray:
    """Return the value below which a share `q` of the area lies."""
    weights = cell_areas(values) if where is None else cell_areas(values) * where
    return values.weighted(weights.fillna(0)).quantile(q, dim=("latitude", "longitude"), keep_attrs=True)
