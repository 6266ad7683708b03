"""Bias correction of a model by quantiles, with two methods that differ where the climate changes.

Empirical quantile mapping (EQM) finds the quantile of a value in the model's past and adds the difference to the
observations at that quantile. Quantile delta mapping (QDM; Cannon, Sobie and Murdock 2015, Journal of Climate 28,
6938-6959, eqs. 3-6) finds the quantile of a value in its own period, and so keeps the change that the model projects
for each quantile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.field_units import convert_field, is_temperature, normalise_unit
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Method = Literal["EQM", "QDM"]
Kind = Literal["additive", "multiplicative"]
Floats = NDArray[np.float64]
FEWEST = 10
"""Fewest values of a series whose quantiles are used."""
NODES = 100
LARGEST_FACTOR = 10.0
"""Limit of multiplicative corrections, since the quotient of two small numbers means little."""


def correct_bias(
    model: xr.DataArray,
    observed: xr.DataArray,
    past: xr.DataArray,
    *,
    method: Method,
    kind: Kind,
    by_month: bool,
) -> xr.DataArray:
    """Correct a model for the bias of its past against observations, cell by cell.

    Args:
        model: Values to correct, with times.
        observed: Observations of the past, on the same cells.
        past: The model over the same years as the observations.
        method: EQM or QDM.
        kind: additive for temperatures, multiplicative for quantities with a zero, such as precipitation.
        by_month: Whether each calendar month has its own correction.
    """
    import xarray as xr

    unit = str(model.attrs.get("units", "1"))
    if kind == "multiplicative" and is_temperature(model) and normalise_unit(unit) != "kelvin":
        raise InvalidRecord(
            f"{model.name} is in {unit}, whose zero is no nothing that a factor could keep; use additive"
        )
    past, observed = convert_field(past, unit, "the model's past"), convert_field(observed, unit, "observed")
    _check_cells(model, observed, past)
    parts = []
    for month in range(1, 13) if by_month else (None,):
        now, then, truth = (_of_month(values, month) for values in (model, past, observed))
        if now.sizes["time"]:
            parts.append(_corrected_part(now, truth, then, method, kind))
    whole: xr.DataArray = xr.concat(parts, "time").sortby("time").transpose(*model.dims)
    return whole.assign_attrs(model.attrs)


def common_months(observed: xr.DataArray, past: xr.DataArray) -> tuple[xr.DataArray, xr.DataArray, tuple[str, str]]:
    """Cut observations and the model's past to their common months, and return both with the first and last month.

    Months are compared by year and number, so that calendars may differ; no common month is an error.
    """
    months = [_months(values) for values in (observed, past)]
    first, last = max(part.min() for part in months), min(part.max() for part in months)
    if first > last:
        spans = [f"{_spell(part.min())} to {_spell(part.max())}" for part in months]
        raise InvalidRecord(f"`past` must cover the years of `observed`: they are {spans[1]} and {spans[0]}")
    truth, then = (
        values.isel(time=np.flatnonzero((part >= first) & (part <= last)))
        for values, part in zip((observed, past), months, strict=True)
    )
    return truth, then, (_spell(first), _spell(last))


def _months(values: xr.DataArray) -> NDArray[np.int64]:
    if "time" not in values.dims or not values.sizes["time"]:
        raise InvalidRecord(f"{values.name} has no axis of times")
    times = values["time"].dt
    return np.asarray(times.year.values * 12 + times.month.values - 1, np.int64)


def _spell(month: int) -> str:
    return f"{month // 12:04d}-{month % 12 + 1:02d}"


def _of_month(values: xr.DataArray, month: int | None) -> xr.DataArray:
    return values if month is None else values.isel(time=np.flatnonzero(values["time"].dt.month.values == month))


def _corrected_part(
    now: xr.DataArray, truth: xr.DataArray, then: xr.DataArray, method: Method, kind: Kind
) -> xr.DataArray:
    import xarray as xr

    times = (("now",), ("truth",), ("then",))
    given = (
        field.rename(time=axis[0]).drop_vars(axis[0]) for field, axis in zip((now, truth, then), times, strict=True)
    )
    result: xr.DataArray = xr.apply_ufunc(
        map_series,
        *given,
        kwargs={"method": method, "kind": kind},
        input_core_dims=times,
        output_core_dims=[["now"]],
        vectorize=True,
        join="override",
    )
    return result.rename(now="time").assign_coords(time=now["time"])


def map_series(now: Floats, truth: Floats, then: Floats, *, method: Method, kind: Kind) -> Floats:
    """Correct one series; all NaN where observations or the model's past have too few values."""
    now, truth, then = (np.asarray(series, np.float64) for series in (now, truth, then))
    truth, then, known = truth[np.isfinite(truth)], then[np.isfinite(then)], np.isfinite(now)
    if min(len(truth), len(then)) < FEWEST or not known.any():
        return np.full_like(now, np.nan)
    shares = (np.arange(NODES) + 0.5) / NODES
    of_truth, of_past = np.quantile(truth, shares), np.quantile(then, shares)
    change = of_truth - of_past if kind == "additive" else _quotient(of_truth, of_past)
    if method == "EQM":
        factor = np.interp(now, *_rising(of_past, change))
    else:
        factor = np.full_like(now, np.nan)
        factor[known] = np.interp(_ranks(now[known]), shares, change)
    return np.asarray(now + factor if kind == "additive" else now * factor)


def _rising(at: Floats, change: Floats) -> tuple[Floats, Floats]:
    """Merge nodes with equal values (the dry days of a month) into one, with their mean change."""
    places, group = np.unique(at, return_inverse=True)
    sums = np.bincount(group, change) / np.bincount(group)
    return places, np.asarray(sums)


def _quotient(top: Floats, bottom: Floats) -> Floats:
    quotient = np.divide(top, bottom, out=np.ones_like(top), where=bottom > 0)
    return np.clip(quotient, 0.0, LARGEST_FACTOR)


def _ranks(values: Floats) -> Floats:
    """Return the rank of each value in its series as a share, (rank - 0.5) / n; equal values share their mean rank."""
    from scipy.stats import rankdata

    return np.asarray((rankdata(values) - 0.5) / len(values))


def _check_cells(model: xr.DataArray, *others: xr.DataArray) -> None:
    cells = {axis: size for axis, size in model.sizes.items() if axis != "time"}
    for other in others:
        for axis in ("time", *cells):
            if axis not in other.dims:
                raise InvalidRecord(f"{other.name} lacks the axis {axis} that the model has")
        if any(other.sizes[axis] != size for axis, size in cells.items()) or set(other.dims) != set(model.dims):
            raise InvalidRecord(f"{other.name} lies on other cells than the model; regrid one of them first")
        for axis in cells:
            if axis in ("latitude", "longitude") and not np.allclose(other[axis], model[axis], atol=1e-4):
                raise InvalidRecord(f"{other.name} lies on another {axis} than the model; regrid one of them first")
