"""Climate projections of a planet: climate models with known errors, of a climate that changes by a known amount.

A model has its own weather: days of the same sky that are never observed and that no other model has. Its errors are a
bias and a spread of its temperatures about the monthly normals, and a factor of its rain:

    shift = bias + (spread - 1) (T - normal) + warming(scenario, time)     added to a day's mean, highest and lowest
    rain  = factor x rain x (1 + 0.02 warming)

With the law `FAITHFUL` the same days have no errors: the true answer of a bias correction. Warming follows the
best estimates of IPCC AR6 WG1, Table SPM.1, for 2081-2100 less the 1.09 K of 2011-2020; rain grows by 2 % for each
kelvin, within the 1 to 3 % of its chapter 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sky.clock import YEAR_DAYS
from mesocosm.earth.planet.sky.nodes import by_month, only
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.sky.tables import DAILY, Variable
from mesocosm.types import Record

Floats = NDArray[np.float64]
Scenario = Literal["historical", "ssp126", "ssp245", "ssp585"]
RAIN_PER_K = 0.02
PROJECTED: dict[str, Variable] = {
    "temperature": DAILY["temperature_mean"],
    "temperature_max": DAILY["temperature_max"],
    "temperature_min": DAILY["temperature_min"],
    "precipitation": DAILY["precipitation"],
}


class ModelLaw(Record):
    """Errors of a climate model."""

    bias_k: float
    spread: float
    """Spread of its temperatures about the normals, divided by the true spread."""
    rain_factor: float
    shift_days: int
    """Offset of its weather in the sky, in days: whole years, a hundred more than the previous model's."""


class Warming(Record):
    """Warming of a scenario: `at_end_k` at its end, before that times a power of the share of time that has passed."""

    at_end_k: float
    power: float


MODELS: dict[str, ModelLaw] = {
    "alder": ModelLaw(bias_k=1.6, spread=1.15, rain_factor=1.3, shift_days=36525),
    "birch": ModelLaw(bias_k=-1.1, spread=0.9, rain_factor=0.8, shift_days=73048),
}
WARMINGS: dict[str, Warming] = {
    "historical": Warming(at_end_k=0.0, power=1.0),
    "ssp126": Warming(at_end_k=0.7, power=0.5),
    "ssp245": Warming(at_end_k=1.6, power=1.0),
    "ssp585": Warming(at_end_k=3.3, power=1.4),
}


def faithful(law: ModelLaw) -> ModelLaw:
    """Return the law of the same weather without errors."""
    return ModelLaw(bias_k=0.0, spread=1.0, rain_factor=1.0, shift_days=law.shift_days)


def warming_k(scenario: str, share: Floats) -> Floats:
    """Return the warming, in K, at shares of the time from the end of the record (0) to that of the scenarios (1)."""
    law = WARMINGS[scenario]
    return np.asarray(law.at_end_k * np.clip(share, 0.0, 1.0) ** law.power)


def project_days(
    sky: Sky, at: tuple[Sequence[int], Sequence[int]], start: datetime, days: int, law: ModelLaw, warming: Floats
) -> dict[str, Floats]:
    """Return days of a model at nodes, (days, rows, columns), for every quantity of `PROJECTED`."""
    hourly = sky.some(*at, start + timedelta(days=law.shift_days), 24 * days, ("temperature_2m", "precipitation"))
    warmth, rain = (values.astype(np.float64).reshape(days, 24, *values.shape[1:]) for values in hourly.values())
    mean = warmth.mean(axis=1)
    grown = warming.reshape(-1, 1, 1)
    shift = law.bias_k + (law.spread - 1) * (mean - _normal(sky, at, start, days)) + grown
    return {
        "temperature": mean + shift,
        "temperature_max": warmth.max(axis=1) + shift,
        "temperature_min": warmth.min(axis=1) + shift,
        "precipitation": rain.sum(axis=1) * law.rain_factor * (1 + RAIN_PER_K * grown),
    }


def _normal(sky: Sky, at: tuple[Sequence[int], Sequence[int]], start: datetime, days: int) -> Floats:
    """Return the normal temperature of each day, (days, rows, columns)."""
    nodes = only(sky.nodes, *at)
    first = start.timetuple().tm_yday - 0.5
    day = np.asarray((first + np.arange(days)) % YEAR_DAYS, np.float64)
    normal = by_month(nodes.temperature_c, day)
    return normal.reshape(days, nodes.rows, nodes.columns)
