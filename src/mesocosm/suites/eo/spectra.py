"""Spectral indices of the pixels in view, by spyndex's catalogue of formulas, and masks by thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery import spectra
from mesocosm.earth.imagery.spectra import BANDS, Family, hidden_pixels
from mesocosm.errors import ToolError
from mesocosm.suites.eo.lake.frame import Bands
from mesocosm.suites.eo.picture_view import Sight

Values = NDArray[np.float64]
Bools = NDArray[np.bool_]
IndexName = Literal["NDVI", "NDWI", "NDMI", "NDBI", "NDSI"]
CLOUDY_PERCENT = 50


@dataclass(frozen=True)
class Formula:
    """One index: its theme, and its formula over bands."""

    name: IndexName
    theme: str
    expression: str
    """Formula as in spyndex's catalogue."""
    source: str


FORMULAS: dict[str, Formula] = {
    "NDVI": Formula("NDVI", "vegetation", "(N-R)/(N+R)", "Rouse et al. 1974"),
    "NDWI": Formula("NDWI", "water", "(G-N)/(G+N)", "McFeeters 1996: open water"),
    "NDMI": Formula("NDMI", "moisture", "(N-S1)/(N+S1)", "Gao 1996: water in leaves, which Gao calls NDWI"),
    "NDBI": Formula("NDBI", "urban", "(S1-N)/(S1+N)", "Zha et al. 2003: built-up land"),
    "NDSI": Formula("NDSI", "snow", "(G-S1)/(G+S1)", "Hall et al. 1995: snow and ice"),
}


def layer(bands: Bands, letter: str, sight: Sight) -> Values:
    """Return a band over the view in the frame's finest pixels; pixels of coarser bands are repeated."""
    name = BANDS[family_of_frame(bands)][letter]
    if name not in bands.reflectance:
        have = ", ".join(bands.reflectance)
        raise ToolError(f"this image has no band {name}, which the index needs; it has {have}")
    return np.asarray(sight.cut(fine(bands.reflectance[name], sight)), np.float64)


def fine(values: NDArray[np.generic], sight: Sight) -> NDArray[np.generic]:
    """Resample a layer to the frame's own pixels."""
    columns, rows = sight.frame.size
    times = -(-rows // values.shape[0])
    return values.repeat(times, axis=0).repeat(times, axis=1)[:rows, :columns]


def clear(bands: Bands, sight: Sight) -> Bools:
    """Return the pixels in view whose ground is visible: no cloud, shadow or gap."""
    covered = hidden_pixels(bands.classification, family_of_frame(bands))
    cloudy = bands.cloud_probability > CLOUDY_PERCENT
    shown = [~sight.cut(fine(layer, sight)).astype(np.bool_) for layer in (covered, cloudy)]
    return np.asarray(shown[0] & shown[1])


def index_values(bands: Bands, sight: Sight, name: str) -> Values:
    """Return the index at every pixel in view; NaN where its bands are empty or sum to zero."""
    letters, _ = spectra.letters_of(name)
    return spectra.index_values(name, {letter: layer(bands, letter, sight) for letter in letters})


def family_of_frame(bands: Bands) -> Family:
    """Return the sensor whose bands these are; refuse frames of photographs and radar, which have none."""
    return "landsat" if bands.frame.sensor == "landsat" else "sentinel-2"


@dataclass(frozen=True)
class Reading:
    """An index over the clear pixels of a view."""

    values: Values
    seen: Bools

    @property
    def cloudy_share(self) -> float:
        return 1.0 - float(self.seen.mean())

    def figures(self) -> dict[str, float]:
        """Return mean, median, extremes, spread and percentiles, to six decimals."""
        chosen = self.values[self.seen]
        low, middle, high = np.percentile(chosen, (10, 50, 90))
        figures = {
            "mean": chosen.mean(),
            "median": middle,
            "minimum": chosen.min(),
            "maximum": chosen.max(),
            "standard_deviation": chosen.std(),
            "percentile_10": low,
            "percentile_90": high,
        }
        return {name: round(float(value), 6) for name, value in figures.items()}


def read_index(bands: Bands, sight: Sight, name: str) -> Reading:
    """Compute an index over a view; refuse if clouds hide all of it."""
    values = index_values(bands, sight, name)
    seen = clear(bands, sight) & np.isfinite(values)
    if not seen.any():
        raise ToolError(f"clouds, shadows or gaps hide every pixel of {sight.id}; take another date")
    return Reading(values, seen)
