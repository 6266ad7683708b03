"""Intervals by drawing days again, for the very score that is shown: a weighted mean over drawn days."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mesocosm.seeding import generator

DRAWS = 10_000
TWO_SIGMA = 0.9545
"""The published confidence."""


class Interval(NamedTuple):
    """A value with its percentile interval (Efron and Tibshirani, 1993, Section 13.3)."""

    value: float
    low: float
    high: float


def ratio_interval(
    values: Sequence[float], weights: Sequence[float], *, seed: int = 0, draws: int = DRAWS, confidence: float = 0.95
) -> Interval:
    """Sum of weight x value over sum of weight; every draw is divided by the weights of its own days.

    The same seed draws the same days for every forecaster of a period, so differences of daily values give paired
    intervals. Of fewer than two days, or equal values, drawing can tell nothing: NaN.
    """
    value, weight = np.array(values, dtype=float), np.array(weights, dtype=float)
    if not len(value):
        return Interval(math.nan, math.nan, math.nan)
    mean = float(value @ weight / weight.sum())
    if np.ptp(value) == 0:
        return Interval(mean, math.nan, math.nan)
    times = _times(len(value), seed, draws)
    return Interval(mean, *_percentiles((times @ (value * weight)) / (times @ weight), confidence))


def published_interval(
    values: Sequence[float], weights: Sequence[float], *, seed: int = 0, draws: int = DRAWS
) -> tuple[float, float]:
    """The interval as published: a forecaster's own days drawn, each draw divided by their fixed weight sum.

    It belongs to another number than the published score, whose denominator is the weight of all days.
    """
    value, weight = np.array(values, dtype=float), np.array(weights, dtype=float)
    return _percentiles(_times(len(value), seed, draws) @ (value * weight) / weight.sum(), TWO_SIGMA)


def _times(days: int, seed: int, draws: int) -> NDArray[np.int64]:
    return generator("scoring", "tornadobench", seed).multinomial(days, np.full(days, 1 / days), size=draws)


def _percentiles(samples: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    low, high = np.percentile(samples, [50 * (1 - confidence), 50 * (1 + confidence)])
    return float(low), float(high)
