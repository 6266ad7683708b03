"""The inputs of an exposure–response run: a series of exposures, the expected cases, and a function."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from mesocosm.errors import did_you_mean
from mesocosm.simulators.exposure_response.functions import FUNCTIONS, ResponseFunction
from mesocosm.simulators.simulator.columns import Day, Finite, Share, check_same_length
from mesocosm.simulators.simulator.daily_weather import KELVIN
from mesocosm.types import Record

Step = Literal["day", "month", "year"]
MOST_ROWS = 100_000
WEIGHT_SLACK = 1e-6
WEATHER_C = (-100.0, 65.0)
"""Temperatures and apparent temperatures of the air on Earth, °C; those of wind chill are the lowest."""

Count = Annotated[float, Field(ge=0, le=1e10)]


class ExposureResponse(Record):
    """All inputs of a run. Expected cases come as counts, or as a yearly rate and a population."""

    function: str | ResponseFunction
    """The name of a published function, or a function of your own."""
    exposure_unit: str = Field(min_length=1, max_length=40)
    step: Step
    """Period of each row; a yearly rate is scaled to that part of its year."""
    date: tuple[Day, ...] = Field(min_length=1, max_length=MOST_ROWS)
    """The first day of each row."""
    exposure: tuple[Finite, ...] = Field(min_length=1, max_length=MOST_ROWS)
    counterfactual: Finite | None = None
    """Exposure to compare with; by default the function's threshold."""
    baseline_cases: tuple[Count, ...] | None = None
    baseline_rate_per_100000_year: Annotated[float, Field(gt=0, le=100_000)] | None = None
    population: Annotated[float, Field(gt=0, le=1e11)] | None = None
    lag_weights: tuple[Share, ...] = Field(default=(1.0,), min_length=1, max_length=60)
    """Shares of the effect on the same row, the next, and so on; they add up to 1."""

    @property
    def response(self) -> ResponseFunction:
        return FUNCTIONS[self.function] if isinstance(self.function, str) else self.function

    @field_validator("function")
    @classmethod
    def _is_known(cls, function: str | ResponseFunction) -> str | ResponseFunction:
        if isinstance(function, str) and function not in FUNCTIONS:
            hint = did_you_mean(function, FUNCTIONS)
            raise ValueError(f"{hint + ' ' if hint else ''}Known: {', '.join(FUNCTIONS)}")
        return function

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        check_same_length({"date": self.date, "exposure": self.exposure})
        first = self.date[0]
        if _first(first, self.step) != first:
            raise ValueError(f"date must be the first day of its {self.step}, got {first}")
        for before, after in pairwise(self.date):
            if after != _next(before, self.step):
                raise ValueError(f"date must increase {self.step} by {self.step}; {after} follows {before}")
        self._check_unit()
        self._check_baseline()
        self._check_lags()
        return self

    def _check_unit(self) -> None:
        wanted, lowest = self.response.exposure_unit, min(self.exposure)
        if _plain(self.exposure_unit) != _plain(wanted):
            raise ValueError(f"exposure_unit must be {wanted!r}, that of the function, got {self.exposure_unit!r}")
        if _plain(wanted).endswith("m3") and lowest < 0:
            raise ValueError(f"exposure must not be negative for a concentration, got {lowest:g}")
        if _plain(wanted) == "c":
            self._check_celsius()

    def _check_celsius(self) -> None:
        given = [("exposure", value) for value in (min(self.exposure), max(self.exposure))]
        given += [("counterfactual", self.counterfactual)] if self.counterfactual is not None else []
        low, high = WEATHER_C
        for name, value in given:
            if not low <= value <= high:
                kelvin = f"; {value:g} looks like kelvin" if value > KELVIN else ""
                raise ValueError(
                    f"{name} must lie in [{low:g}, {high:g}] °C, the weather on Earth, got {value:g}{kelvin}"
                )

    def _check_baseline(self) -> None:
        rate, population = self.baseline_rate_per_100000_year, self.population
        if self.baseline_cases is not None:
            if rate is not None or population is not None:
                raise ValueError("give baseline_cases, or baseline_rate_per_100000_year and population, and not both")
            check_same_length({"date": self.date, "baseline_cases": self.baseline_cases})
        elif rate is None or population is None:
            raise ValueError("baseline_cases is missing, or baseline_rate_per_100000_year and population")

    def _check_lags(self) -> None:
        total = sum(self.lag_weights)
        if abs(total - 1) > WEIGHT_SLACK:
            raise ValueError(f"lag_weights must add up to 1, got {total:g}")
        if len(self.lag_weights) > len(self.exposure):
            raise ValueError(
                f"lag_weights has {len(self.lag_weights)} lags, and exposure only {len(self.exposure)} rows"
            )


def _next(day: date, step: Step) -> date:
    """Return the first day of the next row: for months and years, their first day."""
    if step == "day":
        return day + timedelta(days=1)
    if step == "year":
        return date(day.year + 1, 1, 1)
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def _first(day: date, step: Step) -> date:
    return {"day": day, "month": day.replace(day=1), "year": day.replace(month=1, day=1)}[step]


def _plain(unit: str) -> str:
    """Return a unit with typographic characters replaced by plain ones, so that ug/m3 equals µg/m³."""
    return (
        unicodedata.normalize("NFKC", unit).replace("μ", "u").replace("°", "").replace(" ", "").replace("^", "").lower()
    )
