"""Intervals that respect clusters: items of one scenario succeed and fail together."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

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


BLANK = ClusterInterval(
    clusters=0,
    items=0,
    mean=math.nan,
    low=math.nan,
    high=math.nan,
    item_mean=math.nan,
    item_low=math.nan,
    item_high=math.nan,
)
"""Of no item."""


class Resampled(NamedTuple):
    """Means over all clusters, and over every draw of them."""

    clusters: int
    items: int
    mean: float
    item_mean: float
    means: NDArray[Any]
    item_means: NDArray[Any]
    alike: bool
    """Whether all clusters agree."""


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


def unpaired_cluster_bootstrap(
    first: Iterable[Episode],
    second: Iterable[Episode],
    *,
    seed: int = 0,
    draws: int = DRAWS,
    confidence: float = 0.95,
) -> ClusterInterval:
    """Accuracy over some items less that over others of other clusters; the clusters of each are resampled apart.

    Where the clusters of one side all agree the interval is NaN: that side would pass for certain.
    """
    sides = []
    for place, side in enumerate((list(first), list(second))):
        path = ("stats", "unpaired_cluster_bootstrap", seed, place)
        sides.append(_resample(_clusters(side), item_shares(side), path=path, draws=draws))
    one, other = sides
    if one is None or other is None:
        return BLANK
    return _summary(
        Resampled(
            clusters=one.clusters + other.clusters,
            items=one.items + other.items,
            mean=one.mean - other.mean,
            item_mean=one.item_mean - other.item_mean,
            means=one.means - other.means,
            item_means=one.item_means - other.item_means,
            alike=one.alike or other.alike,
        ),
        confidence,
    )


def _clusters(episodes: Iterable[Episode]) -> dict[str, str]:
    return {item: cluster_of(own[0]) for item, own in by_item(episodes).items()}


def _interval(
    cluster: Mapping[str, str], values: Mapping[str, float], *, seed: int, draws: int, confidence: float
) -> ClusterInterval:
    found = _resample(cluster, values, path=("stats", "cluster_bootstrap", seed), draws=draws)
    return BLANK if found is None else _summary(found, confidence)


def _resample(
    cluster: Mapping[str, str], values: Mapping[str, float], *, path: tuple[str | int, ...], draws: int
) -> Resampled | None:
    import numpy as np

    grouped: dict[str, list[float]] = defaultdict(list)
    for item in sorted(values):
        grouped[cluster[item]].append(values[item])
    sums = np.array([math.fsum(grouped[name]) for name in sorted(grouped)])
    sizes = np.array([len(grouped[name]) for name in sorted(grouped)], dtype=float)
    count = len(grouped)
    if not count:
        return None
    times = generator(*path).multinomial(count, np.full(count, 1 / count), size=draws)
    return Resampled(
        clusters=count,
        items=len(values),
        mean=float((sums / sizes).mean()),
        item_mean=float(sums.sum() / sizes.sum()),
        means=times @ (sums / sizes) / count,
        item_means=(times @ sums) / (times @ sizes),
        alike=bool(np.ptp(sums / sizes) == 0),
    )


def _summary(found: Resampled, confidence: float) -> ClusterInterval:
    unknown = math.nan, math.nan
    low, high = unknown if found.alike else _percentiles(found.means, confidence)
    item_low, item_high = unknown if found.alike else _percentiles(found.item_means, confidence)
    return ClusterInterval(
        clusters=found.clusters,
        items=found.items,
        mean=found.mean,
        low=low,
        high=high,
        item_mean=found.item_mean,
        item_low=item_low,
        item_high=item_high,
    )


def _percentiles(samples: NDArray[Any], confidence: float) -> tuple[float, float]:
    import numpy as np

    low, high = np.percentile(samples, [50 * (1 - confidence), 50 * (1 + confidence)])
    return float(low), float(high)
