"""The weather-generator engine; it runs in process, and its draws depend on the seed alone."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.seeding import generator
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.evaporation import extraterrestrial
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.weather_generator.inputs import WeatherGenerator
from mesocosm.simulators.weather_generator.radiation import bristow_campbell, hargreaves
from mesocosm.simulators.weather_generator.rain import daily_rain
from mesocosm.simulators.weather_generator.temperature import daily_temperatures, days_of

DIGITS = 6
HEADINGS = ("date", "tmin_c", "tmax_c", "rain_mm", "radiation_mj_m2")
USUAL = {
    "wet_persistence": "0.25 (Geng et al. 1986)",
    "rain_shape": "that of Geng et al. (1986)",
    "tmin_sd_c": "3 °C",
    "tmax_sd_c": "3 °C",
    "wet_day_cooling_c": "2 °C",
}

EXAMPLE: Mapping[str, JsonValue] = {
    "latitude": 45.0,
    "month": [f"2025-{month:02d}" for month in range(1, 13)],
    "tmin_c": [-3.0, -2.0, 1.5, 5.5, 10.0, 13.5, 15.5, 15.0, 11.5, 7.0, 2.0, -2.0],
    "tmax_c": [4.0, 6.5, 11.5, 16.0, 21.0, 25.0, 28.0, 27.5, 22.5, 16.0, 9.0, 4.5],
    "rain_mm": [55.0, 50.0, 60.0, 75.0, 85.0, 80.0, 60.0, 70.0, 75.0, 90.0, 85.0, 60.0],
    "wet_days": [8.0, 7.0, 8.0, 10.0, 11.0, 9.0, 6.0, 7.0, 7.0, 8.0, 9.0, 8.0],
}


@dataclass(frozen=True)
class WeatherGeneratorSimulator:
    """Daily temperatures, rain and radiation that fit monthly values."""

    engine: ClassVar[Engine] = Engine(name="weather_generator", version="1.1", kind="real")
    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        read_inputs(WeatherGenerator, inputs)

    @in_time
    @in_memory(times=500)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Generate one series of days; another seed gives another series that is as likely."""
        asked = read_inputs(WeatherGenerator, inputs)
        started = time.perf_counter()
        columns = generate(asked, seed)
        rows = tuple(zip(map(str, days_of(asked)), *(column.round(DIGITS).tolist() for column in columns), strict=True))
        return Result(
            engine=self.engine,
            values=_values(asked, columns),
            tables=(Table(file="daily_weather", headings=HEADINGS, rows=rows),),
            warnings=tuple(_warnings(asked)),
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


Columns = tuple[NDArray[np.float64], ...]


def generate(asked: WeatherGenerator, seed: int) -> Columns:
    """Return lowest and highest temperature, rain and radiation of every day."""
    rain = daily_rain(asked, generator("weather_generator", seed, "rain"))
    wet = rain > 0
    low, high = daily_temperatures(asked, wet, generator("weather_generator", seed, "temperature"))
    return low, high, rain, _radiation(asked, high - low, wet)


def _radiation(asked: WeatherGenerator, span: NDArray[np.float64], wet: NDArray[np.bool_]) -> NDArray[np.float64]:
    above = np.array([extraterrestrial(day, asked.latitude) for day in days_of(asked)])
    if asked.radiation == "hargreaves":
        return hargreaves(above, span, asked.hargreaves_coefficient)
    mean = np.repeat(np.array(asked.tmax_c) - np.array(asked.tmin_c), asked.lengths)
    return bristow_campbell(above, span, mean, wet)


def _values(asked: WeatherGenerator, columns: Columns) -> dict[str, Value]:
    low, high, rain, radiation = columns
    amounts = {
        "days": (float(len(rain)), "d"),
        "tmin_mean": (math.fsum(low) / len(low), "°C"),
        "tmax_mean": (math.fsum(high) / len(high), "°C"),
        "rain_sum": (math.fsum(rain), "mm"),
        "wet_days": (float((rain > 0).sum()), "d"),
        "rain_highest": (float(rain.max()), "mm/d"),
        "radiation_mean": (math.fsum(radiation) / len(radiation), "MJ/m²/d"),
    }
    return {name: Value(magnitude=round(amount, DIGITS), unit=unit) for name, (amount, unit) in amounts.items()}


def _warnings(asked: WeatherGenerator) -> list[str]:
    return [f"{name} is not given; taken: {usual}" for name, usual in USUAL.items() if getattr(asked, name) is None]


simulator = WeatherGeneratorSimulator()
