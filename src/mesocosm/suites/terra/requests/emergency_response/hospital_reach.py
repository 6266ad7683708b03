"""Drives from settlements to their hospital, and hours in which helicopters could not fly."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.roadways import (
    SPEEDS_KM_H,
    detours,
    district_map,
    locate_settlements,
    minutes,
    roads,
    settlements,
    way,
)
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

HOSPITALS = 2
DAYS = 7
CLOSE, TIE = 1.12, 1.025
"""Ratio of the longest drive to the next: a close comparison lies below the first, a tie below the second."""


def _now(chance: Chance) -> datetime:
    return datetime(2034, int(chance.integers(1, 13)), int(chance.integers(10, 28)), 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    names = [place.name for place in settlements(land)]
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])[:HOSPITALS]]
    start = land.now.date() - timedelta(days=DAYS + int(chance.integers(1, 300)))
    given: Given = {
        "district": land.region, "hospitals": list(towns), "start": str(start),
        "end": str(start + timedelta(days=DAYS)),
        "others": [str(name) for name in chance.permutation(names) if name not in towns],
    }  # fmt: skip
    times = _nearest(land, given)
    ordered = sorted((time[1] for time in times.values()), reverse=True)
    gaps = [abs(a - b) / max(a, b) for a, b in (_pair(land, given, name) for name in times)]
    winding = sorted(detours(land, times).values(), reverse=True)
    clouds = _clouds(land, given)
    given["cloud"] = round(float(chance.choice([0.6, 0.7, 0.8, 0.9])) + 0.005, 3)
    hidden = sorted(int((series >= given["cloud"]).sum()) for series in clouds.values())
    if len({town for town, _ in times.values()}) < HOSPITALS:
        raise Unsuited("one hospital serves all")
    if ordered[0] < TIE * ordered[1] or min(gaps) < TIE - 1 or winding[0] < 1.02 * winding[1]:
        raise Unsuited("two ways are alike")
    if (
        hidden[0] == hidden[-1]
        or hidden[-1] < 3
        or any(np.abs(s - given["cloud"]).min() < 0.002 for s in clouds.values())
    ):
        raise Unsuited("the skies are alike")
    given["close"] = bool(ordered[0] < CLOSE * ordered[1])
    given["reach"] = _between(sorted(time[1] for time in times.values()), chance)
    return given


def _between(values: list[float], chance: Chance) -> int:
    """A number of minutes that differs from every settlement's time, with some times on either side."""
    fit = [
        minute
        for minute in range(int(values[0]) + 1, int(values[-1]) + 1)
        if all(abs(minute - value) > 0.02 * value + 0.1 for value in values)
    ]
    if not fit:
        raise Unsuited("all as far")
    return int(fit[int(chance.integers(len(fit)))])


def _pair(land: Land, given: Given, name: str) -> tuple[float, float]:
    times = minutes(land, roads(land))
    first, second = texts(given, "hospitals")
    return times[name][first], times[name][second]


def _nearest(land: Land, given: Given) -> dict[str, tuple[str, float]]:
    times = minutes(land, roads(land))
    return {
        name: min(((town, times[name][town]) for town in texts(given, "hospitals")), key=lambda time: time[1])
        for name in texts(given, "others")
    }


def _clouds(land: Land, given: Given) -> dict[str, np.ndarray]:
    """Hourly cloud cover of the nearest cell of each hospital town."""
    span = date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"]))
    sides = land.box
    fields = land.fetch(["cloud_cover"], span, [sides.west, sides.south, sides.east, sides.north], "hour")
    skies = {}
    for name in texts(given, "hospitals"):
        place = land.place(name)
        cell = fields.cloud_cover.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
        skies[name] = cell.values.astype(float)
    return skies


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, start = read_request_text(__name__), date.fromisoformat(str(given["start"]))
    first, second = texts(given, "hospitals")
    return text.fill(
        text.choose_opening(chance),
        district=land.region,
        first=first,
        second=second,
        others=join_words(texts(given, "others")),
        start=start,
        last=start + timedelta(days=DAYS - 1),
        hours=24 * DAYS,
        speeds=SPEEDS_KM_H,
        cloud_percent=100 * float(str(given["cloud"])),
        reach=given["reach"],
    )


