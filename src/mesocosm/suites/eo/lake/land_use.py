"""The name of a place by its land use: a coarse map of uses, and the rules that name a window."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from mesocosm.earth.planet.people.town import Area, Town
from mesocosm.earth.planet.sensors.painter import paint, place_rings
from mesocosm.earth.planet.sensors.photo.grounds import rings_of
from mesocosm.earth.planet.sensors.photo.rings import ring_of
from mesocosm.earth.planet.sensors.window import Codes, Floats, Window


class Use(IntEnum):
    """Use of land."""

    OPEN = 0
    FIELD = 1
    WOOD = 2
    PARK = 3
    CORE = 4
    HOUSING = 5
    INDUSTRY = 6
    WATER = 7
    PORT = 8
    AIRFIELD = 9
    TANK_FARM = 10
    SOLAR_FIELD = 11
    RAIL_STATION = 12


ZONES = {"core": Use.CORE, "square": Use.CORE, "industry": Use.INDUSTRY, "park": Use.PARK}
SPORTS = ("tennis_court", "basketball_court", "football_pitch", "playground", "park")


@dataclass(frozen=True)
class Rule:
    """A place has this name if these uses take up at least a share of it."""

    name: str
    uses: tuple[Use, ...]
    least: float


RULES: tuple[Rule, ...] = (
    Rule("harbour", (Use.PORT,), 0.08),
    Rule("airfield", (Use.AIRFIELD,), 0.10),
    Rule("oil storage area", (Use.TANK_FARM,), 0.05),
    Rule("solar farm", (Use.SOLAR_FIELD,), 0.10),
    Rule("open water", (Use.WATER,), 0.70),
    Rule("farmland", (Use.FIELD,), 0.45),
    Rule("woodland", (Use.WOOD,), 0.45),
    Rule("railway station", (Use.RAIL_STATION,), 0.12),
    Rule("industrial area", (Use.INDUSTRY,), 0.25),
    Rule("town centre", (Use.CORE,), 0.20),
    Rule("park", (Use.PARK,), 0.40),
    Rule("residential area", (Use.HOUSING, Use.CORE), 0.20),
)
"""Rules in order; the first that holds names the place."""
SCENE_CLASSES = (*(rule.name for rule in RULES), "open land")


def map_uses(town: Town, window: Window) -> Codes:
    """Map the use of every pixel of a coarse window, later layers over earlier ones."""
    faces: list[tuple[Floats, Use]] = [(ring_of(field.outline), Use.FIELD) for field in town.fields]
    faces += [(ring_of(area.outline), Use.WOOD) for area in town.areas if area.kind == "wood"]
    faces += [(ring_of(block.outline), ZONES.get(block.zone, Use.HOUSING)) for block in town.blocks]
    faces += [(ring_of(area.outline), Use.PARK) for area in town.areas if _is_park(area)]
    for body in (town.standing, town.rivers):
        faces += [(ring, Use.WATER) for ring in rings_of(body)]
    faces += [(ring_of(site.outline), Use[site.kind.upper()]) for site in town.sites]
    faces = [(ring, use) for ring, use in faces if len(ring) >= 3]
    codes = np.asarray([int(use) for _, use in faces], np.int64)
    canvas = paint(place_rings(window, [ring for ring, _ in faces], 1), codes, (window.rows, window.columns))
    return canvas.astype(np.uint8)


def _is_park(area: Area) -> bool:
    return area.kind in SPORTS


def name_of(uses: Codes) -> str:
    """Return the name of a place with these uses."""
    counts = np.bincount(uses.ravel(), minlength=len(Use))
    for rule in RULES:
        if int(counts[[int(use) for use in rule.uses]].sum()) >= rule.least * uses.size:
            return rule.name
    return "open land"
