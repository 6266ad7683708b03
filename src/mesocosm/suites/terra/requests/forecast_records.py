"""Forecasts, projections and the reanalysis of the archive, for second ways to a truth; and common steps of plans.

Data that are fetched for a draw are cached for the second way, so that the planet computes them once.
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
from mesocosm.suites.terra.requests.field_seasons import point_of
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_of_points
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.workflow import Given
from mesocosm.types import Observation, TimeInterval, ToolCall

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.places.place import NamedPlace

Floats = NDArray[np.float64]
Shared = dict[str, Any]
"""Arguments that several calls share."""
MARGIN = 0.12
"""Degrees around towns, so that the cell nearest to each is in their common box."""


def month_words(month: int) -> str:
    """Return the name of a month; 13 is January."""
    return calendar.month_name[(month - 1) % 12 + 1]


def moment(text: str) -> datetime:
    """Parse a time in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def time_text(when: datetime) -> str:
    """Write a time in the form that tools accept."""
    return f"{when:%Y-%m-%dT%H:%M}"


def day_words(when: datetime, year: bool = True) -> str:
    """Write a day in words, such as 4 March 2033."""
    return f"{when.day} {when:%B %Y}" if year else f"{when.day} {when:%B}"


def box_around(points: Iterable[Sequence[float]]) -> Box:
    """Return a box around points, rounded to a hundredth of a degree."""
    return box_of_points(points, MARGIN)


def points_of(places: Iterable[NamedPlace]) -> list[tuple[float, float]]:
    """Return the longitude and latitude of each place."""
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
    """Fetch the reanalysis from one moment until before another."""
    return _fetch(land, _request(land, "reanalysis", variables, span, box, step))


def ensemble(land: Land, variable: str, issued: datetime, hours: int, box: Box) -> xr.DataArray:
    """Fetch the members of a forecast by valid time."""
    span = issued, issued + timedelta(hours=hours)
    return _fetch(land, _request(land, "ensemble", [variable], span, box, "6 hours"))[variable]


def seasonal(
    land: Land, variable: str, start_month: int, years: tuple[int, int], leads: Sequence[int], box: Box
) -> xr.DataArray:
    """Fetch the members of seasonal forecasts by issue and lead month, both years included."""
    span = datetime(years[0], start_month, 1, tzinfo=UTC), datetime(years[1], start_month, 2, tzinfo=UTC)
    request = _request(land, "seasonal", [variable], span, box, "month")
    request = request.model_copy(update={"start_month": start_month, "lead_months": tuple(leads)})
    return _fetch(land, request)[variable]


def projected_days(
    land: Land, variable: str, model: str, scenario: str, span: tuple[datetime, datetime], box: Box
) -> xr.DataArray:
    """Fetch the days of a climate model."""
    request = _request(land, "projections", [variable], span, box, "day")
    return _fetch(land, request.model_copy(update={"model": model, "scenario": scenario}))[variable]


def at(field: xr.DataArray, place: NamedPlace) -> Floats:
    """Return the values of the cell nearest to a place."""
    cell = field.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    return np.asarray(cell.values, np.float64)


def cell_weights(field: xr.DataArray) -> Floats:
    """Return the relative areas of cells on a sphere, (latitude, longitude)."""
    latitude = np.radians(np.asarray(field["latitude"].values, np.float64))
    half = abs(latitude[1] - latitude[0]) / 2 if latitude.size > 1 else np.radians(0.05)
    bands = np.sin(latitude + half) - np.sin(latitude - half)
    return np.asarray(np.repeat(bands[:, None], field.sizes["longitude"], axis=1))


def weighted_mean(values: Floats, weights: Floats) -> float:
    """Return the mean, with weights over the last two axes."""
    return float((values * weights).sum() / np.broadcast_to(weights, values.shape).sum())


def fair_crps(members: Floats, truth: Floats) -> Floats:
    """Return the fair CRPS of members (first axis): only different members count in their mean distance."""
    count = members.shape[0]
    to_truth = np.abs(members - truth).mean(axis=0)
    ordered = np.sort(members, axis=0)
    ranks = (2 * np.arange(1, count + 1) - count - 1).reshape(-1, *([1] * (members.ndim - 1)))
    return np.asarray(to_truth - (ranks * ordered).sum(axis=0) / (count * (count - 1)))


def box_of(given: Given) -> Box:
    """Return the box of a request."""
    value = given["box"]
    return [float(str(side)) for side in value] if isinstance(value, list) else []


def whole(given: Given, *keys: str) -> list[int]:
    """Return parameters of a request as whole numbers."""
    return [int(str(given[key])) for key in keys]


def locate_towns(
    hands: Hands, towns: Iterable[str]
) -> Generator[ToolCall, Observation, tuple[dict[str, list[float]], list[Seen]]]:
    """Find the points of towns, with the steps that found them."""
    points: dict[str, list[float]] = {}
    steps = []
    for town in towns:
        place = yield from hands.use("gis.resolve_place", name=town)
        points[town] = point_of(place)
        steps.append(place)
    return points, steps


def box_words(box: Sequence[float]) -> str:
    """Describe a box within a sentence."""
    west, south, east, north = (f"{side:g}" for side in box)
    return f"longitude {west} to {east} and latitude {south} to {north} degrees"
