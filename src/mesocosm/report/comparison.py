"""Pairwise comparison of the runs of one suite, item by item: which is ahead, how certain that is, gains and losses.

The difference is that of the headline, over the items that both runs have, and its interval is resampled from the
differences of these items: a hard item is hard for both. With multiple comparisons, some intervals miss the truth by
chance. The correction: a pair counts as decided (significant) only if the interval widened for all of them (Bonferroni)
excludes zero. A few items never decide: resampling k items that all differ in the same direction would call it certain,
although k coins all fall alike with probability 2^(1-k).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal

from mesocosm.report.number_format import NO_DATA, format_signed
from mesocosm.report.results import ResultRow, item_means, item_weights
from mesocosm.stats.bootstrap import ALIKE, Interval
from mesocosm.stats.change import Change, tally
from mesocosm.stats.headline import headline_differences
from mesocosm.types import Record

CONFIDENCE = 0.95
Scores = Mapping[str, float]
"""Score of each item, the mean of its epochs."""
Verdict = Literal["ahead", "behind", "perhaps ahead", "perhaps behind", "not decided", "the same", "not comparable"]


class Comparison(Record):
    """A run minus another, over the items that both have."""

    first: str
    second: str
    items: int
    differing: int
    """Number of items on which the two have different scores."""
    value: float
    """Score of the first minus that of the second, items weighted as in the headline."""
    low: float
    high: float
    """Limits (`low`, `high`) of the 95 % interval of `value`; NaN if every item differs equally."""
    wide_low: float
    wide_high: float
    """Limits (`wide_low`, `wide_high`) of the interval widened for all comparisons."""
    comparisons: int
    change: Change
    """Items that the first solves against those that the second solves."""

    @property
    def verdict(self) -> Verdict:
        """Which run is ahead, as far as the intervals show."""
        if not self.items:
            return "not comparable"
        if math.isnan(self.low):
            return "the same" if self.value == 0 else "not decided"
        if (self.wide_low > 0 or self.wide_high < 0) and self.can_decide(self.comparisons):
            return "ahead" if self.value > 0 else "behind"
        if (self.low > 0 or self.high < 0) and self.can_decide(1):
            return "perhaps ahead" if self.value > 0 else "perhaps behind"
        return "not decided"

    def can_decide(self, comparisons: int) -> bool:
        """Return whether so many items could decide at all, by the two-sided sign test over those that differ."""
        return 2.0 ** (1 - self.differing) <= (1 - CONFIDENCE) / comparisons

    def turned(self) -> Comparison:
        """Return the second run minus the first."""
        kept, gained, lost, wrong = (getattr(self.change, name) for name in ("kept", "lost", "gained", "both_wrong"))
        return self.model_copy(
            update={
                "first": self.second,
                "second": self.first,
                "value": -self.value,
                "low": -self.high,
                "high": -self.low,
                "wide_low": -self.wide_high,
                "wide_high": -self.wide_low,
                "change": tally(kept=kept, gained=gained, lost=lost, both_wrong=wrong),
            }
        )

    @property
    def difference(self) -> str:
        """Difference and its interval in words."""
        if math.isnan(self.low):
            return format_signed(self.value) if self.items else NO_DATA
        return f"{format_signed(self.value)} [{format_signed(self.low)}, {format_signed(self.high)}]"


def compare_all(runs: Mapping[str, ResultRow]) -> list[Comparison]:
    """Compare every pair; the first of each pair comes before the second in the order given."""
    pairs = list(combinations(runs, 2))
    scores = {name: item_means(row.samples, "score") for name, row in runs.items()}
    solved = {name: solved_items(row) for name, row in runs.items()}
    weights = item_weights([sample for row in runs.values() for sample in row.samples])
    confidences = (CONFIDENCE, 1 - (1 - CONFIDENCE) / max(len(pairs), 1))
    drawn = headline_differences(
        [(scores[first], scores[second]) for first, second in pairs], weights, confidences=confidences
    )
    return [
        _comparison(
            pair, (scores[pair[0]], scores[pair[1]]), intervals, len(pairs), _change(*(solved[one] for one in pair))
        )
        for pair, intervals in zip(pairs, drawn, strict=True)
    ]


def _comparison(
    names: tuple[str, str], scores: tuple[Scores, Scores], intervals: Sequence[Interval], pairs: int, change: Change
) -> Comparison:
    (first, second), (own, wide) = scores, intervals
    common = first.keys() & second.keys()
    return Comparison(
        first=names[0],
        second=names[1],
        items=len(common),
        differing=sum(abs(first[item] - second[item]) > ALIKE for item in common),
        value=own.value,
        low=own.low,
        high=own.high,
        wide_low=wide.low,
        wide_high=wide.high,
        comparisons=pairs,
        change=change,
    )


def solved_items(row: ResultRow) -> dict[str, bool]:
    """Return for each item whether more than half of its scored episodes solve it."""
    return {item: share > 0.5 for item, share in item_means(row.samples, "success").items()}


def _change(now: Mapping[str, bool], before: Mapping[str, bool]) -> Change:
    cells = [(before[item], now[item]) for item in now.keys() & before.keys()]
    return tally(
        kept=cells.count((True, True)),
        gained=cells.count((False, True)),
        lost=cells.count((True, False)),
        both_wrong=cells.count((False, False)),
    )


def find(comparisons: Iterable[Comparison], first: str, second: str) -> Comparison | None:
    """Return the comparison of these two in this order, if it was made."""
    return next((one for one in comparisons if (one.first, one.second) == (first, second)), None)


def notes(comparisons: Sequence[Comparison]) -> list[str]:
    """Return sentences that a reader of these differences needs."""
    count = len(comparisons)
    summary = (
        f"{count} comparisons: a pair is decided only where the interval widened for all of them "
        f"({1 - (1 - CONFIDENCE) / count:.2%}) leaves out 0 and enough items differ; “perhaps” where only its own 95 % "
        "interval does."
        if count > 1
        else "One comparison: decided where its 95 % interval leaves out 0 and enough items differ."
    )
    return [
        "Difference of scores over the items both runs have, with its 95 % paired bootstrap interval "
        "(10,000 draws of items, seed 0).",
        summary,
        "Kept, gained and lost count items solved by the first against those solved by the second; "
        "p is the exact McNemar test of gained against lost.",
    ]
