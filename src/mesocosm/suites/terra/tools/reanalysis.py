"""Fields of reanalyses, observations and models: contents of a file, values, periods, normals, events, regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, JsonValue

from mesocosm.earth.fields.periods import Cycle, Period, Statistic
from mesocosm.earth.fields.spells import Comparison
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs import selection
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path, Point
from mesocosm.suites.terra.inputs.files import Fields, open_field_file
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

Level = Annotated[float, Field(gt=0, le=1100)]
Moment = Annotated[str, Field(min_length=4, max_length=40, examples=["2001-01-01", "2002-01-01T12:00"])]
Year = Annotated[int, Field(ge=1, le=9999)]
Steps = Annotated[int, Field(ge=1, le=10000)]
MOST_LISTED = 40
MOST_VALUES = 200


@tool(read_only=True)
def inspect(workspace: Workspace, /, path: Path) -> Output:
    """List the axes of a file of fields, and each variable with its unit, range and mean.

    Args:
        path: A NetCDF or GRIB file of the workspace.
    """
    fields = open_field_file(workspace, path)
    names = list(fields.dataset.data_vars)[:MOST_LISTED]
    axes = [_axis(fields.dataset, str(axis)) for axis in fields.dataset.dims]
    lines = [
        f"{name}: {selection.words(selection.summary(fields.field(str(name))))}"
        for name in names
        if _is_number(fields, str(name))
    ]
    left = len(fields.dataset.data_vars) - len(lines)
    more = [f"... and {left} more variables"] if left else []
    data: dict[str, JsonValue] = {
        str(name): selection.summary(fields.field(str(name))) for name in names if _is_number(fields, str(name))
    }
    return Output(text="\n".join([*axes, *lines, *more]), data=data, inputs={path: fields.sha256})


def _is_number(fields: Fields, name: str) -> bool:
    return fields.dataset[name].dtype.kind in "fiub"


def _axis(dataset: xr.Dataset, axis: str) -> str:
    size = dataset.sizes[axis]
    if axis not in dataset.coords or not size:
        return f"{axis}: {size}"
    if axis == "time":
        first, last = selection.ends_of(dataset["time"])
        return f"time: {size}, {first} to {last}, calendar {dataset['time'].dt.calendar}"
    first, last = dataset[axis].values[0], dataset[axis].values[-1]
    unit = {"level": " hPa", "latitude": " degrees north", "longitude": " degrees east"}.get(axis, "")
    return f"{axis}: {size}, {first} to {last}{unit}"


@tool(read_only=True)
def describe(
    workspace: Workspace, /, path: Path, variables: Annotated[list[Name], Field(max_length=40)] | None = None
) -> Output:
    """Show what a file says of its variables: names, units, axes and other attributes, without reading values.

    Args:
        path: A NetCDF or GRIB file of the workspace.
        variables: Names of variables; default: all.
    """
    fields = open_field_file(workspace, path)
    chosen = variables or [str(name) for name in fields.dataset.data_vars][:MOST_LISTED]
    data: dict[str, JsonValue] = {}
    for name in chosen:
        values = fields.field(name)
        attributes: dict[str, JsonValue] = {str(key): str(word)[:200] for key, word in values.attrs.items()}
        data[name] = {"axes": [str(axis) for axis in values.dims], "type": str(values.dtype), "attributes": attributes}
    lines = [f"{name}: {_attributes(fields.field(name))}" for name in chosen]
    whole = [f"{key}: {str(word)[:200]}" for key, word in list(fields.dataset.attrs.items())[:10]]
    return Output(text="\n".join([*lines, *whole]), data=data, inputs={path: fields.sha256})


def _attributes(values: xr.DataArray) -> str:
    attributes = "; ".join(f"{key} {str(word)[:80]}" for key, word in list(values.attrs.items())[:6])
    return f"({', '.join(map(str, values.dims))}) {attributes}"


@tool(read_only=True)
def read(
    workspace: Workspace,
    /,
    path: Path,
    variable: Name | None = None,
    point: Point | None = None,
    box: Box | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    level: Level | None = None,
    most: Annotated[int, Field(ge=1, le=MOST_VALUES)] = 20,
) -> Output:
    """Read values of a variable at a point or in a box, with their range and their mean by area.

    Args:
        path: A NetCDF or GRIB file of the workspace.
        variable: Variable; default: the only one.
        point: Longitude and latitude; the nearest cell is read.
        box: West, south, east, north in degrees.
        start: Start, UTC, included.
        end: End, UTC, excluded.
        level: Pressure level in hPa.
        most: Number of values to list.
    """
    from mesocosm.earth.fields.region import at_place

    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable, box=box, start=start, end=end, level=level)
    if point is not None:
        values = at_place(values, point[0], point[1], "nearest")
    shown = selection.first_numbers(values, most)
    listing = ", ".join("missing" if each is None else f"{each:.6g}" for each in shown)
    axes = ", ".join(map(str, values.dims)) or "place"
    of = f"{values.size} values by {axes}" if values.size > most else f"values by {axes}"
    summary = selection.summary(values)
    data = {**summary, "values": shown}
    if "time" in values.dims:
        data["times"] = list(selection.times_of(values, most))
    return Output(
        text=f"{values.name}: {selection.words(summary)}\n{of}: {listing}",
        data=data,
        inputs={path: fields.sha256},
    )


@tool()
def join(workspace: Workspace, /, paths: Annotated[list[Path], Field(min_length=2, max_length=200)]) -> Output:
    """Join files of the same variables, units and grid in time into one, such as months that were fetched in turn.

    A time that two files hold is kept once; where its values differ, the join is refused.

    Args:
        paths: Files of the workspace, in any order.
    """
    from mesocosm.earth.fields.concatenation import check_together, join_times

    parts: list[Fields] = []
    for path in dict.fromkeys(paths):
        parts.append(open_field_file(workspace, path))
        check_together(part.dataset for part in parts)
    result = join_times({repr(part.path): part.dataset for part in parts})
    first, last = selection.ends_of(result["time"])
    line = f"{len(parts)} files joined: {result['time'].size} times, {first} to {last}"
    return selection.answer(workspace, f"joined {next(iter(result.data_vars))}", result, parts, line)


@tool()
def aggregate(
    workspace: Workspace,
    /,
    path: Path,
    period: Period,
    statistic: Statistic,
    variable: Name | None = None,
    least_share: Annotated[float, Field(gt=0, le=1)] | None = None,
) -> Output:
    """Reduce a field in time: the mean, sum, highest, lowest, median or deviation of each hour, day, month or year.

    Args:
        path: File of the workspace.
        period: Period, dated by its start; seasons begin in December.
        statistic: Statistic; sums are of the values as they are; a rate of water, such as mm/day, becomes a depth in
            mm.
        variable: Variable; default: the only one.
        least_share: Share of steps that a period needs, else it is missing; default: 1 for sums, else 0.8.
    """
    from mesocosm.earth.fields.periods import aggregate_periods

    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable)
    result = aggregate_periods(values, period, statistic, least_share)
    lines, counts = _lacking(values, result, period)
    dataset, stem = result.to_dataset(name=values.name), f"{values.name} {statistic} by {period}"
    return selection.answer(workspace, stem, dataset, [fields], *lines, more=counts)


def _lacking(values: xr.DataArray, result: xr.DataArray, period: Period) -> tuple[list[str], dict[str, JsonValue]]:
    """Return how many periods are missing for lack of steps; if all are, that is refused."""
    from mesocosm.earth.fields.periods import coverage

    cells = [axis for axis in result.dims if axis != "time"]
    fullest, known = coverage(values, period).max(cells), result.notnull().any(cells)
    lacking, total = int((~known).sum()), int(known.size)
    if lacking == total and bool(values.notnull().any()):
        raise ToolError(
            f"every {period} lacks steps: the fullest has {float(fullest.max()):.0%} of those expected by the "
            "file's time step; choose a shorter `period` or a lower `least_share`"
        )
    plural = period if period.endswith("s") else f"{period}s"
    lines = [f"{lacking} of {total} {plural} lack steps: missing"] if lacking else []
    return lines, {"periods": total, "periods_lacking_steps": lacking}


@tool()
def climatology(
    workspace: Workspace,
    /,
    path: Path,
    cycle: Cycle,
    variable: Name | None = None,
    start_year: Year | None = None,
    end_year: Year | None = None,
    window_days: Annotated[int, Field(ge=1, le=91, multiple_of=1)] = 1,
) -> Output:
    """Make the normals of a field: mean and standard deviation of each month, or of each day of the year.

    Args:
        path: File of the workspace.
        cycle: Months or days of the year.
        variable: Variable; default: the only one.
        start_year: First year of the baseline, included.
        end_year: Last year of the baseline, included.
        window_days: For days of the year: number of days around each taken together; odd.
    """
    from mesocosm.earth.fields import periods

    if window_days % 2 == 0:
        raise ToolError(f"`window_days` must be odd, so that the day lies in the middle; got {window_days}")
    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable)
    normal = periods.climatology(periods.in_years(values, selection.years_of(start_year, end_year)), cycle, window_days)
    return selection.answer(workspace, f"climatology {values.name}", normal, [fields])


@tool()
def anomalies(
    workspace: Workspace, /, path: Path, climatology: Path, variable: Name | None = None, standardised: bool = False
) -> Output:
    """Subtract the normals from a field: departures in its unit, or in standard deviations.

    Args:
        path: File of the workspace.
        climatology: The file of normals of the same variable, by month or day of the year.
        variable: Variable; default: the only one.
        standardised: Whether departures are divided by the standard deviation.
    """
    from mesocosm.earth.fields import periods

    fields, normal = open_field_file(workspace, path), open_field_file(workspace, climatology)
    values = selection.select_variable(fields, variable)
    departures = periods.anomalies(values, normal.dataset, standardised=standardised)
    name = f"{values.name}_anomaly"
    return selection.answer(workspace, name, departures.to_dataset(name=name), [fields, normal])


@tool()
def events(
    workspace: Workspace,
    /,
    path: Path,
    comparison: Comparison,
    threshold: float,
    unit: Name,
    least_steps: Steps = 1,
    variable: Name | None = None,
    box: Box | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
) -> Output:
    """Count events in each cell: unbroken spells beyond a threshold that last at least some steps.

    A missing value ends a spell, and so does a gap in the file's times.

    Args:
        path: File of the workspace.
        comparison: Side of the threshold.
        threshold: Threshold value.
        unit: Unit of the threshold, such as degC or mm/day.
        least_steps: Least length of a spell in time steps.
        variable: Variable; default: the only one.
        box: West, south, east, north in degrees.
        start: Start, UTC, included.
        end: End, UTC, excluded.
    """
    from mesocosm.earth.fields import spells
    from mesocosm.earth.fields.cadence import after_gaps
    from mesocosm.earth.fields.field_units import convert_field

    fields = open_field_file(workspace, path)
    values = convert_field(selection.select_variable(fields, variable, box=box, start=start, end=end), unit)
    result = spells.events(values, comparison, threshold, least_steps)
    line = f"spells of {values.name} {comparison} {threshold:g} {unit} over at least {least_steps} steps, in each cell"
    gaps = int(after_gaps(values["time"]).sum())
    notes = (
        [f"the file's times have {gaps} gaps, longer than its usual step: no spell continues over a gap"]
        if gaps
        else []
    )
    name = f"events {values.name}"
    return selection.answer(workspace, name, result, [fields], line, *notes, more={"gaps": gaps})


FAMILY = "reanalysis"
PUBLISHED = {
    "inspect_netcdf": "reanalysis.inspect",
    "describe_netcdf_variables": "reanalysis.describe",
    "read_netcdf_data": "reanalysis.read",
    "temporal_aggregate": "reanalysis.aggregate",
    "build_era5_climatology": "reanalysis.climatology",
    "count_era5_events": "reanalysis.events",
    "derive_event_mask": "reanalysis.events",
}
"""Published names to our tools that do the same."""
