"""A bridge that is closed: settlements cut off, longer drives, and a check of the road that the notice names."""

from __future__ import annotations

import json
from collections.abc import Generator
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.road_times import straight_km
from mesocosm.suites.terra.requests.roadways import (
    BLOCKED_M,
    SPEEDS_KM_H,
    alone,
    block_roads,
    district_map,
    inside,
    locate_settlements,
    minutes,
    roads,
    settlements,
    slower,
    way,
)  # fmt: skip
from mesocosm.suites.terra.requests.town_cells import day_words
from mesocosm.suites.terra.requests.waters import weather_box
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

FALSE_SHARE = 0.4
LEAST_DELAY = 2.0
DELAYED = 1.0
"""Least increase in minutes for which a settlement counts as delayed."""
DAYS, DRY_MM = 40, 1.0


def _now(chance: Chance) -> datetime:
    return datetime(2035, int(chance.integers(1, 13)), int(chance.integers(10, 28)), 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    settlement = land.planet.settlement(land.region)
    names = {road.id: road.name for road in settlement.roads}
    graph, places = roads(land), [place.name for place in settlements(land)]
    centre = str(land.places[int(chance.integers(len(land.places)))].name)
    before = minutes(land, graph)
    for at in chance.permutation(len(settlement.bridges)).tolist():
        bridge = settlement.bridges[at]
        longitude, latitude = settlement.region.grid.from_plane([bridge.x], [bridge.y])
        point = [round(float(longitude[0]), 4), round(float(latitude[0]), 4)]
        rest, shut = block_roads(land, point)
        if shut != {names[bridge.road]} or not alone(land, point) or not inside(point, weather_box(land)):
            continue
        later = slower(before, minutes(land, rest), centre)
        if len(later) > 1 and later[0][1] - later[1][1] < 0.03 * later[0][1] + 0.2:
            continue
        if later and later[0][1] > LEAST_DELAY and all(abs(gain - DELAYED) > 0.15 for _, gain in later):
            break
    else:
        raise Unsuited("no bridge whose loss makes a difference")
    lying = chance.random() < FALSE_SHARE
    others = sorted({name for _, _, name in graph.edges(data="road") if name != names[bridge.road]})
    named = others[int(chance.integers(len(others)))] if lying else names[bridge.road]
    start = land.now.date() + timedelta(days=int(chance.integers(3, 20)))
    if np.abs(_rain(land, point) - DRY_MM).min() < 0.06:
        raise Unsuited("the rain of a day is close to the bound of dry days")
    return {
        "district": land.region, "centre": centre, "point": list(point), "road": str(named), "holds": not lying,
        "others": [str(name) for name in chance.permutation(places) if name != centre], "day": str(start),
        "first": str(land.now.date() - timedelta(days=DAYS)), "today": str(land.now.date()),
    }  # fmt: skip


def _rain(land: Land, point: list[float]) -> np.ndarray:
    """Rain of the days before the request, at the nearest cell."""
    today = land.now.date()
    sides = land.box
    box = [sides.west, sides.south, sides.east, sides.north]
    fields = land.fetch(["precipitation"], (today - timedelta(days=DAYS), today), box, "day")
    cell = fields.precipitation.sel(longitude=point[0], latitude=point[1], method="nearest")
    return np.asarray(cell.values, float)


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, today = read_request_text(__name__), land.now.date()
    return text.fill(
        text.choose_opening(chance),
        district=land.region,
        day=day_words(str(given["day"])),
        road=given["road"],
        point=given["point"],
        centre=given["centre"],
        others=join_words(texts(given, "others")),
        metres=BLOCKED_M,
        speeds=SPEEDS_KM_H,
        least_min=DELAYED,
        dry_mm=DRY_MM,
        days=DAYS,
        first=day_words(today - timedelta(days=DAYS)),
        last=day_words(today - timedelta(days=1)),
    )


def _plan(hands: Hands) -> Plan:
    street_map, box = yield from district_map(hands)
    centre, others = hands.text("centre"), hands.texts("others")
    points, people = yield from locate_settlements(hands, [centre, *others])
    shut, road = yield from _closed(hands, street_map)
    dry = yield from _dry(hands, box)
    now = yield from hands.use(
        "routing.travel_times", path=street_map.path, origins=[points[centre]], destinations=[points[n] for n in others]
    )
    then = yield from hands.use(
        "routing.travel_times",
        path=street_map.path,
        origins=[points[centre]],
        destinations=[points[n] for n in others],
        zones=shut.path,
    )
    reached = [name for at, name in enumerate(others) if then.get("minutes", 0, at) is not None]
    after = {name: then.number("minutes", 0, others.index(name)) for name in reached}
    delays, lengths = {}, {}
    for name in reached:
        line = yield from hands.use(
            "routing.route", path=street_map.path, start=points[centre], end=points[name], zones=shut.path
        )
        yield from hands.use("feature_map.places", zones=line.path)
        lengths[name] = line.number("length_km")
        delays[name] = yield from hands.calculate(f"{after[name]} - {now.number('minutes', 0, others.index(name))}")
    late = [f"{people[name]:g}" for name in others if name not in reached or delays[name] >= DELAYED]
    held_up = yield from hands.calculate(" + ".join(late))
    weights = " + ".join(f"{people[name]:g}" for name in reached)
    mean = yield from hands.calculate(f"({' + '.join(f'{people[n]:g} * {after[n]}' for n in reached)}) / ({weights})")
    worst = max(delays, key=lambda name: delays[name])
    return {
        "shut_road": road,
        "notice_right": road == hands.text("road"),
        "delayed": len(late),
        "people_delayed": held_up,
        "most_delayed": worst,
        "delay_min": delays[worst],
        "detour_km": lengths[worst],
        "dry_days": dry,
        "mean_min": mean,
    }


def _dry(hands: Hands, box: Box) -> Generator[ToolCall, Observation, float]:
    """Number of dry days at the bridge before the request."""
    rain = yield from hands.use(
        "archive.reanalysis", variables=["precipitation"], start=hands.text("first"), end=hands.text("today"), box=box,
        step="day",
    )  # fmt: skip
    series = yield from hands.use("region.point_series", path=rain.path, point=hands.given["point"])
    events = yield from hands.use("reanalysis.events", path=series.path, comparison="<", threshold=DRY_MM, unit="mm")
    return events.number("fields", "steps_in_events", "max")


def _closed(hands: Hands, street_map: Seen) -> Generator[ToolCall, Observation, tuple[Seen, str]]:
    """The closed place as a zone, and the road that is closed there."""
    point = {"type": "Point", "coordinates": hands.given["point"]}
    text = {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": point}]}
    yield from hands.use("files.write_file", path="bridge.geojson", content=json.dumps(text))
    zone = yield from hands.use("gis.buffer", path="bridge.geojson", metres=BLOCKED_M)
    lines = yield from hands.use("gis.features", path=street_map.path, key="highway", geometry="line")
    met = yield from hands.use("gis.overlay", path=lines.path, zones=zone.path, operation="touching")
    roads_there = yield from hands.use("gis.feature_statistics", path=met.path, group_by="ref")
    yield from hands.use("routing.closures", path=street_map.path, zones=zone.path)
    groups = roads_there.get("groups")
    return zone, ", ".join(groups) if isinstance(groups, dict) else ""


def _derive(land: Land, given: Given) -> Answers:
    """Return how many settlements and people there are, and the geodesic to the one that is delayed most."""
    centre, others = str(given["centre"]), texts(given, "others")
    people = sum(place.population for place in settlements(land) if place.name in others)
    worst = str(_recompute(land, given)["most_delayed"])
    return {"settlements": len(others), "people": people, "straight_km": straight_km(land, centre, worst)}


def _recompute(land: Land, given: Given) -> Answers:
    point = [float(str(value)) for value in (given["point"] if isinstance(given["point"], list) else [])]
    rest, shut = block_roads(land, point)
    centre, people = str(given["centre"]), {place.name: place.population for place in settlements(land)}
    before, after = minutes(land, roads(land)), minutes(land, rest)
    reached = {name: time for name, time in after[centre].items() if name != centre}
    gains = dict(slower(before, after, centre))
    late = [n for n in people if n != centre and (n not in reached or gains.get(n, 0.0) >= DELAYED)]
    worst, delay = slower(before, after, centre)[0]
    return {
        "shut_road": min(shut),
        "notice_right": min(shut) == given["road"],
        "delayed": len(late),
        "people_delayed": sum(people[name] for name in late),
        "most_delayed": worst,
        "delay_min": float(delay),
        "detour_km": float(way(land, rest, centre, worst)[0]),
        "dry_days": int((_rain(land, point) < DRY_MM).sum()),
        "mean_min": float(
            sum(people[name] * time for name, time in reached.items()) / sum(people[name] for name in reached)
        ),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=lambda given: "plain" if given["holds"] else "false premise",
)
