"""Comparing a number with its truth."""

from __future__ import annotations

import math


def relative_error(value: float, truth: float) -> float:
    """|value - truth| / |truth|; NaN where the truth is zero or either is not finite."""
    if truth == 0 or not math.isfinite(value) or not math.isfinite(truth):
        return math.nan
    return abs(value - truth) / abs(truth)


def within(value: float, truth: float, *, tolerance: float) -> bool:
    """Whether the relative error is at most `tolerance`, the bound included."""
    error = relative_error(value, truth)
    return error <= tolerance  # NaN compares false
