"""Tables on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.report.results import MOST_BROKEN, ResultRow
from mesocosm.report.wording import number
from mesocosm.screen.foreign import cell

if TYPE_CHECKING:
    from rich.table import Table


def make_table(
    title: str, left: Sequence[str], right: Sequence[str], rows: Iterable[Sequence[str]], caption: str = ""
) -> Table:
    """A table whose first columns are words and whose others are numbers."""
    from rich.table import Table

    table = Table(title=cell(title), caption=cell(caption) or None)
    for heading in left:
        table.add_column(cell(heading))
    for heading in right:
        table.add_column(cell(heading), justify="right")
    for row in rows:
        table.add_row(*(cell(text) for text in row))
    return table


def results_table(rows: list[ResultRow]) -> Table:
    """Agents as rows, in the order given; what we broke and what an agent left unanswered stand apart."""
    words = ("suite", "profile", "agent")
    headings = ("score", "broken = 0", "success", "episodes", "unanswered", "broken", "steps", "refused", "tokens")
    return make_table("Results", words, headings, (_cells(row) for row in rows), " ".join(captions(rows)))


def captions(rows: Sequence[ResultRow]) -> list[str]:
    """What a reader of the numbers must know, in sentences."""
    told = ["Score with its 95 % bootstrap interval over items, success with its 95 % Wilson interval."]
    every = list(rows)
    knowing = sorted({row.agent for row in every if row.knows_reference})
    if knowing:
        told.append(f"Not ranked, since they are handed the truth: {', '.join(knowing)}.")
    unsure = [f"{row.agent} on {row.suite}" for row in every if row.too_broken]
    if unsure:
        told.append(
            f"Not rankable, since more than {MOST_BROKEN:.0%} of the episodes broke or wait: {', '.join(unsure)}."
        )
    told += [
        f"{row.waiting} of {row.episodes} episodes of {row.agent} on {row.suite} wait for its server, in no mean: "
        "the same command asks again."
        for row in rows
        if row.waiting
    ]
    return told


def _cells(row: ResultRow) -> list[str]:
    return [f"{row.suite} {row.version}", row.profile, row.title, *result_numbers(row)]


def result_numbers(row: ResultRow) -> list[str]:
    """An agent's results on a suite, in the order of the table's headings."""
    return [
        f"{number(row.score)} [{number(row.score_low)}, {number(row.score_high)}]",
        number(row.lower),
        f"{number(row.success)} [{number(row.success_low)}, {number(row.success_high)}]",
        str(row.episodes),
        str(row.unanswered),
        str(row.broken),
        number(row.steps, 1),
        number(row.refused, 1),
        f"{row.tokens:,}",
    ]
