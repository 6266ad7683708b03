"""GRIB2, for forecasting tools: weather near the ground and on pressure levels, by the project's own writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.weather.grib.writing import message
from mesocosm.errors import UserError

Floats = NDArray[np.float64]
STEP_DEGREES = 0.1


@dataclass(frozen=True)
class Degrees:
    """A grid of longitudes and latitudes inside a grid of a plane, with the interpolation to it."""

    grid: Grid
    row: Floats
    """Fractional row of the plane's grid at every node; `column` likewise."""
    column: Floats

    def values(self, field: NDArray[np.floating]) -> Floats:
        """Interpolate fields of the plane's grid, (..., rows, columns), bilinearly."""
        low, left = (
            np.minimum(np.floor(at).astype(int), size - 2)
            for at, size in zip((self.row, self.column), field.shape[-2:], strict=True)
        )
        up, right = self.row - low, self.column - left
        below = field[..., low, left] * (1 - right) + field[..., low, left + 1] * right
        above = field[..., low + 1, left] * (1 - right) + field[..., low + 1, left + 1] * right
        return np.asarray(below * (1 - up) + above * up, np.float64)


def degrees_within(plane: Grid, step: float = STEP_DEGREES) -> Degrees:
    """Return the grid of whole steps of degrees, by default tenths, that lies within the nodes of a plane's grid."""
    x, y = plane.x(), plane.y()
    along = np.concatenate([np.column_stack([x, np.full(x.size, edge)]) for edge in (y[0], y[-1])])
    across = np.concatenate([np.column_stack([np.full(y.size, edge), y]) for edge in (x[0], x[-1])])
    south, north = np.split(plane.from_plane(*along.T)[1], 2)
    west, east = np.split(plane.from_plane(*across.T)[0], 2)
    first = [int(np.ceil(edge.max() / step)) for edge in (west, south)]
    last = [int(np.floor(edge.min() / step)) for edge in (east, north)]
    counts = [end - begin + 1 for begin, end in zip(first, last, strict=True)]
    if min(counts) < 2:
        raise UserError(f"no {step}-degree grid fits into a region with sides of {x[-1] - x[0]:.0f} m")
    corner = [round(edge * step, 6) for edge in first]
    grid = Grid("+proj=longlat", corner[0], corner[1], step, step, counts[0], counts[1])
    column, row = plane.locate(*np.meshgrid(grid.x(), grid.y()))
    return Degrees(
        grid, round_to_step(np.clip(row, 0, plane.ny - 1), 1e-6), round_to_step(np.clip(column, 0, plane.nx - 1), 1e-6)
    )


def grib(grid: Grid, run: datetime, hour: int, fields: Mapping[str, tuple[Floats, float]]) -> bytes:
    """Return messages of one forecast hour; `fields` has values in GRIB's units and their step, by product name."""
    return b"".join(
        message(grid, run, hour, name, round_to_step(values, step)) for name, (values, step) in fields.items()
    )
