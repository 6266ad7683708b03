"""Accuracy on items that ask for knowledge against items that ask for reasoning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import difference, proportion
from mesocosm.report.table import make_table
from mesocosm.stats.bootstrap import ClusterInterval, unpaired_cluster_bootstrap
from mesocosm.stats.episode import Episode
from mesocosm.stats.proportion import Proportion, accuracy, newcombe
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import known_first
from mesocosm.suite.facts import ITEM_KINDS
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class KindSplit(Record):
    """One run on both kinds of items."""

    knowledge: Proportion
    reasoning: Proportion
    difference: float
    """Accuracy on knowledge less accuracy on reasoning; NaN where either has no item."""
    low: float
    high: float
    """Newcombe's interval, for independent items."""
    clustered: ClusterInterval
    """The same difference, with the clusters of each kind resampled separately."""


class Row(Record):
    """One run."""

    run: str
    split: KindSplit


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """A row for each run, the best reasoner first."""
    if not any(episode.kind for episode in episodes):
        raise InvalidRecord(f"no item of these logs says whether it asks for {' or '.join(ITEM_KINDS)}")
    rows = [Row(run=name, split=kind_split(own)) for name, own in split_runs(episodes).items()]
    return Result(rows=tuple(sorted(rows, key=lambda row: (-known_first(row.split.reasoning.share), row.run))))


def kind_split(episodes: Iterable[Episode]) -> KindSplit:
    """The accuracy of a run on each kind of items (AtmosSci-Bench, Table 9); items of neither kind are left out."""
    every = list(episodes)
    knows, reasons = ([episode for episode in every if episode.kind == kind] for kind in ITEM_KINDS)
    knowledge, reasoning = accuracy(knows), accuracy(reasons)
    low, high = newcombe(knowledge, reasoning)
    return KindSplit(
        knowledge=knowledge,
        reasoning=reasoning,
        difference=knowledge.share - reasoning.share,
        low=low,
        high=high,
        clustered=unpaired_cluster_bootstrap(knows, reasons),
    )


def table(result: Result) -> Table:
    """Runs as rows."""
    cells = [
        (
            row.run,
            str(own.knowledge.n),
            proportion(own.knowledge),
            str(own.reasoning.n),
            proportion(own.reasoning),
            difference(own.difference, own.low, own.high),
            difference(wide.item_mean, wide.item_low, wide.item_high),
        )
        for row in result.rows
        for own, wide in [(row.split, row.split.clustered)]
    ]
    headings = (
        "items",
        "knowledge [Wilson 95 %]",
        "items",
        "reasoning [Wilson 95 %]",
        "difference, pp [Newcombe 95 %]",
        "[clusters 95 %]",
    )
    caption = "difference: knowledge less reasoning; clusters of each kind resampled apart"
    return make_table("Knowledge and reasoning", ("run",), headings, cells, caption)


def figure(result: Result) -> Figure:
    """Two points for each run with their intervals."""
    with figures.style():
        height_in = figures.row_height(len(result.rows), each_in=0.5, rest_in=1.7)
        drawn, [axes] = figures.blank("Knowledge and reasoning", height_in=height_in)
        for place, kind in enumerate(ITEM_KINDS):
            own = [
                (level, share)
                for level, row in enumerate(result.rows)
                for share in [row.split.knowledge if kind == "knowledge" else row.split.reasoning]
                if share.n
            ]
            axes.errorbar(
                [100 * share.share for _, share in own],
                [level + figures.dodge(place, 2, width=0.4) for level, _ in own],
                xerr=figures.reach([share for _, share in own]),
                fmt="os"[place],
                color=figures.colour(place),
                capsize=3,
                lw=1,
                label=kind,
            )
        figures.name_rows(axes, [row.run for row in result.rows])
        figures.percent_axis(axes, "right items, %; line: Wilson 95 %")
        figures.legend(drawn, axes)
        return drawn
