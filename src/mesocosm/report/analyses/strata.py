"""Accuracy of every run by each further way in which a suite divides its items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import proportion
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode
from mesocosm.stats.proportion import Proportion, accuracy
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group


class Part(Record):
    """The items of one part; n is 0 if all their episodes broke."""

    part: str
    accuracy: Proportion


class Stratum(Record):
    """One way to divide the items."""

    name: str
    parts: tuple[Part, ...]


class Row(Record):
    """Results of one run."""

    run: str
    strata: tuple[Stratum, ...]


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    rows = tuple(Row(run=name, strata=strata(run)) for name, run in split_runs(episodes).items())
    if not any(row.strata for row in rows):
        raise InvalidRecord("no item of these logs belongs to a stratum")
    return Result(rows=rows)


def strata(episodes: Iterable[Episode]) -> tuple[Stratum, ...]:
    """Return ways to divide the items, and the parts of each, in alphabetical order; an item may lack some."""
    groups: dict[str, dict[str, list[Episode]]] = defaultdict(lambda: defaultdict(list))
    for episode in episodes:
        for name, part in episode.strata.items():
            groups[name][part].append(episode)
    return tuple(
        Stratum(name=name, parts=tuple(Part(part=part, accuracy=accuracy(own)) for part, own in sorted(parts.items())))
        for name, parts in sorted(groups.items())
    )


def table(result: Result) -> Group:
    """Make a table for each way to divide the items: parts as rows, runs as columns."""
    from rich.console import Group

    runs = [row.run for row in result.rows]
    return Group(
        *(make_table(f"Accuracy by {name}", (name,), ("items", *runs), _cells(result, name)) for name in _names(result))
    )


def _names(result: Result) -> list[str]:
    return sorted({stratum.name for row in result.rows for stratum in row.strata})


def _cells(result: Result, name: str) -> list[list[str]]:
    of_run = [
        {part.part: part.accuracy for stratum in row.strata if stratum.name == name for part in stratum.parts}
        for row in result.rows
    ]
    parts = sorted({part for own in of_run for part in own})
    return [
        [
            part,
            str(max(own[part].n for own in of_run if part in own)),
            *(proportion(own[part]) if part in own else "–" for own in of_run),
        ]
        for part in parts
    ]


def figure(result: Result) -> Figure:
    """Draw parts as rows, with a point and its interval for each run."""
    names = [(name, cells[0]) for name in _names(result) for cells in _cells(result, name)]
    with figures.style():
        each_in = 0.22 + 0.08 * len(result.rows)
        drawn, [axes] = figures.blank(
            "Accuracy by stratum", height_in=figures.row_height(len(names), each_in=each_in, rest_in=1.8)
        )
        for place, row in enumerate(result.rows):
            own = {(stratum.name, part.part): part.accuracy for stratum in row.strata for part in stratum.parts}
            shown = [(level, own[name]) for level, name in enumerate(names) if name in own and own[name].n]
            axes.errorbar(
                [100 * share.share for _, share in shown],
                [level + figures.dodge(place, len(result.rows), width=0.7) for level, _ in shown],
                xerr=figures.reach([share for _, share in shown]),
                fmt=figures.marker(place),
                color=figures.colour(place),
                capsize=2,
                lw=1,
                markersize=4,
                label=figures.plain(row.run),
            )
        figures.name_rows(axes, [f"{name}: {part}" for name, part in names])
        figures.percent_axis(axes, "right items, %; line: Wilson 95 %")
        figures.legend(drawn, axes)
        return drawn
