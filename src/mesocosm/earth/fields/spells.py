"""Spells: unbroken runs of steps in which a condition is true, per cell. An event is a spell, not a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.fields.cadence import after_gaps
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

Comparison = Literal[">", ">=", "<", "<="]
COMPARISONS: dict[str, Callable[[xr.DataArray, float], xr.DataArray]] = {
    ">": lambda values, threshold: values > threshold,
    ">=": lambda values, threshold: values >= threshold,
    "<": lambda values, threshold: values < threshold,
    "<=": lambda values, threshold: values <= threshold,
}


def lengths_of(condition: NDArray[np.bool_], breaks: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
    """Return, along the first axis, the length of each run of true at its first step, and 0 elsewhere.

    Args:
        condition: Steps, and any other axes.
        breaks: Steps at which a run ends and another begins, such as those after a gap in time.
    """
    steps = condition.shape[0]
    fresh = np.zeros(steps, bool) if breaks is None else breaks
    lengths = np.zeros(condition.shape, np.int32)
    ahead = np.zeros(condition.shape[1:], np.int32)
    for step in range(steps - 1, -1, -1):
        ahead = np.where(condition[step], ahead + 1, 0)
        before = condition[step - 1] if step and not fresh[step] else np.zeros_like(condition[0])
        lengths[step] = np.where(condition[step] & ~before, ahead, 0)
        ahead = np.zeros_like(ahead) if fresh[step] else ahead
    return lengths


def spell_lengths(condition: xr.DataArray, least_steps: int = 1) -> xr.DataArray:
    """Return the length in steps of each spell at its first step; NaN elsewhere and for spells below `least_steps`."""
    if "time" not in condition.dims:
        raise InvalidRecord("spells need an axis of times")
    turned = condition.transpose("time", ...)
    lengths = lengths_of(turned.values.astype(bool), after_gaps(condition["time"]))
    kept = np.where(lengths >= least_steps, lengths, np.nan).astype(np.float32)
    return (
        turned.astype(np.float32)
        .copy(data=kept)
        .transpose(*condition.dims)
        .drop_attrs(deep=False)
        .assign_attrs({"units": "1"})
    )


def in_spells(condition: xr.DataArray, least_steps: int) -> xr.DataArray:
    """Mark the steps that belong to a spell of at least `least_steps`."""
    turned = condition.transpose("time", ...)
    truth = turned.values.astype(bool)
    lengths = lengths_of(truth, after_gaps(condition["time"]))
    running = np.zeros(truth.shape[1:], np.int32)
    inside = np.zeros_like(truth)
    for step in range(truth.shape[0]):
        running = np.where(lengths[step] > 0, lengths[step], np.where(truth[step], running, 0))
        inside[step] = running >= least_steps
    return turned.astype(bool).copy(data=inside & truth).transpose(*condition.dims)


def events(values: xr.DataArray, comparison: Comparison, threshold: float, least_steps: int) -> xr.Dataset:
    """Count, per cell, spells and their steps, with longest and mean length; and spells per year.

    A step without a value ends a spell, and so does a gap in time. A cell without any value is NaN.
    """
    import xarray as xr

    lengths = spell_lengths(COMPARISONS[comparison](values, threshold), least_steps)
    seen = values.notnull().any("time")
    counts = lengths.notnull().sum("time")
    variables = {
        "events": counts,
        "steps_in_events": lengths.sum("time"),
        "longest": lengths.max("time").fillna(0),
        "mean_length": lengths.mean("time"),
    }
    fields = {
        name: field.where(seen).astype(np.float32).drop_attrs(deep=False).assign_attrs(units="1")
        for name, field in variables.items()
    }
    yearly = lengths.notnull().groupby("time.year").sum("time").where(seen).astype(np.float32)
    return xr.Dataset({**fields, "events_per_year": yearly.drop_attrs(deep=False).assign_attrs(units="1")})


def series_spells(condition: xr.DataArray, least_steps: int) -> list[tuple[str, str, int]]:
    """Return first time, last time and length of each spell of a series."""
    lengths = lengths_of(condition.values.astype(bool), after_gaps(condition["time"]))
    times = condition["time"].dt.strftime("%Y-%m-%dT%H:%M").values
    starts = np.flatnonzero(lengths >= least_steps)
    return [(str(times[at]), str(times[at + lengths[at] - 1]), int(lengths[at])) for at in starts]
