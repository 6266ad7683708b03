"""Satellite scenes: searched, fetched, and turned into indices, composites, change, classes and temperatures."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.archives.scene_source import SceneSource, bands_of, fetch
from mesocosm.earth.imagery.radar_water import water_threshold
from mesocosm.earth.imagery.spectra import expression_of, index_values, letters_of, reflectance_of
from mesocosm.earth.imagery.surfaces import (
    BURNS,
    Statistic,
    burn_classes,
    class_areas,
    difference,
    surface_temperature_k,
)
from mesocosm.earth.imagery.surfaces import composite as composed
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path, box_of, interval_of, sides_of
from mesocosm.suites.terra.inputs.geodata import agent_errors, opened_features, opened_raster, saved_raster
from mesocosm.suites.terra.replies.lists import first_lines
from mesocosm.suites.terra.replies.raster import (
    band_of,
    classes_output,
    covered_words,
    demand_decibels,
    figures_of,
    figures_words,
    grid_of,
    no_water_output,
    scene_words,
    shares_of,
    shares_words,
    size_of,
)
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

Time = Annotated[str, Field(min_length=4, max_length=40)]
Percent = Annotated[float, Field(ge=0, le=100)]
MOST_LISTED = 20


@tool(read_only=True)
def search(
    scenes: SceneSource,
    /,
    box: Box,
    start: Time,
    end: Time,
    sensor: Name | None = None,
    max_cloud: Percent | None = None,
) -> Output:
    """Search for scenes of a box in an interval; lists the first 20 in order of time, and says how many there are.

    Each is listed with its time, sensor, box and cloud; if there is none, the answer says when and where there are
    scenes.

    Args:
        box: [west, south, east, north], degrees.
        start: First time, included, ISO 8601, UTC.
        end: Last time, excluded.
        sensor: Only scenes of this instrument, such as msi, oli+tirs or c-sar.
        max_cloud: Greatest cloud cover in percent; scenes without a figure are left out.
    """
    place, when = box_of(box), interval_of(start, end)
    with agent_errors():
        if place.crosses_antimeridian and (known := scenes.covered(None)) and not known.crosses_antimeridian:
            place.demand_no_crossing("the catalogue of scenes")
        matches = scenes.search(place, when, sensor, max_cloud)
        covered = scenes.covered(sensor) if not matches else None
    rows: list[JsonValue] = []
    lines = [f"{len(matches)} scenes" + (f"; {covered_words(covered, sensor)}" if covered else "")]
    for scene in matches[:MOST_LISTED]:
        cloud = None if scene.cloud_cover is None else round(scene.cloud_cover, 3)
        row: dict[str, JsonValue] = {"scene": scene.id, "time": scene.datetime.isoformat(), "sensor": scene.sensor}
        sides: list[JsonValue] = [round(side, 4) for side in sides_of(scene.bbox)]
        row |= {"collection": scene.collection, "cloud_percent": cloud, "box": sides, "bands": list(bands_of(scene))}
        rows.append(row)
        lines.append(scene_words(scene))
    text = first_lines(lines, len(matches) + 1, MOST_LISTED + 1)
    return Output(text=text, data={"count": len(matches), "scenes": rows})


@tool()
def fetch_bands(
    scenes: SceneSource,
    workspace: Workspace,
    /,
    scene: Name,
    bands: Annotated[list[Name], Field(min_length=1, max_length=16)],
    box: Box | None = None,
    hide_clouds: bool = True,
) -> Output:
    """Fetch bands of a scene as a GeoTIFF on the finest of their grids: reflectance, kelvin or decibels.

    Args:
        scene: Name of the scene, from a search.
        bands: Names of bands, such as B04; coarser ones repeat their pixels.
        box: Only this part, [west, south, east, north], degrees.
        hide_clouds: Whether pixels under cloud or shadow have no value, by the product's own classes.
    """
    part = None if box is None else box_of(box)
    with agent_errors():
        taken = scenes.scene(scene)
        raster, clear = fetch(scenes, taken, list(dict.fromkeys(bands)), part, hide_clouds=hide_clouds)
    path = saved_raster(workspace, f"{taken.sensor} {taken.datetime:%Y%m%d}", raster)
    text = f"{path}: {', '.join(raster.bands)}, {size_of(raster)}, {taken.datetime:%Y-%m-%dT%H:%MZ}, {clear:.4f} shown"
    return Output(text=text, data={"path": path, "shown_share": round(clear, 6), **grid_of(raster)})


@tool(read_only=True)
def describe(workspace: Workspace, /, path: Path) -> Output:
    """Describe a raster: size, box, and of each band the mean, extremes and share of pixels with a value.

    Args:
        path: A GeoTIFF or another raster.
    """
    raster, inputs = opened_raster(workspace, path)
    held = {name: figures_of(values) for name, values in list(raster.bands.items())[:MOST_LISTED]}
    lines = [f"{path}: {size_of(raster)}", *(f"{name}: {figures_words(figures)}" for name, figures in held.items())]
    rows: dict[str, JsonValue] = {**held}
    text = first_lines(lines, len(raster.bands) + 1)
    return Output(text=text, data={**grid_of(raster), "figures": rows}, inputs=inputs)


@tool()
def index(
    workspace: Workspace,
    /,
    path: Path,
    name: Name,
    bands: Annotated[dict[str, Name], Field(max_length=12)] = {},
    scale: Annotated[float, Field(gt=0, le=1)] | None = None,
    offset: Annotated[float, Field(ge=-1, le=1)] | None = None,
) -> Output:
    """Compute a spectral index by its name in the spyndex catalogue, such as NDVI, NDWI, NBR, NDBI, EVI; a GeoTIFF.

    Args:
        path: A GeoTIFF of reflectance, or of numbers that `scale` and `offset` turn into it.
        name: Name of the index.
        bands: Which band each letter of the formula is (B blue, G green, R red, N near infrared, S1 and S2 shortwave
            infrared); default: by the names of Sentinel-2's or Landsat's bands.
        scale: Reflectance per unit of the numbers, such as 0.0001.
        offset: Reflectance that is added, such as -0.1.
    """
    raster, inputs = opened_raster(workspace, path)
    letters, constants = letters_of(name)
    chosen = {letter: bands.get(letter) or band_of(raster, letter) for letter in letters}
    numbers = {letter: raster.band(band) for letter, band in chosen.items()}
    values = index_values(name, reflectance_of(numbers, scale, offset))
    result = saved_raster(
        workspace, f"{name} {raster.tags.get('time', '')[:10]}", raster.with_bands({name: values}, {name: "1"})
    )
    figures = figures_of(values)
    used: dict[str, JsonValue] = {**chosen}
    given = ", ".join(f"{letter} = {value}" for letter, value in {**chosen, **constants}.items())
    text = f"{result}: {name} = {expression_of(name)} with {given}: {figures_words(figures)}"
    return Output(text=text, data={"path": result, "bands": used, **figures}, inputs=inputs, engine="spyndex")


@tool()
def composite(
    workspace: Workspace,
    /,
    paths: Annotated[list[Path], Field(min_length=1, max_length=30)],
    statistic: Statistic = "median",
) -> Output:
    """Combine rasters of several dates into one, each pixel from those that show ground; band `looks` says how many.

    Args:
        paths: Rasters with bands in common; the first gives the grid.
        statistic: Statistic of each pixel over time.
    """
    opened = [opened_raster(workspace, path) for path in paths]
    result = composed([raster for raster, _ in opened], statistic)
    path = saved_raster(workspace, f"composite {statistic}", result)
    never = round(float((result.bands["looks"] == 0).mean()), 6)
    text = f"{path}: {statistic} of {len(paths)}; {never:.4f} of the pixels are never shown"
    inputs = {name: digest for _, hashes in opened for name, digest in hashes.items()}
    return Output(text=text, data={"path": path, "never_shown_share": never, **grid_of(result)}, inputs=inputs)


@tool()
def change(
    workspace: Workspace,
    /,
    before: Path,
    after: Path,
    threshold: Annotated[float, Field(gt=0)],
    band: Name | None = None,
) -> Output:
    """Map the change of a band between two rasters, after less before, with the areas that lost, kept and gained.

    Args:
        before: The earlier raster.
        after: The later one, put on the grid of the earlier.
        threshold: Least change that counts.
        band: Band in both; default: the only one.
    """
    early, inputs = opened_raster(workspace, before, band)
    late, more = opened_raster(workspace, after, band)
    result = difference(early, late, band)
    values = next(iter(result.bands.values()))
    begins = [-np.inf, float(np.nextafter(-threshold, np.inf)), threshold]
    rows = class_areas(result, values, begins, ["lost", "kept", "gained"])
    path = saved_raster(workspace, "change", result)
    return classes_output(path, rows, values, inputs | more, {"threshold": threshold})


@tool(read_only=True)
def area_statistics(
    workspace: Workspace,
    /,
    path: Path,
    begins: Annotated[list[float], Field(min_length=1, max_length=12)],
    names: Annotated[list[Name], Field(min_length=1, max_length=12)],
    band: Name | None = None,
) -> Output:
    """Measure the areas of classes of a band; classes do not overlap, and pixels without a value are not counted.

    Args:
        path: A raster, such as an index.
        begins: Lower bounds of the classes, ascending; the last class has no upper bound.
        names: Names of the classes.
        band: Band; default: the only one.
    """
    if len(begins) != len(names):
        raise ToolError(f"`begins` and `names` must be as many, got {len(begins)} and {len(names)}")
    raster, inputs = opened_raster(workspace, path, band)
    values = raster.band(band)
    return classes_output(None, class_areas(raster, values, begins, names), values, inputs)


@tool(read_only=True)
def land_cover(workspace: Workspace, /, path: Path, zones: Path | None = None, band: Name | None = None) -> Output:
    """Measure the area of each class of a land cover raster, as a whole or over each polygon, by shares of pixels.

    Args:
        path: A raster of whole numbers.
        zones: Polygons, a GeoJSON file.
        band: Band; default: the only one.
    """
    from mesocosm.earth.places.zones import class_areas as by_zone

    raster, inputs = opened_raster(workspace, path, band)
    grounds, more = opened_features(workspace, zones) if zones is not None else ([], {})
    labels = [str(ground.properties.get("name", at)) for at, ground in enumerate(grounds)] or ["all"]
    shapes = [ground.shape for ground in grounds] or [None]
    pairs = list(zip(labels, shapes, strict=True))[:MOST_LISTED]
    areas = [(label, by_zone(raster, band, shape)) for label, shape in pairs]
    rows: list[JsonValue] = [{"zone": label, "classes": shares_of(held, raster.tags)} for label, held in areas]
    lines = [f"{label}: {shares_words(held, raster.tags)}" for label, held in areas]
    return Output(text=first_lines(lines, len(labels)), data={"zones": rows}, inputs=inputs | more)


@tool()
def surface_temperature(
    workspace: Workspace,
    /,
    path: Path,
    band: Name | None = None,
    emissivity: Annotated[float, Field(ge=0.8, le=1.0)] | None = None,
) -> Output:
    """Map the temperature of the ground in degrees Celsius from a thermal band in kelvin.

    Args:
        path: A GeoTIFF with a band in kelvin, such as Landsat's ST_B10.
        band: Band; default: ST_B10 or the only one.
        emissivity: Emissivity of the ground, if the band is brightness temperature; default: it is ground temperature.
    """
    raster, inputs = opened_raster(workspace, path)
    kelvin = raster.band("ST_B10" if band is None and "ST_B10" in raster.bands else band)
    known = kelvin[np.isfinite(kelvin)]
    if not known.size or known.min() < 150 or known.max() > 1500:
        raise ToolError("the band holds no temperatures in kelvin: they lie between 150 and 1500")
    ground = kelvin if emissivity is None else surface_temperature_k(kelvin, emissivity)
    result = raster.with_bands({"temperature": ground - 273.15}, {"temperature": "degC"})
    saved_path, figures = saved_raster(workspace, "surface temperature", result), figures_of(result.band(None))
    text = f"{saved_path}: degC, {figures_words(figures)}"
    return Output(text=text, data={"path": saved_path, **figures}, inputs=inputs)


@tool()
def radar_water(
    workspace: Workspace,
    /,
    path: Path,
    band: Name,
    threshold: Annotated[float, Field(ge=-60, le=30)] | None = None,
) -> Output:
    """Map open water as low radar backscatter: 1 water, 0 land; the threshold is given or found by Otsu's method.

    If backscatter does not separate water from land, no map is made, and the answer says why.

    Args:
        path: A GeoTIFF of backscatter in decibels.
        band: Band, such as VV or VH.
        threshold: Decibels below which a pixel is water.
    """
    raster, inputs = opened_raster(workspace, path)
    values = raster.band(band)
    demand_decibels(raster, band)
    method: dict[str, JsonValue] = {"method": "given"}
    if threshold is None:
        parted = water_threshold(values, band)
        if parted.doubts:
            return no_water_output(parted, inputs)
        threshold, method = parted.decibels, {"method": "otsu", "separation": round(parted.separation, 4)}
    rows = class_areas(raster, values, [-np.inf, threshold], ["water", "land"])
    water = np.where(np.isfinite(values), values < threshold, np.nan)
    saved_path = saved_raster(workspace, "radar water", raster.with_bands({"water": water}))
    return classes_output(saved_path, rows, values, inputs, {"threshold_db": round(threshold, 4), **method})


@tool()
def burn_severity(workspace: Workspace, /, before: Path, after: Path, band: Name | None = None) -> Output:
    """Map burn severity from NBR before and after a fire: dNBR and its seven USGS classes, numbered 0 to 6.

    Args:
        before: A raster of NBR before the fire.
        after: A raster of NBR after it, put on the grid of the first.
        band: Band in both; default: the only one.
    """
    early, inputs = opened_raster(workspace, before, band)
    late, more = opened_raster(workspace, after, band)
    loss = -next(iter(difference(early, late, band).bands.values()))
    begins, names = zip(*BURNS, strict=True)
    rows = class_areas(early, loss, begins, names)
    result = early.with_bands({"dNBR": loss, "severity": burn_classes(loss)}, {"dNBR": "1"})
    return classes_output(saved_raster(workspace, "burn severity", result), rows, loss, inputs | more)


FAMILY = "satellite"
PUBLISHED = {
    "gee_fetch_sentinel2_indices": "satellite.index",
    "gee_index_area_stats": "satellite.area_statistics",
}
