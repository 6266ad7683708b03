"""The change of a run when it is repeated: spread over epochs, and the items that flip."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import percent, width
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, by_item, check_repeated, counted, right_share
from mesocosm.stats.listing_size import NAMES, size_bin
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import deviation, value_range
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group


class Flips(Record):
    """The items of one part: always right, always wrong, or changing from epoch to epoch."""

    name: str
    n: int
    always_right: int
    always_wrong: int
    variance_prone: int
    share: float
    """Share of variance-prone items among n; NaN with a single epoch, which cannot show any."""


class Stability(Record):
    """Results of a run over its epochs."""

    epochs: int
    accuracy: dict[int, float]
    """Accuracy by epoch."""
    deviation: float
    """Sample standard deviation of these."""
    spread: float
    histogram: tuple[int, ...]
    """Number of items that are right in 0, 1, ... all epochs."""
    incomplete: int
    """Items with a broken or missing episode; the histogram leaves them out."""
    overall: Flips
    by_size: tuple[Flips, ...]
    by_label: tuple[Flips, ...]


class Row(Record):
    """Results of one run."""

    run: str
    stability: Stability


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run; with a single epoch there is nothing to compare, and the spread is NaN."""
    check_repeated(episodes)
    runs = split_runs(episodes)
    return Result(rows=tuple(Row(run=name, stability=stability(run)) for name, run in runs.items()))


def stability(episodes: Iterable[Episode]) -> Stability:
    """Compute accuracy over epochs and the number of right epochs of each item (PHREEQC-MCQ-200, Tables 3 and 23 to
    25).

    The standard deviation has the divisor n - 1, as published. An item belongs to the bin of the largest listing that
    it ever led to.
    """
    every = list(episodes)
    known = counted(every)
    epochs = sorted({episode.epoch for episode in known})
    accuracy = {epoch: right_share([episode for episode in known if episode.epoch == epoch]) for epoch in epochs}
    items = by_item(known)
    whole = {item: of_item for item, of_item in items.items() if len(of_item) == len(epochs)}
    right = Counter(_right(of_item) for of_item in whole.values())
    return Stability(
        epochs=len(epochs),
        accuracy=accuracy,
        deviation=deviation(accuracy.values()),
        spread=value_range(accuracy.values()) if len(epochs) > 1 else math.nan,
        histogram=tuple(right[count] for count in range(len(epochs) + 1)) if epochs else (),
        incomplete=len({episode.item for episode in every}) - len(whole),
        overall=_count_flips("all", list(whole.values()), len(epochs)),
        by_size=_by_part(whole, _item_bin, len(epochs), order=NAMES),
        by_label=_by_part(whole, lambda of_item: of_item[0].label, len(epochs)),
    )


def _right(of_item: list[Episode]) -> int:
    return sum(episode.correct is True for episode in of_item)


def _item_bin(of_item: list[Episode]) -> str:
    return size_bin(max(episode.output_characters for episode in of_item))


def _by_part(
    whole: dict[str, list[Episode]], part: Callable[[list[Episode]], str], epochs: int, *, order: tuple[str, ...] = ()
) -> tuple[Flips, ...]:
    parts: dict[str, list[list[Episode]]] = defaultdict(list)
    for of_item in whole.values():
        parts[part(of_item)].append(of_item)
    names = [name for name in order if name in parts] if order else sorted(parts)
    return tuple(_count_flips(name, parts[name], epochs) for name in names)


def _count_flips(name: str, items: list[list[Episode]], epochs: int) -> Flips:
    right = [_right(of_item) for of_item in items]
    prone = sum(0 < count < epochs for count in right)
    return Flips(
        name=name,
        n=len(items),
        always_right=right.count(epochs),
        always_wrong=right.count(0),
        variance_prone=prone,
        share=prone / len(items) if items and epochs > 1 else math.nan,
    )


def table(result: Result) -> Group:
    """Make a table of the spread over epochs, then of the items that flip by listing size and true label."""
    from rich.console import Group

    headings = ("epochs", "SD, pp", "range, pp", "items right in 0, 1, … epochs", "left out")
    spread = make_table("Stability over epochs", ("run",), headings, (_cells(row) for row in result.rows))
    parts = [_flip_cells(row.run, part) for row in result.rows for part in _parts(row.stability)]
    headings = ("items", "always right", "always wrong", "variance-prone", "share")
    return Group(spread, make_table("Items that flip between epochs", ("run", "part"), headings, parts))


def _cells(row: Row) -> list[str]:
    over_epochs = row.stability
    counts = "/".join(str(count) for count in over_epochs.histogram) or "–"
    deviation, spread = (width(value) for value in (over_epochs.deviation, over_epochs.spread))
    return [row.run, str(over_epochs.epochs), deviation, spread, counts, str(over_epochs.incomplete)]


def _parts(over_epochs: Stability) -> list[Flips]:
    labelled = [part.model_copy(update={"name": f"truth {part.name}"}) for part in over_epochs.by_label if part.name]
    return [over_epochs.overall, *over_epochs.by_size, *labelled]


def _flip_cells(run: str, flips: Flips) -> list[str]:
    counts = (flips.n, flips.always_right, flips.always_wrong, flips.variance_prone)
    return [run, flips.name, *(str(count) for count in counts), percent(flips.share)]


def figure(result: Result) -> Figure:
    """Draw the share of items that are right in each number of epochs, from always wrong to always right."""
    most = max((row.stability.epochs for row in result.rows), default=0)
    with figures.style():
        drawn, [axes] = figures.blank(
            "Items by the number of epochs they are right in", height_in=figures.row_height(len(result.rows))
        )
        colours = figures.ramp(most + 1)
        for place, row in enumerate(result.rows):
            over_epochs = row.stability
            start = 0.0
            for right, count in enumerate(over_epochs.histogram):
                width = 100 * count / max(over_epochs.overall.n, 1)
                shade = colours[round(right * most / over_epochs.epochs)]
                axes.barh(place, width, left=start, color=shade, edgecolor="white")
                if width > 6:
                    ink = "white" if right == over_epochs.epochs else figures.INK
                    axes.text(
                        start + width / 2, place, f"{right}/{over_epochs.epochs}", ha="center", va="center", color=ink
                    )
                start += width
        figures.name_rows(axes, [f"{row.run}  (n = {row.stability.overall.n})" for row in result.rows])
        figures.percent_axis(axes, "items, %; the number in a bar: epochs right of all epochs")
        return drawn
