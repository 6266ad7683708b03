"""Accuracy of every run by the category of the items."""

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
    from rich.table import Table


class CategoryRow(Record):
    """Results for the items of one category; n is 0 if all its episodes broke."""

    category: str
    accuracy: Proportion


class Row(Record):
    """Results of one run."""

    run: str
    categories: tuple[CategoryRow, ...]


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    runs = split_runs(episodes)
    rows = tuple(Row(run=name, categories=category_accuracy(run)) for name, run in runs.items())
    if not any(row.categories for row in rows):
        raise InvalidRecord("no item of these logs has a category")
    return Result(rows=rows)


def category_accuracy(episodes: Iterable[Episode]) -> tuple[CategoryRow, ...]:
    """Compute accuracy by category in alphabetical order (AtmosSci-Bench, Table 2); items without one are left out.

    Published accuracies leave out questions without a record, and so do these: broken episodes are not counted in n.
    """
    groups: dict[str, list[Episode]] = defaultdict(list)
    for episode in episodes:
        if episode.category:
            groups[episode.category].append(episode)
    return tuple(CategoryRow(category=name, accuracy=accuracy(groups[name])) for name in sorted(groups))


def table(result: Result) -> Table:
    """Make a table with runs and categories as rows."""
    cells = [
        (
            row.run,
            category.category,
            str(category.accuracy.n),
            f"{category.accuracy.right:g}",
            proportion(category.accuracy),
        )
        for row in result.rows
        for category in row.categories
    ]
    headings = ("items", "right", "accuracy [Wilson 95 %]")
    return make_table("Accuracy by category", ("run", "category"), headings, cells)


def figure(result: Result) -> Figure:
    """Draw categories as rows, with a point and its interval for each run."""
    sizes: dict[str, int] = {}
    for row in result.rows:
        for category in row.categories:
            sizes[category.category] = max(sizes.get(category.category, 0), category.accuracy.n)
    names = sorted(sizes)
    with figures.style():
        each_in = 0.24 + 0.11 * len(result.rows)
        drawn, [axes] = figures.blank(
            "Accuracy by category", height_in=figures.row_height(len(names), each_in=each_in, rest_in=1.6)
        )
        for place, row in enumerate(result.rows):
            shown = [category for category in row.categories if category.accuracy.n]
            axes.errorbar(
                [100 * category.accuracy.share for category in shown],
                [
                    names.index(category.category) + figures.dodge(place, len(result.rows), width=0.7)
                    for category in shown
                ],
                xerr=figures.reach([category.accuracy for category in shown]),
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
