"""Practically perfect truth: reports spread to the outlook that a forecaster who knew them would have drawn.

published  as it ran: reports weighed by a Gaussian of 121.9 km on 80 km nodes, spread to 5 km nodes, summed over disks
           of 40 km, P = 1 - exp(-0.25 x expected count). The 0.25 is nowhere in the paper; the nodes are called NCEP
           Grid 211 but are centred on 25° N 95° W, so nothing north of 45 to 47.5° N can verify.
printed    the same with the paper's Equation 3, P = 1 - exp(-expected count).
canonical  Hitchens, Brooks and Kay (2013, Weather and Forecasting 28, 525-534): a box of the true Grid 211 with one
           report or many is hit once; hits are spread by a Gaussian of 120 km and give the probability itself (one hit
           box peaks at 7.3 %). Our choices: bilinear to 5 km, positions on the grid's own sphere, cut to no land.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.suites.tornado.outlooks.contours import trace_bands
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Outlook
from mesocosm.suites.tornado.outlooks.planes import PUBLISHED
from mesocosm.suites.tornado.verification.reports import Reports

TruthProfile = Literal["published", "printed", "canonical"]
TRUTH_PROFILES: tuple[TruthProfile, ...] = ("published", "printed", "canonical")

Field = NDArray[np.float64]

NODE_M = 81270.5
"""Spacing of NCEP Grid 211, in metres."""
CELL_M = 40635 / 8
"""Spacing of the fine nodes, in metres: an eighth of Grid 212's."""
DISK_CELLS = math.ceil(40_000 / CELL_M)
GRACE_M = 1e-3
DAMPING = 0.25
"""Factor of the expected count, as published in the code alone."""


@dataclass(frozen=True)
class Lattice:
    """Nodes on lines x and y, metres in the plane of the NCEP grids.

    Not the grid of `earth.geo`: the published code spaces its nodes between two ends, which differs in the last bits.
    """

    west: float
    south: float
    spacing: float
    columns: int
    rows: int

    @property
    def x(self) -> Field:
        return np.linspace(self.west, self.west + self.spacing * (self.columns - 1), self.columns)

    @property
    def y(self) -> Field:
        return np.linspace(self.south, self.south + self.spacing * (self.rows - 1), self.rows)

    def window(self, left: int, bottom: int, right: int, top: int) -> Lattice:
        """Return the nodes left <= column < right, bottom <= row < top, as far as there are any."""
        left, bottom, right, top = max(left, 0), max(bottom, 0), min(right, self.columns), min(top, self.rows)
        west, south = self.west + left * self.spacing, self.south + bottom * self.spacing
        return Lattice(west, south, self.spacing, max(right - left, 0), max(top - bottom, 0))


PUBLISHED_NODES = Lattice(-93 / 2 * NODE_M, -65 / 2 * NODE_M, NODE_M, 93, 65)
PUBLISHED_CELLS = Lattice(-1480 / 2 * CELL_M, -1032 / 2 * CELL_M, CELL_M, 1480, 1032)
GRID_211 = Lattice(-4226087.8, -832694.5, NODE_M, 93, 65)
"""First node at 12.19° N 133.459° W (NCEP Office Note 388), in metres from 25° N 95° W on the sphere."""
GRID_211_CELLS = Lattice(GRID_211.west, GRID_211.south, NODE_M / 16, 92 * 16 + 1, 64 * 16 + 1)


def truth_from_reports(reports: Reports, profile: TruthProfile = "published") -> Outlook:
    """Return the truth of a day as disjoint bands, lowest first; no reports, no bands."""
    cells, probability = probability_field(reports, profile)
    if not probability.size:
        return EMPTY
    half = cells.spacing / 2
    return trace_bands(probability, PUBLISHED, west=cells.west - half, south=cells.south - half, cell_m=cells.spacing)


def probability_field(reports: Reports, profile: TruthProfile) -> tuple[Lattice, Field]:
    """Return the probability (0 to 1) on the fine nodes around all that reach the lowest level; no others do."""
    places = _in_plane(reports)
    return _canonical_field(places) if profile == "canonical" else _published_field(places, profile)


def _in_plane(reports: Reports) -> Field:
    points = PUBLISHED.project(list(shapely.points(reports))) if len(reports) else []
    places: Field = shapely.get_coordinates([point for point in points if not point.is_empty])
    return places


