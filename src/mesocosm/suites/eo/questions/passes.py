"""Covers and indices of passes of Sentinel-2 and Landsat: how far a cover grew, by masks and by the bands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.suites.eo.questions.question import Shares
from mesocosm.suites.eo.questions.site_material import mask_of
from mesocosm.suites.eo.questions.spectral import IndexName, clear, index

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

CHANGES: dict[str, tuple[str, ...]] = {
    "expanded": ("expand", "expansion", "grew", "grow", "grown", "growth", "increased", "increase", "larger"),
    "contracted": (
        "contract", "contraction", "shrank", "shrink", "shrunk", "decreased", "decrease", "smaller", "reduced",
        "receded",
    ),
    "stable": ("unchanged", "no change", "no significant change", "did not change", "the same", "constant", "steady"),
}  # fmt: skip
STABLE = 0.10
"""Share of the earlier area below which a change counts as none; the item states it."""
UNCLEAR = (0.06, 0.15)
"""Changes between these shares are too unclear to ask about."""
LEAST = 0.01
"""Smallest share of the scene that a cover must take up in one of the two passes."""


@dataclass(frozen=True)
class Theme:
    name: str
    words: str
    mask: str
    """Name of the mask in the lake."""
    index: IndexName
    above: float
    """Lower bound of the index, for the second way."""
    tool: str


THEMES = (
    Theme("vegetation", "green vegetation", "vegetation", "ndvi", 0.4, "compute_vegetation_mask_by_multispectral"),
    Theme("water", "open water", "water", "ndwi", 0.0, "compute_water_mask_by_multispectral"),
    Theme("urban", "built-up land", "built", "ndbi", 0.0, "compute_urban_mask_by_multispectral"),
)
INDICES: dict[IndexName, str] = {
    "ndvi": "NDVI",
    "ndwi": "NDWI (green and near infrared, after McFeeters)",
    "ndbi": "NDBI",
    "ndsi": "NDSI",
}
BARE, DRY = 0.3, 0.0
"""Upper bounds of NDVI and NDWI for built-up land."""


def growth(earlier: float, later: float) -> float | None:
    """Return the growth of a cover as a share of the earlier; None if there is too little or it is hard to judge."""
    if max(earlier, later) < LEAST or earlier <= 0.0:
        return None
    change = (later - earlier) / earlier
    return None if UNCLEAR[0] < abs(change) < UNCLEAR[1] else change


def word_of_change(change: float) -> str:
    """Return the word for a change that is given as a share of the earlier area."""
    return "stable" if abs(change) < STABLE else "expanded" if change > 0 else "contracted"


def share_of(lake: Imagery, frame: Frame, theme: Theme, window: Shares) -> float:
    """Return the exact share of a window that the cover takes up."""
    return float(_cut(mask_of(lake, frame.name, theme.mask), window).mean())


def share_by_index(lake: Imagery, frame: Frame, theme: Theme, window: Shares) -> float:
    """Return the same share from the bands: pixels whose index lies above the theme's threshold."""
    mask = index(lake, frame.name, theme.index) > theme.above
    if theme.name == "urban":
        mask &= (index(lake, frame.name, "ndvi") < BARE) & (index(lake, frame.name, "ndwi") < DRY)
    return float(_cut(mask & clear(lake, frame.name), window).mean())


def _cut(mask: NDArray[np.bool_], window: Shares) -> NDArray[np.bool_]:
    rows, columns = mask.shape
    return mask[
        round(window[1] * rows) : round(window[3] * rows), round(window[0] * columns) : round(window[2] * columns)
    ]
