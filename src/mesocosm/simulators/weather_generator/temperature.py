"""Temperatures: monthly means, lower on wet days, with deviations that are correlated from day to day.

The deviations of the highest and the lowest temperature follow x(t) = A x(t-1) + B e(t), with the matrices that
Richardson and Wright (1984), WGEN, ARS-8, found for the United States; their column for radiation is left out.
"""

from __future__ import annotations

import math
from datetime import date

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mesocosm.simulators.weather_generator.inputs import SMALLEST_RANGE_C, WeatherGenerator

Floats = NDArray[np.float64]

CARRIED = ((0.567, 0.086), (0.253, 0.504))
NEW = ((0.781, 0.0), (0.328, 0.637))
"""A and B of WGEN, for the highest and the lowest temperature in this order."""
USUAL_DEVIATION_C = 3.0
USUAL_COOLING_C = 2.0
LONG_RUN_DAYS = 200


def daily_temperatures(asked: WeatherGenerator, wet: NDArray[np.bool_], draw: Generator) -> tuple[Floats, Floats]:
    """Draw the lowest and highest temperature of every day, in °C."""
    months = np.repeat(np.arange(len(asked.month)), asked.lengths)
    deviations = _deviations(len(months), draw)
    high = _smooth(asked.tmax_c, asked) + _cooling(asked, wet, months)
    high += deviations[:, 0] * _per_day(asked.tmax_sd_c, months, USUAL_DEVIATION_C)
    low = _smooth(asked.tmin_c, asked) + deviations[:, 1] * _per_day(asked.tmin_sd_c, months, USUAL_DEVIATION_C)
    middle, span = (high + low) / 2, np.maximum(high - low, SMALLEST_RANGE_C)
    if asked.preserve == "exactly":
        middle, span = _match_monthly_means(asked, middle, span)
    return middle - span / 2, middle + span / 2


def _deviations(days: int, draw: Generator) -> Floats:
    """Draw deviations with a standard deviation of 1; the first has the chain's stationary distribution."""
    (high_spread, both, low_spread) = _long_run()
    first, *noise = draw.standard_normal((days + 1, 2)).tolist()
    high = math.sqrt(high_spread) * first[0]
    low = both / math.sqrt(high_spread) * first[0] + math.sqrt(low_spread - both**2 / high_spread) * first[1]
    states = []
    for noise_high, noise_low in noise:
        high, low = (
            CARRIED[0][0] * high + CARRIED[0][1] * low + NEW[0][0] * noise_high,
            CARRIED[1][0] * high + CARRIED[1][1] * low + NEW[1][0] * noise_high + NEW[1][1] * noise_low,
        )
        states.append((high, low))
    return np.array(states) / [math.sqrt(high_spread), math.sqrt(low_spread)]


def _long_run() -> tuple[float, float, float]:
    """Return variances and covariance of the chain's stationary distribution, where C = A C A' + B B'."""
    carried, new = np.array(CARRIED), np.array(NEW)
    covariance = np.eye(2)
    for _ in range(LONG_RUN_DAYS):
        covariance = carried @ covariance @ carried.T + new @ new.T
    return float(covariance[0, 0]), float(covariance[0, 1]), float(covariance[1, 1])


def _cooling(asked: WeatherGenerator, wet: NDArray[np.bool_], months: NDArray[np.int64]) -> Floats:
    """Return temperature shifts that cool wet days and warm dry days, and keep the month's mean."""
    cooling = _per_day(asked.wet_day_cooling_c, months, USUAL_COOLING_C)
    share = np.array(asked.wet_days)[months] / np.array(asked.lengths)[months]
    shifted: Floats = np.where(wet, share - 1, share) * cooling
    return shifted


def _per_day(column: tuple[float, ...] | None, months: NDArray[np.int64], usual: float) -> Floats:
    return np.full(len(months), usual) if column is None else np.array(column)[months]


def _smooth(means: tuple[float, ...], asked: WeatherGenerator) -> Floats:
    """Interpolate between mid-months, then shift every month to its mean."""
    lengths = np.array(asked.lengths)
    ends = np.cumsum(lengths)
    line = np.interp(np.arange(ends[-1]), ends - lengths + (lengths - 1) / 2, means)
    moved: Floats = line + np.repeat(np.array(means) - _monthly_means(line, ends), lengths)
    return moved


def _match_monthly_means(asked: WeatherGenerator, middle: Floats, span: Floats) -> tuple[Floats, Floats]:
    """Shift temperatures and stretch daily ranges so that the means of every month match the inputs."""
    lengths = np.array(asked.lengths)
    ends = np.cumsum(lengths)
    low, high = np.array(asked.tmin_c), np.array(asked.tmax_c)
    middle = middle + np.repeat((low + high) / 2 - _monthly_means(middle, ends), lengths)
    beyond = span - SMALLEST_RANGE_C
    mean = _monthly_means(beyond, ends)
    stretch = np.divide(high - low - SMALLEST_RANGE_C, mean, out=np.zeros(len(mean)), where=mean > 0)
    missing = np.where(mean > 0, 0.0, high - low - SMALLEST_RANGE_C)
    return middle, SMALLEST_RANGE_C + beyond * np.repeat(stretch, lengths) + np.repeat(missing, lengths)


def _monthly_means(values: Floats, ends: NDArray[np.int64]) -> Floats:
    sums = np.add.reduceat(values, np.concatenate([[0], ends[:-1]]))
    means: Floats = sums / np.diff(ends, prepend=0)
    return means


def days_of(asked: WeatherGenerator) -> list[date]:
    """Return all days of the series."""
    first = asked.first_days
    return [day.replace(day=number + 1) for day, n in zip(first, asked.lengths, strict=True) for number in range(n)]
