"""The heat index and deaths of towns with a heat wave and without it, for second ways to a truth."""

from __future__ import annotations

import functools

import numpy as np
import pandas as pd

from mesocosm.earth.planet.planet import Planet
from mesocosm.suites.terra.requests.heat_runs import BOLTON, Vapour, heat_deaths, heat_series
from mesocosm.suites.terra.requests.town_cells import cells
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.workflow import Given

RATE = 900.0
"""Deaths per 100,000 people and year without heat."""


def mean_without(land: Land, given: Given) -> float:
    """Return the mean temperature of the towns on a planet without the wave."""
    calm = Land(_planet_without(land.planet, str(given["event"])), land.region, land.now)
    return float(np.mean([table.temperature_2m.mean() for table in cells(calm, given, ["temperature_2m"]).values()]))


@functools.lru_cache(maxsize=2)
def _planet_without(planet: Planet, event: str) -> Planet:
    return planet.intervene(event, None)


def indices(land: Land, given: Given, vapour: Vapour = BOLTON) -> dict[str, dict[str, np.ndarray]]:
    """Return the heat index of each town with and without the wave, by the engine."""
    by_town: dict[str, dict[str, np.ndarray]] = {}
    for name, table in cells(land, given, ["temperature_2m", "dew_point_2m"]).items():
        by_town[name] = {}
        for kind, shift in (("wave", 0.0), ("without", float(str(given["shift"])))):
            air = table.temperature_2m.to_numpy() - shift
            by_town[name][kind] = heat_series("heat_index", air, table.dew_point_2m.to_numpy(), vapour)
    return by_town


def rates(land: Land, given: Given) -> dict[str, float]:
    """Return the deaths per 100,000 people due to the wave in each town."""
    deaths = {}
    for name, table in cells(land, given, ["temperature_2m"]).items():
        was, other = tolls(land, name, table, given)
        deaths[name] = 1e5 * (was - other) / float(land.place(name).population or 1)
    return deaths


def tolls(land: Land, name: str, table: pd.DataFrame, given: Given) -> tuple[float, float]:
    """Return the heat deaths of a town with and without the wave."""
    days = table.temperature_2m.resample("D").mean()
    usual = RATE / 1e5 * float(land.place(name).population or 0)
    risk, comfort, shift = (float(str(given[key])) for key in ("risk", "comfort", "shift"))
    return heat_deaths(days, usual, comfort, risk), heat_deaths(days - shift, usual, comfort, risk)
