"""The 10 km grid over the contiguous states on which probabilities are verified."""

from __future__ import annotations

import functools

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.suites.tornado.outlooks.bands import default_bands, land
from mesocosm.suites.tornado.outlooks.outlook import Outlook
from mesocosm.suites.tornado.outlooks.planes import EQUAL_AREA
from mesocosm.suites.tornado.verification.reports import Reports

CELL_M = 10_000.0
RADIUS_M = 40_000.0
"""Radius of the forecast, in metres: a tornado within 25 miles, about 40 km, of a point."""

Field = NDArray[np.float64]


@functools.cache
def grid() -> Grid:
    """Return the cells that cover the land, of equal area; a node is the middle of a cell."""
    west, south, east, north = np.array(land().bounds) / CELL_M
    left, bottom = int(np.floor(west)), int(np.floor(south))
    return Grid(
        proj=EQUAL_AREA.crs,
        x0=left * CELL_M + CELL_M / 2,
        y0=bottom * CELL_M + CELL_M / 2,
        dx=CELL_M,
        dy=CELL_M,
        nx=int(np.ceil(east)) - left,
        ny=int(np.ceil(north)) - bottom,
    )


@functools.cache
def on_land() -> NDArray[np.bool_]:
    """Return which cells have their middle on land."""
    return _burnt([(land(), 1)]).astype(bool)


def grid_probabilities(outlook: Outlook) -> Field:
    """Return the probability (0 to 0.6) in every cell: the level of the band that holds its middle."""
    bands = default_bands(outlook)
    return _burnt([(shape, level) for level, shape in bands.shapes.items()]) / 100.0


def reported_cells(reports: Reports) -> NDArray[np.bool_]:
    """Return which cells have their middle within 40 km of a report."""
    from scipy.spatial import cKDTree

    where = grid()
    places = shapely.get_coordinates(EQUAL_AREA.project(list(shapely.points(reports)))) if len(reports) else reports
    if not len(places):
        return np.zeros(where.shape, dtype=bool)
    middles = np.stack(np.meshgrid(where.x(), where.y()), axis=-1).reshape(-1, 2)
    distance, _ = cKDTree(places).query(middles, distance_upper_bound=RADIUS_M)
    near: NDArray[np.bool_] = np.isfinite(distance).reshape(where.shape)
    return near


def _burnt(shapes: list[tuple[shapely.Geometry, int]]) -> NDArray[np.uint8]:
    from rasterio.features import rasterize
    from rasterio.transform import Affine

    where = grid()
    if not shapes:
        return np.zeros(where.shape, dtype=np.uint8)
    west, south, _, _ = where.edges
    corner = Affine(CELL_M, 0, west, 0, CELL_M, south)
    burnt: NDArray[np.uint8] = rasterize(shapes, out_shape=where.shape, transform=corner, dtype=np.uint8)
    return burnt
