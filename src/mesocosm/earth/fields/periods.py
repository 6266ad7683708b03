"""Fields over periods: means and totals by day, month or year, climatologies and departures from them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from mesocosm.earth.fields.cadence import ROUNDING, after_gaps, expected_steps, is_monthly, step_days
from mesocosm.earth.fields.directions import circular_deviation, is_direction, mean_direction, refuse_direction
from mesocosm.earth.fields.field_units import DIFFERENCE, TEMPERATURES, daily_depth, is_temperature, normalise_unit
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Period = Literal["hour", "3 hours", "6 hours", "day", "week", "month", "season", "year"]
Statistic = Literal["mean", "sum", "max", "min", "median", "std"]
Cycle = Literal["month", "day of year"]
FREQUENCIES: dict[str, str] = {
    "hour": "1h", "3 hours": "3h", "6 hours": "6h", "day": "1D", "week": "7D", "month": "MS", "season": "QS-DEC",
    "year": "YS",
}  # fmt: skip
DAYS_OF_YEAR = 366
LEAST_SHARES = {"sum": 1.0}
LEAST_SHARE = 0.8
"""Share of the steps of a period that must have a value."""
WHOLE_YEAR = 350 / 365
"""Share of a year that must have values: at most 15 days may be missing (Zhang et al. 2011, WIREs Clim. Change 2, 851).
"""


def aggregate_periods(
    values: xr.DataArray, period: Period, statistic: Statistic, least_share: float | None = None
) -> xr.DataArray:
    """Aggregate a field to periods, each dated by its beginning (seasons start in December, weeks with the first day).

    A cell of a period that lacks steps is NaN: a sum needs all steps that the file's own step implies, other statistics
    80 % of them, unless `least_share` says otherwise (WMO-No. 1203 requires the same of monthly sums).

    Args:
        values: A field with times.
        period: Length of the periods.
        statistic: Statistic of the values of each period. The sum of a rate of water is its depth, mm.
        least_share: Share of the expected steps that a period needs, 0 to 1.
    """
    _needs_time(values)
    if statistic not in get_args(Statistic):
        raise InvalidRecord(f"statistic must be one of {', '.join(get_args(Statistic))}, got {statistic!r}")
    if statistic == "sum" and is_temperature(values):
        raise InvalidRecord(
            f"{values.name} is a temperature, and a sum of temperatures means nothing; take the mean, or count degree "
            "days"
        )
    values = _as_depth(values) if statistic == "sum" else values
    resampled = values.resample(time=FREQUENCIES[period])
    reduced: xr.DataArray
    if is_direction(values):
        reduced = _around_the_circle(values, FREQUENCIES[period], statistic)
    elif statistic == "sum":
        reduced = resampled.sum("time", min_count=1, keep_attrs=True)
    else:
        reduced = getattr(resampled, statistic)("time", keep_attrs=True)
    attributes = values.attrs | {"cell_methods": f"time: {statistic}"}
    if statistic == "std":
        attributes |= _as_difference(values)
    share = LEAST_SHARES.get(statistic, LEAST_SHARE) if least_share is None else least_share
    return reduced.where(coverage(values, period) >= share - ROUNDING).assign_attrs(attributes)


def _as_depth(values: xr.DataArray) -> xr.DataArray:
    """Convert a rate of water to the depth of each step, mm (times the step or the month's days); keep others."""
    rate, step = daily_depth(values), step_days(values["time"])
    if rate is None or step is None:
        return values
    depth = rate * (rate["time"].dt.days_in_month if is_monthly(step) else step)
    kept = {key: word for key, word in values.attrs.items() if key != "standard_name"}
    return depth.rename(values.name).drop_attrs(deep=False).assign_attrs(kept | {"units": "mm"})


def _around_the_circle(values: xr.DataArray, frequency: str, statistic: Statistic) -> xr.DataArray:
    """Compute mean or deviation of directions; a circle has no maximum, minimum or sum."""
    if statistic not in ("mean", "std"):
        raise InvalidRecord(f"{values.name} is a direction, which has a mean and a std and no {statistic}")
    reduction = mean_direction if statistic == "mean" else circular_deviation
    return reduction(values, lambda vectors: vectors.resample(time=frequency).mean("time"))


def coverage(values: xr.DataArray, period: Period) -> xr.DataArray:
    """Return the share of the expected steps of each period that have a value, per cell; 1 where none is missing."""
    import xarray as xr

    frequency = FREQUENCIES[period]
    counts = values.notnull().resample(time=frequency).sum("time")
    expected = expected_steps(values["time"], counts["time"], frequency)
    return counts / xr.DataArray(expected, {"time": counts["time"]}, ("time",))


def whole_years(values: xr.DataArray) -> xr.DataArray:
    """Say which calendar years are complete, per cell, dated by their beginning; at most 15 days may be missing.

    In a file of one season, with a gap at each turn of the year, a year is complete if it has as much of the season as
    the fullest year.
    """
    share = coverage(values, "year")
    if is_of_a_season(values):
        counts = values.notnull().resample(time=FREQUENCIES["year"]).sum("time")
        share = counts / counts.max("time").clip(min=1)
    return share >= WHOLE_YEAR - ROUNDING


def is_of_a_season(values: xr.DataArray) -> bool:
    """Say whether a file has only a part of the year: one part, or the same part of each year with gaps in between.

    Days without a value are not in the season: periods include all days between the first and the last.
    """
    known = values.notnull().any([axis for axis in values.dims if axis != "time"])
    times = values["time"][known.values]
    turns = np.diff(times.dt.year.values, prepend=times.dt.year.values[:1]) != 0
    partial = bool((coverage(values, "year") < WHOLE_YEAR - ROUNDING).all())
    return partial and bool(after_gaps(times)[turns].all())


def climatology(values: xr.DataArray, cycle: Cycle, window_days: int = 1) -> xr.Dataset:
    """Compute mean, standard deviation (n - 1) and number of values of each month, or of each day of the year.

    Args:
        values: A field with times.
        cycle: Months are numbered 1 to 12. Days are numbered as in a leap year (1 March is always 61), so that a date
            keeps its number.
        window_days: For days, the odd number of days around each that are pooled; day 1 follows the last day.
    """
    import xarray as xr

    _needs_time(values)
    refuse_direction(values, "normals")
    fields = _normals(values, cycle_numbers(values, cycle), window_days if cycle == "day of year" else 1)
    units = {"units": values.attrs.get("units", "1")}
    years = values["time"].dt.year.values
    fields["mean"].attrs = {**values.attrs, "baseline": f"{years.min()} to {years.max()}"}
    fields["standard_deviation"].attrs = {**units, **_as_difference(values)}
    fields["count"].attrs = {"units": "1"}
    name = "month" if cycle == "month" else "day_of_year"
    return xr.Dataset({word: field.rename({"cycle": name}) for word, field in fields.items()})


def _normals(values: xr.DataArray, numbers: np.ndarray, window_days: int) -> dict[str, xr.DataArray]:
    """Compute mean, deviation and count over the times of each number and, for days, of the days around it."""
    kinds = np.unique(numbers)
    turned = values.transpose("time", ...)
    counts, means, squares = _moments(turned.values, numbers)
    if window_days > 1:
        around = np.abs(kinds[:, None] - kinds)
        near = (np.minimum(around, DAYS_OF_YEAR - around) <= window_days // 2).astype(np.float64)
        counts, means, squares = _join(near, counts, means, squares)
    with np.errstate(all="ignore"):
        deviation = np.sqrt(squares / (counts - 1))
    like = turned.isel(time=np.zeros(len(kinds), int)).drop_vars("time").rename(time="cycle")
    like = like.assign_coords(cycle=kinds).astype(np.float64)
    tables = {
        "mean": np.where(counts > 0, means, np.nan),
        "standard_deviation": np.where(counts > 1, deviation, np.nan),
        "count": counts,
    }
    return {word: like.copy(data=part) for word, part in tables.items()}


def _moments(table: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compute count, mean and sum of squared departures for each number that occurs, one number at a time."""
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=numbers[order][0] - 1))
    rows = []
    for start, stop in pairwise([*starts, len(order)]):
        part = table[order[start:stop]].astype(np.float64)
        known = np.isfinite(part)
        count = known.sum(axis=0, dtype=np.float64)
        mean = part.sum(axis=0, where=known) / np.maximum(count, 1)
        rows.append((count, mean, np.square(part - mean).sum(axis=0, where=known)))
    counts, means, squares = (np.stack(column) for column in zip(*rows, strict=True))
    return counts, means, squares


def _join(
    near: np.ndarray, counts: np.ndarray, means: np.ndarray, squares: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pool the moments of the numbers in each row of `near`."""
    total, middle = np.tensordot(near, counts, 1), float(means.mean())
    away = means - middle  # so that squares stay small
    mean = np.tensordot(near, counts * away, 1) / np.maximum(total, 1)
    spread = np.tensordot(near, squares + counts * away**2, 1) - total * mean**2
    return total, mean + middle, np.maximum(spread, 0.0)


def cycle_numbers(values: xr.DataArray, cycle: Cycle) -> np.ndarray:
    """Return the month of each time, or its day of the year as in a leap year."""
    times = values["time"].dt
    if cycle == "month":
        return np.asarray(times.month.values)
    days, months = times.dayofyear.values, times.month.values
    if times.calendar == "360_day":
        return np.asarray(days)
    leap = values["time"].dt.is_leap_year.values if times.calendar not in ("noleap", "365_day") else False
    if times.calendar in ("all_leap", "366_day"):
        leap = True
    return np.asarray(days + ((months > 2) & ~np.asarray(leap, bool)))


def anomalies(values: xr.DataArray, normal: xr.Dataset, *, standardised: bool) -> xr.DataArray:
    """Compute departures from a climatology: in the field's unit or, standardised, in standard deviations."""
    refuse_direction(values, "anomaly")
    cycle: Cycle = "month" if "month" in normal.dims else "day of year"
    axis = "month" if cycle == "month" else "day_of_year"
    if "mean" not in normal or axis not in normal.dims:
        raise InvalidRecord("the climatology must hold `mean` by month or day_of_year")
    if "latitude" in values.dims and not _same_grid(values, normal["mean"]):
        raise InvalidRecord("the field and the climatology lie on different grids; regrid one of them first")
    numbers = cycle_numbers(values, cycle)
    missing = sorted(set(numbers.tolist()) - set(normal[axis].values.tolist()))
    if missing:
        raise InvalidRecord(f"the climatology lacks {axis.replace('_', ' ')} {missing[:5]}; build it from whole years")
    import xarray as xr

    chosen = normal.sel({axis: xr.DataArray(numbers, dims="time")}).drop_vars(axis)
    chosen = chosen.assign_coords(time=values["time"])
    departures = values - chosen["mean"]
    baseline = {key: str(word) for key, word in normal["mean"].attrs.items() if key == "baseline"}
    if standardised:
        deviation = chosen["standard_deviation"]
        departures = departures / deviation.where(deviation > 0)
        return (
            departures.transpose(*values.dims)
            .drop_attrs(deep=False)
            .assign_attrs({"units": "1", "long_name": "standardised anomaly", **baseline})
        )
    return departures.transpose(*values.dims).assign_attrs(values.attrs | _as_difference(values) | baseline)


def _same_grid(first: xr.DataArray, second: xr.DataArray) -> bool:
    return all(
        axis in second.dims
        and first.sizes[axis] == second.sizes[axis]
        and np.allclose(first[axis].values, second[axis].values, atol=1e-4)
        for axis in ("latitude", "longitude")
    )


def _as_difference(values: xr.DataArray) -> dict[str, str]:
    return DIFFERENCE if normalise_unit(str(values.attrs.get("units", ""))) in TEMPERATURES else {}


def _needs_time(values: xr.DataArray) -> None:
    if "time" not in values.dims or not values.sizes["time"]:
        raise InvalidRecord(f"{values.name} has no axis of times; its axes are {', '.join(map(str, values.dims))}")


def in_years(values: xr.DataArray, years: tuple[int, int] | None) -> xr.DataArray:
    """Select the years of a span, both ends included; without a span all years. Refuse an empty selection."""
    _needs_time(values)
    if years is None:
        return values
    numbers = values["time"].dt.year.values
    chosen = values.isel(time=np.flatnonzero((numbers >= years[0]) & (numbers <= years[1])))
    if not chosen.sizes["time"]:
        raise InvalidRecord(
            f"no time lies in the years {years[0]} to {years[1]}; the file covers {numbers.min()} to {numbers.max()}"
        )
    return chosen
