"""Buildings on parcels: footprints along the street as is usual in each zone, with use, height, age and material."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people import shapes
from mesocosm.earth.planet.people.plots import Plot
from mesocosm.earth.planet.people.town import Building, Form, Material, Roof, Use, Zone
from mesocosm.earth.planet.regions import Climate

if TYPE_CHECKING:
    from shapely.geometry import Polygon

TRADE: tuple[Use, ...] = ("shop", "office", "school", "hospital", "station")


@dataclass(frozen=True)
class Habit:
    """How a zone is built; lengths in metres, ranges from least to most."""

    parcel: tuple[float, float]
    """Front and depth of the parcels."""
    setback: tuple[float, float]
    gap: float
    """Distance to the sides of the parcel."""
    front: tuple[float, float]
    depth: tuple[float, float]
    storeys: tuple[int, int]
    years: tuple[int, int]
    filled: float
    """Share of the parcels on a street that hold a building."""


@dataclass(frozen=True)
class Draft:
    """A planned building, before its parcel limits it."""

    form: Form
    corners: Floats
    room_m: float
    """Distance to keep from the parcel's edge."""
    use: Use
    storeys: int
    built: int
    material: Material
    roof: Roof


HABITS: dict[Zone, Habit] = {
    "core": Habit((15.0, 34.0), (0.0, 0.6), 0.0, (40.0, 60.0), (11.0, 17.0), (3, 6), (1820, 1975), 0.97),
    "terrace": Habit((7.4, 36.0), (2.0, 4.0), 0.0, (30.0, 40.0), (8.0, 11.0), (2, 3), (1870, 1960), 0.97),
    "suburb": Habit((19.0, 42.0), (4.0, 9.0), 2.2, (9.5, 16.0), (8.0, 12.5), (1, 2), (1925, 2026), 0.95),
    "estate": Habit((48.0, 60.0), (6.0, 12.0), 6.0, (20.0, 62.0), (11.5, 15.0), (4, 12), (1955, 2015), 0.95),
    "industry": Habit((75.0, 95.0), (8.0, 16.0), 6.0, (30.0, 95.0), (25.0, 60.0), (1, 2), (1930, 2024), 0.92),
}
USES: dict[Zone, tuple[tuple[Use, float], ...]] = {
    "core": (("shop", 0.45), ("office", 0.3), ("flats", 0.25)),
    "terrace": (("house", 0.84), ("flats", 0.08), ("shop", 0.08)),
    "suburb": (("house", 0.97), ("shop", 0.03)),
    "estate": (("flats", 0.88), ("office", 0.12)),
    "industry": (("industry", 0.5), ("warehouse", 0.5)),
}
MATERIALS: dict[Climate, tuple[Material, ...]] = {
    "oceanic": ("brick", "brick", "brick", "stone", "concrete"),
    "mediterranean": ("stone", "concrete", "brick", "concrete"),
    "continental": ("brick", "timber", "concrete", "timber"),
    "humid_subtropical": ("timber", "timber", "brick", "concrete"),
    "semi_arid": ("adobe", "brick", "concrete", "adobe"),
    "tropical": ("concrete", "timber", "brick", "concrete"),
}
STOREY_M: dict[Use, float] = {
    "house": 2.8, "flats": 2.9, "shop": 3.5, "office": 3.6, "school": 3.6, "hospital": 3.9,
    "station": 6.0, "church": 12.0, "industry": 7.5, "warehouse": 9.0,
}  # fmt: skip
HOME_M2 = 38.0
"""Floor area per resident."""


LEAST_M, LEAST_M2 = 4.3, 28.0
"""Least front and depth of a building, and its least ground area."""


def draft(plot: Plot, zone: Zone, climate: Climate, draw: Generator) -> Draft | None:
    """Plan the building of a parcel; None if it has no street or stays empty."""
    habit = HABITS[zone]
    if plot.front_m == 0 or draw.uniform() > habit.filled:
        return None
    setback = draw.uniform(*habit.setback)
    front = min(plot.front_m - 2 * habit.gap, draw.uniform(*habit.front))
    depth = min(plot.depth_m - setback - 1.0, draw.uniform(*habit.depth))
    if front < LEAST_M or depth < LEAST_M:
        return None
    spare = plot.front_m - 2 * habit.gap - front
    west = habit.gap + spare * draw.uniform(0.2, 0.8)
    form, corners = _plan(zone, front, depth, plot.depth_m - setback - 2.0, draw)
    corners = shapes.place_corners(corners + np.array([west, setback]), np.array(plot.start), np.array(plot.along))
    return describe_building(form, use_of(zone, draw), corners, zone, climate, draw, 0.03 if habit.gap == 0 else 1.0)


def describe_building(
    form: Form, use: Use, corners: Floats, zone: Zone, climate: Climate, draw: Generator, room_m: float = 0.0
) -> Draft:
    """Return a building with attributes drawn as is usual in its zone and climate."""
    habit = HABITS[zone]
    storeys = int(draw.integers(habit.storeys[0], habit.storeys[1] + 1))
    storeys = storeys + 4 if form == "tower" else 1 if form == "hall" else storeys
    built = int(draw.integers(*habit.years))
    material, roof = _material(use, built, climate, draw), _roof(use, form, storeys, climate, draw)
    return Draft(form, corners, room_m, use, storeys, built, material, roof)


