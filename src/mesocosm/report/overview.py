"""Results as one page that opens anywhere, with nothing to load from outside."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mesocosm.files import write_whole
from mesocosm.report.results import UNSCORED, ResultRow, SampleRow, row_titles
from mesocosm.report.table import captions, result_numbers
from mesocosm.report.templating import render
from mesocosm.report.wording import number

HEADINGS = (
    "agent",
    "score (95 % bootstrap)",
    "",
    "broken = 0",
    "success (95 % Wilson)",
    "episodes",
    "unanswered",
    "broken",
    "steps",
    "rejected calls",
    "tokens",
)
BROKEN = "repeating-linear-gradient(45deg,#999,#999 3px,#fff 3px,#fff 6px)"


@dataclass(frozen=True)
class ShownEpisode:
    """A coloured cell, and the text that shows when it is pointed at."""

    colour: str
    tooltip: str


@dataclass(frozen=True)
class ShownRow:
    """One agent on one suite, as the page shows it."""

    suite: str
    version: str
    agent: str
    numbers: list[str]
    bar: str
    """How long the bar of the score is, in percent."""
    metrics: str
    """What else the suite measures, in words."""
    episodes: list[ShownEpisode]


@dataclass(frozen=True)
class Link:
    """Where another page of the report lies."""

    text: str
    href: str


def write_overview(
    rows: list[ResultRow], path: Path, *, title: str, notes: Sequence[str] = (), links: Sequence[Link] = ()
) -> None:
    """Write the page whole or not at all."""
    names = dict.fromkeys(row.suite for row in rows)
    titled = list(zip(rows, row_titles(rows), strict=True))
    suites = [[_shown(row, title) for row, title in titled if row.suite == name] for name in names]
    page = render(
        "results.html", title=title, notes=[*notes, *captions(rows)], links=links, headings=HEADINGS, suites=suites
    )
    write_whole(path, page)


def _shown(row: ResultRow, title: str) -> ShownRow:
    return ShownRow(
        suite=row.suite,
        version=row.version,
        agent=title,
        numbers=result_numbers(row),
        metrics=", ".join(f"{name.replace('_', ' ')} {number(value)}" for name, value in row.metrics.items()),
        bar=f"{0.0 if math.isnan(row.score) else _within_one(row.score):.1%}",
        episodes=[ShownEpisode(colour=_colour(sample), tooltip=_tooltip(sample)) for sample in row.samples],
    )


def _tooltip(sample: SampleRow) -> str:
    return f"{sample.item} (epoch {sample.epoch}): {number(sample.score)}, answer {sample.answer}, {sample.end}"


def _colour(sample: SampleRow) -> str:
    """The better, the darker; what has no score is hatched."""
    return BROKEN if sample.answer in UNSCORED else f"hsl(210 60% {88 - 50 * _within_one(sample.score):.0f}%)"


def _within_one(score: float) -> float:
    return max(0.0, min(1.0, score))
