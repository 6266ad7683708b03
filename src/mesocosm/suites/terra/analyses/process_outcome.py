"""Process against outcome: means of both for every run, and their correlation over items."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import number
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean
from mesocosm.suites.terra.scoring.studies.correlation import pearson
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

PROCESS = (
    "process",
    "tool_use",
    "tool_acc",
    "arg_acc",
    "category_f1",
    "order_score",
    "inst_acc",
    "call_success",
    "provenance",
)
OUTCOME = ("hit", "num_score")


class Row(Record):
    """Means and correlation of one run."""

    run: str
    n: int
    means: dict[str, float]
    correlation: float
    """Pearson's correlation of ToolUseScore with NumScore over the run's episodes; NaN if either does not vary."""


class Result(Record):
    rows: tuple[Row, ...]
    correlations: dict[str, float]
    """Process metric to its Pearson correlation with NumScore over all episodes of all runs."""


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run, and correlations over all runs."""
    known = [episode for episode in counted(episodes) if "tool_use" in episode.metrics]
    if not known:
        raise InvalidRecord("no episode of these logs has scores of its process")
    runs = split_runs(known)
    return Result(
        rows=tuple(_row(name, run) for name, run in runs.items()),
        correlations={name: _correlation(known, name) for name in PROCESS},
    )


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    means = {metric: mean(_all(episodes, metric)) for metric in (*PROCESS, *OUTCOME)}
    return Row(run=name, n=len(episodes), means=means, correlation=_correlation(episodes, "tool_use"))


def _all(episodes: Sequence[Episode], metric: str) -> list[float]:
    values = (episode.metrics.get(metric, math.nan) for episode in episodes)
    return [value for value in values if not math.isnan(value)]


def _correlation(episodes: Sequence[Episode], metric: str) -> float:
    pairs = ((each.metrics.get(metric, math.nan), each.metrics.get("num_score", math.nan)) for each in episodes)
    known = [pair for pair in pairs if not any(map(math.isnan, pair))]
    return pearson([first for first, _ in known], [second for _, second in known])


def table(result: Result) -> Table:
    """Return a table with runs as rows, and the correlations over all runs below."""
    rows = [[row.run, str(row.n), *(number(row.means[name], 3) for name in (*OUTCOME, *PROCESS)),
             number(row.correlation, 2)] for row in result.rows]  # fmt: skip
    blank = [""] * (1 + len(OUTCOME))
    rows.append(["r with NumScore", *blank, *(number(result.correlations[name], 2) for name in PROCESS), ""])
    headings = ("episodes", *OUTCOME, *PROCESS, "r")
    return make_table(
        "Process and outcome", ("run",), headings, rows, "means over episodes; r: Pearson, ToolUseScore with NumScore"
    )


def figure(result: Result) -> Figure:
    """Draw a point for each run: ToolUseScore on the horizontal axis, NumScore on the vertical axis."""
    with figures.style():
        drawn, [axes] = figures.blank("Process and outcome", height_in=4.0 + 0.12 * len(result.rows))
        for place, row in enumerate(result.rows):
            axes.plot(
                row.means["tool_use"], row.means["num_score"], figures.marker(place),
                color=figures.colour(place), markersize=9, label=figures.plain(row.run),
            )  # fmt: skip
        axes.set(xlabel="ToolUseScore, mean", ylabel="NumScore, mean", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        figures.legend(drawn, axes)
        return drawn
