"""The standardised precipitation index, and the droughts that it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.measures import daily_depth
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
FURTHEST = 3.09
"""The index is cut here, at one month in a thousand, since no record is long enough to tell more (Guttman 1999)."""
FEWEST_YEARS = 10


def standardised_precipitation(
    monthly: xr.DataArray, months: int, baseline: tuple[int, int] | None = None
) -> xr.DataArray:
    """SPI: totals over some months as standard deviations of a normal distribution (McKee, Doesken and Kleist 1993).

    H(x) = q + (1 - q) G(x), with q the share of totals of zero and G a gamma distribution fitted to the others of each
    calendar month by Thom's (1958) maximum likelihood: A = ln x̄ - mean(ln x), α = (1 + √(1 + 4A/3)) / (4A), β = x̄/α.
    The index is the normal quantile of H.

    Args:
        monthly: Monthly totals, in whatever unit; or mean rates (mm/day, kg m-2 s-1), which the days of each month turn
            into totals before they are added up.
        months: How many months, up to each, are added up.
        baseline: First and last year that the distribution is fitted to; all where it is left out.
    """
    import xarray as xr

    numbers = monthly["time"].dt.month.values
    if np.any(np.diff(monthly["time"].dt.year.values * 12 + numbers) != 1):
        raise InvalidRecord("monthly totals must follow each other without a gap; aggregate to months first")
    rate = daily_depth(monthly)
    totals = (monthly if rate is None else rate * rate["time"].dt.days_in_month).rolling(time=months).sum()
    years = totals["time"].dt.year.values
    fit = np.ones(len(years), bool) if baseline is None else (years >= baseline[0]) & (years <= baseline[1])
    if fit.sum() < 12 * FEWEST_YEARS:
        raise InvalidRecord(f"the index needs at least {FEWEST_YEARS} years of months, got {fit.sum() / 12:.1f}")
    parts = []
    for month in range(1, 13):
        of_month = totals.isel(time=np.flatnonzero(numbers == month))
        to_fit = totals.isel(time=np.flatnonzero((numbers == month) & fit))
        if of_month.sizes["time"]:
            table = _index(of_month.transpose("time", ...).values, to_fit.transpose("time", ...).values)
            parts.append(of_month.transpose("time", ...).copy(data=table))
    whole: xr.DataArray = xr.concat(parts, "time").sortby("time").transpose(*monthly.dims)
    return whole.drop_attrs(deep=False).assign_attrs(
        units="1", long_name=f"standardised precipitation index over {months} months"
    )


def _index(values: Floats, baseline: Floats) -> Floats:
    """Along the first axis; NaN where the baseline has too few totals above zero."""
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


def droughts(index: Floats, onset: float = -1.0, end: float = 0.0) -> list[tuple[int, int, float, float]]:
    """First step, last step, severity (sum of the index, positive) and lowest value of each drought of a series.

    A drought begins where the index first falls below zero on its way to `onset` or less, and ends before it is `end`
    or more (McKee, Doesken and Kleist 1993). A gap ends it.
    """
    spells = []
    below = np.isfinite(index) & (index < end)
    edges = np.diff(np.concatenate([[0], below.astype(int), [0]]))
    for first, after in zip(np.flatnonzero(edges == 1), np.flatnonzero(edges == -1), strict=True):
        part = index[first:after]
        if part.min() <= onset:
            spells.append((int(first), int(after) - 1, float(-part.sum()), float(part.min())))
    return spells
