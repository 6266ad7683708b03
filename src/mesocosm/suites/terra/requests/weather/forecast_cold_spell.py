"""An ensemble forecast of a cold spell in each town, compared with the reanalysis."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    Shared,
    at,
    box_around,
    day_words,
    ensemble,
    locate_towns,
    moment,
    points_of,
    record,
    time_text,
)
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

HOURS = 96
LEAST_MARGIN = 0.05
"""Degrees Celsius by which the town that is named must differ from the next."""
CALL_HOURS = {"00": 0, "12": 12, "06": 6}


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), int(chance.integers(1, 13)), 20, 9, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])]
    other = "06" if chance.random() < 0.3 else "12"
    for back in chance.permutation(range(6, 26))[:5]:
        day = land.now.replace(hour=0) - timedelta(days=int(back))
        given: Given = {"towns": [*towns], "issued": time_text(day), "other": other}
        members = _members(land, given)
        hour = int(np.mean([values.mean(axis=0) for values in members.values()], axis=0)[3:].argmin()) + 3
        given["valid"] = time_text(day + timedelta(hours=6 * (hour + 1)))
        means = {town: float(values[:, hour].mean()) for town, values in members.items()}
        came, coldest = _came(land, given), min(means, key=lambda town: means[town])
        threshold = _threshold(members[coldest], hour)
        errors = [abs(mean - came[town]) for town, mean in means.items()]
        if threshold is not None and min(_lead(means.values()), _lead([-error for error in errors])) >= LEAST_MARGIN:
            return {**given, "threshold": threshold}
    raise Unsuited("towns are as cold or as badly forecast, or no threshold divides the members")


def _lead(values: Iterable[float]) -> float:
    """Difference between the two lowest values."""
    ranked = sorted(values)
    return ranked[1] - ranked[0]


def _threshold(members: Floats, hour: int) -> float | None:
    """A half degree that some members lie below and others above, and half of them lie below at two times or more."""
    for step in (0.5, -0.5, 1.5, -1.5):
        threshold = float(np.round(members[:, hour].mean())) + step
        share = (members < threshold).mean(axis=0)
        if 0.1 < share[hour] < 0.9 and (share >= 0.5).sum() > 1:
            return threshold
    return None


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, valid = read_request_text(__name__), moment(str(given["valid"]))
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        issued=day_words(moment(str(given["issued"]))),
        hours=HOURS,
        times=HOURS // 6,
        day=day_words(valid, False),
        valid=valid,
        threshold=given["threshold"],
        other=given["other"],
    )


def _plan(hands: Hands) -> Plan:
    points, steps = yield from locate_towns(hands, hands.texts("towns"))
    box, issued, valid = box_around(points.values()), hands.text("issued"), hands.text("valid")
    limit = hands.number("threshold")
    members = yield from hands.use(
        "archive.ensemble", variables=["temperature_2m"], issued=issued, hours=HOURS, box=box, after=steps
    )
    end = time_text(moment(issued) + timedelta(hours=HOURS + 6))
    start = time_text(moment(issued) + timedelta(hours=6))
    came = yield from hands.use(
        "archive.reanalysis", variables=["temperature_2m"], start=start, end=end, box=box, step="6 hours", after=steps
    )
    mean = yield from hands.use("ensemble.mean", paths=[members.path])
    spread = yield from hands.use("ensemble.spread", paths=[members.path], divisor="sample")
    chance = yield from hands.use(
        "ensemble.probability", paths=[members.path], comparison="<", threshold=limit, units="degC", method="votes"
    )
    yield from hands.use("map.probability", path=chance.path, time=valid)
    means, errors, observed, shares = {}, {}, {}, {}
    for town, point in points.items():
        centre = yield from hands.use("region.point_series", path=mean.path, point=point)
        times = centre.get("times")
        hour = times.index(valid) if isinstance(times, list) else 0
        truth = yield from hands.use("region.point_series", path=came.path, point=point)
        shares[town] = (yield from hands.use("region.point_series", path=chance.path, point=point)).numbers(
            "values", "probability"
        )
        yield from hands.use(
            "chart.ensemble_plume", path=members.path, point=point, observed={"path": truth.path}, threshold=limit
        )
        means[town] = centre.numbers("values", "temperature_2m")[hour]
        observed[town] = truth.numbers("values", "temperature_2m")[hour]
        errors[town] = yield from hands.calculate(f"abs({means[town]} - {observed[town]})")
    coldest = min(means, key=lambda town: means[town])
    scatter = yield from hands.use("reanalysis.read", path=spread.path, point=points[coldest], most=HOURS // 6)
    error = yield from hands.calculate(f"({' + '.join(str(value) for value in errors.values())}) / {len(errors)}")
    percent = yield from hands.calculate(f"100 * {shares[coldest][hour]}")
    other = yield from _other_issue(hands, box, points[coldest], steps)
    return {
        "coldest_town": coldest,
        "mean_c": means[coldest],
        "spread_c": scatter.numbers("values")[hour],
        "chance_percent": percent,
        "times_likely": sum(share >= 0.5 for share in shares[coldest]),
        "came_c": observed[coldest],
        "worst_town": max(errors, key=lambda town: errors[town]),
        "mean_error_c": error,
        "other_issue_mean_c": other,
    }


def _other_issue(
    hands: Hands, box: Box, point: list[float], steps: list[Seen]
) -> Generator[ToolCall, Observation, float | None]:
    """Mean of the other issue for the same moment at a point; none where there is no such issue."""
    valid, hour = hands.text("valid"), hands.text("other")
    issued = time_text(moment(hands.text("issued")) + timedelta(hours=CALL_HOURS[hour]))
    request: Shared = {"variables": ["temperature_2m"], "issued": issued, "hours": HOURS - 12, "box": box}
    if hour == "06":
        yield from hands.attempt("archive.ensemble", **request)
        return None
    members = yield from hands.use("archive.ensemble", after=steps, **request)
    mean = yield from hands.use("ensemble.mean", paths=[members.path])
    end = time_text(moment(valid) + timedelta(hours=1))
    value = yield from hands.use("reanalysis.read", path=mean.path, point=point, start=valid, end=end)
    return value.number("mean")


def _members(land: Land, given: Given) -> dict[str, Floats]:
    issued, box = moment(str(given["issued"])), box_around(points_of(land.places))
    field = ensemble(land, "temperature_2m", issued, HOURS, box)
    return {place.name: at(field, place) for place in land.places}


def _came(land: Land, given: Given) -> dict[str, float]:
    valid = moment(str(given["valid"]))
    field = record(
        land, ["temperature_2m"], (valid, valid + timedelta(hours=6)), box_around(points_of(land.places)), "hour"
    )
    return {place.name: float(at(field["temperature_2m"], place)[0]) for place in land.places}


def _recompute(land: Land, given: Given) -> Answers:
    issued, valid = moment(str(given["issued"])), moment(str(given["valid"]))
    hour = int((valid - issued) / timedelta(hours=6)) - 1
    members, came = _members(land, given), _came(land, given)
    coldest = min(members, key=lambda town: float(members[town][:, hour].mean()))
    errors = {town: abs(float(values[:, hour].mean()) - came[town]) for town, values in members.items()}
    shares = (members[coldest] < float(str(given["threshold"]))).mean(axis=0)
    later = None
    if given["other"] == "12":
        field = ensemble(
            land, "temperature_2m", issued + timedelta(hours=12), HOURS - 12, box_around(points_of(land.places))
        )
        later = float(at(field, land.place(coldest))[:, hour - 2].mean())
    return {
        "coldest_town": coldest,
        "mean_c": float(members[coldest][:, hour].mean()),
        "spread_c": float(members[coldest][:, hour].std(ddof=1)),
        "chance_percent": 100 * float(shares[hour]),
        "times_likely": int((shares >= 0.5).sum()),
        "came_c": came[coldest],
        "worst_town": max(errors, key=lambda town: errors[town]),
        "mean_error_c": float(np.mean(list(errors.values()))),
        "other_issue_mean_c": later,
    }


def _derive(land: Land, given: Given) -> Answers:
    came = _came(land, given)
    return {
        "towns": len(came),
        "coldest_came_c": min(came.values()),
        "threshold": given["threshold"],
        "times": HOURS // 6,
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
    derive=_derive,
    trait=lambda given: "absent" if given["other"] == "06" else "plain",
)
