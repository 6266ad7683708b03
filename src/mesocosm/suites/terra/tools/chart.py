"""Charts of series, ensembles, normals and tables, with units on every axis."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mesocosm.suites.terra.drawing import charts, diagrams
from mesocosm.suites.terra.drawing.series import Line, in_one_unit, read_line
from mesocosm.suites.terra.inputs.arguments import Name, Path, Point
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.reanalysis import Moment, Year
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Lines = Annotated[list[Line], Field(min_length=1, max_length=8)]
Unit = Annotated[str, Field(min_length=1, max_length=40)]
Level = Annotated[float, Field(ge=-1e30, le=1e30)]
Title = Annotated[str, Field(min_length=1, max_length=80)]


@tool()
def series(
    workspace: Workspace,
    /,
    lines: Lines,
    start: Moment | None = None,
    end: Moment | None = None,
    threshold: Level | None = None,
    title: Title | None = None,
) -> Output:
    """Draw series over time in one plot, all in the unit of the first.

    Args:
        lines: Variables of files of fields, at a point where they have a grid, or columns of tables (.csv).
        start: Start, UTC, included.
        end: End, UTC, excluded.
        threshold: Level of a dashed line, in the displayed unit.
        title: Title.
    """
    read = in_one_unit([read_line(workspace, line).between(start, end) for line in lines])
    return charts.series_chart(workspace, read, threshold, title)


@tool()
def ensemble_plume(
    workspace: Workspace,
    /,
    path: Path,
    variable: Name | None = None,
    point: Point | None = None,
    units: Unit | None = None,
    observed: Line | None = None,
    threshold: Level | None = None,
    title: Title | None = None,
) -> Output:
    """Draw an ensemble over time: its median, the middle 50 % and 80 % of the members, and each member.

    Args:
        path: A file of fields with members and times.
        variable: Variable; default: the only one.
        point: Longitude and latitude; the nearest cell is taken.
        units: Unit to display.
        observed: Observed series, drawn over the ensemble.
        threshold: Level of a dashed line, in the displayed unit.
        title: Title.
    """
    return charts.plume_chart(workspace, path, variable, point, units, observed, threshold, title)


@tool()
def climatology(
    workspace: Workspace,
    /,
    line: Line,
    year: Year,
    baseline_start: Year,
    baseline_end: Year,
    title: Title | None = None,
) -> Output:
    """Draw a year's days or months over the normals of a baseline: mean, and the band of the middle 80 % of the years.

    Args:
        line: A series of days or months that holds the year and the baseline.
        year: Year to draw.
        baseline_start: First year of the normals.
        baseline_end: Last year of the normals, included.
        title: Title.
    """
    read, baseline = read_line(workspace, line), (baseline_start, baseline_end)
    return charts.climatology_chart(workspace, read, year, baseline, title)


@tool()
def bars(
    workspace: Workspace, /, path: Path, label: Name, value: Name, units: Unit, title: Title | None = None
) -> Output:
    """Draw the numbers of a table as bars from 0.

    Args:
        path: A table (.csv) of at most 40 rows.
        label: Column of the names below the bars.
        value: Column of the numbers.
        units: Unit of the numbers; 1 if they have none.
        title: Title.
    """
    return diagrams.bar_chart(workspace, path, label, value, units, title)


@tool()
def scatter(workspace: Workspace, /, x: Line, y: Line, title: Title | None = None) -> Output:
    """Draw one series against another at the times both have, with their correlation and mean difference.

    Args:
        x: Series on the horizontal axis, such as observations.
        y: Series on the vertical axis, such as forecasts.
        title: Title.
    """
    return diagrams.scatter_chart(workspace, read_line(workspace, x), read_line(workspace, y), title)


@tool()
def reliability(workspace: Workspace, /, path: Path, title: Title | None = None) -> Output:
    """Draw a reliability diagram: how often an event occurred for each probability, and how often each was forecast.

    Args:
        path: A table (.csv) with probability, frequency and share of the forecasts, as shares of 1.
        title: Title.
    """
    return diagrams.reliability_chart(workspace, path, title)


@tool()
def hydrograph(
    workspace: Workspace,
    /,
    discharge: Line,
    rain: Line | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    threshold: Level | None = None,
    title: Title | None = None,
) -> Output:
    """Draw a river's discharge over time, with rain as bars from the top.

    Args:
        discharge: Series of the discharge, or of a water level.
        rain: Rain amount of each step.
        start: Start, UTC, included.
        end: End, UTC, excluded.
        threshold: Flood threshold, in the unit of the discharge.
        title: Title.
    """
    flow = read_line(workspace, discharge).between(start, end)
    water = None if rain is None else read_line(workspace, rain).between(start, end)
    return diagrams.hydrograph_chart(workspace, flow, water, threshold, title)


@tool()
def profile(
    workspace: Workspace,
    /,
    path: Path,
    variables: Annotated[list[Name], Field(min_length=1, max_length=4)],
    point: Point,
    time: Moment | None = None,
    units: Unit | None = None,
    title: Title | None = None,
) -> Output:
    """Draw variables of one kind against pressure over a point, high levels on top.

    Args:
        path: A file of fields on pressure levels.
        variables: Names of the variables.
        point: Longitude and latitude; the nearest cell is taken.
        time: Time, UTC; default: the only one.
        units: Unit to display.
        title: Title.
    """
    return diagrams.profile_chart(workspace, path, variables, point, time, units, title)


FAMILY = "visualization"
PUBLISHED: dict[str, str] = {}
"""Published names to ours: none, since the published tools draw no charts."""
