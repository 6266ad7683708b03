"""The highest flow of a river at a gauge, in documents of the planet and in the record of the gauge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np

from mesocosm.earth.archives.land import Gauging
from mesocosm.earth.planet.documents.water_facts import gauged_towns, river_name
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.suites.terra.requests.documents import NUMBER, Passage, Said, cell, stated_number
from mesocosm.suites.terra.workflows.region_snapshot import Land, midnight
from mesocosm.types import TimeInterval

FLOW = r"[\d.,]+ m³/s"
PHRASES = (
    "crested at {name} on [^.]*? at {number} m³/s",
    "gauge {name}: rise from {flow} to a peak of {number} m³/s",
    "At the {name} gauge the [^.]*? rose from {flow} to {number} m³/s",
    "came up to {number} m³/s at {name}",
    "At {name} the [^.]*?, which carries {flow} in an ordinary week, swelled to {number} m³/s",
    "was running at {number} m³/s through {name}",
    "at {name} increased from {flow} to a maximum of {number} m³/s",
    "at {name} peaked at {number} m³/s",
    "at {name} stayed between {flow} and {number} m³/s",
    "gauge {name}: lowest flow {flow}, highest {number} m³/s",
    "at {name} ranged from {flow} to {number} m³/s",
    "At {name} the [^.]*? carried {flow} at its lowest and {number} m³/s",
    r"(?i:highest river flow) \([^)]*(?i:at {name})\)(?: \||:) {number} m³/s",
    r"at {name}\*\* \(basin [^)]*\): (?:peak|highest daily flow|lowest {flow}, highest) {number} m³/s",
    "at {name}, {number} m³/s on",
    "{number} m³/s in the [^.()]*? at {name} \\(",
)
"""All phrasings of the documents."""


def crest_said(parts: Sequence[Passage], river: str, town: str) -> Said | None:
    """Return the highest flow at a gauge that a document states, in m³/s."""
    tabled = cell(parts, "River, gauge", f"{river}, {town}", "Highest (m³/s)")
    filled = [_fill(phrase, town) for phrase in PHRASES]
    return tabled or stated_number(parts, *filled)


def _fill(phrase: str, town: str) -> str:
    return phrase.replace("{name}", re.escape(town)).replace("{number}", NUMBER).replace("{flow}", FLOW)


def gauges(land: Land) -> list[tuple[str, Place]]:
    """Return rivers and towns of the gauges on which documents report, the largest river first."""
    settlement, ground = land.planet.settlement(land.region), land.planet.ground(land.region)
    return [(river_name(ground, place.river_cell), place) for place in gauged_towns(settlement, ground)]


def flow(land: Land, town: str, span: tuple[date, date]) -> tuple[list[str], np.ndarray]:
    """Return days and discharge at the gauge of a town, from one day until before another."""
    when = TimeInterval(start=midnight(span[0]), end=midnight(span[1]))
    record = land.archive.discharge(Gauging(interval=when, box=land.box, point=None, names=(town,)))
    (values,) = record.data_vars.values()
    days = [str(span[0] + timedelta(days=step)) for step in range((span[1] - span[0]).days)]
    return days, np.asarray(values.values, float)
