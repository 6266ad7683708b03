"""Coasts, lakes and rivers of a planet as outlines on maps."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.backdrop import Backdrop, LineKind
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.outlines import Line

if TYPE_CHECKING:
    from mesocosm.earth.planet.planet import Planet
    from mesocosm.earth.planet.regions import Region

SMOOTHING = 0.7
"""Width of the Gaussian, in cells, that smooths water and land before the shore is drawn."""
NARROW_WATER = 0.3
"""Share of water at a lake's shore: at a half, arms of a lake that are one cell wide would be lost."""
LEAST_CELLS = 5
"""Fewest cells of a lake: smaller ones are specks on a map."""
NARROWEST_M = 30.0
"""Least width of rivers in metres: narrower ones are left out, since there are thousands."""
LEAST_SHARE = 0.05
"""Least share of a map's height that a region takes if its shores are drawn."""


class PlanetBackdrop(Backdrop):
    """The shores and larger rivers of a planet's regions; land outside the regions is unknown."""

    def __init__(self, planet: Planet) -> None:
        self.planet = planet

    def lines(self, box: BoundingBox) -> Mapping[LineKind, Sequence[Line]]:
        near = [region for region in self.planet.regions if _touches(region, box) and not _is_speck(region, box)]
        fresh = [line for region in near for line in (*_rivers(region), *self._lakes(region.key))]
        return {"coast": [line for region in near for line in self._coast(region.key)], "river": fresh}

    @functools.lru_cache(maxsize=32)  # noqa: B019  # a backdrop lives as long as its world
    def _coast(self, key: str) -> tuple[Line, ...]:
        ground = self.planet.ground(key)
        return _outlines(ground.region, ground.sea, 0.5)

    @functools.lru_cache(maxsize=32)  # noqa: B019  # as above
    def _lakes(self, key: str) -> tuple[Line, ...]:
        """Return the shores of lakes, without ponds."""
        from scipy.ndimage import label

        ground = self.planet.ground(key)
        numbers, _ = label(ground.lake, np.ones((3, 3)))
        wide = np.bincount(numbers.ravel()) >= LEAST_CELLS
        return _outlines(ground.region, ground.lake & wide[numbers], NARROW_WATER)


def _outlines(region: Region, wet: NDArray[np.bool_], level: float) -> tuple[Line, ...]:
    """Return smooth lines around water, without the corners of cells."""
    from contourpy import contour_generator
    from scipy.ndimage import gaussian_filter

    grid = region.grid
    made = contour_generator(grid.x(), grid.y(), gaussian_filter(wet.astype(float), SMOOTHING)).lines(level)
    return tuple(np.column_stack(grid.from_plane(line[:, 0], line[:, 1])) for line in map(np.asarray, made))


@functools.lru_cache(maxsize=32)
def _rivers(region: Region) -> tuple[Line, ...]:
    from mesocosm.earth.planet.ground.courses import river_courses

    courses = river_courses(region)
    wide = [line for line, width in zip(courses.lines, courses.width_m, strict=True) if width >= NARROWEST_M]
    planes = [np.asarray(line.coords)[:, :2] for line in wide]
    return tuple(np.column_stack(region.grid.from_plane(plane[:, 0], plane[:, 1])) for plane in planes)


def _is_speck(region: Region, box: BoundingBox) -> bool:
    """Say whether a region takes too little of a map's height, as on one of another world or of the globe."""
    _, south, _, north = region.grid.edges
    _, latitudes = region.grid.from_plane(np.zeros(2), np.array([south, north]))
    return bool(latitudes[1] - latitudes[0] < LEAST_SHARE * (box.north - box.south))


def _touches(region: Region, box: BoundingBox) -> bool:
    west, south, east, north = region.grid.edges
    longitudes, latitudes = region.grid.from_plane(
        np.array([west, east, west, east]), np.array([south, south, north, north])
    )
    if latitudes.max() < box.south or latitudes.min() > box.north:
        return False
    if box.crosses_antimeridian:
        return bool(longitudes.max() >= box.west or longitudes.min() <= box.east)
    return bool(longitudes.max() >= box.west and longitudes.min() <= box.east)
