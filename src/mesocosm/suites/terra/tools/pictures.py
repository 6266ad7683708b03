"""Pictures of rasters to look at, north on top, with shapes or fields at their true places."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.imagery.pictures import Picture, colour_picture, drawn, overlaid
from mesocosm.earth.imagery.raster import Raster, aligned
from mesocosm.earth.imagery.spectra import BANDS, family_of
from mesocosm.errors import ToolError
from mesocosm.suites.terra.arguments import Name, Path
from mesocosm.suites.terra.files import saved
from mesocosm.suites.terra.maps import opened_features, opened_raster
from mesocosm.suites.terra.refusals import tool
from mesocosm.tools.tool import Output
from mesocosm.types import Image
from mesocosm.workspace.workspace import Workspace

Bands = Annotated[list[Name], Field(max_length=3)]
Colour = Literal["red", "yellow", "cyan", "white", "black"]
COLOURS: dict[Colour, tuple[int, int, int]] = {
    "red": (220, 30, 30), "yellow": (250, 220, 40), "cyan": (40, 210, 220), "white": (255, 255, 255), "black": (0, 0, 0)
}  # fmt: skip


@tool()
def colour(workspace: Workspace, /, path: Path, bands: Bands = []) -> Output:  # noqa: B006
    """Look at a raster in colour: three bands as red, green and blue, or one as grey. North is on top.

    Args:
        path: A GeoTIFF.
        bands: One or three; left out, true colour of Sentinel-2 or Landsat, else the first one or three.
    """
    raster, inputs = opened_raster(workspace, path)
    return _shown(workspace, "picture", colour_picture(raster, _chosen(raster, bands)), inputs)


@tool()
def draw_features(
    workspace: Workspace,
    /,
    path: Path,
    zones: Path,
    colour: Colour = "red",
    width: Annotated[int, Field(ge=1, le=20)] = 2,
    bands: Bands = [],  # noqa: B006
) -> Output:
    """Draw features on a picture of a raster at their true places; points become discs, polygons outlines.

    Args:
        path: A GeoTIFF.
        zones: The features, a GeoJSON or OpenStreetMap XML file.
        colour: Of the lines.
        width: Of the lines, pixels.
        bands: As for a picture in colour.
    """
    raster, inputs = opened_raster(workspace, path)
    features, more = opened_features(workspace, zones)
    picture = colour_picture(raster, _chosen(raster, bands))
    lined = drawn(picture, [feature.shape for feature in features], COLOURS[colour], width)
    return _shown(workspace, "features", lined, inputs | more, {"features": len(features)})


@tool()
def overlay_field(
    workspace: Workspace,
    /,
    path: Path,
    field: Path,
    variable: Name | None = None,
    opacity: Annotated[float, Field(ge=0, le=1)] = 0.55,
    about_zero: bool = True,
    bands: Bands = [],  # noqa: B006
) -> Output:
    """Lay a field, such as an anomaly, over a picture of a raster: blue low, pale in the middle, red high.

    Args:
        path: The raster beneath, a GeoTIFF.
        field: A NetCDF file of one time, or a GeoTIFF.
        variable: Of the field; left out, the only one.
        opacity: Of the field, 0 to 1.
        about_zero: Whether pale stands for 0; else for the middle of the range.
        bands: As for a picture in colour.
    """
    raster, inputs = opened_raster(workspace, path)
    above, more = opened_raster(workspace, field, variable)
    name = variable or next(iter(above.bands))
    layer = above.with_bands({name: above.band(variable)}, above.units)
    low, high = _limits(aligned(layer, raster, "nearest").bands[name], about_zero)
    picture = overlaid(colour_picture(raster, _chosen(raster, bands)), layer, opacity, (low, high))
    told: dict[str, JsonValue] = {"variable": name, "unit": above.units.get(name, ""), "low": low, "high": high}
    return _shown(workspace, f"overlay {name}", picture, inputs | more, told)


def _limits(values: np.ndarray, about_zero: bool) -> tuple[float, float]:
    known = values[np.isfinite(values)]
    if not known.size:
        raise ToolError("the field has no value on the raster: they lie apart")
    low, high = float(known.min()), float(known.max())
    if about_zero:
        most = max(abs(low), abs(high)) or 1.0
        return -most, most
    return (low, high) if high > low else (low - 1.0, high + 1.0)


def _chosen(raster: Raster, bands: list[str]) -> list[str]:
    if len(bands) in (1, 3):
        return bands
    if bands:
        raise ToolError(f"`bands` must be one or three, got {len(bands)}")
    family = family_of(raster.bands)
    true = [BANDS[family][letter] for letter in "RGB"] if family else []
    if true and all(band in raster.bands for band in true):
        return true
    names = list(raster.bands)
    return names[:3] if len(names) >= 3 else names[:1]


def _shown(
    workspace: Workspace,
    stem: str,
    picture: Picture,
    inputs: dict[str, str],
    more: dict[str, JsonValue] | None = None,
) -> Output:
    png = picture.png()
    path = saved(workspace, stem, png, ".png")
    rows, columns = picture.pixels.shape[:2]
    data: dict[str, JsonValue] = {"path": path, "rows": rows, "columns": columns, **(more or {})}
    text = f"{path}: {columns} x {rows} pixels, north on top" + (f"; {more}" if more else "")
    return Output(text=text, images=(Image(png=png, caption=path),), data=data, inputs=inputs)


FAMILY = "visualization"
PUBLISHED = {
    "gee_fetch_truecolor_thumbnail": "pictures.colour",
    "describe_image_vlm": "pictures.colour",
    "draw_geometries_on_image": "pictures.draw_features",
    "composite_satellite_environmental_image": "pictures.overlay_field",
}
