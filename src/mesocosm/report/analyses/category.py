"""Accuracy of every run by the category of the items."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.table import make_table
from mesocosm.report.wording import proportion
from mesocosm.stats.episode import Episode
from mesocosm.stats.proportion import Proportion, accuracy
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class CategoryRow(Record):
    """The items of one category; of a category that broke completely n is 0."""

    category: str
    accuracy: Proportion


class Row(Record):
    """One run."""

    run: str
    categories: tuple[CategoryRow, ...]


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run."""
    found = split_runs(episodes)
    rows = tuple(Row(run=name, categories=category_accuracy(own)) for name, own in found.items())
    if not any(row.categories for row in rows):
        raise InvalidRecord("no item of these logs has a category")
    return Result(rows=rows)


def category_accuracy(episodes: Iterable[Episode]) -> tuple[CategoryRow, ...]:
    """Categories in alphabetical order (AtmosSci-Bench, Table 2); items without one are left out.

    Published accuracies leave out questions without a record, and so do these: what we broke is in no n.
    """
    found: dict[str, list[Episode]] = defaultdict(list)
    for episode in episodes:
        if episode.category:
            found[episode.category].append(episode)
    return tuple(CategoryRow(category=name, accuracy=accuracy(found[name])) for name in sorted(found))


def table(result: Result) -> Table:
    """Runs and categories as rows."""
    cells = [
        (row.run, one.category, str(one.accuracy.n), f"{one.accuracy.right:g}", proportion(one.accuracy))
        for row in result.rows
        for one in row.categories
    ]
    headings = ("items", "right", "accuracy [Wilson 95 %]")
    return make_table("Accuracy by category", ("run", "category"), headings, cells)


def figure(result: Result) -> Figure:
    """Categories down, a point with its interval for each run."""
    sizes: dict[str, int] = {}
    for row in result.rows:
        for one in row.categories:
            sizes[one.category] = max(sizes.get(one.category, 0), one.accuracy.n)
    names = sorted(sizes)
    with figures.style():
        each_in = 0.24 + 0.11 * len(result.rows)
        drawn, [axes] = figures.blank(
            "Accuracy by category", height_in=figures.row_height(len(names), each_in=each_in, rest_in=1.6)
        )
        for place, row in enumerate(result.rows):
            own = [one for one in row.categories if one.accuracy.n]
            axes.errorbar(
                [100 * one.accuracy.share for one in own],
                [names.index(one.category) + figures.dodge(place, len(result.rows), width=0.7) for one in own],
                xerr=figures.reach([one.accuracy for one in own]),
                fmt=figures.marker(place),
                color=figures.colour(place),
                capsize=2,
                lw=1,
                markersize=5,
                label=figures.plain(row.run),
            )
        figures.name_rows(axes, [f"{name}  (n = {sizes[name]})" for name in names])
        figures.percent_axis(axes, "right items, %; line: Wilson 95 %")
        figures.legend(drawn, axes)
        return drawn
