"""Accuracy cluster by cluster."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from mesocosm.stats.episode import Episode, cluster_of, counted, item_shares


def cluster_accuracy(episodes: Iterable[Episode]) -> dict[str, float]:
    """Return by cluster the mean over its items of their share of right episodes."""
    every = list(episodes)
    cluster = {episode.item: cluster_of(episode) for episode in counted(every)}
    shares: dict[str, list[float]] = defaultdict(list)
    for item, share in item_shares(every).items():
        shares[cluster[item]].append(share)
    return {name: math.fsum(shares[name]) / len(shares[name]) for name in sorted(shares)}
