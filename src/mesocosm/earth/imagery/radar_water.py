"""Whether radar backscatter parts into open water and land: a threshold alone parts anything."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.imagery.surfaces import OTSU_BINS, Values, otsu

LEAST_SEPARATION = 2.0
"""Ashman's D from which two classes are told apart (Ashman, Bird and Zepf 1994, Astronomical Journal 108, 2348)."""
LEAST_SHARE = 0.01
"""Of the pixels in the smaller class."""
HIGHEST_DB = {"VV": -14.0, "VH": -20.0}
"""Backscatter above which no threshold between calm water and land lies, at C band; of HH and HV likewise."""
STEPS, LEAST_SPREAD_BINS = 300, 0.5


@dataclass(frozen=True)
class WaterThreshold:
    """Otsu's threshold, and how well it parts water from land."""

    decibels: float
    separation: float
    """Ashman's D = √2 |μ₁ - μ₂| / √(σ₁² + σ₂²) of the two normal distributions that fit best."""
    share: float
    """Of the smaller of the two."""
    highest_db: float

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why it parts no water from land; none where it does."""
        reasons = (
            (self.decibels > self.highest_db, f"it lies above {self.highest_db:g} dB, where land begins"),
            (self.separation < LEAST_SEPARATION, f"the classes overlap: D {self.separation:.2f}, at least 2 is needed"),
            (self.share < LEAST_SHARE, f"the smaller class has {self.share:.2%} of the pixels, at least 1 % is needed"),
        )
        return tuple(reason for holds, reason in reasons if holds)


def water_threshold(decibels: Values, band: str) -> WaterThreshold:
    """The threshold of a band of backscatter in decibels, whose name tells the polarisation."""
    crossed = any(name in band.upper() for name in ("VH", "HV"))
    limit = otsu(decibels)
    separation, share = two_classes(decibels, limit)
    return WaterThreshold(limit, separation, share, HIGHEST_DB["VH" if crossed else "VV"])


def two_classes(values: Values, start: float) -> tuple[float, float]:
    """Ashman's D and the smaller share of the mixture of two normal distributions that fits values best.

    Fitted to their histogram by expectation and maximisation (Dempster, Laird and Rubin 1977), from a threshold on. The
    two sides of the threshold themselves would not do: those of a single normal distribution have a D of 2.6.
    """
    known = values[np.isfinite(values)]
    counts, edges = np.histogram(known, OTSU_BINS)
    middles, width = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    member = np.stack([middles < start, middles >= start]).astype(float)
    shares, means, variances = np.ones(2), np.zeros(2), np.ones(2)
    for _ in range(STEPS):
        weights = member * counts
        sums = np.maximum(weights.sum(axis=1), 1e-9)
        shares, means = sums / sums.sum(), (weights @ middles) / sums
        squares = (middles - means[:, None]) ** 2
        variances = np.maximum((weights * squares).sum(axis=1) / sums, (LEAST_SPREAD_BINS * width) ** 2)
        logs = np.log(shares / np.sqrt(variances))[:, None] - squares / variances[:, None] / 2
        member = np.exp(logs - np.logaddexp(logs[0], logs[1]))
    separation = np.sqrt(2.0) * abs(means[1] - means[0]) / np.sqrt(variances.sum())
    return float(separation), float(shares.min())
