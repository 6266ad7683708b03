"""Daily weather as columns: the driving data of crop engines and others, checked before a run.

Columns come as lists, or as the text of a CSV file with the names of the columns in its first line:

    date,tmin_c,tmax_c,rain_mm
    2001-05-01,8.2,19.5,0.0
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from datetime import date, timedelta
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, model_validator

from mesocosm.types import Record

MOST_DAYS = 3700
"""About ten years; a season is rarely longer than one."""
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark, which spreadsheets write at the start of text files."""
KELVIN = 150.0
"""Upper limit of air temperatures in °C: larger numbers are in kelvin."""


def _column(low: float, high: float, unit: str, hint: Callable[[float], str]) -> AfterValidator:
    def check(values: tuple[float, ...]) -> tuple[float, ...]:
        for place, value in enumerate(values):
            if not (math.isfinite(value) and low <= value <= high):
                raise ValueError(
                    f"row {place + 1} must be a number in [{low:g}, {high:g}] {unit}, got {value:g}{hint(value)}"
                )
        return values

    return AfterValidator(check)


def _like_kelvin(value: float) -> str:
    return ", which looks like kelvin" if value > KELVIN else ""


def _like_joules(value: float) -> str:
    return ", which looks like J/m² or kJ/m²; give MJ/m² a day" if value > KELVIN else ""


def _plain(value: float) -> str:
    return ""


def _read_dates(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        raise ValueError("must be a list of dates such as 2001-05-01")
    return tuple(day if isinstance(day, date) else _read_date(day, place) for place, day in enumerate(value))


def _read_date(text: Any, place: int) -> date:
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        raise ValueError(f"row {place + 1} must be a date such as 2001-05-01, got {text!r}") from None


def _one_day_apart(days: tuple[date, ...]) -> tuple[date, ...]:
    if not 2 <= len(days) <= MOST_DAYS:
        raise ValueError(f"must hold 2 to {MOST_DAYS} days, holds {len(days)}")
    for place in range(1, len(days)):
        if days[place] - days[place - 1] != timedelta(days=1):
            raise ValueError(f"row {place + 1} must be the day after {days[place - 1]}, got {days[place]}")
    return days


Days = Annotated[tuple[date, ...], BeforeValidator(_read_dates), AfterValidator(_one_day_apart)]
Celsius = Annotated[tuple[float, ...], _column(-70.0, 65.0, "degrees Celsius", _like_kelvin)]
Rain = Annotated[tuple[float, ...], _column(0.0, 2000.0, "mm", _plain)]
Evaporation = Annotated[tuple[float, ...], _column(0.0, 25.0, "mm", _plain)]
Radiation = Annotated[tuple[float, ...], _column(0.0, 45.0, "MJ/m² a day", _like_joules)]
VapourPressure = Annotated[tuple[float, ...], _column(0.006, 12.0, "kPa", _plain)]
Wind = Annotated[tuple[float, ...], _column(0.0, 75.0, "m/s", _plain)]


class DailyWeather(Record):
    """Columns with one number per day, for days without gaps."""

    date: Days
    tmin_c: Celsius
    """Lowest air temperature of the day, °C."""
    tmax_c: Celsius
    rain_mm: Rain
    et0_mm: Evaporation | None = None
    """Evapotranspiration of the reference crop (FAO-56), in mm a day."""
    radiation_mj_m2: Radiation | None = None
    """Global radiation, MJ/m² a day."""
    vapour_pressure_kpa: VapourPressure | None = None
    """Daily mean, in kPa."""
    wind_m_s: Wind | None = None
    """Daily mean, 2 m above ground."""

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return _columns_of(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _columns_fit(self) -> Self:
        for name in type(self).model_fields:
            column = getattr(self, name)
            if column is not None and len(column) != len(self.date):
                raise ValueError(f"{name} must hold {len(self.date)} values, one a day, holds {len(column)}")
        for day, low, high in zip(self.date, self.tmin_c, self.tmax_c, strict=True):
            if low > high:
                raise ValueError(f"tmin_c must not be above tmax_c, got {low:g} and {high:g} on {day}")
        return self


def _columns_of(text: str) -> dict[str, Any]:
    try:
        rows = [row for row in csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK))) if row]
    except csv.Error as error:
        raise ValueError(f"cannot be read as CSV: {error}") from error
    if len(rows) < 2:
        raise ValueError("must hold a line of column names and a line a day")
    if len(rows[0]) == 1 and ";" in rows[0][0]:
        raise ValueError("columns must be separated by commas, and are by semicolons")
    names, *days = rows
    for place, row in enumerate(days):
        if len(row) != len(names):
            raise ValueError(f"row {place + 1} must hold {len(names)} cells, holds {len(row)}")
    return {name.strip(): [row[place].strip() for row in days] for place, name in enumerate(names)}
