"""Input and output of tools: a variable of a file, cut to a box, an interval and a level; and the answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import JsonValue

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.arguments import box_of, moment_of
from mesocosm.suites.terra.inputs.files import Fields, open_field_file, saved_fields
from mesocosm.suites.terra.replies.lists import unit_after
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

DIGITS = 5
"""Significant digits of numbers in texts."""


def select_variable(
    fields: Fields,
    variable: str | None,
    *,
    box: list[float] | None = None,
    start: str | None = None,
    end: str | None = None,
    level: float | None = None,
) -> xr.DataArray:
    """Select a variable and cut it as requested; a missing axis or an empty result is refused."""
    from mesocosm.earth.fields.air import at_level
    from mesocosm.earth.fields.axes import demand_reach, within
    from mesocosm.earth.fields.region import needs_grid

    values = fields.field(variable)
    if values.dtype.kind not in "fiub":
        raise ToolError(f"{values.name} holds {values.dtype}, not numbers")
    if level is not None:
        values = at_level(values, level)
    if start is not None or end is not None:
        values = _between(values, start, end)
    if box is not None:
        needs_grid(values)
        demand_reach(values["longitude"], box_of(box))
        values = within(values.to_dataset(name="field"), box_of(box))["field"].rename(values.name)
    return values


def on_level(dataset: xr.Dataset, level: float | None) -> xr.Dataset:
    """Add the pressure level of a result as a coordinate, and to each title."""
    if level is None:
        return dataset
    for name, values in dataset.data_vars.items():
        words = str(values.attrs.get("long_name", str(name).replace("_", " ")))
        values.attrs["long_name"] = f"{words} at {level:g} hPa"
    return dataset.assign_coords(level=((), float(level), {"units": "hPa"}))


def series(fields: Fields, variable: str | None, point: list[float] | None) -> xr.DataArray:
    """Return a variable as one series; a grid needs a point."""
    from mesocosm.earth.fields.region import at_place

    values = select_variable(fields, variable)
    if point is not None:
        values = at_place(values, point[0], point[1], "nearest")
    if "time" not in values.dims:
        raise ToolError(f"{values.name} has no axis of times")
    rest = [str(axis) for axis in values.dims if axis != "time"]
    if any(values.sizes[axis] > 1 for axis in rest):
        raise ToolError(f"{values.name} is no single series: give `point`, or reduce {', '.join(rest)} first")
    return values.squeeze(rest, drop=True)


def _between(values: xr.DataArray, start: str | None, end: str | None) -> xr.DataArray:
    from mesocosm.earth.fields.axes import between

    if "time" not in values.dims:
        raise ToolError(f"{values.name} has no axis of times, so `start` and `end` cannot be used")
    first, last = moment_of(start or "0001-01-01", "start"), moment_of(end or "9999-12-31", "end")
    if first >= last:
        raise ToolError(f"`start` must come before `end`, got {start} and {end}")
    try:
        return between(values.to_dataset(name="field"), first, last)["field"].rename(values.name)
    except ValueError as error:  # a calendar without that day
        raise ToolError(f"`start` or `end` is no day of the file's calendar: {error}") from error


def answer(
    workspace: Workspace,
    stem: str,
    dataset: xr.Dataset,
    sources: Iterable[Fields],
    *lines: str,
    more: Mapping[str, JsonValue] | None = None,
) -> Output:
    """Save the result of a calculation: a new file, a short text on each of its fields, and the same for programs."""
    if not any(values.size and bool(values.notnull().any()) for values in dataset.data_vars.values()):
        raise ToolError("the result is empty: every value of the selection is missing")
    path = saved_fields(workspace, stem, dataset)
    summaries = {str(name): summary(values) for name, values in dataset.data_vars.items()}
    details = [f"{name}: {words(summaries[str(name)])}" for name in dataset.data_vars]
    return Output(
        text="\n".join([*lines, *details, f"file: {path}"]),
        data={"path": path, "fields": summaries, **(more or {})},
        inputs={source.path: source.sha256 for source in sources},
    )


def summary(values: xr.DataArray) -> dict[str, Any]:
    """Return unit, axes, range and mean (weighted by area on a grid) of a field."""
    known = values.values[np.isfinite(values.values)] if values.dtype.kind == "f" else values.values.ravel()
    return {
        "units": str(values.attrs.get("units", "")),
        "axes": {str(axis): int(size) for axis, size in values.sizes.items()},
        "min": number(known.min()) if known.size else None,
        "max": number(known.max()) if known.size else None,
        "mean": number(mean_of(values)),
        "missing": int(values.size - known.size),
    }


def mean_of(values: xr.DataArray) -> float:
    """Return the mean; weighted by area over a grid, and on the circle for directions."""
    from mesocosm.earth.fields.directions import is_direction, mean_direction

    return float(mean_direction(values, _mean) if is_direction(values) else _mean(values))


def _mean(values: xr.DataArray) -> xr.DataArray:
    from mesocosm.earth.fields.area import area_mean

    if {"latitude", "longitude"} <= set(values.dims) and min(values.sizes["latitude"], values.sizes["longitude"]) > 1:
        values = area_mean(values)
    return values.mean()


def words(summary: Mapping[str, Any]) -> str:
    """Return the summary of a field in one line."""
    axes = " x ".join(f"{size} {axis}" for axis, size in summary["axes"].items()) or "one value"
    if summary["min"] is None:
        return f"{axes}, no values"
    low, high, mean = (f"{summary[key] or 0.0:.{DIGITS}g}" for key in ("min", "max", "mean"))
    unit = unit_after(summary["units"])
    return f"{axes}, {low} to {high}{unit}, mean {mean}{unit}"


def number(value: float) -> float | None:
    """Return a number for JSON: None if it is not finite."""
    plain = float(value)
    return plain if math.isfinite(plain) else None


def first_numbers(values: xr.DataArray, most: int) -> list[JsonValue]:
    """Return the first values, in the order of the axes."""
    return [number(value) for value in np.asarray(values.values, np.float64).ravel()[:most]]


def times_of(values: xr.DataArray, most: int) -> list[str]:
    """Return the first times in ISO 8601."""
    return [str(time) for time in values["time"][:most].dt.strftime("%Y-%m-%dT%H:%M").values]


def ends_of(times: xr.DataArray) -> tuple[str, str]:
    """Return the first and the last time in ISO 8601."""
    first, last = times[[0, -1]].dt.strftime("%Y-%m-%dT%H:%M").values
    return str(first), str(last)


def two(workspace: Workspace, path: str, other: str | None) -> tuple[Fields, Fields]:
    """Open a file, and another one or the same again."""
    first = open_field_file(workspace, path)
    return first, first if other is None or other == path else open_field_file(workspace, other)


def years_of(start_year: int | None, end_year: int | None) -> tuple[int, int] | None:
    """Return a baseline of whole years, both included; both or neither are given."""
    if start_year is None and end_year is None:
        return None
    if start_year is None or end_year is None or start_year > end_year:
        raise InvalidRecord(f"a baseline needs a first and a last year in order, got {start_year} and {end_year}")
    return start_year, end_year
