"""Rivers, rain and catchments of a region, computed without tools; and common steps of plans about water."""

from __future__ import annotations

import functools
import heapq
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mesocosm.earth.archives.land import Gauging
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, midnight
from mesocosm.suites.terra.workflows.tool_runner import Hands
from mesocosm.suites.terra.workflows.wording import join_words
from mesocosm.types import Observation, TimeInterval, ToolCall

Floats = NDArray[np.float64]
RISE_M = 1e-3
PIXEL_KM = 1.0
AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


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
def _drain(land: Land) -> tuple[NDArray[np.int64], Floats]:
    """Return the pixel into which each pixel of the elevation model (north on top) drains, and upstream areas, km²."""
    ground = land.planet.ground(land.region)
    height = np.where(ground.sea, np.nan, ground.elevation_m)[::-1]
    rows, columns = height.shape
    known = np.isfinite(height)
    padded = np.pad(known, 1, constant_values=False)
    inside = np.logical_and.reduce([padded[1 + r : rows + 1 + r, 1 + c : columns + 1 + c] for r, c in AROUND])
    full, lowest = np.where(known, height, np.nanmin(height) - 1.0), ~inside
    _fill(full, lowest.copy())
    receiver = np.arange(full.size)
    for row, column in zip(*np.nonzero(~lowest), strict=True):
        falls = [(full[row, column] - full[row + r, column + c]) / np.hypot(r, c) for r, c in AROUND]
        steep = int(np.argmax(falls))
        if falls[steep] > 0:
            receiver[row * columns + column] = (row + AROUND[steep][0]) * columns + column + AROUND[steep][1]
    upstream = np.where(known, PIXEL_KM**2, 0.0).ravel()
    for cell in np.argsort(-full.ravel(), kind="stable"):
        if receiver[cell] != cell:
            upstream[receiver[cell]] += upstream[cell]
    return receiver, upstream.reshape(full.shape)


def _fill(level: Floats, done: NDArray[np.bool_]) -> None:
    """Raise pixels in place, from the edge inwards, until water flows from each of them to the edge."""
    queue: list[tuple[float, int, int]] = [
        (float(level[row, column]), int(row), int(column)) for row, column in np.argwhere(done)
    ]
    heapq.heapify(queue)
    while queue:
        here, row, column = heapq.heappop(queue)
        for r, c in AROUND:
            beside = row + r, column + c
            if 0 <= beside[0] < level.shape[0] and 0 <= beside[1] < level.shape[1] and not done[beside]:
                done[beside] = True
                level[beside] = max(level[beside], here + RISE_M)
                heapq.heappush(queue, (float(level[beside]), beside[0], beside[1]))


def catchment(
    land: Land, point: tuple[float, float], snap_m: float
) -> tuple[float, dict[tuple[int, int], float], float]:
    """Return the catchment of a point: area in km², weight of each weather cell in it, covered share."""
    receiver, upstream = _drain(land)
    grid = land.planet.region(land.region).grid
    rows, columns = upstream.shape
    west, _, _, north = grid.edges
    x, y = (float(value) for value in grid.to_plane(*point))
    column, row = (x - west) / grid.dx - 0.5, (north - y) / grid.dy - 0.5
    away = np.hypot(np.arange(columns)[None, :] - column, np.arange(rows)[:, None] - row) * grid.dx
    outlet = int(np.argmax(np.where(away <= snap_m, upstream, -1.0)))
    root = receiver.copy()
    member = np.zeros(root.size, bool)
    member[outlet] = True
    order = np.argsort(_steps(receiver), kind="stable")
    for cell in order:
        member[cell] |= member[root[cell]]
    cells = np.flatnonzero(member)
    middles = grid.from_plane(west + (cells % columns + 0.5) * grid.dx, north - (cells // columns + 0.5) * grid.dy)
    return float(len(cells)), *_weights(land, np.asarray(middles[0], float), np.asarray(middles[1], float))


def _steps(receiver: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the pixels on the way of water from each pixel to its outlet."""
    steps, ahead = (receiver != np.arange(receiver.size)).astype(np.int64), receiver
    while (ahead[ahead] != ahead).any():
        steps, ahead = steps + steps[ahead], ahead[ahead]
    return np.asarray(steps)


def _weights(land: Land, longitudes: Floats, latitudes: Floats) -> tuple[dict[tuple[int, int], float], float]:
    west, south, east, north = weather_box(land)
    rows, columns = np.round((latitudes - south) / 0.1).astype(int), np.round((longitudes - west) / 0.1).astype(int)
    inside = (rows >= 0) & (columns >= 0) & (latitudes <= north + 0.05) & (longitudes <= east + 0.05)
    weights: dict[tuple[int, int], float] = {}
    for row, column in zip(rows[inside].tolist(), columns[inside].tolist(), strict=True):
        weights[row, column] = weights.get((row, column), 0.0) + 1.0 / inside.sum()
    return weights, float(inside.mean())


def area_mean(fields: tuple[Floats, Floats, Floats], weights: dict[tuple[int, int], float]) -> Floats:
    """Return the series of means over a catchment."""
    values, latitudes, _ = fields
    upward = values if latitudes[0] < latitudes[-1] else values[:, ::-1]
    return np.asarray(sum(weight * upward[:, row, column] for (row, column), weight in weights.items()))
