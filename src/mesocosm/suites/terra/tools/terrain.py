"""Water flow on a height model."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, JsonValue

from mesocosm.earth.imagery.raster import crop_to_box
from mesocosm.earth.places.features import Feature
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path, Point, box_of
from mesocosm.suites.terra.inputs.geodata import opened_raster, saved_features, saved_raster
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace


@tool()
def flow_accumulation(workspace: Workspace, /, path: Path, box: Box | None = None, band: Name | None = None) -> Output:
    """Map the land that drains through each pixel of a height model, km², as a GeoTIFF; hollows are filled first.

    Args:
        path: A GeoTIFF of heights in metres.
        box: Only this part, [west, south, east, north], degrees.
        band: Band; default: the only one.
    """
    from mesocosm.earth.places.watershed import drainage

    raster, inputs = opened_raster(workspace, path, band)
    found = drainage(raster if box is None else crop_to_box(raster, box_of(box)), band)
    result = found.raster.with_bands({"upstream_area": found.area_km2}, {"upstream_area": "km2"})
    saved_path = saved_raster(workspace, "flow accumulation", result)
    most = float(found.area_km2.max())
    data: JsonValue = {"path": saved_path, "largest_km2": round(most, 6), "pixel_m": abs(result.transform.a)}
    return Output(text=f"{saved_path}: at most {most:.4g} km2 drain through a pixel", data=data, inputs=inputs)


@tool()
def watershed(
    workspace: Workspace,
    /,
    path: Path,
    point: Point,
    snap_m: Annotated[float, Field(ge=0, le=10_000)],
    box: Box | None = None,
    band: Name | None = None,
) -> Output:
    """Draw the land that drains to a point of a height model, as a GeoJSON polygon with its area.

    Args:
        path: A GeoTIFF of heights in metres.
        point: [longitude, latitude], degrees.
        snap_m: Greatest distance to move the point to the pixel through which most land drains, metres.
        box: Only this part of the model, [west, south, east, north], degrees; what drains from beyond is not counted.
        band: Band; default: the only one.
    """
    from mesocosm.earth.places.watershed import drainage
    from mesocosm.earth.places.watershed import watershed as drawn

    raster, inputs = opened_raster(workspace, path, band)
    found = drainage(raster if box is None else crop_to_box(raster, box_of(box)), band)
    land = drawn(found, point[0], point[1], snap_m)
    figures: dict[str, JsonValue] = {"area_km2": round(land.area_km2, 6), "moved_m": round(land.moved_m, 3)}
    figures |= {"edge_pixels": land.edge_pixels}
    saved_path = saved_features(workspace, "watershed", [Feature(land.shape, {**figures})])
    text = f"{saved_path}: {land.area_km2:.4g} km2 drain to the point, which was moved by {land.moved_m:.0f} m"
    if land.edge_pixels:
        text += (
            f"\nwarning: {land.edge_pixels} pixels of it lie at the edge of the height model; land beyond may drain "
            "here too, and the area is a lower bound"
        )
    return Output(text=text, data={"path": saved_path, **figures}, inputs=inputs)


FAMILY = "gis"
PUBLISHED: dict[str, str] = {}
