"""Values of a field at a place, and statistics over an area."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.distance import great_circle_km
from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.grib.grid_definition import MODEL_RADIUS_M
from mesocosm.earth.weather.grib.reading import Field
from mesocosm.errors import UserError

if TYPE_CHECKING:
    import shapely

PERCENTILES = (5, 25, 50, 75, 95, 99)


@dataclass(frozen=True)
class Node:
    """A node of the grid and its value, in the unit of the file."""

    value: float
    longitude: float
    latitude: float


@dataclass(frozen=True)
class PointValue:
    """A field at a place."""

    nearest: Node
    distance_km: float
    """Distance from the place to the nearest node, on the sphere of the American models."""
    interpolated: float
    """Bilinear interpolation between the four nodes around the place; NaN if one of them has no value."""


@dataclass(frozen=True)
class AreaSummary:
    """Statistics of a field over an area, in the unit of the file; NaN with no nodes where the area has no value."""

    nodes: int
    """Number of nodes with a value."""
    mean: float
    percentiles: dict[int, float]
    lowest: Node
    highest: Node


def value_at(field: Field, longitude: float, latitude: float) -> PointValue:
    """Return the field at a place.

    Raises:
        UserError: The place lies outside the grid.
    """
    grid = field.grid
    column, row = (float(position) for position in grid.locate(longitude, latitude))
    if not (-0.5 <= column <= grid.nx - 0.5 and -0.5 <= row <= grid.ny - 0.5):
        raise UserError(f"latitude {latitude:g}, longitude {longitude:g} lies outside the forecast grid")
    nearest = _node(field, min(round(row), grid.ny - 1), min(round(column), grid.nx - 1))
    [distance] = great_circle_km(latitude, longitude, [nearest.latitude], [nearest.longitude], MODEL_RADIUS_M / 1000)
    return PointValue(nearest, float(distance), _bilinear(field.values, column, row))


def summarise_box(field: Field, west: float, south: float, east: float, north: float) -> AreaSummary:
    """Return statistics over the nodes in a box of longitudes and latitudes.

    Raises:
        UserError: The box is upside down or empty.
    """
    if not (west < east and south < north):
        got = f"{west:g} to {east:g} degrees east and {south:g} to {north:g} degrees north"
        raise UserError(f"west must be less than east and south less than north, got {got}")
    window = _window(field.grid, west, south, east, north)
    longitude, latitude = _window_lonlat(field.grid, window)
    inside = (longitude >= west) & (longitude <= east) & (latitude >= south) & (latitude <= north)
    return _summary(field, window, longitude, latitude, inside)


def summarise_polygon(field: Field, polygon: shapely.Geometry) -> AreaSummary:
    """Return statistics over the nodes in a polygon of longitudes and latitudes."""
    import shapely

    window = _window(field.grid, *polygon.bounds)
    longitude, latitude = _window_lonlat(field.grid, window)
    shapely.prepare(polygon)
    return _summary(field, window, longitude, latitude, shapely.contains_xy(polygon, longitude, latitude))


def lattice(field: Field, longitudes: list[float], latitudes: list[float]) -> NDArray[np.float64]:
    """Interpolate bilinearly to rows of latitude and columns of longitude; NaN outside the grid and beside gaps."""
    from scipy.ndimage import map_coordinates

    columns, rows = field.grid.locate(*np.meshgrid(longitudes, latitudes))
    values = np.asarray(field.values, dtype=np.float64)
    return np.asarray(map_coordinates(values, [rows, columns], order=1, mode="constant", cval=np.nan))


Window = tuple[slice, slice]


def _window(grid: Grid, west: float, south: float, east: float, north: float) -> Window:
    """Return rows and columns that contain every node of a box, whose edges are curves on the plane and are sampled."""
    along = np.linspace(0, 1, 101)
    longitude, latitude = west + (east - west) * along, south + (north - south) * along
    edges_x = np.concatenate([longitude, longitude, np.full(101, west), np.full(101, east)])
    edges_y = np.concatenate([np.full(101, south), np.full(101, north), latitude, latitude])
    columns, rows = grid.locate(edges_x, edges_y)
    return _slice(rows, grid.ny), _slice(columns, grid.nx)


def _slice(places: NDArray[np.float64], count: int) -> slice:
    first = int(np.clip(np.floor(np.nanmin(places)) - 1, 0, count))
    return slice(first, int(np.clip(np.ceil(np.nanmax(places)) + 2, first, count)))


def _window_lonlat(grid: Grid, window: Window) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    x, y = np.meshgrid(grid.x()[window[1]], grid.y()[window[0]])
    return grid.from_plane(x, y)


def _summary(
    field: Field,
    window: Window,
    longitude: NDArray[np.float64],
    latitude: NDArray[np.float64],
    inside: NDArray[np.bool_],
) -> AreaSummary:
    values = field.values[window]
    inside = inside & ~np.isnan(values)
    if not inside.any():
        nothing = Node(np.nan, np.nan, np.nan)
        return AreaSummary(0, np.nan, dict.fromkeys(PERCENTILES, np.nan), nothing, nothing)
    chosen, longitude, latitude = values[inside].astype(float), longitude[inside], latitude[inside]
    low, high = int(chosen.argmin()), int(chosen.argmax())
    # Nodes of a grid in degrees crowd towards the pole; on a plane they stand for nearly equal areas.
    weights = np.cos(np.radians(latitude)) if field.grid.in_degrees else None
    return AreaSummary(
        nodes=len(chosen),
        mean=float(np.average(chosen, weights=weights)),
        percentiles=dict(zip(PERCENTILES, np.percentile(chosen, PERCENTILES).tolist(), strict=True)),
        lowest=Node(float(chosen[low]), float(longitude[low]), float(latitude[low])),
        highest=Node(float(chosen[high]), float(longitude[high]), float(latitude[high])),
    )


def _node(field: Field, row: int, column: int) -> Node:
    grid = field.grid
    longitude, latitude = grid.from_plane(grid.x0 + grid.dx * column, grid.y0 + grid.dy * row)
    return Node(float(field.values[row, column]), float(longitude), float(latitude))


def _bilinear(values: NDArray[np.float32], column: float, row: float) -> float:
    """Interpolate between nodes; in the half cell outside the outermost nodes, return their value."""
    rows, columns = values.shape
    column, row = min(max(column, 0.0), columns - 1.0), min(max(row, 0.0), rows - 1.0)
    left, below = min(int(column), max(columns - 2, 0)), min(int(row), max(rows - 2, 0))
    across, up = column - left, row - below
    corner = values[below : below + 2, left : left + 2].astype(float)
    weights = np.outer([1 - up, up], [1 - across, across])[: corner.shape[0], : corner.shape[1]]
    return float((corner * weights)[weights > 0].sum())
