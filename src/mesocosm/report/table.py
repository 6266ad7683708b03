"""Tables on the screen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.report.number_format import number, with_interval
from mesocosm.report.results import MOST_BROKEN, ResultRow, row_titles
from mesocosm.screen.untrusted_text import cell

if TYPE_CHECKING:
    from rich.table import Table


FREE_FLOOR = "free_floor"
"""The metric under which a suite states what agents score that look at no data."""
NUMBERS = (
    "score",
    "broken = 0",
    "success",
    "episodes",
    "unanswered",
    "broken",
    "steps",
    "rejected calls",
    "tokens",
)
"""Columns of `result_numbers`, in its order."""


def make_table(
    title: str, left: Sequence[str], right: Sequence[str], rows: Iterable[Sequence[str]], caption: str = ""
) -> Table:
    """Make a table whose first columns are words and whose others are numbers."""
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
    """Make a table with agents as rows, in the order given; broken and unanswered episodes have their own columns."""
    words = ("suite", "profile", "agent")
    cells = [_cells(row, title) for row, title in zip(rows, row_titles(rows), strict=True)]
    return make_table("Results", words, NUMBERS, cells, " ".join(captions(rows)))


def metrics_tables(rows: Sequence[ResultRow]) -> list[Table]:
    """Make a table for each suite with metrics beside the score: agents as rows, metrics as columns."""
    titles = row_titles(rows)
    tables = []
    for suite in dict.fromkeys(row.suite for row in rows):
        own = [(row, title) for row, title in zip(rows, titles, strict=True) if row.suite == suite]
        names = list(dict.fromkeys(name for row, _ in own for name in row.metrics))
        cells = [[title, *(number(row.metrics.get(name, math.nan)) for name in names)] for row, title in own]
        if names:
            headings = [name.replace("_", " ") for name in names]
            tables.append(make_table(f"What {suite} measures (means over items)", ("agent",), headings, cells))
    return tables


def captions(rows: Sequence[ResultRow]) -> list[str]:
    """Return the sentences that a reader of the numbers needs."""
    sentences = ["Score with its 95 % bootstrap interval over items, success with its 95 % Wilson interval."]
    every = list(rows)
    floors = {row.suite: row.metrics[FREE_FLOOR] for row in every if FREE_FLOOR in row.metrics}
    sentences += [f"Agents without data score about {number(floor)} on {suite}." for suite, floor in floors.items()]
    for split in sorted({row.split for row in every} - {"test"}):
        own = dict.fromkeys(f"{row.agent} on {row.suite}" for row in every if row.split == split)
        sentences.append(f"Items of the {split} split, which evaluates nothing: {', '.join(own)}.")
    knowing = sorted({row.agent for row in every if row.knows_reference})
    if knowing:
        sentences.append(f"Not ranked, since they are handed the truth: {', '.join(knowing)}.")
    unsure = [f"{row.agent} on {row.suite}" for row in every if row.too_broken]
    if unsure:
        sentences.append(
            f"Not rankable, since more than {MOST_BROKEN:.0%} of the episodes broke or wait: {', '.join(unsure)}."
        )
    changed = [f"{row.agent} on {row.suite}" for row in every if row.cache_changed]
    if changed:
        sentences.append(
            f"Not ranked, since entries of the cache were changed by others than mesocosm: {', '.join(changed)}. "
            "The entries are made again; run it anew, into another folder."
        )
    sentences += [
        f"{row.waiting} of {row.episodes} episodes of {row.agent} on {row.suite} wait for its server, in no mean: "
        "the same command asks again."
        for row in rows
        if row.waiting
    ]
    return sentences


def _cells(row: ResultRow, title: str) -> list[str]:
    return [f"{row.suite} {row.version}", row.profile, title, *result_numbers(row)]


def result_numbers(row: ResultRow) -> list[str]:
    """Return an agent's results on a suite, in the order of `NUMBERS`."""
    return [
        with_interval(row.score, row.score_low, row.score_high),
        number(row.lower),
        with_interval(row.success, row.success_low, row.success_high),
        str(row.episodes),
        str(row.unanswered),
        str(row.broken),
        number(row.steps, 1),
        number(row.rejected_calls, 1),
        f"{row.tokens:,}",
    ]
