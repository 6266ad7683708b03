"""Public blocks: parks, the market square, schools, a hospital, a church, with sports courts and car parks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people import shapes
from mesocosm.earth.planet.people.town import AreaKind, Form, Use, Zone

if TYPE_CHECKING:
    from shapely.geometry import Polygon

COURTS_M: dict[AreaKind, tuple[float, float]] = {
    "football_pitch": (98.0, 62.0),
    "tennis_court": (36.6, 18.3),
    "basketball_court": (30.0, 17.0),
    "playground": (22.0, 18.0),
    "car_park": (46.0, 31.0),
}
"""Length and breadth of courts with their margins; a tennis court's follow the ITF."""
PLANS: dict[Use, tuple[tuple[float, float], ...]] = {
    "school": (
        (-34, -22), (34, -22), (34, -9), (-20, -9), (-20, 2), (22, 2), (22, 15), (-20, 15), (-20, 22), (-34, 22),
    ),
    "hospital": (
        (-46, -30), (-30, -30), (-30, -8), (30, -8), (30, -30), (46, -30), (46, 30), (30, 30), (30, 8), (-30, 8),
        (-30, 30), (-46, 30)
    ),
    "church": ((-17, -5), (-5, -5), (-5, -10), (4, -10), (4, -5), (16, -5), (19, 0), (16, 5), (4, 5), (4, 10), (-5, 10),
               (-5, 5), (-17, 5)),
}  # fmt: skip
"""Ground plans about their middle, with x along the block's longer side, metres."""


@dataclass(frozen=True)
class Civic:
    """The content of a public block."""

    building: tuple[Use, Form, Polygon] | None
    areas: tuple[tuple[AreaKind, Polygon], ...]


def choose_civic(cells: list[tuple[Polygon, Zone]], square: Floats, people: int, draw: Generator) -> dict[int, Zone]:
    """Choose the public blocks, by place in the list: square and church near the centre, the others across the town."""
    import shapely

    middles = shapely.get_coordinates(shapely.centroid([outline for outline, _ in cells]))
    away = np.sqrt(((middles - square) ** 2).sum(axis=1))
    area = shapely.area([outline for outline, _ in cells])
    chosen: dict[int, Zone] = {}
    wishes: list[tuple[Zone, float, float]] = [("square", 1500.0, 9000.0), ("church", 1800.0, 9000.0)]
    wishes += [("hospital", 9000.0, 40000.0)] if people > 8000 else []
    wishes += [("school", 6500.0, 30000.0)] * int(np.clip(people // 9000, 1, 6))
    wishes += [("park", 5000.0, 60000.0)] * int(np.clip(len(cells) // 22, 1, 14))
    for zone, least, most in wishes:
        lived = [n for n, (_, kind) in enumerate(cells) if kind != "industry" and n not in chosen]
        fits = [n for n in lived if least <= area[n] <= most]
        if not fits:
            continue
        near = sorted(fits, key=lambda n: (away[n], n))
        chosen[near[0] if zone in ("square", "church") else fits[int(draw.integers(len(fits)))]] = zone
    return chosen


def make_civic(block: Polygon, zone: Zone, draw: Generator) -> Civic:
    """Return the building of a public block, and its courts and car parks if they have room."""
    import shapely

    if zone == "square":
        return Civic(None, (("square", block),))
    _, along, _, _ = shapes.axes(block)
    building = None if zone == "park" else _building(block, zone, along)
    areas: list[tuple[AreaKind, Polygon]] = []
    room = shapely.buffer(block, -3.0)
    if building is not None:
        room = shapes.minus(room, shapely.buffer(building[2], 6.0))
    for kind in _wishes(zone, draw):
        court = shapes.fit_rectangle(room, *COURTS_M[kind], along)
        if court is not None:
            areas.append((kind, court))
            room = shapes.minus(room, shapely.buffer(court, 4.0, join_style="mitre"))
    lawn = shapes.polygons(shapes.round_to_centimetres(room), 200.0)
    areas += [("park" if zone == "park" else "grass", part) for part in lawn]
    return Civic(building, tuple(areas))


def _wishes(zone: Zone, draw: Generator) -> tuple[AreaKind, ...]:
    if zone == "school":
        return ("football_pitch", "car_park", "basketball_court", "playground")
    if zone == "hospital":
        return ("car_park", "car_park", "car_park")
    if zone == "park":
        sport = draw.uniform()
        return ("football_pitch", "tennis_court", "tennis_court") if sport < 0.35 else ("playground", "tennis_court")
    return ("car_park",)


def _building(block: Polygon, zone: Zone, along: Floats) -> tuple[Use, Form, Polygon] | None:
    """Return the zone's ground plan, as large as the block allows."""
    import shapely

    use: Use = "school" if zone == "school" else "hospital" if zone == "hospital" else "church"
    form: Form = "cross" if use == "church" else "winged"
    room = shapely.buffer(block, -2.0)
    if room.is_empty:
        return None
    plan = np.asarray(PLANS[use], np.float64)
    middle = shapely.get_coordinates(shapely.centroid(room))[0]
    for scale in (1.0, 0.85, 0.7, 0.55, 0.42):
        for shift in (0.0, 0.3, -0.3):
            place = middle + shift * np.sqrt(block.area) * along
            outline = shapely.polygons(shapes.place_corners(plan * scale, place, along))
            if shapely.within(outline, room):
                return use, form, shapes.round_to_centimetres(outline)
    return None
