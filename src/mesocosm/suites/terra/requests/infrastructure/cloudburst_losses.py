"""Losses of an insurer of houses by the wettest days of several years, and the saving by protecting the houses."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator as Chance
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.suites.terra.requests.documents import numbers
from mesocosm.suites.terra.requests.field_seasons import find_places, point_of
from mesocosm.suites.terra.requests.portfolios import House, as_table, insured_houses
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
FIRST, YEARS = 2031, 5
HOUSES = 12
"""Number of houses of the portfolio around each town."""
BOOK = "portfolio.csv"
LEAST_APART = 0.04


def _now(chance: Chance) -> datetime:
    return datetime(FIRST + YEARS, int(chance.integers(1, 6)), 20, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = some_towns(land, chance, 5)
    given: Given = {"towns": list(towns), "salt": int(chance.integers(1, 10**6))}
    wettest = _rain(land, [(land.place(town).longitude, land.place(town).latitude) for town in towns])
    low = float(np.round(np.percentile(wettest, 15))) + 0.05
    high = float(np.round(1.3 * np.percentile(wettest, 90))) + 0.05
    given |= {"brick": [low, high, 0.12], "wood": [round(low - 4, 2), round(high - 6, 2), 0.2]}
    given["raised"] = int(chance.choice([8, 12, 15]))
    if low < 10:
        raise Unsuited("heavy rain is too rare here")
    losses, after = _losses(land, given, 0.0), _losses(land, given, float(str(given["raised"])))
    by_town = np.sort(_by_town(given, losses))[::-1]
    by_year = np.sort(losses.sum(axis=1))[::-1]
    if by_town[0] - by_town[1] < LEAST_APART * by_town[0] or by_year[0] - by_year[1] < LEAST_APART * by_year[0]:
        raise Unsuited("two towns or years cost the same")
    if after.sum() < 0.05 * losses.sum() or losses.sum() <= 0:
        raise Unsuited("the measure ends nearly all losses, or there are none")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    (low, high, most), (low_wood, high_wood, most_wood) = _curve(given, "brick"), _curve(given, "wood")
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        book=BOOK,
        first=FIRST,
        last=FIRST + YEARS - 1,
        years=YEARS,
        low=low,
        high=high,
        most=most,
        low_wood=low_wood,
        high_wood=high_wood,
        most_wood=most_wood,
        raised=given["raised"],
    )


LOSSES = """
import pandas as pd
events = pd.read_csv({events!r}).filter(like="loss").iloc[:, 0]
houses = pd.read_csv({assets!r}).filter(like="loss").iloc[:, 0]
town = pd.read_csv({book!r})["id"].str.rsplit("-", n=1).str[0]
totals = houses.groupby(town).sum()
print(events.idxmax(), events.max(), totals.idxmax(), totals.max(), sep="|")
"""


def _plan(hands: Hands) -> Plan:
    towns = hands.texts("towns")
    places = yield from find_places(hands, towns)
    box = box_of_points([point_of(place) for place in places.values()])
    hazards, highest = [], []
    for year in range(FIRST, FIRST + YEARS):
        days = yield from hands.use(
            "archive.reanalysis",
            variables=["precipitation"],
            step="day",
            start=f"{year}-01-01",
            end=f"{year + 1}-01-01",
            box=box,
            after=list(places.values()),
        )
        wettest = yield from hands.use("reanalysis.aggregate", path=days.path, period="year", statistic="max")
        yield from hands.use("map.field", path=wettest.path)
        hazards.append(wettest.path)
        for place in places.values():
            cell = yield from hands.use("reanalysis.read", path=wettest.path, point=point_of(place))
            highest.append(cell.number("max"))
    shared: dict[str, Any] = {
        "hazard": hazards, "exposure": BOOK, "frequency_per_year": [1 / YEARS] * YEARS, "intensity_unit": "mm",
        "value_unit": "EUR", "return_periods_years": [2.0, YEARS],
    }  # fmt: skip
    base = yield from hands.use("impact.event_loss", **shared, curves=_curves(hands.given, 0.0))
    other = yield from hands.use(
        "impact.event_loss",
        **shared,
        curves=_curves(hands.given, hands.number("raised")),
        scenario="intervention",
        description="valves in every house",
    )
    both = yield from hands.use(
        "simulation.compare_runs", baseline=base.word("run"), other=other.word("run"), changed=["curves"]
    )
    was = both.number("differences", "annual_average_loss", "baseline")
    then = both.number("differences", "annual_average_loss", "other")
    saving = yield from hands.calculate(f"100 * ({was} - {then}) / {was}")
    tables = {name: base.word("tables", name) for name in ("events", "assets")}
    largest = yield from hands.use("execution.python", code=LOSSES.format(book=BOOK, **tables), after=[base])
    event, event_loss, town, town_loss = largest.text.strip().split("|")
    return {
        "annual_loss_eur": was,
        "annual_loss_with_valves_eur": then,
        "saving_percent": saving,
        "costliest_year": FIRST + int(event),
        "costliest_event_eur": float(event_loss),
        "costliest_town": town,
        "costliest_town_eur": float(town_loss),
        "wettest_day_mm": max(highest),
    }


def _recompute(land: Land, given: Given) -> Answers:
    losses, after = _losses(land, given, 0.0), _losses(land, given, float(str(given["raised"])))
    events, by_town = losses.sum(axis=1), _by_town(given, losses)
    places = [land.place(town) for town in texts(given, "towns")]
    annual, valves = float(losses.sum() / YEARS), float(after.sum() / YEARS)
    return {
        "annual_loss_eur": annual,
        "annual_loss_with_valves_eur": valves,
        "saving_percent": (annual - valves) / annual * 100,
        "costliest_year": FIRST + int(events.argmax()),
        "costliest_event_eur": float(events.max()),
        "costliest_town": texts(given, "towns")[int(by_town.argmax())],
        "costliest_town_eur": float(by_town.max()),
        "wettest_day_mm": float(_rain(land, [(place.longitude, place.latitude) for place in places]).max()),
    }


def _derive(land: Land, given: Given) -> Answers:
    """Return the number of towns, and all sums insured together."""
    insured = sum(house.worth for house in _houses(land, given))
    return {"towns": len(texts(given, "towns")), "insured_eur": insured}


def _curve(given: Given, kind: str) -> list[float]:
    """Return the rain at which losses begin and end to rise for a kind of house, and the largest loss."""
    return numbers(given, kind)


def _curves(given: Given, raised: float) -> dict[str, JsonValue]:
    """Return the curves that loss engines read, shifted by `raised` millimetres of rain."""
    curves: dict[str, JsonValue] = {}
    for kind in ("brick", "wood"):
        low, high, most = _curve(given, kind)
        curves[kind] = {"intensity": [0.0, round(low + raised, 6), round(high + raised, 6)], "damage": [0.0, 0.0, most]}
    return curves


def _files(land: Land, given: Given) -> dict[str, bytes]:
    return {BOOK: as_table(_houses(land, given))}


def _houses(land: Land, given: Given) -> list[House]:
    return insured_houses(land, texts(given, "towns"), HOUSES, int(str(given["salt"])))


@functools.lru_cache(maxsize=2)
def _wettest_days(land: Land) -> tuple[xr.DataArray, ...]:
    """Fetch the rain of the wettest day of each year in the cells around the towns."""
    box = box_of_points([[place.longitude, place.latitude] for place in land.places])
    spans = [(date(year, 1, 1), date(year + 1, 1, 1)) for year in range(FIRST, FIRST + YEARS)]
    return tuple(land.fetch(["precipitation"], span, box).precipitation.max("time") for span in spans)


def _rain(land: Land, points: Sequence[tuple[float, float]]) -> Floats:
    """Return the rain of each event at each point."""
    rows = [[cells.sel(longitude=x, latitude=y, method="nearest") for x, y in points] for cells in _wettest_days(land)]
    return np.array(rows, float)


def _losses(land: Land, given: Given, raised: float) -> Floats:
    """Return the loss of each house in each event."""
    houses = _houses(land, given)
    rain = _rain(land, [(house.longitude, house.latitude) for house in houses])
    columns = []
    for number, house in enumerate(houses):
        low, high, most = _curve(given, house.kind)
        columns.append(house.worth * np.interp(rain[:, number], [low + raised, high + raised], [0.0, most]))
    return np.array(columns).T


def _by_town(given: Given, losses: Floats) -> Floats:
    """Return the average annual losses of the towns, in their order."""
    return np.asarray(losses.sum(axis=0).reshape(len(texts(given, "towns")), HOUSES).sum(axis=1) / YEARS)


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    files=_files,
)
