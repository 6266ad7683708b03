"""Concatenation in time of parts of one field that were fetched separately."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.fields.field_units import normalise_unit
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

MOST_BYTES = 2**28
"""Most bytes of all values together; the concatenation has four copies of them."""
GRID_TOLERANCE = 1e-6
"""Difference up to which axes are equal, in degrees or hPa."""


def join_times(parts: Mapping[str, xr.Dataset]) -> xr.Dataset:
    """Concatenate all parts in order of time; at a time that parts share, their values must be equal.

    Args:
        parts: Parts by name, with the same variables, units and axes except time.
    """
    import xarray as xr

    check_together(parts.values())
    (name, first), *rest = parts.items()
    if "time" not in first.dims:
        raise InvalidRecord(f"{name} has no axis of times to join along; it has {', '.join(map(str, first.dims))}")
    for other, part in rest:
        _check_alike(name, first, other, part)
    alike = [first, *(part.assign_coords({axis: first[axis] for axis in _axes(first)}) for _, part in rest)]
    chain = xr.concat(alike, "time", data_vars="minimal", coords="minimal", compat="override", join="override")
    return _each_time_once(chain.sortby("time")).assign_attrs(first.attrs)


def check_together(parts: Iterable[xr.Dataset]) -> None:
    """Refuse parts that would fill the memory."""
    if sum(part.nbytes for part in parts) > MOST_BYTES:
        raise InvalidRecord(f"the parts hold more than {MOST_BYTES // 2**20} MiB together; join smaller boxes")


def _axes(dataset: xr.Dataset) -> list[str]:
    return [str(axis) for axis in dataset.dims if axis != "time" and axis in dataset.coords]


def _check_alike(name: str, first: xr.Dataset, other: str, part: xr.Dataset) -> None:
    if "time" not in part.dims:
        raise InvalidRecord(f"{other} has no axis of times to join along")
    if set(first.data_vars) != set(part.data_vars):
        contents = [", ".join(sorted(map(str, each.data_vars))) or "nothing" for each in (first, part)]
        raise InvalidRecord(
            f"parts must hold the same variables: {name} holds {contents[0]}, {other} holds {contents[1]}"
        )
    if first["time"].dt.calendar != part["time"].dt.calendar:
        raise InvalidRecord(
            f"parts must share a calendar: {name} counts by {first['time'].dt.calendar}, "
            f"{other} by {part['time'].dt.calendar}"
        )
    for variable in map(str, first.data_vars):
        _check_field(name, first[variable], other, part[variable])
    for axis in _axes(first):
        _check_axis(name, first[axis], other, part[axis] if axis in part.coords else None)


def _check_field(name: str, mine: xr.DataArray, other: str, theirs: xr.DataArray) -> None:
    units = [str(values.attrs.get("units", "")) for values in (mine, theirs)]
    if normalise_unit(units[0]) != normalise_unit(units[1]):
        raise InvalidRecord(
            f"parts must share units: {mine.name} is in {units[0] or 'none'} in {name}, "
            f"in {units[1] or 'none'} in {other}"
        )
    if mine.dims != theirs.dims:
        shapes = [" x ".join(map(str, values.dims)) or "one value" for values in (mine, theirs)]
        raise InvalidRecord(f"parts must share axes: {mine.name} is {shapes[0]} in {name}, {shapes[1]} in {other}")
    if "time" not in mine.dims and not mine.equals(theirs):
        raise InvalidRecord(f"{mine.name}, which has no times, differs between {name} and {other}")


def _check_axis(name: str, mine: xr.DataArray, other: str, theirs: xr.DataArray | None) -> None:
    if theirs is not None and mine.size == theirs.size:
        numbers = mine.dtype.kind in "fiu" and theirs.dtype.kind in "fiu"
        if numbers and np.allclose(mine.values, theirs.values, rtol=0, atol=GRID_TOLERANCE):
            return
        if not numbers and np.array_equal(mine.values, theirs.values):
            return
    raise InvalidRecord(
        f"parts must share a grid: {mine.name} is {_describe(mine)} in {name}, {_describe(theirs)} in {other}"
    )


def _describe(axis: xr.DataArray | None) -> str:
    if axis is None or not axis.size:
        return "nowhere"
    return f"{axis.size} from {axis.values[0]} to {axis.values[-1]}"


def _each_time_once(chain: xr.Dataset) -> xr.Dataset:
    """Keep each time once; refuse a repeated time with other values."""
    again = np.asarray(chain.indexes["time"].duplicated())
    if not again.any():
        return chain
    kept = np.flatnonzero(~again)
    first_of = kept[np.cumsum(~again) - 1]
    where = np.flatnonzero(again)
    late, early = chain.isel(time=where), chain.isel(time=first_of[where])
    for variable in (name for name in chain.data_vars if "time" in chain[name].dims):
        mine, theirs = early[variable].values, late[variable].values
        same = (mine == theirs) | (mine != mine) & (theirs != theirs)
        if not same.all():
            at = np.argwhere(~same)[0][chain[variable].dims.index("time")]
            moment = str(late["time"].dt.strftime("%Y-%m-%dT%H:%M").values[at])
            raise InvalidRecord(f"parts hold {variable} at {moment} twice with different values; cut one of them")
    return chain.isel(time=kept)
