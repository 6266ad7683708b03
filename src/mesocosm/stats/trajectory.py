"""What a run takes: time, steps, simulator runs, tokens."""

from __future__ import annotations

from collections.abc import Iterable

from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import tokens_per_correct
from mesocosm.stats.summary import mean, median, percentile
from mesocosm.types import Record


class Trajectory(Record):
    """One run; everything per episode but the failed runs, which are summed."""

    n: int
    seconds_median: float
    seconds_p90: float
    steps_median: float
    steps_mean: float
    runs_median: float
    runs_mean: float
    runs: int
    failed_runs: int
    refused_mean: float
    """Calls that were refused or failed, per episode."""
    tokens_mean: float
    tokens_per_correct: float


def trajectory(episodes: Iterable[Episode]) -> Trajectory:
    """What the counted episodes took (PHREEQC-MCQ-200, Table 27)."""
    known = counted(episodes)
    return Trajectory(
        n=len(known),
        seconds_median=median(one.seconds for one in known),
        seconds_p90=percentile((one.seconds for one in known), rank=90),
        steps_median=median(one.steps for one in known),
        steps_mean=mean(one.steps for one in known),
        runs_median=median(one.runs for one in known),
        runs_mean=mean(one.runs for one in known),
        runs=sum(one.runs for one in known),
        failed_runs=sum(one.failed_runs for one in known),
        refused_mean=mean(sum(failed for _, failed in one.calls) for one in known),
        tokens_mean=mean(one.tokens for one in known),
        tokens_per_correct=tokens_per_correct(known),
    )
