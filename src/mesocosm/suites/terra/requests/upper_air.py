"""Upper air over towns, by plain arithmetic on fields: wind shear, vorticity, vapour transport, ensemble winds."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import NDArray

from mesocosm.earth.archives.archive import Request
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.places.place import NamedPlace
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, midnight
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.types import Observation, TimeInterval, ToolCall

LEVELS = (300.0, 500.0, 700.0, 850.0, 925.0, 1000.0)
ALOFT = ("wind_east", "wind_north", "specific_humidity")
FELT_TABLES = """import numpy as np
import xarray as xr
for name, path, longitude, latitude in TOWNS:
    cell = xr.open_dataset(path, engine="h5netcdf").sel(longitude=longitude, latitude=latitude, method="nearest")
    wind = np.maximum(np.hypot(cell["wind_east_10m"].values, cell["wind_north_10m"].values), 0.5)
    table = cell[["temperature_2m", "dew_point_2m"]].to_dataframe()[["temperature_2m", "dew_point_2m"]]
    table.columns = ["temperature_c", "dew_point_c"]
    table.assign(wind_speed_10m_m_s=wind).round(4).to_csv(f"felt-{name}.csv", index_label="time")
    print(name, len(table))
"""
"""Program that writes a table of heat-stress inputs for each of TOWNS."""
EARTH_M = 6_371_000.0
Floats = NDArray[np.float64]


def levels_fields(land: Land, start: str, end: str, box: Box) -> xr.Dataset:
    """Fetch winds and humidity on levels, every six hours."""
    interval = TimeInterval(start=midnight(date.fromisoformat(start)), end=midnight(date.fromisoformat(end)))
    sides = BoundingBox(west=box[0], south=box[1], east=box[2], north=box[3])
    request = Request(
        collection="reanalysis_levels", variables=ALOFT, interval=interval, box=sides, levels=LEVELS, step="6 hours"
    )
    return land.archive.fetch(request).astype(float)


def shear(fields: xr.Dataset) -> Floats:
    """Return the speed of the difference between the winds at 500 and 850 hPa."""
    upper, lower = fields.sel(level=500.0), fields.sel(level=850.0)
    return np.asarray(np.hypot(upper.wind_east - lower.wind_east, upper.wind_north - lower.wind_north))


def transport(fields: xr.Dataset) -> Floats:
    """Return the vapour transport of the column in kg/(m s), by the trapezoidal rule over the levels."""
    ordered = fields.sortby("level")
    pascals = ordered.level.values * 100
    parts = []
    for wind in (ordered.wind_east, ordered.wind_north):
        flux = (ordered.specific_humidity * wind).transpose("time", "latitude", "longitude", "level").values
        parts.append(((flux[..., 1:] + flux[..., :-1]) / 2 * np.diff(pascals)).sum(axis=-1) / GRAVITY)
    return np.asarray(np.hypot(*parts))


def spin_at(fields: xr.Dataset, place: NamedPlace) -> Floats:
    """Return the vorticity at 850 hPa in the cell nearest to a place, 1/s, by central differences on the sphere."""
    lower = fields.sel(level=850.0).sortby("latitude")
    row = int(np.abs(lower.latitude.values - place.latitude).argmin())
    column = int(np.abs(lower.longitude.values - place.longitude).argmin())
    latitude, longitude = np.radians(lower.latitude.values), np.radians(lower.longitude.values)
    east = lower.wind_east.transpose("time", "latitude", "longitude").values
    north = lower.wind_north.transpose("time", "latitude", "longitude").values
    across = (north[:, row, column + 1] - north[:, row, column - 1]) / (longitude[column + 1] - longitude[column - 1])
    cosines = np.cos(latitude)
    up = east[:, row + 1, column] * cosines[row + 1] - east[:, row - 1, column] * cosines[row - 1]
    return np.asarray((across - up / (latitude[row + 1] - latitude[row - 1])) / (EARTH_M * cosines[row]))


def inside(fields: xr.Dataset, place: NamedPlace) -> bool:
    """Return whether the cell nearest to a place has neighbours on all sides."""
    ends = []
    for axis, at in (("latitude", place.latitude), ("longitude", place.longitude)):
        values = fields[axis].values
        ends.append(int(np.abs(values - at).argmin()) in (0, len(values) - 1))
    return not any(ends)


def members(land: Land, issued: str, valid: str, place: NamedPlace, box: Box) -> Floats:
    """Return the wind speed of each ensemble member in the cell nearest to a place at one time."""
    start = datetime.fromisoformat(issued).replace(tzinfo=UTC)
    end = datetime.fromisoformat(valid).replace(tzinfo=UTC) + timedelta(hours=6)
    sides = BoundingBox(west=box[0], south=box[1], east=box[2], north=box[3])
    request = Request(
        collection="ensemble",
        variables=("wind_speed_10m",),
        interval=TimeInterval(start=start, end=end),
        box=sides,
        step="6 hours",
    )
    winds = land.archive.fetch(request)["wind_speed_10m"].sel(time=np.datetime64(valid))
    cell = winds.sel(latitude=place.latitude, longitude=place.longitude, method="nearest")
    return np.asarray(cell.values, np.float64)


def forecast_percent(
    hands: Hands, box: Box, point: list[float], after: list[Seen]
) -> Generator[ToolCall, Observation, float]:
    """Compute the probability that the ensemble gives for a place, in percent."""
    issued, valid = hands.text("issued"), hands.text("valid")
    hours = int((pd.Timestamp(valid) - pd.Timestamp(issued)) / pd.Timedelta(hours=1)) + 6
    ensemble = yield from hands.use(
        "archive.ensemble", variables=["wind_speed_10m"], issued=issued, hours=hours, box=box, after=after
    )
    chances = yield from hands.use(
        "ensemble.probability",
        paths=[ensemble.path],
        comparison=">",
        threshold=hands.number("threshold"),
        units="m/s",
        method="votes",
    )
    yield from hands.use("map.probability", path=chances.path, time=valid)
    yield from hands.use("chart.ensemble_plume", path=ensemble.path, point=point, threshold=hands.number("threshold"))
    later = (pd.Timestamp(valid) + pd.Timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    read = yield from hands.use("reanalysis.read", path=chances.path, point=point, start=valid, end=later, after=after)
    return (yield from hands.calculate(f"100 * {read.number('values', 0)}"))
