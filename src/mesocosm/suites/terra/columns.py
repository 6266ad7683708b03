"""Columns of numbers from files of the workspace, CSV tables and series of NetCDF alike, in the unit that is wanted.

A column's unit stands in its name (`tmax_c`, `tmax [K]`), in the file's attributes, or beside its name where the agent
says which column is meant (`{"rain_mm": "tp [m]"}`); a column without a unit is refused, never guessed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from mesocosm.errors import InvalidRecord, ToolError, did_you_mean
from mesocosm.suites.terra.arguments import Path
from mesocosm.suites.terra.files import opened
from mesocosm.workspace.workspace import Workspace

Floats = NDArray[np.float64]
Times = NDArray[np.datetime64]
Paths = Path | Annotated[list[Path], Field(min_length=1, max_length=10)]
Columns = Annotated[dict[str, Annotated[str, Field(max_length=300)]], Field(max_length=20)]
"""Which column holds a quantity: its name, `file:name` where several files have it, and its unit in brackets."""

BRACKETS = re.compile(r"(.*?)\s*[\[(]([^\[\]()]+)[\])]\s*")
SUFFIXES = {
    "_mj_m2": "MJ/m**2", "_kj_m2": "kJ/m**2", "_j_m2": "J/m**2", "_wh_m2": "W*hour/m**2", "_w_m2": "W/m**2",
    "_ug_m3": "µg/m**3", "_mm_day": "mm/day", "_mm_h": "mm/hour", "_km_h": "km/h", "_m_s": "m/s", "_percent": "percent",
    "_degc": "degC", "_kpa": "kPa", "_hpa": "hPa", "_pa": "Pa", "_mm": "mm", "_c": "degC", "_k": "kelvin",
}  # fmt: skip
"""Endings of names that tell a unit, longer ones first."""
TIMES = ("date", "time", "datetime", "valid_time", "day", "month", "year")
NETCDF = (b"CDF", b"\x89HDF", b"GRIB")
MOST_ROWS = 1_000_000
MONTH_LETTERS = len("2031-07")
FIRST_YEAR, LAST_YEAR = 1678, 2261
"""What nanoseconds since 1970 can count."""
MOST_LISTED = 20


@dataclass(frozen=True)
class Quantity:
    """What a column is to hold."""

    units: tuple[str, ...]
    """The unit wanted, and others of another kind whose number means the same for a row: mm, and mm/day for a day."""
    names: tuple[str, ...] = ()
    """Further names that files give it, without unit."""


@dataclass(frozen=True)
class Column:
    """A column as a file has it."""

    file: str
    name: str
    unit: str | None
    values: Floats
    times: Times | None

    @property
    def stem(self) -> str:
        """Its name without its unit, lower case."""
        return _stem(self.name)[0]


@dataclass(frozen=True)
class Read:
    """Columns in their wanted units, on the times that all have."""

    times: Times
    """Empty where the file has no column of times."""
    values: dict[str, Floats]
    files: dict[str, str]
    """Hashes of what was read."""

    def lists(self) -> dict[str, list[float]]:
        return {name: values.tolist() for name, values in self.values.items()}

    def days(self) -> list[date]:
        """The dates of rows that follow each other day by day."""
        days = self.times.astype("datetime64[D]")
        steps = np.diff(days).astype(int)
        if len(days) > 1 and not (steps == 1).all():
            at = int(np.flatnonzero(steps != 1)[0])
            raise ToolError(f"{_files(self.files)} must go on day by day, and {days[at + 1]} follows {days[at]}")
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
    """The wanted columns that the files hold; those in `needed` must be there, and no cell of them may be missing.

    Args:
        workspace: Where the files lie.
        paths: One file or several; rows are matched by their times.
        wanted: By name.
        needed: Names that must be found.
        given: Which column is meant, by name.
        point: Longitude and latitude, for files of grids.
    """
    listed = [paths] if isinstance(paths, str) else list(paths)
    unknown = [name for name in given if name not in wanted]
    if unknown:
        hint = did_you_mean(unknown[0], wanted)
        raise ToolError(f"`columns` {unknown[0]!r} is not asked for here; {hint or ', '.join(wanted)}")
    held, files = _held(workspace, listed, point)
    chosen = {name: _chosen(held, name, quantity, given.get(name)) for name, quantity in wanted.items()}
    missing = [name for name in needed if chosen[name] is None]
    if missing:
        quantity = wanted[missing[0]]
        known = ", ".join((missing[0], *quantity.names))
        raise ToolError(
            f"{_files(files)} has no column for {', '.join(missing)} (known: {known}); it holds "
            f"{', '.join(column.name for column in held[:MOST_LISTED])}; `columns` may name it, such as "
            f'{{"{missing[0]}": "name [{quantity.units[0]}]"}}'
        )
    kept = {name: column for name, column in chosen.items() if column is not None}
    return _joined(kept, wanted, files)


def _files(files: Mapping[str, str]) -> str:
    return " and ".join(repr(path) for path in files)


def _joined(kept: Mapping[str, Column], wanted: Mapping[str, Quantity], files: dict[str, str]) -> Read:
    timed = [column.times for column in kept.values() if column.times is not None]
    if not timed:
        lengths = {name: len(column.values) for name, column in kept.items()}
        if len(set(lengths.values())) > 1:
            raise ToolError(f"{_files(files)}: columns differ in length, {lengths}")
        empty = np.array([], "datetime64[ns]")
        return Read(empty, {name: _in_unit(column, wanted[name]) for name, column in kept.items()}, files)
    if len(timed) < len(kept):
        raise ToolError(f"{_files(files)}: some files tell times and some do not, so rows cannot be matched")
    common = timed[0]
    for times in timed[1:]:
        common = np.intersect1d(common, times)
    if not len(common):
        raise ToolError(f"{_files(files)} share no time")
    values = {}
    for name, column in kept.items():
        assert column.times is not None
        values[name] = _in_unit(column, wanted[name])[np.isin(column.times, common)]
    return Read(common, values, files)


def _in_unit(column: Column, quantity: Quantity) -> Floats:
    """The numbers in the wanted unit; cells without a number are refused with their row."""
    import xarray as xr

    from mesocosm.earth.fields.measures import converted

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
            told = converted(values, unit, label)
        except (InvalidRecord, ValueError) as error:
            problem = problem or InvalidRecord(str(error))
        else:
            return np.asarray(told.values, np.float64)
    raise ToolError(str(problem))


# --- which column ------------------------------------------------------------------------------------------------------


def _chosen(held: Sequence[Column], name: str, quantity: Quantity, wish: str | None) -> Column | None:
    if wish is not None:
        return _wished(held, wish)
    exact = [column for column in held if column.name == name]
    stems = {_stem(name)[0], *quantity.names}
    hits = exact or [column for column in held if column.stem in stems]
    if len(hits) > 1:
        told = ", ".join(f"{column.file}:{column.name}" for column in hits[:MOST_LISTED])
        raise ToolError(f"several columns may be {name}: {told}; name one with `columns`")
    return hits[0] if hits else None


def _wished(held: Sequence[Column], wish: str) -> Column:
    bracket = BRACKETS.fullmatch(wish)
    name, unit = (bracket[1], bracket[2]) if bracket else (wish, None)
    hits = [column for column in held if name in (column.name, f"{column.file}:{column.name}")]
    hits = hits or [column for column in held if wish in (column.name, f"{column.file}:{column.name}")]
    names = [column.name for column in held]
    if not hits:
        hint = did_you_mean(name, names)
        raise ToolError(f"`columns` names {name!r}, which is not there; {hint or 'there are ' + ', '.join(names)}")
    if len(hits) > 1:
        raise ToolError(f"`columns` names {name!r}, which several files have; write it as {hits[0].file}:{name}")
    column = hits[0]
    if unit is not None and column.name == name:
        column = Column(column.file, column.name, unit, column.values, column.times)
    return column


def _stem(name: str) -> tuple[str, str | None]:
    """A name without its unit, and the unit that it tells."""
    bracket = BRACKETS.fullmatch(name)
    if bracket:
        return bracket[1].strip().lower(), bracket[2].strip()
    plain = name.strip().lower()
    for suffix, unit in SUFFIXES.items():
        if plain.endswith(suffix):
            return plain.removesuffix(suffix), unit
    return plain, None


# --- reading -----------------------------------------------------------------------------------------------------------


def _held(
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
    """Every variable of a file of fields that is a series, or one at the point."""
    from mesocosm.suites.terra.selection import series

    fields = opened(workspace, path)
    columns = []
    for name in map(str, fields.dataset.data_vars):
        if "time" not in fields.dataset[name].dims or fields.dataset[name].dtype.kind not in "fiu":
            continue
        on_grid = {"latitude", "longitude"} <= set(fields.dataset[name].dims)
        values = series(fields, name, list(point) if point is not None and on_grid else None)
        times = values["time"].values
        if times.dtype.kind != "M":
            raise ToolError(f"{path!r} is in a calendar without the days of ours; convert it first")
        unit = values.attrs.get("units")
        columns.append(
            Column(path, name, None if unit is None else str(unit), np.asarray(values.values, np.float64), times)
        )
    return columns


def rows_of(data: bytes, path: str) -> list[dict[str, str]]:
    """The rows of a CSV file by the names of its first line."""
    try:
        text = data.decode("utf-8-sig")
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
    except (UnicodeDecodeError, csv.Error) as error:
        raise ToolError(f"{path!r} cannot be read as CSV: {error}") from error
    if len(rows) < 2 or "\x00" in text:
        raise ToolError(f"{path!r} must be a CSV file with a line of names and a line a row, or NetCDF")
    names, *lines = ([cell.strip() for cell in row] for row in rows)
    if len(lines) > MOST_ROWS:
        raise ToolError(f"{path!r} holds {len(lines):,} rows; at most {MOST_ROWS:,}")
    if len(set(names)) < len(names):
        raise ToolError(f"{path!r} names a column twice: {', '.join(names[:MOST_LISTED])}")
    for at, row in enumerate(lines):
        if len(row) != len(names):
            raise ToolError(f"{path!r}: row {at + 1} must hold {len(names)} cells, holds {len(row)}")
    return [dict(zip(names, row, strict=True)) for row in lines]


def of_table(data: bytes, path: str) -> list[Column]:
    """Columns of numbers of a CSV file, with the times of its rows."""
    rows = rows_of(data, path)
    clock = next((name for name in rows[0] if name.lower() in TIMES), None)
    times = None if clock is None else _times([row[clock] for row in rows], path)
    columns = []
    for name in rows[0]:
        values = np.array([number_in(row[name]) for row in rows])
        if name != clock and not np.isnan(values).all():
            columns.append(Column(path, name, _stem(name)[1], values, times))
    return columns


def number_in(cell: str) -> float:
    """The number of a cell; NaN where it holds none."""
    try:
        return float(cell)
    except ValueError:
        return math.nan


def _times(cells: Sequence[str], path: str) -> Times:
    times = []
    for at, cell in enumerate(cells):
        try:
            moment = datetime.fromisoformat(f"{cell}-01" if len(cell) == MONTH_LETTERS else cell)
            if not FIRST_YEAR <= moment.year <= LAST_YEAR:
                raise ValueError(cell)
            plain = moment if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
            times.append(np.datetime64(plain, "ns"))
        except ValueError:
            raise ToolError(f"{path!r}: row {at + 1} must hold a time such as 2031-07-14, got {cell[:40]!r}") from None
    if any(later <= earlier for earlier, later in zip(times[:-1], times[1:], strict=True)):
        raise ToolError(f"{path!r}: times must rise from row to row")
    return np.array(times)
