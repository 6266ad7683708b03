"""The headline of a run: the score its suite announces, with the interval of that very number.

A suite says on its card which of its metrics weights the items (`weight`); without one all items count alike. Every
place that prints a run's score (tables, pages, `--json`, Inspect's metrics, a suite's own report) takes it from here.
"""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.stats.bootstrap import Interval, weighted_mean_interval


def headline(scores: Mapping[str, float], weights: Mapping[str, float]) -> Interval:
    """The weighted mean over items, and its 95 % confidence interval by drawing items again.

    Args:
        scores: Item to its score, the mean of its epochs.
        weights: Item to its weight; all positive.
    """
    items = sorted(scores)  # one order, whoever asks: the draws depend on it
    return weighted_mean_interval([scores[item] for item in items], [weights[item] for item in items], ("headline", 0))
