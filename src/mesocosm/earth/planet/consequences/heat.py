"""Effects of heat and cold on people: discomfort, and demand for power.

Discomfort is the humidex, T + 5/9 (e - 10) with the vapour pressure e in hPa (Masterton and Richardson 1979, CLI 1-79,
Environment Canada); 40 and above is called great discomfort. Demand is least in mild weather and rises towards both
heat and cold, as it does wherever people heat and cool by electricity; its slopes are invented for this planet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.quantisation import round_to_step

GREAT_DISCOMFORT = 40.0
BASE_KW, COOLING_KW_K, HEATING_KW_K = 0.55, 0.045, 0.03
"""Power demand per person: in mild weather, and for each kelvin above `COOLS_C` or below `HEATS_C`."""
COOLS_C, HEATS_C = 21.0, 15.0


def vapour_pressure_hpa(dew_point_c: ArrayLike) -> Floats:
    """Return the vapour pressure for a dew point, as the humidex defines it: 6.11 exp(5417.753 (1/273.16 - 1/T))."""
    kelvin = np.asarray(dew_point_c, np.float64) + 273.16
    return np.asarray(6.11 * np.exp(5417.753 * (1 / 273.16 - 1 / kelvin)))


def humidex(temperature_c: ArrayLike, dew_point_c: ArrayLike) -> Floats:
    """Return the humidex, °C, in steps of 0.1; at least the temperature itself."""
    temperature = np.asarray(temperature_c, np.float64)
    return round_to_step(np.maximum(temperature + 5 / 9 * (vapour_pressure_hpa(dew_point_c) - 10), temperature), 0.1)


def demand_mw(temperature_c: ArrayLike, population: float) -> Floats:
    """Return the power demand of a population at a temperature, in steps of 0.1 MW."""
    temperature = np.asarray(temperature_c, np.float64)
    cooling = COOLING_KW_K * np.maximum(temperature - COOLS_C, 0.0)
    heating = HEATING_KW_K * np.maximum(HEATS_C - temperature, 0.0)
    return round_to_step(population * (BASE_KW + cooling + heating) / 1000, 0.1)
