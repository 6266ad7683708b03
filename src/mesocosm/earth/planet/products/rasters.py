"""Cloud-optimised GeoTIFF, for GIS and everything that reads through GDAL: rasters in tiles with overviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid

Whole = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.int16]


@dataclass(frozen=True)
class Layer:
    """A band: whole numbers, and their meaning."""

    name: str
    values: Whole
    """Values in rows from south to north, as everywhere on the planet; the file has north on top."""
    unit: str = ""
    scale: float = 1.0
    """Factor: value = number × scale + offset."""
    offset: float = 0.0
    tags: dict[str, str] = field(default_factory=dict)


def quantise_layer(name: str, values: NDArray[np.floating], unit: str, *, step: float, lowest: float) -> Layer:
    """Return a layer of 16-bit numbers, which count steps from the lowest value; NaN becomes `NOT_A_VALUE`."""
    steps = np.round((np.asarray(values, np.float64) - lowest) / step)
    numbers = np.where(np.isnan(steps), NOT_A_VALUE, np.clip(steps, 0, NOT_A_VALUE - 1)).astype(np.uint16)
    return Layer(name, numbers, unit, step, lowest)


NOT_A_VALUE = 65535
"""Number for no data in 16-bit layers; in layers of codes it is 0."""


def cog(grid: Grid, crs: str, layers: Sequence[Layer], *, nodata: int | None, tile: int = 128, **tags: str) -> bytes:
    """Return layers of one type on one grid as a cloud-optimised GeoTIFF, deflated, overviews by the nearest cell.

    Args:
        grid: Its nodes are the middles of the cells.
        crs: The plane, as an EPSG code.
        layers: The bands, in order.
        nodata: The number that means no data; None if every number is a value.
        tile: Cells along a tile's side; a multiple of 16.
        tags: Metadata of the whole file.
    """
    import rasterio
    from rasterio.io import MemoryFile
    from rasterio.transform import Affine

    west, _, _, north = grid.edges
    profile = {
        "driver": "COG",
        "width": grid.nx,
        "height": grid.ny,
        "count": len(layers),
        "dtype": layers[0].values.dtype,
        "crs": crs,
        "transform": Affine(grid.dx, 0.0, west, 0.0, -grid.dy, north),
        "nodata": nodata,
        "blocksize": tile,
        "compress": "DEFLATE",
        "level": 6,
        "predictor": "STANDARD",
        "overview_resampling": "NEAREST",
        "num_threads": 1,
        "bigtiff": "NO",
    }
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True), MemoryFile() as memory:
        with memory.open(**profile) as file:
            file.update_tags(**tags)
            file.scales, file.offsets = [layer.scale for layer in layers], [layer.offset for layer in layers]
            file.units = [layer.unit for layer in layers]
            for number, layer in enumerate(layers, start=1):
                file.write(layer.values[::-1], number)
                file.set_band_description(number, layer.name)
                file.update_tags(number, **layer.tags)
        return bytes(memory.getbuffer())
