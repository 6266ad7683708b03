"""Middle, spread and quantiles of a few numbers; NaN where there are none."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable


def known(values: Iterable[float]) -> list[float]:
    """The values that are numbers."""
    return [float(value) for value in values if not math.isnan(value)]


def known_first(value: float) -> float:
    """A value to sort by, so that what has no data comes last among the largest first."""
    return -math.inf if math.isnan(value) else value


def mean(values: Iterable[float]) -> float:
    """Arithmetic mean."""
    found = known(values)
    return statistics.fmean(found) if found else math.nan


def median(values: Iterable[float]) -> float:
    """Middle value; of an even number the mean of the two in the middle."""
    found = known(values)
    return statistics.median(found) if found else math.nan


def deviation(values: Iterable[float]) -> float:
    """Sample standard deviation, divisor n - 1; NaN of fewer than two."""
    found = known(values)
    return statistics.stdev(found) if len(found) > 1 else math.nan


def spread(values: Iterable[float]) -> float:
    """Largest less smallest."""
    found = known(values)
    return max(found) - min(found) if found else math.nan


def percentile(values: Iterable[float], *, rank: float) -> float:
    """The value below which `rank` percent lie, interpolated linearly (Hyndman and Fan 1996, type 7)."""
    import numpy as np

    found = known(values)
    return float(np.percentile(found, rank)) if found else math.nan
