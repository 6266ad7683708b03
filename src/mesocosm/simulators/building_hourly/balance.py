"""The sources and losses of a year's heat, computed from the temperatures alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw import WeatherYear, month_of_hours
from mesocosm.simulators.building_hourly.gains import Gains
from mesocosm.simulators.building_hourly.ground import Ground
from mesocosm.simulators.building_hourly.zone import STEP_S, Year

Floats = NDArray[np.float64]
MONTHS = 12
JOULES_PER_KWH = 3.6e6
LOSSES = ("walls", "roof", "windows", "ground", "air")
PLACE = {"wall": "walls", "roof": "roof", "window": "windows", "floor": "ground"}


@dataclass(frozen=True)
class Balance:
    """Heat by month, in kWh: what came in, what went out, and what the building stored."""

    heating: Floats
    cooling: Floats
    solar: Floats
    internal: Floats
    losses: dict[str, Floats]
    """Net loss outwards through each of `LOSSES`; sunshine on walls and roof reduces it."""
    stored: Floats

    @property
    def error(self) -> Floats:
        """Heat unaccounted for in each month, in kWh; zero if no heat is lost or made."""
        gained = self.heating - self.cooling + self.solar + self.internal
        return np.asarray(gained - sum(self.losses.values()) - self.stored)

    @property
    def relative_error(self) -> float:
        """Sum of the monthly errors over the heat that passed through in the year."""
        passed = sum(float(np.abs(part).sum()) for part in (self.heating, self.cooling, self.solar, self.internal))
        passed += sum(float(np.abs(part).sum()) for part in self.losses.values())
        return float(np.abs(self.error).sum()) / passed if passed else 0.0


def balance_of(ran: Year, gains: Gains, ground: Ground, weather: WeatherYear) -> Balance:
    """Compute the heat balance of a simulated year."""
    air = gains.air_w_k * (ran.air_c - weather.hours["temperature_c"])
    losses = {name: np.zeros(MONTHS) for name in LOSSES} | {"air": by_month(air)}
    for part, outer in zip(ran.nodes.elements, ran.nodes.outer, strict=True):
        if part.kind == "internal":
            continue
        beyond = ground.hourly_c if part.kind == "floor" else weather.hours["temperature_c"]
        taken = gains.outer_w_m2.get(part.name, 0.0)
        flow = part.area_m2 * (part.outside_w_m2k * (ran.temperature_c[:, outer] - beyond) - taken)
        losses[PLACE[part.kind]] = losses[PLACE[part.kind]] + by_month(flow)
    return Balance(
        heating=by_month(np.maximum(ran.load_w, 0.0)),
        cooling=by_month(np.maximum(-ran.load_w, 0.0)),
        solar=by_month(gains.solar_w),
        internal=by_month(gains.internal_w),
        losses=losses,
        stored=_store(ran),
    )


def by_month(watts: Floats) -> Floats:
    """Return the kWh of each month from hourly means in W."""
    return np.asarray(np.bincount(month_of_hours(), watts) / 1000.0)


def _store(ran: Year) -> Floats:
    """Return the heat stored in each month, in kWh: capacities times the temperature change over the month."""
    ends = np.flatnonzero(np.diff(month_of_hours(), append=MONTHS)).tolist()
    held = np.vstack([ran.before_c, ran.temperature_c[ends]]) @ ran.capacity_j_k
    return np.asarray(np.diff(held) / JOULES_PER_KWH)


assert STEP_S == 3600.0, "hourly means in W are Wh"
