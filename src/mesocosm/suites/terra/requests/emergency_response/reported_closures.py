"""A contingency plan, checked for the towns that a closure at each of its weak points cuts off."""

from __future__ import annotations

import functools
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.stated_numbers import How
from mesocosm.seeding import generator
from mesocosm.suites.terra.requests.documents import (
    NUMBER,
    Passage,
    clear,
    number,
    numbers,
    reading,
    require_found,
    resolve_towns,
    rows_of,
    sheet,
    slip,
    stated_number,
    text,
)
from mesocosm.suites.terra.requests.road_times import minutes_from, road_map, settlements, straight_km
from mesocosm.suites.terra.requests.roadways import ASSUMED_SPEEDS
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow

METRES = 400.0
CLEAR_DEGREES = 0.03
"""Least distance of a weak point from every town, degrees."""
SHARE = 0.1
SITES, CANDIDATES = 5, 14
LONGEST = (
    "In ordinary times {town} is {number} minutes from {capital}",
    "From {capital} an engine needs {number} minutes to {town}",
)


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(2, 12)), 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    capital = next(iter(settlements(land)))
    usual = minutes_from(land, capital)
    far = sorted(usual.values(), reverse=True)
    if len(usual) < 4 or far[0] - far[1] < 0.3:
        raise Unsuited("few towns on the roads, or two as far")
    candidates = _sites(land, chance)
    most = max(len(_cut(land, capital, site)) for site in candidates)
    worst = next(site for site in candidates if len(_cut(land, capital, site)) == most)
    milder = [site for site in candidates if len(_cut(land, capital, site)) < most]
    if len(milder) < SITES - 1 or most == 0:
        raise Unsuited("too few weak points, or all as bad")
    chosen = [worst, *milder[: SITES - 1]]
    sites = [chosen[int(at)] for at in chance.permutation(SITES)]
    box = [round(edge, 2) for edge in (land.box.west, land.box.south, land.box.east, land.box.north)]
    given: Given = {
        "capital": capital, "towns": [name for name in usual if name != capital], "box": [*box],
        "sites": [[*site] for site in sites], "number": int(chance.integers(1, 10_000)),
        "day": str(date(2031, 9, 1) + timedelta(days=int(chance.integers(0, 100)))), "persona": int(chance.integers(2)),
    }  # fmt: skip
    given["site"] = int(chance.integers(SITES)) + 1
    wrongly = bool(chance.random() < 1 / 3)
    count = _counts(land, given)[int(number(given, "site")) - 1]
    given |= {"quoted": count + (1 if wrongly else 0), "wrongly": wrongly}
    printed = _minutes(land, given)[0]
    if not clear(printed - max(usual.values()), SHARE * max(usual.values()), 0.3):
        raise Unsuited("a close verdict")
    return given


def _sites(land: Land, chance: Chance) -> list[tuple[float, float]]:
    """Points of roads away from towns and from one another."""
    nodes = sorted(road_map(land))
    sites: list[tuple[float, float]] = []
    towns = [*settlements(land).values()]
    for at in chance.permutation(len(nodes)):
        here = nodes[int(at)]
        if all(np.hypot(here[0] - there[0], here[1] - there[1]) > CLEAR_DEGREES for there in (*towns, *sites)):
            sites.append((round(float(here[0]), 4), round(float(here[1]), 4)))
        if len(sites) == CANDIDATES:
            break
    return sites


@functools.lru_cache(maxsize=64)
def _cut_off(land: Land, capital: str, longitude: float, latitude: float, metres: float) -> tuple[str, ...]:
    reached = minutes_from(land, capital, [((longitude, latitude), metres)])
    return tuple(sorted(name for name in minutes_from(land, capital) if name not in reached))


def _cut(land: Land, capital: str, site: tuple[float, float], metres: float = METRES) -> tuple[str, ...]:
    return _cut_off(land, capital, *site, metres)


def _points(given: Given) -> list[tuple[float, float]]:
    every = given["sites"]
    assert isinstance(every, list)
    return [(float(str(site[0])), float(str(site[1]))) for site in every if isinstance(site, list)]


