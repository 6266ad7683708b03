"""What every run takes: time, steps, simulator runs, failed runs and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report.table import make_table
from mesocosm.report.wording import number, whole
from mesocosm.stats import runs
from mesocosm.stats.episode import Episode
from mesocosm.stats.trajectory import Trajectory, trajectory
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table


class Row(Record):
    """One run."""

    run: str
    trajectory: Trajectory


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run."""
    found = runs.split_runs(episodes)
    return Result(rows=tuple(Row(run=name, trajectory=trajectory(own)) for name, own in found.items()))


def table(result: Result) -> Table:
    """Runs as rows."""
    headings = (
        "episodes",
        "seconds median",
        "p90",
        "steps median",
        "mean",
        "runs median",
        "mean",
        "failed runs",
        "refused calls",
        "tokens",
        "tokens/correct",
    )
    caption = "per episode; runs are calls of a simulator, failed runs are summed over the run"
    return make_table("Trajectories", ("run",), headings, (_cells(row) for row in result.rows), caption)


def _cells(row: Row) -> list[str]:
    own = row.trajectory
    middle = (own.seconds_median, own.seconds_p90, own.steps_median, own.steps_mean, own.runs_median, own.runs_mean)
    return [
        row.run,
        str(own.n),
        *(number(value, 1) for value in middle),
        str(own.failed_runs),
        number(own.refused_mean, 1),
        whole(own.tokens_mean),
        whole(own.tokens_per_correct),
    ]
