"""Items that ask for knowledge against items that ask for reasoning."""

from __future__ import annotations

import math
from collections.abc import Iterable

from mesocosm.stats.bootstrap import ClusterInterval, unpaired_cluster_bootstrap
from mesocosm.stats.episode import ITEM_KINDS, Episode
from mesocosm.stats.proportion import Proportion, accuracy
from mesocosm.types import Record


class KindSplit(Record):
    """One run on both kinds of items."""

    knowledge: Proportion
    reasoning: Proportion
    difference: float
    """Accuracy on knowledge less accuracy on reasoning; NaN where either has no item."""
    low: float
    high: float
    """Newcombe's interval, items taken as independent."""
    clustered: ClusterInterval
    """The same difference with the clusters of either kind resampled apart."""


def kind_split(episodes: Iterable[Episode]) -> KindSplit:
    """How much better a run knows than it reasons (AtmosSci-Bench, Table 9); items of neither kind are left out."""
    every = list(episodes)
    knows, reasons = ([one for one in every if one.kind == kind] for kind in ITEM_KINDS)
    knowledge, reasoning = accuracy(knows), accuracy(reasons)
    low, high = newcombe(knowledge, reasoning)
    return KindSplit(
        knowledge=knowledge,
        reasoning=reasoning,
        difference=knowledge.share - reasoning.share,
        low=low,
        high=high,
        clustered=unpaired_cluster_bootstrap(knows, reasons),
    )


def newcombe(first: Proportion, second: Proportion) -> tuple[float, float]:
    """Interval of the difference of two independent shares, from their Wilson intervals; NaN where one has no data.

    Newcombe (1998), Statistics in Medicine 17, 873-890, method 10. Unlike resampling it is honest at 0 and 1.
    """
    difference = first.share - second.share
    below = math.hypot(first.share - first.low, second.high - second.share)
    above = math.hypot(first.high - first.share, second.share - second.low)
    return difference - below, difference + above
