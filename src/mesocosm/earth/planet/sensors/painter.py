"""Rasterisation of polygons in whole numbers, so that a picture has the same bytes on every machine and library.

A pixel belongs to a polygon when its middle lies inside; edges are cut at the middles of rows by integer division.
Every polygon carries a number, later polygons cover earlier ones, and the numbers are what is painted: colours, masks
and boxes are all read from the same raster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.window import Bools, Floats, Ints, Window

Numbers = NDArray[np.int32]
Number = TypeVar("Number", bound=np.generic)
FINE = 16
"""Steps per sample: the precision of corners."""
FURTHEST = 2**22
"""Distance from the picture's corner, in steps, to which corners farther away are moved."""


@dataclass(frozen=True)
class Polygons:
    """Closed rings, one after the other, in steps of 1/16 sample, x right and y down."""

    corners: Ints
    starts: Ints
    """Index of each ring's first corner, shape (polygons + 1,); the last is the number of corners."""

    def __len__(self) -> int:
        return self.starts.size - 1


def place_rings(window: Window, rings: list[Floats], samples: int) -> Polygons:
    """Convert rings in metres of the plane to polygons of a window with so many samples along each side of a pixel."""
    sizes = np.asarray([len(ring) for ring in rings], np.int64)
    corners = np.concatenate(rings) if rings else np.zeros((0, 2))
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Polygons(snap_corners(window, corners, samples), starts)


def snap_corners(window: Window, corners: Floats, samples: int) -> Ints:
    """Convert metres of the plane to steps of a window's samples, x right and y down."""
    west, _, _, north = window.bounds
    scale = samples * FINE / window.resolution_m
    across = np.round((corners[:, 0] - west) * scale)
    down = np.round((north - corners[:, 1]) * scale)
    # Far corners are moved nearer: within the picture such an edge cannot be distinguished from the true one.
    return np.clip(np.stack([across, down], axis=-1), -FURTHEST, FURTHEST).astype(np.int64)


@dataclass(frozen=True)
class Runs:
    """Samples of polygons along rows, in the order of painting: first and one past the last, counted over all rows."""

    first: Ints
    last: Ints
    owner: Ints
    """Polygon of each run, in rising order."""

    def among(self, lowest: int, beyond: int) -> Runs:
        """Return the runs of some polygons."""
        part = slice(*np.searchsorted(self.owner, [lowest, beyond]))
        return Runs(self.first[part], self.last[part], self.owner[part])


@dataclass(frozen=True)
class Cells:
    """A canvas cut at all ends of runs: each cell has one painted number, and cells are far fewer than samples."""

    starts: Ints
    """First sample of each cell."""
    cell_of: Numbers
    """Cell of every sample, followed by the number of cells."""

    def fill(self, values: NDArray[np.int32], runs: Runs, numbers: Ints) -> None:
        """Paint runs with the numbers of their polygons, one after the other."""
        first, last = self.cell_of[runs.first], self.cell_of[runs.last]
        values[_expand(first, last)] = np.repeat(numbers[runs.owner].astype(np.int32), last - first)

    def covered(self, runs: Runs) -> Bools:
        """Return which cells lie in any run."""
        count = self.starts.size + 1
        opened, closed = (np.bincount(self.cell_of[ends], minlength=count) for ends in (runs.first, runs.last))
        return np.asarray(np.cumsum(opened - closed)[:-1] > 0)

    def spread(self, values: NDArray[Number], shape: tuple[int, int]) -> NDArray[Number]:
        """Return the value of each cell at all of its samples."""
        return np.repeat(values, np.diff(self.starts, append=self.cell_of.size - 1)).reshape(shape)


def cells_between(shape: tuple[int, int], *cuts: Ints) -> Cells:
    """Return the cells of a canvas that is cut before these samples."""
    size = shape[0] * shape[1]
    marks = np.zeros(size + 1, np.bool_)
    marks[[0, size]] = True
    for cut in cuts:
        marks[cut] = True
    return Cells(np.flatnonzero(marks[:-1]), np.cumsum(marks, dtype=np.int32) - np.int32(1))


