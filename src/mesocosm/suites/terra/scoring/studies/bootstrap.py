"""Uncertainty of a mean over items, and of the difference of two agents over the same items.

Ours draw items with replacement 2,000 times (the paper's B) and give percentiles; the published program draws 200
times from Python's own generator, and reads its bounds from the sorted means without interpolation.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mesocosm.stats.bootstrap import weighted_mean_interval
from mesocosm.suites.terra.scoring.studies.results import Rows, known_values

DRAWS = 2000
SEED = 7


class Mean(NamedTuple):
    """A mean with its 95 % interval over n items; the interval is NaN if all items agree or there is only one."""

    mean: float
    ci_low: float
    ci_high: float
    n: int


def mean_interval(metric: str, rows: Sequence[Mapping[str, float]], *, draws: int = DRAWS, seed: int = SEED) -> Mean:
    """Return the mean of a metric over the rows that have it."""
    return _mean([value for row in rows if not math.isnan(value := row.get(metric, math.nan))], draws, seed)


def difference(first: Rows, second: Rows, metric: str, *, draws: int = DRAWS, seed: int = SEED) -> Mean:
    """Return the paired difference: the mean of the first minus the second, over items that both have."""
    mine, theirs = known_values(first, metric), known_values(second, metric)
    return _mean([mine[item] - theirs[item] for item in sorted(mine.keys() & theirs.keys())], draws, seed)


def _mean(values: list[float], draws: int, seed: int) -> Mean:
    path = ("terra", "bootstrap", seed)
    interval = weighted_mean_interval(values, [1.0] * len(values), path, draws=draws)
    return Mean(interval.value, interval.low, interval.high, len(values))


def public_bootstrap(rows: Sequence[Mapping[str, float]], *, n: int = 200, seed: int = SEED) -> dict[str, Mean]:
    """Compute means as published: one generator for all metrics, in alphabetical order; unpaired."""
    generator = random.Random(seed)
    metric_means: dict[str, Mean] = {}
    for metric in sorted({name for row in rows for name in row}):
        values = [row[metric] for row in rows if metric in row]
        size = len(values)
        means = sorted(sum(generator.choice(values) for _ in range(size)) / size for _ in range(n))
        low, high = means[int(0.025 * (n - 1))], means[int(0.975 * (n - 1))]
        metric_means[metric] = Mean(sum(values) / size, low, high, size)
    return metric_means
