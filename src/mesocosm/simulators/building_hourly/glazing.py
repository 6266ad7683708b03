"""The share of sunshine that a window lets in at an angle: ASHRAE Handbook Fundamentals 2009, chapter 15, table 10.

The handbook gives solar heat gain coefficients of clear glass of 3 mm. Their ratios to the perpendicular value are
applied to any window with as many panes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.sunshine import SunPath

Floats = NDArray[np.float64]
ANGLES_DEG = (0.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0)
CLEAR = {
    1: (0.86, 0.84, 0.82, 0.78, 0.67, 0.42, 0.0),
    2: (0.76, 0.74, 0.71, 0.64, 0.50, 0.26, 0.0),
    3: (0.68, 0.65, 0.62, 0.54, 0.39, 0.18, 0.0),
}
"""Coefficients by number of panes, at each angle of incidence."""
HEMISPHERE = {1: 0.78, 2: 0.66, 3: 0.57}
"""Coefficients by number of panes, for light from all directions."""


def angular_factor(cosine: Floats, panes: int) -> Floats:
    """Return the ratio of g at an angle to g at perpendicular incidence, from the cosine of the angle of incidence."""
    angle = np.degrees(np.arccos(np.clip(cosine, 0.0, 1.0)))
    return np.asarray(np.interp(angle, ANGLES_DEG, np.asarray(CLEAR[panes]) / CLEAR[panes][0]))


def diffuse_factor(panes: int) -> float:
    """Return the ratio of g for light from a whole hemisphere to g at perpendicular incidence."""
    return HEMISPHERE[panes] / CLEAR[panes][0]


def beam_through(path: SunPath, azimuth_deg: float, panes: int) -> Floats:
    """Return the direct light that a vertical window lets in per W/m² facing the sun, relative to its g, as hourly
    means.
    """
    sunlit = path.up > 0
    cosine = np.where(sunlit, np.maximum(path.cosine(90.0, azimuth_deg), 0.0), 0.0)
    return np.asarray((cosine * angular_factor(cosine, panes)).sum(axis=1) / np.maximum(sunlit.sum(axis=1), 1))
