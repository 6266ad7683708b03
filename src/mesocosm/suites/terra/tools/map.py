"""Maps of fields: north on top, coasts and borders, units on every scale."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mesocosm.earth.drawing.scales import Style, is_water
from mesocosm.earth.geo.backdrop import Backdrop
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing import field_maps, line_maps
from mesocosm.suites.terra.drawing.field_maps import Dots
from mesocosm.suites.terra.drawing.field_slices import At, plane_of
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.reanalysis import Level, Moment
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

MapPaths = Annotated[list[Path], Field(min_length=1, max_length=60)]
Values = Annotated[list[float], Field(min_length=1, max_length=6)]
Unit = Annotated[str, Field(min_length=1, max_length=40)]


@tool()
def field(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    variable: Name | None = None,
    time: Moment | None = None,
    level: Level | None = None,
    at: At = {},
    box: Box | None = None,
    units: Unit | None = None,
    low: float | None = None,
    high: float | None = None,
    dots: Dots | None = None,
) -> Output:
    """Map a field or a band of an image in colour: of any quantity or of classes, a region or the world.

    Args:
        path: A NetCDF, GRIB or GeoTIFF file.
        variable: Variable; default: the only one.
        time: Time, UTC; default: the only one.
        level: Pressure level in hPa.
        at: Values of other axes, such as {"member": 3}.
        box: West, south, east, north in degrees; default: all.
        units: Unit to display, such as degC.
        low: Lowest value of the colour scale.
        high: Highest value of the colour scale.
        dots: Dots where a second field, such as a confidence, is at least a value.
    """
    plane = plane_of(workspace, path, variable, time=time, level=level, at=at).in_unit(units)
    classes = field_maps.classes_of(plane) if low is None and high is None and dots is None else None
    if classes is not None:
        return field_maps.class_map(workspace, backdrop, plane, classes, box)
    style = field_maps.values_style(plane, (low, high))
    return field_maps.shaded_map(workspace, backdrop, plane, style, box, limits=(low, high), dots=dots)


@tool()
def anomaly(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    variable: Name | None = None,
    time: Moment | None = None,
    level: Level | None = None,
    at: At = {},
    box: Box | None = None,
    most: Annotated[float, Field(gt=0, le=1e30)] | None = None,
    dots: Dots | None = None,
) -> Output:
    """Map an anomaly or change in colours symmetric about 0: blue below, red above; for water brown and green.

    Args:
        path: A NetCDF, GRIB or GeoTIFF file.
        variable: Variable; default: the only one.
        time: Time, UTC.
        level: Pressure level in hPa.
        at: Values of other axes.
        box: West, south, east, north in degrees; default: all.
        most: Reach of the colour scale on both sides of 0.
        dots: Dots where a second field, such as a confidence, is at least a value.
    """
    plane = plane_of(workspace, path, variable, time=time, level=level, at=at)
    water = is_water(str(plane.field.name), plane.unit)
    style: Style = "water anomaly" if water else "anomaly"
    return field_maps.shaded_map(workspace, backdrop, plane, style, box, limits=(None, most), dots=dots, word="anomaly")


@tool()
def spread(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    variable: Name | None = None,
    time: Moment | None = None,
    level: Level | None = None,
    at: At = {},
    box: Box | None = None,
    most: Annotated[float, Field(gt=0, le=1e30)] | None = None,
) -> Output:
    """Map the spread of an ensemble, or another size of uncertainty, from 0 up.

    Args:
        path: A file of fields.
        variable: Variable; default: the only one.
        time: Time, UTC.
        level: Pressure level in hPa.
        at: Values of other axes.
        box: West, south, east, north in degrees; default: all.
        most: Highest value of the colour scale.
    """
    plane = plane_of(workspace, path, variable, time=time, level=level, at=at)
    if float(plane.field.min()) < 0:
        raise ToolError(f"{plane.field.name} reaches {float(plane.field.min()):g}: a spread is never below 0")
    return field_maps.shaded_map(workspace, backdrop, plane, "spread", box, limits=(0.0, most), word="spread")


@tool()
def probability(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    variable: Name | None = None,
    time: Moment | None = None,
    at: At = {},
    box: Box | None = None,
) -> Output:
    """Map a probability or a confidence, 0 to 100 %.

    Args:
        path: A file of probabilities, as shares of 1 or in %.
        variable: Variable; default: the only one.
        time: Time, UTC.
        at: Values of other axes, such as {"category": "above"}.
        box: West, south, east, north in degrees; default: all.
    """
    plane = field_maps.as_share(plane_of(workspace, path, variable, time=time, at=at))
    return field_maps.shaded_map(workspace, backdrop, plane, "probability", box, word="probability")


@tool()
def tercile(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    quantity: Literal["temperature", "precipitation"],
    variable: Name = "probability",
    at: At = {},
    box: Box | None = None,
) -> Output:
    """Map the likeliest of below, near and above normal, darker where it is likelier.

    Args:
        path: A file of tercile probabilities.
        quantity: Sets the colours: blue to red, or brown to green.
        variable: Variable of the probabilities.
        at: Values of other axes, such as {"issued": "2019-12", "lead_month": 2}.
        box: West, south, east, north in degrees; default: all.
    """
    from mesocosm.earth.forecasts.terciles import check_probabilities

    plane = plane_of(workspace, path, variable, at=at, keep="category")
    check_probabilities(plane.field)
    return field_maps.tercile_map(workspace, backdrop, plane, box, water=quantity == "precipitation")


@tool()
def skill(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    variable: Name | None = None,
    at: At = {},
    box: Box | None = None,
    least: Annotated[float, Field(ge=-1, lt=1)] = 0.0,
) -> Output:
    """Map a skill score, green up to 1; values below `least`, no better than the reference, have one colour.

    Args:
        path: A file of scores or correlations by cell.
        variable: Variable; default: the only one.
        at: Values of other axes.
        box: West, south, east, north in degrees; default: all.
        least: Least skill; what is below it counts as none.
    """
    plane = plane_of(workspace, path, variable, at=at)
    if float(plane.field.max()) > 1 + 1e-6:
        raise ToolError(f"{plane.field.name} reaches {float(plane.field.max()):g}: a skill is never above 1")
    return field_maps.shaded_map(workspace, backdrop, plane, "skill", box, limits=(least, 1.0), word="skill")


@tool()
def spaghetti(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    paths: MapPaths,
    values: Values,
    variable: Name | None = None,
    time: Moment | None = None,
    level: Level | None = None,
    at: At = {},
    box: Box | None = None,
    units: Unit | None = None,
) -> Output:
    """Map contours of given values: a thin line for each member of an ensemble, a thick one for their mean.

    Args:
        paths: One file with members, or several on one grid.
        values: Values of the contours, in the displayed unit; one colour each.
        variable: Variable; default: the only one.
        time: Time, UTC.
        level: Pressure level in hPa.
        at: Values of other axes.
        box: West, south, east, north in degrees; default: all.
        units: Unit to display.
    """
    return line_maps.spaghetti_map(
        workspace, backdrop, [
            plane_of(workspace, path, variable, time=time, level=level, at=at, keep="member").in_unit(units)
            for path in paths
        ], values, box,
    )  # fmt: skip


@tool()
def wind(
    workspace: Workspace,
    backdrop: Backdrop,
    /,
    path: Path,
    u: Name = "u10",
    v: Name = "v10",
    time: Moment | None = None,
    level: Level | None = None,
    at: At = {},
    box: Box | None = None,
    sign: Literal["arrows", "barbs"] = "arrows",
) -> Output:
    """Map the wind: its speed in colour, its direction as arrows or barbs.

    Args:
        path: A file of fields.
        u: Variable of the eastward wind.
        v: Variable of the northward wind.
        time: Time, UTC.
        level: Pressure level in hPa.
        at: Values of other axes.
        box: West, south, east, north in degrees; default: all.
        sign: Symbol; arrows point where the wind goes, barbs where it comes from.
    """
    planes = [plane_of(workspace, path, name, time=time, level=level, at=at) for name in (u, v)]
    return line_maps.wind_map(workspace, backdrop, planes[0], planes[1], box, sign)


FAMILY = "visualization"
PUBLISHED = {
    "plot_region_map": "map.field",
    "plot_era5_map": "map.field",
    "plot_world_map": "map.field",
    "plot_ensemble_mean_map": "map.field",
    "plot_anomaly_map": "map.anomaly",
    "plot_spread_map": "map.spread",
    "plot_confidence_map": "map.probability",
    "plot_tercile_map": "map.tercile",
    "plot_skill_map": "map.skill",
    "plot_spaghetti_map": "map.spaghetti",
}
"""Published names to ours."""
