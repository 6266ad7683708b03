"""How long episodes are, and how they end when they fail."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable

from mesocosm.stats.episode import Episode, counted, wrong
from mesocosm.stats.proportion import Proportion, episode_accuracy, wilson
from mesocosm.stats.summary import mean, median
from mesocosm.types import Record

FIRST_STEPS = (0, 5, 8, 12, 16, 20, 25)
"""Where each bucket begins: those of PHREEQC-MCQ-200, Table 28, and one below and above them."""


class StepBucket(Record):
    """The episodes of one bucket of lengths; `last` is None in the open one at the end."""

    first: int
    last: int | None
    accuracy: Proportion


class FailedSteps(Record):
    """The lengths of the wrong episodes of a run."""

    n: int
    median: float
    mean: float
    overall_median: float
    """Of all counted episodes, right ones too."""
    ceiling: Proportion
    """Wrong episodes that used their whole budget of steps, among those that have one."""


def step_buckets(episodes: Iterable[Episode], *, firsts: tuple[int, ...] = FIRST_STEPS) -> tuple[StepBucket, ...]:
    """Accuracy over the counted episodes of each length (PHREEQC-MCQ-200, Table 28)."""
    if not firsts or firsts[0] != 0 or list(firsts) != sorted(set(firsts)):
        raise ValueError(f"buckets must begin at 0 and rise, got {firsts}")
    known = counted(episodes)
    lasts = [*(first - 1 for first in firsts[1:]), None]
    return tuple(
        StepBucket(
            first=first,
            last=last,
            accuracy=episode_accuracy(one for one in known if bisect_right(firsts, one.steps) - 1 == place),
        )
        for place, (first, last) in enumerate(zip(firsts, lasts, strict=True))
    )


def failed_steps(episodes: Iterable[Episode]) -> FailedSteps:
    """How long the wrong episodes are, and how many reach the ceiling (PHREEQC-MCQ-200, Table 29)."""
    known = counted(episodes)
    failed = wrong(known)
    limited = [(one.steps, one.step_limit) for one in failed if one.step_limit is not None]
    return FailedSteps(
        n=len(failed),
        median=median(one.steps for one in failed),
        mean=mean(one.steps for one in failed),
        overall_median=median(one.steps for one in known),
        ceiling=wilson(sum(steps >= limit for steps, limit in limited), len(limited)),
    )


def bucket_name(bucket: StepBucket) -> str:
    """`5–7`, or `25+` for the open one."""
    return f"{bucket.first}+" if bucket.last is None else f"{bucket.first}–{bucket.last}"


def steps_taken(episodes: Iterable[Episode], *, correct: bool) -> dict[int, int]:
    """Number of steps to how many right (or wrong) episodes took as many."""
    taken = [one.steps for one in counted(episodes) if one.correct is correct]
    return {steps: taken.count(steps) for steps in sorted(set(taken))}


def ceiling_of(episodes: Iterable[Episode]) -> float:
    """The budget of steps where all episodes share one, else NaN."""
    limits = {one.step_limit for one in counted(episodes)}
    [limit] = limits if len(limits) == 1 else [None]
    return math.nan if limit is None else float(limit)
