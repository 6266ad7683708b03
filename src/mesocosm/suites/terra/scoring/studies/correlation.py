"""Correlations: of numbers (Pearson), and of ranks (Spearman)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from mesocosm.suites.terra.scoring.process import PROCESS_METRICS
from mesocosm.suites.terra.scoring.studies.results import Rows

OUTCOMES = ("NumScore", "Hit@tol")
LEAST = 3
"""Least number of pairs for a correlation."""


def pearson(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the correlation of pairs; NaN with fewer than three, or if one side does not vary."""
    if len(first) < LEAST:
        return math.nan
    mine, theirs = _centre(first), _centre(second)
    spread = math.sqrt(math.fsum(value**2 for value in mine) * math.fsum(value**2 for value in theirs))
    if spread < 1e-12:
        return math.nan
    return math.fsum(left * right for left, right in zip(mine, theirs, strict=True)) / spread


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the correlation of ranks; equal values share the mean of their ranks."""
    return pearson(ranks(first), ranks(second))


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1; values that differ by rounding alone are equal."""
    rounded = [round(value, 12) for value in values]
    ordered = sorted(rounded)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value) + 1) / 2 for value in rounded]


def _centre(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / len(values)
    return [value - mean for value in values]


def process_outcome(agents: Mapping[str, Rows]) -> dict[str, dict[str, float]]:
    """Return process metric to its correlation with each outcome, over all items of all agents together."""
    rows = [row for own in agents.values() for row in own.values()]
    return {
        metric: {outcome: _over(rows, metric, outcome) for outcome in OUTCOMES}
        for metric in (*PROCESS_METRICS, "Process", "Provenance")
    }


def _over(rows: Sequence[Mapping[str, float]], metric: str, outcome: str) -> float:
    pairs = [(row.get(metric, math.nan), row.get(outcome, math.nan)) for row in rows]
    known = [pair for pair in pairs if not any(map(math.isnan, pair))]
    return pearson([pair[0] for pair in known], [pair[1] for pair in known])
