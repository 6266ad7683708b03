"""Why episodes were lost, one class each, by written rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.table import make_table
from mesocosm.stats import runs
from mesocosm.stats.episode import Episode
from mesocosm.stats.failures import CLASSES, FailureClass, Failures, failures
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

SHOWN: tuple[FailureClass, ...] = tuple(name for name in CLASSES if name != "broken")


class Row(Record):
    """One run."""

    run: str
    episodes: int
    """Broken ones too."""
    failures: Failures


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run."""
    found = runs.split_runs(episodes)
    return Result(rows=tuple(Row(run=name, episodes=len(own), failures=failures(own)) for name, own in found.items()))


def table(result: Result) -> Table:
    """Runs as rows, classes as columns."""
    cells = [
        (
            row.run,
            str(row.episodes - row.failures.broken),
            str(row.failures.wrong),
            *(str(row.failures.counts[name]) for name in SHOWN),
            str(row.failures.loops),
            str(row.failures.broken),
        )
        for row in result.rows
    ]
    headings = ("episodes", "wrong", *(_words(name) for name in SHOWN), "with a loop", "broken")
    caption = "each wrong episode is in one class, the first that fits from the left; broken ones count nowhere"
    return make_table("Failures", ("run",), headings, cells, caption)


def figure(result: Result) -> Figure:
    """Wrong episodes of each run, stacked by class."""
    used = [name for name in SHOWN if any(row.failures.counts[name] for row in result.rows)]
    with figures.style():
        drawn, [axes] = figures.blank(
            "Wrong episodes by class", height_in=figures.row_height(len(result.rows), rest_in=2.2)
        )
        starts = [0] * len(result.rows)
        for place, name in enumerate(used):
            counts = [row.failures.counts[name] for row in result.rows]
            shade = figures.colour(place)
            axes.barh(range(len(counts)), counts, left=starts, color=shade, edgecolor="white", label=_words(name))
            starts = [start + count for start, count in zip(starts, counts, strict=True)]
        figures.name_rows(
            axes, [f"{row.run}  ({row.failures.wrong} of {row.episodes - row.failures.broken})" for row in result.rows]
        )
        figures.whole_numbers(axes.xaxis)
        axes.grid(axis="x", color=figures.GRID)
        axes.set_xlabel("wrong episodes")
        figures.legend(drawn, axes)
        return drawn


def _words(name: str) -> str:
    return name.replace("_", " ")
