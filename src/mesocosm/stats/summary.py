"""Middle, spread and quantiles of a few numbers; NaN where there are none."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable


def known_values(values: Iterable[float]) -> list[float]:
    """The values that are numbers."""
    return [float(value) for value in values if not math.isnan(value)]


def known_first(value: float) -> float:
    """A value to sort by: NaN becomes the smallest, so that it comes last where the largest come first."""
    return -math.inf if math.isnan(value) else value


def mean(values: Iterable[float]) -> float:
    """Arithmetic mean."""
    numbers = known_values(values)
    return statistics.fmean(numbers) if numbers else math.nan


def median(values: Iterable[float]) -> float:
    """Middle value; the mean of the two in the middle where their number is even."""
    numbers = known_values(values)
    return statistics.median(numbers) if numbers else math.nan


def deviation(values: Iterable[float]) -> float:
    """Sample standard deviation, divisor n - 1; NaN for fewer than two values."""
    numbers = known_values(values)
    return statistics.stdev(numbers) if len(numbers) > 1 else math.nan


def value_range(values: Iterable[float]) -> float:
    """Largest less smallest."""
    numbers = known_values(values)
    return max(numbers) - min(numbers) if numbers else math.nan


def percentile(values: Iterable[float], *, rank: float) -> float:
    """The value below which `rank` percent lie, interpolated linearly (Hyndman and Fan 1996, type 7)."""
    import numpy as np

    numbers = known_values(values)
    return float(np.percentile(numbers, rank)) if numbers else math.nan
