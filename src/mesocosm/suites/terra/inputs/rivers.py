"""Rivers of the workspace for the routing: a table of reaches, and daily values of each from tables or series."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from pydantic import JsonValue

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.simulators.simulator.rounding import round_each
from mesocosm.suites.terra.inputs.files import Fields, open_field_file
from mesocosm.suites.terra.inputs.tables import number_in, rows_of
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

REACH = ("id", "length_km", "bankfull_m3_s", "catchment_km2")
FURTHER = ("lake_km2", "initial_discharge_m3_s")
WORDS = ("flows_to", "soil", "cover")
LONG = ("region", "time", "value")
"""Columns of a table with a row for each reach and day."""
NETCDF = (b"CDF", b"\x89HDF")
UNITS = {"temperature_c": ("degC",)}
DAY_SUM = ("mm", "mm/day")
DAY_LETTERS = len("2031-07-14")
MOST_EXAMPLE_IDS = 3


@dataclass(frozen=True)
class ReachDays:
    """Days of a file and the column of each reach, with a note on what was assumed."""

    path: str
    days: list[str]
    columns: dict[str, list[JsonValue]]
    note: str = ""


def reach_rows(workspace: Workspace, path: str) -> list[dict[str, str]]:
    """Return the rows of a table of reaches."""
    rows = rows_of(workspace.read_bytes(path), path)
    missing = [name for name in REACH if name not in rows[0]]
    if missing:
        raise ToolError(f"`reaches` {path!r} lacks {', '.join(missing)}; a row has {', '.join(REACH)}, flows_to")
    return rows


def reach_of(row: Mapping[str, str]) -> JsonValue:
    """Return a reach in the form of the engine."""
    record: dict[str, JsonValue] = {"id": row["id"]}
    record |= {name: _cell(row[name]) for name in (*REACH[1:], *FURTHER) if row.get(name)}
    return record | {name: row[name] for name in WORDS if row.get(name)}


def _cell(text: str) -> JsonValue:
    """Return a number, or the text in its place, which the engine's checks then report."""
    number = number_in(text)
    return number if np.isfinite(number) else text[:40]


def by_reach(workspace: Workspace, path: str, ids: list[str], quantity: str) -> ReachDays:
    """Return the days of each reach, from a table or from series of a NetCDF file.

    Args:
        workspace: Workspace of the file.
        path: The file.
        ids: Ids of the reaches.
        quantity: Quantity in the file: `temperature_c`, or a depth in mm.
    """
    data = workspace.read_bytes(path)
    if data.startswith(NETCDF):
        made = _of_series(open_field_file(workspace, path), ids, quantity)
    else:
        rows = rows_of(data, path)
        made = _long(rows, path, ids) if set(LONG) <= rows[0].keys() else _wide(rows, path, ids)
    if any(later <= earlier for earlier, later in itertools.pairwise(made.days)):
        raise ToolError(f"{path!r}: dates must increase day by day")
    return made


def same_days(tables: Mapping[str, ReachDays]) -> list[str]:
    """Return the days that all tables share; tables that differ are refused."""
    first, *rest = tables.values()
    for table in rest:
        if table.days != first.days:
            raise ToolError(
                f"{table.path!r} must have the dates of the other tables, {first.days[0]} to {first.days[-1]}"
            )
    return first.days


def _wide(rows: list[dict[str, str]], path: str, ids: list[str]) -> ReachDays:
    missing = [name for name in ("date", *ids) if name not in rows[0]]
    if missing:
        raise ToolError(f"{path!r} lacks the columns {', '.join(missing)}; {_needed(ids)}")
    return ReachDays(path, [row["date"] for row in rows], {name: [_cell(row[name]) for row in rows] for name in ids})


def _needed(ids: list[str]) -> str:
    shown = ids[:MOST_EXAMPLE_IDS]
    heading, numbers = ",".join(["date", *shown]), ",".join(["2031-03-01", *("1.5" for _ in shown)])
    more = ",..." if len(ids) > MOST_EXAMPLE_IDS else ""
    return (
        f"it needs date and one column per reach, such as the lines {heading + more!r} and {numbers + more!r}; or the "
        f"columns {', '.join(LONG)} with reaches as regions; or NetCDF with a variable per reach, or one series for all"
    )


def _long(rows: list[dict[str, str]], path: str, ids: list[str]) -> ReachDays:
    """Read a row for each reach and day; the dates of each reach must be those of the first."""
    missing = [name for name in ids if not any(row["region"] == name for row in rows)]
    if missing:
        held = ", ".join(dict.fromkeys(row["region"] for row in rows))
        raise ToolError(
            f"{path!r} has no region {', '.join(missing)}; it has {held[:200]}: name the regions like the reaches"
        )
    mine = {name: [row for row in rows if row["region"] == name] for name in ids}
    days = {name: [_day(row["time"], path) for row in rows] for name, rows in mine.items()}
    odd = next((name for name in ids if days[name] != days[ids[0]]), None)
    if odd is not None:
        raise ToolError(f"{path!r}: the region {odd!r} must have the dates of {ids[0]!r}")
    note = f"values of {path} taken as they stand, in mm a day or degrees Celsius"
    return ReachDays(path, days[ids[0]], {name: [_cell(row["value"]) for row in mine[name]] for name in ids}, note)


def _day(time: str, path: str) -> str:
    if time[DAY_LETTERS:].strip("T0:Z "):
        raise ToolError(f"{path!r} must hold days, got {time!r}; aggregate it to days first")
    return time[:DAY_LETTERS]


def _of_series(fields: Fields, ids: list[str], quantity: str) -> ReachDays:
    """Return variables named as the reaches, or the only series for all of them."""
    from mesocosm.suites.terra.inputs.selection import series

    names = [str(name) for name in fields.dataset.data_vars]
    if set(ids) <= set(names):
        chosen, note = {name: name for name in ids}, ""
    elif len(names) == 1 or "mean" in names:
        of_all = names[0] if len(names) == 1 else "mean"
        chosen, note = dict.fromkeys(ids, of_all), f"{of_all} of {fields.path} taken for every reach"
    else:
        lacking = ", ".join(name for name in ids if name not in names)
        raise ToolError(
            f"{fields.path!r} lacks the variables {lacking}; it holds {', '.join(names)[:200]}; {_needed(ids)}"
        )
    columns = {name: _in_unit(series(fields, name, None), quantity) for name in dict.fromkeys(chosen.values())}
    times = [str(time)[:19] for time in fields.dataset["time"].values]
    days = [_day(time, fields.path) for time in times]
    return ReachDays(fields.path, days, {name: columns[variable] for name, variable in chosen.items()}, note)


def _in_unit(values: xr.DataArray, quantity: str) -> list[JsonValue]:
    from mesocosm.earth.fields.field_units import convert_field

    problems = []
    for unit in UNITS.get(quantity, DAY_SUM):
        try:
            numbers = np.asarray(convert_field(values, unit).values, np.float64)
        except (InvalidRecord, ValueError) as error:
            problems.append(str(error))
        else:
            return [*round_each(numbers.tolist())]
    raise ToolError(problems[0])
