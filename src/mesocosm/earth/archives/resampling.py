"""Interpolation from the plane of a region to longitudes and latitudes, with the nodes that a box needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.products.gribs import Degrees, degrees_within
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.tables import Variable as TableVariable
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Lattice:
    """Cells of a grid of degrees in a box, and rows and columns of the plane's nodes around them."""

    latitude: Floats
    longitude: Floats
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    degrees: Degrees
    """Positions of the cells among those rows and columns."""

    def cut(self, field: NDArray[np.floating]) -> NDArray[np.floating]:
        """Cut whole fields, (..., rows, columns), to the rows and columns of the lattice."""
        return field[..., self.rows[0] : self.rows[-1] + 1, self.columns[0] : self.columns[-1] + 1]

    def fields(
        self, values: Mapping[str, NDArray[np.floating]], table: Mapping[str, TableVariable], axes: Mapping[str, object]
    ) -> xr.Dataset:
        """Interpolate values at the nodes to the grid of degrees, rounded to whole steps; `axes` come before the grid's
        axes.
        """
        import xarray as xr

        dims = (*axes, "latitude", "longitude")
        variables = {}
        for name, field in values.items():
            whole = round_to_step(self.degrees.values(field), table[name].step) + 0.0  # turns -0.0 into 0.0
            variables[name] = (dims, whole.astype(np.float32), _words(table[name]))
        coords = {
            **axes,
            "latitude": ("latitude", self.latitude, {"units": "degrees_north", "standard_name": "latitude"}),
            "longitude": ("longitude", self.longitude, {"units": "degrees_east", "standard_name": "longitude"}),
        }
        return xr.Dataset(variables, coords, {"Conventions": "CF-1.11"})


def _words(entry: TableVariable) -> dict[str, str]:
    words = {"units": entry.units, "standard_name": entry.standard_name, "cell_methods": entry.cell_methods}
    return {key: word for key, word in words.items() if word}


def lattice(plane: Grid, step_degrees: float, box: BoundingBox) -> Lattice:
    """Return the cells between the nodes of a plane whose middles lie in a box."""
    whole = degrees_within(plane, step_degrees)
    longitude, latitude = np.round(whole.grid.x(), 6), np.round(whole.grid.y(), 6)
    north = np.flatnonzero((latitude >= box.south) & (latitude <= box.north))
    east = np.array([at for at, value in enumerate(longitude) if box.contains(float(value), box.south)], dtype=int)
    if not north.size or not east.size:
        raise InvalidRecord(f"no cell of {step_degrees:g} degrees has its middle in the box {box.describe()}; widen it")
    at = np.ix_(north, east)
    (first_row, rows), (first_column, columns) = (
        _about(place[at], most) for place, most in ((whole.row, plane.ny), (whole.column, plane.nx))
    )
    among = Degrees(whole.grid, whole.row[at] - first_row, whole.column[at] - first_column)
    return Lattice(latitude[north], longitude[east], rows, columns, among)


def _about(place: Floats, most: int) -> tuple[int, tuple[int, ...]]:
    """Return the first node below all positions, and the nodes from it to the first above: at least two."""
    first = min(int(np.floor(place.min())), most - 2)
    last = min(int(np.floor(place.max())) + 1, most - 1)
    return first, tuple(range(first, max(last, first + 1) + 1))


def cover_cells(plane: Grid, step_degrees: float) -> BoundingBox:
    """Return the box from the middle of the first to the middle of the last cell."""
    grid = degrees_within(plane, step_degrees).grid
    east, north = grid.x(), grid.y()
    return BoundingBox(
        west=round(float(east[0]), 6),
        south=round(float(north[0]), 6),
        east=round(float(east[-1]), 6),
        north=round(float(north[-1]), 6),
    )


def ground_of(plane: Grid) -> BoundingBox:
    """Return the smallest box around a plane, to the outer edges of its cells, which are curved on the globe."""
    west, south, east, north = plane.edges
    x, y = np.meshgrid(np.linspace(west, east, plane.nx + 1), np.linspace(south, north, plane.ny + 1))
    longitude, latitude = plane.from_plane(x, y)
    return BoundingBox(
        west=float(longitude.min()),
        south=float(latitude.min()),
        east=float(longitude.max()),
        north=float(latitude.max()),
    )


def thin_plane(plane: Grid, every: int) -> tuple[Grid, tuple[int, ...], tuple[int, ...]]:
    """Return every n-th node of a plane, centred, with the rows and columns of these nodes."""
    rows, columns = (tuple(range((most - 1) % every // 2, most, every)) for most in (plane.ny, plane.nx))
    grid = Grid(
        plane.proj,
        plane.x0 + columns[0] * plane.dx,
        plane.y0 + rows[0] * plane.dy,
        plane.dx * every,
        plane.dy * every,
        len(columns),
        len(rows),
    )
    return grid, rows, columns
