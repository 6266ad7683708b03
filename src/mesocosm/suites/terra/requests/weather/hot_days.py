"""Hot days of a month in each town of a district, and the warmest town."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

LEAST_MARGIN = 0.2
"""Degrees Celsius by which the warmest town must lead, so that rounding cannot change the answer."""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2040)), 10, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    names = [place.name for place in land.places]
    year, month = land.now.year - int(chance.integers(0, 2)), int(chance.integers(6, 9))
    given: Given = {"towns": [str(name) for name in chance.permutation(names)], "start": f"{year}-{month:02d}-01"}
    given["end"] = f"{year}-{month + 1:02d}-01"
    highs = _daily_highs(land, given)
    means = sorted((values.mean() for values in highs.values()), reverse=True)
    threshold = float(np.round(np.percentile(np.concatenate(list(highs.values())), 70)))
    if means[0] - means[1] < LEAST_MARGIN:
        raise Unsuited("two towns are as warm")
    if len(_hottest_days(highs)) > 1:
        raise Unsuited("two days are as hot")
    return {**given, "threshold": threshold}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    return read_request_text(__name__).fill(
        month=date.fromisoformat(str(given["start"])),
        towns=join_words(texts(given, "towns")),
        threshold=given["threshold"],
    )


def _plan(hands: Hands) -> Plan:
    highs: dict[str, tuple[float, float, str]] = {}
    files: dict[str, str] = {}
    start, end = hands.text("start"), hands.text("end")
    for town in hands.texts("towns"):
        place = yield from hands.use("gis.resolve_place", name=town)
        longitude, latitude = place.number("place", "point", 0), place.number("place", "point", 1)
        box = box_of_points([(longitude, latitude)])
        hours = yield from hands.use(
            "archive.reanalysis", variables=["temperature_2m"], start=start, end=end, box=box, after=[place]
        )
        days = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="max")
        series = yield from hands.use("region.point_series", path=days.path, point=[longitude, latitude])
        files[town] = series.path
        yield from hands.use("chart.series", lines=[{"path": series.path}], threshold=hands.number("threshold"))
        month = yield from hands.use("reanalysis.aggregate", path=series.path, period="month", statistic="mean")
        mean = yield from hands.use("reanalysis.read", path=month.path)
        values = series.numbers("values", "temperature_2m")
        hottest_at = max(range(len(values)), key=values.__getitem__)
        highs[town] = mean.number("mean"), values[hottest_at], series.word("times", hottest_at)
    ranked = sorted(highs, key=lambda town: -highs[town][0])
    events = yield from hands.use(
        "reanalysis.events", path=files[ranked[0]], comparison=">=", threshold=hands.number("threshold"), unit="degC"
    )
    hottest = max(highs, key=lambda town: highs[town][1])
    spread = yield from hands.calculate(f"{highs[ranked[0]][0]} - {highs[ranked[-1]][0]}")
    return {
        "warmest_town": ranked[0],
        "mean_high_c": highs[ranked[0]][0],
        "hot_days": events.number("fields", "steps_in_events", "max"),
        "hottest_c": highs[hottest][1],
        "hottest_day": highs[hottest][2][:10],
        "spread_c": spread,
    }


def _recompute(land: Land, given: Given) -> Answers:
    highs = _daily_highs(land, given)
    means = {town: values.mean() for town, values in highs.items()}
    warmest, coolest = max(means, key=lambda town: means[town]), min(means, key=lambda town: means[town])
    hottest = max(highs, key=lambda town: highs[town].max())
    day = np.datetime64(str(given["start"])) + int(highs[hottest].argmax())
    return {
        "warmest_town": warmest,
        "mean_high_c": float(means[warmest]),
        "hot_days": int((highs[warmest] >= float(str(given["threshold"]))).sum()),
        "hottest_c": float(highs[hottest].max()),
        "hottest_day": str(day),
        "spread_c": float(means[warmest] - means[coolest]),
    }


def _hottest_days(highs: Mapping[str, np.ndarray]) -> set[int]:
    """Days, from 0, on which some town has the highest high of all: more than one where tenths of a degree agree."""
    top = max(values.max() for values in highs.values())
    return {int(day) for values in highs.values() for day in np.flatnonzero(values == top)}


def _derive(land: Land, given: Given) -> Answers:
    """The mean of all hours in the town with the highest mean of highs."""
    hours = _hours(land, given)
    warmest = max(hours, key=lambda town: hours[town].max(axis=1).mean())
    return {"mean_c": float(hours[warmest].mean()), "threshold": given["threshold"]}


def _daily_highs(land: Land, given: Given) -> dict[str, np.ndarray]:
    """Daily highs of each town's nearest cell."""
    return {town: hours.max(axis=1) for town, hours in _hours(land, given).items()}


def _hours(land: Land, given: Given) -> dict[str, np.ndarray]:
    """Temperatures of each town's nearest cell, (days, hours)."""
    span = date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"]))
    hours = {}
    for place in land.places:
        fields = land.fetch(["temperature_2m"], span, box_about(place), "hour")
        cell = fields.temperature_2m.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
        hours[place.name] = cell.values.astype(float).reshape(-1, 24)
    return hours


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
)
