"""Accuracy with every cluster counted once, its interval, and the clusters that are solved or missed completely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report.number_format import interval, percent
from mesocosm.report.table import make_table
from mesocosm.stats.bootstrap import ClusterInterval, cluster_bootstrap
from mesocosm.stats.clusters import cluster_accuracy
from mesocosm.stats.episode import Episode
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table


class Row(Record):
    """Results of one run."""

    run: str
    accuracy: ClusterInterval
    all_correct: tuple[str, ...]
    all_wrong: tuple[str, ...]


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    return Result(
        rows=tuple(
            Row(
                run=name,
                accuracy=cluster_bootstrap(run),
                all_correct=tuple(all_correct(run)),
                all_wrong=tuple(all_wrong(run)),
            )
            for name, run in split_runs(episodes).items()
        )
    )


def all_correct(episodes: Sequence[Episode]) -> list[str]:
    """Return the clusters of which every counted episode is right."""
    return [name for name, share in cluster_accuracy(episodes).items() if share == 1]


def all_wrong(episodes: Sequence[Episode]) -> list[str]:
    """Return the clusters of which no counted episode is right."""
    return [name for name, share in cluster_accuracy(episodes).items() if share == 0]


def table(result: Result) -> Table:
    """Make a table with runs as rows."""
    cells = [
        (
            row.run,
            percent(row.accuracy.item_mean),
            interval(row.accuracy.mean, row.accuracy.low, row.accuracy.high),
            str(row.accuracy.clusters),
            str(len(row.all_correct)),
            str(len(row.all_wrong)),
        )
        for row in result.rows
    ]
    headings = ("item accuracy", "mean cluster accuracy [95 %]", "clusters", "all correct", "all wrong")
    caption = "clusters resampled with replacement, percentile interval; an item without a cluster is one of its own"
    return make_table("Accuracy by cluster", ("run",), headings, cells, caption)
