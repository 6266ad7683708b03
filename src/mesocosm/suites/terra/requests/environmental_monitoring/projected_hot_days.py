"""Hot days of a month at the end of the century by two corrected climate models."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import Floats, locate_towns, month_words, whole
from mesocosm.suites.terra.requests.projection_records import (
    CELL,
    MAPPED,
    OTHER_SHARES,
    SHARES,
    delta_mapped,
    fetched_months,
    gev_level,
    model_days,
    month_span,
    observed_days,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

YEARS = 10
PAST = range(2051, 2061)
MODELS = ("alder", "birch")
MISSING = ("ssp370", "ssp119", "ssp460")
PERIOD = 20
"""Return period, years."""


def _now(chance: Chance) -> datetime:
    return datetime(2061, int(chance.integers(2, 12)), 14, 9, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    town = land.places[int(chance.integers(len(land.places)))].name
    given: Given = {"town": town, "month": int(chance.integers(6, 9)), "begin": int(chance.choice([2081, 2086, 2091]))}
    given["scenario"] = str(chance.choice(["ssp245", "ssp585"]))
    given["other"] = str(chance.choice(MISSING if chance.random() < 0.35 else ("ssp126",)))
    highs = _observed(land, given)
    given["limit"] = float(np.floor(np.quantile(highs, 0.9))) + 0.25
    hot = {model: _per_year(_correct(land, given, model), float(str(given["limit"]))) for model in MODELS}
    if abs(hot["alder"] - hot["birch"]) < 0.25:
        raise Unsuited("both models have the same number of hot days")
    if len({_hotter(land, given, shares) for shares in (SHARES, *OTHER_SHARES)}) > 1:
        raise Unsuited("which model has more hot days depends on the variant of the mapping")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, (month, begin) = read_request_text(__name__), whole(given, "month", "begin")
    return text.fill(
        text.choose_opening(chance),
        town=given["town"],
        month=month_words(month),
        limit=given["limit"],
        scenario=given["scenario"],
        other=given["other"],
        begin=begin,
        end=begin + YEARS - 1,
        past_first=PAST[0],
        past_last=PAST[-1],
        period=PERIOD,
        mapped=MAPPED.format(change="shift"),
    )


def _plan(hands: Hands) -> Plan:
    month, begin, limit = int(hands.number("month")), int(hands.number("begin")), hands.number("limit")
    scenario, ahead = hands.text("scenario"), range(begin, begin + YEARS)
    points, (place,) = yield from locate_towns(hands, [hands.text("town")])
    point = points[hands.text("town")]
    box = box_of_points([point], CELL)
    hours = yield from fetched_months(
        hands, "archive.reanalysis", PAST, month, place, variables=["temperature_2m"], box=box
    )
    highs = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="max")
    shared = {"variables": ["temperature_max"], "box": box}
    counts, files, biases = {}, {}, {}
    observed = yield from hands.use("region.point_series", path=highs.path, point=point)
    today = observed.number("fields", "temperature_2m", "mean")
    for model in MODELS:
        past = yield from fetched_months(
            hands, "archive.projections", PAST, month, place, model=model, scenario="historical", **shared
        )
        future = yield from fetched_months(
            hands, "archive.projections", ahead, month, place, model=model, scenario=scenario, **shared
        )
        was = yield from hands.use("region.point_series", path=past.path, point=point)
        biases[model] = yield from hands.calculate(f"{was.number('fields', 'temperature_max', 'mean')} - {today}")
        files[model] = yield from _correct_bias(hands, future.path, highs.path, past.path)
        counts[model] = yield from _count(hands, files[model], point, limit, YEARS)
        yield from hands.use("chart.series", lines=[{"path": files[model], "point": point}], threshold=limit)
    now = yield from _count(hands, highs.path, point, limit, YEARS)
    hotter = max(counts, key=lambda model: counts[model])
    levels = []
    for path in (highs.path, files[hotter]):
        fit = yield from hands.use("climate.return_levels", path=path, point=point, periods=[PERIOD])
        levels.append(fit.number("levels", str(PERIOD)))
    other = None
    start, end = month_span(begin, month)
    request = {"model": "alder", "start": f"{start:%Y-%m-%d}", "end": f"{end:%Y-%m-%d}", **shared}
    if hands.text("other") in MISSING:
        yield from hands.attempt("archive.projections", scenario=hands.text("other"), **request)
    else:
        mild = yield from hands.use("archive.projections", scenario=hands.text("other"), after=[place], **request)
        other = (yield from hands.use("reanalysis.read", path=mild.path, point=point)).number("mean")
    return {
        "hot_today": now,
        "hot_alder": counts["alder"],
        "hot_birch": counts["birch"],
        "more_heat": hotter,
        "bias_alder_c": biases["alder"],
        "level_today_c": levels[0],
        "level_future_c": levels[1],
        "other_scenario_c": other,
    }


def _correct_bias(hands: Hands, model: str, observed: str, past: str) -> Generator[ToolCall, Observation, str]:
    """Correct the days of a model, and return the file."""
    corrected = yield from hands.use(
        "climate.correct_bias",
        model=model,
        observed=observed,
        past=past,
        variable="temperature_max",
        observed_variable="temperature_2m",
        method="QDM",
        kind="additive",
        by_month=False,
    )
    return corrected.path


def _count(
    hands: Hands, path: str, point: list[float], limit: float, years: int
) -> Generator[ToolCall, Observation, float]:
    """Count the days above a limit at a point, per year."""
    series = yield from hands.use("region.point_series", path=path, point=point)
    days = yield from hands.use("reanalysis.events", path=series.path, comparison=">", threshold=limit, unit="degC")
    count = yield from hands.calculate(f"{days.number('fields', 'steps_in_events', 'max')} / {years}")
    return count


def _observed(land: Land, given: Given) -> Floats:
    (month,) = whole(given, "month")
    return observed_days(land, str(given["town"]), "temperature_2m", PAST, month, "max")


def _days(land: Land, given: Given, model: str, scenario: str) -> Floats:
    month, begin = whole(given, "month", "begin")
    years = PAST if scenario == "historical" else range(begin, begin + YEARS)
    return model_days(land, str(given["town"]), "temperature_max", model, scenario, years, month)


def _correct(land: Land, given: Given, model: str, shares: Floats = SHARES) -> Floats:
    future = _days(land, given, model, str(given["scenario"]))
    past = _days(land, given, model, "historical")
    return delta_mapped(future, _observed(land, given), past, "additive", shares)


def _hotter(land: Land, given: Given, shares: Floats) -> str:
    """Return the model with more hot days; the first if both have the same number."""
    limit = float(str(given["limit"]))
    return max(MODELS, key=lambda model: _per_year(_correct(land, given, model, shares), limit))


def _per_year(days: Floats, limit: float) -> float:
    return float((days > limit).sum()) / len(days)


def _recompute(land: Land, given: Given) -> Answers:
    limit, highs = float(str(given["limit"])), _observed(land, given)
    days_of = {model: _correct(land, given, model) for model in MODELS}
    hot = {model: _per_year(days, limit) for model, days in days_of.items()}
    hotter = max(hot, key=lambda model: hot[model])
    month, begin = whole(given, "month", "begin")
    mild = None
    if given["other"] not in MISSING:
        years = range(begin, begin + 1)
        town, scenario = str(given["town"]), str(given["other"])
        mild = float(model_days(land, town, "temperature_max", "alder", scenario, years, month).mean())
    return {
        "hot_today": _per_year(highs, limit),
        "hot_alder": hot["alder"],
        "hot_birch": hot["birch"],
        "more_heat": hotter,
        "bias_alder_c": float(_days(land, given, "alder", "historical").mean() - highs.mean()),
        "level_today_c": gev_level(highs.max(axis=1), PERIOD),
        "level_future_c": gev_level(days_of[hotter].max(axis=1), PERIOD),
        "other_scenario_c": mild,
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=lambda given: "absent" if given["other"] in MISSING else "plain",
)
