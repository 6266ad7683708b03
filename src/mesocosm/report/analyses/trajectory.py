"""The cost of every run: time, steps, simulator runs, failed runs and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.report.number_format import number, whole
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import tokens_per_correct
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean, median, percentile
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table


class Trajectory(Record):
    """Results of one run; everything is per episode except failed runs, which are summed."""

    n: int
    seconds_median: float
    seconds_p90: float
    steps_median: float
    steps_mean: float
    runs_median: float
    runs_mean: float
    runs: int
    failed_runs: int
    rejected_mean: float
    """Calls that were refused or failed, per episode."""
    tokens_mean: float
    tokens_per_correct: float


class Row(Record):
    """Results of one run."""

    run: str
    trajectory: Trajectory


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    runs = split_runs(episodes)
    return Result(rows=tuple(Row(run=name, trajectory=trajectory(run)) for name, run in runs.items()))


def trajectory(episodes: Iterable[Episode]) -> Trajectory:
    """Compute what the counted episodes took (PHREEQC-MCQ-200, Table 27)."""
    known = counted(episodes)
    return Trajectory(
        n=len(known),
        seconds_median=median(episode.seconds for episode in known),
        seconds_p90=percentile((episode.seconds for episode in known), rank=90),
        steps_median=median(episode.steps for episode in known),
        steps_mean=mean(episode.steps for episode in known),
        runs_median=median(episode.runs for episode in known),
        runs_mean=mean(episode.runs for episode in known),
        runs=sum(episode.runs for episode in known),
        failed_runs=sum(episode.failed_runs for episode in known),
        rejected_mean=mean(sum(failed for _, failed in episode.calls) for episode in known),
        tokens_mean=mean(episode.tokens for episode in known),
        tokens_per_correct=tokens_per_correct(known),
    )


def table(result: Result) -> Table:
    """Make a table with runs as rows."""
    headings = (
        "episodes",
        "seconds median",
        "p90",
        "steps median",
        "mean",
        "runs median",
        "mean",
        "failed runs",
        "rejected calls",
        "tokens",
        "tokens/correct",
    )
    caption = "per episode; runs are calls of a simulator, failed runs are summed over the run"
    return make_table("Trajectories", ("run",), headings, (_cells(row) for row in result.rows), caption)


def _cells(row: Row) -> list[str]:
    taken = row.trajectory
    middle = (
        taken.seconds_median,
        taken.seconds_p90,
        taken.steps_median,
        taken.steps_mean,
        taken.runs_median,
        taken.runs_mean,
    )
    return [
        row.run,
        str(taken.n),
        *(number(value, 1) for value in middle),
        str(taken.failed_runs),
        number(taken.rejected_mean, 1),
        whole(taken.tokens_mean),
        whole(taken.tokens_per_correct),
    ]
