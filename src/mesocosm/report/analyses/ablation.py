"""The effect of each option on an agent: its runs that differ in that option alone, item by item."""

from __future__ import annotations

import fnmatch
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.report import figures
from mesocosm.report.number_format import difference, p_value, proportion
from mesocosm.report.table import make_table
from mesocosm.stats.bootstrap import ClusterInterval, paired_cluster_bootstrap
from mesocosm.stats.change import Change, change
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import Proportion, accuracy
from mesocosm.stats.runs import Runs, check_common, split_runs
from mesocosm.suite.facts import ITEM_KINDS
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.table import Table

ALL = "all"
"""The part that every item belongs to."""
Order = Mapping[str, Sequence[str]]
"""Values of each option as in the suite's card, the default first; patterns such as `raw*k` too."""
NARROWEST = 10.0
"""Least percentage points that the axis shows to either side, however small the changes."""


class Part(Record):
    """Some of the items: all of them, or those of one kind."""

    part: str
    accuracy: Proportion
    change: Change
    """Change against the reference, item by item."""
    difference: ClusterInterval
    """Accuracy minus that of the reference, with a confidence interval from resampled clusters."""


class Variant(Record):
    """A run, and the run of the same agent that differs from it in one option alone."""

    run: str
    option: str
    value: str
    reference: str
    """The value it is compared with: the option's default, or the nearest to it that was run."""
    reference_run: str
    parts: tuple[Part, ...]
    """Results for all items, then for the items of each kind; only items that every run of this agent in the comparison
    has count.
    """


class Result(Record):
    rows: tuple[Variant, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Compare every value of every option that varies with the option's default."""
    rows = ablations(split_runs(episodes), _card_options(episodes[0].suite) if episodes else {})
    if not rows:
        raise InvalidRecord(
            "no agent has two runs here that differ in one option alone; run it again with --option NAME=VALUE"
        )
    for row in rows:
        if row.run != row.reference_run:
            check_common(row.parts[0].change.n, row.run, row.reference_run)
    return Result(rows=rows)


def _card_options(suite: str) -> Mapping[str, Sequence[str]]:
    try:
        options: Mapping[str, Sequence[str]] = registry.load("suites", suite).card.options
    except UnknownName:  # episodes made by hand: the values stand in alphabetical order
        return {}
    return options


def ablations(runs: Runs, order: Order) -> tuple[Variant, ...]:
    """Return every value of every option that varies, the value it is compared with first.

    Values that `order` does not contain follow those it does, in alphabetical order.
    """
    options = sorted({name for run in runs.values() for name in run[0].options})
    return tuple(
        variant
        for option in options
        for family in _families(runs, option, order)
        for variant in _variants(option, family, runs)
    )


def _families(runs: Runs, option: str, order: Order) -> list[dict[str, str]]:
    """Return the run for each value, for each set of runs of one agent in which this option alone differs."""

    def place(name: str) -> tuple[str, list[tuple[int, str]]]:
        return runs[name][0].agent, [_rank(order, *setting) for setting in sorted(runs[name][0].options.items())]

    families: dict[tuple[str, tuple[tuple[str, str], ...]], dict[str, str]] = defaultdict(dict)
    for name in sorted(runs, key=place):
        rest = dict(runs[name][0].options)
        value = rest.pop(option, None)
        if value is not None:
            alike = (*sorted(rest.items()), *sorted(runs[name][0].settings.items()))
            families[runs[name][0].agent, alike][value] = name
    return [family for family in families.values() if len(family) > 1]


def _rank(order: Order, option: str, value: str) -> tuple[int, str]:
    patterns = order.get(option, ())
    places = (place for place, pattern in enumerate(patterns) if fnmatch.fnmatchcase(value, pattern))
    return next(places, len(patterns)), value


def _variants(option: str, family: Mapping[str, str], runs: Runs) -> list[Variant]:
    common = set.intersection(*({episode.item for episode in counted(runs[name])} for name in family.values()))
    shared = {name: [episode for episode in runs[name] if episode.item in common] for name in family.values()}
    reference = next(iter(family))
    return [
        Variant(
            run=name,
            option=option,
            value=value,
            reference=reference,
            reference_run=family[reference],
            parts=_parts(shared[name], shared[family[reference]]),
        )
        for value, name in family.items()
    ]


def _parts(run: Sequence[Episode], reference: Sequence[Episode]) -> tuple[Part, ...]:
    kinds = [kind for kind in ITEM_KINDS if any(episode.kind == kind for episode in run)]
    return tuple(_part(part, run, reference) for part in (ALL, *kinds))


def _part(part: str, run: Sequence[Episode], reference: Sequence[Episode]) -> Part:
    mine, theirs = ([episode for episode in side if part in (ALL, episode.kind)] for side in (run, reference))
    return Part(
        part=part,
        accuracy=accuracy(mine),
        change=change(mine, theirs),
        difference=paired_cluster_bootstrap(mine, theirs),
    )


def table(result: Result) -> Table:
    """Make a table with options, values and kinds of items as rows."""
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
    counts, interval = part.change, part.difference
    shift = difference(interval.item_mean, interval.item_low, interval.item_high)
    return [str(counts.gained), str(counts.lost), shift, p_value(counts.p_value), row.reference]


def figure(result: Result) -> Figure:
    """Draw the change against the default with intervals: a point for all items and for each kind."""
    rows = [row for row in result.rows if row.run != row.reference_run]
    parts = [
        part for part in (ALL, *ITEM_KINDS) if any(part == shown_part.part for row in rows for shown_part in row.parts)
    ]
    with figures.style():
        each_in = 0.3 + 0.16 * len(parts)
        drawn, [axes] = figures.blank(
            "What options change", height_in=figures.row_height(len(rows), each_in=each_in, rest_in=1.6)
        )
        for place, name in enumerate(parts):
            shown = [
                (level, shown_part)
                for level, row in enumerate(rows)
                for shown_part in row.parts
                if shown_part.part == name
            ]
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
    means = [100 * part.difference.item_mean for _, part in shown]
    lows = [100 * part.difference.item_low for _, part in shown]
    highs = [100 * part.difference.item_high for _, part in shown]
    heights = [level + figures.dodge(place, count, width=0.5) for level, _ in shown]
    axes.hlines(heights, lows, highs, color=figures.colour(place), lw=1.5)
    axes.plot(means, heights, "os^"[place], color=figures.colour(place), label=label)
