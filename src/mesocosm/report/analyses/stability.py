"""How much a run changes when it is repeated: spread over epochs, and the items that flip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.table import make_table
from mesocosm.report.wording import percent, width
from mesocosm.stats import runs
from mesocosm.stats.episode import Episode
from mesocosm.stats.stability import Flips, Stability, stability
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group


class Row(Record):
    """One run."""

    run: str
    stability: Stability


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run; with a single epoch there is nothing to compare and all is NaN."""
    found = runs.split_runs(episodes)
    return Result(rows=tuple(Row(run=name, stability=stability(own)) for name, own in found.items()))


def table(result: Result) -> Group:
    """Spread over epochs, then the items that flip by listing size and true label."""
    from rich.console import Group

    headings = ("epochs", "SD, pp", "range, pp", "items right in 0, 1, … epochs", "left out")
    spread = make_table("Stability over epochs", ("run",), headings, (_cells(row) for row in result.rows))
    parts = [_flips(row.run, one) for row in result.rows for one in _parts(row.stability)]
    headings = ("items", "always right", "always wrong", "variance-prone", "share")
    return Group(spread, make_table("Items that flip between epochs", ("run", "part"), headings, parts))


def _cells(row: Row) -> list[str]:
    own = row.stability
    counts = "/".join(str(count) for count in own.histogram) or "–"
    deviation, spread = (width(value) for value in (own.deviation, own.spread))
    return [row.run, str(own.epochs), deviation, spread, counts, str(own.incomplete)]


def _parts(own: Stability) -> list[Flips]:
    labelled = [one.model_copy(update={"name": f"truth {one.name}"}) for one in own.by_label if one.name]
    return [own.overall, *own.by_size, *labelled]


def _flips(run: str, own: Flips) -> list[str]:
    counts = (own.n, own.always_right, own.always_wrong, own.variance_prone)
    return [run, own.name, *(str(count) for count in counts), percent(own.share)]


def figure(result: Result) -> Figure:
    """The share of items right in so many epochs, from always wrong to always right."""
    most = max((row.stability.epochs for row in result.rows), default=0)
    with figures.style():
        drawn, [axes] = figures.blank(
            "Items by the number of epochs they are right in", height_in=figures.row_height(len(result.rows))
        )
        colours = figures.ramp(most + 1)
        for place, row in enumerate(result.rows):
            own = row.stability
            start = 0.0
            for right, count in enumerate(own.histogram):
                width = 100 * count / max(own.overall.n, 1)
                shade = colours[round(right * most / own.epochs)]
                axes.barh(place, width, left=start, color=shade, edgecolor="white")
                if width > 6:
                    ink = "white" if right == own.epochs else figures.INK
                    axes.text(start + width / 2, place, f"{right}/{own.epochs}", ha="center", va="center", color=ink)
                start += width
        figures.name_rows(axes, [f"{row.run}  (n = {row.stability.overall.n})" for row in result.rows])
        figures.percent_axis(axes, "items, %; the number in a bar: epochs right of all epochs")
        return drawn
