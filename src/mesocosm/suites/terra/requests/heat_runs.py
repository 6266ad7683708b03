"""Direct runs of the heat-stress engine on columns of weather, for second ways to a truth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm import registry
from mesocosm.simulators.simulator import RunLimits, Simulator

Floats = NDArray[np.float64]
Vapour = tuple[float, float]
"""Numbers a and b of a formula of the vapour pressure over water, exp(a t / (t + b)), t in °C."""
BOLTON: Vapour = (17.67, 243.5)
"""Bolton (1980, equation 10)."""
MAGNUS: Vapour = (17.62, 243.12)
"""WMO-No. 8 (2018, annex 4.B)."""


def humidity_percent(air_c: Floats, dew_c: Floats, vapour: Vapour = BOLTON) -> Floats:
    """Return the relative humidity of air by its dew point."""
    dew, (a, b) = np.minimum(dew_c, air_c), vapour
    ratio = np.exp(a * dew / (dew + b) - a * air_c / (air_c + b))
    return np.asarray(np.minimum(100 * ratio, 100), np.float64)


def heat_series(
    index: Literal["utci", "heat_index"], air_c: Floats, dew_c: Floats, vapour: Vapour = BOLTON, **more: Floats
) -> Floats:
    """Return an index of heat stress at each time, °C; NaN where it is not defined."""
    inputs: dict[str, JsonValue] = {
        "indices": [index],
        "temperature_c": air_c.tolist(),
        "relative_humidity_percent": humidity_percent(air_c, dew_c, vapour).tolist(),
        **{name: values.tolist() for name, values in more.items()},
    }
    engine: Simulator = registry.load("simulators", "heat_stress")
    result = engine.run(inputs, seed=0, limits=RunLimits())
    return np.array([np.nan if row[1] is None else float(row[1]) for row in result.tables[0].rows])


def heat_deaths(days_c: pd.Series, usual_a_year: float, comfort_c: float, risk: float) -> float:
    """Return the deaths due to heat over days: the share (RR - 1) / RR of the usual ones, RR = risk^(degrees above)."""
    year = 366 if days_c.index[0].is_leap_year else 365
    above = (days_c.to_numpy() - comfort_c).clip(min=0)
    return float((usual_a_year / year * (1 - risk**-above)).sum())


def felt_in_shade(tables: Mapping[str, pd.DataFrame], least_wind: float) -> dict[str, Floats]:
    """Return the UTCI of towns with the mean radiant temperature of the air; the wind is at least `least_wind`."""
    felt = {}
    for name, table in tables.items():
        air = table.temperature_2m.to_numpy()
        wind = np.hypot(table.wind_east_10m.to_numpy(), table.wind_north_10m.to_numpy())
        more = {"wind_speed_10m_m_s": np.maximum(wind, least_wind), "mean_radiant_temperature_c": air}
        felt[name] = heat_series("utci", air, table.dew_point_2m.to_numpy(), **more)
    return felt
