"""Opens a raster inside the sandbox: this module's text is run there and imports nothing of ours.

A corrupt image can stop the process that decodes it, and an image of a few bytes can stand for a million million
pixels. The output is the bands, one after another in a file, and the raster's metadata.
"""

from typing import Any

SOURCE, ARRAYS = "raster", "arrays.bin"


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Read a raster with `driver`; no bands if it has no place or more than `most_pixels`."""
    import warnings

    import rasterio

    warnings.simplefilter("ignore")  # a raster without a place has no reference system
    try:
        with rasterio.open(SOURCE, driver=request["driver"]) as file:
            return describe_raster(file) | {"bands": bands(file, request["most_pixels"])}
    except Exception as error:  # a damaged file fails in a dozen ways
        return {"refused": f"{type(error).__name__}: {str(error)[:200]}"}


def describe_raster(file: Any) -> dict[str, Any]:
    return {
        "count": file.count,
        "width": file.width,
        "height": file.height,
        "wkt": file.crs.to_wkt() if file.crs else "",
        "transform": list(file.transform)[:6],
        "nodata": None if file.nodata is None else float(file.nodata),
        "descriptions": list(file.descriptions),
        "units": list(file.units),
        "scales": list(file.scales),
        "offsets": list(file.offsets),
        "tags": {str(key): str(value) for key, value in file.tags().items()},
    }


def bands(file: Any, most_pixels: int) -> list[dict[str, Any]]:
    import numpy as np

    if not file.crs or file.count * file.width * file.height > most_pixels:
        return []
    records = []
    with open(ARRAYS, "wb") as out:
        for number in range(1, file.count + 1):
            values = np.ascontiguousarray(file.read(number))
            records.append({"dtype": values.dtype.str, "shape": list(values.shape), "start": out.tell()})
            out.write(values.tobytes())
    return records
