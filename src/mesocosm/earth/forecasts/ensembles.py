"""Ensembles: members of one forecast along the axis `member`, their mean, spread and probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from mesocosm.earth.fields.directions import is_direction, mean_direction, turn
from mesocosm.earth.fields.field_units import DIFFERENCE, convert_field
from mesocosm.earth.forecasts.grids import same_grid
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Comparison = Literal[">", ">=", "<", "<="]
Divisor = Literal["sample", "population"]


def stack_members(forecasts: Sequence[xr.DataArray]) -> xr.DataArray:
    """Put the members of several forecasts on one axis, in the unit of the first and at their common times.

    Each forecast may have several members. All must have one grid; forecasts without a common time are refused.
    """
    import xarray as xr

    first = forecasts[0]
    for number, other in enumerate(forecasts):
        if set(other.dims) - {"member"} != set(first.dims) - {"member"}:
            raise InvalidRecord(f"forecast {number + 1} has the axes {other.dims}, the first has {first.dims}")
    parts = [_as_members(on_grid_of(first, in_unit_of(first, other))) for other in forecasts]
    joined = xr.concat(parts, "member", join="inner", coords="minimal", compat="override", combine_attrs="override")
    empty = [str(axis) for axis, size in joined.sizes.items() if not size]
    if empty:
        raise InvalidRecord(f"the forecasts have no {' and no '.join(empty)} in common")
    joined = joined.assign_coords(member=np.arange(joined.sizes["member"]))
    return joined.transpose("member", ...).assign_attrs(first.attrs).rename(first.name)


def _as_members(forecast: xr.DataArray) -> xr.DataArray:
    whole = forecast if "member" in forecast.dims else forecast.expand_dims("member")
    extra = [name for name in whole.coords if name not in whole.dims]
    return whole.drop_vars([*extra, *(["member"] if "member" in whole.coords else [])])


def in_unit_of(first: xr.DataArray, other: xr.DataArray) -> xr.DataArray:
    """Convert a field to the unit of another; if neither states a unit, do not convert."""
    stated = first.attrs.get("units"), other.attrs.get("units")
    return other if stated[0] == stated[1] else convert_field(other, str(stated[0]))


def on_grid_of(first: xr.DataArray, other: xr.DataArray) -> xr.DataArray:
    """Give a field the exact axes of another, if they differ by rounding only; refuse another grid."""
    if "latitude" not in first.dims and "latitude" not in other.dims:
        return other
    if not same_grid(first, other):
        raise InvalidRecord(f"{other.name} lies on another grid than {first.name}; regrid one of them")
    return other.assign_coords({axis: first[axis] for axis in ("latitude", "longitude")})


def _weights(members: xr.DataArray, weights: Sequence[float] | None) -> xr.DataArray:
    """Return the weights of members that have a value, normalised to a sum of 1."""
    import xarray as xr

    count = members.sizes["member"]
    given = [1.0] * count if weights is None else list(weights)
    if len(given) != count or min(given) < 0 or not sum(given) > 0:
        raise InvalidRecord(f"`weights` must be {count} numbers of at least 0, not all 0, got {given}")
    present = xr.DataArray(np.asarray(given, dtype=np.float64), dims="member") * members.notnull()
    total = present.sum("member")
    return present / total.where(total > 0)


def ensemble_mean(members: xr.DataArray, weights: Sequence[float] | None = None) -> xr.DataArray:
    """Compute the weighted mean of members with a value; for directions, on the circle (350 and 10 average to 0)."""
    return _mean(members, _weights(members, weights)).assign_attrs(members.attrs)


def _mean(members: xr.DataArray, shares: xr.DataArray) -> xr.DataArray:
    def weighted(values: xr.DataArray) -> xr.DataArray:
        return (values * shares).sum("member", min_count=1, skipna=True)

    return mean_direction(members, weighted) if is_direction(members) else weighted(members)


def ensemble_spread(members: xr.DataArray, divisor: Divisor, weights: Sequence[float] | None = None) -> xr.DataArray:
    """Compute the standard deviation of the members about their mean.

    population: sqrt(sum w (x - m)²). sample: the same divided by sqrt(1 - sum w²), which for equal weights is n - 1 in
    place of n and makes the variance unbiased; NaN for fewer than two members. For directions, x - m is the shorter way
    around the circle.
    """
    shares = _weights(members, weights)
    mean = _mean(members, shares)
    away = turn(members, mean) if is_direction(members) else members - mean
    variance = (shares * away**2).sum("member", min_count=1)
    if divisor == "sample":
        freedom = 1 - (shares**2).sum("member")
        variance = variance / freedom.where(freedom > 1e-12)
    attributes = {"units": members.attrs.get("units", "1"), "long_name": f"{divisor} standard deviation of members"}
    return (variance**0.5).assign_attrs({**attributes, **DIFFERENCE})


def normalised_spread(spread: xr.DataArray, reference: xr.DataArray) -> xr.DataArray:
    """Divide spread by a reference deviation in the same unit, such as climatology's; NaN if that is not positive."""
    same = in_unit_of(spread, reference) - in_unit_of(spread, reference * 0.0)  # a difference converts without offset
    ratio: xr.DataArray = spread / same.where(same > 0)
    return ratio.drop_attrs(deep=False).assign_attrs({"units": "1", "long_name": "spread over reference deviation"})


