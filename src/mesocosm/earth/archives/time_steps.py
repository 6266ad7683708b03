"""Aggregation of hourly fields to longer steps: select moments, average means, add up sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.archives.archive import STEP_HOURS, Cell, Step

if TYPE_CHECKING:
    import xarray as xr

DIGITS = 6
"""Decimals to which means are rounded, so that they are the same on every machine."""


def aggregate_steps(hourly: xr.Dataset, step: Step, cells: Mapping[str, Cell]) -> xr.Dataset:
    """Aggregate hours to whole steps, each dated by its beginning.

    Up to 12 hours, a moment is the one at the beginning of each step; over days and months all but sums are averaged.
    """
    if step == "hour":
        return hourly
    labels = _beginnings(hourly["time"].values, step)
    firsts = np.concatenate([[True], labels[1:] != labels[:-1]])
    made = {}
    for name, values in hourly.data_vars.items():
        cell = cells[str(name)]
        if cell == "point" and step not in ("day", "month"):
            made[name] = values.isel(time=firsts)
        else:
            made[name] = _reduce(values, firsts, cell)
    return hourly.isel(time=firsts).assign(made)


def _beginnings(times: NDArray[np.datetime64], step: Step) -> NDArray[np.datetime64]:
    if step == "month":
        return np.asarray(times.astype("datetime64[M]"))
    length = np.timedelta64(STEP_HOURS[step], "h")
    return np.asarray(times[0] + (times - times[0]) // length * length)


def _reduce(values: xr.DataArray, firsts: NDArray[np.bool_], cell: Cell) -> xr.DataArray:
    """Compute sums or means of the hours from each first hour to the next; a missing hour makes the step missing."""
    at = int(values.get_axis_num("time"))
    begins = np.flatnonzero(firsts)
    total = np.add.reduceat(values.values.astype(np.float64), begins, axis=at)
    counts = np.diff([*begins, values.sizes["time"]])
    if cell != "sum":
        total = total / counts.reshape([-1 if axis == at else 1 for axis in range(values.ndim)])
    total = np.round(total, DIGITS)
    words = {**values.attrs, "cell_methods": "time: sum" if cell == "sum" else "time: mean"}
    reduced: xr.DataArray = values.isel(time=firsts).copy(data=total)
    return reduced.assign_attrs(words)
