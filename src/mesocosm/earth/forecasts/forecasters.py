"""Forecasters without trained weights: persistence, climatology, and anomalies advected by the wind."""

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
"""Longest step along the wind, in seconds."""
HALF_YEAR_DAYS = 182
"""Age in days from which a moment near the same day of the year is in an earlier year."""


def latest(values: xr.DataArray, issued: np.datetime64) -> xr.DataArray:
    """Return the field at the last time that is not after `issued`; later fields are not read."""
    _check_time(values)
    times = values["time"].values
    known = np.flatnonzero(times <= issued)
    if not known.size:
        raise InvalidRecord(f"there are no data until {issued}: the file begins at {times.min()}")
    return values.isel(time=int(known[np.argmax(times[known])]), drop=True)


def _check_time(values: xr.DataArray) -> None:
    if "time" not in values.dims or not np.issubdtype(values["time"].dtype, np.datetime64):
        raise InvalidRecord(f"{values.name} needs a time axis in the usual calendar; it has {values.dims}")


def valid_times(issued: np.datetime64, leads_h: Floats) -> NDArray[np.datetime64]:
    """Return the valid times of forecasts with these leads."""
    return np.asarray(issued.astype("datetime64[ns]") + np.round(leads_h * 3.6e12).astype("timedelta64[ns]"))


def persistence(values: xr.DataArray, issued: np.datetime64, leads_h: Floats) -> xr.DataArray:
    """Repeat the latest field known at `issued` for each lead in hours."""
    return latest(values, issued).expand_dims(time=valid_times(issued, leads_h)).transpose("time", ...).copy()


def climatology(values: xr.DataArray, issued: np.datetime64, leads_h: Floats, window_days: int) -> xr.DataArray:
    """Make an ensemble of earlier years, at the same hour and within `window_days` of the same day of the year.

    Each such moment before `issued` is a member, so that mean, spread and probabilities are those of the climate.
    """
    import xarray as xr

    _check_time(values)
    known = values.isel(time=values["time"].values <= issued)
    if not known.sizes["time"]:
        raise InvalidRecord(f"there are no data until {issued}: the file begins at {values['time'].values.min()}")
    valid = valid_times(issued, leads_h)
    chosen = [_like_moment(known["time"].values, moment, window_days) for moment in valid]
    count = min(len(moments) for moments in chosen)
    if not count:
        raise InvalidRecord(f"no earlier time lies within {window_days} days of the year and the hour of {valid[0]}")
    parts = [known.isel(time=moments[-count:]).rename(time="member").drop_vars("member") for moments in chosen]
    made = xr.concat(parts, "time", coords="minimal", compat="override").assign_coords(time=valid)
    return made.assign_coords(member=np.arange(count)).transpose("member", "time", ...)


def _like_moment(times: NDArray[np.datetime64], moment: np.datetime64, window_days: int) -> NDArray[np.int64]:
    """Return positions of times in earlier years at the same hour, within `window_days` of the same day, in order."""
    import pandas as pd

    there, wanted = pd.DatetimeIndex(times), pd.Timestamp(moment)
    apart = _days_apart(there, wanted)
    hour = there.hour.to_numpy() * 60 + there.minute.to_numpy() == wanted.hour * 60 + wanted.minute
    other = (wanted - there) / pd.Timedelta(days=1) > HALF_YEAR_DAYS
    return np.flatnonzero(hour & (apart <= window_days) & np.asarray(other))


def _days_apart(times: pd.DatetimeIndex, wanted: pd.Timestamp) -> Floats:
    """Return the days from each time to the nearest date with the month and day of `wanted`.

    In a year without a 29 February, that date lies between 28 February and 1 March, one day from each.
    """
    days = times.to_numpy().astype("datetime64[D]").astype(np.float64)
    same = np.array([_same_day(year, wanted) for year in range(times.year.min() - 1, times.year.max() + 2)])
    after = np.clip(np.searchsorted(same, days), 1, len(same) - 1)
    return np.asarray(np.ceil(np.minimum(np.abs(days - same[after - 1]), np.abs(same[after] - days))))


def _same_day(year: int, wanted: pd.Timestamp) -> float:
    """Return the date in a year with the month and day of `wanted`, in days since 1970."""
    lacks = (wanted.month, wanted.day) == (2, 29) and not calendar.isleap(year)
    day = np.datetime64(f"{year:04d}-02-28" if lacks else f"{year:04d}-{wanted.month:02d}-{wanted.day:02d}", "D")
    return float(day.astype(np.int64)) + (0.5 if lacks else 0.0)


def advect_anomaly(
    anomaly: xr.DataArray, east: xr.DataArray, north: xr.DataArray, leads_h: Floats, damping_days: float
) -> xr.DataArray:
    """Advect an anomaly with a steady wind and damp it: ∂a/∂t + v·∇a = -a / τ, along `lead_h`.

    The solution is semi-Lagrangian: the air is traced back (midpoint rule, steps of at most 30 minutes), and the
    anomaly there is interpolated bilinearly, so that no step is too long. Air from beyond the border has anomaly 0; air
    from a place where the anomaly is missing gives NaN.

    Args:
        anomaly: Field on latitude and longitude.
        east: Wind to the east in m/s on the same grid.
        north: Wind to the north likewise.
        leads_h: Hours ahead, rising.
        damping_days: τ, the time after which an anomaly has fallen to 1/e.
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
    """Places on a grid as fractional rows and columns."""

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
        """Interpolate between cells; beyond the borders 0 (constant) or the value at the border (nearest)."""
        from scipy.ndimage import map_coordinates

        if not self.closed:
            return np.asarray(map_coordinates(field, [row, column], order=1, mode=beyond))
        around = np.concatenate([field, field[:, :1]], axis=1)
        return np.asarray(map_coordinates(around, [row, column % self.columns], order=1, mode=beyond))

    def back(self, row: Floats, column: Floats, u: Floats, v: Floats, seconds: float) -> tuple[Floats, Floats]:
        """Return where the air at these places was some seconds ago."""
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
