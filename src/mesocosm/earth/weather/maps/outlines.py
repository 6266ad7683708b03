"""Lines that stand on every map: states, coasts, neighbours, and a numbered net of longitudes and latitudes."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.outlines import neighbour_lines, state_lines
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.ink import Shades, Sheet, all_lines

MERIDIANS, PARALLELS = range(-130, -59, 5), range(20, 56, 5)
DASH = 0.25
"""Degrees of a dash of the net and of the gap behind it."""


@functools.cache
def outlines() -> Shades:
    """The lines as shades of the map panel."""
    panel = frame.pixels()
    sheet = Sheet(panel.nx, panel.ny)
    all_lines(sheet, _on_map(_net()), width=0.8, shade=90)
    all_lines(sheet, _on_map(neighbour_lines()), width=1.0, shade=190)
    all_lines(sheet, _on_map(state_lines()), width=1.1, shade=220)
    _number_net(sheet)
    edge = np.array([[0, 0], [panel.nx - 1, 0], [panel.nx - 1, panel.ny - 1], [0, panel.ny - 1], [0, 0]], float)
    sheet.line(edge, width=1.4)
    shades = sheet.shades()
    shades.setflags(write=False)
    return shades


def _on_map(lines: Iterable[NDArray[np.float64]]) -> Iterator[NDArray[np.float64]]:
    for line in lines:
        yield np.column_stack(frame.to_pixel(line[:, 0], line[:, 1]))


def _net() -> Iterator[NDArray[np.float64]]:
    for longitude in MERIDIANS:
        for start in np.arange(PARALLELS[0], PARALLELS[-1], 2 * DASH):
            yield np.array([[longitude, start], [longitude, start + DASH]])
    for latitude in PARALLELS:
        for start in np.arange(MERIDIANS[0], MERIDIANS[-1], 2 * DASH):
            yield np.array([[start, latitude], [start + DASH, latitude]])


def _number_net(sheet: Sheet) -> None:
    """Numbers where meridians meet the lower edge and parallels the left one."""
    panel = frame.pixels()
    x, y = panel.x(), panel.y()
    along, _ = panel.from_plane(x, np.full(panel.nx, y[0]))
    for longitude in MERIDIANS:
        if along[0] < longitude < along[-1]:
            column = float(np.interp(longitude, along, np.arange(panel.nx)))
            sheet.write(column + 3, panel.ny - 17, f"{-longitude} W", 13)
    _, up = panel.from_plane(np.full(panel.ny, x[0]), y)
    for latitude in PARALLELS:
        if up[0] < latitude < up[-1]:
            row = panel.ny - 1 - float(np.interp(latitude, up, np.arange(panel.ny)))
            sheet.write(5, row - 16, f"{latitude} N", 13)
