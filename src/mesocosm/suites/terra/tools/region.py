"""Fields over regions and at places: reduced in space, kept in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from mesocosm.earth.fields.region import Way
from mesocosm.suites.terra import selection
from mesocosm.suites.terra.arguments import Box, Name, Path, Point, box_of
from mesocosm.suites.terra.files import opened
from mesocosm.suites.terra.refusals import refusing
from mesocosm.suites.terra.tools.reanalysis import Level, Moment
from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

StatisticName = Annotated[
    str, Field(pattern=r"^(mean|std|min|max|above|below|p(100|[0-9]{1,2}))$", examples=["mean", "p95"])
]
MOST_VALUES = 60


@tool()
@refusing
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
        path: A file of the workspace.
        variable: Its name; may be left out where there is one only.
        statistics: mean, std, min, max, percentiles such as p95, above or below (shares of the area).
        box: West, south, east, north in degrees.
        mask: File on the same grid with the share of each cell that counts, 0 to 1.
        mask_variable: Its name; may be left out where there is one only.
        threshold: For above and below, in the field's unit.
        start: First time, UTC, included.
        end: Last time, UTC, excluded.
        level: Pressure level in hPa.
    """
    import xarray as xr

    from mesocosm.earth.fields.region import areas_in, reduced

    fields = opened(workspace, path)
    values = selection.selected(fields, variable, start=start, end=end, level=level)
    sources = [fields] if mask is None else [fields, opened(workspace, mask)]
    shares = None if mask is None else selection.selected(sources[1], mask_variable)
    areas = areas_in(values, None if box is None else box_of(box), shares)
    series = xr.Dataset(
        {name: reduced(values, areas, name, threshold) for name in dict.fromkeys(statistics or ["mean"])}
    )
    line = f"{values.name} over {float(areas.sum()):.6g} km2, {int((areas > 0).sum())} cells"
    return _with_series(selection.answer(workspace, f"region {values.name}", series, sources, line), series)


@tool()
@refusing
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
        path: A file of the workspace.
        point: Longitude and latitude in degrees.
        variable: Its name; may be left out where there is one only.
        way: Of the nearest cell, or between the four around.
        start: First time, UTC, included.
        end: Last time, UTC, excluded.
        level: Pressure level in hPa.
    """
    from mesocosm.earth.fields.region import at_place

    fields = opened(workspace, path)
    values = selection.selected(fields, variable, start=start, end=end, level=level)
    series = at_place(values, point[0], point[1], way)
    cell = f"at longitude {float(series['longitude']):g}, latitude {float(series['latitude']):g} ({way})"
    result = series.drop_vars(["latitude", "longitude"]).to_dataset(name=values.name)
    return _with_series(selection.answer(workspace, f"series {values.name}", result, [fields], cell), result)


def _with_series(output: Output, series: xr.Dataset) -> Output:
    """The answer with its values for programs, where they are few."""
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
@refusing
def convert_units(workspace: Workspace, /, path: Path, unit: Name, variable: Name | None = None) -> Output:
    """Tell a field in another unit of the same kind, such as K in degC or kg m-2 s-1 of water in mm/day.

    Args:
        path: A file of the workspace.
        unit: The unit wanted.
        variable: Its name; may be left out where there is one only.
    """
    from mesocosm.earth.fields.measures import converted

    fields = opened(workspace, path)
    values = selection.selected(fields, variable)
    result = converted(values, unit).to_dataset(name=values.name)
    return selection.answer(workspace, f"{values.name} in {unit}", result, [fields])


PUBLISHED = {"region_reduce": "region.reduce"}
