"""Spectral indices of a scene by plain array arithmetic, as a second way to the tools' library.

NDVI = (NIR - red) / (NIR + red) (Rouse et al. 1974), NDWI = (green - NIR) / (green + NIR) (McFeeters 1996),
NDBI = (SWIR - NIR) / (SWIR + NIR) (Zha et al. 2003), NDSI = (green - SWIR) / (green + SWIR) (Hall et al. 1995).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.questions.question import Shares

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Bands, Sensor
    from mesocosm.suites.eo.lake.imagery import Imagery

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
IndexName = Literal["ndvi", "ndwi", "ndbi", "ndsi"]
PAIRS: dict[IndexName, tuple[str, str]] = {
    "ndvi": ("nir", "red"),
    "ndwi": ("green", "nir"),
    "ndbi": ("swir", "nir"),
    "ndsi": ("green", "swir"),
}
"""The two bands of each index: their difference over their sum."""
BANDS: dict[Sensor, dict[str, str]] = {
    "sentinel-2": {"green": "B03", "red": "B04", "nir": "B08", "swir": "B11"},
    "landsat": {"green": "B3", "red": "B4", "nir": "B5", "swir": "B6"},
}
DARKEST = 1e-4
"""Lowest reflectance; darker pixels are raised to it, so that every index lies between -1 and 1."""
LETTERS = {"green": "G", "red": "R", "nir": "N", "swir": "S1"}
"""Names of the bands in the library."""
CLOUDY = 50
"""Percent of cloud probability above which a pixel is hidden."""
SCL_HIDDEN, QA_HIDDEN = (0, 1, 3, 8, 9, 10), 0b0001_1111
"""Classes of Sentinel-2 (no data, saturated, shadow, clouds, cirrus) and bits of Landsat (fill, clouds, shadow)."""


@functools.lru_cache(maxsize=32)
def bands_of(lake: Imagery, name: str) -> Bands:
    return lake.bands(lake.frame(name))


def clouded_share(lake: Imagery, name: str) -> float:
    """Return the share of a scene with likely clouds, as catalogues state it."""
    return float((bands_of(lake, name).cloud_probability > CLOUDY).mean())


def cloudy_share(lake: Imagery, name: str) -> float:
    """Return the share of a scene that clouds, shadows or gaps hide."""
    return 1.0 - float(clear(lake, name).mean())


@functools.lru_cache(maxsize=32)
def index(lake: Imagery, name: str, which: IndexName) -> Floats:
    """Return the index of every pixel of the finest band, coarser bands repeated."""
    bands = bands_of(lake, name)
    names = BANDS[bands.frame.sensor]
    first, other = (_fine(bands, names[colour]) for colour in PAIRS[which])
    return (first - other) / (first + other)


def _fine(bands: Bands, name: str) -> Floats:
    columns, rows = bands.frame.size
    values = np.maximum(bands.reflectance[name].astype(np.float64), DARKEST)
    return values.repeat(rows // values.shape[0], axis=0).repeat(columns // values.shape[1], axis=1)


@functools.lru_cache(maxsize=32)
def index_by_library(lake: Imagery, name: str, which: IndexName) -> Floats:
    """Return the same index from the established library of indices (spyndex)."""
    import spyndex

    bands = bands_of(lake, name)
    names = BANDS[bands.frame.sensor]
    parameters = {LETTERS[colour]: _fine(bands, names[colour]) for colour in PAIRS[which]}
    return np.asarray(spyndex.computeIndex(which.upper(), parameters), np.float64)


def clear(lake: Imagery, name: str) -> Bools:
    """Return the pixels of the finest band that no cloud, shadow or gap hides."""
    bands = bands_of(lake, name)
    columns, rows = bands.frame.size
    hidden = bands.cloud_probability > CLOUDY
    if bands.frame.sensor == "landsat":
        unseen = (bands.classification & QA_HIDDEN) > 0
    else:
        unseen = np.isin(bands.classification, SCL_HIDDEN)
    layers = [
        layer.repeat(rows // len(layer), axis=0).repeat(columns // layer.shape[1], axis=1) for layer in (hidden, unseen)
    ]
    return np.asarray(~(layers[0] | layers[1]))


def mean_index(lake: Imagery, name: str, which: IndexName, window: Shares) -> float:
    """Return the mean over the clear pixels of a window."""
    return _mean(index(lake, name, which), clear(lake, name), window)


def mean_by_library(lake: Imagery, name: str, which: IndexName, window: Shares) -> float:
    return _mean(index_by_library(lake, name, which), clear(lake, name), window)


def _mean(values: Floats, mask: Bools, window: Shares) -> float:
    rows, columns = values.shape
    left, right = round(window[0] * columns), round(window[2] * columns)
    top, bottom = round(window[1] * rows), round(window[3] * rows)
    chosen = values[top:bottom, left:right][mask[top:bottom, left:right]]
    return float(chosen.mean()) if chosen.size else float("nan")
