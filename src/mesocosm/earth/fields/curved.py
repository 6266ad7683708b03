"""Fields on curvilinear grids, whose latitudes and longitudes are tables of rows and columns: WRF, NEMO, swaths."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import xarray as xr

UNITS = {
    "latitude": {"degrees_north", "degree_north", "degrees_n", "degree_n", "degreesn", "degreen"},
    "longitude": {"degrees_east", "degree_east", "degrees_e", "degree_e", "degreese", "degreee"},
}
"""Units of a latitude and of a longitude in the CF conventions, in lower case."""
NAMES = {
    "latitude": {"latitude", "lat", "nav_lat", "xlat", "xlat_m", "xlat_u", "xlat_v"},
    "longitude": {"longitude", "lon", "nav_lon", "xlong", "xlong_m", "xlong_u", "xlong_v"},
}
"""Names of latitudes and longitudes in files without units, in lower case."""

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def with_places(dataset: xr.Dataset) -> xr.Dataset:
    """Return the data set with tables of latitudes and longitudes as coordinates, and times as an axis `time`."""
    tables = [name for name in dataset.data_vars if _kind(str(name), dataset[name])]
    return _with_times(dataset.set_coords(tables))


def places_of(field: xr.DataArray) -> tuple[xr.DataArray, xr.DataArray] | None:
    """Return the tables of latitudes and longitudes of a field; None if it has none.

    Their last two dimensions are rows and columns; WRF has a further dimension of times.
    """
    tables = [(_kind(str(name), table), table) for name, table in field.coords.items()]
    for kind, latitude in tables:
        for other, longitude in tables:
            if (kind, other) == ("latitude", "longitude") and latitude.dims == longitude.dims:
                return latitude, longitude
    return None


def _kind(name: str, table: xr.DataArray) -> str | None:
    if table.ndim < 2 or table.dtype.kind != "f":
        return None
    unit, standard = (str(table.attrs.get(key, "")).lower() for key in ("units", "standard_name"))
    for kind in ("latitude", "longitude"):
        if unit in UNITS[kind] or standard == kind or name.lower() in NAMES[kind]:
            return kind
    return None


def _with_times(dataset: xr.Dataset) -> xr.Dataset:
    """Make a variable of times along an axis without values, as WRF writes it, the values of an axis `time`."""
    if "time" in dataset.variables or "time" in dataset.dims:
        return dataset
    for name, values in dataset.variables.items():
        times = _times(values.values) if values.ndim == 1 and values.dims[0] not in dataset.variables else None
        if times is not None:
            [axis] = values.dims
            return dataset.drop_vars([name]).rename_dims({axis: "time"}).assign_coords(time=("time", times))
    return dataset


def _times(values: NDArray[np.generic]) -> NDArray[np.datetime64] | None:
    """Read times of numpy, or text such as 2019-03-01_12:00:00; None if these are not times."""
    if values.dtype.kind == "M":
        return values.astype("datetime64[ns]")
    if values.dtype.kind not in "SUO":
        return None
    words = [value.decode() if isinstance(value, bytes) else str(value) for value in values]
    if not all(map(DATE.match, words)):
        return None
    try:
        return np.array([word.replace("_", "T") for word in words], "datetime64[ns]")
    except ValueError:
        return None
