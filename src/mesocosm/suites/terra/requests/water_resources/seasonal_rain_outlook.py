"""A seasonal forecast of rain at several towns, and the rain that came."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import UTC, datetime

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    at,
    box_around,
    locate_towns,
    month_words,
    points_of,
    record,
    seasonal,
    whole,
)
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

YEARS = 8
"""Number of earlier years, of forecasts and of the reanalysis."""
CLEAR_MM = 1.0
"""Least distance of the rain that came from the terciles."""
INITIALS = "JFMAMJJASONDJFMAMJ"
LONGEST_LEAD = 6
NORMAL = """import numpy as np, xarray as xr
v = xr.open_dataset({path!r}, engine="h5netcdf")["precipitation"].values.astype(float).reshape(-1, 3).sum(axis=1)
low, high = np.quantile(v[:-1], [1/3, 2/3])
print(v[-1], low, high, "below" if v[-1] < low else "above" if v[-1] > high else "normal")
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2040, 2050)), int(chance.integers(7, 13)), 10, 8, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    first = int(chance.integers(3, land.now.month - 2)) if land.now.month > 6 else 3
    early = int(chance.random() < 0.4)  # one month earlier, so that the forecast does not reach the next season
    names = some_towns(land, chance, 4)
    given: Given = {"towns": [*names], "year": land.now.year, "first": first, "issue": first - early}
    means = {name: float(_members(land, given, name)[-1].mean()) for name in names}
    driest, next_driest, *_ = sorted(means, key=lambda name: means[name])
    if means[next_driest] - means[driest] < 0.02 * means[driest] or means[driest] < 15:
        raise Unsuited("two towns are equally dry, or all of them are")
    rain = _rain(land, given, driest)
    if min(abs(rain[-1] - bound) for bound in np.quantile(rain[:-1], [1 / 3, 2 / 3])) < CLEAR_MM:
        raise Unsuited("the rain that came is close to a tercile")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, (first, issue, year) = read_request_text(__name__), whole(given, "first", "issue", "year")
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        begin=month_words(first),
        end=month_words(first + 2),
        next_begin=month_words(first + 3),
        next_end=month_words(first + 5),
        issued=month_words(issue),
        year=year,
        years=YEARS,
        past_first=year - YEARS,
        past_last=year - 1,
    )


def _plan(hands: Hands) -> Plan:
    first, issue, year = (int(hands.number(name)) for name in ("first", "issue", "year"))
    points, steps = yield from locate_towns(hands, hands.texts("towns"))
    box, lead = box_around(points.values()), first - issue + 1
    season = INITIALS[first - 1 : first + 2]
    shared = {"variables": ["precipitation"], "start_month": issue, "box": box}
    leads = [lead, lead + 1, lead + 2]
    past = yield from hands.use(
        "archive.seasonal", first_year=year - YEARS, last_year=year - 1, lead_months=leads, after=steps, **shared
    )
    past_season = yield from hands.use("seasonal.season", path=past.path, season=season, reduction="sum")
    bounds = yield from hands.use("seasonal.tercile_boundaries", path=past_season.path)
    now = yield from hands.use(
        "archive.seasonal", first_year=year, last_year=year, lead_months=leads, after=steps, **shared
    )
    now_season = yield from hands.use("seasonal.season", path=now.path, season=season, reduction="sum")
    thirds = yield from hands.use("seasonal.probabilities", path=now_season.path, terciles_path=bounds.path)
    yield from hands.use("map.tercile", path=thirds.path, quantity="precipitation")
    mean = yield from hands.use("ensemble.mean", paths=[now_season.path])
    away = yield from hands.use("seasonal.anomaly", path=now_season.path, hindcast_path=past_season.path)
    mean_away = yield from hands.use("ensemble.mean", paths=[away.path])
    means = {}
    for town, point in points.items():
        means[town] = (yield from hands.use("reanalysis.read", path=mean.path, point=point)).number("mean")
    driest = min(means, key=lambda town: means[town])
    there = points[driest]
    chances = (yield from hands.use("reanalysis.read", path=thirds.path, point=there)).numbers("values")
    lower = yield from hands.use("reanalysis.read", path=bounds.path, variable="lower", point=there)
    upper = yield from hands.use("reanalysis.read", path=bounds.path, variable="upper", point=there)
    anomaly = yield from hands.use("reanalysis.read", path=mean_away.path, point=there)
    words = yield from _came(hands, points, there, box, steps)
    later = yield from _season_after(hands, shared, lead, there, steps)
    return {
        "driest_site": driest,
        "forecast_mm": means[driest],
        "lower_mm": lower.number("mean"),
        "dry_percent": (yield from hands.calculate(f"100 * {chances[0]}")),
        "upper_mm": upper.number("mean"),
        "anomaly_mm": anomaly.number("mean"),
        "came_mm": float(words[0]),
        "came_third": words[3],
        "next_season_mm": later,
    }