def paint(polygons: Polygons, numbers: Ints, shape: tuple[int, int]) -> Numbers:
    """Return the number of the topmost polygon at every sample; 0 where there is none."""
    runs = runs_of(polygons, shape)
    cells = cells_between(shape, runs.first, runs.last)
    values = np.zeros(cells.starts.size, np.int32)
    cells.fill(values, runs, numbers)
    return cells.spread(values, shape)


def cover_polygons(polygons: Polygons, shape: tuple[int, int]) -> Bools:
    """Return the samples that lie in any of the polygons."""
    runs = runs_of(polygons, shape)
    cells = cells_between(shape, runs.first, runs.last)
    return cells.spread(cells.covered(runs), shape)


def _expand(first: Numbers, last: Numbers) -> Numbers:
    """Return all cells of runs, one after the other."""
    length = last - first
    places = np.repeat((first - (np.cumsum(length) - length)).astype(np.int32), length)
    places += np.arange(places.size, dtype=np.int32)
    return places


def runs_of(polygons: Polygons, shape: tuple[int, int]) -> Runs:
    """Return the samples inside each polygon, in the order of painting."""
    rows, columns = shape
    if len(polygons) == 0:
        return Runs(*(np.zeros(0, np.int64),) * 3)
    following = np.arange(1, polygons.starts[-1] + 1)
    following[polygons.starts[1:] - 1] = polygons.starts[:-1]
    lower, upper = _by_height(polygons.corners, polygons.corners[following])
    begin, end = (np.clip((ends[:, 1] + FINE // 2 - 1) // FINE, 0, rows) for ends in (lower, upper))
    count = end - begin
    crossing = np.cumsum(count)
    row = np.arange(crossing[-1]) - np.repeat(crossing - count - begin, count)
    left, top, across, down = np.repeat(np.concatenate([lower, upper - lower], axis=1).astype(float), count, axis=0).T
    # Whole numbers below 2⁵³, so that quotients are exact where they must be. They are rounded up, so that a middle
    # that lies left of the edge by less than a step stays left of it.
    x = left + np.ceil((row * FINE + FINE // 2 - top) * across / down)
    column = np.clip(np.floor((x + (FINE // 2 - 1)) / FINE), 0, columns).astype(np.int64)
    owner = np.repeat(np.arange(len(polygons)), np.diff(polygons.starts))
    return _pair(np.repeat(owner, count), row, column, shape)


def _pair(owner: Ints, row: Ints, column: Ints, shape: tuple[int, int]) -> Runs:
    """Return runs between the first and second, the third and fourth crossing of each row and polygon."""
    row_bits, column_bits = ((side + 1).bit_length() for side in shape)
    # One sorting key: polygon, then row, then column.
    keys = np.sort((((owner << row_bits) | row) << column_bits) | column)
    line = keys[0::2] >> column_bits
    start = (line & ((1 << row_bits) - 1)) * shape[1]
    first, last = (ends & ((1 << column_bits) - 1) for ends in (keys[0::2], keys[1::2]))
    return Runs(start + first, start + last, line >> row_bits)


def _by_height(one_end: Ints, other_end: Ints) -> tuple[Ints, Ints]:
    swap = (one_end[:, 1] > other_end[:, 1])[:, None]
    return np.where(swap, other_end, one_end), np.where(swap, one_end, other_end)


def average_squares(values: NDArray[np.integer], samples: int) -> NDArray[np.integer]:
    """Return means over squares of samples, rounded to whole numbers: shape (rows, columns, ...)."""
    rows, columns = values.shape[0] // samples, values.shape[1] // samples
    total = np.zeros((rows, columns, *values.shape[2:]), values.dtype if values.dtype.itemsize > 1 else np.uint16)
    for down in range(samples):
        for across in range(samples):
            total += values[down::samples, across::samples]
    return np.asarray((total + samples * samples // 2) // (samples * samples))


def ribbon(line: Floats, width_m: float) -> Floats:
    """Return the outline of a line with a width, square at its ends: a ring."""
    ahead = np.diff(line, axis=0)
    tangent = np.concatenate([ahead[:1], ahead[:-1] + ahead[1:], ahead[-1:]])
    length = np.sqrt((tangent * tangent).sum(axis=1, keepdims=True))
    tangent = tangent / np.maximum(length, 1e-9)
    across = np.stack([-tangent[:, 1], tangent[:, 0]], axis=-1) * (width_m / 2.0)
    return np.concatenate([line + across, (line - across)[::-1]])
