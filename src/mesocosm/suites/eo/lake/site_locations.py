"""The spot of a town where a site is: its market square, its port or airfield, its suburbs, its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.people.town import Site as Works
from mesocosm.earth.planet.people.town import Town
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.window import Floats
from mesocosm.suites.eo.lake.sites import Theme

if TYPE_CHECKING:
    from shapely.geometry import Polygon

SIDE_M = 768.0
"""Side of a photograph, in metres."""
REACH_M = 1500.0
"""Largest distance of a spot from the market square along either axis, in metres; records end at two kilometres."""
STEP_M = 60.0
"""Spots lie on whole multiples of this, in metres, so that pixels of 10, 20, 30 and 60 m share their edges."""
WORKS = ("port", "airfield", "tank_farm", "solar_field", "rail_station")
SHOWN_PARTS = {"port": "crane", "airfield": "apron", "tank_farm": "tank", "solar_field": "solar_row"}
"""The part of a works that the middle of the picture shows."""


def spot_of(town: Town, theme: Theme) -> Floats:
    """Return the middle of a site on the plane, in metres."""
    if theme == "centre":
        return _snap_to_steps(town, np.array([town.place.x, town.place.y]))
    works = sorted(town.sites, key=lambda site: WORKS.index(site.kind))
    if theme in ("works", "second works"):
        number = 0 if theme == "works" else 1
        if number < len(works):
            return _snap_to_steps(town, _middle(works[number]))
        return _best(town, "suburb")
    return _best(town, theme)


def _middle(works: Works) -> Floats:
    import shapely

    wanted = SHOWN_PARTS.get(works.kind)
    shapes = [piece.outline for piece in works.parts if piece.kind == wanted] or [works.outline]
    middle: Floats = shapely.get_coordinates(shapely.centroid(shapely.multipolygons(shapes)))[0]
    return middle


def _snap_to_steps(town: Town, spot: Floats) -> Floats:
    """Round the spot to whole steps, within reach of the market square."""
    square = np.array([town.place.x, town.place.y])
    near = square + np.clip(spot - square, -REACH_M, REACH_M)
    return round_to_step(round_to_step(near, 0.01), STEP_M)


def _best(town: Town, theme: Theme) -> Floats:
    """Return the spot of a lattice with the most houses (suburb), or with both fields and houses (edge)."""
    import shapely

    steps = np.arange(-REACH_M, REACH_M + 1.0, 250.0)
    lattice = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    lattice = lattice[(lattice**2).sum(axis=1) > 800.0**2] + [town.place.x, town.place.y]
    boxes = shapely.box(*(lattice - SIDE_M / 2).T, *(lattice + SIDE_M / 2).T)
    houses = _count(boxes, [building.outline for building in town.buildings])
    ground = _share(boxes, [field.outline for field in town.fields])
    wet = _share(boxes, [town.standing])
    value = houses if theme == "suburb" else np.minimum(houses, 160) / 160 + 1.4 * np.minimum(ground, 0.5)
    value = round_to_step(value * (1.0 - wet), 1e-6)
    return _snap_to_steps(town, lattice[int(value.argmax())])


def _count(boxes: list[Polygon], shapes: list[Polygon]) -> Floats:
    import shapely

    if not shapes:
        return np.zeros(len(boxes))
    which, _ = shapely.STRtree(shapely.centroid(shapes)).query(boxes, "intersects")
    return np.bincount(which, minlength=len(boxes)).astype(np.float64)


def _share(boxes: list[Polygon], shapes: list[object]) -> Floats:
    """Return the share of each box that shapes cover, to 10⁻³."""
    import shapely

    total = np.zeros(len(boxes))
    if shapes:
        which, other = shapely.STRtree(shapes).query(boxes, "intersects")
        parts = shapely.area(shapely.intersection(np.asarray(boxes)[which], np.asarray(shapes)[other]))
        np.add.at(total, which, parts)
    return round_to_step(total / SIDE_M**2, 1e-3)
