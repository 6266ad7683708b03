"""Values, tables and an hourly file of a simulated year."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.weather.epw import WeatherYear
from mesocosm.simulators.building_hourly.balance import LOSSES, Balance
from mesocosm.simulators.building_hourly.building import HOURS_OF_DAY, Building
from mesocosm.simulators.building_hourly.zone import Year
from mesocosm.simulators.simulator import Table, Value
from mesocosm.simulators.simulator.rounding import round_digits

Floats = NDArray[np.float64]
COLD_C, HOT_C = 20.0, 26.0
"""Comfortable range of operative temperatures in category II rooms: EN 16798-1, table B.5."""
UNMET_K = 0.2
"""Deviation from a set point that counts as unmet, as in EnergyPlus."""
MONTH_HEADINGS = ("month", "heating_kwh", "cooling_kwh", "solar_kwh", "internal_kwh")


def values_of(building: Building, air_c: Floats, operative_c: Floats, heat: Floats, cold: Floats) -> dict[str, Value]:
    """Compute a year's values from hourly temperatures (°C) and the heat given to and taken from the zone (W)."""
    area, occupied = building.floor_area_m2, _occupied(building)
    missed_heat, missed_cold = _missed(building, air_c)
    quantities = {
        "heating_energy": (heat.sum() / 1000, "kWh"),
        "cooling_energy": (cold.sum() / 1000, "kWh"),
        "total_energy": ((heat + cold).sum() / 1000, "kWh"),
        "heating_energy_per_area": (heat.sum() / 1000 / area, "kWh/m²"),
        "cooling_energy_per_area": (cold.sum() / 1000 / area, "kWh/m²"),
        "heating_peak": (heat.max() / 1000, "kW"),
        "cooling_peak": (cold.max() / 1000, "kW"),
        "air_temperature_mean": (air_c.mean(), "°C"),
        "air_temperature_min": (air_c.min(), "°C"),
        "air_temperature_max": (air_c.max(), "°C"),
        "discomfort_cold_hours": (float((occupied & (operative_c < COLD_C)).sum()), "h"),
        "discomfort_hot_hours": (float((occupied & (operative_c > HOT_C)).sum()), "h"),
        "unmet_heating_hours": (float(missed_heat.sum()), "h"),
        "unmet_cooling_hours": (float(missed_cold.sum()), "h"),
    }
    return {
        name: Value(magnitude=round_digits(float(number)), unit=unit) for name, (number, unit) in quantities.items()
    }


def _occupied(building: Building) -> NDArray[np.bool_]:
    """Return the hours with internal gains, when somebody is there; all hours for a building without gains."""
    profile = np.asarray(building.gains_profile) > 0
    if building.gains_w_m2 == 0 or not profile.any():
        profile = np.ones(HOURS_OF_DAY, dtype=bool)
    return np.tile(profile, 365)


def _missed(building: Building, air_c: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    heat, cool = building.heating_setpoint_c, building.cooling_setpoint_c
    none = np.zeros(len(air_c), dtype=bool)
    too_cold = air_c < np.tile(heat, 365) - UNMET_K if heat else none
    too_hot = air_c > np.tile(cool, 365) + UNMET_K if cool else none
    return too_cold, too_hot


def month_table(balance: Balance) -> Table:
    """Return the balance by month, in kWh."""
    parts = [balance.heating, balance.cooling, balance.solar, balance.internal]
    parts += [balance.losses[name] for name in LOSSES] + [balance.stored]
    rows = tuple((month + 1, *(round(float(part[month]), 3) for part in parts)) for month in range(12))
    headings = (*MONTH_HEADINGS, *(f"loss_{name}_kwh" for name in LOSSES), "stored_kwh")
    return Table(file="months", headings=headings, rows=rows)


def balance_table(balance: Balance) -> Table:
    """Return the year's balance, in kWh: positive for heat that comes in, negative for heat lost or stored."""
    lines = {
        "heating": balance.heating.sum(),
        "cooling": -balance.cooling.sum(),
        "solar": balance.solar.sum(),
        "internal": balance.internal.sum(),
        **{f"loss {name}": -balance.losses[name].sum() for name in LOSSES},
        "stored": -balance.stored.sum(),
        "left over": balance.error.sum(),
    }
    rows = tuple((name, round(float(value), 3) + 0.0) for name, value in lines.items())
    return Table(file="balance", headings=("part", "heat_kwh"), rows=rows)


def hours_file(ran: Year, weather: WeatherYear, solar_w: Floats) -> bytes:
    """Return all hours as CSV."""
    columns = (weather.hours["temperature_c"], ran.air_c, ran.operative_c, ran.load_w, solar_w)
    table = np.column_stack([np.round(column, 2) for column in columns]) + 0.0
    pattern = ",".join(["{:d}", *["{:.2f}"] * len(columns)])
    rows = (pattern.format(hour + 1, *row) for hour, row in enumerate(table.tolist()))
    return ("\n".join(["hour,outdoor_c,air_c,operative_c,heat_w,solar_w", *rows]) + "\n").encode()
