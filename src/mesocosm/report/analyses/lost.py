"""The items that a baseline had right and a run lost: by listing size, cluster and true label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.report.number_format import proportion
from mesocosm.report.table import make_table
from mesocosm.stats.change import change
from mesocosm.stats.episode import Episode, by_item, cluster_of, right_items
from mesocosm.stats.listing_size import NAMES, size_bin
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.runs import Runs, check_common, compared_with, split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


class Row(Record):
    """Results of one run: the share lost among the baseline's right items, by part."""

    run: str
    baseline: str
    by_size: dict[str, Proportion]
    by_cluster: dict[str, Proportion]
    by_label: dict[str, Proportion]


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode], *, baseline: str) -> Result:
    """Return a row for each run that has a baseline; an item's size is the largest listing that the run itself saw."""
    runs = split_runs(episodes)
    pairs = compared_with(runs, baseline)
    return Result(rows=tuple(_row(name, other, runs) for name, other in pairs.items()))


def _row(name: str, other: str, runs: Runs) -> Row:
    run, before = runs[name], runs[other]
    check_common(change(run, before).n, name, other)
    sizes = lost_by(run, before, part=lambda of_item: size_bin(max(episode.output_characters for episode in of_item)))
    return Row(
        run=name,
        baseline=other,
        by_size={part: sizes[part] for part in NAMES if part in sizes},
        by_cluster=lost_by(run, before, part=lambda of_item: cluster_of(of_item[0])),
        by_label=lost_by(run, before, part=lambda of_item: of_item[0].label or "none"),
    )


def lost_by(
    run: Iterable[Episode], baseline: Iterable[Episode], *, part: Callable[[list[Episode]], str]
) -> dict[str, Proportion]:
    """Count the items lost among the baseline's right ones, in each part of the items (PHREEQC-MCQ-200, Tables 19 to
    21).

    `part` names an item's part from its episodes in the run, such as its size bin, cluster or true label.
    """
    now, before = right_items(run), right_items(baseline)
    of_item = by_item(run)
    lost: dict[str, list[bool]] = defaultdict(list)
    for item in sorted(now.keys() & before.keys()):
        if before[item]:
            lost[part(of_item[item])].append(not now[item])
    return {name: wilson(sum(lost[name]), len(lost[name])) for name in sorted(lost)}


def table(result: Result) -> Group:
    """Make a table for each way to divide the items; the one by clusters leaves out clusters without losses."""
    from rich.console import Group

    return Group(
        _table("Lost by listing size", "listing", result, "by_size"),
        _table("Lost by true label", "label", result, "by_label"),
        _table("Lost by cluster", "cluster", result, "by_cluster"),
    )


def _table(title: str, heading: str, result: Result, field: str) -> Table:
    rows = []
    for row in result.rows:
        parts: dict[str, Proportion] = getattr(row, field)
        shown = [(part, lost) for part, lost in parts.items() if lost.right or field != "by_cluster"]
        if field == "by_cluster":
            shown.sort(key=lambda named: (-named[1].right, named[0]))
        rows += [
            (row.run, row.baseline, part, f"{lost.right:g}", str(lost.n), proportion(lost)) for part, lost in shown
        ]
    headings = ("lost", "right before", "lost rate [Wilson 95 %]")
    return make_table(title, ("run", "against", heading), headings, rows)
