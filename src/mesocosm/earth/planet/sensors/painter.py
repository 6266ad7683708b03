"""Polygons to pixels in whole numbers, so that a picture has the same bytes on every machine and library.

A pixel belongs to a polygon when its middle lies inside; edges are cut at the middles of rows by integer division.
Every polygon carries a number, later polygons cover earlier ones, and what is painted is the numbers: colours, masks
and boxes are all read from the same raster.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.window import Bools, Floats, Ints, Window

Numbers = NDArray[np.int32]
FINE = 16
"""Steps to a sample: the finest place of a corner."""


@dataclass(frozen=True)
class Polygons:
    """Closed rings, each from its start to the next one's, in steps of 1/16 sample, x right and y down."""

    corners: Ints
    starts: Ints
    """Of shape (polygons + 1,); the last is the number of corners."""

    def __len__(self) -> int:
        return self.starts.size - 1


def placed(window: Window, rings: list[Floats], samples: int) -> Polygons:
    """Rings of plane coordinates in metres, as a window with so many samples along each side of a pixel sees them."""
    sizes = np.asarray([len(ring) for ring in rings], np.int64)
    corners = np.concatenate(rings) if rings else np.zeros((0, 2))
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Polygons(placed_corners(window, corners, samples), starts)


def placed_corners(window: Window, corners: Floats, samples: int) -> Ints:
    """Plane coordinates in metres as steps of a window's samples, x right and y down."""
    west, _, _, north = window.bounds
    scale = samples * FINE / window.resolution_m
    across = np.round((corners[:, 0] - west) * scale)
    down = np.round((north - corners[:, 1]) * scale)
    # Far corners are drawn in: an edge that leaves the picture there cannot be told from the true one.
    return np.clip(np.stack([across, down], axis=-1), -(2**26), 2**26).astype(np.int64)


def paint(polygons: Polygons, numbers: Ints, shape: tuple[int, int], onto: Numbers | None = None) -> Numbers:
    """The number of the topmost polygon at every sample; 0, or what was there before, where there is none."""
    canvas = np.zeros(shape, np.int32) if onto is None else onto
    if len(polygons) == 0:
        return canvas
    first, last, owner = _spans(polygons, shape)
    rows, columns = shape
    if owner.size >= rows and owner[0] == owner[rows - 1] and (last - first)[:rows].min() == columns:
        # The ground beneath everything fills the picture: no need to go sample by sample.
        canvas[:] = numbers[owner[0]]
        first, last, owner = first[rows:], last[rows:], owner[rows:]
    canvas.ravel()[_expanded(first, last)] = np.repeat(numbers[owner].astype(np.int32), last - first)
    return canvas


def covered(polygons: Polygons, shape: tuple[int, int]) -> Bools:
    """Samples that lie in any of the polygons: runs that overlap are joined before they are filled in."""
    mask = np.zeros(shape, np.bool_)
    first, last, _ = _spans(polygons, shape) if len(polygons) else (np.zeros(0, np.int64),) * 3
    if first.size == 0:
        return mask
    order = np.argsort(first, kind="stable")
    first, reach = first[order], np.maximum.accumulate(last[order])
    begins = np.flatnonzero(np.concatenate([[True], first[1:] > reach[:-1]]))
    mask.ravel()[_expanded(first[begins], reach[np.concatenate([begins[1:] - 1, [reach.size - 1]])])] = True
    return mask


def _expanded(first: Ints, last: Ints) -> Numbers:
    """All samples of runs, one after the other."""
    length = last - first
    places = np.repeat((first - (np.cumsum(length) - length)).astype(np.int32), length)
    places += np.arange(places.size, dtype=np.int32)
    return places


def _spans(polygons: Polygons, shape: tuple[int, int]) -> tuple[Ints, Ints, Ints]:
    """Runs of samples inside each polygon in the order of painting: first, one past the last, polygon."""
    rows, columns = shape
    owner = np.repeat(np.arange(len(polygons)), np.diff(polygons.starts))
    following = np.arange(1, owner.size + 1)
    following[polygons.starts[1:] - 1] = polygons.starts[:-1]
    lower, upper = _by_height(polygons.corners, polygons.corners[following])
    begin, end = (np.clip((ends[:, 1] + FINE // 2 - 1) // FINE, 0, rows) for ends in (lower, upper))
    count = end - begin
    edge = np.repeat(np.arange(count.size), count)
    row = np.arange(edge.size) - np.repeat(np.cumsum(count) - count, count) + begin[edge]
    step = upper - lower
    # Rounded up, so that a middle left of the edge by less than a step is still left of it.
    x = lower[edge, 0] - (row * FINE + FINE // 2 - lower[edge, 1]) * -step[edge, 0] // step[edge, 1]
    column = np.clip((x + FINE // 2 - 1) // FINE, 0, columns)
    # One number to sort by: polygon, then row, then column.
    keys = np.sort((owner[edge] * rows + row) * (columns + 1) + column)
    line, first = np.divmod(keys[0::2], columns + 1)
    last = keys[1::2] - line * (columns + 1)
    start = line % rows * columns
    return start + first, start + last, line // rows


def _by_height(one_end: Ints, other_end: Ints) -> tuple[Ints, Ints]:
    swap = (one_end[:, 1] > other_end[:, 1])[:, None]
    return np.where(swap, other_end, one_end), np.where(swap, one_end, other_end)


def averaged(values: NDArray[np.integer], samples: int) -> NDArray[np.integer]:
    """Means over squares of samples, rounded to whole numbers: shape (rows, columns, ...)."""
    rows, columns = values.shape[0] // samples, values.shape[1] // samples
    total = np.zeros((rows, columns, *values.shape[2:]), values.dtype if values.dtype.itemsize > 1 else np.uint16)
    for down in range(samples):
        for across in range(samples):
            total += values[down::samples, across::samples]
    return np.asarray((total + samples * samples // 2) // (samples * samples))


def ribbon(line: Floats, width_m: float) -> Floats:
    """The outline of a line drawn with a breadth, square at its ends: a ring."""
    ahead = np.diff(line, axis=0)
    tangent = np.concatenate([ahead[:1], ahead[:-1] + ahead[1:], ahead[-1:]])
    length = np.sqrt((tangent * tangent).sum(axis=1, keepdims=True))
    tangent = tangent / np.maximum(length, 1e-9)
    across = np.stack([-tangent[:, 1], tangent[:, 0]], axis=-1) * (width_m / 2.0)
    return np.concatenate([line + across, (line - across)[::-1]])
