"""Intervals that respect clusters: items of one scenario succeed and fail together."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mesocosm.seeding import generator
from mesocosm.stats.episode import Episode, by_item, cluster_of, item_shares
from mesocosm.types import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

DRAWS = 10_000


class ClusterInterval(Record):
    """A mean over clusters and one over items, each with its percentile interval.

    Where all clusters agree, or there is one only, resampling cannot tell how sure the mean is: the interval is NaN.
    """

    clusters: int
    items: int
    mean: float
    """Every cluster counts once, as published."""
    low: float
    high: float
    item_mean: float
    """Every item counts once."""
    item_low: float
    item_high: float


def cluster_bootstrap(
    episodes: Iterable[Episode], *, seed: int = 0, draws: int = DRAWS, confidence: float = 0.95
) -> ClusterInterval:
    """Accuracy with the interval of resampled clusters (PHREEQC-MCQ-200, Table 17 and Appendix E.3).

    Clusters are drawn with replacement, as many as there are; a cluster's accuracy is the mean of its items' shares.
    Percentile interval: Efron and Tibshirani (1993), An Introduction to the Bootstrap, Section 13.3.
    """
    known = list(episodes)
    return _interval(_clusters(known), item_shares(known), seed=seed, draws=draws, confidence=confidence)


def paired_cluster_bootstrap(
    run: Iterable[Episode],
    baseline: Iterable[Episode],
    *,
    seed: int = 0,
    draws: int = DRAWS,
    confidence: float = 0.95,
) -> ClusterInterval:
    """Accuracy of a run less that of a baseline over their common items; both see the same resampled clusters."""
    now, before = list(run), list(baseline)
    mine, theirs = item_shares(now), item_shares(before)
    differences = {item: mine[item] - theirs[item] for item in mine.keys() & theirs.keys()}
    return _interval(_clusters(now), differences, seed=seed, draws=draws, confidence=confidence)


def _clusters(episodes: Iterable[Episode]) -> dict[str, str]:
    return {item: cluster_of(own[0]) for item, own in by_item(episodes).items()}


def _interval(
    cluster: Mapping[str, str], values: Mapping[str, float], *, seed: int, draws: int, confidence: float
) -> ClusterInterval:
    import numpy as np

    grouped: dict[str, list[float]] = defaultdict(list)
    for item in sorted(values):
        grouped[cluster[item]].append(values[item])
    sums = np.array([math.fsum(grouped[name]) for name in sorted(grouped)])
    sizes = np.array([len(grouped[name]) for name in sorted(grouped)], dtype=float)
    count = len(grouped)
    if not count:
        blank = math.nan
        return ClusterInterval(
            clusters=0, items=0, mean=blank, low=blank, high=blank, item_mean=blank, item_low=blank, item_high=blank
        )
    times = generator("stats", "cluster_bootstrap", seed).multinomial(count, np.full(count, 1 / count), size=draws)
    low, high = _percentiles(times @ (sums / sizes) / count, confidence)
    item_low, item_high = _percentiles((times @ sums) / (times @ sizes), confidence)
    if np.ptp(sums / sizes) == 0:
        low = high = item_low = item_high = math.nan
    return ClusterInterval(
        clusters=count,
        items=len(values),
        mean=float((sums / sizes).mean()),
        low=low,
        high=high,
        item_mean=float(sums.sum() / sizes.sum()),
        item_low=item_low,
        item_high=item_high,
    )


def _percentiles(samples: NDArray[Any], confidence: float) -> tuple[float, float]:
    import numpy as np

    low, high = np.percentile(samples, [50 * (1 - confidence), 50 * (1 + confidence)])
    return float(low), float(high)
