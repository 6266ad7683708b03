"""Intervals by drawing days again, for the very score that is shown: a weighted mean over drawn days."""

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
"""The published confidence."""


def ratio_interval(
    values: Sequence[float], weights: Sequence[float], *, seed: int = 0, draws: int = DRAWS, confidence: float = 0.95
) -> Interval:
    """Sum of weight x value over sum of weight; every draw is divided by the weights of its own days.

    The same seed draws the same days for every forecaster of a period, so differences of daily values give paired
    intervals. Of fewer than two days, or equal values, drawing can tell nothing: NaN.
    """
    return weighted_mean_interval(values, weights, _path(seed), draws=draws, confidence=confidence)


def published_interval(
    values: Sequence[float], weights: Sequence[float], *, seed: int = 0, draws: int = DRAWS
) -> tuple[float, float]:
    """The interval as published: a forecaster's own days drawn, each draw divided by their fixed weight sum.

    It belongs to another number than the published score, whose denominator is the weight of all days.
    """
    value, weight = np.array(values, dtype=float), np.array(weights, dtype=float)
    times = times_drawn(len(value), _path(seed), draws=draws)
    return percentile_interval(times @ (value * weight) / weight.sum(), TWO_SIGMA)


def _path(seed: int) -> SeedPath:
    return ("headline", seed)  # the path of `stats.headline`: one run, one interval, wherever it is printed
