"""What kind of mistake the wrong answers of every run show, beside what chance would show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.table import make_table
from mesocosm.report.wording import percent, proportion
from mesocosm.stats import runs
from mesocosm.stats.episode import Episode
from mesocosm.stats.taxonomy import KINDS, Taxonomy, taxonomy
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class Row(Record):
    """One run."""

    run: str
    taxonomy: Taxonomy


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run."""
    if not any(made for one in episodes for made in one.meaning.values()):
        raise InvalidRecord("no item of these logs names the mistakes that lead to its wrong options")
    found = runs.split_runs(episodes)
    return Result(rows=tuple(Row(run=name, taxonomy=taxonomy(own)) for name, own in found.items()))


def table(result: Result) -> Table:
    """Runs and kinds as rows; runs without a wrong answer are told below."""
    cells = [
        (row.run, one.kind, f"{one.share.right:g}", proportion(one.share), percent(one.by_chance))
        for row in result.rows
        if row.taxonomy.wrong
        for one in row.taxonomy.kinds
    ]
    told = [
        f"{row.run}: {row.taxonomy.wrong} wrong, {row.taxonomy.two_kinds} of them in two rows"
        for row in result.rows
        if row.taxonomy.wrong
    ]
    spotless = [row.run for row in result.rows if not row.taxonomy.wrong]
    told += [f"no wrong answer to an item that names its mistakes: {', '.join(spotless)}"] if spotless else []
    caption = (
        "a choice that shows two kinds of mistakes counts in both rows, so that shares sum to more than 100 %; by "
        "chance: if wrong choices fell on all wrong options alike"
    )
    headings = ("wrong answers", "share of wrong [Wilson 95 %]", "by chance")
    return make_table("Kinds of mistakes", ("run", "kind"), headings, cells, "\n".join([caption, *told]))


def figure(result: Result) -> Figure:
    """A bar with its interval for each kind and run, and a tick where chance stands."""
    shown = [row for row in result.rows if row.taxonomy.wrong]
    with figures.style():
        kinds = [kind for kind in KINDS if any(_has(row.taxonomy, kind) for row in shown)]
        each_in = 0.2 + 0.18 * len(shown)
        drawn, [axes] = figures.blank(
            "Kinds of mistakes", height_in=figures.row_height(len(kinds), each_in=each_in, rest_in=1.9)
        )
        if not shown:
            figures.empty_note(axes, "no wrong answer")
            return drawn
        thick = 0.8 / len(shown)
        for place, row in enumerate(shown):
            own = [one for one in row.taxonomy.kinds if one.kind in kinds]
            at = [level + figures.dodge(place, len(shown), width=0.8) for level in range(len(kinds))]
            axes.barh(
                at,
                [100 * one.share.share for one in own],
                xerr=figures.reach([one.share for one in own]),
                height=thick,
                color=figures.colour(place),
                hatch=figures.hatch(place),
                edgecolor="white",
                error_kw={"lw": 1, "capsize": 2, "ecolor": figures.INK, "alpha": 0.6},
                label=figures.plain(f"{row.run}  (n = {row.taxonomy.wrong})"),
            )
            axes.plot([100 * one.by_chance for one in own], at, "|", color=figures.INK, markersize=10, mew=2)
        figures.name_rows(axes, kinds)
        figures.percent_axis(axes, "of the wrong answers, %; line: Wilson 95 %; tick: expected by chance")
        figures.legend(drawn, axes)
        return drawn


def _has(own: Taxonomy, kind: str) -> bool:
    """Whether a kind was shown, or could have been."""
    return any(one.share.right or one.by_chance > 0 for one in own.kinds if one.kind == kind)
