"""Wind barbs over a map.

The staff points to where the wind comes from; a half feather is 5 kt, a full one 10 kt, a flag 50 kt.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import east_angle, turned
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.families import KNOTS
from mesocosm.earth.weather.maps.ink import Shades, Sheet

if TYPE_CHECKING:
    from mesocosm.earth.weather.grib.reading import Field

APART = 40
"""Pixels between barbs."""
STAFF, FEATHER, GAP = 22.0, 9.0, 4.0
"""Lengths in pixels: of the staff, of a full feather, between feathers."""
CALM = 2.5
"""Knots below which there is only a short dash."""

Floats = NDArray[np.float64]


def barbs(u: Field, v: Field) -> Shades:
    """Barbs of two wind components as shades of the map panel."""
    panel = frame.pixels()
    sheet = Sheet(panel.nx, panel.ny)
    columns, rows = np.meshgrid(np.arange(APART // 2, panel.nx, APART), np.arange(APART // 2, panel.ny, APART))
    east, north = _winds_on_map(u, v, columns, rows)
    for x, y, toward_x, toward_y in zip(columns.flat, rows.flat, east.flat, north.flat, strict=True):
        if np.isfinite(toward_x) and np.isfinite(toward_y):
            _draw(sheet, np.array([x, y], float), np.array([toward_x, -toward_y]))
    return sheet.shades()


def _winds_on_map(u: Field, v: Field, columns: NDArray[np.int_], rows: NDArray[np.int_]) -> tuple[Floats, Floats]:
    """Wind in knots towards the right and the top of the map, at pixels."""
    panel = frame.pixels()
    longitude, latitude = panel.from_plane(panel.x()[columns], panel.y()[::-1][rows])
    column, row = (np.rint(one) for one in u.grid.locate(longitude, latitude))
    inside = (column >= 0) & (column < u.grid.nx) & (row >= 0) & (row < u.grid.ny)
    nodes = np.where(inside, row, 0).astype(int), np.where(inside, column, 0).astype(int)
    angle = east_angle(panel, longitude, latitude)
    if u.message.grid_winds:
        angle = angle - east_angle(u.grid, longitude, latitude)
    right, up = turned(u.values[nodes], v.values[nodes], angle)
    return np.where(inside, right, np.nan) * KNOTS, np.where(inside, up, np.nan) * KNOTS


def _draw(sheet: Sheet, place: Floats, wind: Floats) -> None:
    """One barb; `wind` in knots towards the right and the bottom of the map."""
    speed = float(np.hypot(*wind))
    if speed < CALM:
        dash = np.array([1.5, 0])
        sheet.line(np.array([place - dash, place + dash]), width=1.2)
        return
    into = -wind / speed
    # On the northern hemisphere feathers stand on the clockwise side of the staff, seen from its tip.
    aside = np.array([-into[1], into[0]])
    sheet.line(np.array([place, place + into * STAFF]), width=1.0)
    for kind, along in _feathers(speed):
        root = place + into * along
        if kind == 50:
            sheet.polygon(np.array([root, root + aside * FEATHER, root - into * GAP, root]))
        else:
            tip = root + (aside * FEATHER + into * GAP * 0.8) * (kind / 10)
            sheet.line(np.array([root, tip]), width=1.0)


def _feathers(speed: float) -> Iterator[tuple[int, float]]:
    """Kind and distance from the foot of each feather, from the tip inwards."""
    left, along = 5 * round(speed / 5), STAFF
    for kind in (50, 10, 5):
        while left >= kind:
            if kind == 5 and along == STAFF:
                along -= GAP  # a lone half feather stands off the tip, or it would look like a full one
            yield kind, along
            along -= GAP + (2 if kind == 50 else 0)
            left -= kind
