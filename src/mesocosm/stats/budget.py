"""How many items an agent would get right with so many tokens and no more."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from mesocosm.stats.episode import Episode, by_item, counted
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.summary import median
from mesocosm.types import Record


class Rung(Record):
    """A budget, and the items that were right within it."""

    tokens: int
    within: Proportion


class TokenBudget(Record):
    """A run up a ladder of budgets."""

    rungs: tuple[Rung, ...]
    right_median: float
    """Tokens of the right episodes."""
    wrong_median: float
    right: int
    wrong: int


def ladder(smallest: int, largest: int) -> tuple[int, ...]:
    """1, 2, 5, 10, 20, 50, ...: from the last one that is not above `smallest` to the first not below `largest`."""
    if not 1 <= smallest <= largest:
        raise ValueError(f"a ladder needs 1 <= smallest <= largest, got {smallest} and {largest}")
    steps = [first * 10**power for power in range(len(str(largest)) + 1) for first in (1, 2, 5)]
    start = max(step for step in steps if step <= smallest)
    rungs = list(itertools.takewhile(lambda step: step < largest, steps))
    return tuple(step for step in (*rungs, steps[len(rungs)]) if step >= start)


def budgets(episodes: Iterable[Episode]) -> tuple[int, ...]:
    """The ladder that holds every counted episode that spent tokens; empty where none did."""
    spent = [one.tokens for one in counted(episodes) if one.tokens]
    return ladder(min(spent), max(spent)) if spent else ()


def token_budget(episodes: Iterable[Episode], rungs: Sequence[int]) -> TokenBudget:
    """Accuracy by the tokens allowed (compare AtmosSci-Bench, Figure 3), read off finished episodes.

    An episode is right within a budget when it is right and spent no more. Of several epochs an item counts with its
    share of such episodes. An agent cut off there would have reached this; one that knows its limit might hurry and
    reach more.
    """
    known = counted(episodes)
    items = list(by_item(known).values())
    return TokenBudget(
        rungs=tuple(Rung(tokens=rung, within=_within(items, rung)) for rung in rungs),
        right_median=median(one.tokens for one in known if one.correct),
        wrong_median=median(one.tokens for one in known if not one.correct),
        right=sum(one.correct is True for one in known),
        wrong=sum(one.correct is False for one in known),
    )


def _within(items: Sequence[Sequence[Episode]], rung: int) -> Proportion:
    shares = [sum(one.correct is True and one.tokens <= rung for one in own) / len(own) for own in items]
    return wilson(math.fsum(shares), len(shares))
