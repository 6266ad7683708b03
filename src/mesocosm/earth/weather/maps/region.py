"""Maps of any region: a suitable projection, and its pixels.

Regions of middle latitudes are drawn on a Lambert conformal cone, those at the equator on Mercator's projection, those
at a pole on Lambert's equal-area azimuthal projection centred on the pole, and the world on plain longitudes and
latitudes, as Snyder advises (Map Projections: A Working Manual, USGS Professional Paper 1395, 1987). All are of a
sphere and have their central meridian in the middle of the region: none is cut at the antimeridian.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.window import Window, around, bounds_of, window_of_box
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.grid import Floats, Grid
from mesocosm.earth.geo.projection import projection
from mesocosm.earth.weather.maps.frame import WIDTH
from mesocosm.errors import InvalidRecord

SPHERE = "+R=6371229"
"""Radius of the sphere of the American models, metres."""
TALLEST = 960
"""Most pixels of the panel's height; its width is at most `WIDTH`."""
NARROWEST, FLATTEST = 0.75, 3.2
"""Limits of width over height: a narrower or flatter area is shown with its surroundings, so that text has room."""
WORLD_WIDTH, WORLD_HEIGHT = 180.0, 100.0
"""Width and height in degrees from which a region counts as the world."""
TROPICS, POLAR, NEAR_POLE = 25.0, 65.0, 85.0
"""Limits in degrees of latitude, of a region's middle and of its edge."""
MERCATOR_END = 80.0
"""Latitude in degrees where Mercator's projection ends, since it has no pole."""
SAMPLES = 97
"""Points along each side of a region at which its outline is projected."""


def plane_of(window: Window) -> str:
    """Return the projection that suits a region, as a PROJ string."""
    middle, longitude = (window.south + window.north) / 2, (window.west + window.east) / 2
    width, height = window.east - window.west, window.north - window.south
    one_side = window.south >= 0 or window.north <= 0
    round_pole = width > WORLD_WIDTH and max(abs(window.south), abs(window.north)) > NEAR_POLE
    if one_side and (round_pole or abs(middle) > POLAR):
        return f"+proj=laea +lat_0={90 if middle > 0 else -90} +lon_0={longitude:g} {SPHERE}"
    if width > WORLD_WIDTH or height > WORLD_HEIGHT:
        return "+proj=longlat"
    if not one_side or abs(middle) < TROPICS:
        return f"+proj=merc +lat_ts={middle:g} +lon_0={longitude:g} {SPHERE}"
    parallels = (window.south + height / 6, window.north - height / 6)
    return f"+proj=lcc +lat_1={parallels[0]:g} +lat_2={parallels[1]:g} +lon_0={longitude:g} {SPHERE}"


def panel_of(window: Window) -> Grid:
    """Return the pixels of a map of a region."""
    plane = plane_of(window)
    if plane == "+proj=longlat":
        return _fit(plane, window.west, window.south, window.east - window.west, window.north - window.south)
    longitudes = np.linspace(window.west, window.east, SAMPLES)
    latitudes = np.linspace(window.south, window.north, SAMPLES)
    if "+proj=merc" in plane:
        latitudes = np.clip(latitudes, -MERCATOR_END, MERCATOR_END)
    x, y = projection(plane)(*np.meshgrid(longitudes, latitudes))
    left, bottom = float(np.min(x)), float(np.min(y))
    return _fit(plane, left, bottom, float(np.max(x)) - left, float(np.max(y)) - bottom)


@functools.lru_cache(maxsize=16)
def panel_for(grid: Grid) -> Grid:
    """Return the pixels of a map of a whole grid; a grid on a projected plane is shown on that plane."""
    if grid.in_degrees:
        west, south, east, north = grid.edges
        return panel_of(_window(west, south, east, north))
    if grid.is_rotated:
        longitudes, latitudes = (axis[:: max(grid.ny // SAMPLES, 1)] for axis in grid.lonlat())
        return panel_of(around(longitudes.ravel(), latitudes.ravel(), share=0.01))
    west, south, _, _ = grid.edges
    return _fit(grid.proj, west, south, grid.dx * grid.nx, grid.dy * grid.ny)


def panel_within(grid: Grid, box: BoundingBox | None) -> Grid:
    """Return the pixels of a map of a box, or of a whole grid; refuse a box that misses the grid."""
    if box is None:
        return panel_for(grid)
    whole = grid.closed()

    def covers(longitude: Floats, latitude: Floats) -> NDArray[np.bool_]:
        column, row = whole.locate(longitude, latitude)
        return (column >= -0.5) & (column <= whole.nx - 0.5) & (row >= -0.5) & (row <= whole.ny - 0.5)

    demand_overlap(box, covers, grid.lonlat)
    return panel_of(window_of_box(box))


def demand_overlap(
    box: BoundingBox,
    covers: Callable[[Floats, Floats], NDArray[np.bool_]],
    nodes: Callable[[], tuple[Floats, Floats]],
) -> None:
    """Refuse a box without data, and say where the data are.

    Args:
        box: Area of the map.
        covers: Says which places, by longitude and latitude, lie in a cell of the data.
        nodes: Returns longitudes and latitudes of the data; called only if no cell covers a point of the box.
    """
    width = box.east - box.west + (360.0 if box.crosses_antimeridian else 0.0)
    mesh = np.meshgrid(np.linspace(box.west, box.west + width, SAMPLES), np.linspace(box.south, box.north, SAMPLES))
    if covers(*mesh).any():
        return
    longitude, latitude = (place.ravel() for place in nodes())
    inside = ((longitude - box.west) % 360.0 <= width) & (latitude >= box.south) & (latitude <= box.north)
    if not inside.any():
        raise InvalidRecord(
            f"box {box.describe()} misses the data, which lie in {bounds_of(longitude, latitude).box.describe()} "
            "(west, south, east and north in degrees)"
        )


@functools.lru_cache(maxsize=16)
def window_of(panel: Grid) -> Window:
    """Return the part of the globe that a map shows."""
    if panel.in_degrees:
        return _window(*panel.edges)
    columns, rows = (np.linspace(0, count - 1, SAMPLES) for count in (panel.nx, panel.ny))
    x, y = np.meshgrid(panel.x0 + panel.dx * columns, panel.y0 + panel.dy * rows)
    longitude, latitude = panel.from_plane(x, y)
    on_globe = np.isfinite(longitude) & np.isfinite(latitude)
    return around(longitude[on_globe], latitude[on_globe], share=0.0)


def _window(west: float, south: float, east: float, north: float) -> Window:
    """Return a window from edges in degrees that may be beyond the antimeridian or, by half a cell, a pole."""
    start = (west + 180.0) % 360.0 - 180.0
    return Window(start, max(south, -90.0), start + min(east - west, 360.0), min(north, 90.0))


def _fit(plane: str, west: float, south: float, width: float, height: float) -> Grid:
    """Place pixels over a rectangle of a plane, which is widened if it is too narrow or too flat."""
    wanted_width = max(width, height * NARROWEST)
    wanted_height = max(height, width / FLATTEST)
    if plane == "+proj=longlat":
        wanted_width, wanted_height = min(wanted_width, 360.0), min(wanted_height, 180.0)
    west, south = west - (wanted_width - width) / 2, south - (wanted_height - height) / 2
    if plane == "+proj=longlat":
        south = min(max(south, -90.0), 90.0 - wanted_height)
    step = max(wanted_width / WIDTH, wanted_height / TALLEST)
    across, up = round(wanted_width / step), round(wanted_height / step)
    return Grid(plane, west + step / 2, south + step / 2, step, step, across, up)
