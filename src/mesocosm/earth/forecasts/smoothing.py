"""Smoothing of fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.directions import is_direction, mean_direction
from mesocosm.earth.forecasts.grids import grid_of
from mesocosm.earth.geo.distance import EARTH_RADIUS_KM
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]


def smooth_field(values: xr.DataArray, sigma_km: float) -> xr.DataArray:
    """Smooth a field by a Gaussian of a width in kilometres, equal at every latitude; missing cells stay missing.

    Smooths first along each row, with as many columns as the width has there (periodic if the grid goes around the
    globe), then along the columns, with rows weighted by the cosine of latitude. The result is divided by the sum of
    weights that have values, so that gaps and borders neither reduce values nor grow. Directions are smoothed as unit
    vectors.
    """
    if is_direction(values):
        return mean_direction(values, lambda vectors: _smooth(vectors, sigma_km))
    return _smooth(values, sigma_km)


def _smooth(values: xr.DataArray, sigma_km: float) -> xr.DataArray:
    import xarray as xr

    grid = grid_of(values)
    per_degree = EARTH_RADIUS_KM * np.pi / 180
    down = sigma_km / per_degree / float(np.diff(grid.latitude).mean())
    if down > grid.latitude.size:
        raise InvalidRecord(f"`sigma_km` must be smaller than the field is high, got {sigma_km:g}")
    cosine = np.maximum(np.cos(np.radians(grid.latitude)), 1e-6)
    along = sigma_km / per_degree / cosine / float(np.diff(grid.longitude).mean())
    along = np.minimum(along, grid.longitude.size)
    plain = values.transpose(..., "latitude", "longitude")
    there = np.isfinite(plain.values)
    kept = there * cosine[:, None]
    total = _blur(np.where(there, plain.values, 0.0) * cosine[:, None], along, down, grid.closed)
    found = _blur(kept, along, down, grid.closed)
    made = np.where(there, total / np.where(found > 0, found, 1.0), np.nan)
    return xr.DataArray(made, plain.coords, plain.dims, values.name, values.attrs).transpose(*values.dims)


def _blur(values: Floats, along: Floats, down: float, closed: bool) -> Floats:
    from scipy.ndimage import gaussian_filter1d

    rows = np.empty_like(values, dtype=np.float64)
    for row, sigma in enumerate(along):
        rows[..., row, :] = gaussian_filter1d(values[..., row, :], sigma, mode="wrap" if closed else "constant")
    return np.asarray(gaussian_filter1d(rows, down, axis=-2, mode="constant"))
