"""Test whether radar backscatter separates open water from land, which a threshold alone does not show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.imagery.surfaces import OTSU_BINS, Values, otsu

LEAST_SEPARATION = 2.0
"""Ashman's D from which two classes count as separate (Ashman, Bird and Zepf 1994, Astronomical Journal 108, 2348)."""
LEAST_SHARE = 0.01
"""Least share of pixels in the smaller class."""
HIGHEST_DB = {"VV": -14.0, "VH": -20.0}
"""Highest threshold between calm water and land, in dB at C band; for HH and HV likewise."""
STEPS, LEAST_SPREAD_BINS = 300, 0.5


@dataclass(frozen=True)
class WaterThreshold:
    """Otsu's threshold, and how well it separates water from land."""

    decibels: float
    separation: float
    """Ashman's D = √2 |μ₁ - μ₂| / √(σ₁² + σ₂²) of the two normal distributions that fit best."""
    share: float
    """Share of the smaller of the two."""
    highest_db: float

    @property
    def doubts(self) -> tuple[str, ...]:
        """Reasons why the threshold does not separate water from land; empty if it does."""
        reasons = (
            (self.decibels > self.highest_db, f"it lies above {self.highest_db:g} dB, where land begins"),
            (self.separation < LEAST_SEPARATION, f"the classes overlap: D {self.separation:.2f}, at least 2 is needed"),
            (self.share < LEAST_SHARE, f"the smaller class has {self.share:.2%} of the pixels, at least 1 % is needed"),
        )
        return tuple(reason for holds, reason in reasons if holds)


def water_threshold(decibels: Values, band: str) -> WaterThreshold:
    """Compute the threshold of a band of backscatter in decibels, whose name gives the polarisation."""
    crossed = any(name in band.upper() for name in ("VH", "HV"))
    limit = otsu(decibels)
    separation, share = two_classes(decibels, limit)
    return WaterThreshold(limit, separation, share, HIGHEST_DB["VH" if crossed else "VV"])


def two_classes(values: Values, start: float) -> tuple[float, float]:
    """Compute Ashman's D and the smaller share of the best-fitting mixture of two normal distributions.

    The mixture is fitted to the histogram by expectation and maximisation (Dempster, Laird and Rubin 1977), starting at
    a threshold. The two sides of the threshold themselves would not do: those of a single normal distribution have a D
    of 2.6.
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
