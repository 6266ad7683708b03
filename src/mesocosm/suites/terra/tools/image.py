"""Pictures of rasters to look at, north on top: in colour, with features or fields at their places, side by side."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.drawing.ink import clip_text
from mesocosm.earth.drawing.sheet import Pixels, as_png
from mesocosm.earth.drawing.strips import ramp_strip, side_by_side
from mesocosm.earth.imagery.pictures import RAMP, colour_picture, draw_outlines, is_seen, label_shapes, overlaid
from mesocosm.earth.imagery.raster import Raster, align_raster
from mesocosm.earth.imagery.spectra import BANDS, family_of
from mesocosm.errors import ToolError
from mesocosm.suites.terra.drawing.field_slices import pretty
from mesocosm.suites.terra.drawing.pictures import save_picture
from mesocosm.suites.terra.inputs.arguments import Name, Path
from mesocosm.suites.terra.inputs.geodata import opened_features, opened_raster
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Bands = Annotated[list[Name], Field(max_length=3)]
Colour = Literal["red", "yellow", "cyan", "white", "black"]
COLOURS: dict[Colour, tuple[int, int, int]] = {
    "red": (220, 30, 30), "yellow": (250, 220, 40), "cyan": (40, 210, 220), "white": (255, 255, 255), "black": (0, 0, 0)
}  # fmt: skip


@tool()
def colour(workspace: Workspace, /, path: Path, bands: Bands = []) -> Output:
    """Look at a raster in colour: three bands as red, green and blue, or one as grey. North is on top.

    Args:
        path: A GeoTIFF.
        bands: One or three bands; default: true colour of Sentinel-2 or Landsat, else the first one or three.
    """
    raster, inputs = opened_raster(workspace, path)
    return _show(workspace, "picture", colour_picture(raster, _choose(raster, bands)).pixels, inputs)


@tool()
def annotate(
    workspace: Workspace,
    /,
    path: Path,
    zones: Path,
    colour: Colour = "red",
    width: Annotated[int, Field(ge=1, le=20)] = 2,
    bands: Bands = [],
    label: Name | None = None,
) -> Output:
    """Draw features on a picture of a raster at their true places; points become discs, polygons outlines.

    Args:
        path: A GeoTIFF.
        zones: The features, a GeoJSON or OpenStreetMap XML file.
        colour: Colour of the lines.
        width: Width of the lines, pixels.
        bands: One or three bands, as in a colour picture.
        label: Property of the features to write beside them.
    """
    raster, inputs = opened_raster(workspace, path)
    features, more = opened_features(workspace, zones)
    picture = colour_picture(raster, _choose(raster, bands))
    lined = draw_outlines(picture, [feature.shape for feature in features], COLOURS[colour], width)
    words = [(feature.shape, clip_text(str(feature.properties.get(label, "")), 24)) for feature in features if label]
    lined = label_shapes(lined, [(shape, word) for shape, word in words if word and not shape.is_empty])
    seen = sum(is_seen(picture, feature.shape) for feature in features)
    counts: dict[str, JsonValue] = {"features": seen, "outside": len(features) - seen}
    return _show(workspace, "features", lined.pixels, inputs | more, counts)


@tool()
def overlay(
    workspace: Workspace,
    /,
    path: Path,
    field: Path,
    variable: Name | None = None,
    opacity: Annotated[float, Field(ge=0, le=1)] = 0.55,
    about_zero: bool = True,
    bands: Bands = [],
) -> Output:
    """Lay a field, such as an anomaly, over a picture of a raster: blue low, pale in the middle, red high.

    Args:
        path: The raster beneath, a GeoTIFF.
        field: A NetCDF file of one time, or a GeoTIFF.
        variable: Variable of the field; default: the only one.
        opacity: Opacity of the field, 0 to 1.
        about_zero: Whether pale stands for 0; else for the middle of the range.
        bands: One or three bands, as in a colour picture.
    """
    raster, inputs = opened_raster(workspace, path)
    above, more = opened_raster(workspace, field, variable)
    name = variable or next(iter(above.bands))
    layer = above.with_bands({name: above.band(variable)}, above.units)
    low, high = _limits(align_raster(layer, raster, "nearest").bands[name], about_zero)
    picture = overlaid(colour_picture(raster, _choose(raster, bands)), layer, opacity, (low, high))
    unit = above.units.get(name, "")
    legend: dict[str, JsonValue] = {"variable": name, "unit": unit, "low": low, "high": high}
    below = ramp_strip(picture.pixels.shape[1], RAMP, (low, high), f"{name} ({pretty(unit) or 'unit not told'})")
    pixels = np.concatenate([picture.pixels, below])
    return _show(workspace, f"overlay {name}", pixels, inputs | more, legend, strip=len(below))


@tool()
def compare(
    workspace: Workspace,
    /,
    paths: Annotated[list[Path], Field(min_length=2, max_length=4)],
    bands: Bands = [],
) -> Output:
    """Look at rasters side by side, on the grid of the first and with one stretch of brightness for all.

    Args:
        paths: GeoTIFFs of one area, such as before and after, with the same bands.
        bands: One or three bands, as in a colour picture.
    """
    rasters: list[Raster] = []
    inputs: dict[str, str] = {}
    for path in paths:
        raster, hashed = opened_raster(workspace, path)
        rasters.append(raster)
        inputs |= hashed
    chosen = _choose(rasters[0], bands)
    fitted = [rasters[0], *(align_raster(_only(raster, chosen), rasters[0], "nearest") for raster in rasters[1:])]
    for path, raster in zip(paths, fitted, strict=True):
        if not any(np.isfinite(raster.band(band)).any() for band in chosen):
            raise ToolError(f"{path!r} has no value on the area of {paths[0]!r}: they do not overlap")
    pictures = [colour_picture(raster, chosen, fitted).pixels for raster in fitted]
    return _show(workspace, "comparison", side_by_side(pictures, paths), inputs, {"bands": list(chosen)})


def _only(raster: Raster, bands: list[str]) -> Raster:
    return raster.with_bands({band: raster.band(band) for band in bands}, raster.units)


def _limits(values: np.ndarray, about_zero: bool) -> tuple[float, float]:
    known = values[np.isfinite(values)]
    if not known.size:
        raise ToolError("the field has no value on the raster: they do not overlap")
    low, high = float(known.min()), float(known.max())
    if about_zero:
        most = max(abs(low), abs(high)) or 1.0
        return -most, most
    return (low, high) if high > low else (low - 1.0, high + 1.0)


def _choose(raster: Raster, bands: list[str]) -> list[str]:
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


def _show(
    workspace: Workspace,
    stem: str,
    pixels: Pixels,
    inputs: dict[str, str],
    more: dict[str, JsonValue] | None = None,
    strip: int = 0,
) -> Output:
    details = more or {}
    line = "north on top" + (
        f"; {', '.join(f'{key} {value}' for key, value in details.items() if value != '')}" if details else ""
    )
    rows, columns = pixels.shape[:2]
    data: dict[str, JsonValue] = {"rows": rows, "columns": columns, **details}
    return save_picture(workspace, stem, as_png(pixels, strip), line, data=data, inputs=inputs, engine="mesocosm")


FAMILY = "visualization"
PUBLISHED = {
    "gee_fetch_truecolor_thumbnail": "image.colour",
    "describe_image_vlm": "image.colour",
    "draw_geometries_on_image": "image.annotate",
    "composite_satellite_environmental_image": "image.overlay",
}
