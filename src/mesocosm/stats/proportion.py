"""Shares with their confidence interval, and the cost of a right answer."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist

from mesocosm.stats.episode import Episode, counted, item_shares
from mesocosm.types import Record


class Proportion(Record):
    """A share of `n` with its Wilson confidence interval; all NaN where n is 0."""

    right: float
    """Number of right ones; whole, unless items are judged over several epochs."""
    n: int
    share: float
    low: float
    high: float


def wilson(right: float, n: int, *, confidence: float = 0.95) -> Proportion:
    """Return a share with its Wilson score interval, without continuity correction.

    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), Wilson (1927), JASA 22, 209-212, the same as
    `scipy.stats.binomtest(right, n).proportion_ci(method="wilson")`, which takes whole counts only.
    """
    if not 0 <= right <= n:
        raise ValueError(f"right must lie in [0, {n}], got {right}")
    if n == 0:
        return Proportion(right=0, n=0, share=math.nan, low=math.nan, high=math.nan)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, width = right / n, z * z / n
    middle = share + width / 2
    reach = math.sqrt(share * (1 - share) * width + width * width / 4)
    # At 0 and n one bound is exactly 0 or 1; rounding must not move it past the share.
    low = min(share, max(0.0, (middle - reach) / (1 + width)))
    high = max(share, min(1.0, (middle + reach) / (1 + width)))
    return Proportion(right=right, n=n, share=share, low=low, high=high)


def newcombe(first: Proportion, second: Proportion) -> tuple[float, float]:
    """Return the confidence interval of the difference of two independent shares; NaN if one of them has no data.

    It is computed from their Wilson intervals.

    Newcombe (1998), Statistics in Medicine 17, 873-890, method 10. Unlike resampling it is valid at 0 and 1.
    """
    difference = first.share - second.share
    below = math.hypot(first.share - first.low, second.high - second.share)
    above = math.hypot(first.high - first.share, second.share - second.low)
    return difference - below, difference + above


def accuracy(episodes: Iterable[Episode], *, confidence: float = 0.95) -> Proportion:
    """Return the share of right items among the counted ones.

    The item is the unit: with several epochs it counts with its share of right ones, so that repeating an item does not
    narrow the interval. With one epoch this is the published accuracy (Table 1 of the PHREEQC-MCQ-200 paper).
    """
    shares = item_shares(episodes)
    return wilson(math.fsum(shares.values()), len(shares), confidence=confidence)


def episode_accuracy(episodes: Iterable[Episode], *, confidence: float = 0.95) -> Proportion:
    """Return the share of right episodes among the counted ones, for properties of epochs such as steps or listing
    size.
    """
    known = counted(episodes)
    return wilson(sum(episode.correct is True for episode in known), len(known), confidence=confidence)


def tokens_per_correct(episodes: Iterable[Episode]) -> float:
    """Return all tokens of the counted episodes over the number of right ones; NaN if none is right.

    The published "In tok/correct" (Table 26) with all tokens in place of input tokens.
    """
    known = counted(episodes)
    right = sum(episode.correct is True for episode in known)
    return sum(episode.tokens for episode in known) / right if right else math.nan
