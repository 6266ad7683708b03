"""Monthly inputs of the weather generator from daily series, so that it can reproduce a place.

    inputs = monthly_inputs(days, tmin_c=low, tmax_c=high, rain_mm=rain)
    registry.load("simulators", "weather_generator").run(inputs | {"latitude": 52.2}, seed=1, limits=RunLimits())

Sums and means are those of each month of the series; persistence, shape, deviations and cooling are those of each
calendar month over all its years.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.weather_generator.inputs import SMALLEST_RANGE_C

Floats = NDArray[np.float64]
FEWEST_YEARS = 3
SMALLEST_AMOUNT_MM = 0.05
"""Smallest amount above the threshold, since rain is measured in tenths of a millimetre."""


class Anomalies(NamedTuple):
    """Deviations from the means of each month of the series."""

    low: Floats
    high: Floats
    wet: Floats


def monthly_inputs(
    days: Sequence[date], *, tmin_c: Sequence[float], tmax_c: Sequence[float], rain_mm: Sequence[float],
    wet_threshold_mm: float = 0.1,
) -> dict[str, JsonValue]:  # fmt: skip
    """Compute all columns of the generator's inputs from whole months of days; only the latitude must be added."""
    low, high, rain = (np.array(column, dtype=float) for column in (tmin_c, tmax_c, rain_mm))
    if not len(days) == len(low) == len(high) == len(rain) or np.isnan([low, high, rain]).any():
        raise InvalidRecord("days, tmin_c, tmax_c and rain_mm must have the same length and no gaps")
    if len({day.year for day in days}) < FEWEST_YEARS:
        raise InvalidRecord(f"days must cover {FEWEST_YEARS} years at least, or deviations mean nothing")
    which = np.array([day.year * 12 + day.month - 1 for day in days])
    calendar_month = which % 12
    wet = rain >= wet_threshold_mm
    anomalies = Anomalies(*(_without_monthly_means(column, which) for column in (low, high, wet.astype(float))))
    beyond = np.maximum(rain - wet_threshold_mm, SMALLEST_AMOUNT_MM)
    fitted = {month: _fit(calendar_month == month, anomalies, beyond, wet) for month in np.unique(calendar_month)}
    rows: list[dict[str, JsonValue]] = []
    for number in np.unique(which):
        mine = which == number
        mean_low, mean_high = float(low[mine].mean()), float(high[mine].mean())
        own: dict[str, JsonValue] = {
            "month": f"{number // 12:04d}-{number % 12 + 1:02d}",
            "tmin_c": mean_low,
            "tmax_c": max(mean_high, mean_low + SMALLEST_RANGE_C),
            "rain_mm": float(rain[mine & wet].sum()),
            "wet_days": float(wet[mine].sum()),
        }
        rows.append({**own, **fitted[number % 12]})
    columns: dict[str, JsonValue] = {name: [row[name] for row in rows] for name in rows[0]}
    return columns | {"wet_threshold_mm": wet_threshold_mm}


def _without_monthly_means(values: Floats, which: NDArray[np.int64]) -> Floats:
    """Return deviations from the mean of each month, because the generator gets the differences between years as
    inputs.
    """
    _, place = np.unique(which, return_inverse=True)
    means = np.bincount(place, weights=values) / np.bincount(place)
    deviations: Floats = values - means[place]
    return deviations


def _fit(mine: NDArray[np.bool_], anomalies: Anomalies, beyond: Floats, wet: NDArray[np.bool_]) -> dict[str, float]:
    """Fit one calendar month over all its years; `beyond` is the rain above the threshold."""
    rainy, dry = mine & wet, mine & ~wet
    cooling = anomalies.high[dry].mean() - anomalies.high[rainy].mean() if rainy.any() and dry.any() else 0.0
    within = anomalies.high[mine] + np.where(wet[mine], cooling, 0.0)
    return {
        "wet_persistence": _persistence(anomalies.wet, mine),
        "rain_shape": _shape(beyond[rainy]),
        "tmin_sd_c": float(anomalies.low[mine].std()),
        "tmax_sd_c": float(within.std()),
        "wet_day_cooling_c": float(cooling),
    }


def _persistence(wet: Floats, mine: NDArray[np.bool_]) -> float:
    """Return the correlation of a day's wetness with the day before, within months; for a two-state chain it equals the
    chance of rain after a wet day less that after a dry day.
    """
    pairs = mine[1:] & mine[:-1]
    spread = float((wet[:-1][pairs] ** 2).sum())
    if spread == 0:
        return 0.0
    # Subtracting means of thirty days reduces the correlation by about a thirtieth.
    return float(np.clip((wet[1:] * wet[:-1])[pairs].sum() / spread + 1 / 30, -0.5, 0.95))


def _shape(amounts: Floats) -> float:
    """Return the shape of a gamma distribution by Thom's (1958) approximation of maximum likelihood."""
    if len(amounts) < 2 or amounts.min() == amounts.max():
        return 1.0
    a = np.log(amounts.mean()) - np.log(amounts).mean()
    return float(np.clip((1 + np.sqrt(1 + 4 * a / 3)) / (4 * a), 0.2, 10))
