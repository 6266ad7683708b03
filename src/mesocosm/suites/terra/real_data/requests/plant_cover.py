"""Plants and open water in a scene of a satellite, from indices of its bands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded, numbers_of
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

if TYPE_CHECKING:
    from numpy.typing import NDArray

GREEN, RED, NEAR = "green", "red", "near_infrared"
PIXEL_KM2 = 1e-6


def _plan(hands: Hands) -> Plan:
    path = hands.text("file")
    names = {name: f"band {int(hands.number(name))}" for name in (GREEN, RED, NEAR)}
    scaling: dict[str, Any] = {name: hands.number(name) for name in ("scale", "offset") if name in hands.given}
    yield from hands.use("satellite.describe", path=path)
    plants = yield from hands.use(
        "satellite.index", path=path, name="NDVI", bands={"R": names[RED], "N": names[NEAR]}, **scaling
    )
    water = yield from hands.use(
        "satellite.index", path=path, name="NDWI", bands={"G": names[GREEN], "N": names[NEAR]}, **scaling
    )
    bare, dense = hands.number("bare_below"), hands.number("dense_from")
    cover = yield from hands.use(
        "satellite.area_statistics", path=plants.path, begins=[-1.01, bare, dense], names=["bare", "between", "dense"]
    )
    wet = yield from hands.use(
        "satellite.area_statistics", path=water.path, begins=[-1.01, 0.0], names=["land", "water"]
    )
    about = yield from hands.use("satellite.describe", path=plants.path)
    yield from hands.use("image.colour", path=plants.path)
    areas = {row["class"]: row for row in (*cover.rows("classes"), *wet.rows("classes"))}
    [band] = about.names("figures")
    return {
        "mean_ndvi": about.number("figures", band, "mean"),
        "dense_km2": areas["dense"]["area_km2"],
        "dense_percent": 100 * float(str(areas["dense"]["share"])),
        "bare_percent": 100 * float(str(areas["bare"]["share"])),
        "water_km2": areas["water"]["area_km2"],
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    bands, pixel_km2 = _reflectance(files, given)
    ndvi = _contrast(bands[NEAR], bands[RED])
    ndwi = _contrast(bands[GREEN], bands[NEAR])
    [dense_from], [bare_below] = numbers_of(given, "dense_from"), numbers_of(given, "bare_below")
    seen = np.isfinite(ndvi).sum()
    dense = (ndvi >= dense_from).sum()
    return {
        "mean_ndvi": float(np.nanmean(ndvi)),
        "dense_km2": float(dense * pixel_km2),
        "dense_percent": float(100 * dense / seen),
        "bare_percent": float(100 * (ndvi < bare_below).sum() / seen),
        "water_km2": float((ndwi >= 0).sum() * pixel_km2),
    }


def _contrast(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore", divide="ignore"):
        return (first - second) / (first + second)


def _reflectance(files: Recorded, given: Given) -> tuple[dict[str, NDArray[np.float64]], float]:
    """Return three bands, from one file or one file each, and the area of a pixel."""
    from rasterio.io import MemoryFile

    recorded = [str(name) for name in given["recorded"]] if isinstance(given["recorded"], list) else []
    scale, offset = float(str(given.get("scale", 1.0))), float(str(given.get("offset", 0.0)))
    bands = {}
    for name in (GREEN, RED, NEAR):
        number = int(str(given[name]))
        source, layer = (recorded[number - 1], 1) if len(recorded) > 1 else (recorded[0], number)
        with MemoryFile(files[source]) as memory, memory.open() as raster:
            values = raster.read(layer, masked=True).astype("float64").filled(np.nan)
            pixel = abs(raster.transform.a * raster.transform.e)
        bands[name] = values * scale + offset
    return bands, pixel * PIXEL_KM2


WORKFLOW = RealWorkflow(__name__, domain="environmental monitoring", level=0, plan=_plan, recompute=_recompute)
