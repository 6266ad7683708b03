"""Fields over regions and at places: reduced in space, kept in time; masks and tables of regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.fields.region import Way
from mesocosm.earth.fields.shares import box_shares, polygon_shares, region_areas, region_mean, ring_of
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs import selection
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path, Point, box_of
from mesocosm.suites.terra.inputs.files import open_field_file, saved_fields, saved_table
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.reanalysis import Level, Moment
from mesocosm.tools.tool import Output
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

StatisticName = Annotated[
    str, Field(pattern=r"^(mean|std|min|max|above|below|p(100|[0-9]{1,2}))$", examples=["mean", "p95"])
]
MOST_VALUES = 60
Corner = Annotated[list[float], Field(min_length=2, max_length=2)]
Polygon = Annotated[list[Corner], Field(min_length=3, max_length=2000)]
MOST_ROWS = 5000
REGION_EXAMPLE: list[JsonValue] = [{"name": "the coast", "box": [5.0, 0.0, 7.0, 2.0]}]


class Region(Record):
    """A named region: a box, or a polygon of [longitude, latitude] corners."""

    name: str = Field(min_length=1, max_length=80)
    box: Box | None = None
    polygon: Polygon | None = None


@tool()
def reduce(
    workspace: Workspace,
    /,
    path: Path,
    variable: Name | None = None,
    statistics: Annotated[list[StatisticName], Field(min_length=1, max_length=8)] | None = None,
    box: Box | None = None,
    mask: Path | None = None,
    mask_variable: Name | None = None,
    threshold: float | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    level: Level | None = None,
) -> Output:
    """Reduce a field over a region to a value for each time, every cell weighted by its true area.

    Args:
        path: File of the workspace.
        variable: Variable; default: the only one.
        statistics: mean, std, min, max, percentiles such as p95, above or below (shares of the area).
        box: West, south, east, north in degrees; a cell counts by its share in it.
        mask: File on the same grid with the share of each cell that counts, 0 to 1.
        mask_variable: Variable; default: the only one.
        threshold: Threshold for above and below, in the field's unit.
        start: Start, UTC, included.
        end: End, UTC, excluded.
        level: Pressure level in hPa.
    """
    import xarray as xr

    from mesocosm.earth.fields.region import areas_in, reduce_area

    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable, start=start, end=end, level=level)
    sources = [fields] if mask is None else [fields, open_field_file(workspace, mask)]
    shares = None if mask is None else selection.select_variable(sources[1], mask_variable)
    areas = areas_in(values, None if box is None else _reached(values, box), shares)
    series = xr.Dataset(
        {name: reduce_area(values, areas, name, threshold) for name in dict.fromkeys(statistics or ["mean"])}
    )
    area, cells = float(areas.sum()), int((areas > 0).sum())
    line = f"{values.name} over {area:.6g} km2, {cells} cells"
    more: dict[str, JsonValue] = {"area_km2": area, "cells": cells}
    return _with_series(selection.answer(workspace, f"region {values.name}", series, sources, line, more=more), series)


@tool()
def point_series(
    workspace: Workspace,
    /,
    path: Path,
    point: Point,
    variable: Name | None = None,
    way: Way = "nearest",
    start: Moment | None = None,
    end: Moment | None = None,
    level: Level | None = None,
) -> Output:
    """Take the series of a field at a point.

    Args:
        path: File of the workspace.
        point: Longitude and latitude in degrees.
        variable: Variable; default: the only one.
        way: Nearest cell, or between the four around (not of classes).
        start: Start, UTC, included.
        end: End, UTC, excluded.
        level: Pressure level in hPa.
    """
    from mesocosm.earth.fields.region import at_place

    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable, start=start, end=end, level=level)
    series = at_place(values, point[0], point[1], way)
    cell = f"at longitude {float(series['longitude']):g}, latitude {float(series['latitude']):g} ({way})"
    result = series.to_dataset(name=values.name)
    return _with_series(selection.answer(workspace, f"series {values.name}", result, [fields], cell), result)


def _with_series(output: Output, series: xr.Dataset) -> Output:
    """Add the values to the answer for programs, if they are few."""
    few = {
        str(name): selection.first_numbers(values, MOST_VALUES)
        for name, values in series.data_vars.items()
        if values.size <= MOST_VALUES
    }
    data = dict(output.data) if isinstance(output.data, dict) else {}
    if "time" in series.dims and series.sizes["time"] <= MOST_VALUES:
        data["times"] = list(selection.times_of(next(iter(series.data_vars.values())), MOST_VALUES))
    return output.model_copy(update={"data": data | {"values": few}})


@tool()
def convert_units(workspace: Workspace, /, path: Path, unit: Name, variable: Name | None = None) -> Output:
    """Convert a field to another unit of the same kind, such as K to degC or kg m-2 s-1 of water to mm/day.

    Args:
        path: File of the workspace.
        unit: Target unit.
        variable: Variable; default: the only one.
    """
    from mesocosm.earth.fields.field_units import convert_field

    fields = open_field_file(workspace, path)
    values = selection.select_variable(fields, variable)
    result = convert_field(values, unit).to_dataset(name=values.name)
    return selection.answer(workspace, f"{values.name} in {unit}", result, [fields])


def _reached(grid: xr.DataArray | xr.Dataset, box: list[float]) -> BoundingBox:
    """Return a box that crosses the antimeridian only if the grid does."""
    from mesocosm.earth.fields.axes import demand_reach

    if "longitude" in grid.dims:
        demand_reach(grid["longitude"], box_of(box))
    return box_of(box)


def _shares(
    grid: xr.DataArray | xr.Dataset, box: list[float] | None, polygon: list[list[float]] | None
) -> xr.DataArray:
    if (box is None) == (polygon is None):
        raise ToolError("a region is either a `box` or a `polygon`; give one of them")
    if not {"latitude", "longitude"} <= set(grid.dims):
        raise ToolError(
            f"a region needs a grid of latitudes and longitudes; there are {', '.join(map(str, grid.dims))}"
        )
    return box_shares(grid, _reached(grid, box)) if box is not None else polygon_shares(grid, ring_of(polygon or []))


@tool()
def mask(workspace: Workspace, /, path: str, box: Box | None = None, polygon: Polygon | None = None) -> Output:
    """Compute the share of each cell of a file's grid that lies in a region, from 0 to 1.

    Args:
        path: File whose grid is used.
        box: West, south, east, north in degrees; west above east crosses the antimeridian.
        polygon: Corners as [longitude, latitude] in degrees.
    """
    file = open_field_file(workspace, path)
    shares = _shares(file.dataset, box, polygon)
    saved_as = saved_fields(workspace, "region mask", shares.to_dataset())
    cells, area = int((shares > 0).sum()), float(region_areas(shares).sum())
    text = f"{saved_as}: region ({cells} cells touched, {area:,.0f} km²)"
    data = {"path": saved_as, "variable": "region", "cells": cells, "area_km2": area}
    return Output(text=text, data=data, inputs={path: file.sha256})


@tool()
def table(
    workspace: Workspace,
    /,
    path: str,
    regions: Annotated[list[Region], Field(min_length=1, max_length=100, examples=[REGION_EXAMPLE])],
    variable: str | None = None,
) -> Output:
    """Compute means of a field over regions, weighted by area, one row per region and step of the other axes, as CSV.

    Args:
        path: File of the field, such as tercile probabilities, anomalies or skill.
        regions: Regions, each with a name and a box or a polygon.
        variable: Variable.
    """
    file = open_field_file(workspace, path)
    field = file.field(variable)
    rows: list[dict[str, object]] = []
    for region in regions:
        mean = region_mean(field, _shares(field, region.box, region.polygon))
        rows += _rows(region.name, mean)
    if len(rows) > MOST_ROWS:
        raise ToolError(f"the table would have {len(rows):,} rows, at most {MOST_ROWS:,}; reduce the other axes first")
    saved_as = saved_table(workspace, f"regions {field.name}", rows)
    lines = [", ".join(f"{key} {_short(value)}" for key, value in row.items()) for row in rows[:5]]
    unit = str(field.attrs.get("units", ""))
    text = "\n".join([f"{saved_as}: {len(rows)} rows of {field.name} ({unit})", *lines])
    return Output(text=text, data={"path": saved_as, "units": unit, "rows": rows[:100]}, inputs={path: file.sha256})


def _rows(name: str, mean: xr.DataArray) -> list[dict[str, object]]:
    axes = list(mean.dims)
    made: list[dict[str, object]] = []
    for place in np.ndindex(*mean.shape):
        at = {str(axis): _plain(mean[axis].values[k]) for axis, k in zip(axes, place, strict=True)}
        value = float(mean.values[place])
        made.append({"region": name, **at, "value": value if np.isfinite(value) else None})
    return made


def _plain(value: object) -> object:
    if isinstance(value, np.datetime64):
        return str(value.astype("datetime64[s]"))
    return value.item() if isinstance(value, np.generic) else str(value)


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


FAMILY = "reanalysis"
PUBLISHED = {
    "region_reduce": "region.reduce",
    "region_mask": "region.mask",
    "seasonal_region_table": "region.table",
}
"""Published names to ours."""
