"""Time steps of fields: the usual step, gaps, and the number of steps that a period should have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
MONTH_DAYS = (27.5, 31.5)
"""Shortest and longest step of monthly data, in days."""
DAY = 86400.0
ROUNDING = 1e-6
NEARLY_A_DAY = 0.02
GAP = 1.5
"""Ratio to the usual step from which a step is a gap; months differ by less."""


def step_days(times: xr.DataArray) -> float | None:
    """Return the usual step between times, in days (the median, so that gaps do not count); None for a single time."""
    if times.size < 2:
        return None
    return float(np.median(_days(np.diff(times.values))))


def after_gaps(times: xr.DataArray) -> NDArray[np.bool_]:
    """Mark the times that follow a gap, a step longer than the usual one."""
    step = step_days(times)
    if step is None:
        return np.zeros(times.size, bool)
    return np.concatenate([[False], _days(np.diff(times.values)) > GAP * step])


def check_daily(times: xr.DataArray, what: str) -> None:
    """Refuse times that are not daily; days may be missing."""
    step = step_days(times)
    if step is not None and abs(step - 1) > NEARLY_A_DAY:
        spacing = f"{step * 24:.3g} h" if step < 2 else f"{step:.3g} days"
        raise InvalidRecord(f"{what} needs one value a day, and these are {spacing} apart; aggregate to days first")


def is_monthly(step: float | None) -> bool:
    """Say whether a step in days is a month."""
    return step is not None and MONTH_DAYS[0] <= step <= MONTH_DAYS[1]


def expected_steps(times: xr.DataArray, starts: xr.DataArray, frequency: str) -> NDArray[np.int64]:
    """Count the steps that each period should have, at least one; one if the file has a single time.

    Args:
        times: Times of the file.
        starts: First moments of the periods.
        frequency: Frequency of the periods, as xarray writes it.
    """
    step = step_days(times)
    if step is None:
        return np.ones(starts.size, np.int64)
    edges = _edges(starts, frequency)
    if is_monthly(step):
        months = np.diff(edges.dt.year.values * 12 + edges.dt.month.values)
        return np.asarray(np.maximum(months, 1), np.int64)
    lengths = _days(np.diff(edges.values))
    return np.asarray(np.maximum(np.floor(lengths / step + ROUNDING), 1), np.int64)


def _edges(starts: xr.DataArray, frequency: str) -> xr.DataArray:
    """Return the beginnings of periods, and the end of the last."""
    import xarray as xr

    first, plain = starts.values[0], np.issubdtype(starts.dtype, np.datetime64)
    edges = xr.date_range(
        str(first) if plain else first,
        periods=starts.size + 1,
        freq=frequency,
        calendar="standard" if plain else starts.dt.calendar,
        use_cftime=not plain,
    )
    return xr.DataArray(edges, dims="time")


def _days(spans: NDArray[Any]) -> Floats:
    """Convert time differences of numpy or of a calendar to days."""
    if spans.dtype.kind == "m":
        return np.asarray(spans / np.timedelta64(1, "s") / DAY, np.float64)
    return np.array([span.total_seconds() / DAY for span in spans.tolist()])
