"""Lines on every map: coasts, borders, and a labelled graticule.

Maps of the contiguous United States and their surroundings show the states, which are more detailed than the outlines
of the Earth.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.window import Window
from mesocosm.earth.geo.backdrop import EarthBackdrop
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.geo.outlines import neighbour_lines, state_lines
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.ink import Shades, Sheet, all_lines
from mesocosm.earth.weather.maps.region import window_of
from mesocosm.earth.weather.maps.sampling import step_m

AROUND_THE_STATES = BoundingBox(west=-136.0, south=19.0, east=-57.0, north=56.0)
"""Maps inside this box show the states."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30)
"""Steps in degrees between the lines of a graticule."""
MOST_MERIDIANS, MOST_PARALLELS = 16, 8
DASHES = 20
"""Dashes and gaps of a line between two crossings."""
NET_ENDS = 88.0
"""Latitude in degrees at which meridians end, since they would merge at a pole."""
STATES_NET = (range(-130, -59, 5), range(20, 56, 5))
"""Meridians and parallels of the frame of the contiguous states, whose corners lie at sea and have none."""
NET_SHADE, STATES_NET_SHADE = 95, 90
"""Shades of 255. A third of 95 is still a shade, so that a line between two rows of pixels is visible. The frame of the
states keeps the paler graticule that agents have always been shown, where lines slant and only some dashes are lost.
"""
METRES_A_DEGREE = 111_200.0
FAR_M, STRETCHED = 2.0e6, 5.0
"""Limits in metres and as a ratio: a step of a line that is longer on the map than both allow crosses the map's edge.
"""
LABEL_ROOM = 36
"""Pixels that a number needs."""
Line = NDArray[np.float64]


@functools.lru_cache(maxsize=8)
def outlines(panel: Grid) -> Shades:
    """Return the lines as shades of a map panel."""
    window = window_of(panel)
    of_states = panel == frame.pixels()
    meridians, parallels = STATES_NET if of_states else _net_of(window)
    coasts, borders = _land(window)
    sheet = Sheet(panel.nx, panel.ny)
    net_shade = STATES_NET_SHADE if of_states else NET_SHADE
    all_lines(sheet, _on_map(_net(meridians, parallels), panel), width=0.8, shade=net_shade)
    all_lines(sheet, _on_map(coasts, panel), width=1.0, shade=190)
    all_lines(sheet, _on_map(borders, panel), width=1.1, shade=220)
    _number_net(sheet, panel, meridians, parallels)
    edge = np.array([[0, 0], [panel.nx - 1, 0], [panel.nx - 1, panel.ny - 1], [0, panel.ny - 1], [0, 0]], float)
    sheet.line(edge, width=1.4)
    shades = sheet.shades()
    shades.setflags(write=False)
    return shades


def _land(window: Window) -> tuple[Sequence[Line], Sequence[Line]]:
    """Return coasts and borders of a part of the globe."""
    corners = ((window.west, window.south), (window.east, window.north))
    if all(AROUND_THE_STATES.contains(*corner) for corner in corners):
        return neighbour_lines(), state_lines()
    lines = EarthBackdrop().lines(window.box)
    return [*lines.get("border", ()), *lines.get("coast", ())], ()


def _on_map(lines: Iterable[Line], panel: Grid) -> Iterator[Line]:
    """Return lines in pixels, cut where they jump to the far side of the map or are not on its plane."""
    for line in lines:
        places = np.column_stack(frame.to_pixel(line[:, 0], line[:, 1], panel))
        cuts = np.flatnonzero(_is_torn(line, places, panel)) + 1
        for piece in np.split(places, cuts):
            if len(piece) > 1 and np.isfinite(piece).all() and _touches(piece, panel):
                yield piece


def _is_torn(line: Line, places: Line, panel: Grid) -> NDArray[np.bool_]:
    """Mark the steps of a line that lead to the other side of the map or nowhere: far longer than on the Earth."""
    east, north = np.diff(line, axis=0).T
    east = (east + 180.0) % 360.0 - 180.0
    true_m = METRES_A_DEGREE * np.hypot(east * np.cos(np.radians(line[1:, 1])), north)
    with np.errstate(invalid="ignore"):
        drawn_m = np.hypot(*np.diff(places, axis=0).T) * step_m(panel)
        torn: NDArray[np.bool_] = ~((drawn_m < FAR_M) | (drawn_m < STRETCHED * true_m))
    return torn


def _touches(piece: Line, panel: Grid) -> bool:
    """Say whether a line may be visible; those far beyond the map are not drawn."""
    low, high = piece.min(axis=0), piece.max(axis=0)
    return bool(high[0] >= 0 and high[1] >= 0 and low[0] < panel.nx and low[1] < panel.ny)


# ---------------------------------------------------------------- the graticule


def _net_of(window: Window) -> tuple[Sequence[float], Sequence[float]]:
    """Return round meridians and parallels over a part of the globe."""
    return (
        _marks(window.west, window.east, MOST_MERIDIANS),
        [mark for mark in _marks(window.south, window.north, MOST_PARALLELS) if abs(mark) <= 90],
    )


def _marks(low: float, high: float, most: int) -> list[float]:
    step = next((step for step in STEPS if (high - low) / step <= most), STEPS[-1])
    return [round(step * place, 6) for place in range(math.floor(low / step), math.ceil(high / step) + 1)]


def _net(meridians: Sequence[float], parallels: Sequence[float]) -> Iterator[Line]:
    up, across = ((marks[1] - marks[0]) / DASHES for marks in (parallels, meridians))
    for longitude in meridians:
        for start in np.arange(max(parallels[0], -NET_ENDS), min(parallels[-1], NET_ENDS), 2 * up):
            yield np.array([[longitude, start], [longitude, start + up]])
    for latitude in parallels:
        for start in np.arange(meridians[0], meridians[-1], 2 * across):
            yield np.array([[start, latitude], [start + across, latitude]])


def _number_net(sheet: Sheet, panel: Grid, meridians: Sequence[float], parallels: Sequence[float]) -> None:
    """Label meridians at the lower edge and parallels at the left edge."""
    x, y = panel.x(), panel.y()
    along, _ = panel.from_plane(x, np.full(panel.nx, y[0]))
    for longitude in sorted({(mark + 180.0) % 360.0 - 180.0 for mark in meridians}):
        for column in _crossings((along - longitude + 180.0) % 360.0 - 180.0):
            if column < panel.nx - LABEL_ROOM:
                sheet.write(column + 3, panel.ny - 17, degrees_text(longitude, "EW"), 13)
    _, up = panel.from_plane(np.full(panel.ny, x[0]), y)
    for latitude in parallels:
        for place in _crossings(up - latitude):
            sheet.write(5, panel.ny - 1 - place - 16, degrees_text(latitude, "NS"), 13)


def _crossings(distances: Line) -> list[float]:
    """Return fractional places where distances along an edge cross zero; a jump at the far meridian does not count."""
    before, after = distances[:-1], distances[1:]
    with np.errstate(invalid="ignore"):
        passes = (before < 0) != (after < 0)
        passes &= np.abs(after - before) < 90.0
    return [float(place - before[place] / (after[place] - before[place])) for place in np.flatnonzero(passes)]


def degrees_text(degrees: float, sides: str) -> str:
    """Write degrees: 95 W, 35 N, or 0."""
    value = round(float(degrees), 6)
    side = "" if value == 0 or abs(value) == 180 else f" {sides[value < 0]}"
    return f"{abs(value):g}{side}"
