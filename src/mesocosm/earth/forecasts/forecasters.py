"""Forecasters that need no weights: persistence, climatology, and anomalies carried by the wind."""

from __future__ import annotations

import calendar
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.forecasts.grids import grid_of, same_grid
from mesocosm.earth.geo.distance import EARTH_RADIUS_KM
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

Floats = NDArray[np.float64]
STEP_S = 1800.0
"""Seconds of a step along the wind."""
HALF_YEAR_DAYS = 182
"""A moment further back than this, and near the same day of the year, is of an earlier year."""


def latest(values: xr.DataArray, issued: np.datetime64) -> xr.DataArray:
    """The field at the last time that is not after `issued`; later ones are never looked at."""
    _check_time(values)
    times = values["time"].values
    known = np.flatnonzero(times <= issued)
    if not known.size:
        raise InvalidRecord(f"nothing is known at {issued}: the file begins at {times.min()}")
    return values.isel(time=int(known[np.argmax(times[known])]), drop=True)


def _check_time(values: xr.DataArray) -> None:
    if "time" not in values.dims or not np.issubdtype(values["time"].dtype, np.datetime64):
        raise InvalidRecord(f"{values.name} needs a time axis in the usual calendar; it has {values.dims}")


def valid_times(issued: np.datetime64, leads_h: Floats) -> NDArray[np.datetime64]:
    """When forecasts of some leads are for."""
    return np.asarray(issued.astype("datetime64[ns]") + np.round(leads_h * 3.6e12).astype("timedelta64[ns]"))


def persistence(values: xr.DataArray, issued: np.datetime64, leads_h: Floats) -> xr.DataArray:
    """What is known at `issued`, for each lead in hours: nothing changes."""
    return latest(values, issued).expand_dims(time=valid_times(issued, leads_h)).transpose("time", ...).copy()


def climatology(values: xr.DataArray, issued: np.datetime64, leads_h: Floats, window_days: int) -> xr.DataArray:
    """An ensemble of what was there in earlier years at the hour of the day and within some days of the year.

    One member per such moment before `issued`, so that mean, spread and probabilities are the climate's own.
    """
    import xarray as xr

    _check_time(values)
    known = values.isel(time=values["time"].values <= issued)
    if not known.sizes["time"]:
        raise InvalidRecord(f"nothing is known at {issued}: the file begins at {values['time'].values.min()}")
    valid = valid_times(issued, leads_h)
    chosen = [_like_moment(known["time"].values, moment, window_days) for moment in valid]
    count = min(len(moments) for moments in chosen)
    if not count:
        raise InvalidRecord(f"no earlier time lies within {window_days} days of the year and the hour of {valid[0]}")
    parts = [known.isel(time=moments[-count:]).rename(time="member").drop_vars("member") for moments in chosen]
    made = xr.concat(parts, "time", coords="minimal", compat="override").assign_coords(time=valid)
    return made.assign_coords(member=np.arange(count)).transpose("member", "time", ...)


def _like_moment(times: NDArray[np.datetime64], moment: np.datetime64, window_days: int) -> NDArray[np.int64]:
    """Positions of the times at the same hour within some days of the same day, in other years, in order."""
    import pandas as pd

    there, wanted = pd.DatetimeIndex(times), pd.Timestamp(moment)
    apart = _days_apart(there, wanted)
    hour = there.hour.to_numpy() * 60 + there.minute.to_numpy() == wanted.hour * 60 + wanted.minute
    other = (wanted - there) / pd.Timedelta(days=1) > HALF_YEAR_DAYS
    return np.flatnonzero(hour & (apart <= window_days) & np.asarray(other))


def _days_apart(times: pd.DatetimeIndex, wanted: pd.Timestamp) -> Floats:
    """Days of the calendar from each time to the nearest one of the same month and day as a wanted one.

    In a year without it 29 February lies between 28 February and 1 March, a day from both.
    """
    days = times.to_numpy().astype("datetime64[D]").astype(np.float64)
    same = np.array([_same_day(year, wanted) for year in range(times.year.min() - 1, times.year.max() + 2)])
    after = np.clip(np.searchsorted(same, days), 1, len(same) - 1)
    return np.asarray(np.ceil(np.minimum(np.abs(days - same[after - 1]), np.abs(same[after] - days))))


def _same_day(year: int, wanted: pd.Timestamp) -> float:
    """The day of a year with the month and day of a wanted one, in days since 1970."""
    lacks = (wanted.month, wanted.day) == (2, 29) and not calendar.isleap(year)
    day = np.datetime64(f"{year:04d}-02-28" if lacks else f"{year:04d}-{wanted.month:02d}-{wanted.day:02d}", "D")
    return float(day.astype(np.int64)) + (0.5 if lacks else 0.0)


