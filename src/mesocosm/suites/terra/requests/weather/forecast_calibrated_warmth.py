"""An ensemble calibrated on its past issues, applied to a new one, and compared with the reanalysis."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

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

ISSUES, EVERY_DAYS, HOURS = 8, 4, 96
"""Number of past issues of 00 UTC, the days between them, and their length: each begins where the one before ends."""
LEAST = 0.03
"""Least difference between the calibrated means of the two warmest towns, degrees Celsius."""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), int(chance.integers(3, 13)), 25, 15, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    box = box_around(points_of(land.places))
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])]
    for back in chance.permutation(range(5, 20))[:4]:
        new = land.now.replace(hour=0) - timedelta(days=int(back))
        given: Given = {"towns": [*towns], "box": [*box], "issued": time_text(new)}
        field = ensemble(land, "temperature_2m", new, HOURS, box)
        means = {place.name: at(field, place).mean(axis=0)[8:] for place in land.places}
        hour = int(np.mean(list(means.values()), axis=0).argmax()) + 8
        given["valid"] = time_text(new + timedelta(hours=6 * (hour + 1)))
        ranked = sorted((float(values[hour - 8]) for values in means.values()), reverse=True)
        if ranked[0] - ranked[1] > LEAST:
            return {**given, "threshold": float(np.floor(ranked[0])) + 0.5}
    raise Unsuited("two towns are as warm")


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, issued, valid = read_request_text(__name__), moment(str(given["issued"])), moment(str(given["valid"]))
    return text.fill(
        text.choose_opening(chance),
        issues=ISSUES,
        every_days=EVERY_DAYS,
        first=day_words(issued - timedelta(days=EVERY_DAYS * ISSUES)),
        hours=HOURS,
        box=box_words(box_of(given)),
        towns=join_words(texts(given, "towns")),
        issued=day_words(issued),
        day=day_words(valid, False),
        valid=valid,
        threshold=given["threshold"],
    )


def _plan(hands: Hands) -> Plan:
    new, box, valid = moment(hands.text("issued")), hands.given["box"], hands.text("valid")
    limit: Shared = {"comparison": ">=", "threshold": hands.number("threshold"), "units": "degC"}
    past, truths = [], []
    for back in range(ISSUES, -1, -1):
        issued = new - timedelta(days=EVERY_DAYS * back)
        run = yield from hands.use(
            "archive.ensemble", variables=["temperature_2m"], issued=time_text(issued), hours=HOURS, box=box
        )
        came = yield from hands.use(
            "archive.reanalysis",
            variables=["temperature_2m"],
            start=time_text(issued + timedelta(hours=6)),
            end=time_text(issued + timedelta(hours=HOURS + 6)),
            box=box,
            step="6 hours",
        )
        past.append(run)
        truths.append(came)
    (*past, run), (*truths, came) = past, truths
    members = yield from hands.use("reanalysis.join", paths=[issue.path for issue in past])
    truth = yield from hands.use("reanalysis.join", paths=[field.path for field in truths])
    fit = yield from hands.use("ensemble.fit_calibration", paths=[members.path], truth_path=truth.path)
    adjusted = yield from hands.use("ensemble.calibrate", paths=[run.path], calibration_path=fit.path)
    chance = yield from hands.use("ensemble.calibrated_probability", path=adjusted.path, **limit)
    votes = yield from hands.use("ensemble.probability", paths=[run.path], method="votes", **limit)
    yield from hands.use("map.probability", path=chance.path, time=valid)
    raw = yield from hands.use("forecast.verify", forecast_path=run.path, truth_path=came.path)
    better = yield from hands.use("forecast.verify", forecast_path=adjusted.path, truth_path=came.path, variable="mean")
    points, _ = yield from locate_towns(hands, hands.texts("towns"))
    at_hour: Shared = {"start": valid, "end": time_text(moment(valid) + timedelta(hours=1))}
    means = {}
    for town, point in points.items():
        value = yield from hands.use("reanalysis.read", path=adjusted.path, variable="mean", point=point, **at_hour)
        means[town] = value.number("mean")
        yield from hands.use("chart.ensemble_plume", path=run.path, point=point, threshold=hands.number("threshold"))
    warmest = max(means, key=lambda town: means[town])
    there: Shared = {"point": points[warmest], **at_hour}
    spread = yield from hands.use("reanalysis.read", path=adjusted.path, variable="spread", **there)
    calibrated = yield from hands.use("reanalysis.read", path=chance.path, **there)
    counted = yield from hands.use("reanalysis.read", path=votes.path, **there)
    return {
        "slope_b": fit.number("b"),
        "crps_after_c": fit.number("crps_after"),
        "warmest_town": warmest,
        "calibrated_mean_c": means[warmest],
        "calibrated_spread_c": spread.number("mean"),
        "calibrated_percent": (yield from hands.calculate(f"100 * {calibrated.number('mean')}")),
        "raw_percent": (yield from hands.calculate(f"100 * {counted.number('mean')}")),
        "raw_error_c": raw.number("mae"),
        "calibrated_error_c": better.number("mae"),
    }


def _run(land: Land, given: Given, back: int) -> tuple[Floats, Floats, Floats]:
    """Members of an issue, the reanalysis, and the weights of the cells."""
    issued = moment(str(given["issued"])) - timedelta(days=EVERY_DAYS * back)
    members = ensemble(land, "temperature_2m", issued, HOURS, box_of(given))
    span = issued + timedelta(hours=6), issued + timedelta(hours=HOURS + 6)
    came = record(land, ["temperature_2m"], span, box_of(given))["temperature_2m"]
    return np.asarray(members.values, np.float64), np.asarray(came.values, np.float64), cell_weights(came)


def _crps(mean: Floats, spread: Floats, truth: Floats) -> Floats:
    """CRPS of a normal distribution, by its closed form."""
    from scipy.stats import norm

    z = (truth - mean) / spread
    return np.asarray(spread * (z * (2 * norm.cdf(z) - 1) + 2 * norm.pdf(z) - 1 / np.sqrt(np.pi)))


def _fit(land: Land, given: Given) -> tuple[Floats, float]:
    """The four coefficients, found by a simplex search, and their CRPS."""
    from scipy.optimize import minimize

    runs = [_run(land, given, back) for back in range(ISSUES, 0, -1)]
    m, s, y = (
        np.concatenate([part.ravel() for part in parts])
        for parts in zip(*((run[0].mean(axis=0), run[0].std(axis=0, ddof=1), run[1]) for run in runs), strict=True)
    )
    middle = float(m.mean())
    slope = float(np.polyfit(m - middle, y, 1)[0])

    def loss(x: Floats) -> float:
        spread = np.sqrt(x[2] ** 2 + (x[3] * s) ** 2 + 1e-12)
        return float(_crps(x[0] + x[1] * (m - middle), spread, y).mean())

    start = np.array([y.mean(), slope, 0.3, 1.0])
    options = {"xatol": 1e-6, "fatol": 1e-10, "maxiter": 4000, "maxfev": 4000}
    best = minimize(loss, start, method="Nelder-Mead", options=options)
    a, b, gamma, delta = (float(value) for value in best.x)
    return np.array([a - b * middle, b, gamma**2, delta**2]), float(best.fun)


def _recompute(land: Land, given: Given) -> Answers:
    from scipy.stats import norm

    (a, b, c, d), crps = _fit(land, given)
    issued, valid = moment(str(given["issued"])), moment(str(given["valid"]))
    hour = int((valid - issued) / timedelta(hours=6)) - 1
    field = ensemble(land, "temperature_2m", issued, HOURS, box_of(given))
    towns = {place.name: at(field, place)[:, hour] for place in land.places}
    warmest = max(towns, key=lambda town: b * float(towns[town].mean()))
    mean = float(a + b * towns[warmest].mean())
    spread = float(np.sqrt(c + d * towns[warmest].var(ddof=1)))
    limit = float(str(given["threshold"]))
    members, came, weights = _run(land, given, 0)
    centre = members.mean(axis=0)
    return {
        "slope_b": float(b),
        "crps_after_c": crps,
        "warmest_town": warmest,
        "calibrated_mean_c": mean,
        "calibrated_spread_c": spread,
        "calibrated_percent": 100 * float(norm.sf(limit, mean, spread)),
        "raw_percent": 100 * float((towns[warmest] >= limit).mean()),
        "raw_error_c": weighted_mean(np.abs(centre - came), weights),
        "calibrated_error_c": weighted_mean(np.abs(a + b * centre - came), weights),
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
)
