"""Rain of a month at the end of the century by two corrected climate models, which may be close."""

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
    model_days,
    observed_days,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

PAST = range(2051, 2061)
YEARS = 8
MODELS = ("alder", "birch")
LEAST, CLOSE = 0.02, 0.12
"""Shares of the larger mean total: the least difference of the models, and that below which they are close."""


def _now(chance: Chance) -> datetime:
    return datetime(2061, int(chance.integers(2, 12)), 21, 9, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    town = land.places[int(chance.integers(len(land.places)))].name
    given: Given = {
        "town": town,
        "month": int(chance.choice([1, *range(3, 13)])),
        "begin": int(chance.choice([2083, 2088, 2093])),
    }
    given["scenario"] = str(chance.choice(["ssp126", "ssp245", "ssp585"]))
    if _observed(land, given).sum() / len(PAST) < 20:
        raise Unsuited("the month is dry")
    totals = {model: _total(_correct(land, given, model)) for model in MODELS}
    apart = abs(totals["alder"] - totals["birch"]) / max(totals.values())
    peaks = [float(_correct(land, given, model).max()) for model in MODELS]
    if apart < LEAST or abs(peaks[0] - peaks[1]) < 0.5:
        raise Unsuited("both models are equally wet")
    if len({_leaders(land, given, shares) for shares in (SHARES, *OTHER_SHARES)}) > 1:
        raise Unsuited("which model is wetter depends on the variant of the mapping")
    claimed = MODELS[int(chance.integers(2))]
    return {**given, "close": bool(apart < CLOSE), "claimed": claimed}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, (month, begin) = read_request_text(__name__), whole(given, "month", "begin")
    return text.fill(
        text.choose_opening(chance),
        town=given["town"],
        month=month_words(month),
        scenario=given["scenario"],
        begin=begin,
        end=begin + YEARS - 1,
        past_first=PAST[0],
        past_last=PAST[-1],
        claimed=given["claimed"],
        mapped=MAPPED.format(change="factor"),
    )


def _plan(hands: Hands) -> Plan:
    month, begin = int(hands.number("month")), int(hands.number("begin"))
    points, (place,) = yield from locate_towns(hands, [hands.text("town")])
    point = points[hands.text("town")]
    box = box_of_points([point], CELL)
    shared = {"variables": ["precipitation"], "box": box, "step": "day"}
    record = yield from fetched_months(hands, "archive.reanalysis", PAST, month, place, **shared)
    today = yield from _mean_total(hands, record.path, point, len(PAST))
    totals, raws, heavy, peaks = {}, {}, {}, {}
    for model in MODELS:
        request = {"model": model, **shared}
        past = yield from fetched_months(
            hands, "archive.projections", PAST, month, place, scenario="historical", **request
        )
        future = yield from fetched_months(
            hands,
            "archive.projections",
            range(begin, begin + YEARS),
            month,
            place,
            scenario=hands.text("scenario"),
            **request,
        )
        corrected = yield from hands.use(
            "climate.correct_bias",
            model=future.path,
            observed=record.path,
            past=past.path,
            variable="precipitation",
            method="QDM",
            kind="multiplicative",
            by_month=False,
        )
        totals[model] = yield from _mean_total(hands, corrected.path, point, YEARS)
        raws[model] = yield from _mean_total(hands, future.path, point, YEARS)
        series = yield from hands.use("region.point_series", path=corrected.path, point=point)
        peaks[model] = series.number("fields", "precipitation", "max")
        yield from hands.use("chart.series", lines=[{"path": series.path}])
        days = yield from hands.use("climate.yearly_index", path=series.path, index="heavy_rain_days")
        heavy[model] = days.number("fields", "heavy_rain_days", "mean")
    wetter = max(totals, key=lambda model: totals[model])
    wettest = max(peaks, key=lambda model: peaks[model])
    return {
        "total_today_mm": today,
        "total_alder_mm": totals["alder"],
        "total_birch_mm": totals["birch"],
        "claim_holds": wetter == hands.text("claimed"),
        "raw_birch_mm": raws["birch"],
        "heavy_days_alder": heavy["alder"],
        "wettest_model": wettest,
        "wettest_mm": peaks[wettest],
    }


def _mean_total(hands: Hands, path: str, point: list[float], years: int) -> Generator[ToolCall, Observation, float]:
    """Compute the mean over the years of the total of the month at a point."""
    series = yield from hands.use("region.point_series", path=path, point=point)
    sums = yield from hands.use("execution.python", code=TOTAL.format(path=series.path, years=years), after=[series])
    return float(sums.text.split()[0])


TOTAL = """import xarray as xr
rain = xr.open_dataset({path!r}, engine="h5netcdf")["precipitation"].values.astype("float64")
print(rain.sum() / {years})
"""


def _observed(land: Land, given: Given) -> Floats:
    (month,) = whole(given, "month")
    return observed_days(land, str(given["town"]), "precipitation", PAST, month, "sum")


def _days(land: Land, given: Given, model: str, scenario: str) -> list[Floats]:
    month, begin = whole(given, "month", "begin")
    years = PAST if scenario == "historical" else range(begin, begin + YEARS)
    return [
        model_days(land, str(given["town"]), "precipitation", model, scenario, range(year, year + 1), month)[0]
        for year in years
    ]


def _correct(land: Land, given: Given, model: str, shares: Floats = SHARES) -> Floats:
    future, past = (np.concatenate(_days(land, given, model, name)) for name in (str(given["scenario"]), "historical"))
    return delta_mapped(future, _observed(land, given), past, "multiplicative", shares)


def _leaders(land: Land, given: Given, shares: Floats) -> tuple[str, str]:
    """Return the model with more rain, and that with the wettest day."""
    days_of = {model: _correct(land, given, model, shares) for model in MODELS}
    return max(MODELS, key=lambda model: _total(days_of[model])), max(MODELS, key=lambda model: days_of[model].max())


def _total(days: Floats) -> float:
    return float(days.sum()) / YEARS


def _recompute(land: Land, given: Given) -> Answers:
    days_of = {model: _correct(land, given, model) for model in MODELS}
    totals = {model: _total(days) for model, days in days_of.items()}
    wettest = max(days_of, key=lambda model: float(days_of[model].max()))
    return {
        "total_today_mm": float(_observed(land, given).sum()) / len(PAST),
        "total_alder_mm": totals["alder"],
        "total_birch_mm": totals["birch"],
        "claim_holds": max(totals, key=lambda model: totals[model]) == given["claimed"],
        "raw_birch_mm": _total(np.concatenate(_days(land, given, "birch", str(given["scenario"])))),
        "heavy_days_alder": float((days_of["alder"] >= 10.0).sum()) / YEARS,
        "wettest_model": wettest,
        "wettest_mm": float(days_of[wettest].max()),
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
    trait=lambda given: "close" if given["close"] else "plain",
)
