"""Maps of any region: a projection that suits it, and its pixels.

Regions of middle latitudes are drawn on a Lambert conformal cone, those about the equator on Mercator's projection,
those about a pole on Lambert's equal-area azimuthal projection with the pole as its middle, and the world on plain
longitudes and latitudes, as Snyder advises (Map Projections: A Working Manual, USGS Professional Paper 1395, 1987). All
are of a sphere and have their middle meridian in the middle of the region: none is cut at the antimeridian.
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
"""The sphere of the American models, metres."""
TALLEST = 960
"""Pixels of the panel, at most; its width is at most `WIDTH`."""
NARROWEST, FLATTEST = 0.75, 3.2
"""Width over height: what is narrower or flatter is shown with what is around it, so that the words have room."""
WORLD_WIDTH, WORLD_HEIGHT = 180.0, 100.0
"""Degrees from which a region is as good as the world."""
TROPICS, POLAR, NEAR_POLE = 25.0, 65.0, 85.0
"""Degrees of latitude of a region's middle, and of its edge."""
MERCATOR_END = 80.0
"""Degrees of latitude: Mercator's projection has no pole."""
SAMPLES = 97
"""Points along each side of a region at which its outline is projected."""


def plane_of(window: Window) -> str:
    """The projection that suits a region, as PROJ knows it."""
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
    """The pixels of a map of a region."""
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
    """The pixels of a map of all that a grid covers; one on a plane of its own is shown on it."""
    if grid.in_degrees:
        west, south, east, north = grid.edges
        return panel_of(_window(west, south, east, north))
    if grid.is_rotated:
        longitudes, latitudes = (axis[:: max(grid.ny // SAMPLES, 1)] for axis in grid.lonlat())
        return panel_of(around(longitudes.ravel(), latitudes.ravel(), share=0.01))
    west, south, _, _ = grid.edges
    return _fit(grid.proj, west, south, grid.dx * grid.nx, grid.dy * grid.ny)


def panel_within(grid: Grid, box: BoundingBox | None) -> Grid:
    """The pixels of a map of a box, or of all that a grid covers; a box that misses the grid is refused."""
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
    """Refuse a box in which there are no data, with where they are.

    Args:
        box: What is to be shown.
        covers: Which places, by longitude and latitude, lie in a cell of the data.
        nodes: Longitudes and latitudes of the data; asked for only where no cell covers a point of the box.
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
    """The part of the globe that a map shows."""
    if panel.in_degrees:
        return _window(*panel.edges)
    columns, rows = (np.linspace(0, count - 1, SAMPLES) for count in (panel.nx, panel.ny))
    x, y = np.meshgrid(panel.x0 + panel.dx * columns, panel.y0 + panel.dy * rows)
    longitude, latitude = panel.from_plane(x, y)
    on_globe = np.isfinite(longitude) & np.isfinite(latitude)
    return around(longitude[on_globe], latitude[on_globe], share=0.0)


def _window(west: float, south: float, east: float, north: float) -> Window:
    """A window from edges in degrees that may lie beyond the antimeridian or, by half a cell, a pole."""
    start = (west + 180.0) % 360.0 - 180.0
    return Window(start, max(south, -90.0), start + min(east - west, 360.0), min(north, 90.0))


def _fit(plane: str, west: float, south: float, width: float, height: float) -> Grid:
    """Pixels over a rectangle of a plane, which is widened where it is too narrow or too flat."""
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
