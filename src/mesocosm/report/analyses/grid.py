"""Accuracy of every run on every cluster, with the lowest, highest, mean and spread."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import percent, width
from mesocosm.report.table import make_table
from mesocosm.stats.clusters import cluster_accuracy
from mesocosm.stats.episode import Episode, cluster_of, counted
from mesocosm.stats.runs import Runs, split_runs
from mesocosm.stats.summary import known_values, mean, value_range
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class ClusterRow(Record):
    """One cluster across runs. The accuracy of a run without the cluster is NaN and left out of the summaries."""

    cluster: str
    items: int
    accuracy: dict[str, float]
    """Accuracy by run."""
    low: float
    high: float
    mean: float
    spread: float


class Result(Record):
    runs: tuple[str, ...]
    rows: tuple[ClusterRow, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each cluster."""
    runs = split_runs(episodes)
    return Result(runs=tuple(runs), rows=cluster_grid(runs))


def cluster_grid(runs: Runs) -> tuple[ClusterRow, ...]:
    """Compute for each cluster the accuracy of every run, extremes, mean and spread (PHREEQC-MCQ-200, Table 18)."""
    of_run = {name: cluster_accuracy(run) for name, run in runs.items()}
    items: dict[str, set[str]] = defaultdict(set)
    for episode in counted(itertools.chain.from_iterable(runs.values())):
        items[cluster_of(episode)].add(episode.item)
    return tuple(
        _row(cluster, len(items[cluster]), {name: of_run[name].get(cluster, math.nan) for name in runs})
        for cluster in sorted(items)
    )


def _row(cluster: str, items: int, accuracy: dict[str, float]) -> ClusterRow:
    there = known_values(accuracy.values())
    return ClusterRow(
        cluster=cluster,
        items=items,
        accuracy=accuracy,
        low=min(there, default=math.nan),
        high=max(there, default=math.nan),
        mean=mean(there),
        spread=value_range(there),
    )


def table(result: Result) -> Table:
    """Make a table with clusters as rows and runs as columns."""
    cells = [
        (
            row.cluster,
            str(row.items),
            *(percent(row.accuracy[run]) for run in result.runs),
            *(percent(value) for value in (row.low, row.high, row.mean)),
            width(row.spread),
        )
        for row in result.rows
    ]
    headings = ("items", *result.runs, "min", "max", "mean", "spread, pp")
    return make_table("Accuracy by cluster and run", ("cluster",), headings, cells)


def figure(result: Result) -> Figure:
    """Draw a heat map with clusters as rows and runs as columns; a white cell is a run without that cluster."""
    import numpy as np

    values = np.array([[100 * row.accuracy[run] for run in result.runs] for row in result.rows])
    values = values.reshape(len(result.rows), len(result.runs))
    with figures.style():
        drawn, [axes] = figures.blank(
            "Accuracy by cluster and run, %", height_in=figures.row_height(len(result.rows), each_in=0.27, rest_in=2.2)
        )
        if not values.size:
            figures.empty_note(axes, "no counted episode")
            return drawn
        image = axes.imshow(np.ma.masked_invalid(values), vmin=0, vmax=100, cmap="YlGnBu", aspect="auto")
        for (row, column), value in np.ndenumerate(values):
            if not math.isnan(value):
                ink = "white" if value > 55 else figures.INK
                axes.text(column, row, f"{value:.0f}", ha="center", va="center", color=ink, fontsize=9)
        axes.set_yticks(
            range(len(result.rows)), [figures.plain(f"{row.cluster}  ({row.items})") for row in result.rows]
        )
        axes.set_xticks(range(len(result.runs)), [figures.plain(run) for run in result.runs], rotation=30, ha="right")
        axes.set_ylabel("cluster (items)")
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        drawn.colorbar(image, ax=axes, label="right, %", shrink=0.8)
        return drawn
