"""How steady accuracy is over rounds of the same templates, and which templates are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.table import make_table
from mesocosm.report.wording import percent, width
from mesocosm.stats import runs
from mesocosm.stats.episode import Episode
from mesocosm.stats.summary import mean
from mesocosm.stats.symmetry import Symmetry, TemplateSpread, symmetry
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group

MOST_SHOWN = 20
"""Templates in the table; the JSON has them all."""


class Row(Record):
    """One run."""

    run: str
    symmetry: Symmetry


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run that has two rounds or more with a template in common."""
    found = {name: symmetry(own) for name, own in runs.split_runs(episodes).items()}
    rows = tuple(Row(run=name, symmetry=own) for name, own in found.items() if len(own.accuracy) > 1 and own.templates)
    if not rows:
        raise InvalidRecord(
            "no run has two rounds of the same templates; a round is one item of every template, so run more items "
            "or a second seed"
        )
    return Result(rows=rows)


def table(result: Result) -> Group:
    """Runs, then the templates that differ from round to round."""
    from rich.console import Group

    summary = [_summary(row) for row in result.rows]
    headings = ("rounds", "templates", "accuracy", "SymStd, pp", "by chance, pp", "always right", "mixed", "never")
    caption = (
        "SymStd: sample standard deviation of accuracy over rounds; by chance: with each template's rounds in any order"
    )
    least_steady = (
        (name, width(mean(one.spread for one in own.values())), *(_mean(own.get(row.run)) for row in result.rows))
        for name, own in _unsteady(result).items()
    )
    note = f"accuracy over the rounds; at most {MOST_SHOWN}, the largest mean spread over runs first; --json has all"
    return Group(
        make_table("Accuracy over rounds", ("run",), headings, summary, caption),
        make_table(
            "Templates not solved alike",
            ("template",),
            ("mean spread, pp", *(row.run for row in result.rows)),
            least_steady,
            note,
        ),
    )


def _unsteady(result: Result) -> dict[str, dict[str, TemplateSpread]]:
    """Template to run to what it comes to there, for the templates that differ most from round to round."""
    found: dict[str, dict[str, TemplateSpread]] = defaultdict(dict)
    for row in result.rows:
        for one in row.symmetry.templates:
            found[one.template][row.run] = one
    spreads = {name: mean(one.spread for one in own.values()) for name, own in found.items()}
    mixed = sorted((name for name in found if spreads[name]), key=lambda name: (-spreads[name], name))
    return {name: found[name] for name in mixed[:MOST_SHOWN]}


def _mean(one: TemplateSpread | None) -> str:
    return "–" if one is None else percent(one.mean)


def _summary(row: Row) -> list[str]:
    own = row.symmetry
    always = sum(one.mean == 1 for one in own.templates)
    never = sum(one.mean == 0 for one in own.templates)
    counts = (always, len(own.templates) - always - never, never)
    return [
        row.run,
        str(len(own.accuracy)),
        str(len(own.templates)),
        percent(mean(one.share for one in own.accuracy.values())),
        width(own.deviation),
        width(own.by_chance),
        *(str(count) for count in counts),
    ]


def figure(result: Result) -> Figure:
    """A row for each run, with a point for each round and a tick at their mean."""
    with figures.style():
        height_in = figures.row_height(len(result.rows), each_in=0.45)
        drawn, [axes] = figures.blank("Accuracy over rounds", height_in=height_in)
        for level, row in enumerate(result.rows):
            shares = [100 * one.share for one in row.symmetry.accuracy.values()]
            axes.hlines(level, min(shares), max(shares), color=figures.PALE, lw=6)
            axes.plot(shares, [level] * len(shares), "o", color=figures.colour(0), alpha=0.7, mew=0)
            axes.plot(mean(shares), level, "|", color=figures.INK, markersize=14, mew=2)
        figures.name_rows(axes, [f"{row.run}\nSymStd {width(row.symmetry.deviation)} pp" for row in result.rows])
        figures.percent_axis(axes, "right, %; point: a round of the same templates; tick: mean over rounds")
        return drawn
