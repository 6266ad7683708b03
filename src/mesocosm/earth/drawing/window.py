"""The part of the globe that a map shows: longitudes in one run from west to east, also across the antimeridian."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.area import cell_bounds
from mesocosm.earth.geo.box import BoundingBox

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
LARGEST_WIDTH, LARGEST_HEIGHT = 880, 620
LEAST_SHARE = 0.3
"""Of the longer side of a map, that the shorter one has at least: a strip is shown with what is around it."""
TALLEST_LATITUDE = 80.0
"""Beyond it the shortening of parallels is not followed any further."""
WIDE = 100.0
"""Degrees from which a map is one of the world: degrees are drawn alike both ways, and lines thin."""


@dataclass(frozen=True)
class Window:
    """Degrees; `west` lies in [-180, 180) and `east` may exceed 180."""

    west: float
    south: float
    east: float
    north: float

    @property
    def box(self) -> BoundingBox:
        """As a box of the globe."""
        if self.east - self.west >= 360:
            return BoundingBox(west=-180, south=self.south, east=180, north=self.north)
        east = self.east if self.east <= 180 else self.east - 360
        return BoundingBox(west=self.west, south=self.south, east=east, north=self.north)

    def turned(self, longitudes: Floats) -> Floats:
        """Longitudes counted on from the western edge, so that they lie in the window where they can."""
        return np.asarray(self.west + (np.asarray(longitudes, np.float64) - self.west) % 360.0)

    @property
    def shape(self) -> tuple[int, int]:
        """Width and height in pixels: degrees of the middle latitude are drawn as long as they are."""
        ratio = self._ratio()
        width = min(LARGEST_WIDTH, LARGEST_HEIGHT * ratio)
        return round(width), round(width / ratio)

    def _ratio(self) -> float:
        middle = min(abs(self.south + self.north) / 2, TALLEST_LATITUDE)
        shrunk = 1.0 if self.north - self.south > WIDE else np.cos(np.radians(middle))
        return float((self.east - self.west) * shrunk / (self.north - self.south))

    def widened(self) -> Window:
        """With room around, where it would be a mere strip."""
        ratio = self._ratio()
        if ratio < LEAST_SHARE:
            more = (self.east - self.west) * (LEAST_SHARE / ratio - 1) / 2
            width = min(360.0, self.east - self.west + 2 * more)
            west = (self.west + self.east - width) / 2
            return Window(_wrap(west), self.south, _wrap(west) + width, self.north)
        if ratio > 1 / LEAST_SHARE:
            more = (self.north - self.south) * (ratio * LEAST_SHARE - 1) / 2
            return Window(self.west, max(-90.0, self.south - more), self.east, min(90.0, self.north + more))
        return self


def _wrap(longitude: float) -> float:
    return (longitude + 180.0) % 360.0 - 180.0


def window_of_box(box: BoundingBox) -> Window:
    """A box with some width; a point becomes a square about it."""
    width = (box.east - box.west) % 360.0 or (360.0 if box.east != box.west else 0.0)
    more_x, more_y = (max(0.0, 0.005 - side) for side in (width, box.north - box.south))
    south, north = max(-90.0, box.south - more_y), min(90.0, box.north + more_y)
    west = box.west if width + 2 * more_x >= 360 else _wrap(box.west - more_x)
    return Window(west, south, west + min(360.0, width + 2 * more_x), north).widened()


def bounds_of(longitudes: Floats, latitudes: Floats, share: float = 0.0) -> Window:
    """The narrowest window about places, with a margin of a share of its longer side."""
    order = np.sort((np.asarray(longitudes, np.float64) + 180.0) % 360.0 - 180.0)
    gaps = np.diff(order, append=order[0] + 360.0)
    last = int(np.argmax(gaps))
    west, width = float(order[(last + 1) % len(order)]), 360.0 - float(gaps[last])
    south, north = float(np.min(latitudes)), float(np.max(latitudes))
    margin = share * max(width, north - south, 0.02)
    west, width = west - margin, min(360.0, width + 2 * margin)
    return Window(_wrap(west), max(-90.0, south - margin), _wrap(west) + width, min(90.0, north + margin))


def around(longitudes: Floats, latitudes: Floats, share: float = 0.08) -> Window:
    """A window about places, as narrow as it can be, with a margin and more where it would be a mere strip."""
    return bounds_of(longitudes, latitudes, share).widened()


@dataclass(frozen=True)
class Cells:
    """Edges and values of a field's cells, columns in one run from west to east, rows from south to north."""

    west: Floats
    east: Floats
    south: Floats
    north: Floats
    order: NDArray[np.intp]
    """Of the field's columns."""

    @property
    def window(self) -> Window:
        """All of them."""
        west = _wrap(float(self.west[0]))
        width = min(360.0, float(self.east[-1] - self.west[0]))
        return Window(west, float(self.south[0]), west + width, float(self.north[-1])).widened()

    def rows(self, window: Window, count: int) -> NDArray[np.intp]:
        """For each row of pixels, from the top, the row of the field that covers it; -1 where none does."""
        middles = window.north - (np.arange(count) + 0.5) * (window.north - window.south) / count
        return _cover(self.south, self.north, middles)

    def columns(self, window: Window, count: int) -> NDArray[np.intp]:
        """For each column of pixels the column of the field that covers it; -1 where none does."""
        middles = window.west + (np.arange(count) + 0.5) * (window.east - window.west) / count
        place = _cover(self.west, self.east, float(self.west[0]) + (middles - float(self.west[0])) % 360.0)
        return np.where(place >= 0, self.order[place], -1)


def _cover(low: Floats, high: Floats, at: Floats) -> NDArray[np.intp]:
    place = np.clip(np.searchsorted(low, at, side="right") - 1, 0, len(low) - 1)
    return np.where((at >= low[place]) & (at <= high[place]), place, -1)


def cells_of(field: xr.DataArray) -> Cells:
    """The cells of a field whose latitudes and longitudes rise; the widest gap between columns is its outside."""
    longitudes = field["longitude"].values.astype(np.float64)
    gaps = np.diff(longitudes, append=longitudes[0] + 360.0)
    smallest = float(gaps.min())
    last = len(longitudes) - 1 if gaps[-1] >= gaps.max() - 0.01 * smallest else int(np.argmax(gaps))
    start = (last + 1) % len(longitudes)
    order = np.roll(np.arange(len(longitudes)), -start)
    run = longitudes[order] + np.where(order < start, 360.0, 0.0)
    west, east = cell_bounds(run)
    south, north = (np.clip(edge, -90.0, 90.0) for edge in cell_bounds(field["latitude"].values))
    return Cells(west, east, south, north, order)
