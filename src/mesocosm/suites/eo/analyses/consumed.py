"""How every run comes by its answers: illegal calls, calls per reference call, and the reference's tools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report.number_format import number, percent
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, by_item, counted
from mesocosm.stats.passk import Attempt, Consumed, over_consumed
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table

NEEDED = ("calls", "illegal_calls", "reference_calls", "exact", "in_order", "any_order")


class Row(Record):
    """The figures of one run."""

    run: str
    consumed: Consumed
    """Diagnostics over the attempts up to the first right one."""
    zero_call: float
    """Share of all episodes that answered without a look."""
    evidence_seen: float
    """Share of the needed frames that were seen, averaged over episodes."""
    fabricated: float
    """Mean number of cited handles per episode that no call returned."""
    undecided: float
    """Share of all episodes whose answer no rule decides."""


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    if not any(_is_measured(episode) for episode in episodes):
        raise InvalidRecord("no episode of these logs is measured against the calls of a reference")
    return Result(rows=tuple(_row(name, run) for name, run in split_runs(episodes).items()))


def _is_measured(episode: Episode) -> bool:
    return all(name in episode.metrics for name in NEEDED)


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    known = [episode for episode in counted(episodes) if _is_measured(episode)]
    return Row(
        run=name,
        consumed=consumed_of(known),
        zero_call=_mean(known, "zero_call"),
        evidence_seen=_mean(known, "evidence_seen"),
        fabricated=_mean(known, "fabricated_handles"),
        undecided=_mean(known, "undecided"),
    )


def _mean(episodes: Iterable[Episode], metric: str) -> float:
    return mean(episode.metrics[metric] for episode in episodes if metric in episode.metrics)


def consumed_of(episodes: Iterable[Episode]) -> Consumed:
    """Return the published diagnostics over consumed trajectories."""
    items = by_item(episodes)
    attempts = {item: [attempt_of(episode) for episode in own] for item, own in items.items()}
    return over_consumed(attempts, {item: int(own[0].metrics["reference_calls"]) for item, own in items.items()})


def attempt_of(episode: Episode) -> Attempt:
    """Convert an episode to an attempt at its item."""
    metrics = episode.metrics
    return Attempt(
        right=episode.correct is True,
        reading=episode.reading,
        calls=int(metrics["calls"]),
        illegal=int(metrics["illegal_calls"]),
        exact=metrics["exact"] == 1.0,
        in_order=metrics["in_order"] == 1.0,
        any_order=metrics["any_order"] == 1.0,
    )


def table(result: Result) -> Table:
    """Build the table of runs."""
    headings = (
        "items", "attempts used", "illegal err.", "tool-call ratio", "tools exact", "in order", "any order",
        "looked at nothing",
        "needed pictures in sight", "fabricated handles", "undecided",
    )  # fmt: skip
    caption = (
        "up to “any order”: attempts up to the first right one, items alike; then all episodes; pictures that come "
        "with the question are in sight without any call"
    )
    return make_table("How answers are come by", ("run",), headings, (_cells(row) for row in result.rows), caption)


def _cells(row: Row) -> list[str]:
    used = row.consumed
    matches = (used.exact, used.in_order, used.any_order)
    return [
        row.run,
        str(used.items),
        number(used.attempts, 2),
        number(used.illegal_rate),
        number(used.call_ratio, 2),
        *(number(value) for value in matches),
        percent(row.zero_call),
        percent(row.evidence_seen),
        number(row.fabricated, 2),
        percent(row.undecided),
    ]
