"""Hourly air quality at towns, as several requests draw, fetch and analyse it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.archives.archive import Request
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, midnight, square_about
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Given, Unsuited
from mesocosm.types import Observation, TimeInterval, ToolCall

Floats = NDArray[np.float64]
UNIT = "µg/m**3"
NO2, OZONE = "nitrogen_dioxide", "ozone"
EDGES = {NO2: (0, 40, 90, 120, 230, 340), OZONE: (0, 50, 100, 130, 240, 380)}
"""Ends of the bands of the European index of 2017, µg/m³; each band is 20 points of the index."""


def late_2031(chance: Chance) -> datetime:
    """Draw a moment after all days of 2031 that requests use."""
    return datetime(2031, 12, int(chance.integers(14, 22)), 12, tzinfo=UTC)


def some_days(chance: Chance, count: int) -> Given:
    """Draw `count` consecutive days of 2031."""
    start = date(2031, 1, 10) + timedelta(days=int(chance.integers(0, 310)))
    return {"start": str(start), "end": str(start + timedelta(days=count))}


def shuffled_towns(land: Land, chance: Chance, most: int = 6) -> list[JsonValue]:
    """Return the names of the largest towns in random order."""
    return [str(name) for name in chance.permutation([place.name for place in land.places[:most]])]


def towns_of(given: Given) -> list[str]:
    """Return the towns of a request."""
    return texts(given, "towns")


def span_words(given: Given) -> str:
    """Describe the days of a request, with the first and the last included."""
    first, last = date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"])) - timedelta(days=1)
    if first.month == last.month:
        return f"{first.day} to {last.day} {last:%B %Y}"
    return f"{first.day} {first:%B} to {last.day} {last:%B %Y}"


def join_names(names: Sequence[str]) -> str:
    """Join names within a sentence."""
    return join_words(names)


def hours_at(land: Land, given: Given, variables: Iterable[str]) -> dict[str, dict[str, Floats]]:
    """Return the hourly concentrations in the cell nearest to each town: town, variable, hours."""
    start, end = (midnight(date.fromisoformat(str(given[key]))) for key in ("start", "end"))
    names = tuple(variables)
    by_town: dict[str, dict[str, Floats]] = {}
    for town in towns_of(given):
        place = land.place(town)
        west, south, east, north = box_about(place)
        fields = land.archive.fetch(
            Request(
                collection="air_quality",
                variables=names,
                interval=TimeInterval(start=start, end=end),
                box=BoundingBox(west=west, south=south, east=east, north=north),
                step="hour",
            )
        )
        cell = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
        by_town[town] = {name: cell[name].values.astype(np.float64) for name in names}
    return by_town


def wind_at(land: Land, given: Given, town: str) -> Floats:
    """Return the hourly wind speed in the cell nearest to a town, m/s."""
    cell = weather_at(land, given, town, ["wind_east_10m", "wind_north_10m"])
    return np.asarray(np.sqrt(cell["wind_east_10m"] ** 2 + cell["wind_north_10m"] ** 2))


def weather_at(land: Land, given: Given, town: str, variables: Sequence[str]) -> dict[str, Floats]:
    """Return the hourly weather in the cell nearest to a town."""
    place = land.place(town)
    span = date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"]))
    fields = land.fetch(variables, span, box_about(place), "hour")
    cell = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    return {name: cell[name].values.astype(np.float64) for name in variables}


def european_index(hours: Floats, gas: str) -> Floats:
    """Return the index of each hour, interpolated within bands."""
    return np.asarray(np.interp(hours, EDGES[gas], np.arange(6) * 20.0))


def day_highs(air: Mapping[str, Mapping[str, Floats]], gas: str) -> list[float]:
    """Return the highest hour of each day in any of the towns."""
    highs = np.max([hours[gas].reshape(-1, 24).max(axis=1) for hours in air.values()], axis=0)
    return [float(high) for high in highs]


def running_eight(hours: Floats) -> Floats:
    """Return the means of eight consecutive hours, without incomplete ones."""
    sums = np.concatenate([[0.0], np.cumsum(hours)])
    return np.asarray((sums[8:] - sums[:-8]) / 8)


def daily_eight(hours: Floats) -> Floats:
    """Return the highest eight-hour mean that ends on each day."""
    means = np.concatenate([np.full(7, -np.inf), running_eight(hours)])
    return np.asarray(means.reshape(-1, 24).max(axis=1))


def refuse_early_peaks(hours: Floats, limit: float) -> None:
    """Raise `Unsuited` if means of fewer than eight hours, at the start of the first day, would change the answer."""
    first = daily_eight(hours)[0]
    if (max(hours[:6].mean(), hours[:7].mean(), first) > limit) != (first > limit):
        raise Unsuited("the ozone of the first day is highest before eight hours are over")


def whole_number_between(values: Floats, gap: float, wanted: float) -> float:
    """Return the whole number nearest to `wanted` that differs from every value by more than `gap`."""
    around = [float(round(wanted) + step) for step in (0, 1, -1, 2, -2, 3, -3, 4, -4)]
    for number in around:
        if np.abs(values - number).min() > gap and values.min() < number < values.max():
            return number
    raise Unsuited("no whole number parts these values")


def leads(values: Sequence[float], margin: float) -> None:
    """Raise `Unsuited` unless the largest value exceeds the next by a margin."""
    first, second = sorted(values, reverse=True)[:2]
    if first - second < margin:
        raise Unsuited("two values are equally large")


def point_of(place: Seen) -> list[float]:
    """Return the longitude and latitude of a place that a plan has found."""
    return [place.number("place", "point", 0), place.number("place", "point", 1)]


def fetch_town_air(
    hands: Hands, town: str, variables: Sequence[str]
) -> Generator[ToolCall, Observation, tuple[list[float], Seen, Seen]]:
    """Fetch the hours of the air of a town: its point, its entry in the gazetteer, the hours."""
    place = yield from hands.use("gis.resolve_place", name=town)
    point = point_of(place)
    air = yield from hands.use(
        "archive.air_quality",
        variables=list(variables),
        start=hands.text("start"),
        end=hands.text("end"),
        point=point,
    )
    return point, place, air


def printed_numbers(seen: Seen) -> list[float]:
    """Return the numbers that a program printed, separated by spaces."""
    return [float(word) for word in seen.text.split()]


def fetch_town_wind(hands: Hands, point: list[float], air: Seen) -> Generator[ToolCall, Observation, Seen]:
    """Hours of the wind speed in the cell nearest to a town, over the days of its air."""
    weather = yield from hands.use(
        "archive.reanalysis",
        variables=["wind_east_10m", "wind_north_10m"],
        start=hands.text("start"),
        end=hands.text("end"),
        box=square_about(point),
        after=[air],
    )
    winds = yield from hands.use("atmosphere.winds", path=weather.path, u="wind_east_10m", v="wind_north_10m")
    return (yield from hands.use("region.point_series", path=winds.path, variable="wind_speed", point=point))


def case_arguments(hands: Hands, place: Seen) -> dict[str, JsonValue]:
    """Arguments of `impact.attributable_cases` that hold for all runs of a town."""
    function: dict[str, JsonValue] = {
        "shape": "log_linear", "relative_risk": hands.number("risk"), "lower": hands.number("lower"),
        "upper": hands.number("upper"), "per": 10, "exposure_unit": UNIT, "threshold": 0,
    }  # fmt: skip
    return {
        "function": function, "step": "day", "baseline_rate_per_100000_year": hands.number("rate"),
        "population": place.number("place", "population"),
    }  # fmt: skip


def attributable_cases(land: Land, given: Given, town: str, days: Floats, risk: str = "risk") -> float:
    """Cases that the means of some days account for in a town; `risk` names the parameter with the relative risk."""
    expected = float(land.place(town).population or 0) * float(str(given["rate"])) / 1e5 / 365
    return float((expected * (1 - np.exp(-np.log(float(str(given[risk]))) * days / 10))).sum())
