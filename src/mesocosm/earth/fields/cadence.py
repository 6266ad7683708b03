"""How often a field is told: the step of its times, and how many steps a period ought to hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
MONTH_DAYS = (27.5, 31.5)
"""Shortest and longest step of a file of months."""
DAY = 86400.0
ROUNDING = 1e-6
NEARLY_A_DAY = 0.02
GAP = 1.5
"""Usual steps beyond which a step is a gap; months differ by less."""


def step_days(times: xr.DataArray) -> float | None:
    """The usual step between times, in days (the median, so that gaps do not count); None of a single time."""
    if times.size < 2:
        return None
    return float(np.median(_days(np.diff(times.values))))


def after_gaps(times: xr.DataArray) -> NDArray[np.bool_]:
    """Which times come after a gap: a step longer than the usual one."""
    step = step_days(times)
    if step is None:
        return np.zeros(times.size, bool)
    return np.concatenate([[False], _days(np.diff(times.values)) > GAP * step])


def check_daily(times: xr.DataArray, what: str) -> None:
    """Refuse times that are not days apart; days may be missing."""
    step = step_days(times)
    if step is not None and abs(step - 1) > NEARLY_A_DAY:
        spacing = f"{step * 24:.3g} h" if step < 2 else f"{step:.3g} days"
        raise InvalidRecord(f"{what} needs one value a day, and these are {spacing} apart; aggregate to days first")


def is_monthly(step: float | None) -> bool:
    """Whether a step in days is that of months."""
    return step is not None and MONTH_DAYS[0] <= step <= MONTH_DAYS[1]


def expected_steps(times: xr.DataArray, starts: xr.DataArray, frequency: str) -> NDArray[np.int64]:
    """How many steps each period ought to hold, at least one; of a file with one time, one.

    Args:
        times: Of the file.
        starts: First moments of the periods.
        frequency: Of the periods, as xarray writes it.
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
    """The beginnings of periods, and the end of the last."""
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
    """Spans of numpy's times or of a calendar's, in days."""
    if spans.dtype.kind == "m":
        return np.asarray(spans / np.timedelta64(1, "s") / DAY, np.float64)
    return np.array([span.total_seconds() / DAY for span in spans.tolist()])
