"""Pass@k, self-consistency, and the cost of attempts, for items tried several times."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from mesocosm.stats.bootstrap import Interval, weighted_mean_intervals
from mesocosm.stats.summary import mean
from mesocosm.types import Record

DRAWS = 1_000
"""Draws of the bootstrap over items, as published for EO-Gym (Appendix C.3.1)."""


class Attempt(Record):
    """One attempt at an item."""

    right: bool
    reading: str = ""
    """The answer in normalised spelling; empty if it has no reading, and so no vote."""
    calls: int = 0
    illegal: int = 0
    """Calls that returned nothing, or an error."""
    exact: bool = False
    in_order: bool = False
    any_order: bool = False


Attempts = Mapping[str, Sequence[Attempt]]
"""Attempts by item, in order."""


def pass_at(k: int, *, n: int, right: int) -> float:
    """Return the chance that k of n attempts, drawn without replacement, include a right one; NaN with fewer than k
    attempts.

    1 - C(n-c, k) / C(n, k), the unbiased estimator: Chen et al. (2021), Evaluating Large Language Models Trained on
    Code, Equation 1.
    """
    if not 0 <= right <= n or k < 1:
        raise ValueError(f"right must lie in [0, {n}] and k be positive, got {right} and {k}")
    return 1.0 - math.comb(n - right, k) / math.comb(n, k) if k <= n else math.nan


def passed_within(k: int, attempts: Sequence[bool]) -> float:
    """Return whether one of the first k attempts is right, where sampling stopped at the first right one.

    EO-Gym, Appendix C.3.1: such an item passes for every larger k. NaN if it was given up before k attempts.
    """
    if any(attempts[:k]):
        return 1.0
    return 0.0 if len(attempts) >= k else math.nan


def pass_rates(attempts: Attempts, ks: Sequence[int], *, draws: int = DRAWS) -> dict[int, Interval]:
    """Return Pass@k over items by k, with its 95 % interval by resampling items; items with fewer attempts are left
    out.
    """
    rates = {}
    for k in ks:
        values = [
            pass_at(k, n=len(own), right=sum(attempt.right for attempt in own))
            for _, own in sorted(attempts.items())
            if len(own) >= k
        ]
        [[rates[k]]] = weighted_mean_intervals([values], [1.0] * len(values), ("passk", 0), draws=draws)
    return rates


def majority_is_right(attempts: Sequence[Attempt]) -> bool:
    """Return whether the most common answer is right; of equally common ones, the first counts.

    Self-consistency: Wang et al. (2023). Attempts without a reading have no vote; without any vote it is wrong.
    """
    votes = Counter(attempt.reading for attempt in attempts if attempt.reading)
    if not votes:
        return False
    winner = max(votes, key=lambda reading: votes[reading])  # the first of the most common, since counters keep order
    return next(attempt.right for attempt in attempts if attempt.reading == winner)


def attempts_used(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the attempts up to and including the first right one, or all."""
    first = next((place for place, attempt in enumerate(attempts) if attempt.right), len(attempts))
    return list(attempts[: first + 1])


class Consumed(Record):
    """Diagnostics of a run's consumed attempts: means over items of each item's own rate. NaN without data."""

    items: int
    illegal_rate: float
    """Illegal calls as a share of the calls; items without a call have no rate."""
    call_ratio: float
    """Calls of all consumed attempts over the reference's calls; items without a reference have none."""
    exact: float
    in_order: float
    any_order: float
    attempts: float
    """Consumed attempts per item."""


def over_consumed(attempts: Attempts, reference_calls: Mapping[str, int]) -> Consumed:
    """Compute the diagnostics of EO-Gym (Section 5 and Appendix D.1.1) over consumed trajectories."""
    used = {item: attempts_used(own) for item, own in sorted(attempts.items()) if own}
    calls = {item: sum(attempt.calls for attempt in own) for item, own in used.items()}
    illegal = {item: sum(attempt.illegal for attempt in own) for item, own in used.items()}
    wanted = {item: reference_calls.get(item, 0) for item in used}
    return Consumed(
        items=len(used),
        illegal_rate=mean(illegal[item] / calls[item] for item in used if calls[item]),
        call_ratio=mean(calls[item] / wanted[item] for item in used if wanted[item]),
        exact=mean(mean(attempt.exact for attempt in own) for own in used.values()),
        in_order=mean(mean(attempt.in_order for attempt in own) for own in used.values()),
        any_order=mean(mean(attempt.any_order for attempt in own) for own in used.values()),
        attempts=mean(len(own) for own in used.values()),
    )
