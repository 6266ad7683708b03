"""The topics of each kind of event, and the tables that several kinds of document share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mesocosm.earth.planet.documents import air_topics as air
from mesocosm.earth.planet.documents import water_topics as water
from mesocosm.earth.planet.documents.air_topics import Voice
from mesocosm.earth.planet.documents.scene import Family, Scene

Topic = Callable[[Scene, Voice], str]
WEATHER: dict[Family, tuple[Topic, ...]] = {
    "wet": (air.rain, air.areal_rain, air.wind),
    "hot": (air.heat, air.discomfort),
    "cold": (air.cold, air.wind),
    "dry": (air.dryness, air.heat),
    "month": (air.month, air.heat, air.cold),
}
EFFECTS: dict[Family, tuple[Topic, ...]] = {
    "wet": (water.roads, water.journeys),
    "hot": (air.power,),
    "cold": (air.power, water.roads),
    "dry": (air.power,),
    "month": (air.power, water.roads, water.journeys),
}
RIVERS: tuple[Topic, ...] = (water.rivers, water.other_rivers, water.flood)


def tell(scene: Scene, voice: Voice, topics: tuple[Topic, ...]) -> str:
    """Write a paragraph; topics with nothing to say are left out."""
    return " ".join(filter(None, (topic(scene, voice) for topic in topics)))


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Write a table in Markdown; columns after the first are aligned to the right."""
    rule = ("---", *("---:" for _ in head[1:]))
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


COLUMNS: dict[Family, tuple[tuple[str, str], ...]] = {
    "wet": (("Rain (mm)", "rain"), ("Wettest day (mm)", "wettest"), ("Wind, max (m/s)", "wind")),
    "hot": (("Max (°C)", "highest"), ("Mean (°C)", "mean"), ("Hours at humidex 40+", "discomfort")),
    "cold": (("Min (°C)", "lowest"), ("Mean (°C)", "mean"), ("Frost days", "frost days")),
    "dry": (("Rain (mm)", "rain"), ("Normal (mm)", "normal rain"), ("Longest dry run (days)", "dry spell")),
    "month": (("Mean (°C)", "mean"), ("Max (°C)", "highest"), ("Min (°C)", "lowest"), ("Rain (mm)", "rain")),
}


def station_table(scene: Scene, stations: int = 5) -> str:
    """Write a table of the stations, with the quantities that matter in such weather."""
    columns = COLUMNS[scene.family]
    rows = [
        (place.name, *(_cell(scene, key, place.id) for _, key in columns))
        for place in scene.towns[:stations]
        if scene.facts.has("rain", place.id)
    ]
    return table(("Station", *(head for head, _ in columns)), rows)


def gauge_table(scene: Scene) -> str:
    """Write a table of the gauges: lowest and highest flow, the day of the highest, the long-term mean."""
    pen = scene.pen
    rows = [
        (
            f"{scene.river(place)}, {place.name}",
            pen.number(scene.at("low flow", place)),
            pen.number(scene.at("peak", place)),
            pen.day(scene.at("peak day", place)),
            pen.number(scene.at("usual flow", place)),
        )
        for place in scene.gauges
    ]
    return table(("River, gauge", "Lowest (m³/s)", "Highest (m³/s)", "On", "Long-term mean (m³/s)"), rows)


def key_rows(scene: Scene) -> list[tuple[str, str]]:
    """Return the chief figures, each with a label, for lists and tables."""
    pen, facts = scene.pen, scene.facts
    wanted = {
        "wet": ("rain", "wind", "peak", "flooded", "deepest", "delay"),
        "hot": ("highest", "discomfort", "demand"),
        "cold": ("lowest", "wind", "demand"),
        "dry": ("dry spell", "rain", "low flow"),
        "month": ("highest", "lowest", "rain", "peak", "demand"),
    }[scene.family]
    rows = []
    for key in wanted:
        matching = [fact for fact in facts.all(key) if fact.place or key in ("flooded", "demand")]
        if matching:
            fact = matching[-1] if key in ("lowest", "low flow") else matching[0]
            rows.append((LABELS[key] + (f" ({fact.place})" if fact.place else ""), pen.value(fact)))
    if scene.family == "wet":
        rows.append(("Roads closed", pen.number(facts.get("closed"))))
    return rows


LABELS = {
    "rain": "Highest rain total",
    "wind": "Strongest hourly wind",
    "peak": "Highest river flow",
    "low flow": "Lowest river flow",
    "flooded": "Flooded land",
    "deepest": "Deepest water, near the town",
    "delay": "Longest delay by road",
    "highest": "Highest temperature",
    "lowest": "Lowest temperature",
    "discomfort": "Hours of great discomfort",
    "demand": "Peak demand for power",
    "dry spell": "Longest run of dry days",
}


def _cell(scene: Scene, key: str, where: str) -> str:
    return scene.pen.number(scene.facts.get(key, where)) if scene.facts.has(key, where) else "-"
