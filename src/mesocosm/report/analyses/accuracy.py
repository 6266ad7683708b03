"""Accuracy of every run with its interval, by items and by resampled clusters, and what a right answer costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import interval, proportion, whole
from mesocosm.report.table import make_table
from mesocosm.stats.bootstrap import ClusterInterval, cluster_bootstrap
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import Proportion, accuracy, tokens_per_correct
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import known_first
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class Row(Record):
    """Results of one run."""

    run: str
    episodes: int
    broken: int
    accuracy: Proportion
    clustered: ClusterInterval
    tokens_per_correct: float


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run, best first."""
    rows = [_row(name, run) for name, run in split_runs(episodes).items()]
    return Result(rows=tuple(sorted(rows, key=lambda row: (-known_first(row.accuracy.share), row.run))))


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    known = counted(episodes)
    return Row(
        run=name,
        episodes=len(known),
        broken=sum(episode.answer == "broken" for episode in episodes),
        accuracy=accuracy(known),
        clustered=cluster_bootstrap(known),
        tokens_per_correct=tokens_per_correct(known),
    )


def table(result: Result) -> Table:
    """Make a table with runs as rows."""
    cells = [
        (
            row.run,
            proportion(row.accuracy),
            interval(row.clustered.item_mean, row.clustered.item_low, row.clustered.item_high),
            str(row.accuracy.n),
            str(row.clustered.clusters),
            str(row.episodes),
            str(row.broken),
            whole(row.tokens_per_correct),
        )
        for row in result.rows
    ]
    right = (
        "accuracy [Wilson 95 %]",
        "accuracy [clusters 95 %]",
        "items",
        "clusters",
        "episodes",
        "broken",
        "tokens/correct",
    )
    caption = (
        "broken episodes failed on our side and count nowhere, as do those that wait for a server; "
        "of several epochs an item counts with its share"
    )
    return make_table("Accuracy", ("run",), right, cells, caption)


def figure(result: Result) -> Figure:
    """Draw a point for each run with both confidence intervals."""
    with figures.style():
        drawn, [axes] = figures.blank("Accuracy", height_in=figures.row_height(len(result.rows)))
        for place, row in enumerate(result.rows):
            by_items, by_clusters = row.accuracy, row.clustered
            reach = 100 * (by_clusters.item_high - by_clusters.item_low)
            axes.barh(place, reach, left=100 * by_clusters.item_low, height=0.25, color=figures.PALE)
            axes.errorbar(
                100 * by_items.share,
                place,
                xerr=[[side[0]] for side in figures.reach([by_items])],
                fmt="o",
                color=figures.colour(0),
                capsize=3,
            )
        figures.name_rows(axes, [f"{row.run}  (n = {row.accuracy.n})" for row in result.rows])
        figures.percent_axis(axes, "right items, %; line: Wilson 95 %, band: resampled clusters 95 %")
        return drawn
