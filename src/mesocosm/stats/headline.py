"""The headline of a run: the score that its suite announces, with that score's interval.

A suite's card names the metric that weights the items (`weight`); without one all items count alike. Every place that
prints a run's score (tables, pages, `--json`, Inspect's metrics, a suite's own report) takes it from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mesocosm.stats.bootstrap import Interval, weighted_mean_interval, weighted_mean_intervals


def headline(scores: Mapping[str, float], weights: Mapping[str, float]) -> Interval:
    """Return the weighted mean over items, and its 95 % confidence interval by resampling items.

    Args:
        scores: Score by item, the mean of its epochs.
        weights: Weight by item; all positive.
    """
    items = sorted(scores)  # fixed order, because the draws depend on it
    return weighted_mean_interval([scores[item] for item in items], [weights[item] for item in items], ("headline", 0))


def headline_differences(
    pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]],
    weights: Mapping[str, float],
    *,
    confidences: Sequence[float] = (0.95,),
) -> list[tuple[Interval, ...]]:
    """Return for each pair of runs the first headline less the second, over the items that both have.

    Items are resampled with both of their scores. Pairs over the same items are resampled together.

    Args:
        pairs: Scores by item of the judged run and of the run it is compared with.
        weights: Weight by item.
        confidences: Confidence of each of the intervals of a pair.
    """
    common = [tuple(sorted(first.keys() & second.keys())) for first, second in pairs]
    found: dict[int, tuple[Interval, ...]] = {}
    for items in dict.fromkeys(common):
        places = [place for place, own in enumerate(common) if own == items]
        columns = [[pairs[place][0][item] - pairs[place][1][item] for item in items] for place in places]
        intervals = weighted_mean_intervals(
            columns, [weights[item] for item in items], ("headline", 0), confidences=confidences
        )
        found |= dict(zip(places, intervals, strict=True))
    return [found[place] for place in range(len(pairs))]
