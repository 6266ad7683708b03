"""The form in which episodes were answered, apart from how well: what was submitted, and what was evident and was not.

The classes are those of `mesocosm.scoring.form`. `as told` is the share of right items if every evident answer counted.
The difference from a run's accuracy is the cost of form and not of knowledge. It is not a score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import percent
from mesocosm.report.table import make_table
from mesocosm.scoring.form import FORM_CLASSES, FormClass
from mesocosm.stats.episode import Episode, counted, item_shares
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

SHOWN: tuple[FormClass, ...] = tuple(name for name in FORM_CLASSES if name not in ("broken", "waiting"))


class Row(Record):
    """Results of one run."""

    run: str
    episodes: int
    """Number of episodes that count."""
    counts: dict[FormClass, int]
    """Counted episodes by class; their sum is `episodes`."""
    broken: int
    waiting: int
    evident: int
    """Counted episodes that were not answered but in which an answer is evident."""
    evident_right: int
    accuracy: float
    """Share of right items."""
    as_told: float
    """Share of right items if every evident answer counted."""


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    return Result(rows=tuple(_row(name, run) for name, run in split_runs(episodes).items()))


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    known = counted(episodes)
    classes = Counter(episode.form for episode in known)
    return Row(
        run=name,
        episodes=len(known),
        counts={kind: classes[kind] for kind in SHOWN},
        broken=sum(episode.answer == "broken" for episode in episodes),
        waiting=sum(episode.answer == "waiting" for episode in episodes),
        evident=sum(episode.evident_right is not None for episode in known),
        evident_right=sum(episode.evident_right is True for episode in known),
        accuracy=mean(item_shares(known).values()),
        as_told=mean(item_shares(_count_evident(episode) for episode in known).values()),
    )


def _count_evident(episode: Episode) -> Episode:
    return episode.model_copy(update={"correct": True}) if episode.evident_right else episode


def table(result: Result) -> Table:
    """Make a table with runs as rows and, as columns, the classes that occur."""
    used = _used(result)
    cells = [
        (
            row.run,
            str(row.episodes),
            *(str(row.counts[kind]) for kind in used),
            f"{row.evident_right} of {row.evident}",
            percent(row.accuracy),
            percent(row.as_told),
            str(row.waiting),
            str(row.broken),
        )
        for row in result.rows
    ]
    headings = ("episodes", *(_words(kind) for kind in used), "evident, right", "accuracy", "as told")
    caption = (
        "an answer counts where it was handed in; `as told` also counts those evident in words or in calls that were "
        "not taken, and is not a score; waiting and broken episodes count nowhere"
    )
    return make_table("Form", ("run",), (*headings, "waiting", "broken"), cells, caption)


def figure(result: Result) -> Figure:
    """Draw the counted episodes of each run, stacked by class."""
    used = _used(result)
    with figures.style():
        drawn, [axes] = figures.blank(
            "Episodes by the form of their answer", height_in=figures.row_height(len(result.rows), rest_in=2.2)
        )
        starts = [0] * len(result.rows)
        for place, kind in enumerate(used):
            counts = [row.counts[kind] for row in result.rows]
            shade = figures.colour(place)
            axes.barh(range(len(counts)), counts, left=starts, color=shade, edgecolor="white", label=_words(kind))
            starts = [start + count for start, count in zip(starts, counts, strict=True)]
        figures.name_rows(axes, [f"{row.run}  (n = {row.episodes})" for row in result.rows])
        figures.whole_numbers(axes.xaxis)
        axes.grid(axis="x", color=figures.GRID)
        axes.set_xlabel("episodes")
        figures.legend(drawn, axes)
        return drawn


def _used(result: Result) -> list[FormClass]:
    return [kind for kind in SHOWN if kind == "submitted" or any(row.counts[kind] for row in result.rows)]


def _words(kind: str) -> str:
    return kind.replace("_", " ")
