"""Columns of numbers from files of the workspace, both CSV tables and NetCDF series, in the unit that is wanted.

A column's unit stands in its name (`tmax_c`, `tmax [K]`), in the file's attributes, or beside its name where the agent
says which column is meant (`{"rain_mm": "tp [m]"}`); a column without a unit is refused, never guessed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field

from mesocosm.errors import InvalidRecord, ToolError, did_you_mean
from mesocosm.suites.terra.inputs.arguments import Path
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.inputs.tables import BRACKETS, MOST_LISTED, Column, Floats, Times, of_table, stem_of
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

Paths = Path | Annotated[list[Path], Field(min_length=1, max_length=10)]
Columns = Annotated[dict[str, Annotated[str, Field(max_length=300)]], Field(max_length=20)]
"""Column that holds each quantity: its name, `file:name` if several files have it, and its unit in brackets."""

PLACE = {"latitude", "longitude"}
NETCDF = (b"CDF", b"\x89HDF", b"GRIB")


@dataclass(frozen=True)
class Quantity:
    """Description of the quantity that a column must hold."""

    units: tuple[str, ...]
    """The wanted unit, and units of another kind whose number means the same for a row: mm, and mm/day for a day."""
    names: tuple[str, ...] = ()
    """Other names that files use for it, without unit."""
    of_month: bool = False
    """Whether it is the water of its row's month; a rate such as mm/day is then multiplied by the month's days."""


@dataclass(frozen=True)
class Read:
    """Columns in their wanted units, at the times that all have."""

    times: Times
    """Times of the rows; empty if the file has no column of times."""
    values: dict[str, Floats]
    files: dict[str, str]
    """Hashes of the files that were read."""

    def lists(self) -> dict[str, list[float]]:
        return {name: values.tolist() for name, values in self.values.items()}

    def days(self) -> list[date]:
        """Return the dates of the rows, which must follow each other day by day."""
        days = self.times.astype("datetime64[D]")
        steps = np.diff(days).astype(int)
        if len(days) > 1 and not (steps == 1).all():
            at = int(np.flatnonzero(steps != 1)[0])
            raise ToolError(f"{_files(self.files)} must continue day by day, but {days[at + 1]} follows {days[at]}")
        return [day.item() for day in days]


def read_columns(
    workspace: Workspace,
    paths: str | Sequence[str],
    wanted: Mapping[str, Quantity],
    *,
    needed: Sequence[str],
    given: Mapping[str, str],
    point: Sequence[float] | None = None,
) -> Read:
    """Return the wanted columns that the files hold; those in `needed` must exist, and have no missing cell.

    Args:
        workspace: Workspace of the files.
        paths: One file or several; rows are matched by their times.
        wanted: Quantities by name.
        needed: Names that must be found.
        given: Column to use, by name.
        point: Longitude and latitude, for files of grids.
    """
    listed = [paths] if isinstance(paths, str) else list(paths)
    unknown = [name for name in given if name not in wanted]
    if unknown:
        hint = did_you_mean(unknown[0], wanted)
        raise ToolError(f"`columns` {unknown[0]!r} is not asked for here; {hint or ', '.join(wanted)}")
    held, files = _read_columns(workspace, listed, point)
    chosen = {name: _choose(held, name, quantity, given.get(name)) for name, quantity in wanted.items()}
    missing = [name for name in needed if chosen[name] is None]
    if missing:
        quantity = wanted[missing[0]]
        known = ", ".join((missing[0], *quantity.names))
        raise ToolError(
            f"{_files(files)} has no column for {', '.join(missing)} (known: {known}); it holds "
            f"{', '.join(_labels(held))}; `columns` may name it, such as {_example(held, missing[0], quantity)}"
        )
    kept = {name: column for name, column in chosen.items() if column is not None}
    return _join(kept, wanted, files)


def _labels(held: Sequence[Column]) -> list[str]:
    """Return the names of columns, with their files if several columns share a name."""
    names = [column.name for column in held]
    return [
        f"{column.file}:{column.name}" if names.count(column.name) > 1 else column.name for column in held[:MOST_LISTED]
    ]


def _example(held: Sequence[Column], name: str, quantity: Quantity) -> str:
    shared = next((label for label in _labels(held) if ":" in label), f"name [{quantity.units[0]}]")
    return f'{{"{name}": "{shared}"}}'


def _files(files: Mapping[str, str]) -> str:
    return " and ".join(repr(path) for path in files)


def _join(kept: Mapping[str, Column], wanted: Mapping[str, Quantity], files: dict[str, str]) -> Read:
    timed = [column.times for column in kept.values() if column.times is not None]
    if not timed:
        lengths = {name: len(column.values) for name, column in kept.items()}
        if len(set(lengths.values())) > 1:
            raise ToolError(f"{_files(files)}: columns differ in length, {lengths}")
        empty = np.array([], "datetime64[ns]")
        return Read(empty, {name: _in_unit(column, wanted[name]) for name, column in kept.items()}, files)
    if len(timed) < len(kept):
        raise ToolError(f"{_files(files)}: some files have times and some do not, so rows cannot be matched")
    common = timed[0]
    for times in timed[1:]:
        common = np.intersect1d(common, times)
    if not len(common):
        raise ToolError(f"{_files(files)} have no time in common")
    values = {}
    for name, column in kept.items():
        assert column.times is not None
        values[name] = _in_unit(column, wanted[name])[np.isin(column.times, common)]
    return Read(common, values, files)


def _in_unit(column: Column, quantity: Quantity) -> Floats:
    """Return the numbers in the wanted unit; a cell without a number is refused, with its row in the message."""
    import xarray as xr

    from mesocosm.earth.fields.field_units import convert_field

    label = f"{column.name} of {column.file!r}"
    unknown = np.flatnonzero(~np.isfinite(column.values))
    if len(unknown):
        at = int(unknown[0])
        when = f" ({str(column.times[at])[:16]})" if column.times is not None else ""
        raise ToolError(f"{label} has no number in row {at + 1}{when}, one of {len(unknown)}; fill or cut them first")
    if column.unit is None and quantity.units[0] != "1":
        raise ToolError(f"{label} states no unit; say it with `columns`, such as '{column.name} [{quantity.units[0]}]'")
    values = xr.DataArray(column.values, dims=["row"], name=column.name, attrs={"units": column.unit or "1"})
    problem: InvalidRecord | None = None
    for unit in quantity.units:
        try:
            converted = convert_field(values, unit, label)
        except (InvalidRecord, ValueError) as error:
            problem = problem or InvalidRecord(str(error))
        else:
            return np.asarray(converted.values, np.float64)
    sums = _month_sums(values, column.times) if quantity.of_month and column.times is not None else None
    if sums is None:
        raise ToolError(str(problem))
    return sums


def _month_sums(values: xr.DataArray, times: Times) -> Floats | None:
    """Return monthly depths, mm, from rates of water; None if the values are no rate."""
    import pandas as pd

    from mesocosm.earth.fields.field_units import daily_depth

    rate = daily_depth(values.rename("rain"))
    return None if rate is None else np.asarray(rate.values * pd.DatetimeIndex(times).days_in_month, np.float64)


# --- which column ----------------------------------------------------------------------------------------------------


def _choose(held: Sequence[Column], name: str, quantity: Quantity, wish: str | None) -> Column | None:
    if wish is not None:
        return _wished(held, wish)
    exact = [column for column in held if column.name == name]
    stems = {stem_of(name)[0], *quantity.names}
    hits = exact or [column for column in held if column.stem in stems]
    if len(hits) > 1:
        candidates = ", ".join(f"{column.file}:{column.name}" for column in hits[:MOST_LISTED])
        example = f'{{"{name}": "{hits[0].file}:{hits[0].name}"}}'
        raise ToolError(f"several columns may be {name}: {candidates}; name one with `columns`, such as {example}")
    return hits[0] if hits else None


def _wished(held: Sequence[Column], wish: str) -> Column:
    bracket = BRACKETS.fullmatch(wish)
    hits = [column for column in held if wish in (column.name, f"{column.file}:{column.name}")]
    name, unit = (bracket[1], bracket[2]) if bracket and not hits else (wish, None)
    hits = hits or [column for column in held if name in (column.name, f"{column.file}:{column.name}")]
    names = [column.name for column in held]
    if not hits:
        hint = did_you_mean(name, names)
        raise ToolError(f"`columns` names {name!r}, which no file has; {hint or 'there are ' + ', '.join(names)}")
    if len(hits) > 1:
        raise ToolError(f"`columns` names {name!r}, which several files have; write it as {hits[0].file}:{name}")
    column = hits[0]
    return column if unit is None else replace(column, unit=unit)


# --- reading ---------------------------------------------------------------------------------------------------------


def _read_columns(
    workspace: Workspace, paths: Sequence[str], point: Sequence[float] | None
) -> tuple[list[Column], dict[str, str]]:
    held: list[Column] = []
    files = {}
    for path in paths:
        data = workspace.read_bytes(path)
        files[path] = hashlib.sha256(data).hexdigest()
        held += _of_fields(workspace, path, point) if data.startswith(NETCDF) else of_table(data, path)
    return held, files


def _of_fields(workspace: Workspace, path: str, point: Sequence[float] | None) -> list[Column]:
    """Return every variable of a file of fields that is a series, or that has one at the point."""
    from mesocosm.suites.terra.inputs.selection import series

    fields = open_field_file(workspace, path)
    columns = []
    for name in map(str, fields.dataset.data_vars):
        field = fields.dataset[name]
        rest = {str(axis) for axis in field.dims if field.sizes[axis] > 1} - {"time"}
        on_grid = rest <= PLACE and set(field.dims) >= PLACE
        if "time" not in field.dims or field.dtype.kind not in "fiu" or (rest and not on_grid):
            continue  # neither a series nor a field with one at the point
        values = series(fields, name, list(point) if point is not None and on_grid else None)
        times = values["time"].values
        if times.dtype.kind != "M":
            raise ToolError(f"{path!r} uses a calendar with other days than the standard one; convert it first")
        unit = values.attrs.get("units")
        columns.append(
            Column(path, name, None if unit is None else str(unit), np.asarray(values.values, np.float64), times)
        )
    return columns
