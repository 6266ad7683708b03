"""The engine of a building's year; it runs in process, as formulas of our own on inputs of bounded size."""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.earth.weather.days_to_hours import DAYS, hours_of_days
from mesocosm.earth.weather.epw import WeatherYear, read_epw
from mesocosm.earth.weather.epw_writing import Site, epw_of_local_hours
from mesocosm.simulators.building_hourly.balance import balance_of
from mesocosm.simulators.building_hourly.building import Building
from mesocosm.simulators.building_hourly.elements import elements_of
from mesocosm.simulators.building_hourly.gains import gains_of
from mesocosm.simulators.building_hourly.ground import ground_under
from mesocosm.simulators.building_hourly.report import (
    balance_table,
    hours_file,
    month_table,
    values_of,
)
from mesocosm.simulators.building_hourly.zone import simulate
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Value
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.rounding import round_digits
from mesocosm.types import Record

VERSION = "1"
OFFICE: dict[str, JsonValue] = {
    "floor_area_m2": 200,
    "storeys": 2,
    "storey_height_m": 3.0,
    "length_to_depth": 1.5,
    "walls": {"u_w_m2k": 0.3, "capacity_kj_m2k": 150, "mass": "inside"},
    "roof": {"u_w_m2k": 0.2, "capacity_kj_m2k": 100, "mass": "inside"},
    "ground_floor": {"u_w_m2k": 0.3, "capacity_kj_m2k": 200, "mass": "inside"},
    "windows": {"north": 0.15, "east": 0.15, "south": 0.3, "west": 0.15, "u_w_m2k": 1.3, "g": 0.6},
    "infiltration_per_h": 0.3,
    "gains_w_m2": 10,
    "gains_profile": [*([0.1] * 7), *([1.0] * 11), *([0.1] * 6)],
    "heating_setpoint_c": 20,
    "cooling_setpoint_c": 26,
}
"""A small office with two storeys."""


class HourlyInputs(Record):
    """A building, and the weather of a year as the text of an EPW file."""

    building: Building
    epw: str = Field(min_length=1)


@functools.cache
def example_weather() -> str:
    """Return a year of weather computed by formula for 50 degrees north, at no place on Earth."""
    turn = np.cos(2 * np.pi * (np.arange(DAYS) - 200) / DAYS)
    mean, swing = 9.5 + 9.5 * turn, 3.5 + 2.0 * turn
    site = Site("Formula Town", "XX", 50.0, 10.0, 200.0)
    days = {"tmin_c": mean - swing, "tmax_c": mean + swing, "dew_point_c": mean - swing - 1.0}
    days |= {"shortwave_w_m2": 125.0 + 95.0 * np.cos(2 * np.pi * (np.arange(DAYS) - 172) / DAYS)}
    return epw_of_local_hours(site, 2023, hours_of_days(site, days)).decode()


@dataclass(frozen=True)
class BuildingHourly:
    """Heating and cooling of a box-shaped building by the hourly method of ISO 52016-1."""

    @property
    def engine(self) -> Engine:
        return Engine(name="ISO 52016-1 hourly", version=VERSION, kind="reduced_order")

    @property
    def example(self) -> Mapping[str, JsonValue]:
        return {"building": OFFICE, "epw": example_weather()}

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        read_epw(read_inputs(HourlyInputs, inputs).epw)

    @in_time
    @in_memory(times=60)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Run a year, which takes less than a second for any building; the seed changes nothing."""
        given = read_inputs(HourlyInputs, inputs)
        started = time.perf_counter()
        result = run_building(given.building, read_epw(given.epw))
        return result.model_copy(update={"seed": seed, "runtime_s": time.perf_counter() - started})


def run_building(building: Building, weather: WeatherYear) -> Result:
    """Simulate a year of a building."""
    ground = ground_under(building, weather.hours["temperature_c"])
    elements = elements_of(building, ground)
    gains = gains_of(building, elements, weather)
    ran = simulate(building, elements, ground, gains, weather)
    balance = balance_of(ran, gains, ground, weather)
    error = Value(magnitude=round_digits(round(balance.relative_error, 6)), unit="1")
    solar = Value(magnitude=round_digits(float(gains.solar_w.sum()) / 1000), unit="kWh")
    return Result(
        engine=simulator.engine,
        values=values_of(building, ran.air_c, ran.operative_c, *ran.heat_cold_w)
        | {"solar_gains": solar, "energy_balance_error": error},
        tables=(month_table(balance), balance_table(balance)),
        artifacts={"hours.csv": hours_file(ran, weather, gains.solar_w)},
    )


simulator = BuildingHourly()
