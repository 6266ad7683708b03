"""Weather bulletins and monthly summaries of a weather service."""

from __future__ import annotations

from mesocosm.earth.planet.documents import air_topics as air
from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.scene import Scene, join_words, sentence
from mesocosm.earth.planet.documents.topics import WEATHER, key_rows, station_table, tell


def _office(scene: Scene) -> str:
    return scene.pen.pick(
        f"{scene.capital} Weather Office",
        f"Meteorological Service of {scene.capital}",
        f"Regional Forecast Centre {scene.capital}",
    )


def _span(scene: Scene) -> str:
    return scene.pen.span(scene.facts.get("begin"), scene.facts.get("end"))


def _synopsis(scene: Scene) -> str:
    """Explain the cause of the weather."""
    pen = scene.pen
    return {
        "wet": pen.pick(
            "A low crossed the district and drew moist air over the hills, where the rain was slow to clear.",
            "Fronts moved in quick succession; behind the last of them skies cleared within hours.",
            "The low deepened as it came in, and the rain band stalled over the upper valleys.",
        ),
        "hot": pen.pick(
            "High pressure held over the district, and light winds from the land kept the nights warm.",
            "Under a stationary high the air warmed from day to day.",
        ),
        "cold": pen.pick(
            "Cold air flowed in round a strong high; clear nights did the rest.",
            "An outbreak from the north brought dry and bitterly cold air.",
        ),
        "dry": pen.pick(
            "Lows kept to other tracks for weeks, and such showers as came were soon spent.",
            "High pressure returned again and again; rain-bearing fronts passed the district by.",
        ),
        "month": pen.pick(
            "The month had its share of settled and unsettled weather.",
            "Changes were frequent, and no one kind of weather lasted the month.",
        ),
    }[scene.family]


def sections(scene: Scene) -> Draft:
    """Write a synopsis, observations and a table."""
    pen, office = scene.pen, _office(scene)
    what = f"The {scene.noun} of {_span(scene)}" if scene.noun else f"Weather of {scene.month} {scene.pen.year}"
    title = f"# Weather bulletin {scene.number}"
    body = [
        f"**{what}**",
        f"## Synopsis\n\n{_synopsis(scene)}",
        f"## {pen.pick('Observations', 'At the stations')}\n\n{tell(scene, 'office', WEATHER[scene.family])}",
        station_table(scene),
        f"{office}, {scene.dated}",
    ]
    return Draft(title, office, "\n\n".join([title, *body]))


def plain(scene: Scene) -> Draft:
    """Write for the public, in two paragraphs."""
    office = _office(scene)
    title = f"# {sentence(scene.noun) if scene.noun else scene.month} in the {scene.capital} district"
    opening = f"{office} looks back on {_span(scene)}. {_synopsis(scene)}"
    return Draft(
        title,
        office,
        f"{title}\n\n{opening}\n\n{tell(scene, 'office', WEATHER[scene.family])}\n\n"
        f"Issued {scene.dated} by {scene.person(scene.number % 6)}, duty forecaster.",
    )


def capitals(scene: Scene) -> Draft:
    """Write as bulletins are sent by wire: short lines under plain labels."""
    pen, office = scene.pen, _office(scene)
    title = f"BULLETIN {scene.issue:03d} - {office.upper()}"
    lines = [f"{label.upper()}: {value}" for label, value in key_rows(scene)]
    period = f"PERIOD: {pen.day(scene.facts.get('begin'), 'iso')} TO {pen.day(scene.facts.get('end'), 'iso')}"
    body = "\n".join([f"ISSUED {scene.issued.isoformat()} 0900 UTC", period, *lines])
    remark = f"REMARKS: {_synopsis(scene).upper()}"
    return Draft(title, office, f"{title}\n\n```\n{body}\n{remark}\n```")


def by_station(scene: Scene) -> Draft:
    """Write one paragraph for each of the larger towns."""
    pen, office, at = scene.pen, _office(scene), scene.at
    title = f"# {pen.pick('Station notes', 'Town by town')}: {scene.noun or scene.month}, {scene.pen.year}"
    towns = []
    for place in [place for place in scene.towns[:3] if scene.facts.has("rain", place.id)]:
        high, low = pen.value(at("highest", place)), pen.value(at("lowest", place))
        hot, cold = pen.day(at("highest day", place)), pen.day(at("lowest day", place))
        total, wet = pen.value(at("rain", place)), pen.count(at("wet days", place), "day")
        notes = [
            pen.pick(f"Highest {high} ({hot}).", f"A maximum of {high} was read on {hot}."),
            pen.pick(f"Lowest {low} ({cold}).", f"The minimum, {low}, came on {cold}."),
            pen.pick(f"Rain {total} on {wet}.", f"It rained on {wet}; the gauge held {total}."),
        ]
        towns.append(f"**{place.name}.** {' '.join(pen.shuffled(notes))}")
    names = join_words([place.name for place in scene.towns[:3]])
    opening = pen.pick(f"Readings from {names}, {_span(scene)}.", f"{_synopsis(scene)} Readings for {_span(scene)}:")
    closing = f"{office}, {scene.dated}"
    wind = air.wind(scene, "office") if scene.family in ("wet", "cold") else ""
    return Draft(title, office, "\n\n".join(filter(None, [title, opening, *towns, wind, closing])))


STYLES = (sections, plain, capitals, by_station)
