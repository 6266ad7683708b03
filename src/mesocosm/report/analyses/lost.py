"""Where the items a baseline had right are lost: by listing size, cluster and true label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report.table import make_table
from mesocosm.report.wording import proportion
from mesocosm.stats import runs
from mesocosm.stats.change import change, lost_by
from mesocosm.stats.episode import Episode, cluster_of
from mesocosm.stats.proportion import Proportion
from mesocosm.stats.sizes import NAMES, size_bin
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


class Row(Record):
    """One run: part to lost among the baseline's right items."""

    run: str
    baseline: str
    by_size: dict[str, Proportion]
    by_cluster: dict[str, Proportion]
    by_label: dict[str, Proportion]


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode], *, baseline: str) -> Result:
    """A row for each run that has a baseline; an item's size is the largest listing the run itself saw."""
    found = runs.split_runs(episodes)
    pairs = runs.compared_with(found, baseline)
    return Result(rows=tuple(_row(name, other, found) for name, other in pairs.items()))


def _row(name: str, other: str, found: runs.Runs) -> Row:
    run, before = found[name], found[other]
    runs.check_common(change(run, before).n, name, other)
    sizes = lost_by(run, before, part=lambda own: size_bin(max(one.output_characters for one in own)))
    return Row(
        run=name,
        baseline=other,
        by_size={part: sizes[part] for part in NAMES if part in sizes},
        by_cluster=lost_by(run, before, part=lambda own: cluster_of(own[0])),
        by_label=lost_by(run, before, part=lambda own: own[0].label or "none"),
    )


def table(result: Result) -> Group:
    """A table for each way to part the items; a part where nothing is lost is left out of the clusters'."""
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
        shown = [(part, own) for part, own in parts.items() if own.right or field != "by_cluster"]
        if field == "by_cluster":
            shown.sort(key=lambda one: (-one[1].right, one[0]))
        rows += [(row.run, row.baseline, part, f"{own.right:g}", str(own.n), proportion(own)) for part, own in shown]
    headings = ("lost", "right before", "lost rate [Wilson 95 %]")
    return make_table(title, ("run", "against", heading), headings, rows)
