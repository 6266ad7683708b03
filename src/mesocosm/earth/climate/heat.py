"""Heat waves by two definitions: the excess heat factor, and spells above a percentile of the season."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.fields.periods import DAYS_OF_YEAR, cycle_numbers, in_years
from mesocosm.earth.fields.spells import in_spells
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

WAVE_DAYS = 3
ACCLIMATISING_DAYS = 30


def excess_heat_factor(tmax: xr.DataArray, tmin: xr.DataArray, baseline: tuple[int, int] | None = None) -> xr.Dataset:
    """Compute the excess heat factor, K², and its heat-wave days (Nairn and Fawcett 2015, IJERPH 12, 227-253).

    With T the mean of the highest and lowest temperature of a day:
    EHI_sig = (T_i + T_i+1 + T_i+2)/3 - T95;  EHI_accl = (T_i + T_i+1 + T_i+2)/3 - (T_i-1 + ... + T_i-30)/30;
    EHF = EHI_sig · max(1, EHI_accl). A day belongs to a heat wave if one of the three-day periods that contain it has a
    factor above zero. T95 is the 95th percentile of T over all days of the baseline, in the unit of `tmax`.

    Args:
        tmax: Highest temperature of each day.
        tmin: Lowest temperature of each day, the same days.
        baseline: First and last year of T95; default all years.
    """
    import xarray as xr

    highest, lowest = xr.align(convert_field(tmax, "K", "tmax"), convert_field(tmin, "K", "tmin"), join="inner")
    daily = _daily((highest + lowest) / 2)
    t95 = in_years(daily, baseline).quantile(0.95, "time").drop_vars("quantile")
    three = daily.rolling(time=WAVE_DAYS).mean().shift(time=1 - WAVE_DAYS)
    before = daily.rolling(time=ACCLIMATISING_DAYS).mean().shift(time=1)
    significance, acclimatisation = three - t95, three - before
    factor = significance * np.maximum(1.0, acclimatisation)
    hot = factor > 0
    days = hot.copy()
    for later in range(1, WAVE_DAYS):
        days = days | hot.shift(time=later, fill_value=False)
    return xr.Dataset(
        {
            "EHF": factor.drop_attrs(deep=False).assign_attrs(units="K2", long_name="excess heat factor"),
            "heat_wave": _flags(days.astype(np.float32).where(daily.notnull())),
            "T95": _threshold(t95, tmax),
        }
    )


def percentile_heat_waves(
    tmax: xr.DataArray, percentile: float, least_days: int, window_days: int, baseline: tuple[int, int] | None = None
) -> xr.Dataset:
    """Find days in spells above a percentile of their time of year (Perkins and Alexander 2013, J. Climate 26, 4500).

    The threshold of each day of the year is computed over the days around it, in all years of the baseline, and has the
    unit of the temperatures.
    """
    import xarray as xr

    daily = _daily(convert_field(tmax, "K", "tmax"))
    past = in_years(daily, baseline)
    wanted = cycle_numbers(daily, "day of year")
    normal = _thresholds(past, np.unique(wanted), percentile, window_days)
    chosen = normal.sel(day_of_year=xr.DataArray(wanted, dims="time")).drop_vars("day_of_year")
    hot = daily > chosen.assign_coords(time=daily["time"])
    waves = in_spells(hot, least_days).astype(np.float32).where(daily.notnull()).transpose(*daily.dims)
    return xr.Dataset({"heat_wave": _flags(waves), "threshold": _threshold(normal, tmax)})


def _flags(days: xr.DataArray) -> xr.DataArray:
    return days.drop_attrs(deep=False).assign_attrs(units="1", long_name="1 on days of a heat wave, else 0")


def _threshold(kelvin: xr.DataArray, like: xr.DataArray) -> xr.DataArray:
    """Convert a threshold to the unit of the field that it applies to."""
    return convert_field(kelvin.drop_attrs(deep=False).assign_attrs(units="K"), str(like.attrs["units"]))


def _thresholds(past: xr.DataArray, days: NDArray[np.int64], percentile: float, window_days: int) -> xr.DataArray:
    """Compute the percentile of the days around each day of the year, where day 1 follows the last day."""
    numbers, turned = cycle_numbers(past, "day of year"), past.transpose("time", ...)
    table, whole = turned.values, bool(past.notnull().all())
    thresholds = []
    for day in days:
        apart = np.abs(numbers - day)
        near = table[np.minimum(apart, DAYS_OF_YEAR - apart) <= window_days // 2]
        if not len(near):
            raise InvalidRecord(f"the baseline has no day near day {day} of the year")
        quantile = np.quantile if whole else np.nanquantile
        thresholds.append(quantile(near, percentile / 100, axis=0))
    normal = turned.isel(time=np.zeros(len(days), int)).drop_vars("time").rename(time="day_of_year")
    return normal.copy(data=np.asarray(thresholds)).assign_coords(day_of_year=days)


def _daily(values: xr.DataArray) -> xr.DataArray:
    if "time" not in values.dims or values.sizes["time"] < WAVE_DAYS:
        raise InvalidRecord(f"heat waves need daily temperatures over at least {WAVE_DAYS} days")
    steps = np.diff(values["time"].values).astype("timedelta64[h]").astype(float)
    if np.any(np.abs(steps - 24) > 0.5):
        raise InvalidRecord("heat waves need one temperature a day without gaps; aggregate to days first")
    return values
