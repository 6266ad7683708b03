"""Regridding of fields: bilinear, conservative or nearest, and never beyond the area of the old grid.

Axes are those of `earth.fields.axes.canonical`: latitudes and longitudes ascending, longitudes in [-180, 180).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.categories import refuse_between
from mesocosm.earth.fields.directions import is_direction, mean_direction
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
Method = Literal["bilinear", "conservative", "nearest"]
Choice = Literal["coarsest", "finest", "first"]
LEAST_COVERED = 0.5
"""Share of a new cell that old cells with values must cover so that it gets a value (conservative)."""
TURN = 360.0
CLOSED = 1e-3
"""Degrees by which a full circle of longitudes may miss 360."""


@dataclass(frozen=True)
class Grid:
    """Centres of cells, ascending, in degrees."""

    latitude: Floats
    longitude: Floats

    def __post_init__(self) -> None:
        for name, values in (("latitude", self.latitude), ("longitude", self.longitude)):
            if values.ndim != 1 or values.size < 2 or not (np.diff(values) > 0).all():
                raise InvalidRecord(f"a grid needs at least two {name}s that rise, got {values.size}")

    @property
    def spacing(self) -> float:
        """Mean area of a cell in square degrees, by which the coarser of two grids is found."""
        return float(np.diff(self.latitude).mean() * np.diff(self.longitude).mean())

    @property
    def closed(self) -> bool:
        """Whether the longitudes go around the globe."""
        steps = np.diff(self.longitude)
        return bool(abs(self.longitude[-1] - self.longitude[0] + steps.mean() - TURN) < CLOSED)


def grid_of(values: xr.DataArray) -> Grid:
    """Return the grid of a field."""
    missing = [axis for axis in ("latitude", "longitude") if axis not in values.dims]
    if missing:
        raise InvalidRecord(
            f"{values.name} has no {' and no '.join(missing)}; it has {', '.join(map(str, values.dims))}"
        )
    return Grid(*(values[axis].values.astype(np.float64) for axis in ("latitude", "longitude")))


def same_grid(first: xr.DataArray, second: xr.DataArray) -> bool:
    """Say whether two fields have the same grid, to a thousandth of a degree."""
    one, two = grid_of(first), grid_of(second)
    pairs = ((one.latitude, two.latitude), (one.longitude, two.longitude))
    return all(a.shape == b.shape and np.allclose(a, b, rtol=0.0, atol=CLOSED) for a, b in pairs)


def common_grid(grids: Sequence[Grid], choice: Choice) -> Grid:
    """Return one of the grids, cut to rows and columns whose centres lie within all of them; refuse an empty result."""
    sizes = [grid.spacing for grid in grids]
    chosen = grids[{"first": 0, "coarsest": int(np.argmax(sizes)), "finest": int(np.argmin(sizes))}[choice]]
    rows = np.logical_and.reduce([_inside(chosen.latitude, grid.latitude) for grid in grids])
    open_ones = [_inside(chosen.longitude, grid.longitude) for grid in grids if not grid.closed]
    columns = np.logical_and.reduce([np.full(chosen.longitude.shape, True), *open_ones])
    if rows.sum() < 2 or columns.sum() < 2:
        extents = "; ".join(f"{g.latitude[0]:g} to {g.latitude[-1]:g} N, {g.longitude[0]:g} to {g.longitude[-1]:g} E"
                         for g in grids[:4])  # fmt: skip
        raise InvalidRecord(f"the grids share fewer than two rows or columns: {extents}")
    return Grid(chosen.latitude[rows], chosen.longitude[columns])


def _inside(values: Floats, other: Floats) -> NDArray[np.bool_]:
    return np.asarray((values >= other[0] - CLOSED) & (values <= other[-1] + CLOSED))


def regrid_field(values: xr.DataArray, grid: Grid, method: Method) -> xr.DataArray:
    """Regrid a field; cells that the old grid does not cover are NaN.

    bilinear: between the four nearest centres; NaN if one is missing. conservative: first order, the mean of the old
    cells weighted by the area of overlap on the sphere (Jones 1999, Mon. Wea. Rev. 127, 2204-2210, eq. 1), for amounts
    and shares; at least half of a new cell must be covered. nearest: the value of the nearest centre within half a
    cell, and the only method for classes. Directions are regridded as unit vectors.
    """
    refuse_between(values, "method", method)
    if is_direction(values) and method != "nearest":
        return mean_direction(values, lambda vectors: _on_grid(vectors, grid, method))
    return _on_grid(values, grid, method)


def _on_grid(values: xr.DataArray, grid: Grid, method: Method) -> xr.DataArray:
    if method == "conservative":
        return _conserved(values, grid)
    old = grid_of(values)
    values = values.astype(np.uint8) if values.dtype.kind == "b" else values
    closed = _with_neighbours(values) if old.closed else values
    targets = {"latitude": _snap(grid.latitude, old.latitude), "longitude": grid.longitude}
    if not old.closed:
        targets["longitude"] = _snap(grid.longitude, old.longitude)
    made = closed.interp(targets, method="linear" if method == "bilinear" else "nearest")
    return made.assign_coords(latitude=grid.latitude, longitude=grid.longitude).assign_attrs(values.attrs)


def _snap(wanted: Floats, old: Floats) -> Floats:
    """Move centres that miss the outermost old one only by rounding onto it."""
    near = np.where(np.abs(wanted - old[0]) < CLOSED, old[0], wanted)
    return np.asarray(np.where(np.abs(wanted - old[-1]) < CLOSED, old[-1], near))


def _with_neighbours(values: xr.DataArray) -> xr.DataArray:
    """Extend a field around the globe by its last column before the first, and its first after the last."""
    import xarray as xr

    west = values.isel(longitude=[-1]).assign_coords(longitude=values["longitude"][-1:].values - TURN)
    east = values.isel(longitude=[0]).assign_coords(longitude=values["longitude"][:1].values + TURN)
    return xr.concat([west, values, east], "longitude")


def _conserved(values: xr.DataArray, grid: Grid) -> xr.DataArray:
    import xarray as xr

    old = grid_of(values)
    rows = xr.DataArray(_band_shares(grid.latitude, old.latitude), dims=("row", "latitude"))
    columns = xr.DataArray(_width_shares(grid.longitude, old.longitude), dims=("column", "longitude"))
    there = values.notnull().astype(np.float64)
    plain = values.fillna(0.0).astype(np.float64).drop_vars(["latitude", "longitude"])
    there = there.drop_vars(["latitude", "longitude"])
    covered = xr.dot(xr.dot(there, rows, dim="latitude"), columns, dim="longitude")
    total = xr.dot(xr.dot(plain, rows, dim="latitude"), columns, dim="longitude")
    made = (total / covered.where(covered > 0)).where(covered >= LEAST_COVERED - 1e-9)
    field: xr.DataArray = made.rename(row="latitude", column="longitude").transpose(*values.dims)
    return field.assign_coords(latitude=grid.latitude, longitude=grid.longitude).assign_attrs(values.attrs)


def edges_of(middles: Floats) -> Floats:
    """Return edges halfway between the centres of cells; the outermost cells are symmetric."""
    inner = (middles[1:] + middles[:-1]) / 2
    return np.concatenate([[2 * middles[0] - inner[0]], inner, [2 * middles[-1] - inner[-1]]])


def _band_shares(wanted: Floats, old: Floats) -> Floats:
    """Return the share of each new band of latitude that each old band covers, by area."""
    new, given = (np.sin(np.radians(np.clip(edges_of(middles), -90.0, 90.0))) for middles in (wanted, old))
    return _overlap(new, given) / np.diff(new)[:, None]


def _width_shares(wanted: Floats, old: Floats) -> Floats:
    new, given = edges_of(wanted), edges_of(old)
    turns = [_overlap(new, given + turn) for turn in (-TURN, 0.0, TURN)]
    return np.asarray(np.sum(turns, axis=0) / np.diff(new)[:, None])


def _overlap(new: Floats, given: Floats) -> Floats:
    upper = np.minimum(new[1:, None], given[None, 1:])
    lower = np.maximum(new[:-1, None], given[None, :-1])
    return np.asarray(np.maximum(upper - lower, 0.0))
