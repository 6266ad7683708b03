"""The contiguous states as the ground of a map, in the plane in which a profile compares areas."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.earth.geo.outlines import conus, neighbour_lines, state_lines
from mesocosm.earth.geo.projection import Plane
from mesocosm.suites.tornado.outlooks.planes import EQUAL_AREA, PUBLISHED
from mesocosm.suites.tornado.report.sheet import LAND, SEA, STATE_LINE
from mesocosm.suites.tornado.verification.tornadobench import Profile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

DETAIL_M = 3_000
"""Smallest detail of outlines, in metres: less than a pixel of a map, even of a close one."""
MARGIN = 0.02
"""Margin around the land, as a share of its width."""
CLOSEST, NEAR = 0.3, 0.12
"""Shares of the whole map: the smallest window, and the margin of a window around its shapes."""


@dataclass(frozen=True)
class Window:
    """A part of the plane, in metres."""

    west: float
    south: float
    east: float
    north: float

    @property
    def width(self) -> float:
        """Width from west to east, in metres."""
        return self.east - self.west

    @property
    def height(self) -> float:
        """Height from south to north, in metres."""
        return self.north - self.south

    def around(self, shapes: Sequence[shapely.Geometry]) -> Window:
        """Return a window of this one's proportions, inside it if possible, that shows all shapes and a margin."""
        west, south, east, north = shapely.total_bounds(list(shapes))
        share = max((east - west) / self.width, (north - south) / self.height) + NEAR
        share = min(max(share, CLOSEST), 1.0)
        width, height = share * self.width, share * self.height
        left = min(max((west + east - width) / 2, self.west), self.east - width)
        bottom = min(max((south + north - height) / 2, self.south), self.north - height)
        return Window(left, bottom, left + width, bottom + height)


@dataclass(frozen=True)
class Ground:
    """What all maps of a plane share."""

    land: shapely.Geometry
    lines: tuple[NDArray[np.float64], ...]
    window: Window


def plane_of(profile: Profile) -> Plane:
    """Return the plane in which a profile compares areas."""
    return PUBLISHED if profile == "published" else EQUAL_AREA


@functools.cache
def ground(profile: Profile) -> Ground:
    """Return land, lines and frame of a profile's maps."""
    plane = plane_of(profile)
    land = plane.project([conus()])[0]
    west, south, east, north = land.bounds
    margin = MARGIN * (east - west)
    lines = [shapely.LineString(line) for line in (*state_lines(), *neighbour_lines()) if len(line) > 1]
    drawn = [shapely.get_coordinates(line) for line in shapely.simplify(plane.project(lines), DETAIL_M)]
    return Ground(
        land=shapely.simplify(land, DETAIL_M),
        lines=tuple(line for line in drawn if len(line) > 1),
        window=Window(west - margin, south - margin, east + margin, north + margin),
    )


def draw_ground(axes: Axes, profile: Profile, window: Window) -> None:
    """Draw land, coasts and state lines, without ticks."""
    from matplotlib.collections import LineCollection

    own = ground(profile)
    axes.set_xlim(window.west, window.east)
    axes.set_ylim(window.south, window.north)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_facecolor(SEA)
    for side in axes.spines.values():
        side.set_visible(True)
        side.set_color(STATE_LINE)
        side.set_linewidth(0.6)
    fill(axes, own.land, facecolor=LAND, linewidth=0, zorder=0)
    axes.add_collection(LineCollection(own.lines, colors=STATE_LINE, linewidths=0.4, zorder=3), autolim=False)


def fill(axes: Axes, shape: shapely.Geometry, **style: Any) -> None:
    """Fill an area with its holes left open."""
    from matplotlib.collections import PathCollection

    path = _path(shape)
    if path is not None:
        # A collection, not a patch: for a patch, every corner would be searched for the limits of the plot.
        axes.add_collection(PathCollection([path], **style), autolim=False)


def dots(axes: Axes, places: NDArray[np.float64], profile: Profile, **style: Any) -> None:
    """Draw points given by longitude and latitude."""
    points = plane_of(profile).project(list(shapely.points(places))) if len(places) else []
    at = shapely.get_coordinates([point for point in points if not point.is_empty])
    axes.scatter(at[:, 0], at[:, 1], **style)


def _path(shape: shapely.Geometry) -> Path | None:
    """Return all rings as one path. Normalising turns holes against their shells, so that they stay unfilled."""
    from matplotlib.path import Path

    rings = [shapely.get_coordinates(ring) for part in _polygons(shape) for ring in (part.exterior, *part.interiors)]
    return Path.make_compound_path(*(Path(ring, closed=True) for ring in rings)) if rings else None


def _polygons(shape: shapely.Geometry) -> Sequence[shapely.Polygon]:
    return [part for part in shapely.get_parts(shapely.normalize(shape)) if part.geom_type == "Polygon"]
