"""Intervals by drawing days again, for the score that is shown: a weighted mean over drawn days."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mesocosm.stats.bootstrap import (
    DRAWS,
    Interval,
    SeedPath,
    percentile_interval,
    times_drawn,
    weighted_mean_interval,
)

TWO_SIGMA = 0.9545
"""The published confidence level."""


def ratio_interval(
    values: Sequence[float], weights: Sequence[float], *, seed: int = 0, draws: int = DRAWS, confidence: float = 0.95
) -> Interval:
    """Return the interval of the sum of weight x value over the sum of weight, each of the days drawn.

    The same seed draws the same days for every forecaster of a period, so differences of daily values give paired
    intervals. With fewer than two days, or equal values, there is no interval: NaN.
    """
    return weighted_mean_interval(values, weights, _path(seed), draws=draws, confidence=confidence)


def published_interval(
    values: Sequence[float], weights: Sequence[float], *, seed: int = 0, draws: int = DRAWS
) -> tuple[float, float]:
    """Return the interval as published: a forecaster's own days drawn, each draw divided by their fixed weight sum.

    It belongs to another number than the published score, whose denominator is the weight of all days.
    """
    value, weight = np.array(values, dtype=float), np.array(weights, dtype=float)
    times = times_drawn(len(value), _path(seed), draws=draws)
    return percentile_interval(times @ (value * weight) / weight.sum(), TWO_SIGMA)


def _path(seed: int) -> SeedPath:
    return ("headline", seed)  # the path of `stats.headline`, so that a run has the same interval everywhere
