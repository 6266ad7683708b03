"""Trees of gardens, parks and streets; woods are areas, and their trees are drawn where they are painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people.town import Area, Building, Parcel, Street
from mesocosm.earth.planet.quantisation import round_to_step

if TYPE_CHECKING:
    from shapely.geometry import Polygon

GARDEN_M2, PARK_M2 = 210.0, 90.0
"""Ground per tree."""


def make_trees(
    parcels: Sequence[Parcel],
    buildings: Sequence[Building],
    areas: Sequence[Area],
    streets: Sequence[Street],
    draw: Generator,
) -> Floats:
    """Return rows of x, y, crown radius and height in metres; no trunk stands in a house, a court or a carriageway."""
    import shapely

    points = _scatter([parcel.outline for parcel in parcels], GARDEN_M2, draw)
    parks = _scatter([area.outline for area in areas if area.kind in ("park", "grass")], PARK_M2, draw, most=200)
    points = np.concatenate([points, parks])
    crown = round_to_step(1.6 + 3.6 * draw.uniform(0.0, 1.0, len(points)) ** 1.5, 0.1)
    tall = round_to_step(crown * draw.uniform(1.8, 2.6, len(points)), 0.1)
    solid = [building.outline for building in buildings]
    solid += [area.outline for area in areas if area.kind not in ("park", "grass", "wood")]
    solid += [shapely.buffer(street.line, street.width_m / 2) for street in streets]
    near, _ = shapely.STRtree(solid).query(shapely.points(points), predicate="dwithin", distance=1.2)
    free = np.ones(len(points), np.bool_)
    free[near] = False
    return np.column_stack([points, crown, tall])[free]


def _scatter(outlines: list[Polygon], ground_m2: float, draw: Generator, most: int = 40) -> Floats:
    """Return points within shapes, about one for each so many square metres."""
    import shapely

    if not outlines:
        return np.zeros((0, 2))
    bounds, area = shapely.bounds(outlines), shapely.area(outlines)
    box = (bounds[:, 2] - bounds[:, 0]) * (bounds[:, 3] - bounds[:, 1])
    share = np.minimum(area / ground_m2, most) * box / np.maximum(area, 1.0)
    count = np.floor(share + draw.uniform(0.0, 1.0, len(outlines))).astype(np.int64)
    owner = np.repeat(np.arange(len(outlines)), np.minimum(count, 4 * most))
    at = draw.uniform(0.0, 1.0, (owner.size, 2))
    points = round_to_step(bounds[owner, :2] + at * (bounds[owner, 2:] - bounds[owner, :2]), 0.01)
    inside = shapely.contains_xy(np.asarray(outlines, object)[owner], points[:, 0], points[:, 1])
    return np.asarray(points[inside])
