"""The settlement of a region, from its ground."""

from __future__ import annotations

import functools

import numpy as np

from mesocosm.earth.planet.ground.ground import Codes, Cover, Ground
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.places import make_places
from mesocosm.earth.planet.people.routes import make_bridges, make_power_lines, make_railways, make_roads, make_ways
from mesocosm.earth.planet.people.settlement import Place, Settlement
from mesocosm.earth.planet.regions import Region

PEOPLE_PER_CELL = 3200
"""People for each built-up cell of a square kilometre."""


def make_settlement(ground: Ground) -> Settlement:
    """Make the towns, roads, railways, bridges and power lines of a region."""
    return _settlement(ground.region)


@functools.lru_cache(maxsize=16)  # as many as cached grounds
def _settlement(region: Region) -> Settlement:
    ground = make_ground(region)
    places = make_places(ground)
    ways = make_ways(ground, places)
    roads = make_roads(ground, places, ways) + make_railways(ground, places, ways)
    return Settlement(
        region=region,
        places=places,
        roads=roads,
        bridges=make_bridges(ground, roads),
        power_lines=make_power_lines(ground, places, ways),
        cover=_built_over(ground, places),
    )


def _built_over(ground: Ground, places: tuple[Place, ...]) -> Codes:
    """Return the ground's cover, with as many built-up cells around each place as its people need."""
    cover = ground.cover.copy()
    rows, columns = np.divmod(np.arange(cover.size), cover.shape[1])
    free = (~ground.sea & ~ground.lake).ravel()
    for place in places:
        away = (rows - rows[place.cell]) ** 2 + (columns - columns[place.cell]) ** 2 + 1000 * ~free
        order = np.argsort(away, kind="stable")[: max(1, round(place.population / PEOPLE_PER_CELL))]
        cover.ravel()[order] = Cover.BUILT
    cover.setflags(write=False)
    return cover
