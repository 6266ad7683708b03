"""Wind barbs over a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid, east_angle, rotate_vectors
from mesocosm.earth.weather.barb import Form, rounded_knots, wind_barb
from mesocosm.earth.weather.maps.families import KNOTS
from mesocosm.earth.weather.maps.ink import Shades, Sheet

if TYPE_CHECKING:
    from mesocosm.earth.weather.grib.reading import Field

APART = 40
"""Pixels between barbs."""
FORM = Form(staff=22.0, feather=9.0, lean=3.2, gap=4.0, flag_foot=4.0, flag_tip=0.0, flag_gap=6.0)

Floats = NDArray[np.float64]
Pixels = NDArray[np.int_]


def barbs(u: Field, v: Field, panel: Grid) -> Shades:
    """Return barbs of two wind components as shades of the map panel."""
    sheet = Sheet(panel.nx, panel.ny)
    columns, rows = np.meshgrid(np.arange(APART // 2, panel.nx, APART), np.arange(APART // 2, panel.ny, APART))
    east, north = _winds_on_map(u, v, panel, columns, rows)
    southern = _places(panel, columns, rows)[1] < 0
    for x, y, toward_x, toward_y, flips in zip(
        *(np.ravel(one) for one in (columns, rows, east, north, southern)), strict=True
    ):
        if np.isfinite(toward_x) and np.isfinite(toward_y):
            _draw(sheet, np.array([x, y], float), np.array([toward_x, -toward_y]), bool(flips))
    return sheet.shades()


def _places(panel: Grid, columns: Pixels, rows: Pixels) -> tuple[Floats, Floats]:
    """Return longitude and latitude of pixels, rows counted from the top."""
    return panel.from_plane(panel.x()[columns], panel.y()[::-1][rows])


def _winds_on_map(u: Field, v: Field, panel: Grid, columns: Pixels, rows: Pixels) -> tuple[Floats, Floats]:
    """Return the wind in knots towards the right and the top of the map, at pixels."""
    longitude, latitude = _places(panel, columns, rows)
    column, row = (np.rint(position) for position in u.grid.closed().locate(longitude, latitude))
    if u.grid.goes_around:
        column %= u.grid.nx
    inside = (column >= 0) & (column < u.grid.nx) & (row >= 0) & (row < u.grid.ny)
    nodes = np.where(inside, row, 0).astype(int), np.where(inside, column, 0).astype(int)
    angle = east_angle(panel, longitude, latitude)
    if u.message.grid_winds:
        angle = angle - east_angle(u.grid, longitude, latitude)
    right, up = rotate_vectors(u.values[nodes], v.values[nodes], angle)
    return np.where(inside, right, np.nan) * KNOTS, np.where(inside, up, np.nan) * KNOTS


def _draw(sheet: Sheet, place: Floats, wind: Floats, southern: bool) -> None:
    """Draw one barb, or a short dash for a calm; `wind` in knots towards the right and the bottom of the map."""
    speed = float(np.hypot(*wind))
    if rounded_knots(speed) == 0:
        dash = np.array([1.5, 0])
        sheet.line(np.array([place - dash, place + dash]), width=1.2)
        return
    barb = wind_barb(place, -wind / speed, speed, FORM, southern)
    for line in (barb.staff, *barb.feathers):
        sheet.line(line, width=1.0)
    for corners in barb.flags:
        sheet.polygon(np.array([*corners, corners[0]]))
