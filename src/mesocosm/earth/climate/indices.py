"""Yearly indices of daily temperature and rain (ETCCDI: Zhang et al. 2011, WIREs Climate Change 2, 851-870)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.fields.cadence import check_daily
from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.fields.periods import whole_years
from mesocosm.earth.fields.spells import spell_lengths
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Index = Literal[
    "summer_days", "tropical_nights", "frost_days", "ice_days", "hottest_day", "coldest_night", "growing_degree_days",
    "consecutive_dry_days", "consecutive_wet_days", "wettest_day", "wettest_five_days", "heavy_rain_days",
    "very_heavy_rain_days", "wet_day_total", "wet_day_intensity",
]  # fmt: skip
WET_MM = 1.0
GROWTH_BASE_C = 10.0
TIME_METHOD = re.compile(r"time:\s*(\w+)")
SHORT = {"max": "maximum", "min": "minimum"}


@dataclass(frozen=True)
class Definition:
    """Inputs, computation and unit of a yearly index."""

    unit_in: str
    of_year: Callable[[xr.DataArray], xr.DataArray]
    unit_out: str
    meaning: str
    of_day: str | None = None
    """Statistic of each day that the index needs, for quantities of which files may have another."""


def _days(condition: Callable[[xr.DataArray], xr.DataArray]) -> Callable[[xr.DataArray], xr.DataArray]:
    return lambda values: condition(values).resample(time="YS").sum("time")


def _longest(condition: Callable[[xr.DataArray], xr.DataArray]) -> Callable[[xr.DataArray], xr.DataArray]:
    """Return the longest spell of each year; a spell belongs to the year in which it begins and may end in the next."""
    return lambda values: spell_lengths(condition(values)).resample(time="YS").max("time").fillna(0)


def _five_days(values: xr.DataArray) -> xr.DataArray:
    return values.rolling(time=5).sum().resample(time="YS").max("time")


def _intensity(values: xr.DataArray) -> xr.DataArray:
    return values.where(values >= WET_MM).resample(time="YS").mean("time")


DEFINITIONS: dict[str, Definition] = {
    "summer_days": Definition(
        "degC", _days(lambda x: x > 25), "day", "days with a highest temperature above 25 °C", "maximum"
    ),
    "tropical_nights": Definition(
        "degC", _days(lambda x: x > 20), "day", "days with a lowest temperature above 20 °C", "minimum"
    ),
    "frost_days": Definition(
        "degC", _days(lambda x: x < 0), "day", "days with a lowest temperature below 0 °C", "minimum"
    ),
    "ice_days": Definition(
        "degC", _days(lambda x: x < 0), "day", "days with a highest temperature below 0 °C", "maximum"
    ),
    "hottest_day": Definition(
        "degC", lambda x: x.resample(time="YS").max("time"), "degC", "highest of the year", "maximum"
    ),
    "coldest_night": Definition(
        "degC", lambda x: x.resample(time="YS").min("time"), "degC", "lowest of the year", "minimum"
    ),
    "growing_degree_days": Definition(
        "degC",
        lambda x: (x - GROWTH_BASE_C).clip(min=0).resample(time="YS").sum("time"),
        "K d",
        "sum of daily mean temperatures above 10 °C",
        "mean",
    ),
    "consecutive_dry_days": Definition(
        "mm/day", _longest(lambda x: x < WET_MM), "day", "longest spell below 1 mm a day"
    ),
    "consecutive_wet_days": Definition("mm/day", _longest(lambda x: x >= WET_MM), "day", "longest spell of 1 mm a day"),
    "wettest_day": Definition("mm/day", lambda x: x.resample(time="YS").max("time"), "mm", "highest total of a day"),
    "wettest_five_days": Definition("mm/day", _five_days, "mm", "highest total of five days, dated by the last"),
    "heavy_rain_days": Definition("mm/day", _days(lambda x: x >= 10), "day", "days of at least 10 mm"),
    "very_heavy_rain_days": Definition("mm/day", _days(lambda x: x >= 20), "day", "days of at least 20 mm"),
    "wet_day_total": Definition(
        "mm/day", lambda x: x.where(x >= WET_MM).resample(time="YS").sum("time"), "mm", "total of days of at least 1 mm"
    ),
    "wet_day_intensity": Definition("mm/day", _intensity, "mm/day", "mean of days of at least 1 mm"),
}


def yearly_index(values: xr.DataArray, index: Index) -> xr.DataArray:
    """Compute an index for each whole calendar year from daily values; rain may be a rate or the depth of each day.

    A year that lacks more than 15 days is NaN.
    """
    definition = DEFINITIONS[index]
    if "time" not in values.dims or not values.sizes["time"]:
        raise InvalidRecord(f"{values.name} has no axis of times")
    check_daily(values["time"], index)
    _check_statistic(values, index, definition.of_day)
    daily = in_unit(values, definition.unit_in)
    result: xr.DataArray = definition.of_year(daily).where(whole_years(daily))
    return result.drop_attrs(deep=False).assign_attrs(units=definition.unit_out, long_name=definition.meaning)


def _check_statistic(values: xr.DataArray, index: str, needed: str | None) -> None:
    """Refuse a file whose attributes state another daily statistic than the index needs, such as means for maxima."""
    stated = {SHORT.get(word, word) for word in TIME_METHOD.findall(str(values.attrs.get("cell_methods", "")).lower())}
    if needed is None or needed in stated or not stated or not stated <= {"mean", "maximum", "minimum"}:
        return
    raise InvalidRecord(
        f"{index} needs the {needed} of each day, and {values.name} holds the {' and '.join(sorted(stated))} (by its "
        f"cell_methods); take the daily {needed}, which can be made from hours"
    )


def in_unit(values: xr.DataArray, unit: str) -> xr.DataArray:
    """Convert values to a unit; the depth of a day's rain converts to a rate per day too."""
    if unit != "mm/day":
        return convert_field(values, unit)
    try:
        return convert_field(values, unit)
    except InvalidRecord:
        return convert_field(values, "mm").assign_attrs(values.attrs | {"units": "mm/day"})


def exceedance_change(
    past: xr.DataArray, future: xr.DataArray, *, threshold: float | None, percentile: float | None
) -> xr.Dataset:
    """Compare how often a threshold is exceeded in two periods, per cell: shares of time, their ratio and difference.

    Args:
        past: The reference period.
        future: The scenario, in the same unit.
        threshold: A value; or
        percentile: of the past, in each cell.
    """
    import xarray as xr

    if (threshold is None) == (percentile is None):
        raise InvalidRecord("give exactly one of `threshold` and `percentile`")
    future = convert_field(future, str(past.attrs.get("units", "1")), "the scenario")
    if percentile is None:
        limit: xr.DataArray | float = float(threshold or 0.0)
    else:
        limit = past.quantile(percentile / 100, "time").drop_vars("quantile")
    shares = [(values > limit).astype(np.float64).where(values.notnull()).mean("time") for values in (past, future)]
    before, after = shares
    fields = {"past": before, "future": after, "ratio": after / before.where(before > 0), "difference": after - before}
    return xr.Dataset({name: field.drop_attrs(deep=False).assign_attrs(units="1") for name, field in fields.items()})