def _plan(hands: Hands) -> Plan:
    street_map, box = yield from district_map(hands)
    hospitals, others = hands.texts("hospitals"), hands.texts("others")
    points, people = yield from locate_settlements(hands, [*hospitals, *others])
    best: dict[str, tuple[str, float, float]] = {}
    for name in others:
        ways = []
        for town in hospitals:
            line = yield from hands.use("routing.route", path=street_map.path, start=points[name], end=points[town])
            ways.append((town, line.number("minutes"), line.number("length_km")))
        best[name] = min(ways, key=lambda drive: drive[1])
    straight = yield from hands.use(
        "gis.distance_matrix",
        origins=[points[name] for name in others],
        destinations=[points[town] for town in hospitals],
    )
    factors = {}
    for at, name in enumerate(others):
        away = straight.number("kilometres", at, hospitals.index(best[name][0]))
        factors[name] = yield from hands.calculate(f"{best[name][2]} / {away}")
    grounded = yield from _grounded(hands, [points[town] for town in hospitals], box)
    farthest = max(best, key=lambda name: best[name][1])
    for town in hospitals:
        area = yield from hands.use(
            "routing.reach", path=street_map.path, point=points[town], minutes=[hands.number("reach")]
        )
        yield from hands.use("feature_map.places", zones=area.path)
    near = [name for name in others if best[name][1] <= hands.number("reach")]
    reached = yield from hands.calculate(" + ".join(f"{people[name]:g}" for name in near))
    total = " + ".join(f"{people[name]:g}" for name in others)
    mean = yield from hands.calculate(
        f"({' + '.join(f'{people[name]:g} * {best[name][1]}' for name in others)}) / ({total})"
    )
    return {
        "farthest": farthest,
        "farthest_min": best[farthest][1],
        "farthest_km": best[farthest][2],
        "most_winding": max(factors, key=lambda name: factors[name]),
        "detour": max(factors.values()),
        "people_in_reach": reached,
        "mean_min": mean,
        "served_by_first": [name for name in others if best[name][0] == hospitals[0]],
        "grounded_hours": max(grounded),
    }


def _grounded(hands: Hands, points: list[list[float]], box: Box) -> Generator[ToolCall, Observation, list[float]]:
    start, end = hands.text("start"), hands.text("end")
    sky = yield from hands.use("archive.reanalysis", variables=["cloud_cover"], start=start, end=end, box=box)
    hours = []
    for point in points:
        series = yield from hands.use("region.point_series", path=sky.path, point=point)
        events = yield from hands.use(
            "reanalysis.events", path=series.path, comparison=">=", threshold=hands.number("cloud"), unit="1"
        )
        yield from hands.use("chart.series", lines=[{"path": series.path}])
        hours.append(events.number("fields", "steps_in_events", "max"))
    return hours


def _derive(land: Land, given: Given) -> Answers:
    """Return how many settlements are served, and the people in them."""
    others = texts(given, "others")
    people = sum(place.population for place in settlements(land) if place.name in others)
    return {"settlements": len(others), "people": people}


def _recompute(land: Land, given: Given) -> Answers:
    times = _nearest(land, given)
    people = {place.name: place.population for place in settlements(land)}
    farthest = max(times, key=lambda name: times[name][1])
    length, _ = way(land, roads(land), farthest, times[farthest][0])
    factors = detours(land, times)
    skies = _clouds(land, given)
    everyone = sum(people[name] for name in times)
    return {
        "farthest": farthest,
        "farthest_min": float(times[farthest][1]),
        "farthest_km": float(length),
        "most_winding": max(factors, key=lambda name: factors[name]),
        "detour": float(max(factors.values())),
        "people_in_reach": sum(people[name] for name in times if times[name][1] <= float(str(given["reach"]))),
        "mean_min": float(sum(people[name] * times[name][1] for name in times) / everyone),
        "served_by_first": [name for name in times if times[name][0] == texts(given, "hospitals")[0]],
        "grounded_hours": max(int((sky >= float(str(given["cloud"]))).sum()) for sky in skies.values()),
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
    trait=lambda given: "close" if given["close"] else "plain",
)
