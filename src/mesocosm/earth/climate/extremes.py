"""Return periods from yearly extremes: the generalised extreme value distribution, by L-moments or likelihood."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator

Floats = NDArray[np.float64]
Fit = Literal["L-moments", "maximum likelihood"]
FEWEST_YEARS = 10
SAMPLES = 500
"""Samples of the parametric bootstrap."""
INTERVAL = (5.0, 95.0)
EULER = 0.5772156649015329


@dataclass(frozen=True)
class Gev:
    """Generalised extreme value distribution: F(x) = exp(-(1 + ξ (x - μ) / σ)^(-1/ξ)).

    With ξ > 0 the tail is heavy, with ξ < 0 it has an end.
    """

    location: float
    scale: float
    shape: float

    def level(self, years: float) -> float:
        """Return the value that is exceeded once in `period` years on average."""
        reduced = -math.log1p(-1 / years)
        if abs(self.shape) < 1e-9:
            return self.location - self.scale * math.log(reduced)
        return float(self.location + self.scale * (reduced**-self.shape - 1) / self.shape)

    def period(self, value: float) -> float:
        """Return the mean number of years between exceedances of a value; infinite beyond the end of the tail."""
        inside = 1 + self.shape * (value - self.location) / self.scale
        if abs(self.shape) < 1e-9:
            reduced = math.exp(-(value - self.location) / self.scale)
        elif inside <= 0:
            return 1.0 if self.shape > 0 else math.inf
        else:
            reduced = inside ** (-1 / self.shape)
        exceedance = -math.expm1(-reduced)
        return math.inf if exceedance <= 0 else 1 / exceedance

    def draw(self, uniform: Floats) -> Floats:
        reduced = -np.log(uniform)
        if abs(self.shape) < 1e-9:
            return np.asarray(self.location - self.scale * np.log(reduced))
        return np.asarray(self.location + self.scale * (reduced**-self.shape - 1) / self.shape)


def l_moments(values: Floats) -> tuple[float, float, float]:
    """Compute the first two sample L-moments and the L-skewness (Hosking 1990, J. R. Stat. Soc. B 52, 105-124)."""
    x, n = np.sort(values), len(values)
    rank = np.arange(n)
    b0 = x.mean()
    b1 = (rank * x).sum() / (n * (n - 1))
    b2 = (rank * (rank - 1) * x).sum() / (n * (n - 1) * (n - 2))
    second = 2 * b1 - b0
    return float(b0), float(second), float((6 * b2 - 6 * b1 + b0) / second)


def fit_l_moments(values: Floats) -> Gev:
    """Fit by L-moments: Hosking and Wallis (1997), Regional Frequency Analysis, eqs. A.52-A.53, with k = -ξ."""
    first, second, skewness = l_moments(values)
    c = 2 / (3 + skewness) - math.log(2) / math.log(3)
    k = 7.8590 * c + 2.9554 * c**2
    if abs(k) < 1e-6:
        scale = second / math.log(2)
        return Gev(first - EULER * scale, scale, 0.0)
    gamma = math.gamma(1 + k)
    scale = second * k / (gamma * (1 - 2**-k))
    return Gev(first - scale * (1 - gamma) / k, scale, -k)


def fit_likelihood(values: Floats) -> Gev:
    """Fit by maximum likelihood, with a search that starts from the fit by L-moments."""
    from scipy.stats import genextreme

    start = fit_l_moments(values)
    with np.errstate(all="ignore"):
        shape, location, scale = genextreme.fit(values, -start.shape, loc=start.location, scale=start.scale)
    return Gev(float(location), float(scale), float(-shape))


FITS = {"L-moments": fit_l_moments, "maximum likelihood": fit_likelihood}


def fit_extremes(values: Floats, fit: Fit) -> Gev:
    """Fit the distribution of yearly extremes; refuse too few values, or values that are all equal."""
    known = values[np.isfinite(values)]
    if len(known) < FEWEST_YEARS:
        raise InvalidRecord(f"yearly extremes of at least {FEWEST_YEARS} whole years are needed, got {len(known)}")
    if float(np.ptp(known)) <= 1e-9 * max(1.0, float(np.abs(known).max())):
        raise InvalidRecord("all yearly extremes are the same, so no distribution fits them")
    return FITS[fit](known)


def level_intervals(distribution: Gev, years: int, periods: list[float]) -> list[tuple[float, float]]:
    """Return the 5th and 95th percentile of return levels over samples of as many years, drawn from the distribution.

    Each sample is fitted by L-moments, whatever method fitted the distribution.
    """
    draws = generator("return levels", years).uniform(size=(SAMPLES, years))
    draws = np.clip(draws, 1e-12, 1 - 1e-12)
    levels = [[gev.level(period) for period in periods] for gev in map(fit_l_moments, distribution.draw(draws))]
    low, high = np.percentile(levels, INTERVAL, axis=0)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def trend(values: Floats) -> tuple[float, float]:
    """Compute slope per step and two-sided p of a trend (Mann 1945; Kendall 1975; Sen 1968, J. Am. Stat. Assoc. 63).

    S = Σ sign(x_j - x_i) over j > i; Var S = (n (n - 1)(2n + 5) - Σ t (t - 1)(2t + 5)) / 18 with ties of t values;
    z = (S ∓ 1) / √Var S. Steps without a value are left out. The slope is Sen's.
    """
    at = np.flatnonzero(np.isfinite(values))
    known, n = values[at], len(at)
    first, second = np.triu_indices(n, 1)
    rises = known[second] - known[first]
    total = float(np.sign(rises).sum())
    _, ties = np.unique(known, return_counts=True)
    variance = (n * (n - 1) * (2 * n + 5) - float((ties * (ties - 1) * (2 * ties + 5)).sum())) / 18
    if n < 3 or variance <= 0:
        return math.nan, 1.0
    z = (abs(total) - 1) / math.sqrt(variance) if total else 0.0
    return float(np.median(rises / (at[second] - at[first]))), math.erfc(z / math.sqrt(2))
