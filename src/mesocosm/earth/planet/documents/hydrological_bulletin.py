"""Hydrological bulletins of a river authority."""

from __future__ import annotations

from mesocosm.earth.planet.documents import air_topics as air
from mesocosm.earth.planet.documents import water_topics as water
from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.scene import Scene, sentence
from mesocosm.earth.planet.documents.topics import RIVERS, gauge_table, tell


def _authority(scene: Scene) -> str:
    river = scene.river(scene.gauges[0]) if scene.gauges else scene.capital
    return scene.pen.pick(
        f"{river} River Authority",
        f"Hydrological Service, {scene.capital}",
        f"Catchment Board of the {river}" if scene.gauges else f"Water Board of {scene.capital}",
        f"Flood Forecasting Centre {scene.capital}",
    )


def _inputs(scene: Scene) -> str:
    """Describe the rain on the land, or the lack of it."""
    topic = air.dryness if scene.family in ("dry", "hot") else air.areal_rain
    return topic(scene, "office")


def _soil(scene: Scene) -> str:
    pen = scene.pen
    soil = pen.value(scene.facts.get("soil"))
    return pen.pick(
        f"Soils held {soil} of the water they can.",
        f"Mean soil water over the district stood at {soil} of capacity at the end.",
        f"At the end of the period the soil store was {soil} full.",
    )


def _when(scene: Scene) -> str:
    pen = scene.pen
    return f"{pen.day(scene.facts.get('begin'))} to {pen.day(scene.facts.get('end'))}"


def _ungauged(scene: Scene) -> str:
    return "" if scene.gauges else "No gauge of this office stands on a river of the district."


def tabular(scene: Scene) -> Draft:
    pen, office = scene.pen, _authority(scene)
    title = f"# Hydrological bulletin {scene.issue}/{pen.year}"
    about = f"Subject: {scene.noun}, {_when(scene)}" if scene.noun else f"Subject: {scene.month} {pen.year}"
    body = [
        about,
        _inputs(scene),
        gauge_table(scene) if scene.gauges else _ungauged(scene),
        water.flood(scene, "office"),
    ]
    soil = _soil(scene) if scene.family not in ("dry", "hot") else ""
    return Draft(title, office, "\n\n".join(filter(None, [title, *body, soil, f"{office}, {scene.dated}"])))


def narrative(scene: Scene) -> Draft:
    pen, office = scene.pen, _authority(scene)
    title = f"# Rivers of the {scene.capital} district: {scene.noun or scene.month}, {pen.year}"
    parts = pen.shuffled([_inputs(scene), _soil(scene)] if scene.family not in ("dry", "hot") else [_inputs(scene)])
    body = f"{' '.join(parts)}\n\n{tell(scene, 'office', RIVERS)}{_ungauged(scene)}"
    notice = pen.pick(
        "Figures are daily means and provisional until the ratings have been checked.",
        "All flows are daily means. Provisional data.",
    )
    return Draft(title, office, f"{title}\n\n*{office}, {scene.dated}*\n\n{body}\n\n{notice}")


def gauge_by_gauge(scene: Scene) -> Draft:
    pen, office, at = scene.pen, _authority(scene), scene.at
    title = f"# {office}: {pen.pick('state of the rivers', 'gauge report')} {scene.issue}"
    lines = []
    for place in scene.gauges:
        low, peak, usual = (pen.value(at(key, place)) for key in ("low flow", "peak", "usual flow"))
        day, basin = pen.day(at("peak day", place)), pen.value(at("basin", place))
        last = pen.value(at("last flow", place))
        lines.append(
            f"- **{scene.river(place)} at {place.name}** (basin {basin}): "
            + pen.pick(
                f"peak {peak} on {day}, back to {last} on the last day. Mean {usual}.",
                f"lowest {low}, highest {peak} ({day}), against {usual} in the long run.",
                f"highest daily flow {peak}, reached on {day}; at the close {last}.",
            )
        )
    flood = water.flood(scene, "office")
    opening = f"Period {_when(scene)}. {_inputs(scene)}"
    body = [opening, "\n".join(lines), _ungauged(scene), flood, f"Issued {scene.dated}."]
    return Draft(title, office, "\n\n".join([title, *filter(None, body)]))


def letter(scene: Scene) -> Draft:
    """Write a letter to the riverside councils."""
    pen, office = scene.pen, _authority(scene)
    title = f"# To the riverside councils: {scene.noun or 'the rivers in ' + scene.month}"
    closing = {
        "wet": "Please report flood marks before they are washed off; paint or a photograph with a rule will do.",
        "hot": "Licence holders are asked to take no more water than they must.",
        "cold": "Ice at the gauges may have raised some levels; these days carry a flag in the archive.",
        "dry": "Abstraction licences are under review. Please send us the readings of your wells.",
        "month": "The next bulletin follows in four weeks.",
    }[scene.family]
    body = [tell(scene, "office", RIVERS), _ungauged(scene), f"{_inputs(scene)} {closing}"]
    sign = f"{scene.person(6 + scene.number % 3)}, {office}"
    greeting = pen.pick("Dear colleagues,", "Dear Sir or Madam,")
    return Draft(title, office, "\n\n".join([title, scene.dated, greeting, *filter(None, body), sentence(sign)]))


STYLES = (tabular, narrative, gauge_by_gauge, letter)
