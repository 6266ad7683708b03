"""The files of the archive: pixels of a window on a day as bands of a cloud-optimised GeoTIFF, or as arrays.

Files hold no text about their origin: the index has all metadata of a picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.products.rasters import Layer, cog
from mesocosm.earth.planet.sensors.multispectral import OFFSET, PIXELS_M, SCALE, Scene, Scl
from mesocosm.earth.planet.sensors.photo.photograph import Photograph
from mesocosm.earth.planet.sensors.radar import Backscatter
from mesocosm.earth.planet.sensors.window import Window

TILE = 256
NO_ECHO = -32768
LANDSAT_SCALE, LANDSAT_OFFSET = 0.0000275, -0.2
KELVIN_SCALE, KELVIN_OFFSET = 0.00341802, 149.0
QUALITY_BITS = {"1": "dilated cloud", "3": "cloud", "4": "cloud shadow", "5": "snow", "6": "clear", "7": "water"}
Numbers = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.int16]


@dataclass(frozen=True)
class Picture:
    """Bands of one window, in whole numbers."""

    window: Window
    layers: tuple[Layer, ...]
    """Bands; rows from south to north, as in every `Layer`."""
    nodata: int | None
    words: Mapping[str, str] = field(default_factory=dict)
    """Metadata of the whole file."""

    def arrays(self) -> dict[str, Numbers]:
        """Return each band by its name, rows from north to south; value = number × scale + offset of its layer."""
        return {layer.name: layer.values[::-1] for layer in self.layers}

    def content(self) -> bytes:
        """Return the bytes of the file."""
        grid = grid_of(self.window)
        return cog(grid, self.window.region.crs, self.layers, nodata=self.nodata, tile=TILE, **self.words)


def grid_of(window: Window) -> Grid:
    """Return a window's pixels as a grid."""
    west, south, _, _ = window.bounds
    step = window.resolution_m
    return Grid(window.region.grid.proj, west + step / 2, south + step / 2, step, step, window.columns, window.rows)


def bands_picture(scene: Scene, pixel_m: int, words: Mapping[str, str] | None = None) -> Picture:
    """Return the bands of a Sentinel-2-like scene that have pixels of 10, 20 or 60 m."""
    names = [name for name, size in PIXELS_M.items() if size == pixel_m]
    layers = [Layer(name, scene.bands[name][::-1], "1", 1.0 / SCALE, -OFFSET / SCALE) for name in names]
    return Picture(scene.window.at_resolution(100 * pixel_m), tuple(layers), 0, words or {})


def classes_picture(scene: Scene, words: Mapping[str, str] | None = None) -> Picture:
    """Return scene classification and cloud probability of a Sentinel-2-like scene."""
    legend = {str(int(code)): code.name.lower() for code in Scl}
    layers = (
        Layer("SCL", scene.classification[::-1], tags=legend),
        Layer("CLDPRB", scene.cloud_probability[::-1], "%"),
    )
    return Picture(scene.window.at_resolution(2000), layers, 255, words or {})


def landsat_picture(scene: Scene) -> Picture:
    """Return the reflectance of the seven bands of a Landsat-like scene."""
    names = [name for name in scene.bands if name != "ST_B10"]
    layers = [Layer(name, scene.bands[name][::-1], "1", LANDSAT_SCALE, LANDSAT_OFFSET) for name in names]
    return Picture(scene.window, tuple(layers), 0)


def temperature_picture(scene: Scene) -> Picture:
    """Return the surface temperature of a Landsat-like scene, kelvin."""
    layer = Layer("ST_B10", scene.bands["ST_B10"][::-1], "K", KELVIN_SCALE, KELVIN_OFFSET)
    return Picture(scene.window, (layer,), 0)


def quality_picture(scene: Scene) -> Picture:
    """Return the quality bits and the cloud probability of a Landsat-like scene."""
    layers = (
        Layer("QA_PIXEL", scene.classification[::-1], tags=QUALITY_BITS),
        Layer("CLDPRB", scene.cloud_probability[::-1], "%"),
    )
    return Picture(scene.window, layers, None)


def echoes_picture(radar: Backscatter, words: Mapping[str, str] | None = None) -> Picture:
    """Return backscatter in VV and VH, decibels."""
    pairs = (("VV", radar.vv_db), ("VH", radar.vh_db))
    layers = [Layer(name, np.round(values[::-1] * 100.0).astype(np.int16), "dB", 0.01) for name, values in pairs]
    return Picture(radar.window, tuple(layers), NO_ECHO, words or {})


def photo_picture(photograph: Photograph, words: Mapping[str, str] | None = None) -> Picture:
    """Return red, green and blue of a photograph."""
    layers = [Layer(name, photograph.pixels[::-1, :, at]) for at, name in enumerate(("red", "green", "blue"))]
    return Picture(photograph.window, tuple(layers), None, words or {})
