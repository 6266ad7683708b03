"""Heat deaths in the summers of a scenario, and those that a heat plan would avert."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    Shared,
    at,
    box_around,
    locate_towns,
    points_of,
    projected_days,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

TODAY = (2058, 2059)
MOST_TOWNS = 4
SUMMER_DAYS = 92


def _now(chance: Chance) -> datetime:
    return datetime(2061, int(chance.integers(2, 12)), 3, 9, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])][:MOST_TOWNS]
    given: Given = {
        "towns": [*towns],
        "model": str(chance.choice(["alder", "birch"])),
        "scenario": str(chance.choice(["ssp245", "ssp585"])),
        "year": int(chance.integers(2085, 2099)),
        "risk": float(chance.choice([1.025, 1.03, 1.035, 1.04])),
        "rate": int(chance.choice([820, 900, 960, 1040])),
        "raise": float(chance.choice([1.5, 2.0, 2.5])),
    }
    days = np.concatenate([values for year in TODAY for values in _highs(land, given, year).values()])
    given["limit"] = float(np.round(np.quantile(days, 0.8)))
    ranked = sorted(_deaths(land, given, name, _years(given)) for name in towns)
    if ranked[-1] - ranked[-2] < 0.03 * ranked[-1]:
        raise Unsuited("two towns have as many deaths")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, (first, last), (first_today, last_today) = read_request_text(__name__), _years(given), TODAY
    limit, relief, risk = (float(str(given[key])) for key in ("limit", "raise", "risk"))
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        limit=limit,
        relief=relief,
        raised_limit=limit + relief,
        risk=risk,
        lowest_risk=risk - 0.01,
        highest_risk=risk + 0.01,
        rate=given["rate"],
        model=given["model"],
        scenario=given["scenario"],
        first_today=first_today,
        last_today=last_today,
        first=first,
        last=last,
    )


def _function(risk: float, limit: float) -> dict[str, JsonValue]:
    return {
        "shape": "log_linear",
        "relative_risk": risk,
        "lower": round(risk - 0.01, 4),
        "upper": round(risk + 0.01, 4),
        "per": 1.0,
        "exposure_unit": "°C",
        "threshold": limit,
    }


def _plan(hands: Hands) -> Plan:
    points, steps = yield from locate_towns(hands, hands.texts("towns"))
    people = {town: step.number("place", "population") for town, step in zip(points, steps, strict=True)}
    box, later = box_around(points.values()), _years(hands.given)
    counts: dict[str, dict[str, list[float]]] = {town: {} for town in points}
    hottest = []
    for year in (*TODAY, *later):
        days = yield from hands.use(
            "archive.projections",
            variables=["temperature_max"],
            scenario=hands.text("scenario") if year in later else "historical",
            model=hands.text("model"),
            start=f"{year}-06-01",
            end=f"{year}-09-01",
            box=box,
            after=steps,
        )
        for town, point in points.items():
            series = yield from hands.use("region.point_series", path=days.path, point=point)
            for kind, count in (yield from _count(hands, series, people[town], year, steps)).items():
                counts[town].setdefault(kind, []).append(count)
            if year in later:
                hottest.append(series.number("fields", "temperature_max", "max"))

    def total(kind: str, towns: list[str]) -> str:
        return " + ".join(str(value) for town in towns for value in counts[town][kind])

    every = list(points)
    deaths = {}
    for town in every:
        deaths[town] = yield from hands.calculate(total("later", [town]))
    worst = max(deaths, key=lambda town: deaths[town])
    share = yield from hands.calculate(f"100 * ({total('spared', [worst])}) / ({total('later', [worst])})")
    return {
        "deaths_today": (yield from hands.calculate(total("today", every))),
        "deaths_later": (yield from hands.calculate(total("later", every))),
        "deaths_upper": (yield from hands.calculate(total("upper", every))),
        "spared": (yield from hands.calculate(total("spared", every))),
        "worst_town": worst,
        "worst_deaths": deaths[worst],
        "worst_spared_percent": share,
        "hottest_c": max(hottest),
    }


def _count(
    hands: Hands, series: Seen, people: float, year: int, steps: list[Seen]
) -> Generator[ToolCall, Observation, dict[str, float]]:
    """Heat deaths of a town in a summer by kind; of later summers also those that the plan would avert."""
    limit, risk = hands.number("limit"), hands.number("risk")
    common: Shared = {
        "series": series.path,
        "exposure_column": "temperature_max",
        "step": "day",
        "baseline_rate_per_100000_year": hands.number("rate"),
        "population": people,
    }
    run = yield from hands.use("impact.attributable_cases", function=_function(risk, limit), after=steps, **common)
    deaths = run.number("values", "attributable_cases", "value")
    if year in TODAY:
        return {"today": deaths}
    upper = run.number("values", "attributable_cases_upper", "value")
    yield from hands.use("chart.series", lines=[{"path": series.path}], threshold=limit)
    planned = yield from hands.use(
        "impact.attributable_cases",
        function=_function(risk, limit + hands.number("raise")),
        scenario="intervention",
        description="the heat plan is in force",
        after=steps,
        **common,
    )
    change = yield from hands.use(
        "simulation.compare_runs", baseline=run.word("run"), other=planned.word("run"), changed=["function"]
    )
    spared = -change.number("differences", "attributable_cases", "change")
    return {"later": deaths, "upper": upper, "spared": spared}


def _years(given: Given) -> tuple[int, int]:
    year = int(str(given["year"]))
    return year, year + 1


def _highs(land: Land, given: Given, year: int) -> dict[str, Floats]:
    places = [land.place(name) for name in texts(given, "towns")]
    span = datetime(year, 6, 1, tzinfo=UTC), datetime(year, 9, 1, tzinfo=UTC)
    scenario = "historical" if year in TODAY else str(given["scenario"])
    field = projected_days(land, "temperature_max", str(given["model"]), scenario, span, box_around(points_of(places)))
    return {place.name: at(field, place) for place in places}


def _deaths(
    land: Land, given: Given, town: str, years: tuple[int, int], more_risk: float = 0.0, raised: float = 0.0
) -> float:
    """Heat deaths: the sum over days of expected deaths times 1 - 1 / risk ** degrees above the limit."""
    risk, limit = float(str(given["risk"])) + more_risk, float(str(given["limit"])) + raised
    people, total = land.place(town).population or 0, 0.0
    for year in years:
        daily = float(str(given["rate"])) / 1e5 * people / (366 if year % 4 == 0 else 365)
        above = np.maximum(_highs(land, given, year)[town] - limit, 0.0)
        total += float((daily * (1 - risk**-above)).sum())
    return total


def _derive(land: Land, given: Given) -> Answers:
    """Return the deaths from all causes in the two summers."""
    people = sum(land.place(name).population or 0 for name in texts(given, "towns"))
    return {"summer_deaths": 2 * SUMMER_DAYS / 365 * float(str(given["rate"])) / 1e5 * people}


def _recompute(land: Land, given: Given) -> Answers:
    towns, years = texts(given, "towns"), _years(given)
    later = {town: _deaths(land, given, town, years) for town in towns}
    planned = {town: _deaths(land, given, town, years, raised=float(str(given["raise"]))) for town in towns}
    worst = max(later, key=lambda town: later[town])
    highs = [float(values.max()) for year in years for values in _highs(land, given, year).values()]
    return {
        "deaths_today": sum(_deaths(land, given, town, TODAY) for town in towns),
        "deaths_later": sum(later.values()),
        "deaths_upper": sum(_deaths(land, given, town, years, more_risk=0.01) for town in towns),
        "spared": sum(later.values()) - sum(planned.values()),
        "worst_town": worst,
        "worst_deaths": later[worst],
        "worst_spared_percent": 100 * (1 - planned[worst] / later[worst]),
        "hottest_c": max(highs),
    }


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
)