def raise_building(key: str, parcel: str, plan: Draft, outline: Polygon) -> Building:
    """Make the building of a draft on the outline that remains for it."""
    lived = {"house": 1.0, "flats": 0.85, "shop": 0.4}.get(plan.use, 0.0)
    residents = int(outline.area * plan.storeys * lived / HOME_M2)
    height = round(plan.storeys * STOREY_M[plan.use] + (0.0 if plan.roof == "flat" else 2.4), 1)
    return Building(
        key, parcel, plan.use, plan.form, outline, plan.storeys, height, plan.built, plan.material, plan.roof, residents
    )


def car_park(plot: Plot, plan: Draft | None, zone: Zone) -> Floats | None:
    """Return the corners of the car park of flats or works: behind the building, or all of an empty parcel."""
    if zone not in ("estate", "industry") or plot.front_m < 22.0:
        return None
    start, along = np.array(plot.start), np.array(plot.along)
    left = np.array([-along[1], along[0]])
    behind = 3.0 if plan is None else float(((plan.corners - start) @ left).max()) + 5.0
    deep = min(plot.depth_m - behind - 3.0, 34.0)
    if deep < 11.0:
        return None
    return shapes.place_corners(
        shapes.rectangle(4.0, behind, min(plot.front_m - 4.0, 62.0), behind + deep), start, along
    )


def clip_to_parcel(plans: list[Draft], parcels: list[Polygon]) -> list[Polygon | None]:
    """Return the part of each draft's ground that lies within its parcel; None where it is too small."""
    import shapely

    if not plans:
        return []
    room = shapely.buffer(parcels, [-plan.room_m for plan in plans], join_style="mitre")
    drawn = shapely.polygons(_rings(plans))
    kept = shapely.set_precision(shapely.intersection(shapely.make_valid(drawn), room), shapes.STEP_M)
    return [_largest(shape) for shape in kept]


def _rings(plans: list[Draft]) -> list[object]:
    import shapely

    return [shapely.linearrings(plan.corners) for plan in plans]


def _largest(shape: Polygon) -> Polygon | None:
    if shape.geom_type != "Polygon":
        parts = shapes.polygons(shape, LEAST_M2)
        return max(parts, key=lambda part: part.area) if parts else None
    return shape if shape.area >= LEAST_M2 else None


def use_of(zone: Zone, draw: Generator) -> Use:
    """Draw the use of a building in a zone."""
    chance, total = draw.uniform(), 0.0
    for use, share in USES[zone]:
        total += share
        if chance < total:
            return use
    return USES[zone][0][0]


def _plan(zone: Zone, front: float, depth: float, room: float, draw: Generator) -> tuple[Form, Floats]:
    """Return the corners of the ground plan: along the front, and back from it."""
    box = shapes.rectangle(0.0, 0.0, front, depth)
    chance = draw.uniform()
    if zone == "suburb" and chance < 0.55:
        return "angled", _angle(front, depth, min(room, depth + draw.uniform(2.5, 6.0)), draw)
    if zone == "core" and room > depth + 8.0 and chance < 0.6:
        return "perimeter", _angle(front, depth, min(room, depth + draw.uniform(6.0, 14.0)), draw)
    if zone == "terrace" and room > depth + 4.0 and chance < 0.5:
        return "terrace", _angle(front, depth, depth + draw.uniform(2.0, 4.0), draw)
    if zone == "estate" and chance < 0.3:
        side = min(front, 24.0)
        return "tower", shapes.rectangle(0.0, 0.0, side, min(side, room))
    forms: dict[Zone, Form] = {"core": "perimeter", "terrace": "terrace", "estate": "slab", "industry": "hall"}
    return forms.get(zone, "detached"), box


def _angle(front: float, depth: float, back: float, draw: Generator) -> Floats:
    """Return a plan with a wing to the back on one side."""
    wing = front * draw.uniform(0.35, 0.55)
    corners = [[0.0, 0.0], [front, 0.0], [front, depth], [wing, depth], [wing, back], [0.0, back]]
    plan = np.asarray(corners)
    if draw.uniform() < 0.5:
        plan[:, 0] = front - plan[:, 0]
        plan = plan[::-1]
    return plan


def _material(use: Use, built: int, climate: Climate, draw: Generator) -> Material:
    if use in ("industry", "warehouse"):
        return "steel" if built > 1965 else "brick"
    if use in ("office", "flats", "hospital", "school") and built > 1950:
        return "concrete"
    choices = MATERIALS[climate]
    return choices[int(draw.integers(len(choices)))]


def _roof(use: Use, form: Form, storeys: int, climate: Climate, draw: Generator) -> Roof:
    """Return the roof: flat for trade, work and schools, gabled for churches, to be recognised from above."""
    if use == "church":
        return "gable"
    if use in TRADE:
        return "flat"
    flat = {"semi_arid": 0.75, "tropical": 0.35, "mediterranean": 0.35}.get(climate, 0.08)
    if form in ("slab", "tower", "hall") or storeys > 5 or draw.uniform() < flat:
        return "flat"
    return "hip" if form in ("detached", "angled") and draw.uniform() < 0.4 else "gable"
