"""Accuracy and tokens by the size of the simulator's listing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import UnknownName
from mesocosm.report import figures
from mesocosm.report.number_format import proportion, whole
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, by_item, counted
from mesocosm.stats.listing_size import NAMES, size_bin
from mesocosm.stats.proportion import Proportion, episode_accuracy
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table


class SizeBin(Record):
    """The episodes whose listing falls into one bin."""

    name: str
    accuracy: Proportion
    mean_tokens: float


class Row(Record):
    """The figures of one run."""

    run: str
    bins: tuple[SizeBin, ...]


class Result(Record):
    reference: str
    """The run whose listings assign the items to bins; empty if each episode is assigned by its own."""
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode], *, baseline: str | None = None) -> Result:
    """Put every run in every bin; `baseline`, a run's name, assigns the items by that run's listings, as published."""
    runs = split_runs(episodes)
    if baseline is not None and baseline not in runs:
        raise UnknownName("run", baseline, runs)
    sizes = None if baseline is None else item_sizes(runs[baseline])
    rows = tuple(Row(run=name, bins=size_bins(own, sizes=sizes)) for name, own in runs.items())
    return Result(reference=baseline or "", rows=rows)


def size_bins(episodes: Iterable[Episode], *, sizes: Mapping[str, int] | None = None) -> tuple[SizeBin, ...]:
    """Return every bin, empty ones too, with accuracy over episodes and mean tokens (PHREEQC-MCQ-200, Tables 10 to 13).

    An episode is binned by the largest listing it saw itself. `sizes`, item to characters, bins by a reference run
    instead, as published; items it does not know are left out.
    """
    known = counted(episodes)
    if sizes is None:
        placed = [(size_bin(episode.output_characters), episode) for episode in known]
    else:
        placed = [(size_bin(sizes[episode.item]), episode) for episode in known if episode.item in sizes]
    own = {name: [episode for place, episode in placed if place == name] for name in NAMES}
    return tuple(
        SizeBin(
            name=name, accuracy=episode_accuracy(own[name]), mean_tokens=mean(episode.tokens for episode in own[name])
        )
        for name in NAMES
    )


def item_sizes(episodes: Iterable[Episode]) -> dict[str, int]:
    """Map items to the largest listing that any of their counted episodes saw."""
    return {item: max(episode.output_characters for episode in own) for item, own in by_item(episodes).items()}


def table(result: Result) -> Table:
    """Return runs and bins as rows; empty bins are left out."""
    placed = f"the listings of {result.reference}" if result.reference else "each episode's own largest listing"
    cells = [
        (row.run, size.name, str(size.accuracy.n), proportion(size.accuracy), whole(size.mean_tokens))
        for row in result.rows
        for size in row.bins
        if size.accuracy.n
    ]
    headings = ("episodes", "accuracy [Wilson 95 %]", "tokens/episode")
    return make_table("Accuracy by listing size", ("run", "listing"), headings, cells, f"characters; by {placed}")


def figure(result: Result) -> Figure:
    """Plot a line for each run over the bins that are not empty."""
    used = [name for name in NAMES if any(_bin(row, name).accuracy.n for row in result.rows)]
    with figures.style():
        drawn, [axes] = figures.blank("Accuracy by listing size", height_in=4.8)
        if not used:
            figures.empty_note(axes, "no counted episode")
            return drawn
        for place, row in enumerate(result.rows):
            shown = [(at, _bin(row, name).accuracy) for at, name in enumerate(used) if _bin(row, name).accuracy.n]
            shift = 0.5 * ((place + 0.5) / len(result.rows) - 0.5)
            axes.errorbar(
                [at + shift for at, _ in shown],
                [100 * own.share for _, own in shown],
                yerr=figures.reach([own for _, own in shown]),
                fmt=f"{figures.marker(place)}-",
                capsize=3,
                lw=1,
                color=figures.colour(place),
                label=figures.plain(row.run),
            )
        totals = [sum(_bin(row, name).accuracy.n for row in result.rows) for name in used]
        axes.set_xticks(
            range(len(used)), [f"{name}\n{total} episodes" for name, total in zip(used, totals, strict=True)]
        )
        axes.set_xlim(-0.5, len(used) - 0.5)
        figures.percent_axis(axes, "right, % (Wilson 95 %)", which="y")
        axes.set_xlabel("largest listing, characters")
        figures.legend(drawn, axes)
        return drawn


def _bin(row: Row, name: str) -> SizeBin:
    return next(size for size in row.bins if size.name == name)
