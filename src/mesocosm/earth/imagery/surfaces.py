"""Analysis of the ground from pixels: composites, change, class areas, temperature, water and burns.

A pixel without a value never counts: it is in no class and in no denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.raster import Raster, align_raster, pixel_areas_m2
from mesocosm.errors import InvalidRecord

Values = NDArray[np.float64]
Statistic = Literal["median", "mean", "minimum", "maximum"]
WAVELENGTH_M = 10.895e-6
"""Effective wavelength of Landsat 8's band 10, in metres."""
RADIATION_M_K = 1.438776877e-2
"""h c / k, the second radiation constant (CODATA 2018), in m K."""
BURNS: tuple[tuple[float, str], ...] = (
    (-np.inf, "enhanced regrowth, high"), (-0.250, "enhanced regrowth, low"), (-0.100, "unburned"),
    (0.100, "low severity"), (0.270, "moderate-low severity"), (0.440, "moderate-high severity"),
    (0.660, "high severity"),
)  # fmt: skip
"""Lower limits of the classes of dNBR (Key and Benson 2006, USDA RMRS-GTR-164-CD, Landscape Assessment)."""
OTSU_BINS = 512


@dataclass(frozen=True)
class ClassArea:
    """A class of pixels."""

    name: str
    pixels: int
    area_km2: float
    share: float
    """Share of the area of all pixels with a value."""


def composite(rasters: Sequence[Raster], statistic: Statistic) -> Raster:
    """Combine rasters on the grid of the first, with their common bands, each pixel from those that show ground.

    The band `looks` is the number of rasters that a pixel comes from.
    """
    first = rasters[0]
    names = [name for name in first.bands if all(name in raster.bands for raster in rasters)]
    if not names:
        raise InvalidRecord("the rasters have no band in common")
    on_grid = [raster if raster.same_grid(first) else align_raster(raster, first) for raster in rasters]
    stacks = {name: np.stack([raster.bands[name] for raster in on_grid]) for name in names}
    looks = np.isfinite(stacks[names[0]]).sum(axis=0)
    bands = {name: _reduce(stack, statistic) for name, stack in stacks.items()}
    return first.with_bands({**bands, "looks": looks}, first.units)


def _reduce(stack: Values, statistic: Statistic) -> Values:
    """Reduce along the first axis without missing values; NaN where all are missing."""
    seen = np.isfinite(stack).any(axis=0)
    safe = np.where(seen, stack, 0.0)
    if statistic == "median":
        values = np.nanmedian(safe, axis=0)
    elif statistic == "mean":
        values = np.nanmean(safe, axis=0)
    else:
        values = (np.nanmin if statistic == "minimum" else np.nanmax)(safe, axis=0)
    return np.where(seen, values, np.nan)


def difference(before: Raster, after: Raster, band: str | None) -> Raster:
    """Subtract before from after where both have a value, on the grid of the first."""
    name = band or next(iter(before.bands))
    early = before.band(band)
    late = after.with_bands({name: after.band(band)}, after.units)
    late = late if late.same_grid(before) else align_raster(late, before)
    change = late.bands[name] - early
    if not np.isfinite(change).any():
        raise InvalidRecord(
            "the two rasters share no pixel with a value in both: they do not overlap, or clouds hide everything"
        )
    return before.with_bands({f"{name}_change": change}, {f"{name}_change": before.units.get(name, "")})


def class_areas(raster: Raster, values: Values, begins: Sequence[float], names: Sequence[str]) -> list[ClassArea]:
    """Compute areas of classes without overlap: class i has values from `begins[i]` (included) to the next (excluded).

    `begins` ascends; values below the first are in no class, but count in the denominator.
    """
    if any(later <= earlier for earlier, later in pairwise(begins)):
        raise InvalidRecord(f"thresholds must ascend, got {[float(value) for value in begins]}")
    valid = np.isfinite(values)
    if not valid.any():
        raise InvalidRecord("no pixel has a value: clouds or gaps hide all")
    areas = np.broadcast_to(pixel_areas_m2(raster) / 1e6, raster.shape)
    whole = float(areas[valid].sum())
    rank = np.searchsorted(np.asarray(begins, float), values[valid], side="right") - 1
    rows = []
    for number, name in enumerate(names):
        chosen = rank == number
        area = float(areas[valid][chosen].sum())
        rows.append(ClassArea(name, int(chosen.sum()), area, area / whole))
    return rows


def surface_temperature_k(brightness_k: Values, emissivity: Values | float) -> Values:
    """Compute the temperature of the ground from brightness temperature: T = B / (1 + λ B ln ε / c₂).

    Artis and Carnahan 1982 (Remote Sensing of Environment 12, 313-329).
    """
    return brightness_k / (1.0 + WAVELENGTH_M * brightness_k / RADIATION_M_K * np.log(emissivity))


def otsu(values: Values) -> float:
    """Return the threshold that divides values into the two classes with the greatest variance between them.

    Otsu 1979 (IEEE Transactions on Systems, Man and Cybernetics 9, 62-66), equation 18; from a histogram of 512 bins
    between the 0.1th and 99.9th percentiles.
    """
    known = values[np.isfinite(values)]
    if known.size < 2 or np.ptp(known) == 0:
        raise InvalidRecord("a threshold needs pixels of different values")
    low, high = np.percentile(known, (0.1, 99.9))
    if low == high:
        low, high = float(known.min()), float(known.max())
    counts, edges = np.histogram(np.clip(known, low, high), OTSU_BINS, (low, high))
    middles, weights = (edges[1:] + edges[:-1]) / 2, counts / counts.sum()
    below, mean_below = np.cumsum(weights), np.cumsum(weights * middles)
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (mean_below[-1] * below - mean_below) ** 2 / (below * (1 - below))
    between = np.where(np.isfinite(between[:-1]), between[:-1], 0.0)
    best = np.flatnonzero(between >= between.max() * (1 - 1e-12))
    return float(edges[1:-1][best].mean())


def burn_classes(change: Values) -> Values:
    """Return the class number in `BURNS` of each pixel of dNBR = NBR before minus NBR after; NaN stays."""
    begins = [begin for begin, _ in BURNS]
    rank = np.searchsorted(begins, change, side="right") - 1.0
    return np.where(np.isfinite(change), rank, np.nan)