def _came(
    hands: Hands, points: dict[str, list[float]], there: list[float], box: Box, steps: list[Seen]
) -> Generator[ToolCall, Observation, list[str]]:
    """Compute the rain that came at a site: the total, the terciles of the years before, and its third, in words."""
    first, year = int(hands.number("first")), int(hands.number("year"))
    files = []
    for each in range(year - YEARS, year + 1):
        season = yield from hands.use(
            "archive.reanalysis",
            variables=["precipitation"],
            start=f"{each}-{first:02d}-01",
            end=f"{each}-{first + 3:02d}-01" if first < 10 else f"{each + 1}-01-01",
            box=box,
            step="month",
            after=steps,
        )
        files.append(season)
    for point in points.values():
        yield from hands.use("chart.series", lines=[{"path": files[-1].path, "point": point}])
    joined = yield from hands.use("reanalysis.join", paths=[file.path for file in files])
    series = yield from hands.use("region.point_series", path=joined.path, point=there)
    came = yield from hands.use("execution.python", code=NORMAL.format(path=series.path), after=[series])
    return came.text.split()


def _season_after(
    hands: Hands, shared: Mapping[str, object], lead: int, there: list[float], steps: list[Seen]
) -> Generator[ToolCall, Observation, float | None]:
    """Compute the forecast mean of the next season, if the forecast reaches that far."""
    first, year = int(hands.number("first")), int(hands.number("year"))
    reach = {"first_year": year, "last_year": year, "lead_months": [lead + 3, lead + 4, lead + 5], **shared}
    if lead + 5 > LONGEST_LEAD:
        yield from hands.attempt("archive.seasonal", **reach)
        return None
    beyond = yield from hands.use("archive.seasonal", after=steps, **reach)
    name = INITIALS[(first + 2) % 12 : (first + 2) % 12 + 3]
    season = yield from hands.use("seasonal.season", path=beyond.path, season=name, reduction="sum")
    mean = yield from hands.use("ensemble.mean", paths=[season.path])
    return (yield from hands.use("reanalysis.read", path=mean.path, point=there)).number("mean")


def _members(land: Land, given: Given, name: str, further: int = 0) -> Floats:
    """Return the forecast rain of the season by year and member; the last year is that of the forecast."""
    first, issue, year = whole(given, "first", "issue", "year")
    lead = first - issue + 1 + further
    places = [land.place(town) for town in texts(given, "towns")]
    box, leads = box_around(points_of(places)), (lead, lead + 1, lead + 2)
    spans = [(year, year)] if further else [(year - YEARS, year - 1), (year, year)]
    parts = [at(seasonal(land, "precipitation", issue, span, leads, box), land.place(name)) for span in spans]
    return np.asarray(np.concatenate(parts).sum(axis=2))


def _rain(land: Land, given: Given, name: str) -> Floats:
    """Return the rain of the season at a site in each year; the last year is that of the forecast."""
    first, year = int(str(given["first"])), int(str(given["year"]))
    places = [land.place(town) for town in texts(given, "towns")]
    sums = []
    for each in range(year - YEARS, year + 1):
        start = datetime(each, first, 1, tzinfo=UTC)
        end = datetime(each + (first + 3 > 12), (first + 2) % 12 + 1, 1, tzinfo=UTC)
        fields = record(land, ["precipitation"], (start, end), box_around(points_of(places)), "month")
        sums.append(float(at(fields["precipitation"], land.place(name)).sum()))
    return np.asarray(sums)


def _recompute(land: Land, given: Given) -> Answers:
    names = texts(given, "towns")
    seasons = {name: _members(land, given, name) for name in names}
    driest = min(names, key=lambda name: float(seasons[name][-1].mean()))
    past, now = seasons[driest][:-1], seasons[driest][-1]
    lower, upper = np.quantile(past.ravel(), [1 / 3, 2 / 3])
    rain = _rain(land, given, driest)
    dry, wet = np.quantile(rain[:-1], [1 / 3, 2 / 3])
    reaches = int(str(given["issue"])) == int(str(given["first"]))
    return {
        "driest_site": driest,
        "forecast_mm": float(now.mean()),
        "lower_mm": float(lower),
        "dry_percent": 100 * float((now < lower).mean()),
        "upper_mm": float(upper),
        "anomaly_mm": float(now.mean() - past.mean()),
        "came_mm": float(rain[-1]),
        "came_third": "below" if rain[-1] < dry else "above" if rain[-1] > wet else "normal",
        "next_season_mm": float(_members(land, given, driest, 3).mean()) if reaches else None,
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=lambda given: "plain" if given["issue"] == given["first"] else "absent",
)
