"""The items that each run keeps, gains and loses against its baseline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import difference, p_value, percent
from mesocosm.report.table import make_table
from mesocosm.stats.bootstrap import ClusterInterval, paired_cluster_bootstrap
from mesocosm.stats.change import Change, change
from mesocosm.stats.episode import Episode
from mesocosm.stats.runs import Runs, check_common, compared_with, split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class Row(Record):
    """One run against its baseline."""

    run: str
    baseline: str
    change: Change
    difference: ClusterInterval
    """Accuracy of the run minus that of the baseline, with resampled clusters."""


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode], *, baseline: str) -> Result:
    """Return a row for each run that has a baseline."""
    runs = split_runs(episodes)
    pairs = compared_with(runs, baseline)
    return Result(rows=tuple(_row(name, other, runs) for name, other in pairs.items()))


def _row(name: str, other: str, runs: Runs) -> Row:
    changed = change(runs[name], runs[other])
    check_common(changed.n, name, other)
    return Row(run=name, baseline=other, change=changed, difference=paired_cluster_bootstrap(runs[name], runs[other]))


def table(result: Result) -> Table:
    """Make a table with runs as rows."""
    headings = ("items", "kept", "gained", "lost", "both wrong", "retention", "difference, pp [clusters 95 %]", "p")
    caption = (
        "retention = kept / (kept + lost); p: exact McNemar test of gained against lost, items taken as independent"
    )
    return make_table("Retention", ("run", "against"), headings, (_cells(row) for row in result.rows), caption)


def _cells(row: Row) -> list[str]:
    change, interval = row.change, row.difference
    counts = (change.n, change.kept, change.gained, change.lost, change.both_wrong)
    return [
        row.run,
        row.baseline,
        *(str(count) for count in counts),
        percent(change.retention),
        difference(interval.item_mean, interval.item_low, interval.item_high),
        p_value(change.p_value),
    ]


def figure(result: Result) -> Figure:
    """Draw kept and gained items to the right of a line, lost ones to the left."""
    with figures.style():
        drawn, [axes] = figures.blank(
            "Items kept, gained and lost", height_in=figures.row_height(len(result.rows), rest_in=1.8)
        )
        places = range(len(result.rows))
        kept = [row.change.kept for row in result.rows]
        gained = [row.change.gained for row in result.rows]
        lost = [row.change.lost for row in result.rows]
        axes.barh(places, [-count for count in lost], color=figures.COLOURS[1], label="lost")
        axes.barh(places, kept, color=figures.COLOURS[0], label="kept")
        axes.barh(places, gained, left=kept, color=figures.COLOURS[2], label="gained")
        figures.name_rows(axes, [_title(row) for row in result.rows])
        axes.axvline(0, color=figures.INK, lw=1)
        axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
        figures.whole_numbers(axes.xaxis)
        axes.set_xlabel("items")
        figures.legend(drawn, axes)
        return drawn


def _title(row: Row) -> str:
    return f"{row.run} against {row.baseline}\nretention {percent(row.change.retention)}"
