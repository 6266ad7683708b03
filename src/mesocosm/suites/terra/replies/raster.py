"""Texts of tools about rasters: figures of a band, the grid, and areas of classes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from pydantic import JsonValue

from mesocosm.earth.archives.scene_source import Covered
from mesocosm.earth.imagery.radar_water import WaterThreshold
from mesocosm.earth.imagery.raster import Raster, Values
from mesocosm.earth.imagery.scene import Scene
from mesocosm.earth.imagery.spectra import BANDS, family_of
from mesocosm.earth.imagery.surfaces import ClassArea
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import sides_of
from mesocosm.suites.terra.inputs.selection import DIGITS
from mesocosm.tools.tool import Output

MOST_CLASSES = 8
"""Number of classes that a line lists."""
MOST_COVERED = 24
"""Number of boxes of a catalogue that are listed."""
DECIBELS = ("db", "decibel", "decibels")


def figures_of(values: Values) -> dict[str, JsonValue]:
    known = values[np.isfinite(values)]
    if not known.size:
        return {"mean": None, "minimum": None, "maximum": None, "valued_share": 0.0}
    figures = {"mean": known.mean(), "minimum": known.min(), "maximum": known.max()}
    rounded: dict[str, JsonValue] = {name: round(float(value), 6) for name, value in figures.items()}
    return rounded | {"valued_share": round(known.size / values.size, 6)}


def figures_words(figures: Mapping[str, JsonValue]) -> str:
    """Return the figures of a band in words."""
    if figures["mean"] is None:
        return "no pixel has a value"
    ends = " to ".join(f"{figures[key]:.{DIGITS}g}" for key in ("minimum", "maximum"))
    return f"mean {figures['mean']:.{DIGITS}g}, {ends}, {figures['valued_share']:.4g} of the pixels have a value"


def grid_of(raster: Raster) -> dict[str, JsonValue]:
    box, (rows, columns) = raster.box, raster.shape
    edges: list[JsonValue] = [round(edge, 6) for edge in (box.west, box.south, box.east, box.north)]
    return {"bands": list(raster.bands), "rows": rows, "columns": columns, "box": edges, "crs": str(raster.crs)[:60]}


def size_of(raster: Raster) -> str:
    unit = "degrees" if raster.crs.is_geographic else "m"
    return f"{raster.shape[1]} x {raster.shape[0]} pixels of {abs(raster.transform.a):g} {unit}"


def classes_output(
    path: str | None,
    rows: list[ClassArea],
    values: Values,
    inputs: dict[str, str],
    more: dict[str, JsonValue] | None = None,
) -> Output:
    masked = round(1.0 - float(np.isfinite(values).mean()), 6)
    class_rows: list[JsonValue] = [
        {"class": row.name, "pixels": row.pixels, "area_km2": round(row.area_km2, 9), "share": round(row.share, 9)}
        for row in rows
    ]
    lines = [f"{row.name}: {row.area_km2:.6g} km2, {row.share:.4f}" for row in rows]
    text = f"{path or 'areas'}: {'; '.join(lines)}\nshares are of the pixels with a value; {masked:.4f} have none"
    data: dict[str, JsonValue] = {"path": path, "classes": class_rows, "masked_share": masked}
    if more:
        text += f"\n{more}"
    return Output(text=text, data=data | (more or {}), inputs=inputs)


def shares_of(areas: Mapping[int, float], legend: Mapping[str, str]) -> list[JsonValue]:
    """Return the areas of whole numbers, with their shares of the total, and their names if the legend has them."""
    whole = sum(areas.values())
    return [
        {"class": code, **({"name": legend[str(code)]} if str(code) in legend else {})}
        | {"area_km2": round(km2, 9), "share": round(km2 / whole, 9)}
        for code, km2 in areas.items()
    ]


def shares_words(areas: Mapping[int, float], legend: Mapping[str, str]) -> str:
    """Return the shares in words, the largest first."""
    whole = sum(areas.values())
    largest = sorted(areas.items(), key=lambda pair: -pair[1])
    words = [f"{legend.get(str(code), f'class {code}')} {km2 / whole:.1%} ({km2:.5g} km2)" for code, km2 in largest]
    more = [f"and {len(words) - MOST_CLASSES} more"] if len(words) > MOST_CLASSES else []
    return ", ".join([*words[:MOST_CLASSES], *more]) or "no pixel has a value"


def band_of(raster: Raster, letter: str) -> str:
    """Return the band that a letter of a formula stands for, by the names of a sensor's bands."""
    family = family_of(raster.bands)
    name = BANDS[family].get(letter) if family else None
    fits = [band for band in raster.bands if band.removeprefix("SR_") == name]
    if not fits:
        raise ToolError(f"`bands` must say which band is {letter}; the file holds {', '.join(raster.bands)}")
    return fits[0]


def no_water_output(parted: WaterThreshold, inputs: dict[str, str]) -> Output:
    """Return the answer for backscatter without a clear threshold, with a hint on how to give one."""
    text = (
        f"no clear water threshold: Otsu's is {parted.decibels:.2f} dB, but {'; and '.join(parted.doubts)}\n"
        f"there may be no open water, or too little of it; where some is known to be, give `threshold`: below "
        f"{parted.highest_db:g} dB, mostly {parted.highest_db - 2:g} to {parted.highest_db - 6:g}; or take a box of "
        "which water is a larger part"
    )
    figures: dict[str, JsonValue] = {"otsu_db": round(parted.decibels, 4), "separation": round(parted.separation, 4)}
    return Output(text=text, data={"path": None, "threshold_db": None, "method": "otsu", **figures}, inputs=inputs)


def demand_decibels(raster: Raster, band: str) -> None:
    """Refuse a band with another unit, or without a value below 0: backscatter of land and water has such values."""
    unit, values = raster.units.get(band, ""), raster.band(band)
    known = values[np.isfinite(values)]
    if unit and unit.casefold() not in DECIBELS:
        raise ToolError(f"`band` {band!r} must be backscatter in decibels (dB), its unit is {unit!r}")
    if known.size and known.min() >= 0:
        raise ToolError(
            f"`band` {band!r} must be backscatter in decibels, mostly -30 to 0; it holds {known.min():.4g} to "
            f"{known.max():.4g}"
        )


def scene_words(scene: Scene) -> str:
    """Describe a scene in a line; radar sees through cloud, and its scenes state no cloud cover."""
    box = ", ".join(f"{side:.2f}" for side in sides_of(scene.bbox))
    cloud = [] if scene.cloud_cover is None else [f"cloud {round(scene.cloud_cover, 3)} %"]
    return " ".join([scene.id, f"{scene.datetime:%Y-%m-%dT%H:%MZ}", scene.sensor, f"[{box}]", *cloud])


def covered_words(covered: Covered, sensor: str | None) -> str:
    """Describe when and where scenes exist."""
    boxes = [box.describe() for box in covered.boxes]
    more = [f"and {len(boxes) - MOST_COVERED} more"] if len(boxes) > MOST_COVERED else []
    where = "; ".join([*boxes[:MOST_COVERED], *more])
    what = f"scenes of {sensor}" if sensor else "scenes"
    return f"{what} exist from {covered.first:%Y-%m-%d} to {covered.last:%Y-%m-%d} in {where}"
