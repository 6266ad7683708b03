"""The practically perfect areas by a second way: a plain sum over all nodes, outlined by joining cells.

`verification.practically_perfect` works on a window around the reports, with products of factors, its own bilinear
interpolation and outlines traced from a raster. Here distances, SciPy's interpolation and a sum over disks run over
the whole grid, and an area is the union of its cells.
"""

from __future__ import annotations

import json
import math

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.suite import read_id
from mesocosm.suites.tornado.days.synthetic import SyntheticDay
from mesocosm.suites.tornado.days.synthetic_reports import positions
from mesocosm.suites.tornado.items import FIRST_DATE, archive_date, archive_folder, archive_reports
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import Outlook
from mesocosm.suites.tornado.outlooks.planes import PUBLISHED
from mesocosm.suites.tornado.records import Data
from mesocosm.suites.tornado.verification.reports import Reports
from mesocosm.types import Item

LEAST_SCORE = 0.999
"""Lowest score for agreement: outlines with more or fewer points along an edge of cells differ by a thousandth once
they lie on a sphere.
"""
NODE_M = 81_270.5
CELL_M = 40_635 / 8
"""Spacings of NCEP Grid 211 and of the fine cells, in metres (AgentCaster, Section 3.2)."""
SIGMA_M = 1.5 * NODE_M
DAMPING = 0.25
"""Factor of the expected count, as published in the code alone."""

Field = NDArray[np.float64]


def second(item: Item[Data]) -> str:
    """Return the outlook as GeoJSON text, from the reports of the day, which are drawn or read again."""
    probability = expected_probability(_reports(*read_id(item.id, "tornado")))
    areas = {level: _area(probability >= level / 100) for level in LEVELS}
    drawn = {level: (area,) for level, area in areas.items() if not area.is_empty}
    return json.dumps(Outlook(drawn).geojson())


def _reports(seed: int, index: int) -> Reports:
    if seed >= FIRST_DATE:
        return archive_reports(archive_folder(archive_date(seed, index)))
    return positions(SyntheticDay(seed, index).reports)


def expected_probability(reports: Reports) -> Field:
    """Return the chance of a report within 40 km, 0 to 1, on all fine cells, rows from south to north."""
    from scipy.interpolate import RegularGridInterpolator
    from scipy.signal import convolve

    if not len(reports):
        return np.zeros((1032, 1480))
    x80, y80 = NODE_M * (np.arange(93) - 93 / 2), NODE_M * (np.arange(65) - 65 / 2)
    places = shapely.get_coordinates(PUBLISHED.project(list(shapely.points(reports))))
    squares = (x80[None, :, None] - places[:, 0]) ** 2 + (y80[:, None, None] - places[:, 1]) ** 2
    density = (np.exp(-squares / (2 * SIGMA_M**2)) / (2 * math.pi * SIGMA_M**2)).sum(axis=2)
    fill = RegularGridInterpolator((y80, x80), density, bounds_error=False, fill_value=0)
    fine = fill(np.stack(np.meshgrid(_lines(1032), _lines(1480), indexing="ij"), axis=-1))
    step = np.arange(-8, 9)
    disk = (step[:, None] ** 2 + step**2 <= 64).astype(float)
    count = convolve(fine, disk, mode="same", method="fft") * CELL_M**2
    probability: Field = np.asarray(1 - np.exp(-DAMPING * count), np.float64)
    return probability


def _lines(count: int) -> Field:
    """Return the middles of the fine cells along an axis, in metres from 25° N 95° W."""
    return np.asarray(CELL_M * (np.arange(count) - count / 2), np.float64)


def _area(cells: NDArray[np.bool_]) -> shapely.Geometry:
    """Return the union of some cells, in degrees east and north; rows of cells are joined first."""
    rows = [strip for row in np.flatnonzero(cells.any(axis=1)) for strip in _strips(cells[row], int(row))]
    return PUBLISHED.unproject([shapely.union_all(rows)])[0] if rows else shapely.Polygon()


def _strips(row: NDArray[np.bool_], number: int) -> list[shapely.Geometry]:
    """Return boxes around the runs of cells in one row, in metres."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    south = CELL_M * (number - 1032 / 2 - 0.5)
    west = -CELL_M * (1480 / 2 + 0.5)
    starts, ends = edges[::2], edges[1::2]
    return [
        shapely.box(west + start * CELL_M, south, west + end * CELL_M, south + CELL_M)
        for start, end in zip(starts, ends, strict=True)
    ]
