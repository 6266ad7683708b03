"""What each option does to an agent: its runs that differ in that option alone, item by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.report import figures
from mesocosm.report.table import make_table
from mesocosm.report.wording import difference, p_value, proportion
from mesocosm.stats import runs
from mesocosm.stats.ablation import ALL, Part, Variant, ablations
from mesocosm.stats.episode import ITEM_KINDS, Episode
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.table import Table

NARROWEST = 10.0
"""Percentage points the axis reaches to either side, however small the changes."""


class Result(Record):
    rows: tuple[Variant, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Every value of every option that varies, beside the option's default."""
    rows = ablations(runs.split_runs(episodes), _card_options(episodes[0].suite) if episodes else {})
    if not rows:
        raise InvalidRecord(
            "no agent has two runs here that differ in one option alone; run it again with --option NAME=VALUE"
        )
    for row in rows:
        if row.run != row.reference_run:
            runs.check_common(row.parts[0].change.n, row.run, row.reference_run)
    return Result(rows=rows)


def _card_options(suite: str) -> Mapping[str, Sequence[str]]:
    try:
        options: Mapping[str, Sequence[str]] = registry.load("suites", suite).card.options
    except UnknownName:  # episodes made by hand: the values stand in alphabetical order
        return {}
    return options


def table(result: Result) -> Table:
    """Options, values and kinds of items as rows."""
    cells = [
        (
            row.run,
            row.option,
            row.value,
            part.part,
            str(part.accuracy.n),
            proportion(part.accuracy),
            *_change(row, part),
        )
        for row in result.rows
        for part in row.parts
    ]
    words = ("run", "option", "value", "items")
    headings = ("n", "accuracy [Wilson 95 %]", "gained", "lost", "difference, pp [clusters 95 %]", "p", "against")
    caption = (
        "on the items that all compared runs have; p: exact McNemar test of gained against lost, items taken as "
        "independent, not adjusted for the number of rows"
    )
    return make_table("Options", words, headings, cells, caption)


def _change(row: Variant, part: Part) -> list[str]:
    if row.run == row.reference_run:
        return ["", "", "", "", ""]
    own, wide = part.change, part.difference
    told = difference(wide.item_mean, wide.item_low, wide.item_high)
    return [str(own.gained), str(own.lost), told, p_value(own.p_value), row.reference]


def figure(result: Result) -> Figure:
    """The change against the default, a point for all items and for each kind, with intervals."""
    rows = [row for row in result.rows if row.run != row.reference_run]
    parts = [part for part in (ALL, *ITEM_KINDS) if any(part == one.part for row in rows for one in row.parts)]
    with figures.style():
        each_in = 0.3 + 0.16 * len(parts)
        drawn, [axes] = figures.blank(
            "What options change", height_in=figures.row_height(len(rows), each_in=each_in, rest_in=1.6)
        )
        for place, name in enumerate(parts):
            shown = [(level, one) for level, row in enumerate(rows) for one in row.parts if one.part == name]
            _draw_part(axes, shown, place, len(parts), f"{name} items")
        widest = max(NARROWEST, *(abs(value) for value in axes.get_xlim()))
        axes.set_xlim(-widest, widest)
        axes.axvline(0, color=figures.INK, lw=1)
        figures.name_rows(axes, [f"{row.run}\n{row.option}: {row.value} instead of {row.reference}" for row in rows])
        axes.grid(axis="x", color=figures.GRID)
        axes.set_xlabel("change of accuracy, percentage points; line: resampled clusters 95 %")
        figures.legend(drawn, axes)
        return drawn


def _draw_part(axes: Axes, shown: Sequence[tuple[int, Part]], place: int, count: int, label: str) -> None:
    means = [100 * one.difference.item_mean for _, one in shown]
    lows = [100 * one.difference.item_low for _, one in shown]
    highs = [100 * one.difference.item_high for _, one in shown]
    heights = [level + figures.dodge(place, count, width=0.5) for level, _ in shown]
    axes.hlines(heights, lows, highs, color=figures.colour(place), lw=1.5)
    axes.plot(means, heights, "os^"[place], color=figures.colour(place), label=label)