def confidence(spread: xr.DataArray, climate_deviation: xr.DataArray) -> xr.DataArray:
    """Compute the share of the climate's variance that the ensemble resolves: max(0, 1 - (spread / deviation)²).

    1 where the members agree, 0 where they vary as much as the climate or more. The spread is taken as correct, so
    confidence is too high for an overconfident ensemble: calibrate first.
    """
    ratio = normalised_spread(spread, climate_deviation)
    share: xr.DataArray = (1 - ratio**2).clip(min=0.0)
    return share.drop_attrs(deep=False).assign_attrs(
        {"units": "1", "long_name": "share of climate variance resolved by the ensemble"}
    )


def holds(values: xr.DataArray, comparison: Comparison, threshold: float) -> xr.DataArray:
    """Return 1 where the event happens, 0 where not, NaN where there is no value."""
    fulfilled = {
        ">": values > threshold,
        ">=": values >= threshold,
        "<": values < threshold,
        "<=": values <= threshold,
    }[comparison]
    return fulfilled.astype(np.float64).where(values.notnull())


def event_words(values: xr.DataArray, comparison: Comparison, threshold: float) -> str:
    """Describe the event: quantity, comparison, threshold and unit."""
    name = str(values.attrs.get("long_name") or values.name or "the value").replace("_", " ")
    return f"{name} {comparison} {threshold:g} {values.attrs.get('units', '')}".rstrip()


def votes(members: xr.DataArray, comparison: Comparison, threshold: float) -> xr.DataArray:
    """Return the share of members with the event, among those that have a value."""
    share = holds(members, comparison, threshold).mean("member")
    return share.drop_attrs(deep=False).assign_attrs(
        {"units": "1", "long_name": f"share of members with {event_words(members, comparison, threshold)}"}
    )


def normal_probability(
    mean: xr.DataArray, spread: xr.DataArray, comparison: Comparison, threshold: float
) -> xr.DataArray:
    """Compute the probability of the event under a normal distribution; 0 or 1 where the spread is 0.

    P(x > t) = Φ((m - t) / s) = erfc((t - m) / (s √2)) / 2.
    """
    import xarray as xr
    from scipy.special import ndtr

    sign = 1.0 if comparison in (">", ">=") else -1.0
    usual = xr.apply_ufunc(ndtr, sign * (mean - threshold) / spread.where(spread > 0))
    sure = holds(mean, comparison, threshold)
    probability: xr.DataArray = usual.where(spread > 0, sure).where(mean.notnull() & spread.notnull())
    return probability.drop_attrs(deep=False).assign_attrs(
        {"units": "1", "long_name": f"probability of {event_words(mean, comparison, threshold)}, normal distribution"}
    )


def lag_forecasts(forecasts: Sequence[xr.DataArray], issued: Sequence[np.datetime64]) -> xr.DataArray:
    """Combine forecasts of different age for the same times into one ensemble; `age_h` is the age beyond the newest.

    Args:
        forecasts: Forecasts with the valid times along `time`; all members of a forecast have its age.
        issued: Issue time of each forecast, none after the first common time.
    """
    if len(issued) != len(forecasts):
        raise InvalidRecord(f"`issued` must hold one time per forecast, got {len(issued)} for {len(forecasts)}")
    members = stack_members(forecasts)
    if "time" in members.dims and not np.issubdtype(members["time"].dtype, np.datetime64):
        raise InvalidRecord(f"the times of {members.name} must be in the usual calendar")
    if "time" in members.dims and max(issued) > members["time"].values[0]:
        raise InvalidRecord(f"a forecast issued at {max(issued)} cannot be for {members['time'].values[0]}")
    sizes = [forecast.sizes.get("member", 1) for forecast in forecasts]
    ages = [(max(issued) - moment) / np.timedelta64(1, "h") for moment in issued]
    return members.assign_coords(age_h=("member", np.repeat(ages, sizes)))
