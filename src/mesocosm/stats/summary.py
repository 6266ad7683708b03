"""Centre, spread and quantiles of a few numbers; NaN if there are none."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable


def known_values(values: Iterable[float]) -> list[float]:
    """Return the values that are numbers."""
    return [float(value) for value in values if not math.isnan(value)]


def known_first(value: float) -> float:
    """Return a sort key that turns NaN into the smallest value, so that it comes last in descending order."""
    return -math.inf if math.isnan(value) else value


def mean(values: Iterable[float]) -> float:
    """Return the arithmetic mean."""
    numbers = known_values(values)
    return statistics.fmean(numbers) if numbers else math.nan


def median(values: Iterable[float]) -> float:
    """Return the middle value, or the mean of the two middle values of an even number."""
    numbers = known_values(values)
    return statistics.median(numbers) if numbers else math.nan


def deviation(values: Iterable[float]) -> float:
    """Return the sample standard deviation, divisor n - 1; NaN for fewer than two values."""
    numbers = known_values(values)
    return statistics.stdev(numbers) if len(numbers) > 1 else math.nan


def value_range(values: Iterable[float]) -> float:
    """Return the largest value less the smallest."""
    numbers = known_values(values)
    return max(numbers) - min(numbers) if numbers else math.nan


def percentile(values: Iterable[float], *, rank: float) -> float:
    """Return the value below which `rank` percent lie, interpolated linearly (Hyndman and Fan 1996, type 7)."""
    import numpy as np

    numbers = known_values(values)
    return float(np.percentile(numbers, rank)) if numbers else math.nan
