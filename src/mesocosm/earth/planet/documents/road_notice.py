"""Notices of a road authority."""

from __future__ import annotations

from mesocosm.earth.planet.documents import water_topics as water
from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.scene import Scene, join_words
from mesocosm.earth.planet.documents.topics import table

MOST_ROADS = 8
"""Most roads that a notice lists."""


def _authority(scene: Scene) -> str:
    return scene.pen.pick(
        f"{scene.capital} Roads Department",
        f"District Highways, {scene.capital}",
        f"Road Traffic Authority, {scene.capital} office",
    )


def _caution(scene: Scene) -> str:
    pen = scene.pen
    return {
        "wet": pen.pick(
            "Do not drive into standing water.", "Mud and branches may lie on the carriageway after the water has gone."
        ),
        "hot": pen.pick("Soft tar is possible on minor roads.", "Carry water; breakdown crews are busy."),
        "cold": pen.pick("Bridges freeze first.", "Black ice must be expected before nine in the morning."),
        "dry": pen.pick("Dust from field tracks can hide the road ahead.", "Throw nothing burning from the car."),
        "month": pen.pick("Works are announced one week ahead.", "Please report damage to signs and rails."),
    }[scene.family]


def _usual(scene: Scene) -> str:
    """Describe journeys on open roads."""
    pen = scene.pen
    times = [f"{fact.place.partition(' to ')[2]} {pen.value(fact)}" for fact in scene.facts.all("journey")[:4]]
    if not times:
        return ""
    return pen.pick(
        f"Journey times from {scene.capital} on open roads: {join_words(times)}.",
        f"Usual driving times from {scene.capital} are: {join_words(times)}.",
    )


def _open(scene: Scene) -> str:
    pen = scene.pen
    begin, end = pen.day(scene.facts.get("begin")), pen.day(scene.facts.get("end"))
    return pen.pick(
        f"All numbered roads stayed open from {begin} to {end}.",
        f"Between {begin} and {end} no numbered road had to be closed.",
        f"There were no closures from {begin} to {end}.",
    )


def _entries(scene: Scene) -> list[tuple[str, str, str, str, str]]:
    """Return name, stretch, first day, last day and deepest water of each closed road."""
    pen, facts = scene.pen, scene.facts
    return [
        (
            road.name,
            facts.get("shut", road.id).place.partition(", ")[2],
            pen.day(facts.get("shut", road.id)),
            pen.day(facts.get("open", road.id)),
            pen.value(facts.get("road depth", road.id)),
        )
        for road in scene.shut[:MOST_ROADS]
    ]


def _closed(scene: Scene) -> list[str]:
    pen = scene.pen
    return [
        pen.pick(
            f"{name} {where}: closed {shut} to {last}, up to {deep} of water.",
            f"{name} {where}, from {shut} until {last}; depth on the road {deep}.",
            f"{name}, {where}. Flooded to {deep}. First day closed {shut}, last {last}.",
        )
        for name, where, shut, last, deep in _entries(scene)
    ]


def formal(scene: Scene) -> Draft:
    authority = _authority(scene)
    title = f"# Public notice {scene.issue}: {'closure of roads' if scene.shut else 'state of the roads'}"
    closures = "\n".join(f"{at}. {line}" for at, line in enumerate(_closed(scene), 1)) or _open(scene)
    opening = f"{authority} gives notice as follows." if scene.shut else ""
    rest = [water.journeys(scene, "office"), _usual(scene) if not scene.shut else "", _caution(scene)]
    sign = f"{scene.capital}, {scene.dated}. By order, {scene.person(60 + scene.number % 3)}."
    return Draft(title, authority, "\n\n".join(filter(None, [title, opening, closures, *rest, sign])))


def tabular(scene: Scene) -> Draft:
    pen, authority = scene.pen, _authority(scene)
    title = f"# {authority}: {pen.pick('roads after the', 'roads and the')} {scene.noun}" if scene.noun else ""
    title = title or f"# {authority}: roads in {scene.month}"
    shut = [(f"{name} {where}", first, last, deep) for name, where, first, last, deep in _entries(scene)]
    closures = table(("Road", "Closed from", "to", "Deepest water"), shut) if shut else _open(scene)
    journeys = water.journeys(scene, "office") or _usual(scene)
    return Draft(title, authority, "\n\n".join(filter(None, [title, scene.dated, closures, journeys, _caution(scene)])))


def alert(scene: Scene) -> Draft:
    """Write a message for telephones and radio."""
    pen, authority = scene.pen, _authority(scene)
    title = pen.pick("TRAFFIC MESSAGE", "ROAD NEWS", "TRAVEL UPDATE") + f" {scene.issue:03d}"
    closures = " ".join(_closed(scene)[:3]) or _open(scene)
    late = water.journeys(scene, "news") or _usual(scene)
    return Draft(
        title,
        authority,
        f"{title}\n\n{' '.join(filter(None, [closures, late, _caution(scene)]))}\n\n{authority}, {scene.dated}",
    )


def report(scene: Scene) -> Draft:
    """Report on the past closures, for the councils."""
    pen, authority = scene.pen, _authority(scene)
    title = f"# Road report, {scene.noun + ' of ' if scene.noun else ''}{scene.month} {pen.year}"
    count = pen.count(scene.facts.get("closed"), "road", first=True)
    first = f"{count} had to be closed." if scene.shut else _open(scene)
    cause = water.flood(scene, "office") if scene.shut else ""
    body = [
        f"{first} {cause}".strip(),
        "\n".join(f"- {line}" for line in _closed(scene)),
        water.journeys(scene, "office"),
    ]
    closing = f"{_usual(scene)} {_caution(scene)}".strip()
    return Draft(title, authority, "\n\n".join(filter(None, [title, *body, closing, f"{authority}, {scene.dated}"])))


STYLES = (formal, tabular, alert, report)
