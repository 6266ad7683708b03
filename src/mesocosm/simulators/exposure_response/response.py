"""The calculation: relative risk, attributable fraction and attributable cases."""

from __future__ import annotations

import calendar
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.simulators.exposure_response.functions import ResponseFunction
from mesocosm.simulators.exposure_response.inputs import ExposureResponse

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """Results by row for one value of the relative risk; NaN where the lags need exposures before the series."""

    relative_risk: Floats
    fraction: Floats
    cases: Floats

    @property
    def total(self) -> float:
        """Sum of the cases of all rows that are known."""
        return math.fsum(self.cases[~np.isnan(self.cases)])


def estimate(asked: ExposureResponse, risk: float, expected: Floats) -> Estimate:
    """Compute the attributable cases if the relative risk of the function is `risk`.

    The fraction of cases that would not have come under the counterfactual exposure is (RR - RR0) / RR, and 0 where the
    exposure is not above it (Rothman, Modern Epidemiology, with the observed cases as the base).
    """
    function = asked.response
    exposure = np.array(asked.exposure)
    base = function.threshold if asked.counterfactual is None else asked.counterfactual
    actual = _relative_risk(function, risk, exposure, asked.lag_weights)
    without = _relative_risk(function, risk, np.minimum(exposure, base), asked.lag_weights)
    fraction = (actual - without) / actual
    return Estimate(relative_risk=actual, fraction=fraction, cases=fraction * expected)


def _relative_risk(function: ResponseFunction, risk: float, exposure: Floats, weights: tuple[float, ...]) -> Floats:
    """Return the risk of each row from its own and earlier exposures, weighted by lag."""
    above = np.maximum(exposure - function.threshold, 0) / function.per
    lagged = _lag(above, weights)
    if function.shape == "linear":
        return 1 + (risk - 1) * lagged
    return np.exp(math.log(risk) * lagged)


def _lag(values: Floats, weights: tuple[float, ...]) -> Floats:
    total = np.zeros(len(values))
    for lag, weight in enumerate(weights):
        total[lag:] += weight * values[: len(values) - lag]
    total[: len(weights) - 1] = np.nan
    return total


def expected_cases(asked: ExposureResponse) -> Floats:
    """Return the expected cases of each row: the given counts, or the yearly rate for the row's part of the year."""
    if asked.baseline_cases is not None:
        return np.array(asked.baseline_cases)
    yearly = (asked.baseline_rate_per_100000_year or math.nan) * (asked.population or math.nan) / 100_000
    return yearly * np.array(shares_of_year(asked))


def shares_of_year(asked: ExposureResponse) -> list[float]:
    """Return the part of its year that each row covers, by the calendar: the days of a year add up to 1."""
    shares = []
    for day in asked.date:
        year = 366 if calendar.isleap(day.year) else 365
        days = {"day": 1, "month": calendar.monthrange(day.year, day.month)[1], "year": year}[asked.step]
        shares.append(days / year)
    return shares
