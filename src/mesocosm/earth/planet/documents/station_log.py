"""Logs of a weather station, as its observer keeps them."""

from __future__ import annotations

from datetime import date, timedelta

from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.facts import Fact
from mesocosm.earth.planet.documents.scene import Scene
from mesocosm.earth.planet.documents.text_renderer import write_date
from mesocosm.earth.planet.documents.topics import table

HEAVY_MM, LIGHT_MM = 20.0, 1.0
HOT_C = 30.0


def _lines(scene: Scene) -> list[tuple[date, Fact, Fact, Fact]]:
    """Return day, rain, highest and lowest temperature."""
    town, facts = scene.towns[0], scene.facts
    days = [day for day in range(facts.period.days) if facts.has("day rain", f"{town.id}.{day}")]
    keys = [(facts.period.first + timedelta(days=day), f"{town.id}.{day}") for day in days]
    return [
        (day, facts.get("day rain", key), facts.get("day high", key), facts.get("day low", key)) for day, key in keys
    ]


def _remark(scene: Scene, rain: Fact, high: Fact, low: Fact) -> str:
    """Return a remark of the observer; empty on most days."""
    pen = scene.pen
    if rain.value >= HEAVY_MM:
        return pen.pick("Heavy rain.", "Gauge emptied twice.", "Rain all day, yard under water.", "Downpours.")
    if low.value < -5:
        return pen.pick("Hard frost.", "Screen door iced up.", "Rime on the fence.")
    if low.value < 0:
        return pen.pick("Frost.", "Ground white at 06.", "")
    if high.value >= HOT_C:
        return pen.pick("Hot.", "Haze. No wind to speak of.", "Very close by evening.")
    if rain.value < LIGHT_MM:
        return pen.pick("", "", "", "Fair.", "Fine.", "", "", "Clear night.", "", "Instruments cleaned.")
    return pen.pick("Showers.", "", "Rain on and off.", "")


def _observer(scene: Scene) -> str:
    return scene.person(30 + scene.number % 4)


def columns(scene: Scene) -> Draft:
    """Write a sheet in fixed columns."""
    pen, author = scene.pen, _observer(scene)
    title = f"STATION {scene.capital.upper()}  SHEET {scene.issue}".replace("  ", " / ")
    rows = [
        f"{day.isoformat()}  {pen.number(high, 6)}  {pen.number(low, 6)}  {pen.number(rain, 7)}  "
        f"{_remark(scene, rain, high, low)}".rstrip()
        for day, rain, high, low in _lines(scene)
    ]
    head = f"{'date':<10}  {'max C':>6}  {'min C':>6}  {'rain mm':>7}  remarks"
    return Draft(title, author, "\n".join([title, "", "```", head, *rows, "```", "", f"Observer {author}"]))


def terse(scene: Scene) -> Draft:
    pen, author = scene.pen, _observer(scene)
    title = f"# Log, {scene.capital} station, {scene.month} {pen.year}"
    rows = []
    for day, rain, high, low in _lines(scene):
        wet = f"rain {pen.number(rain)}" if rain.value >= 0.1 else pen.pick("no rain", "dry", "rain nil")
        rows.append(
            f"- {write_date(day, '{day} {short}')}: {pen.number(high)}/{pen.number(low)}, {wet}. "
            + _remark(scene, rain, high, low)
        )
    key = pen.pick("High/low in °C, rain in mm, days UTC.", "Temps max/min (°C). Rain, mm, 00-24 UTC.")
    return Draft(title, author, f"{title}\n\n{key}\n\n" + "\n".join(row.rstrip() for row in rows) + f"\n\n{author}")


def register(scene: Scene) -> Draft:
    """Write a table with the total under it."""
    pen, author, town = scene.pen, _observer(scene), scene.towns[0]
    title = f"# Climatological register: {town.name}"
    rows = [
        (
            str(write_date(day, "slash")),
            pen.number(low),
            pen.number(high),
            pen.number(rain),
            _remark(scene, rain, high, low),
        )
        for day, rain, high, low in _lines(scene)
    ]
    total = pen.value(scene.at("rain", town))
    wet = pen.count(scene.at("wet days", town), "day")
    foot = pen.pick(f"Sum of rain {total}, on {wet}.", f"Rain in all {total}; {wet} with 1 mm or more.")
    body = table(("Day", "Tn °C", "Tx °C", "R mm", "Notes"), rows)
    short = "" if len(rows) == scene.facts.period.days else "Continued overleaf; the sum is of the whole period. "
    return Draft(title, author, f"{title}\n\nYear {pen.year}. Observer {author}.\n\n{body}\n\n{short}{foot}")


def diary(scene: Scene) -> Draft:
    """Write about the noteworthy days alone."""
    pen, author, town, at = scene.pen, _observer(scene), scene.towns[0], scene.at
    title = f"# {scene.capital}: observer's notebook"
    high, low = pen.value(at("highest", town)), pen.value(at("lowest", town))
    wind, wind_day = pen.value(at("wind", town)), pen.day(at("wind day", town))
    entries = [
        (at("highest day", town).value, f"{pen.day(at('highest day', town))}. Thermometer up to {high}."),
        (at("lowest day", town).value, f"{pen.day(at('lowest day', town))}. Down to {low} before dawn."),
        (at("wind day", town).value, f"{wind_day}. Anemometer {wind} over the hour."),
    ]
    if scene.facts.has("wettest", town.id):
        most, day = pen.value(at("wettest", town)), pen.day(at("wettest day", town))
        entries.append((at("wettest day", town).value, f"{day}. {most} in the gauge."))
    total = pen.value(at("rain", town))
    begin, end = pen.day(scene.facts.get("begin")), pen.day(scene.facts.get("end"))
    last = pen.pick(f"Added up the book, {begin} to {end}: {total} of rain.", f"Rain {begin} to {end}: {total}.")
    diary_entries = "\n\n".join(text for _, text in sorted(entries))
    return Draft(title, author, f"{title}\n\n{diary_entries}\n\n{last}\n\n{author}, {scene.dated}")


STYLES = (columns, terse, register, diary)
