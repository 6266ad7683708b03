"""Accuracy cluster by cluster: what every agent solves, what none does, what tells them apart."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from mesocosm.stats.episode import Episode, cluster_of, counted, item_shares
from mesocosm.stats.runs import Runs
from mesocosm.stats.summary import known, mean, spread
from mesocosm.types import Record


class ClusterRow(Record):
    """One cluster across runs. A run without the cluster is NaN and in none of the four summaries."""

    cluster: str
    items: int
    accuracy: dict[str, float]
    """Run to accuracy."""
    low: float
    high: float
    mean: float
    spread: float


def cluster_accuracy(episodes: Iterable[Episode]) -> dict[str, float]:
    """Cluster to the mean over its items of their share of right episodes."""
    found = list(episodes)
    cluster = {episode.item: cluster_of(episode) for episode in counted(found)}
    shares: dict[str, list[float]] = defaultdict(list)
    for item, share in item_shares(found).items():
        shares[cluster[item]].append(share)
    return {name: math.fsum(shares[name]) / len(shares[name]) for name in sorted(shares)}


def all_correct(episodes: Iterable[Episode]) -> list[str]:
    """The clusters of which every counted episode is right."""
    return [name for name, share in cluster_accuracy(episodes).items() if share == 1]


def all_wrong(episodes: Iterable[Episode]) -> list[str]:
    """The clusters of which no counted episode is right."""
    return [name for name, share in cluster_accuracy(episodes).items() if share == 0]


def cluster_grid(runs: Runs) -> tuple[ClusterRow, ...]:
    """A row for each cluster: the accuracy of every run, extremes, mean and spread (PHREEQC-MCQ-200, Table 18)."""
    found = {name: cluster_accuracy(own) for name, own in runs.items()}
    items: dict[str, set[str]] = defaultdict(set)
    for episode in counted(one for own in runs.values() for one in own):
        items[cluster_of(episode)].add(episode.item)
    return tuple(
        _row(cluster, len(items[cluster]), {name: found[name].get(cluster, math.nan) for name in runs})
        for cluster in sorted(items)
    )


def _row(cluster: str, items: int, accuracy: dict[str, float]) -> ClusterRow:
    there = known(accuracy.values())
    return ClusterRow(
        cluster=cluster,
        items=items,
        accuracy=accuracy,
        low=min(there, default=math.nan),
        high=max(there, default=math.nan),
        mean=mean(there),
        spread=spread(there),
    )
