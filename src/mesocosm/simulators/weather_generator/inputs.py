"""The inputs of the weather generator: one row per month."""

from __future__ import annotations

import calendar
import functools
import re
from datetime import date, timedelta
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from mesocosm.simulators.simulator.columns import Latitude, check_same_length, refuse_kelvin
from mesocosm.types import Record

MOST_MONTHS = 3600
"""Number of months in three hundred years."""
MONTH = re.compile(r"(1[5-9]\d\d|2[0-4]\d\d)-(0[1-9]|1[0-2])")
SMALLEST_RANGE_C = 0.2
"""Smallest difference between the lowest and the highest temperature of a day."""

Temperature = Annotated[float, Field(ge=-80, le=60)]
Deviation = Annotated[float, Field(ge=0, le=20)]
Preserve = Literal["exactly", "in_the_mean"]
RadiationModel = Literal["hargreaves", "bristow_campbell"]


class WeatherGenerator(Record):
    """All inputs of a run. Missing columns take the published values listed on this engine's page."""

    latitude: Latitude
    month: tuple[str, ...] = Field(min_length=1, max_length=MOST_MONTHS)
    """Months in order, such as 2025-04."""
    tmin_c: tuple[Temperature, ...]
    tmax_c: tuple[Temperature, ...]
    """Monthly means of the daily lowest and highest temperatures."""
    rain_mm: tuple[Annotated[float, Field(ge=0, le=5000)], ...]
    """Monthly sum."""
    wet_days: tuple[Annotated[float, Field(ge=0, le=31)], ...]
    """Days with at least `wet_threshold_mm`; may be a fraction."""
    wet_persistence: tuple[Annotated[float, Field(ge=-0.5, le=0.95)], ...] | None = None
    """Chance of rain after a wet day less that after a dry day."""
    rain_shape: tuple[Annotated[float, Field(ge=0.2, le=10)], ...] | None = None
    """Shape of the gamma distribution of the amounts of wet days."""
    tmin_sd_c: tuple[Deviation, ...] | None = None
    tmax_sd_c: tuple[Deviation, ...] | None = None
    """Standard deviations of daily temperatures within a month."""
    wet_day_cooling_c: tuple[Annotated[float, Field(ge=-20, le=20)], ...] | None = None
    """Highest temperature of dry days less that of wet days."""
    wet_threshold_mm: Annotated[float, Field(gt=0, le=5)] = 0.1
    preserve: Preserve = "exactly"
    """Whether sums and means of each month are matched exactly, or only on average over many."""
    radiation: RadiationModel = "hargreaves"
    hargreaves_coefficient: Annotated[float, Field(ge=0.1, le=0.25)] = 0.16
    """Typically 0.16 inland, 0.19 at the coast (FAO 56)."""

    _in_celsius = field_validator("tmin_c", "tmax_c", mode="before")(refuse_kelvin)

    @model_validator(mode="after")
    def _months_fit(self) -> Self:
        optional = ("wet_persistence", "rain_shape", "tmin_sd_c", "tmax_sd_c", "wet_day_cooling_c")
        names = ("tmin_c", "tmax_c", "rain_mm", "wet_days", *(n for n in optional if getattr(self, n) is not None))
        check_same_length({"month": self.month, **{name: getattr(self, name) for name in names}})
        for text in self.month:
            if MONTH.fullmatch(text) is None:
                raise ValueError(f"month must be as 2025-04, from 1500 to 2499, got {text!r}")
        for before, after in pairwise(self.first_days):
            if after != before + timedelta(days=calendar.monthrange(before.year, before.month)[1]):
                raise ValueError(f"month must increase month by month; {after:%Y-%m} follows {before:%Y-%m}")
        self._check_values()
        return self

    def _check_values(self) -> None:
        rows = zip(self.month, self.tmin_c, self.tmax_c, self.rain_mm, self.wet_days, self.lengths, strict=True)
        for month, low, high, rain, wet, days in rows:
            if high < low + SMALLEST_RANGE_C:
                raise ValueError(
                    f"tmax_c must exceed tmin_c by {SMALLEST_RANGE_C} K, got {high:g} and {low:g} in {month}"
                )
            if wet > days:
                raise ValueError(f"wet_days must be at most {days} in {month}, got {wet:g}")
            if rain > 0 and wet == 0:
                raise ValueError(f"wet_days must be above 0 in {month}, as rain_mm is {rain:g}")

    @functools.cached_property
    def first_days(self) -> list[date]:
        return [date(int(text[:4]), int(text[5:]), 1) for text in self.month]

    @functools.cached_property
    def lengths(self) -> list[int]:
        """Number of days of each month."""
        return [calendar.monthrange(day.year, day.month)[1] for day in self.first_days]
