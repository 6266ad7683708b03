"""Rivers, rain and catchments of a region, computed without tools; and common steps of plans about water."""

from __future__ import annotations

import functools
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mesocosm.earth.archives.land import Gauging
from mesocosm.earth.places.watershed import Drainage, drainage, watershed
from mesocosm.earth.planet.exports.water import gauges_of
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, midnight
from mesocosm.suites.terra.workflows.tool_runner import Hands
from mesocosm.suites.terra.workflows.wording import join_words
from mesocosm.types import Observation, TimeInterval, ToolCall

Floats = NDArray[np.float64]
DAY_S = 86400
LEAST_COVERED = 0.55
"""Least share of a catchment under weather fields, of which the rest is taken to have the rain."""
PARTS = 5
"""Points along each side of a square kilometre, which may lie in several weather cells."""
MM_KM2 = 1000.0
"""Cubic metres of one millimetre of water on one square kilometre."""


@dataclass(frozen=True)
class Gauged:
    """A gauge, and its daily discharge in one year, m³/s."""

    name: str
    point: tuple[float, float]
    upstream_km2: float
    flow: pd.Series[float]


def gauge_words(names: Sequence[str]) -> str:
    """Join gauges within a sentence, with quotes around names of several words such as "mouth 2"."""
    return join_words([f'"{name}"' if " " in name else name for name in names])


@functools.lru_cache(maxsize=6)
def gauges(land: Land, year: int) -> dict[str, Gauged]:
    """Return all gauges of the region by name, with their records of one year."""
    interval = TimeInterval(start=midnight(date(year, 1, 1)), end=midnight(date(year + 1, 1, 1)))
    records = land.archive.discharge(Gauging(interval=interval, box=land.box))
    return {
        (name := str(series.attrs["long_name"]).removeprefix("discharge at ")): Gauged(
            name,
            (float(series.attrs["longitude"]), float(series.attrs["latitude"])),
            float(series.attrs["upstream_area_km2"]),
            pd.Series(series.values.astype(float), pd.to_datetime(series["time"].values)),
        )
        for series in records.data_vars.values()
    }


def weather_box(land: Land) -> Box:
    """Return the part of the region that weather fields cover."""
    number = [region.key for region in land.planet.regions].index(land.region)
    box = land.archive.collections()[0].coverage[number]
    return [box.west, box.south, box.east, box.north]


def district(hands: Hands) -> Generator[ToolCall, Observation, Box]:
    """Find the box of the district of the request."""
    place = yield from hands.use("gis.resolve_place", name=hands.text("district"))
    return place.numbers("place", "box")


def points_of(hands: Hands, towns: list[str]) -> Generator[ToolCall, Observation, dict[str, list[float]]]:
    """Find the points of towns."""
    points = {}
    for town in towns:
        place = yield from hands.use("gis.resolve_place", name=town)
        points[town] = place.numbers("place", "point")
    return points


@functools.lru_cache(maxsize=4)
def daily(land: Land, variable: str, start: str, end: str) -> tuple[Floats, Floats, Floats]:
    """Fetch a variable by day over all covered cells: values (days, rows, columns), latitudes, longitudes."""
    fields = land.fetch([variable], (date.fromisoformat(start), date.fromisoformat(end)), weather_box(land), "day")
    values = fields[variable].transpose("time", "latitude", "longitude").values.astype(float)
    return values, fields["latitude"].values.astype(float), fields["longitude"].values.astype(float)


def at_point(fields: tuple[Floats, Floats, Floats], longitude: float, latitude: float) -> Floats:
    """Return the series of the nearest cell."""
    values, latitudes, longitudes = fields
    return np.asarray(values[:, np.abs(latitudes - latitude).argmin(), np.abs(longitudes - longitude).argmin()])


@functools.lru_cache(maxsize=4)
def _drainage(land: Land) -> Drainage:
    return drainage(land.archive.elevation(land.box))


def modelled_km2(land: Land, point: tuple[float, float], snap_m: float) -> float:
    """Return the area of the catchment of a point as the elevation model of the region gives it."""
    return watershed(_drainage(land), *point, snap_m).area_km2


@functools.lru_cache(maxsize=64)
def catchment(land: Land, gauge: str) -> tuple[float, dict[tuple[int, int], float], float]:
    """Return the catchment of a gauge by the planet's own rivers, without any elevation model.

    Area in km², weight of each weather cell in it, and the share of it that weather fields cover.
    """
    cells, grid = cells_above(land, gauge), land.planet.region(land.region).grid
    rows, columns = np.divmod(cells, grid.nx)
    within = (np.arange(PARTS) - (PARTS - 1) / 2) / PARTS
    x = grid.x()[columns][:, None, None] + within * grid.dx
    y = grid.y()[rows][:, None, None] + within[:, None] * grid.dy
    longitudes, latitudes = grid.from_plane(*np.broadcast_arrays(x, y))
    return float(cells.size), *_weights(land, np.ravel(longitudes), np.ravel(latitudes))


def cells_above(land: Land, gauge: str) -> NDArray[np.int64]:
    """Return the square kilometres of the planet whose water passes a gauge."""
    ground, region = land.planet.ground(land.region), land.planet.region(land.region)
    below = ground.downstream.ravel()
    member = np.zeros(below.size + 1, bool)  # the last stands for all beyond an outlet, at -1
    member[{each.name: each.cell for each in gauges_of(land.planet, region)}[gauge]] = True
    for cell in ground.order[::-1].tolist():  # from the outlets up
        member[cell] |= member[below[cell]]
    return np.flatnonzero(member)


def rain_mm(land: Land, gauge: str, start: str, end: str) -> float:
    """Return the rain on the catchment of a gauge from one day until before another."""
    return float(area_mean(daily(land, "precipitation", start, end), catchment(land, gauge)[1]).sum())


def runoff_mm(gauge: Gauged, start: str, end: str) -> float:
    """Return the water that passed a gauge from one day until before another, as depth on its catchment."""
    passed = gauge.flow.loc[start : pd.Timestamp(end) - pd.Timedelta(days=1)]
    return float(passed.sum()) * DAY_S / (gauge.upstream_km2 * MM_KM2)


def _weights(land: Land, longitudes: Floats, latitudes: Floats) -> tuple[dict[tuple[int, int], float], float]:
    west, south, east, north = weather_box(land)
    rows, columns = np.round((latitudes - south) / 0.1).astype(int), np.round((longitudes - west) / 0.1).astype(int)
    inside = (rows >= 0) & (columns >= 0) & (latitudes <= north + 0.05) & (longitudes <= east + 0.05)
    cells, counts = np.unique(np.stack([rows[inside], columns[inside]]), axis=1, return_counts=True)
    shares = (counts / counts.sum()).tolist()
    weights = {(row, column): share for (row, column), share in zip(cells.T.tolist(), shares, strict=True)}
    return weights, float(inside.mean())


def area_mean(fields: tuple[Floats, Floats, Floats], weights: dict[tuple[int, int], float]) -> Floats:
    """Return the series of means over a catchment."""
    values, latitudes, _ = fields
    upward = values if latitudes[0] < latitudes[-1] else values[:, ::-1]
    return np.asarray(sum(weight * upward[:, row, column] for (row, column), weight in weights.items()))