def _published_field(places: Field, profile: TruthProfile) -> tuple[Lattice, Field]:
    sigma = 1.5 * NODE_M
    damping = DAMPING if profile == "published" else 1.0
    density = _gaussian(places, PUBLISHED_NODES, sigma) / (2 * math.pi * sigma**2)
    disk = _disk()
    whole = damping * disk.sum() * CELL_M**2
    cells = _affected(density * whole, -math.log1p(-LEVELS[0] / 100), PUBLISHED_NODES, PUBLISHED_CELLS)
    if not cells.columns or not cells.rows:
        return cells, np.empty((0, 0))
    # A rim as wide as the disk, so that every disk of the window is summed whole.
    rim = Lattice(
        cells.west - DISK_CELLS * CELL_M,
        cells.south - DISK_CELLS * CELL_M,
        CELL_M,
        cells.columns + 2 * DISK_CELLS,
        cells.rows + 2 * DISK_CELLS,
    )
    fine = _interpolate(density, PUBLISHED_NODES, rim) * _inside(PUBLISHED_CELLS, rim)
    count = _disk_sums(fine) * CELL_M**2
    return cells, 1 - np.exp(-damping * count)


def _canonical_field(places: Field) -> tuple[Lattice, Field]:
    sigma = 120_000.0
    hits = _hit_nodes(places, GRID_211)
    probability = _gaussian(hits, GRID_211, sigma) * NODE_M**2 / (2 * math.pi * sigma**2)
    cells = _affected(probability, LEVELS[0] / 100, GRID_211, GRID_211_CELLS)
    return cells, _interpolate(probability, GRID_211, cells)


def _hit_nodes(places: Field, nodes: Lattice) -> Field:
    """Return the middles of the boxes that hold a report, each once."""
    index = np.unique(np.rint((places - (nodes.west, nodes.south)) / nodes.spacing), axis=0)
    inside = (index >= 0).all(axis=1) & (index < (nodes.columns, nodes.rows)).all(axis=1)
    return index[inside] * nodes.spacing + (nodes.west, nodes.south)


def _gaussian(places: Field, nodes: Lattice, sigma: float) -> Field:
    """Return the sum over places of exp(-d² / 2 sigma²) at the nodes, each a product of factors in x and y."""
    across = np.exp(-((nodes.x[:, None] - places[:, 0]) ** 2) / (2 * sigma**2))
    along = np.exp(-((nodes.y[:, None] - places[:, 1]) ** 2) / (2 * sigma**2))
    # Not a matrix product: at this size its threads wait for each other longer than the sum takes.
    summed: Field = np.einsum("yn,xn->yx", along, across)
    return summed


def _affected(bound: Field, threshold: float, nodes: Lattice, cells: Lattice) -> Lattice:
    """Return the window of fine nodes outside of which nothing reaches the threshold.

    A fine value is a mean of node values no farther than one spacing and a disk's radius away, so two spacings suffice.
    """
    rows, columns = np.nonzero(bound >= threshold * (1 - 1e-9))
    if not len(rows):
        return cells.window(0, 0, 0, 0)
    reach = 2 * nodes.spacing
    west, east = nodes.x[columns.min()] - reach, nodes.x[columns.max()] + reach
    south, north = nodes.y[rows.min()] - reach, nodes.y[rows.max()] + reach
    return cells.window(
        math.floor((west - cells.west) / cells.spacing),
        math.floor((south - cells.south) / cells.spacing),
        math.ceil((east - cells.west) / cells.spacing) + 1,
        math.ceil((north - cells.south) / cells.spacing) + 1,
    )


def _interpolate(field: Field, nodes: Lattice, cells: Lattice) -> Field:
    """Interpolate linearly in x and y between nodes; 0 outside of them."""
    below, upward = _between(cells.y, nodes.south, nodes.spacing, nodes.rows)
    left, rightward = _between(cells.x, nodes.west, nodes.spacing, nodes.columns)
    by_row = (1 - upward[:, None]) * field[below] + upward[:, None] * field[below + 1]
    fine: Field = (1 - rightward) * by_row[:, left] + rightward * by_row[:, left + 1]
    return fine * _inside(nodes, cells)


def _between(places: Field, start: float, spacing: float, count: int) -> tuple[NDArray[np.int64], Field]:
    """Return the node before each place, and the share of the way to the next."""
    position = (places - start) / spacing
    before = np.clip(np.floor(position).astype(np.int64), 0, count - 2)
    return before, position - before


def _inside(whole: Lattice, part: Lattice) -> NDArray[np.bool_]:
    """Return which nodes of a part lie within the outermost nodes of the whole, except for rounding."""
    x = (part.x >= whole.x[0] - GRACE_M) & (part.x <= whole.x[-1] + GRACE_M)
    y = (part.y >= whole.y[0] - GRACE_M) & (part.y <= whole.y[-1] + GRACE_M)
    within: NDArray[np.bool_] = y[:, None] & x
    return within


@functools.cache
def _disk() -> Field:
    """Return the 197 cells, 5,083 km², whose middle lies within eight cells."""
    step = np.arange(-DISK_CELLS, DISK_CELLS + 1)
    return (step[:, None] ** 2 + step**2 <= DISK_CELLS**2).astype(float)


def _disk_sums(field: Field) -> Field:
    """Return sums over the disks that lie whole in the field."""
    from scipy.signal import fftconvolve

    sums: Field = fftconvolve(field, _disk(), mode="valid")
    return sums
