"""Standardised indices of precipitation and of the water balance, and the droughts that they define."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.field_units import convert_field, daily_depth
from mesocosm.earth.weather.sunshine import spencer_declination
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
FURTHEST = 3.09
"""Limit of the index, one month in a thousand, since no record is long enough for more (Guttman 1999)."""
FEWEST_YEARS = 10


def standardised_precipitation(
    monthly: xr.DataArray, months: int, baseline: tuple[int, int] | None = None
) -> xr.DataArray:
    """Compute the SPI: totals over several months as standard deviations of a normal distribution (McKee et al. 1993).

    H(x) = q + (1 - q) G(x), with q the share of totals of zero and G a gamma distribution fitted to the other totals of
    each calendar month by Thom's (1958) maximum likelihood: A = ln x̄ - mean(ln x), α = (1 + √(1 + 4A/3)) / (4A),
    β = x̄/α. The index is the normal quantile of H.

    Args:
        monthly: Monthly totals in any unit; or mean rates (mm/day, kg m-2 s-1), which are multiplied by the length of
            their month before they are added up.
        months: Number of months, up to each month, that are added up.
        baseline: First and last year of the fit; default all years.
    """
    index = _by_calendar_month(_monthly_totals(monthly), months, baseline, _of_gamma)
    return index.assign_attrs(units="1", long_name=f"standardised precipitation index over {months} months")


def standardised_water_balance(
    precipitation: xr.DataArray, evaporation: xr.DataArray, months: int, baseline: tuple[int, int] | None = None
) -> xr.DataArray:
    """Compute the SPEI: precipitation less potential evaporation in standard deviations (Vicente-Serrano et al. 2010).

    A log-logistic distribution of three parameters is fitted to the sums of each calendar month by unbiased
    probability-weighted moments (Beguería and others 2014).

    Args:
        precipitation: Monthly totals in a unit of depth, or mean rates.
        evaporation: Potential evaporation of the same months and places, likewise; either sign.
        months: Number of months, up to each month, that are added up.
        baseline: First and last year of the fit; default all years.
    """
    import xarray as xr

    fallen, lost = (convert_field(_monthly_totals(part), "mm") for part in (precipitation, evaporation))
    try:
        fallen, lost = xr.align(fallen, lost, join="exact")
    except ValueError as error:
        raise InvalidRecord("precipitation and evaporation must have the same months and places") from error
    balance = fallen - (lost if float(lost.mean()) >= 0 else -lost)
    index = _by_calendar_month(balance.transpose(*precipitation.dims), months, baseline, _of_log_logistic)
    long_name = f"standardised precipitation evapotranspiration index over {months} months"
    return index.assign_attrs(units="1", long_name=long_name)


def _monthly_totals(monthly: xr.DataArray) -> xr.DataArray:
    """Return monthly totals, multiplying rates by the days of their months; refuse months that are not consecutive."""
    numbers = monthly["time"].dt.year.values * 12 + monthly["time"].dt.month.values
    if np.any(np.diff(numbers) != 1):
        raise InvalidRecord("monthly totals must follow each other without a gap; aggregate to months first")
    rate = daily_depth(monthly)
    return monthly if rate is None else (rate * rate["time"].dt.days_in_month).assign_attrs(units="mm")


def _by_calendar_month(
    monthly: xr.DataArray,
    months: int,
    baseline: tuple[int, int] | None,
    index: Callable[[Floats, Floats], Floats],
) -> xr.DataArray:
    """Return sums over several months, each with those of its calendar month in the baseline."""
    import xarray as xr

    totals = monthly.rolling(time=months).sum()
    years, numbers = totals["time"].dt.year.values, totals["time"].dt.month.values
    fit = np.ones(len(years), bool) if baseline is None else (years >= baseline[0]) & (years <= baseline[1])
    if fit.sum() < 12 * FEWEST_YEARS:
        raise InvalidRecord(f"the index needs at least {FEWEST_YEARS} years of months, got {fit.sum() / 12:.1f}")
    parts = []
    for month in range(1, 13):
        of_month = totals.isel(time=np.flatnonzero(numbers == month))
        to_fit = totals.isel(time=np.flatnonzero((numbers == month) & fit))
        if of_month.sizes["time"]:
            table = index(of_month.transpose("time", ...).values, to_fit.transpose("time", ...).values)
            parts.append(of_month.transpose("time", ...).copy(data=table))
    whole: xr.DataArray = xr.concat(parts, "time").sortby("time").transpose(*monthly.dims)
    return whole.drop_attrs(deep=False)


def thornthwaite(temperature: xr.DataArray) -> xr.DataArray:
    """Compute monthly potential evaporation, mm, from mean temperature (Thornthwaite 1948, Geographical Review 38, 55).

    16 (N/12) (days/30) (10 T/I)^a, where I is the sum of (T/5)^1.514 over the means of the calendar months; above 26.5
    °C by Willmott and others (1985). The grid's latitudes give the hours of daylight N.
    """
    if "latitude" not in temperature.coords:
        raise InvalidRecord("potential evaporation of temperatures needs a latitude, for the length of the days")
    warm = convert_field(temperature, "degC").clip(min=0.0)
    usual = warm.groupby("time.month").mean()
    heat = ((usual / 5.0) ** 1.514).sum("month")
    power = 6.75e-7 * heat**3 - 7.71e-5 * heat**2 + 1.792e-2 * heat + 0.49239
    mild = 16.0 * (10.0 * warm / heat.where(heat > 0)) ** power
    hot = -415.85 + 32.24 * warm - 0.43 * warm**2
    month = mild.where(warm < 26.5, hot).where(warm > 0, 0.0).where(temperature.notnull())
    days = temperature["time"].dt.days_in_month
    evaporation: xr.DataArray = (month * _daylight_h(temperature) / 12.0 * days / 30.0).transpose(*temperature.dims)
    return evaporation.rename("potential_evaporation").assign_attrs(units="mm")


def _daylight_h(temperature: xr.DataArray) -> xr.DataArray:
    """Return the hours between sunrise and sunset in the middle of each month."""
    times = temperature["time"].dt
    middle = times.dayofyear - times.day + 15
    declination = middle.copy(data=spencer_declination(2 * np.pi * (middle.values - 1) / 365.0))
    cosine = -np.tan(np.radians(temperature["latitude"])) * np.tan(declination)
    hours: xr.DataArray = 24.0 / np.pi * np.arccos(np.clip(cosine, -1.0, 1.0))
    return hours


def _of_gamma(values: Floats, baseline: Floats) -> Floats:
    """Return H of a gamma distribution along the first axis; NaN where the baseline has too few totals above zero."""
    import warnings

    from scipy.stats import gamma, norm

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        known = np.isfinite(baseline)
        wet = np.where(known & (baseline > 0), baseline, np.nan)
        zeros = (known & (baseline <= 0)).sum(0) / known.sum(0)
        mean = np.nanmean(wet, axis=0)
        a = np.log(mean) - np.nanmean(np.log(wet), axis=0)
        alpha = (1 + np.sqrt(1 + 4 * a / 3)) / (4 * a)
        share = zeros + (1 - zeros) * gamma.cdf(np.maximum(values, 0), alpha, scale=mean / alpha)
        index = np.clip(norm.ppf(share), -FURTHEST, FURTHEST)
    enough = (np.isfinite(wet).sum(0) >= 4) & np.isfinite(alpha)
    return np.where(np.isfinite(values) & enough, index, np.nan)


def _of_log_logistic(values: Floats, baseline: Floats) -> Floats:
    """Return F of a log-logistic distribution along the first axis; NaN where the baseline is too short or constant.

    With w the moments about (1 - F)^s: β = (2w₁ - w₀)/(6w₁ - w₀ - 6w₂), α = (w₀ - 2w₁)β/(Γ(1+1/β)Γ(1-1/β)),
    γ = w₀ - αΓ(1+1/β)Γ(1-1/β), F(x) = 1/(1 + (α/(x - γ))^β) (Vicente-Serrano and others 2010, equations 5 to 9).
    """
    from scipy.special import gamma, ndtri

    ordered = np.sort(baseline, axis=0)  # NaN come last
    count = np.isfinite(baseline).sum(axis=0)
    rank = np.arange(1, len(ordered) + 1).reshape(-1, *[1] * (ordered.ndim - 1))
    above = count - rank
    with np.errstate(all="ignore"):
        shares = (np.ones_like(ordered), above / (count - 1), above * (above - 1) / ((count - 1) * (count - 2)))
        w0, w1, w2 = (np.nansum(share * ordered, axis=0) / count for share in shares)
        beta = (2 * w1 - w0) / (6 * w1 - w0 - 6 * w2)
        both = gamma(1 + 1 / beta) * gamma(1 - 1 / beta)
        alpha = (w0 - 2 * w1) * beta / both
        ratio = (values - (w0 - alpha * both)) / alpha
        below = 1 / (1 + np.maximum(ratio, 0.0) ** -beta)
        index = np.clip(ndtri(below), -FURTHEST, FURTHEST)
    enough = (count >= 4) & np.isfinite(beta) & (alpha != 0)
    return np.where(np.isfinite(values) & enough, index, np.nan)


def droughts(index: Floats, onset: float = -1.0, end: float = 0.0) -> list[tuple[int, int, float, float]]:
    """Find the droughts of a series: first step, last step, severity (sum of the index, positive) and lowest value.

    A drought begins where the index first falls below zero on its way to `onset` or less, and ends before the index is
    `end` or more (McKee, Doesken and Kleist 1993). A gap ends a drought.
    """
    spells = []
    below = np.isfinite(index) & (index < end)
    edges = np.diff(np.concatenate([[0], below.astype(int), [0]]))
    for first, after in zip(np.flatnonzero(edges == 1), np.flatnonzero(edges == -1), strict=True):
        part = index[first:after]
        if part.min() <= onset:
            spells.append((int(first), int(after) - 1, float(-part.sum()), float(part.min())))
    return spells
