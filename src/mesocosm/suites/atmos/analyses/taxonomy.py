"""The kinds of mistakes that the wrong answers of every run show, and the kinds expected by chance."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import percent, proportion
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, wrong
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

MISTAKE_KINDS = ("knowledge", "calculation", "misreading", "reasoning")
"""Types I to IV of AtmosSci-Bench, Appendix I.1."""
UNCLASSIFIED = "unclassified"
NO_ANSWER = "no answer"
"""The nearest to type V of AtmosSci-Bench, a response that crashed."""
KINDS = (*MISTAKE_KINDS, UNCLASSIFIED, NO_ANSWER)


class KindRow(Record):
    """The wrong episodes of one kind."""

    kind: str
    share: Proportion
    """The share of all wrong episodes; the shares sum to more than one if a choice shows two kinds."""
    by_chance: float
    """The share if every wrong option of an item were chosen equally often; NaN for no answer."""


class Taxonomy(Record):
    """The wrong episodes of a run on items that name their mistakes."""

    wrong: int
    two_kinds: int
    """Choices that show mistakes of two kinds or more, and so count in two rows."""
    kinds: tuple[KindRow, ...]
    """In the order of `KINDS`."""


class Row(Record):
    """One run."""

    run: str
    taxonomy: Taxonomy


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run."""
    if not any(mistakes for episode in episodes for mistakes in episode.meaning.values()):
        raise InvalidRecord("no item of these logs names the mistakes that lead to its wrong options")
    runs = split_runs(episodes)
    return Result(rows=tuple(Row(run=name, taxonomy=taxonomy(own)) for name, own in runs.items()))


def taxonomy(episodes: Iterable[Episode]) -> Taxonomy:
    """The wrong episodes by kind (compare AtmosSci-Bench, Table 6).

    Two mistakes of one kind count once. A mistake without a kind is unclassified, as is an option without a mistake.
    """
    lost = [episode for episode in wrong(episodes) if any(episode.meaning.values())]
    chosen = [episode for episode in lost if episode.predicted]
    kinds_of_choices = [_kinds_shown(episode, episode.predicted) for episode in chosen]
    rows = [
        KindRow(
            kind=kind,
            share=wilson(sum(kind in own for own in kinds_of_choices), len(lost)),
            by_chance=math.fsum(_chance(kind, episode) for episode in chosen) / len(lost) if lost else math.nan,
        )
        for kind in (*MISTAKE_KINDS, UNCLASSIFIED)
    ]
    silent = KindRow(kind=NO_ANSWER, share=wilson(len(lost) - len(chosen), len(lost)), by_chance=math.nan)
    two_kinds = sum(len(own) > 1 for own in kinds_of_choices)
    return Taxonomy(wrong=len(lost), two_kinds=two_kinds, kinds=(*rows, silent))


def _kinds_shown(episode: Episode, letter: str) -> set[str]:
    """The kinds of mistakes that lead to this option."""
    kinds = [episode.kinds.get(name, UNCLASSIFIED) for name in episode.meaning.get(letter, ())]
    return {kind if kind in MISTAKE_KINDS else UNCLASSIFIED for kind in kinds} or {UNCLASSIFIED}


def _chance(kind: str, episode: Episode) -> float:
    """The share of the item's wrong options that show this kind."""
    options = [letter for letter in episode.meaning if letter != episode.label]
    return sum(kind in _kinds_shown(episode, letter) for letter in options) / len(options)


def table(result: Result) -> Table:
    """Runs and kinds as rows; a note below names runs without a wrong answer."""
    cells = [
        (row.run, row_kind.kind, f"{row_kind.share.right:g}", proportion(row_kind.share), percent(row_kind.by_chance))
        for row in result.rows
        if row.taxonomy.wrong
        for row_kind in row.taxonomy.kinds
    ]
    notes = [
        f"{row.run}: {row.taxonomy.wrong} wrong, {row.taxonomy.two_kinds} of them in two rows"
        for row in result.rows
        if row.taxonomy.wrong
    ]
    spotless = [row.run for row in result.rows if not row.taxonomy.wrong]
    notes += [f"no wrong answer to an item that names its mistakes: {', '.join(spotless)}"] if spotless else []
    caption = (
        "a choice that shows two kinds of mistakes counts in both rows, so that shares sum to more than 100 %; by "
        "chance: if wrong choices fell on all wrong options alike"
    )
    headings = ("wrong answers", "share of wrong [Wilson 95 %]", "by chance")
    return make_table("Kinds of mistakes", ("run", "kind"), headings, cells, "\n".join([caption, *notes]))


def figure(result: Result) -> Figure:
    """A bar with its interval for each kind and run, and a tick at the share by chance."""
    rows = [row for row in result.rows if row.taxonomy.wrong]
    with figures.style():
        kinds = [kind for kind in KINDS if any(_has(row.taxonomy, kind) for row in rows)]
        each_in = 0.2 + 0.18 * len(rows)
        drawn, [axes] = figures.blank(
            "Kinds of mistakes", height_in=figures.row_height(len(kinds), each_in=each_in, rest_in=1.9)
        )
        if not rows:
            figures.empty_note(axes, "no wrong answer")
            return drawn
        thick = 0.8 / len(rows)
        for place, row in enumerate(rows):
            own = [row_kind for row_kind in row.taxonomy.kinds if row_kind.kind in kinds]
            at = [level + figures.dodge(place, len(rows), width=0.8) for level in range(len(kinds))]
            axes.barh(
                at,
                [100 * row_kind.share.share for row_kind in own],
                xerr=figures.reach([row_kind.share for row_kind in own]),
                height=thick,
                color=figures.colour(place),
                hatch=figures.hatch(place),
                edgecolor="white",
                error_kw={"lw": 1, "capsize": 2, "ecolor": figures.INK, "alpha": 0.6},
                label=figures.plain(f"{row.run}  (n = {row.taxonomy.wrong})"),
            )
            axes.plot([100 * row_kind.by_chance for row_kind in own], at, "|", color=figures.INK, markersize=10, mew=2)
        figures.name_rows(axes, kinds)
        figures.percent_axis(axes, "of the wrong answers, %; line: Wilson 95 %; tick: expected by chance")
        figures.legend(drawn, axes)
        return drawn


def _has(own: Taxonomy, kind: str) -> bool:
    """Whether an answer shows a kind, or could show it by chance."""
    return any(row.share.right or row.by_chance > 0 for row in own.kinds if row.kind == kind)
