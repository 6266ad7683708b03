"""Compare a number with its truth."""

from __future__ import annotations

import cmath
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


def apart_at_most(value: complex, truth: complex, allowed: float) -> bool:
    """Whether two numbers differ by at most `allowed`; a number that is not finite is near no other.

    A comparison alone is not enough: a tolerance relative to the larger of two numbers is infinite for an infinite
    answer, and infinity is at most infinity.
    """
    return all(cmath.isfinite(number) for number in (value, truth, allowed)) and _distance(value, truth) <= allowed


def _distance(one: complex, other: complex) -> float:
    try:
        return abs(one - other)
    except OverflowError:  # the size of a complex number with finite parts may be infinite
        return math.inf
