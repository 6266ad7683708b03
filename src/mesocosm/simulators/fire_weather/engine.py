"""The fire-weather engine: our own implementation of the published equations; it runs in process."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Annotated, ClassVar, Self

from pydantic import Field, JsonValue, field_validator, model_validator

from mesocosm.simulators.fire_weather.codes import Codes, Indices, Noon, indices, next_codes
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.columns import (
    Day,
    Latitude,
    check_consecutive,
    check_same_length,
    refuse_kelvin,
)
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.rounding import round_digits, round_each
from mesocosm.types import Record

MOST_DAYS = 40_000
"""More than a hundred years."""
NAMES = ("ffmc", "dmc", "dc", "isi", "bui", "fwi", "dsr")

Percent = Annotated[float, Field(ge=0, le=100)]


class Start(Record):
    """Codes of the day before the first; the defaults are the usual ones for a spring after snow."""

    ffmc: Annotated[float, Field(ge=0, le=101)] = 85.0
    dmc: Annotated[float, Field(ge=0, le=1000)] = 6.0
    dc: Annotated[float, Field(ge=0, le=2000)] = 15.0


class FireWeather(Record):
    """All inputs of a run: daily weather at noon."""

    latitude: Latitude
    date: tuple[Day, ...] = Field(min_length=1, max_length=MOST_DAYS)
    temperature_c: tuple[Annotated[float, Field(ge=-70, le=60)], ...]
    relative_humidity_percent: tuple[Percent, ...]
    wind_speed_10m_km_h: tuple[Annotated[float, Field(ge=0, le=300)], ...]
    rain_24h_mm: tuple[Annotated[float, Field(ge=0, le=2000)], ...]
    start: Start = Start()

    _in_celsius = field_validator("temperature_c", mode="before")(refuse_kelvin)

    @model_validator(mode="after")
    def _days_fit(self) -> Self:
        names = ("temperature_c", "relative_humidity_percent", "wind_speed_10m_km_h", "rain_24h_mm")
        check_same_length({"date": self.date, **{name: getattr(self, name) for name in names}})
        check_consecutive(self.date)
        return self


def _example() -> dict[str, JsonValue]:
    """Return sixty days of a dry spring, by formula, with a shower every eleventh day."""
    days = range(60)
    return {
        "latitude": 52.0,
        "date": [str(date(2025, 4, 20) + timedelta(days=day)) for day in days],
        "temperature_c": [round(14 + day / 6 + 4 * math.sin(day / 3), 1) for day in days],
        "relative_humidity_percent": [round(48 - 14 * math.sin(day / 4), 1) for day in days],
        "wind_speed_10m_km_h": [round(14 + 6 * math.cos(day / 5), 1) for day in days],
        "rain_24h_mm": [6.0 if day % 11 == 3 else 0.0 for day in days],
    }


@dataclass(frozen=True)
class FireWeatherSimulator:
    """Moisture codes and fire indices of every day, by the Canadian fire-weather system."""

    engine: ClassVar[Engine] = Engine(name="fire_weather", version="1.1", kind="real")
    example: ClassVar[Mapping[str, JsonValue]] = _example()

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        read_inputs(FireWeather, inputs)

    @in_time
    @in_memory(times=40)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Compute codes and indices day by day; nothing is random, so the seed is only recorded."""
        asked = read_inputs(FireWeather, inputs)
        started = time.perf_counter()
        days = follow(asked)
        rows: tuple[tuple[str | float, ...], ...] = tuple(
            (str(day), *round_each((asdict(codes) | asdict(index)).values()))
            for day, (codes, index) in zip(asked.date, days, strict=True)
        )
        return Result(
            engine=self.engine,
            values=_values(rows),
            tables=(Table(file="fire_weather", headings=("date", *NAMES), rows=rows),),
            warnings=tuple(_warnings(asked)),
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


def follow(asked: FireWeather) -> list[tuple[Codes, Indices]]:
    """Compute the codes and indices of every day from the codes of the day before the first."""
    codes = Codes(**asked.start.model_dump())
    weather = (asked.temperature_c, asked.relative_humidity_percent, asked.wind_speed_10m_km_h, asked.rain_24h_mm)
    days = []
    for day, *now in zip(asked.date, *weather, strict=True):
        noon = Noon(*now)
        codes = next_codes(codes, noon, day.month, asked.latitude)
        days.append((codes, indices(codes, noon.wind_km_h)))
    return days


def _values(rows: tuple[tuple[str | float, ...], ...]) -> dict[str, Value]:
    columns = {name: [float(row[place]) for row in rows] for place, name in enumerate(NAMES, start=1)}
    values = {f"{name}_last": Value(magnitude=column[-1], unit="1") for name, column in columns.items()}
    highest = max(columns["fwi"])
    mean = round_digits(math.fsum(columns["dsr"]) / len(rows))
    return values | {
        "fwi_highest": Value(magnitude=highest, unit="1"),
        "fwi_highest_day": Value(magnitude=columns["fwi"].index(highest) + 1, unit="1"),
        "dsr_mean": Value(magnitude=mean, unit="1"),
    }


def _warnings(asked: FireWeather) -> list[str]:
    """Return a warning if the series includes winter, since the system is made for the snow-free season."""
    cold = sum(temperature < -1.1 for temperature in asked.temperature_c)
    if cold > len(asked.date) / 10:
        return [f"{cold} of {len(asked.date)} days are below -1.1 °C; the system is made for the season without snow"]
    return []


simulator = FireWeatherSimulator()
