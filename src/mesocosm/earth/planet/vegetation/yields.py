"""Yield of crops from the water they lacked: Doorenbos and Kassam (1979), FAO Irrigation and Drainage Paper 33."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground import Cover, Ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.water.water import WaterYear

Floats = NDArray[np.float64]
RESPONSE: dict[str, float] = {"maize": 1.25, "wheat": 1.05, "soybean": 0.85, "sunflower": 0.95, "alfalfa": 1.1}
"""Ky over the whole season (paper 33, table 24; FAO-56 table 24)."""
MOST_T_HA: dict[str, float] = {"maize": 11.0, "wheat": 7.0, "soybean": 3.6, "sunflower": 3.2, "alfalfa": 14.0}
SEASON = (105, 258)
"""Days of the year in which summer crops stand, mid-April to mid-September."""


def relative_yield(evaporated: Floats, asked: Floats, response: float) -> Floats:
    """Ya/Ym = 1 - Ky (1 - ETa/ETm), within 0 and 1; NaN where nothing was asked for."""
    share = np.divide(evaporated, asked, out=np.full(np.shape(asked), np.nan), where=np.asarray(asked) > 0)
    return np.asarray(np.clip(1 - response * (1 - np.minimum(share, 1.0)), 0.0, 1.0), np.float64)


def crop_yield(ground: Ground, water: WaterYear, crop: str = "maize") -> Floats:
    """Tonnes per hectare of a crop on every cell of farm land without irrigation, in steps of 0.01; NaN elsewhere."""
    days = slice(*SEASON)
    evaporated, asked = (field[days].astype(float).sum(axis=0) for field in (water.evaporation_mm, water.demand_mm))
    made = MOST_T_HA[crop] * relative_yield(evaporated, asked, RESPONSE[crop])
    return np.where(ground.cover == Cover.CROPS, round_to_step(made, 0.01), np.nan)
