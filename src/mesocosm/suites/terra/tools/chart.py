"""Charts of series, ensembles, normals and tables, the unit on every axis."""

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
        start: First time, UTC, included.
        end: Last time, UTC, excluded.
        threshold: A dashed line across, in the shown unit.
        title: Above the chart; left out, what is drawn.
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
    """Draw an ensemble over time: its median, where half and four fifths of the members lie, and each member.

    Args:
        path: A file of fields with members and times.
        variable: Its name; may be left out where there is one only.
        point: Longitude and latitude; the nearest cell is taken.
        units: To show it in.
        observed: What came, drawn over it.
        threshold: A dashed line across, in the shown unit.
        title: Above the chart; left out, what is drawn.
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
    """Draw a year's days or months upon the normals of a baseline: mean, and the band of four fifths of the years.

    Args:
        line: A series of days or months that holds the year and the baseline.
        year: Whose line is drawn.
        baseline_start: First year of the normals.
        baseline_end: Last year of them, included.
        title: Above the chart; left out, what is drawn.
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
        units: Of the numbers; 1 where they have none.
        title: Above the chart; left out, what is drawn.
    """
    return diagrams.bar_chart(workspace, path, label, value, units, title)


@tool()
def scatter(workspace: Workspace, /, x: Line, y: Line, title: Title | None = None) -> Output:
    """Draw one series against another at the times both have, with their correlation and mean difference.

    Args:
        x: Along the horizontal axis, such as what was observed.
        y: Along the vertical axis, such as what was forecast.
        title: Above the chart; left out, what is drawn.
    """
    return diagrams.scatter_chart(workspace, read_line(workspace, x), read_line(workspace, y), title)


@tool()
def reliability(workspace: Workspace, /, path: Path, title: Title | None = None) -> Output:
    """Draw a reliability diagram: how often an event came for each forecast probability, and how often that was given.

    Args:
        path: A table (.csv) with probability, frequency and share of the forecasts, as shares of 1.
        title: Above the chart; left out, what is drawn.
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
    """Draw a river's discharge over time, rain hanging from the top.

    Args:
        discharge: The flow, or a water level.
        rain: Amounts of each step.
        start: First time, UTC, included.
        end: Last time, UTC, excluded.
        threshold: Of a flood, in the unit of the discharge.
        title: Above the chart; left out, what is drawn.
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
        variables: Their names.
        point: Longitude and latitude; the nearest cell is taken.
        time: Which time, UTC; may be left out where there is one only.
        units: To show them in.
        title: Above the chart; left out, what is drawn.
    """
    return diagrams.profile_chart(workspace, path, variables, point, time, units, title)


FAMILY = "visualization"
PUBLISHED: dict[str, str] = {}
"""The published tools draw no charts."""
