"""What looking costs: calls, pictures and tokens of an episode, and of a right answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import number, whole
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import tokens_per_correct
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean, median
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class Row(Record):
    """The figures of one run, per episode."""

    run: str
    n: int
    calls_median: float
    calls_mean: float
    images_mean: float
    tokens_mean: float
    calls_per_right: float
    images_per_right: float
    tokens_per_right: float
    right_share: float


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    if not any("images" in episode.metrics for episode in episodes):
        raise InvalidRecord("no episode of these logs counts the pictures it was shown")
    return Result(rows=tuple(_row(name, run) for name, run in split_runs(episodes).items()))


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    known = [episode for episode in counted(episodes) if "images" in episode.metrics]
    right = sum(episode.correct is True for episode in known)
    return Row(
        run=name,
        n=len(known),
        calls_median=median(_all(known, "calls")),
        calls_mean=mean(_all(known, "calls")),
        images_mean=mean(_all(known, "images")),
        tokens_mean=mean(episode.tokens for episode in known),
        calls_per_right=math.fsum(_all(known, "calls")) / right if right else math.nan,
        images_per_right=math.fsum(_all(known, "images")) / right if right else math.nan,
        tokens_per_right=tokens_per_correct(known),
        right_share=right / len(known) if known else math.nan,
    )


def _all(episodes: Iterable[Episode], metric: str) -> list[float]:
    return [episode.metrics[metric] for episode in episodes if metric in episode.metrics]


def table(result: Result) -> Table:
    """Build the table of runs."""
    headings = (
        "episodes", "calls median", "mean", "pictures", "tokens", "calls/right", "pictures/right", "tokens/right",
    )  # fmt: skip
    return make_table("What looking costs", ("run",), headings, (_cells(row) for row in result.rows), "per episode")


def _cells(row: Row) -> list[str]:
    small = (row.calls_median, row.calls_mean, row.images_mean)
    per_right = (number(row.calls_per_right, 1), number(row.images_per_right, 1), whole(row.tokens_per_right))
    return [row.run, str(row.n), *(number(value, 1) for value in small), whole(row.tokens_mean), *per_right]


def figure(result: Result) -> Figure:
    """Plot a point for each run: calls on the x axis, right answers on the y axis."""
    with figures.style():
        drawn, [axes] = figures.blank("Right answers and the calls they take", height_in=4.0 + 0.12 * len(result.rows))
        for place, row in enumerate(result.rows):
            if row.n:
                axes.plot(
                    row.calls_mean, 100 * row.right_share, figures.marker(place),
                    color=figures.colour(place), markersize=9, label=figures.plain(row.run),
                )  # fmt: skip
        figures.percent_axis(axes, "right episodes, %", which="y")
        axes.set_xlabel("calls of an episode, mean")
        axes.set_xlim(left=-0.2)
        figures.legend(drawn, axes)
        return drawn