def advect_anomaly(
    anomaly: xr.DataArray, east: xr.DataArray, north: xr.DataArray, leads_h: Floats, damping_days: float
) -> xr.DataArray:
    """An anomaly carried by a steady wind and forgotten at a rate: ∂a/∂t + v·∇a = -a / τ, along `lead_h`.

    Solved by following the air back (semi-Lagrangian, midpoint rule, steps of at most 30 minutes) and reading the
    anomaly there bilinearly, so that no step is too long; what flows in over a border is usual, with anomaly 0, and
    what comes from where the anomaly is missing is missing.

    Args:
        anomaly: Latitude and longitude.
        east: Wind in m/s on the same grid; `north` likewise.
        north: Wind to the north.
        leads_h: Hours ahead, rising.
        damping_days: τ: after so long an anomaly is 1/e of what it was.
    """
    import xarray as xr

    winds = [convert_field(wind, "m/s") for wind in (east, north)]
    for wind in winds:
        if set(wind.dims) != {"latitude", "longitude"} or not same_grid(wind, anomaly):
            raise InvalidRecord(f"{wind.name} must lie on the anomaly's grid, without other axes; it has {wind.dims}")
        if wind.isnull().any():
            raise InvalidRecord(f"{wind.name} has missing values; a wind is needed at every place")
    plane = _Plane.of(anomaly)
    u, v = (wind.transpose("latitude", "longitude").values.astype(np.float64) for wind in winds)
    start = anomaly.transpose("latitude", "longitude").values.astype(np.float64)
    unknown = np.isnan(start).astype(np.float64)
    start = np.nan_to_num(start)
    made = []
    row, column = np.meshgrid(*(np.arange(size, dtype=np.float64) for size in start.shape), indexing="ij")
    before = 0.0
    for lead in leads_h:
        seconds = (lead - before) * 3600.0
        steps = max(int(np.ceil(seconds / STEP_S)), 1)
        for _ in range(steps):
            row, column = plane.back(row, column, u, v, seconds / steps)
        there = plane.read(start, row, column, "constant") * np.exp(-lead / 24.0 / damping_days)
        made.append(np.where(plane.read(unknown, row, column, "constant") > 1e-9, np.nan, there))
        before = float(lead)
    coords = {"lead_h": np.asarray(leads_h), "latitude": anomaly["latitude"], "longitude": anomaly["longitude"]}
    return xr.DataArray(np.stack(made), coords, ("lead_h", "latitude", "longitude"), anomaly.name, anomaly.attrs)


class _Plane:
    """Places on a grid as rows and columns that need not be whole."""

    def __init__(self, latitude: Floats, longitude: Floats, closed: bool) -> None:
        self.latitude, self.closed, self.columns = latitude, closed, longitude.size
        self.row_degrees, self.column_degrees = float(np.diff(latitude).mean()), float(np.diff(longitude).mean())

    @classmethod
    def of(cls, values: xr.DataArray) -> _Plane:
        grid = grid_of(values)
        for axis, middles in (("latitude", grid.latitude), ("longitude", grid.longitude)):
            steps = np.diff(middles)
            if steps.max() > 1.01 * steps.min():
                raise InvalidRecord(f"{axis} must have even steps for air to be followed over it")
        return cls(grid.latitude, grid.longitude, grid.closed)

    def read(self, field: Floats, row: Floats, column: Floats, beyond: Literal["constant", "nearest"]) -> Floats:
        """Values between cells; beyond the borders 0 (constant) or as on them (nearest)."""
        from scipy.ndimage import map_coordinates

        if not self.closed:
            return np.asarray(map_coordinates(field, [row, column], order=1, mode=beyond))
        around = np.concatenate([field, field[:, :1]], axis=1)
        return np.asarray(map_coordinates(around, [row, column % self.columns], order=1, mode=beyond))

    def back(self, row: Floats, column: Floats, u: Floats, v: Floats, seconds: float) -> tuple[Floats, Floats]:
        """Where the air at these places was some seconds ago."""
        half = self._moved(row, column, row, column, u, v, -seconds / 2)
        return self._moved(row, column, *half, u, v, -seconds)

    def _moved(
        self, row: Floats, column: Floats, row_of_wind: Floats, column_of_wind: Floats, u: Floats, v: Floats, s: float
    ) -> tuple[Floats, Floats]:
        degree_m = EARTH_RADIUS_KM * 1000 * np.pi / 180
        east, north = (self.read(wind, row_of_wind, column_of_wind, "nearest") for wind in (u, v))
        latitude = self.latitude[0] + row_of_wind * self.row_degrees
        cosine = np.maximum(np.cos(np.radians(np.clip(latitude, -89.9, 89.9))), 0.01)
        return (
            row + north * s / degree_m / self.row_degrees,
            column + east * s / degree_m / cosine / self.column_degrees,
        )
