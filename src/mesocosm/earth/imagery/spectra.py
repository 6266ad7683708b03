"""Meaning of bands: letters of spectral formulas, scaling of products, codes of clouds; and spectral indices.

Formulas are those of spyndex's catalogue (Montero et al. 2023, Scientific Data 10, 197).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord, did_you_mean

Family = Literal["sentinel-2", "landsat"]
Values = NDArray[np.float64]
BANDS: dict[Family, dict[str, str]] = {
    "sentinel-2": {
        "A": "B01", "B": "B02", "G": "B03", "R": "B04", "RE1": "B05", "RE2": "B06", "RE3": "B07", "N": "B08",
        "N2": "B8A", "S1": "B11", "S2": "B12",
    },
    "landsat": {"A": "B1", "B": "B2", "G": "B3", "R": "B4", "N": "B5", "S1": "B6", "S2": "B7"},
}  # fmt: skip
"""Bands of each sensor by the letters of spyndex's formulas."""
HIDDEN_SCL = (0, 1, 3, 8, 9, 10)
"""Scene classes of Sentinel-2 that hide the ground: no data, saturated, shadow, cloud, cirrus."""
HIDDEN_QA = 0b0001_1111
"""Bits of Landsat's QA_PIXEL that hide the ground: fill, dilated cloud, cirrus, cloud, shadow."""
QUALITY: dict[Family, str] = {"sentinel-2": "SCL", "landsat": "QA_PIXEL"}
DARKEST = 1e-4
"""Reflectance to which darker pixels are raised, so that ratios lie between -1 and 1; NaN stays."""
OFFSET_SINCE = datetime(2022, 1, 25, tzinfo=UTC)
"""Date from which Sentinel-2's reflectance is (DN - 1000) / 10 000 (baseline 04.00), before DN / 10 000."""
MOST_REFLECTANCE = 2.0
"""Largest reflectance: glint and snow reach 1.6; larger values are unscaled numbers of a product."""
SCALINGS = (
    "Landsat Collection 2 level 2: 0.0000275 and -0.2; Sentinel-2 level 2A: 0.0001 and -0.1, or 0 before processing "
    "baseline 04.00 (25 January 2022)"
)
OWN_CONSTANTS = {name: {"L": 0.5} for name in ("SAVI", "GSAVI", "SARVI", "SAVIT", "MNLI", "IBI")}
"""Constants of an index's own paper that differ from the catalogue: L = 0.5 (Huete 1988, Remote Sensing of Environment
25, 295-309, and papers based on it).
"""
SENSORS: dict[str, Family] = {"msi": "sentinel-2", "oli+tirs": "landsat", "oli": "landsat"}


def family_of(names: Iterable[str]) -> Family | None:
    """Return the sensor of these band names; None if they are of no sensor or of both."""
    bare_names = {name.removeprefix("SR_") for name in names}
    fits = [family for family, letters in BANDS.items() if len(bare_names & set(letters.values())) > 0]
    return fits[0] if len(fits) == 1 else None


def scaling_of(family: Family | None, band: str, time: datetime) -> tuple[float, float]:
    """Return scale and offset of a band's numbers in the level 2 products (Sentinel-2 14.9; USGS LSDS-1619)."""
    if family == "sentinel-2" and band in BANDS[family].values():
        return 1e-4, -0.1 if time >= OFFSET_SINCE else 0.0
    if family == "landsat" and band.removeprefix("SR_") in BANDS[family].values():
        return 2.75e-5, -0.2
    if family == "landsat" and band == "ST_B10":
        return 0.00341802, 149.0
    return 1.0, 0.0


def reflectance_of(layers: Mapping[str, Values], scale: float | None, offset: float | None) -> dict[str, Values]:
    """Convert bands by letters to reflectance: numbers of a product times a scale plus an offset, with 0 as no data.

    Values beyond ±2, with or without a scale, are not reflectance and are refused; thermal bands are unchanged.
    """
    reflectance = dict(layers)
    for letter in set(layers) & set(BANDS["sentinel-2"]):
        values = np.asarray(layers[letter], np.float64)
        if scale is not None:
            values = np.where(values == 0, np.nan, values * scale + (offset or 0.0))
        known = values[np.isfinite(values)]
        if known.size and max(-known.min(), known.max()) > MOST_REFLECTANCE:
            raise InvalidRecord(
                f"band {letter} holds {known.min():g} to {known.max():g}, which is no reflectance (beyond ±2): give "
                f"`scale` and `offset`; {SCALINGS}"
            )
        reflectance[letter] = values
    return reflectance


def hidden_pixels(codes: NDArray[Any], family: Family) -> NDArray[np.bool_]:
    """Mark pixels hidden by clouds, shadows or gaps, by the codes of the product; unknown codes count as hidden."""
    known = np.isfinite(codes)
    whole = np.where(known, codes, 0).astype(np.int64)
    covered = (whole & HIDDEN_QA) > 0 if family == "landsat" else np.isin(whole, HIDDEN_SCL)
    return np.asarray(covered | ~known)


def letters_of(name: str) -> tuple[list[str], dict[str, float]]:
    """Return the bands of an index by their letters, and its constants with their default values."""
    import spyndex

    if name not in spyndex.indices:
        hint = did_you_mean(name, list(spyndex.indices))
        raise InvalidRecord(f"no spectral index is called {name!r}; {hint or 'such as NDVI, NDWI, NBR, EVI'}")
    wanted = list(spyndex.indices[name].bands)
    constants = {part: spyndex.constants[part].default for part in wanted if part in spyndex.constants}
    letters = [part for part in wanted if part not in constants]
    if any(part not in spyndex.bands for part in letters) or None in constants.values():
        raise InvalidRecord(f"the index {name} needs more than bands and constants: {', '.join(wanted)}")
    own = OWN_CONSTANTS.get(name, {})
    return letters, {part: own.get(part, float(value)) for part, value in constants.items()}


def expression_of(name: str) -> str:
    """Return the formula of an index."""
    import spyndex

    return str(spyndex.indices[name].formula)


def index_values(name: str, layers: Mapping[str, Values]) -> Values:
    """Compute an index from reflectance by letters, values below `DARKEST` raised to it; NaN if undefined."""
    import spyndex

    letters, constants = letters_of(name)
    parameters = {letter: np.maximum(layers[letter], DARKEST) for letter in letters}
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        values = np.asarray(spyndex.computeIndex(name, {**parameters, **constants}), np.float64)
    return np.where(np.isfinite(values), values, np.nan)
