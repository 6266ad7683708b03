"""Driving times in road notices, checked on the map."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from numpy.random import Generator as Chance

from mesocosm.earth.planet.documents.document import Document
from mesocosm.suites.terra.requests.documents import (
    Passage,
    Said,
    clear,
    facts_of,
    month_and_year,
    numbers,
    paper,
    passages_of,
    read_after_month,
    reported_fact,
    resolve_towns,
    shuffle_numbers,
    text,
)
from mesocosm.suites.terra.requests.road_times import minutes_from, settlements, straight_km
from mesocosm.suites.terra.requests.roadways import ASSUMED_SPEEDS
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow

SHARE, NUMBERS, NOTICES = 0.25, 60, 3
SENTENCE = re.compile(r"(?:on open roads|Usual driving times from \w+ are): ([^.]*)\.")
ENTRY = re.compile(r"(\w+) (\d+) minutes?")
Figures = dict[tuple[str, str], Said]
"""Figures by month and town."""


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(2, 9)), 1, 12, tzinfo=UTC)


def _usual(parts: list[Passage]) -> dict[str, Said]:
    """Read the usual driving times of a notice, by town."""
    for part in parts:
        if sentence := SENTENCE.search(part.text):
            return {town: Said(float(minutes), part.section) for town, minutes in ENTRY.findall(sentence[1])}
    return {}


def _draw(land: Land, chance: Chance) -> Given:
    months = [f"2031-{month:02d}" for month in sorted(shuffle_numbers(chance, 12)[:NOTICES])]
    capital = next(iter(settlements(land)))
    times = minutes_from(land, capital)
    wanted, target = bool(chance.random() < 0.5), months[int(chance.integers(NOTICES))]
    library: list[str] = []
    figures: Figures = {}
    for month in months:
        key, read = _pick(land, chance, month, times, month != target or wanted)
        library.append(key)
        figures |= {(month, town): figure for town, figure in read.items()}
    keys = [at for at, figure in figures.items()
            if at[0] == target and (abs(figure.value - times[at[1]]) <= SHARE * times[at[1]]) == wanted]  # fmt: skip
    if not keys:
        raise Unsuited("no figure of the wanted kind")
    _, town = keys[int(chance.integers(len(keys)))]
    others = [f"{month}/{kind}/3" for month, kind in zip(months, ("newspaper brief", "weather bulletin"), strict=False)]
    towns = sorted({town for _, town in figures})
    box = [round(edge, 2) for edge in (land.box.west, land.box.south, land.box.east, land.box.north)]
    far = sorted((times[each] for each in towns), reverse=True)
    if far[0] - far[1] < 0.3:
        raise Unsuited("two towns are equally far")
    return {"months": [*months], "capital": capital, "month": target, "town": town, "towns": [*towns],
            "library": [*library, *others], "box": [*box]}  # fmt: skip


def _pick(land: Land, chance: Chance, month: str, times: dict[str, float], some: bool) -> tuple[str, dict[str, Said]]:
    """Choose a notice that prints usual times, none of them close to the limit; with `some` all may hold."""
    for each in shuffle_numbers(chance, NUMBERS):
        key = f"{month}/road notice/{each}"
        read = _usual(passages_of(paper(land, key)))
        gaps = {town: figure.value - times[town] for town, figure in read.items() if town in times}
        clearly = all(clear(gap, SHARE * times[town], 0.1) for town, gap in gaps.items())
        holds = all(abs(gap) <= SHARE * times[town] for town, gap in gaps.items())
        if len(gaps) >= 3 and len(gaps) == len(read) and clearly and (some or not holds):
            return key, read
    raise Unsuited("no notice prints such times")


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(paper(land, key) for key in texts(given, "library"))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    words = read_request_text(__name__)
    return words.fill(
        words.choose_opening(chance),
        capital=given["capital"],
        town=given["town"],
        months=join_words([month_and_year(month) for month in texts(given, "months")]),
        month=month_and_year(text(given, "month")),
        box=given["box"],
        percent=100 * SHARE,
        speeds=ASSUMED_SPEEDS,
    )


def _plan(hands: Hands) -> Plan:
    capital, town, months = hands.text("capital"), hands.text("town"), hands.texts("months")
    figures: Figures = {}
    sources = {}
    for month in months:
        for document, parts in (yield from read_after_month(hands, month, capital, "road notice")):
            sources[month] = document
            figures |= {(month, name): figure for name, figure in _usual(parts).items()}
    towns = sorted({name for _, name in figures})
    points = yield from resolve_towns(hands, [capital, *towns])
    roads = yield from hands.use("gis.fetch_map", box=numbers(hands.given, "box"))
    start, found_capital = points[capital]
    ends = [points[name][0] for name in towns]
    after_all = [found_capital, *(points[name][1] for name in towns)]
    matrix = yield from hands.use(
        "routing.travel_times", path=roads.path, origins=[start], destinations=ends, after=after_all
    )
    times = {name: matrix.number("minutes", 0, at) for at, name in enumerate(towns)}
    routes = {}
    for name in towns:
        routes[name] = yield from hands.use(
            "routing.route", path=roads.path, start=start, end=points[name][0], after=[found_capital, points[name][1]]
        )
    gaps = {}
    for at, figure in figures.items():
        gaps[at] = yield from hands.calculate(f"{figure.value} - {times[at[1]]:.9g}")
    farthest = max(towns, key=lambda name: times[name])
    yield from hands.use("feature_map.places", zones=routes[farthest].path)
    wanted = hands.text("month"), town
    return {
        "document": sources[wanted[0]],
        "stated_min": figures[wanted].value,
        "map_min": times[town],
        "difference_min": gaps[wanted],
        "holds": abs(gaps[wanted]) <= SHARE * times[town],
        "printed": len(figures),
        "holding": sum(abs(gap) <= SHARE * times[at[1]] for at, gap in gaps.items()),
        "farthest": farthest,
        "farthest_km": routes[farthest].number("length_km"),
    }


def _note(land: Land, given: Given) -> dict[tuple[str, str], tuple[float, str]]:
    """Return the usual times that the authors of the notices meant to state, each with the kind of its error."""
    notes = {}
    names = {place.name: place.id for place in land.planet.settlement(land.region).places}
    for month, name in zip(texts(given, "months"), texts(given, "library"), strict=False):
        document, facts = paper(land, name), facts_of(land.planet, land.region, month)
        for town in _usual(passages_of(document)):
            entry = reported_fact(document, facts.get("journey", names[town]).id)
            assert entry is not None
            notes[month, town] = entry.stated, str(entry.how)
    return notes


def _recompute(land: Land, given: Given) -> Answers:
    times, town = minutes_from(land, text(given, "capital")), text(given, "town")
    stated = {at: value for at, (value, _) in _note(land, given).items()}
    gaps = {at: value - times[at[1]] for at, value in stated.items()}
    wanted = text(given, "month"), town
    farthest = max({name for _, name in stated}, key=lambda name: times[name])
    source = texts(given, "library")[texts(given, "months").index(wanted[0])]
    return {
        "document": paper(land, source).id,
        "stated_min": stated[wanted],
        "map_min": times[town],
        "difference_min": gaps[wanted],
        "holds": abs(gaps[wanted]) <= SHARE * times[town],
        "printed": len(stated),
        "holding": sum(abs(gap) <= SHARE * times[at[1]] for at, gap in gaps.items()),
        "farthest": farthest,
        "farthest_km": _length(land, text(given, "capital"), farthest),
    }


def _derive(land: Land, given: Given) -> Answers:
    """Return the geodesics to the town in question, and to the farthest one."""
    capital, farthest = text(given, "capital"), str(_recompute(land, given)["farthest"])
    return {
        "straight_km": straight_km(land, capital, text(given, "town")),
        "farthest_straight_km": straight_km(land, capital, farthest),
    }


def _length(land: Land, start: str, end: str) -> float:
    """Return the kilometres of the fastest route."""
    from itertools import pairwise

    import networkx as nx
    import numpy as np
    from pyproj import Geod

    from mesocosm.suites.terra.requests.road_times import nearest_node, road_map

    graph = road_map(land)
    nodes = np.array(list(graph))
    ends = [nearest_node(nodes, settlements(land)[name]) for name in (start, end)]
    path = nx.dijkstra_path(graph, *ends, weight="minutes")
    return float(sum(Geod(ellps="WGS84").inv(*here, *there)[2] for here, there in pairwise(path))) / 1000


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    at = text(given, "month"), text(given, "town")
    value, how = _note(land, given)[at]
    source = paper(land, texts(given, "library")[texts(given, "months").index(at[0])])
    figure = _usual(passages_of(source))[at[1]]
    return (
        Standing(key="stated_min", document=source.id, section=figure.section, stated=value, measured="map_min",
                 mode="approximate", how=how),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    documents=_documents,
    standings=_standings,
)
