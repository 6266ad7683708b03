"""The best of several issues of a forecast for two days, and its skill."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    Shared,
    at,
    box_around,
    box_of,
    box_words,
    cell_weights,
    day_words,
    ensemble,
    fair_crps,
    locate_towns,
    moment,
    points_of,
    record,
    time_text,
    weighted_mean,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

if TYPE_CHECKING:
    import xarray as xr

WINDOW_H = 48
DAYS_BACK = (4, 3, 2, 1)
"""Days from each issue, at 00 UTC, to the first day of the window."""
NEAR_DAYS = 10
"""Days about the day of the year whose mean is the climatology."""
LEAST, CLOSE = 0.03, 0.15
"""Differences between the two best issues, degrees Celsius, below which they tie, and below which they are close."""


def _now(chance: Chance) -> datetime:
    year = int(chance.choice([2035, 2039, 2043, 2047]))  # neither the year nor the two before it has a leap day
    return datetime(year, int(chance.integers(4, 13)), 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    box = box_around(points_of(land.places))
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])]
    wants_close = chance.random() < 0.6
    for back in chance.permutation(range(4, 27))[:6]:
        first = land.now.replace(hour=0) - timedelta(days=int(back))
        given: Given = {"towns": [*towns], "box": [*box], "first": time_text(first)}
        errors = [_rmse(*_pair(land, given, days)) for days in DAYS_BACK]
        gap = sorted(errors)[1] - min(errors)
        worst = sorted(_at_towns(land, given, DAYS_BACK[int(np.argmin(errors))]).values(), reverse=True)
        if worst[0] - worst[1] > LEAST and gap > LEAST and (gap < CLOSE) == wants_close:
            return {**given, "close": bool(gap < CLOSE)}
    raise Unsuited("no two issues lie as far apart as wished")


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, first = read_request_text(__name__), moment(str(given["first"]))
    return text.fill(
        text.choose_opening(chance),
        first=day_words(first),
        last=day_words(first + timedelta(hours=WINDOW_H), False),
        times=WINDOW_H // 6,
        issues=join_words([day_words(first - timedelta(days=days), False) for days in DAYS_BACK]),
        box=box_words(box_of(given)),
        towns=join_words(texts(given, "towns")),
        near_days=NEAR_DAYS,
    )


def _plan(hands: Hands) -> Plan:
    first, box = moment(hands.text("first")), hands.given["box"]
    start, end = time_text(first + timedelta(hours=6)), time_text(first + timedelta(hours=WINDOW_H + 6))
    fetch: Shared = {"variables": ["temperature_2m"], "box": box, "step": "6 hours"}
    came = yield from hands.use("archive.reanalysis", start=start, end=end, **fetch)
    runs, scores = {}, {}
    for days in DAYS_BACK:
        issued = first - timedelta(days=days)
        runs[days] = yield from hands.use(
            "archive.ensemble",
            variables=["temperature_2m"],
            issued=time_text(issued),
            hours=WINDOW_H + 24 * days,
            box=box,
        )
        scores[days] = yield from hands.use("forecast.verify", forecast_path=runs[days].path, truth_path=came.path)
    ranked = sorted(DAYS_BACK, key=lambda days: scores[days].number("rmse"))
    gain, lift = yield from _skills(hands, first, fetch, runs[1].path, came.path)
    pooled = yield from hands.use(
        "ensemble.lagged",
        paths=[runs[2].path, runs[1].path],
        issued=[time_text(first - timedelta(days=2)), time_text(first - timedelta(days=1))],
    )
    together = yield from hands.use("forecast.verify", forecast_path=pooled.path, truth_path=came.path)
    missed = yield from _errors_at_towns(hands, runs[ranked[0]].path, came.path, start)
    best = scores[ranked[0]]
    return {
        "best_issue": f"{first - timedelta(days=ranked[0]):%Y-%m-%d}",
        "best_rmse_c": best.number("rmse"),
        "second_rmse_c": scores[ranked[1]].number("rmse"),
        "best_crps_c": best.number("crps"),
        "oldest_bias_c": scores[max(DAYS_BACK)].number("bias"),
        "skill_persistence": gain,
        "skill_climate": lift,
        "pooled_rmse_c": together.number("rmse"),
        "worst_town": max(missed, key=lambda town: missed[town]),
    }


def _skills(
    hands: Hands, first: datetime, fetch: Shared, run: str, truth: str
) -> Generator[ToolCall, Observation, tuple[float, float]]:
    """Skill of the last run against persistence and against climatology."""
    issued = first - timedelta(days=1)
    leads = [float(hour) for hour in range(30, 25 + WINDOW_H, 6)]
    now = yield from hands.use(
        "archive.reanalysis", start=time_text(issued), end=time_text(issued + timedelta(hours=6)), **fetch
    )
    same = yield from hands.use("forecaster.persistence", path=now.path, issued=time_text(issued), lead_hours=leads)
    gain = yield from hands.use(
        "forecast.skill", forecast_path=run, reference_path=same.path, truth_path=truth, score="rmse"
    )
    earlier = []
    for years in (2, 1):
        day = first.replace(year=first.year - years)
        span = time_text(day - timedelta(days=NEAR_DAYS + 1)), time_text(day + timedelta(days=NEAR_DAYS + 4))
        earlier.append((yield from hands.use("archive.reanalysis", start=span[0], end=span[1], **fetch)))
    past = yield from hands.use("reanalysis.join", paths=[year.path for year in earlier])
    usual = yield from hands.use(
        "forecaster.climatology", path=past.path, issued=time_text(issued), lead_hours=leads, window_days=NEAR_DAYS
    )
    lift = yield from hands.use(
        "forecast.skill", forecast_path=run, reference_path=usual.path, truth_path=truth, score="rmse"
    )
    return gain.number("skill"), lift.number("skill")


def _errors_at_towns(
    hands: Hands, run: str, truth: str, start: str
) -> Generator[ToolCall, Observation, dict[str, float]]:
    """RMSE of a run at each town, and a plume for each."""
    points, _ = yield from locate_towns(hands, hands.texts("towns"))
    missed = {}
    for town, point in points.items():
        members = yield from hands.use("region.point_series", path=run, point=point, start=start)
        came = yield from hands.use("region.point_series", path=truth, point=point)
        scored = yield from hands.use("forecast.verify", forecast_path=members.path, truth_path=came.path)
        missed[town] = scored.number("rmse")
        yield from hands.use("chart.ensemble_plume", path=members.path, observed={"path": came.path})
    return missed


def _fields(land: Land, given: Given, days: int) -> tuple[xr.DataArray, xr.DataArray]:
    """Members of an issue in the window, and the reanalysis."""
    first, box = moment(str(given["first"])), box_of(given)
    field = ensemble(land, "temperature_2m", first - timedelta(days=days), WINDOW_H + 24 * days, box)
    span = first + timedelta(hours=6), first + timedelta(hours=WINDOW_H + 6)
    return field[:, -WINDOW_H // 6 :], record(land, ["temperature_2m"], span, box)["temperature_2m"]


def _pair(land: Land, given: Given, days: int) -> tuple[Floats, Floats, Floats]:
    """Values of `_fields`, and the weights of the cells."""
    members, came = _fields(land, given, days)
    return np.asarray(members.values, np.float64), np.asarray(came.values, np.float64), cell_weights(came)


def _rmse(members: Floats, came: Floats, weights: Floats) -> float:
    return float(np.sqrt(weighted_mean((members.mean(axis=0) - came) ** 2, weights)))


def _at_towns(land: Land, given: Given, days: int) -> dict[str, float]:
    members, came = _fields(land, given, days)
    away = {place.name: at(members, place).mean(axis=0) - at(came, place) for place in land.places}
    return {town: float(np.sqrt((values**2).mean())) for town, values in away.items()}


def _usual(land: Land, given: Given) -> Floats:
    """The mean of two earlier years at each hour of the window."""
    first = moment(str(given["first"]))
    hours = [first + timedelta(hours=hour) for hour in range(6, WINDOW_H + 1, 6)]
    means = []
    for hour in hours:
        parts = []
        for years in (2, 1):
            day = first.replace(year=first.year - years)
            span = day - timedelta(days=NEAR_DAYS + 1), day + timedelta(days=NEAR_DAYS + 4)
            field = record(land, ["temperature_2m"], span, box_of(given))["temperature_2m"]
            middle = np.datetime64(hour.replace(year=hour.year - years, tzinfo=None), "ns")
            apart = (field["time"].values - middle) / np.timedelta64(1, "h")
            parts.append(np.asarray(field.values, np.float64)[(apart % 24 == 0) & (abs(apart) <= 24 * NEAR_DAYS)])
        means.append(np.concatenate(parts).mean(axis=0))
    return np.asarray(means)


def _recompute(land: Land, given: Given) -> Answers:
    first = moment(str(given["first"]))
    pairs = {days: _pair(land, given, days) for days in DAYS_BACK}
    errors = {days: _rmse(*pair) for days, pair in pairs.items()}
    ranked = sorted(errors, key=lambda days: errors[days])
    members, came, weights = pairs[ranked[0]]
    day = first - timedelta(days=1)
    now = record(land, ["temperature_2m"], (day, day + timedelta(hours=6)), box_of(given))["temperature_2m"]
    same = np.broadcast_to(np.asarray(now.values, np.float64), came.shape)
    towns = _at_towns(land, given, ranked[0])
    oldest = pairs[max(DAYS_BACK)][0].mean(axis=0) - came
    return {
        "best_issue": f"{first - timedelta(days=ranked[0]):%Y-%m-%d}",
        "best_rmse_c": errors[ranked[0]],
        "second_rmse_c": errors[ranked[1]],
        "best_crps_c": weighted_mean(fair_crps(members, came), weights),
        "oldest_bias_c": weighted_mean(oldest, weights),
        "skill_persistence": 1 - errors[1] / _rmse(same[None], came, weights),
        "skill_climate": 1 - errors[1] / _rmse(_usual(land, given)[None], came, weights),
        "pooled_rmse_c": _rmse(np.concatenate([pairs[2][0], pairs[1][0]]), came, weights),
        "worst_town": max(towns, key=lambda town: towns[town]),
    }


def _derive(land: Land, given: Given) -> Answers:
    """RMSE of the last run, the one before, and the oldest."""
    names = {"last_rmse_c": 1, "previous_rmse_c": 2, "oldest_rmse_c": max(DAYS_BACK)}
    return {name: _rmse(*_pair(land, given, days)) for name, days in names.items()}


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=lambda given: "close" if given["close"] else "plain",
)
