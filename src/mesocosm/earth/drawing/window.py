"""The part of the globe that a map shows, with longitudes that rise from west to east even across the antimeridian."""

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
"""Least ratio of the shorter to the longer side of a map: a narrow strip is shown with its surroundings."""
TALLEST_LATITUDE = 80.0
"""Latitude in degrees beyond which the ratio of the map's sides stays the same."""
WIDE = 100.0
"""Span in degrees beyond which a map counts as one of the world: degrees have equal length both ways, and lines are
thin.
"""


@dataclass(frozen=True)
class Window:
    """A part of the globe in degrees; `west` lies in [-180, 180) and `east` may exceed 180."""

    west: float
    south: float
    east: float
    north: float

    @property
    def box(self) -> BoundingBox:
        """The window as a bounding box of the globe."""
        if self.east - self.west >= 360:
            return BoundingBox(west=-180, south=self.south, east=180, north=self.north)
        east = self.east if self.east <= 180 else self.east - 360
        return BoundingBox(west=self.west, south=self.south, east=east, north=self.north)

    def turned(self, longitudes: Floats) -> Floats:
        """Shift longitudes by whole turns into [west, west + 360)."""
        return np.asarray(self.west + (np.asarray(longitudes, np.float64) - self.west) % 360.0)

    @property
    def shape(self) -> tuple[int, int]:
        """Width and height in pixels: degrees have their true ratio at the middle latitude."""
        ratio = self._ratio()
        width = min(LARGEST_WIDTH, LARGEST_HEIGHT * ratio)
        return round(width), round(width / ratio)

    def _ratio(self) -> float:
        middle = min(abs(self.south + self.north) / 2, TALLEST_LATITUDE)
        shrunk = 1.0 if self.north - self.south > WIDE else np.cos(np.radians(middle))
        return float((self.east - self.west) * shrunk / (self.north - self.south))

    def widened(self) -> Window:
        """Return the window with surroundings added if it is a narrow strip."""
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
    """Return the window of a box; a point becomes a square around it."""
    width = (box.east - box.west) % 360.0 or (360.0 if box.east != box.west else 0.0)
    more_x, more_y = (max(0.0, 0.005 - side) for side in (width, box.north - box.south))
    south, north = max(-90.0, box.south - more_y), min(90.0, box.north + more_y)
    west = box.west if width + 2 * more_x >= 360 else _wrap(box.west - more_x)
    return Window(west, south, west + min(360.0, width + 2 * more_x), north).widened()


def bounds_of(longitudes: Floats, latitudes: Floats, share: float = 0.0) -> Window:
    """Return the narrowest window around places, with a margin given as a share of its longer side."""
    order = np.sort((np.asarray(longitudes, np.float64) + 180.0) % 360.0 - 180.0)
    gaps = np.diff(order, append=order[0] + 360.0)
    last = int(np.argmax(gaps))
    west, width = float(order[(last + 1) % len(order)]), 360.0 - float(gaps[last])
    south, north = float(np.min(latitudes)), float(np.max(latitudes))
    margin = share * max(width, north - south, 0.02)
    west, width = west - margin, min(360.0, width + 2 * margin)
    return Window(_wrap(west), max(-90.0, south - margin), _wrap(west) + width, min(90.0, north + margin))


def around(longitudes: Floats, latitudes: Floats, share: float = 0.08) -> Window:
    """Return a window around places with a margin, and wider if it would be a narrow strip."""
    return bounds_of(longitudes, latitudes, share).widened()


@dataclass(frozen=True)
class Cells:
    """Edges of a field's cells: columns from west to east without a jump, rows from south to north."""

    west: Floats
    east: Floats
    south: Floats
    north: Floats
    order: NDArray[np.intp]
    """Indices of the field's columns in the order of the cells."""

    @property
    def window(self) -> Window:
        """The window of all cells."""
        west = _wrap(float(self.west[0]))
        width = min(360.0, float(self.east[-1] - self.west[0]))
        return Window(west, float(self.south[0]), west + width, float(self.north[-1])).widened()

    def rows(self, window: Window, count: int) -> NDArray[np.intp]:
        """Return, for each row of pixels from the top, the row of the field that covers it; -1 outside the field."""
        middles = window.north - (np.arange(count) + 0.5) * (window.north - window.south) / count
        return _cover(self.south, self.north, middles)

    def columns(self, window: Window, count: int) -> NDArray[np.intp]:
        """Return, for each column of pixels, the column of the field that covers it; -1 outside the field."""
        middles = window.west + (np.arange(count) + 0.5) * (window.east - window.west) / count
        place = _cover(self.west, self.east, float(self.west[0]) + (middles - float(self.west[0])) % 360.0)
        return np.where(place >= 0, self.order[place], -1)


def _cover(low: Floats, high: Floats, at: Floats) -> NDArray[np.intp]:
    place = np.clip(np.searchsorted(low, at, side="right") - 1, 0, len(low) - 1)
    return np.where((at >= low[place]) & (at <= high[place]), place, -1)


def cells_of(field: xr.DataArray) -> Cells:
    """Return the cells of a field with rising coordinates; its outside is the widest gap between columns."""
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