def _counts(land: Land, given: Given) -> list[int]:
    """Towns that each closure cuts off by the plan; some of the counts are one too many or too few."""
    counts = []
    for at, site in enumerate(_points(given)):
        true = len(_cut(land, text(given, "capital"), site))
        draw = generator("terra", "closures", land.region, int(number(given, "number")), at)
        counts.append(true if draw.random() < 0.5 else true + (1 if true == 0 or draw.random() < 0.5 else -1))
    return counts


def _minutes(land: Land, given: Given) -> tuple[float, How, str]:
    """Minutes to the farthest town as the plan prints them, how the number came about, and the town."""
    usual = minutes_from(land, text(given, "capital"))
    town = max(usual, key=lambda name: usual[name])
    printed, how = slip(usual[town], 0, "farthest", land.region, int(number(given, "number")))
    return printed, how, town


def _sheet(land: Land, given: Given, step: int) -> Document:
    number_, capital = int(number(given, "number")), text(given, "capital")
    day = date.fromisoformat(text(given, "day")) - timedelta(days=(0, 380, 170, 55)[step])
    minutes, how, town = _minutes(land, given)
    counts = [(count + step) % 7 for count in _counts(land, given)]
    rows = "\n".join(
        f"| W{at} | {site[0]:.4f} | {site[1]:.4f} | {count} |"
        for at, (site, count) in enumerate(zip(_points(given), counts, strict=True), start=1)
    )
    usual = LONGEST[number_ % 2].replace("{town}", town).replace("{capital}", capital)
    usual = usual.replace("{number}", f"{round(minutes * (1, 0.8, 1.2, 1.1)[step]):d}")
    status = "in force" if not step else "superseded"
    body = (
        f"# Contingency plan for the roads of {capital}, edition of {day.day} {day:%B %Y}\n\nStatus: {status}.\n\n"
        f"## Journeys\n\n{usual}.\n\n## Weak points\n\n| Point | Longitude | Latitude | Towns cut off from {capital} "
        f"|\n| --- | ---: | ---: | ---: |\n{rows}\n\nEach point stands for a closure of all roads within {METRES:g} m."
    )
    true = len(_cut(land, capital, _points(given)[0]))
    claims: dict[str, tuple[float, str, How]] = {
        "farthest": (max(minutes_from(land, capital).values()), f"{minutes:.0f}", how),
        "first": (float(true), f"{counts[0]}", "exact" if counts[0] == true else "off by a day"),
    }
    name, title = f"road-plan-{number_ + step}-{day:%Y%m%d}", f"Contingency plan for the roads of {capital}"
    return sheet(name, "situation report", title, day, "Fire and rescue", body, claims)


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(_sheet(land, given, step) for step in range(4))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    request, count = read_request_text(__name__), int(number(given, "quoted"))
    return request.fill(
        request.openings[int(number(given, "persona"))],
        capital=given["capital"],
        sites=SITES,
        site=int(number(given, "site")),
        cut_off=request.phrase("one_town" if count == 1 else "some_towns", count=count),
        metres=METRES,
        towns=", ".join(texts(given, "towns")),
        box=given["box"],
        percent=100 * SHARE,
        speeds=ASSUMED_SPEEDS,
    )


def _weak_points(parts: list[Passage], capital: str) -> dict[str, tuple[list[float], int]]:
    """Position of each weak point of a plan, and the number of towns that its closure cuts off."""
    table = next(part for part in parts if part.table)
    return {
        row["Point"]: ([float(row["Longitude"]), float(row["Latitude"])], int(row[f"Towns cut off from {capital}"]))
        for row in rows_of(table)
    }


