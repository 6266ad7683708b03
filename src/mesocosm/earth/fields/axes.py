"""Axes of fields: names, order, and selection by box and interval."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

NAMES = {
    "time": ("time", "valid_time", "forecast_time", "Times"),
    "level": ("level", "pressure_level", "isobaricInhPa", "plev", "isobaric", "lev"),
    "latitude": ("latitude", "lat", "nav_lat", "grid_latitude", "south_north"),
    "longitude": ("longitude", "lon", "nav_lon", "grid_longitude", "west_east"),
    "member": ("member", "number", "realization", "ensemble"),
}
"""Names of our axes in files."""
NUMBERED = {"isobaric": "level", "time": "time"}
NUMBER = re.compile(r"(isobaric|time)\d+")
"""Axes that THREDDS servers number where fields differ in their levels or times."""
PASCALS = 2000.0
"""Pressure levels without a unit are in pascals if the highest is above this."""


EARLIEST, LATEST = (datetime(year, 1, 1, tzinfo=UTC).replace(tzinfo=None) for year in (1678, 2262))
"""Limits of times in nanoseconds."""
TURN_TOLERANCE = 1e-4
"""Difference in degrees up to which the last longitude counts as a repetition of the first."""


def canonical(dataset: xr.Dataset, name: str) -> xr.Dataset:
    """Return the data set with our names and order of axes; data without a grid, such as a series, pass unchanged."""
    renamed = _rename(dataset)
    renamed = _levels_in_hpa(renamed)
    for axis in ("latitude", "longitude"):
        if axis in renamed.coords and renamed[axis].ndim > 1:
            raise InvalidRecord(f"{name}: {axis} has {renamed[axis].ndim} dimensions; regrid it to a plain grid first")
    if "longitude" in renamed.dims:
        renamed = _once_around(renamed)
        renamed = renamed.assign_coords(longitude=_wrap(renamed["longitude"]))
    for axis in ("latitude", "longitude", "level"):
        if axis in renamed.dims:
            _check_axis(renamed, axis, name)
            if not renamed.indexes[axis].is_monotonic_increasing:  # sorting copies every field
                renamed = renamed.sortby(axis)
    return renamed


def _rename(dataset: xr.Dataset) -> xr.Dataset:
    found: dict[str, str] = {}
    for axis, names in NAMES.items():
        # Rows without coordinates are not latitudes.
        placed = dataset.coords if axis in ("latitude", "longitude") else dataset.dims
        present = next((word for word in names if word in dataset.dims and word in placed), None)
        if present is not None and present != axis and axis not in dataset.variables:
            found[present] = axis
    return _join(dataset.rename(found))


def _join(dataset: xr.Dataset) -> xr.Dataset:
    """Join axes that a file numbers, such as isobaric3 and isobaric5; a field is NaN at levels that it lacks."""
    import xarray as xr

    axes = {str(axis): NUMBERED[match[1]] for axis in dataset.dims if (match := NUMBER.fullmatch(str(axis)))}
    axes = {axis: name for axis, name in axes.items() if axis in dataset.coords}
    if not axes:
        return dataset
    parts = []
    for field in dataset.data_vars:
        mine = {axis: name for axis, name in axes.items() if axis in dataset[field].dims}
        parts.append(dataset[[field]].rename(mine))
    return xr.merge(parts, compat="override", join="outer").assign_attrs(dataset.attrs)


def _levels_in_hpa(dataset: xr.Dataset) -> xr.Dataset:
    if "level" not in dataset.coords or not dataset["level"].size:
        return dataset
    levels = dataset["level"]
    unit = str(levels.attrs.get("units", ""))
    in_pascals = unit == "Pa" or (not unit and float(levels.max()) > PASCALS)
    kept = {**levels.attrs, "units": "hPa"}
    return dataset.assign_coords(level=(levels / 100.0 if in_pascals else levels).assign_attrs(kept))


def _once_around(dataset: xr.Dataset) -> xr.Dataset:
    """Drop a last column that repeats the first, 360 degrees further on."""
    values = dataset["longitude"].values
    repeats = len(values) > 2 and abs(abs(float(values[-1]) - float(values[0])) - 360.0) < TURN_TOLERANCE
    return dataset.isel(longitude=slice(None, -1)) if repeats else dataset


def _wrap(longitudes: xr.DataArray) -> xr.DataArray:
    """Shift longitudes to [-180, 180); an axis that is there already keeps its exact values."""
    values = longitudes.values
    if values.size and (values.max() >= 180.0 or values.min() < -180.0):
        values = (values + 180.0) % 360.0 - 180.0
    return longitudes.copy(data=values)


def _check_axis(dataset: xr.Dataset, axis: str, name: str) -> None:
    values = dataset[axis].values.astype(float)
    if not np.isfinite(values).all():
        raise InvalidRecord(f"{name}: {axis} holds values that are not numbers")
    if len(np.unique(values)) != len(values):
        raise InvalidRecord(f"{name}: {axis} holds the same value twice")
    if axis == "latitude" and values.size and np.abs(values).max() > 90.0:
        raise InvalidRecord(f"{name}: latitude must lie in [-90, 90] degrees, reaches {np.abs(values).max():g}")


def demand_reach(longitudes: xr.DataArray, box: BoundingBox) -> None:
    """Refuse a box across the antimeridian if the cells of a rising axis are not adjacent there."""
    ticks = longitudes.values.astype(np.float64)
    steps = np.diff(ticks)
    if not steps.size or ticks[0] + 360.0 - ticks[-1] > 1.5 * float(np.median(steps)):
        box.demand_no_crossing(f"the grid, which covers longitudes {ticks[0]:g} to {ticks[-1]:g},")


def within(dataset: xr.Dataset, box: BoundingBox) -> xr.Dataset:
    """Select the cells whose centres lie in a box, which may cross the antimeridian; refuse an empty selection."""
    latitude, longitude = dataset["latitude"], dataset["longitude"]
    rows = ((latitude >= box.south) & (latitude <= box.north)).values
    if box.crosses_antimeridian:
        columns = ((longitude >= box.west) | (longitude <= box.east)).values
    else:
        columns = ((longitude >= box.west) & (longitude <= box.east)).values
    if not rows.any() or not columns.any():
        raise InvalidRecord(
            f"no cell lies in the box west {box.west:g}, south {box.south:g}, east {box.east:g}, north {box.north:g}; "
            f"the grid covers longitudes {float(longitude.min()):g} to {float(longitude.max()):g} "
            f"and latitudes {float(latitude.min()):g} to {float(latitude.max()):g}"
        )
    return dataset.isel(latitude=np.flatnonzero(rows), longitude=np.flatnonzero(columns))


def between(dataset: xr.Dataset, start: datetime, end: datetime) -> xr.Dataset:
    """Select times from `start` (included) to `end` (excluded), UTC, in any calendar; refuse an empty selection."""
    times = dataset["time"]
    inside = ((times >= _like(times, start)) & (times < _like(times, end))).values
    if not inside.any():
        first, last = (moment.replace(tzinfo=None).isoformat() for moment in (start, end))
        raise InvalidRecord(
            f"no time lies in [{first}, {last}); the file covers {times.values[0]} to {times.values[-1]}"
        )
    return dataset.isel(time=np.flatnonzero(inside))


def nearest_time(times: xr.DataArray, moment: datetime) -> tuple[int, bool]:
    """Return the index of the time nearest to a moment in UTC, and whether both are equal; in any calendar.

    Raises:
        InvalidRecord: The moment is before the first or after the last time.
    """
    wanted = _like(times, moment)
    first, last = times.values.min(), times.values.max()
    if not first <= wanted <= last:
        ends = (str(time)[:16].replace(" ", "T") for time in (first, last))
        asked = moment.replace(tzinfo=None).isoformat(timespec="minutes")
        raise InvalidRecord(f"{times.name} must lie from {' to '.join(ends)}, the times of the file, got {asked}")
    place = int(np.argmin(np.abs(times.values - wanted)))
    return place, bool(times.values[place] == wanted)


def _like(times: xr.DataArray, moment: datetime) -> Any:
    """Convert a moment to the type of the axis: numpy's, or that of a calendar of climate models.

    A day that the calendar lacks becomes the last day before it.
    """
    first = times.values.flat[0] if times.size else np.datetime64(0, "ns")
    if isinstance(first, np.datetime64):
        plain = moment.replace(tzinfo=None)
        return np.datetime64(min(max(plain, EARLIEST), LATEST), "ns")
    for day in range(moment.day, 0, -1):
        try:
            return type(first)(moment.year, moment.month, day, moment.hour, moment.minute, moment.second)
        except ValueError:
            continue
    raise InvalidRecord(f"{moment.isoformat()} is no time of the calendar {first.calendar}")
