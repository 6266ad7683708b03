"""Regions on a grid: the share of each cell in a box or a polygon, and means over a region."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.area import cell_areas, cell_bounds
from mesocosm.earth.fields.directions import is_direction, mean_direction
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr
    from shapely import MultiPolygon, Polygon

Floats = NDArray[np.float64]
TURNS = (-360.0, 0.0, 360.0)
FINEST_EDGE = 0.1
"""Longest edge of a polygon in degrees: longer ones are divided, so that they stay straight in longitude and latitude.
"""


def box_shares(values: xr.DataArray | xr.Dataset, box: BoundingBox) -> xr.DataArray:
    """Compute the share of each cell's area in a box, which may cross the antimeridian."""
    south, north = (np.clip(edge, -90, 90) for edge in cell_bounds(values["latitude"].values))
    west, east = cell_bounds(values["longitude"].values)
    sine = [np.sin(np.radians(edge)) for edge in (south, north)]
    high, low = np.sin(np.radians(box.north)), np.sin(np.radians(box.south))
    rows = np.clip(np.minimum(sine[1], high) - np.maximum(sine[0], low), 0, None) / (sine[1] - sine[0])
    right = box.east + 360.0 if box.crosses_antimeridian else box.east
    spans = [np.clip(np.minimum(east, right + turn) - np.maximum(west, box.west + turn), 0, None) for turn in TURNS]
    columns = np.minimum(np.sum(spans, axis=0) / (east - west), 1.0)
    return _describe(values, rows[:, None] * columns[None, :])


def polygon_shares(values: xr.DataArray | xr.Dataset, shape: Polygon | MultiPolygon) -> xr.DataArray:
    """Compute the share of each cell's area in a polygon of longitudes and latitudes, which may go beyond 180 degrees.

    Areas are those of Lambert's cylindrical projection (x = longitude, y = sin latitude), which are true on the sphere.
    """
    import shapely

    if shape.is_empty or not shape.is_valid:
        raise InvalidRecord(f"the polygon is not valid: {shapely.is_valid_reason(shape)}")
    south, north = (np.clip(edge, -90, 90) for edge in cell_bounds(values["latitude"].values))
    west, east = cell_bounds(values["longitude"].values)
    low, high = (np.sin(np.radians(edge)) for edge in (south, north))
    cells = shapely.box(west[None, :], low[:, None], east[None, :], high[:, None])
    plane = shapely.transform(shapely.segmentize(shape, FINEST_EDGE), _lambert)
    total = np.zeros(cells.shape)
    for turn in TURNS:
        moved = shapely.transform(plane, lambda points, turn=turn: points + np.array([turn, 0.0]))
        shapely.prepare(moved)
        near = shapely.intersects(cells, moved)
        total[near] += shapely.area(shapely.intersection(cells[near], moved))
    return _describe(values, np.clip(total / shapely.area(cells), 0.0, 1.0))


def _lambert(points: Floats) -> Floats:
    return np.column_stack([points[:, 0], np.sin(np.radians(points[:, 1]))])


def ring_of(points: Sequence[Sequence[float]]) -> Polygon:
    """Make a polygon from its corners (longitude, latitude in degrees), closed or not."""
    import shapely

    if len(points) < 3 or any(len(point) != 2 for point in points):
        raise InvalidRecord(f"a polygon needs at least 3 corners of longitude and latitude, got {len(points)}")
    if any(abs(point[1]) > 90 or abs(point[0]) > 360 for point in points):
        raise InvalidRecord("corners are longitude (-180 to 360) then latitude (-90 to 90) in degrees")
    shape = shapely.Polygon(points)
    if not shape.is_valid or shape.is_empty:
        raise InvalidRecord(f"the polygon is not valid: {shapely.is_valid_reason(shape)}")
    return shape


def _describe(values: xr.DataArray | xr.Dataset, shares: Floats) -> xr.DataArray:
    import xarray as xr

    axes = {axis: values[axis].values for axis in ("latitude", "longitude")}
    if not shares.sum() > 0:
        raise InvalidRecord(
            f"no cell lies in the region; the grid covers longitudes {axes['longitude'][0]:g} to "
            f"{axes['longitude'][-1]:g} and latitudes {axes['latitude'][0]:g} to {axes['latitude'][-1]:g}"
        )
    attributes = {"units": "1", "long_name": "share of the cell in the region"}
    return xr.DataArray(shares, axes, ("latitude", "longitude"), name="region", attrs=attributes)


def region_areas(shares: xr.DataArray) -> xr.DataArray:
    """Return the area of each cell that lies in a region, km²."""
    return (shares * cell_areas(shares)).assign_attrs(units="km2").rename("area")


def region_mean(values: xr.DataArray, shares: xr.DataArray) -> xr.DataArray:
    """Compute the area-weighted mean over the part of a region that has values; weights are normalised to sum 1."""
    weights = region_areas(shares).assign_coords(latitude=values["latitude"], longitude=values["longitude"])

    def mean(field: xr.DataArray) -> xr.DataArray:
        return field.weighted(weights.fillna(0.0)).mean(("latitude", "longitude"), keep_attrs=True)

    return mean_direction(values, mean) if is_direction(values) else mean(values)
