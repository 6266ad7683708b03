"""Confidence intervals by the bootstrap: units are drawn with replacement, as many as there are, and each draw has a
mean.

A unit is what succeeds and fails together: a day, or the items of one cluster. Percentile intervals: Efron and
Tibshirani (1993), An Introduction to the Bootstrap, Section 13.3.
"""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mesocosm.seeding import generator
from mesocosm.stats.episode import Episode, by_item, cluster_of, item_shares
from mesocosm.types import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWS = 10_000
SeedPath = tuple[str | int, ...]
"""Seed of the generator of the draws: the same path draws the same units."""

MOST_KEPT = 2_000_000
"""Units times draws up to which draws are cached: 16 MB."""
ALIKE = 1e-12
"""Largest difference that counts as rounding; resampling equal values gives no information."""


class Interval(NamedTuple):
    """A value with its confidence interval (bootstrap percentiles)."""

    value: float
    low: float
    high: float


class ClusterInterval(Record):
    """A mean over clusters and a mean over items, each with its percentile interval.

    If all clusters agree, or there is only one, resampling cannot estimate the uncertainty of the mean: the interval is
    NaN.
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
"""The result for no items: all NaN."""


class Resampled(NamedTuple):
    """Means over all clusters, and over the clusters of every draw."""

    clusters: int
    items: int
    mean: float
    item_mean: float
    means: NDArray[np.float64]
    item_means: NDArray[np.float64]
    alike: bool
    """Whether all clusters agree."""


def times_drawn(units: int, path: SeedPath, *, draws: int = DRAWS) -> NDArray[np.int64]:
    """Return how often each unit occurs in each draw, one row per draw; read-only, because callers share the array."""
    return _kept_draws(units, path, draws) if units * draws <= MOST_KEPT else _draw(units, path, draws)


@functools.lru_cache(maxsize=4)
def _kept_draws(units: int, path: SeedPath, draws: int) -> NDArray[np.int64]:
    """Return cached draws: runs over the same items are resampled one after another with the same draws."""
    times = _draw(units, path, draws)
    times.flags.writeable = False
    return times


def _draw(units: int, path: SeedPath, draws: int) -> NDArray[np.int64]:
    import numpy as np

    return generator(*path).multinomial(units, np.full(units, 1 / units), size=draws)


def percentile_interval(samples: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    """Return the bounds of the middle part of the drawn values."""
    import numpy as np

    low, high = np.percentile(samples, [50 * (1 - confidence), 50 * (1 + confidence)])
    return float(low), float(high)


def weighted_mean_interval(
    values: Sequence[float], weights: Sequence[float], path: SeedPath, *, draws: int = DRAWS, confidence: float = 0.95
) -> Interval:
    """Return the weighted mean with its interval; every draw is divided by the weights of its own units.

    Without units all is NaN. With a single unit, or equal values, resampling cannot estimate the uncertainty: then only
    the
    interval is NaN.
    """
    [[interval]] = weighted_mean_intervals([values], weights, path, draws=draws, confidences=[confidence])
    return interval


def weighted_mean_intervals(
    columns: Sequence[Sequence[float]], weights: Sequence[float], path: SeedPath, *, draws: int = DRAWS,
    confidences: Sequence[float] = (0.95,),
) -> list[tuple[Interval, ...]]:  # fmt: skip
    """Return weighted means of several values of the same units, each with one interval per confidence, from the same
    draws.
    """
    import numpy as np

    unknown = Interval(math.nan, math.nan, math.nan)
    if not len(weights):
        return [(unknown,) * len(confidences) for _ in columns]
    weight = np.array(weights, dtype=float)
    values = [np.array(column, dtype=float) for column in columns]
    means = [float(value @ weight / weight.sum()) for value in values]
    alike = [bool(np.ptp(value) <= ALIKE) for value in values]
    times = None if all(alike) else times_drawn(len(weight), path, draws=draws).astype(float)
    found = []
    for value, mean, is_alike in zip(values, means, alike, strict=True):
        if is_alike or times is None:
            found.append((unknown._replace(value=mean),) * len(confidences))
            continue
        drawn = (times @ (value * weight)) / (times @ weight)
        found.append(tuple(Interval(mean, *percentile_interval(drawn, sure)) for sure in confidences))
    return found


def cluster_bootstrap(
    episodes: Iterable[Episode], *, seed: int = 0, draws: int = DRAWS, confidence: float = 0.95
) -> ClusterInterval:
    """Return accuracy with the interval of resampled clusters (PHREEQC-MCQ-200, Table 17 and Appendix E.3).

    A cluster's accuracy is the mean of its items' shares.
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
    """Return a run's accuracy less the baseline's over their common items, with the same resampled clusters."""
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
    """Return the accuracy over some items less that over items of other clusters, each resampled on its own.

    If the clusters of one side all agree the interval is NaN: its mean would look certain, which it is not.
    """
    sides = []
    for place, side in enumerate((list(first), list(second))):
        path = ("stats", "unpaired_cluster_bootstrap", seed, place)
        sides.append(_resample(_clusters(side), item_shares(side), path=path, draws=draws))
    mine, theirs = sides
    if mine is None or theirs is None:
        return BLANK
    return _summary(
        Resampled(
            clusters=mine.clusters + theirs.clusters,
            items=mine.items + theirs.items,
            mean=mine.mean - theirs.mean,
            item_mean=mine.item_mean - theirs.item_mean,
            means=mine.means - theirs.means,
            item_means=mine.item_means - theirs.item_means,
            alike=mine.alike or theirs.alike,
        ),
        confidence,
    )


def _clusters(episodes: Iterable[Episode]) -> dict[str, str]:
    return {item: cluster_of(of_item[0]) for item, of_item in by_item(episodes).items()}


def _interval(
    cluster: Mapping[str, str], values: Mapping[str, float], *, seed: int, draws: int, confidence: float
) -> ClusterInterval:
    resampled = _resample(cluster, values, path=("stats", "cluster_bootstrap", seed), draws=draws)
    return BLANK if resampled is None else _summary(resampled, confidence)


def _resample(
    cluster: Mapping[str, str], values: Mapping[str, float], *, path: SeedPath, draws: int
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
    times = times_drawn(count, path, draws=draws)
    return Resampled(
        clusters=count,
        items=len(values),
        mean=float((sums / sizes).mean()),
        item_mean=float(sums.sum() / sizes.sum()),
        means=times @ (sums / sizes) / count,
        item_means=(times @ sums) / (times @ sizes),
        alike=bool(np.ptp(sums / sizes) <= ALIKE),
    )


def _summary(resampled: Resampled, confidence: float) -> ClusterInterval:
    unknown = math.nan, math.nan
    low, high = unknown if resampled.alike else percentile_interval(resampled.means, confidence)
    item_low, item_high = unknown if resampled.alike else percentile_interval(resampled.item_means, confidence)
    return ClusterInterval(
        clusters=resampled.clusters,
        items=resampled.items,
        mean=resampled.mean,
        low=low,
        high=high,
        item_mean=resampled.item_mean,
        item_low=item_low,
        item_high=item_high,
    )
