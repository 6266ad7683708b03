"""Forecasts, projections and the record as the archive has them, for second ways to a truth; and steps many plans take.

What is fetched for a draw is kept for the second way to its truth, so that the planet makes it once.
"""

from __future__ import annotations

import calendar
import functools
from collections.abc import Generator, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.archives.archive import Request, Step
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_of_points
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.workflow import Given
from mesocosm.types import Observation, TimeInterval, ToolCall

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.places.place import NamedPlace

Floats = NDArray[np.float64]
Shared = dict[str, Any]
"""Arguments that several calls have in common."""
MARGIN = 0.12
"""Degrees about towns, so that the nearest cell of each lies in their common box."""


def month_words(month: int) -> str:
    """A month's name; beyond December those of the next year."""
    return calendar.month_name[(month - 1) % 12 + 1]


def moment(text: str) -> datetime:
    """A time, UTC, of its words."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def time_text(when: datetime) -> str:
    """A time as tools take it."""
    return f"{when:%Y-%m-%dT%H:%M}"


def day_words(when: datetime, year: bool = True) -> str:
    """A day as letters have it."""
    return f"{when.day} {when:%B %Y}" if year else f"{when.day} {when:%B}"


def box_around(points: Iterable[Sequence[float]]) -> Box:
    """A box about points, told to a hundredth of a degree."""
    return box_of_points(points, MARGIN)


def points_of(places: Iterable[NamedPlace]) -> list[tuple[float, float]]:
    """Longitude and latitude of places."""
    return [(place.longitude, place.latitude) for place in places]


@functools.lru_cache(maxsize=400)
def _fetch(land: Land, request: Request) -> xr.Dataset:
    return land.archive.fetch(request)


def _request(
    land: Land, collection: str, variables: Sequence[str], span: tuple[datetime, datetime], box: Box, step: Step
) -> Request:
    sides = BoundingBox(west=box[0], south=box[1], east=box[2], north=box[3])
    interval = TimeInterval(start=span[0], end=span[1])
    return Request(collection=collection, variables=tuple(variables), interval=interval, box=sides, step=step)


def record(
    land: Land, variables: Sequence[str], span: tuple[datetime, datetime], box: Box, step: Step = "6 hours"
) -> xr.Dataset:
    """Weather as it was, from a moment until before another."""
    return _fetch(land, _request(land, "reanalysis", variables, span, box, step))


def ensemble(land: Land, variable: str, issued: datetime, hours: int, box: Box) -> xr.DataArray:
    """Members by valid time of a forecast as it was issued."""
    span = issued, issued + timedelta(hours=hours)
    return _fetch(land, _request(land, "ensemble", [variable], span, box, "6 hours"))[variable]


def seasonal(
    land: Land, variable: str, start_month: int, years: tuple[int, int], leads: Sequence[int], box: Box
) -> xr.DataArray:
    """Members by issue and month of lead of seasonal forecasts, both years included."""
    span = datetime(years[0], start_month, 1, tzinfo=UTC), datetime(years[1], start_month, 2, tzinfo=UTC)
    asked = _request(land, "seasonal", [variable], span, box, "month")
    asked = asked.model_copy(update={"start_month": start_month, "lead_months": tuple(leads)})
    return _fetch(land, asked)[variable]


def projected_days(
    land: Land, variable: str, model: str, scenario: str, span: tuple[datetime, datetime], box: Box
) -> xr.DataArray:
    """Days of a climate model."""
    asked = _request(land, "projections", [variable], span, box, "day")
    return _fetch(land, asked.model_copy(update={"model": model, "scenario": scenario}))[variable]


def at(field: xr.DataArray, place: NamedPlace) -> Floats:
    """The nearest cell's values."""
    cell = field.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    return np.asarray(cell.values, np.float64)


def cell_weights(field: xr.DataArray) -> Floats:
    """Areas of cells relative to each other, (latitude, longitude): bands of a sphere."""
    latitude = np.radians(np.asarray(field["latitude"].values, np.float64))
    half = abs(latitude[1] - latitude[0]) / 2 if latitude.size > 1 else np.radians(0.05)
    bands = np.sin(latitude + half) - np.sin(latitude - half)
    return np.asarray(np.repeat(bands[:, None], field.sizes["longitude"], axis=1))


def weighted_mean(values: Floats, weights: Floats) -> float:
    """Mean over the last two axes by weights, plain over the others."""
    return float((values * weights).sum() / np.broadcast_to(weights, values.shape).sum())


def fair_crps(members: Floats, truth: Floats) -> Floats:
    """CRPS of members (first axis) with the mean distance of different members."""
    count = members.shape[0]
    to_truth = np.abs(members - truth).mean(axis=0)
    ordered = np.sort(members, axis=0)
    ranks = (2 * np.arange(1, count + 1) - count - 1).reshape(-1, *([1] * (members.ndim - 1)))
    return np.asarray(to_truth - (ranks * ordered).sum(axis=0) / (count * (count - 1)))


def box_of(given: Given) -> Box:
    """A drawn box."""
    value = given["box"]
    return [float(str(side)) for side in value] if isinstance(value, list) else []


def whole(given: Given, *keys: str) -> list[int]:
    """Drawn whole numbers."""
    return [int(str(given[key])) for key in keys]


def locate_towns(
    hands: Hands, towns: Iterable[str]
) -> Generator[ToolCall, Observation, tuple[dict[str, list[float]], list[Seen]]]:
    """Points of towns, and the steps that told them."""
    points: dict[str, list[float]] = {}
    steps = []
    for town in towns:
        place = yield from hands.use("gis.resolve_place", name=town)
        points[town] = [place.number("place", "point", 0), place.number("place", "point", 1)]
        steps.append(place)
    return points, steps


def box_words(box: Sequence[float]) -> str:
    """A box in a sentence."""
    west, south, east, north = (f"{side:g}" for side in box)
    return f"longitude {west} to {east} and latitude {south} to {north} degrees"
