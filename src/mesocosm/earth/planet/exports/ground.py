"""The ground as rasters: elevation, land cover, soil, rivers, and the monthly normals."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

import numpy as np

from mesocosm.earth.planet.exports import File, describe_origin
from mesocosm.earth.planet.ground.ground import Codes, Cover, Floats, Soil
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.rasters import NOT_A_VALUE, Layer, cog, quantise_layer
from mesocosm.earth.planet.regions import Region


def parts(planet: Planet, region: Region) -> list[str]:
    return ["rasters"]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    ground, source = planet.ground(region.key), describe_origin(planet, region)
    elevation = quantise_layer("elevation", ground.elevation_m, "m", step=0.1, lowest=-1000.0)
    layers = {"elevation": elevation}
    layers["river_width"] = quantise_layer("river width", ground.river_width_m, "m", step=0.1, lowest=0.0)
    layers["upstream_area"] = quantise_layer(
        "land that drains through", ground.upstream_km2, "km2", step=1.0, lowest=0.0
    )
    for name, layer in layers.items():
        yield f"ground/{name}.tif", cog(region.grid, region.crs, [layer], nodata=NOT_A_VALUE, source=source)
    codes = {"cover": (planet.settlement(region.key).cover, Cover), "soil": (ground.soil, Soil)}
    for name, (values, legend) in codes.items():
        layer = _encode(name, values, legend)
        yield f"ground/{name}.tif", cog(region.grid, region.crs, [layer], nodata=0, source=source)
    normals = (("temperature", ground.temperature_c, "degC", -60.0), ("precipitation", ground.rain_mm, "mm", 0.0))
    for name, months, unit, lowest in normals:
        bands = _months(name, months, unit, lowest)
        yield f"ground/{name}_normals.tif", cog(region.grid, region.crs, bands, nodata=NOT_A_VALUE, source=source)


def _encode(name: str, values: Codes, legend: type[IntEnum]) -> Layer:
    names = {str(int(code)): code.name.lower() for code in legend}
    return Layer(name, values, tags=names)


def _months(name: str, months: Floats, unit: str, lowest: float) -> list[Layer]:
    return [
        quantise_layer(f"{name} of month {number:02d}", np.asarray(month), unit, step=0.1, lowest=lowest)
        for number, month in enumerate(months, start=1)
    ]
