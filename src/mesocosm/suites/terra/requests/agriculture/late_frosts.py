"""Frosts of two springs in the orchards of a district: their last day, their number, and the warmth until then."""

from __future__ import annotations

import functools
import itertools
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests.field_seasons import Floats, find_places, point_of
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

if TYPE_CHECKING:
    import xarray as xr

MOST_TOWNS = 5
FROST_C = 0.0
BASE_C = 5.0
LEAST_APART = 1.5
"""Least difference between towns next to each other in rank, in degree days."""
WARMTH = """
import xarray as xr
for lows, means in {files!r}:
    low = xr.open_dataset(lows, engine="h5netcdf").temperature_2m
    mean = xr.open_dataset(means, engine="h5netcdf").temperature_2m
    frosts = low.time.values[low.values < {frost}]
    warm = (mean - {base}).clip(min=0)
    print(len(frosts), str(frosts[-1])[:10], float(warm.sel(time=slice(None, frosts[-1])).sum()), float(warm.sum()))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2039)), 8, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = some_towns(land, chance, MOST_TOWNS)
    given: Given = {"towns": list(towns), "year": land.now.year, "soil": bool(chance.random() < 0.3)}
    for year in (land.now.year, land.now.year - 1):
        springs = _springs(land, given, year)
        if any(not len(frosts) for frosts, _ in springs.values()):
            raise Unsuited("a town without spring frosts")
    warm = sorted((warmth.sum() for _, warmth in _springs(land, given, land.now.year).values()), reverse=True)
    if any(high - low < LEAST_APART for high, low in itertools.pairwise(warm)):
        raise Unsuited("two towns are equally warm")
    return given


def _trait(given: Given) -> Trait:
    return "absent" if given["soil"] else "plain"


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, year, towns = read_request_text(__name__), int(str(given["year"])), texts(given, "towns")
    return text.fill(
        text.choose_opening(chance),
        leave_out=["mean_low_c" if given["soil"] else "soil_temperature_c"],
        towns=join_words(towns),
        first=towns[0],
        year=year,
        before=year - 1,
        frost=FROST_C,
        base=BASE_C,
        quantity=text.phrase("soil" if given["soil"] else "air"),
    )


def _plan(hands: Hands) -> Plan:
    year, towns = int(hands.number("year")), hands.texts("towns")
    places = yield from find_places(hands, towns)
    box = box_of_points([point_of(place) for place in places.values()])
    rows: dict[int, list[list[str]]] = {}
    low_paths: list[str] = []
    for each in (year, year - 1):
        span_and_box = {"start": f"{each}-02-01", "end": f"{each}-06-01", "box": box}
        hours = yield from hands.use(
            "archive.reanalysis", variables=["temperature_2m"], after=list(places.values()), **span_and_box
        )
        lows = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="min")
        means = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="mean")
        files, steps = [], []
        for place in places.values():
            low = yield from hands.use("region.point_series", path=lows.path, point=point_of(place))
            mean = yield from hands.use("region.point_series", path=means.path, point=point_of(place))
            files.append((low.path, mean.path))
            steps += [low, mean]
            if each == year:
                yield from hands.use("chart.series", lines=[{"path": low.path}], threshold=FROST_C)
                low_paths.append(low.path)
        code = WARMTH.format(files=files, frost=FROST_C, base=BASE_C)
        warmth = yield from hands.use("execution.python", code=code, after=steps)
        rows[each] = [line.split() for line in warmth.text.strip().splitlines()]
    last = max(row[1] for row in rows[year])
    frosts = yield from hands.calculate(" + ".join(row[0] for row in rows[year]))
    before = yield from hands.calculate(" + ".join(row[0] for row in rows[year - 1]))
    more = yield from hands.calculate(f"{frosts} - {before}")
    warm = {town: float(row[3]) for town, row in zip(towns, rows[year], strict=True)}
    ranked = sorted(warm, key=lambda town: -warm[town])
    answers: dict[str, JsonValue] = {
        "last_frost_day": last,
        "towns_frosted_then": [town for town, row in zip(towns, rows[year], strict=True) if row[1] == last],
        "degree_days_by_last_frost": float(rows[year][0][2]), "frosts": round(frosts),
        "frosts_more_than_before": round(more), "towns_by_warmth": list(ranked),
        "warmest_degree_days": warm[ranked[0]],
    }  # fmt: skip
    if hands.given["soil"]:
        yield from hands.use("archive.collections", collection="reanalysis")
        yield from hands.attempt(
            "archive.reanalysis", variables=["soil_temperature"], start=f"{year}-02-01", end=f"{year}-06-01", box=box
        )
        return {**answers, "soil_temperature_c": None}
    mean_low = yield from hands.use("reanalysis.read", path=low_paths[0])
    return {**answers, "mean_low_c": mean_low.number("mean")}


def _recompute(land: Land, given: Given) -> Answers:
    year, towns = int(str(given["year"])), texts(given, "towns")
    springs, before = _springs(land, given, year), _springs(land, given, year - 1)
    last = max(int(frosts[-1]) for frosts, _ in springs.values())
    own, warmth = springs[towns[0]]
    ranked = sorted(springs, key=lambda town: -float(springs[town][1].sum()))
    frosts = sum(len(days) for days, _ in springs.values())
    answers: dict[str, JsonValue] = {
        "last_frost_day": str(np.datetime64(f"{year}-02-01") + last),
        "towns_frosted_then": [town for town in towns if springs[town][0][-1] == last],
        "degree_days_by_last_frost": float(warmth[: int(own[-1]) + 1].sum()),
        "frosts": frosts,
        "frosts_more_than_before": frosts - sum(len(days) for days, _ in before.values()),
        "towns_by_warmth": list(ranked),
        "warmest_degree_days": float(springs[ranked[0]][1].sum()),
    }
    if given["soil"]:
        return {**answers, "soil_temperature_c": None}
    return {**answers, "mean_low_c": float(_hours(land, towns[0], year).min(axis=1).mean())}


def _derive(land: Land, given: Given) -> Answers:
    """Return the number of towns and of days of the spring, and null for the question that is not asked."""
    year = int(str(given["year"]))
    days = (date(year, 6, 1) - date(year, 2, 1)).days
    return {"towns": len(texts(given, "towns")), "days": days, "mean_low_c": None}


def _hours(land: Land, town: str, year: int) -> Floats:
    """Return the temperatures of a spring in the cell nearest to a town, (days, hours)."""
    place = land.place(town)
    cell = _fields(land, year).sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    return np.asarray(cell.values.astype(float).reshape(-1, 24))


@functools.lru_cache(maxsize=4)
def _fields(land: Land, year: int) -> xr.DataArray:
    box = box_of_points([[place.longitude, place.latitude] for place in land.places])
    return land.fetch(["temperature_2m"], (date(year, 2, 1), date(year, 6, 1)), box, "hour")["temperature_2m"]


def _springs(land: Land, given: Given, year: int) -> dict[str, tuple[Floats, Floats]]:
    """Return for each town the numbers of the days with frost, and the degrees of each day above the base."""
    springs = {}
    for town in texts(given, "towns"):
        hours = _hours(land, town, year)
        frosts = np.flatnonzero(hours.min(axis=1).round(1) < FROST_C).astype(float)
        springs[town] = frosts, np.maximum(hours.mean(axis=1) - BASE_C, 0.0)
    return springs


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=_trait,
)
