"""The headline of a run: the score its suite announces, with the interval of that very number.

A suite says on its card which of its metrics weights the items (`weight`); without one all items count alike. Every
place that prints a run's score (tables, pages, `--json`, Inspect's metrics, a suite's own report) takes it from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mesocosm.stats.bootstrap import Interval, weighted_mean_interval, weighted_mean_intervals


def headline(scores: Mapping[str, float], weights: Mapping[str, float]) -> Interval:
    """The weighted mean over items, and its 95 % confidence interval by drawing items again.

    Args:
        scores: Item to its score, the mean of its epochs.
        weights: Item to its weight; all positive.
    """
    items = sorted(scores)  # one order, whoever asks: the draws depend on it
    return weighted_mean_interval([scores[item] for item in items], [weights[item] for item in items], ("headline", 0))


def headline_differences(
    pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]],
    weights: Mapping[str, float],
    *,
    confidences: Sequence[float] = (0.95,),
) -> list[tuple[Interval, ...]]:
    """For each pair of runs the headline of the first less that of the second over the items both have.

    Items are drawn again with both of their scores. Pairs over the same items are drawn together.

    Args:
        pairs: Item to its score, in the run that is judged and in the run it is judged against.
        weights: Item to its weight.
        confidences: How sure each of the intervals of a pair is.
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
