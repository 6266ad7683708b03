"""Agreement of two sequences of labels: which labels, how often, in which order.

The paper's OrderScore is the mean of three (equation 6) and does not say by what each is divided. Ours: Unique is
Jaccard's index, AnyOrder the F1 of multisets, SameOrder the longest common subsequence over the longer length. The
others are options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Literal

Labels = Sequence[Hashable]
SetNorm = Literal["jaccard", "recall", "f1"]
BagNorm = Literal["f1", "recall", "over_max"]
LineNorm = Literal["over_max", "recall", "f1"]


def unique(given: Labels, wanted: Labels, norm: SetNorm = "jaccard") -> float:
    """Return the overlap of the two sets; two empty ones are equal."""
    mine, theirs = set(given), set(wanted)
    return _share(len(mine & theirs), len(mine), len(theirs), len(mine | theirs), norm)


def any_order(given: Labels, wanted: Labels, norm: BagNorm = "f1") -> float:
    """Return the overlap of the two multisets."""
    common = (Counter(given) & Counter(wanted)).total()
    return _share(common, len(given), len(wanted), max(len(given), len(wanted)), norm)


def same_order(given: Labels, wanted: Labels, norm: LineNorm = "over_max") -> float:
    """Return the share of the longest common subsequence."""
    common = longest_common(given, wanted)
    return _share(common, len(given), len(wanted), max(len(given), len(wanted)), norm)


def order_score(given: Labels, wanted: Labels) -> float:
    """Return the mean of Unique, AnyOrder and SameOrder with our normalisers."""
    return (unique(given, wanted) + any_order(given, wanted) + same_order(given, wanted)) / 3


def longest_common(given: Labels, wanted: Labels) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(wanted) + 1)
    for label in given:
        diagonal = 0
        for place, other in enumerate(wanted, start=1):
            above = row[place]
            row[place] = diagonal + 1 if label == other else max(above, row[place - 1])
            diagonal = above
    return row[-1]


def _share(common: int, given: int, wanted: int, whole: int, norm: str) -> float:
    """Divide the common part by the whole, by the wanted part, or by the mean of both; two empty sides agree."""
    if not given and not wanted:
        return 1.0
    if norm == "recall":
        return common / wanted if wanted else 0.0
    return 2 * common / (given + wanted) if norm == "f1" else common / whole
