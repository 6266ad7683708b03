"""True areas of grid cells, and means and shares that are weighted by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.geo.distance import EARTH_RADIUS_KM
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr


def cell_areas(dataset: xr.Dataset | xr.DataArray) -> xr.DataArray:
    """Area of each cell on the sphere, km²: R² Δλ (sin φ_north - sin φ_south), edges halfway between the middles.

    The outermost cells reach as far beyond their middle as they do inward, and never beyond a pole.
    """
    import xarray as xr

    latitude, longitude = dataset["latitude"], dataset["longitude"]
    edges = np.clip(_edges(latitude.values), -90.0, 90.0)
    bands = np.abs(np.diff(np.sin(np.radians(edges))))
    widths = np.abs(np.diff(np.radians(_edges(longitude.values))))
    areas = EARTH_RADIUS_KM**2 * bands[:, None] * widths[None, :]
    coordinates = {"latitude": latitude.values, "longitude": longitude.values}
    return xr.DataArray(areas, coordinates, ("latitude", "longitude"), name="area", attrs={"units": "km2"})


def _edges(middles: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    values = np.asarray(middles, dtype=np.float64)
    if len(values) < 2:
        raise InvalidRecord("areas need at least two latitudes and two longitudes: the size of one cell is not known")
    inner = (values[1:] + values[:-1]) / 2
    return np.concatenate([[2 * values[0] - inner[0]], inner, [2 * values[-1] - inner[-1]]])


def area_mean(values: xr.DataArray, where: xr.DataArray | None = None) -> xr.DataArray:
    """Mean over latitude and longitude weighted by area; cells without a value do not count.

    Args:
        values: A field.
        where: Cells that count, 0 to 1 (a share of the cell) or true and false; all of them where it is left out.
    """
    weights = cell_areas(values) if where is None else cell_areas(values) * where
    return values.weighted(weights.fillna(0)).mean(("latitude", "longitude"), keep_attrs=True)


def area_share(condition: xr.DataArray, where: xr.DataArray | None = None) -> xr.DataArray:
    """Share of the area in which a condition holds."""
    return area_mean(condition.astype(np.float64), where)


def area_quantile(values: xr.DataArray, q: float, where: xr.DataArray | None = None) -> xr.DataArray:
    """The value below which a share `q` of the area lies."""
    weights = cell_areas(values) if where is None else cell_areas(values) * where
    return values.weighted(weights.fillna(0)).quantile(q, dim=("latitude", "longitude"), keep_attrs=True)
