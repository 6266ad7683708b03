"""The 10 km grid over the contiguous states on which probabilities are verified."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.earth.geo.plane import EQUAL_AREA
from mesocosm.suites.tornado.outlooks.bands import default_bands, land
from mesocosm.suites.tornado.outlooks.outlook import Outlook
from mesocosm.suites.tornado.verification.reports import Reports

CELL_M = 10_000.0
RADIUS_M = 40_000.0
"""The forecast is of a tornado within 25 miles, about 40 km, of a point."""

Field = NDArray[np.float64]


@dataclass(frozen=True)
class Grid:
    """Square cells of equal area; rows run from south to north, metres in the equal-area plane."""

    west: float
    south: float
    columns: int
    rows: int

    @property
    def x(self) -> Field:
        """Middles of the columns."""
        return np.arange(self.columns, dtype=float) * CELL_M + (self.west + CELL_M / 2)

    @property
    def y(self) -> Field:
        """Middles of the rows."""
        return np.arange(self.rows, dtype=float) * CELL_M + (self.south + CELL_M / 2)


@functools.cache
def grid() -> Grid:
    """The cells that cover the land."""
    west, south, east, north = np.array(land().bounds) / CELL_M
    left, bottom = int(np.floor(west)), int(np.floor(south))
    return Grid(left * CELL_M, bottom * CELL_M, int(np.ceil(east)) - left, int(np.ceil(north)) - bottom)


@functools.cache
def on_land() -> NDArray[np.bool_]:
    """Which cells have their middle on land."""
    return _burnt([(land(), 1)]).astype(bool)


def gridded(outlook: Outlook) -> Field:
    """Probability (0 to 0.6) in every cell: the level of the band that holds its middle."""
    bands = default_bands(outlook)
    return _burnt([(shape, level) for level, shape in bands.shapes.items()]) / 100.0


def reported(reports: Reports) -> NDArray[np.bool_]:
    """Which cells have their middle within 40 km of a report."""
    from scipy.spatial import cKDTree

    where = grid()
    shape = where.rows, where.columns
    places = shapely.get_coordinates(EQUAL_AREA.project(list(shapely.points(reports)))) if len(reports) else reports
    if not len(places):
        return np.zeros(shape, dtype=bool)
    middles = np.stack(np.meshgrid(where.x, where.y), axis=-1).reshape(-1, 2)
    distance, _ = cKDTree(places).query(middles, distance_upper_bound=RADIUS_M)
    near: NDArray[np.bool_] = np.isfinite(distance).reshape(shape)
    return near


def _burnt(shapes: list[tuple[shapely.Geometry, int]]) -> NDArray[np.uint8]:
    from rasterio.features import rasterize
    from rasterio.transform import Affine

    where = grid()
    if not shapes:
        return np.zeros((where.rows, where.columns), dtype=np.uint8)
    corner = Affine(CELL_M, 0, where.west, 0, CELL_M, where.south)
    burnt: NDArray[np.uint8] = rasterize(
        shapes, out_shape=(where.rows, where.columns), transform=corner, dtype=np.uint8
    )
    return burnt
