"""Fetching fields from an archive: reanalyses, air quality, forecasts and projections, cut to the request."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import Field, JsonValue

from mesocosm.earth.archives.archive import FieldArchive, Step, collection_of, the_only
from mesocosm.earth.archives.land import Gauging
from mesocosm.earth.archives.request_checks import nearest_covered
from mesocosm.errors import ToolError, UnknownName
from mesocosm.suites.terra.inputs.arguments import Box, Name, Point, box_of, interval_of, moment_of, sides_of
from mesocosm.suites.terra.replies.archive import (
    as_data,
    describe_collection,
    fetched_at,
    fetched_raster,
    fetched_series,
    new_fields_file,
    periods,
    request_of,
)
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.types import TimeInterval
from mesocosm.workspace.workspace import Workspace

Names = Annotated[list[Name], Field(min_length=1, max_length=20)]
Levels = Annotated[list[Annotated[float, Field(gt=0, le=1100)]], Field(min_length=1, max_length=40)]
Moment = Annotated[str, Field(min_length=4, max_length=40, examples=["2031-07-01", "2031-07-04T12:00"])]
Year = Annotated[int, Field(ge=1900, le=2300)]
Month = Annotated[int, Field(ge=1, le=12)]
Leads = Annotated[list[Annotated[int, Field(ge=1, le=12)]], Field(min_length=1, max_length=12)]


@tool(read_only=True)
def collections(archive: FieldArchive, /, collection: Name | None = None) -> Output:
    """List the collections of the archive, or describe one of them: variables, levels, periods, limits, licence.

    Args:
        collection: Name of the collection; default: list all.
    """
    if collection is not None:
        entry = collection_of(archive, collection)
        return Output(text=describe_collection(entry), data=as_data(entry))
    listed = archive.collections()
    lines = [f"{each.name}: {each.about}, {periods(each)}; {len(each.variables)} variables" for each in listed]
    return Output(text="\n".join(lines), data={each.name: each.about for each in listed})


@tool(read_only=True)
def choices(
    archive: FieldArchive,
    /,
    collection: Name,
    variables: Names | None = None,
    scenario: Name | None = None,
    model: Name | None = None,
) -> Output:
    """List the choices that remain in a collection, given those already made.

    Args:
        collection: Name of the collection.
        variables: Variables wanted.
        scenario: Scenario, of projections.
        model: Model, of projections.
    """
    entry = collection_of(archive, collection)
    for kind, name, known in (("scenario", scenario, [*filter(None, entry.periods)]), ("model", model, entry.models)):
        if name and not known:
            raise ToolError(f"`{kind}`: {entry.name} has none; leave it out")
        if name and name not in known:
            raise UnknownName(f"{kind} of {entry.name}", name, known)
    chosen: dict[str, list[str]] = {"variables": [entry.variable(name).name for name in variables or []]}
    chosen |= {"scenario": [scenario] if scenario else [], "model": [model] if model else []}
    left = archive.choices(collection, {name: values for name, values in chosen.items() if values})
    lines = [f"{name}: {', '.join(options[:40]) or 'none fits'}" for name, options in left.items()]
    data: dict[str, JsonValue] = {name: list(options[:200]) for name, options in left.items()}
    return Output(text="\n".join(lines) or "nothing is left to choose", data=data, engine=entry.provider)


@tool()
def reanalysis(
    archive: FieldArchive,
    workspace: Workspace,
    /,
    variables: Names,
    start: Moment,
    end: Moment,
    box: Box,
    levels: Levels | None = None,
    step: Step = "hour",
) -> Output:
    """Fetch past weather, near the ground or, if levels are given, on pressure levels.

    Steps of up to 12 hours show their first moment; days and months are means. Rain and snow are sums over the step.

    Args:
        variables: Names in the collection.
        start: Start, UTC, included.
        end: End, UTC, excluded.
        box: West, south, east, north in degrees.
        levels: Pressure levels in hPa.
        step: Time step.
    """
    collection = the_only(archive, "reanalysis", aloft=levels is not None)
    request = request_of(collection, variables, interval_of(start, end), box, step=step, levels=tuple(levels or ()))
    return new_fields_file(archive, workspace, collection, request)


@tool()
def air_quality(
    archive: FieldArchive,
    workspace: Workspace,
    /,
    variables: Names,
    start: Moment,
    end: Moment,
    box: Box | None = None,
    point: Point | None = None,
    step: Step = "hour",
) -> Output:
    """Fetch concentrations near the ground as fields over a box, or as series of the cell nearest to a point.

    Args:
        variables: Names in the collection.
        start: Start, UTC, included.
        end: End, UTC, excluded.
        box: West, south, east, north in degrees.
        point: Longitude and latitude, in place of a box.
        step: Time step.
    """
    if (box is None) == (point is None):
        raise ToolError("give either `box` or `point`")
    collection = the_only(archive, "air quality")
    interval = interval_of(start, end)
    if point is None:
        return new_fields_file(
            archive, workspace, collection, request_of(collection, variables, interval, box or [], step=step)
        )
    around, *place = nearest_covered(collection, *point)
    request = request_of(collection, variables, interval, sides_of(around), step=step)
    return fetched_at(archive, workspace, collection, request, (place[0], place[1]))


@tool()
def ensemble(
    archive: FieldArchive,
    workspace: Workspace,
    /,
    variables: Names,
    issued: Moment,
    hours: Annotated[int, Field(ge=6, le=1104, multiple_of=6)],
    box: Box,
) -> Output:
    """Fetch an ensemble forecast as it was issued: members by valid time, every 6 hours.

    Args:
        variables: Names in the collection.
        issued: Time of issue, at 00 or 12 UTC.
        hours: Length of the forecast in hours.
        box: West, south, east, north in degrees.
    """
    collection = the_only(archive, "ensemble")
    start = moment_of(issued, "issued")
    interval = TimeInterval(start=start, end=start + timedelta(hours=hours))
    return new_fields_file(
        archive, workspace, collection, request_of(collection, variables, interval, box, step="6 hours")
    )


@tool()
def seasonal(
    archive: FieldArchive,
    workspace: Workspace,
    /,
    variables: Names,
    start_month: Month,
    first_year: Year,
    last_year: Year,
    lead_months: Leads,
    box: Box,
) -> Output:
    """Fetch monthly seasonal forecasts issued on the first of one month in each of some years, in the standard form.

    Args:
        variables: Names in the collection.
        start_month: Month of the issue, 1 to 12.
        first_year: First year of the issues, included.
        last_year: Last year of the issues, included.
        lead_months: Lead months; 1 is the month of the issue.
        box: West, south, east, north in degrees.
    """
    if first_year > last_year:
        raise ToolError(f"`first_year` must not be after `last_year`, got {first_year} and {last_year}")
    collection = the_only(archive, "seasonal")
    start = datetime(first_year, start_month, 1, tzinfo=UTC)
    interval = TimeInterval(start=start, end=datetime(last_year, start_month, 1, tzinfo=UTC) + timedelta(days=1))
    asked = {"start_month": start_month, "lead_months": tuple(lead_months)}
    request = request_of(collection, variables, interval, box, step="month", **asked)
    return new_fields_file(archive, workspace, collection, request)


@tool()
def projections(
    archive: FieldArchive,
    workspace: Workspace,
    /,
    variables: Names,
    scenario: Name,
    model: Name,
    start: Moment,
    end: Moment,
    box: Box,
    step: Step = "day",
) -> Output:
    """Fetch a climate model's projection of a scenario, or its run of the past (historical); its bias is not corrected.

    Args:
        variables: Names in the collection.
        scenario: Scenario, such as historical or ssp245.
        model: Name of the model in the collection.
        start: Start, UTC, included.
        end: End, UTC, excluded.
        box: West, south, east, north in degrees.
        step: Time step: days or months.
    """
    collection = the_only(archive, "projections")
    named = {"scenario": scenario, "model": model}
    request = request_of(collection, variables, interval_of(start, end), box, step=step, **named)
    return new_fields_file(archive, workspace, collection, request)


@tool()
def elevation(archive: FieldArchive, workspace: Workspace, /, box: Box) -> Output:
    """Fetch heights of land above the sea, m, as a GeoTIFF; there is no data over the sea.

    Args:
        box: West, south, east, north in degrees.
    """
    return fetched_raster(archive, workspace, "elevation", archive.elevation(box_of(box)), box)


@tool()
def soils(archive: FieldArchive, workspace: Workspace, /, box: Box) -> Output:
    """Fetch the prevailing soils as a GeoTIFF of codes; the answer says what each code stands for.

    Args:
        box: West, south, east, north in degrees.
    """
    return fetched_raster(archive, workspace, "soils", archive.soils(box_of(box)), box)


@tool()
def discharge(
    archive: FieldArchive,
    workspace: Workspace,
    /,
    start: Moment,
    end: Moment,
    box: Box | None = None,
    point: Point | None = None,
    gauges: Names | None = None,
) -> Output:
    """Fetch the daily discharge of rivers, m³/s to two decimals, at the gauges in a box or the one nearest to a point.

    Args:
        start: First day, UTC, included.
        end: Last day, UTC, excluded; years after the record's first take longer at first.
        box: West, south, east, north in degrees.
        point: Longitude and latitude, in place of a box.
        gauges: Only these gauges, by name or id.
    """
    if (box is None) == (point is None):
        raise ToolError("give either `box` or `point`")
    around = box_of(box) if box is not None else None
    at = (point[0], point[1]) if point is not None else None
    asked = Gauging(interval=interval_of(start, end), box=around, point=at, names=tuple(gauges or ()))
    return fetched_series(archive, workspace, "discharge", archive.discharge(asked), asked.fingerprint())


FAMILY = "reanalysis"
PUBLISHED = {
    "fetch_era5": "archive.reanalysis",
    "ERA5": "archive.reanalysis",
    "preprocess_era5": "archive.reanalysis",
    "MSWEP": "archive.reanalysis",
    "MeteoAQ": "archive.air_quality",
    "CMIP6": "archive.projections",
    "fetch_cmip6": "archive.projections",
    "fetch_c3s_seasonal": "archive.seasonal",
    "progressive_cds_constraints": "archive.choices",
}
"""Published names to our tools that do the same."""
