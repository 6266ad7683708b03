"""How often each run fails in which way: ten labels, several of which may hold for one episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import percent
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

PREFIX = "failure: "


class Row(Record):
    """Failure modes of one run."""

    run: str
    n: int
    shares: dict[str, float]
    """Mode to the share of episodes that show it."""


class Result(Record):
    modes: tuple[str, ...]
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    modes = tuple(dict.fromkeys(name for episode in episodes for name in episode.metrics if name.startswith(PREFIX)))
    if not modes:
        raise InvalidRecord("no episode of these logs says how it failed")
    rows = tuple(_row(name, run, modes) for name, run in split_runs(episodes).items())
    return Result(modes=tuple(mode.removeprefix(PREFIX) for mode in modes), rows=rows)


def _row(name: str, episodes: Sequence[Episode], modes: Sequence[str]) -> Row:
    known = [episode for episode in counted(episodes) if modes[0] in episode.metrics]
    shares = {mode.removeprefix(PREFIX): mean(episode.metrics[mode] for episode in known) for mode in modes}
    return Row(run=name, n=len(known), shares=shares)


def table(result: Result) -> Table:
    """Return a table with runs as rows."""
    rows = ([row.run, str(row.n), *(percent(row.shares[mode]) for mode in result.modes)] for row in result.rows)
    caption = "share of episodes; several may hold for one; answer format: a value left empty, or not readable"
    return make_table("Ways to fail", ("run",), ("episodes", *result.modes), rows, caption)


def figure(result: Result) -> Figure:
    """Draw bars for each mode, a colour for each run."""
    with figures.style():
        height = figures.row_height(len(result.modes), each_in=0.2 + 0.12 * len(result.rows))
        drawn, [axes] = figures.blank("Ways to fail", height_in=height)
        for place, row in enumerate(result.rows):
            across = [100 * row.shares[mode] for mode in result.modes]
            up = [number + figures.dodge(place, len(result.rows), width=0.8) for number in range(len(result.modes))]
            axes.barh(
                up, across, height=0.8 / len(result.rows), color=figures.colour(place), label=figures.plain(row.run)
            )
        figures.name_rows(axes, result.modes)
        figures.percent_axis(axes, "share of episodes, %")
        figures.legend(drawn, axes)
        return drawn