def _plan(hands: Hands) -> Plan:
    capital, towns = hands.text("capital"), hands.texts("towns")
    hits = yield from hands.use("documents.search", words=f"contingency plan roads {capital}")
    latest = max((row for row in hits.rows("documents")), key=lambda row: str(row["date"]))
    for row in hits.rows("documents"):
        passages = yield from reading(hands, str(row["id"]))
        if row["id"] == latest["id"]:
            parts = passages
    points = yield from resolve_towns(hands, [capital, *towns])
    roads = yield from hands.use("gis.fetch_map", box=numbers(hands.given, "box"))
    ends = [points[name][0] for name in towns]
    start, places = points[capital][0], [place for _, place in points.values()]
    usual = yield from hands.use(
        "routing.travel_times", path=roads.path, origins=[start], destinations=ends, after=places
    )
    minutes = {name: usual.number("minutes", 0, at) for at, name in enumerate(towns)}
    farthest = max(minutes, key=lambda name: minutes[name])
    weak, cut = _weak_points(parts, capital), {}
    for point, (place, _) in weak.items():
        where = f'{{"type": "Point", "coordinates": {place}}}'
        feature = f'{{"type": "Feature", "properties": {{"name": "{point}"}}, "geometry": {where}}}'
        path = f"{point}.geojson"
        yield from hands.use(
            "files.write_file", path=path, content=f'{{"type": "FeatureCollection", "features": [{feature}]}}'
        )
        zone = yield from hands.use("gis.buffer", path=path, metres=METRES)
        left = yield from hands.use(
            "routing.travel_times", path=roads.path, origins=[start], destinations=ends, zones=zone.path, after=places
        )
        row_ = left.get("minutes", 0)
        cut[point] = [name for name, each in zip(towns, row_ if isinstance(row_, list) else [], strict=True)
                      if each is None]  # fmt: skip
        yield from hands.use("feature_map.places", zones=zone.path, label="name")
    phrases = [phrase.replace("{town}", farthest).replace("{capital}", capital).replace("{number}", NUMBER)
               for phrase in LONGEST]  # fmt: skip
    stated = require_found(stated_number(parts, *phrases))
    gap = yield from hands.calculate(f"{stated.value} - {minutes[farthest]:.9g}")
    chosen = f"W{int(hands.number('site'))}"
    return {
        "document": str(latest["id"]),
        "stated_cut": weak[chosen][1],
        "quoted_right": weak[chosen][1] == int(hands.number("quoted")),
        "cut_off": list(cut[chosen]),
        "right_counts": sum(count == len(cut[point]) for point, (_, count) in weak.items()),
        "worst_point": max(cut, key=lambda point: len(cut[point])),
        "stated_min": stated.value,
        "map_min": minutes[farthest],
        "minutes_hold": abs(gap) <= SHARE * minutes[farthest],
    }


def _derive(land: Land, given: Given) -> Answers:
    """Return the number of towns, and the longest geodesic to any of them."""
    capital, towns = text(given, "capital"), texts(given, "towns")
    return {"towns": len(towns), "straight_km": max(straight_km(land, capital, town) for town in towns)}


def _alternatives(land: Land, given: Given) -> dict[str, Answers]:
    """Return what closures cut off in slightly other circles: on a sphere, or of a polygon instead of an arc."""
    return {f"circles of {metres:g} m": _closed(land, given, metres) for metres in (0.99 * METRES, 1.01 * METRES)}


def _closed(land: Land, given: Given, metres: float) -> Answers:
    """Return what the closures cut off by the map."""
    cut = [_cut(land, text(given, "capital"), point, metres) for point in _points(given)]
    right = sum(count == len(names) for count, names in zip(_counts(land, given), cut, strict=True))
    worst = f"W{max(range(SITES), key=lambda at: len(cut[at])) + 1}"
    return {"cut_off": list(cut[int(number(given, "site")) - 1]), "right_counts": right, "worst_point": worst}


def _recompute(land: Land, given: Given) -> Answers:
    capital, counts, site = text(given, "capital"), _counts(land, given), int(number(given, "site")) - 1
    usual = minutes_from(land, capital)
    printed = _minutes(land, given)[0]
    return {
        **_closed(land, given, METRES),
        "document": _sheet(land, given, 0).id,
        "stated_cut": counts[site],
        "quoted_right": counts[site] == int(number(given, "quoted")),
        "stated_min": printed,
        "map_min": max(usual.values()),
        "minutes_hold": abs(printed - max(usual.values())) <= SHARE * max(usual.values()),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    name, counts, site = _sheet(land, given, 0).id, _counts(land, given), int(number(given, "site")) - 1
    printed, how, _ = _minutes(land, given)
    true = len(_cut(land, text(given, "capital"), _points(given)[site]))
    return (
        Standing(key="stated_cut", document=name, section="Weak points", stated=float(counts[site]),
                 measured="cut_off", mode="structural", how="exact" if counts[site] == true else "wrong count"),
        Standing(key="stated_min", document=name, section="Journeys", stated=printed, measured="map_min",
                 mode="approximate", how=how),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    alternatives=_alternatives,
    documents=_documents,
    standings=_standings,
    trait=lambda given: "false premise" if given["wrongly"] else "plain",
)
