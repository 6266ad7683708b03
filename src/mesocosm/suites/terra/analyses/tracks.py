"""Hit@tol of every run by track, level and domain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import number, with_interval
from mesocosm.report.table import make_table
from mesocosm.stats.bootstrap import weighted_mean_interval
from mesocosm.stats.episode import Episode, by_item, counted
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group


MOST_NAMED = 4
"""Number of runs that a title names."""


class Cell(Record):
    """Scores of the items of one domain, track and level."""

    n: int
    """Number of episodes."""
    hit: float
    low: float
    high: float
    """Ends of the 95 % interval of `hit` from resampled items; NaN if resampling gives none."""
    tool_use: float


class Row(Record):
    """Cells of one run by domain, track and level."""

    run: str
    knows_reference: bool
    """Whether the agent gets the truth, as the oracle does."""
    domains: dict[str, Cell]
    tracks: dict[str, Cell]
    levels: dict[str, Cell]
    cells: dict[str, dict[str, Cell]]
    """`track, level` to domain to cell."""


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    known = [each for each in counted(episodes) if {"track", "level"} <= each.strata.keys() and "hit" in each.metrics]
    if not known:
        raise InvalidRecord("no item of these logs belongs to a track and a level")
    return Result(rows=tuple(_row(name, run) for name, run in split_runs(known).items()))


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    crossed: dict[str, dict[str, list[Episode]]] = defaultdict(lambda: defaultdict(list))
    for episode in episodes:
        crossed[f"{episode.strata['track']}, {episode.strata['level']}"][episode.category].append(episode)
    return Row(
        run=name,
        knows_reference=any(episode.knows_reference for episode in episodes),
        domains=_parted(episodes, "domain"),
        tracks=_parted(episodes, "track"),
        levels=_parted(episodes, "level"),
        cells={
            key: {domain: _cell(own) for domain, own in sorted(row.items())} for key, row in sorted(crossed.items())
        },
    )


def _parted(episodes: Sequence[Episode], by: str) -> dict[str, Cell]:
    groups: dict[str, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(episode.category if by == "domain" else episode.strata[by], []).append(episode)
    return {name: _cell(own) for name, own in sorted(groups.items())}


def _cell(episodes: Sequence[Episode]) -> Cell:
    items = by_item(episodes)
    hits = [mean(episode.metrics["hit"] for episode in own) for own in items.values()]
    drawn = weighted_mean_interval(hits, [1.0] * len(hits), ("tracks", 0))
    return Cell(
        n=len(episodes),
        hit=drawn.value,
        low=drawn.low,
        high=drawn.high,
        tool_use=mean(episode.metrics["tool_use"] for episode in episodes),
    )


def table(result: Result) -> Group:
    """Return a table with a row for each run and each track, level or domain."""
    from rich.console import Group

    tables = []
    for title in ("tracks", "levels", "domains"):
        rows = [_cells(row.run, name, cell) for row in result.rows for name, cell in getattr(row, title).items()]
        words, numbers = ("run", title.removesuffix("s")), ("episodes", "Hit@tol [95 %]", "ToolUseScore")
        tables.append(make_table(f"Hit@tol by {title}", words, numbers, rows, "95 %: items drawn again"))
    return Group(*tables)


def _cells(run: str, name: str, cell: Cell) -> list[str]:
    return [run, name, str(cell.n), with_interval(cell.hit, cell.low, cell.high), number(cell.tool_use)]


def figure(result: Result) -> Figure:
    """Draw a field for each track and level, and domain: mean Hit@tol over runs of agents that do not get the truth."""
    rows = [row for row in result.rows if not row.knows_reference] or list(result.rows)
    keys = sorted({key for row in rows for key in row.cells})
    domains = sorted({domain for row in rows for domain in row.domains})
    title = f"Mean Hit@tol of {', '.join(row.run for row in rows[:MOST_NAMED])}"
    more = f" and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
    with figures.style():
        drawn, [axes] = figures.blank(title + more, height_in=figures.row_height(len(keys)))
        shares = [[_over_runs(rows, key, domain) for domain in domains] for key in keys]
        image = axes.imshow(shares, vmin=0, vmax=1, cmap="cividis", aspect="auto")
        figures.name_rows(axes, keys)
        axes.set_xticks(range(len(domains)), domains, rotation=20, ha="right")
        drawn.colorbar(image, ax=axes, label="Hit@tol")
        return drawn


def _over_runs(rows: Sequence[Row], key: str, domain: str) -> float:
    cells = [row.cells[key][domain] for row in rows if domain in row.cells.get(key, {})]
    return mean(cell.hit for cell in cells)
