"""How often one of k attempts at an item is right, and how often the most frequent answer is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import interval, proportion
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, by_item, check_repeated
from mesocosm.stats.passk import Attempt, Attempts, majority_is_right, pass_rates
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

KS = (1, 2, 3, 5, 10)
"""Numbers of attempts that are reported, up to the largest number that a run has, which is reported too."""


class Passed(Record):
    """Share of items with a right answer among k attempts, estimated from all attempts."""

    k: int
    share: float
    low: float
    high: float
    """Limits (`low`, `high`) of the 95 % interval from resampled items; NaN if resampling cannot give one."""


class Row(Record):
    """Results of one run."""

    run: str
    items: int
    attempts: int
    """Largest number of attempts at one item."""
    passed: tuple[Passed, ...]
    consistent: Proportion
    """Share of items whose most frequent answer is right; n = 0 if no answer of the run can be read."""


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run; every epoch is an attempt."""
    check_repeated(episodes)
    return Result(rows=tuple(_row(name, run) for name, run in split_runs(episodes).items()))


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    attempts = attempts_of(episodes)
    most = max((len(own) for own in attempts.values()), default=0)
    ks = sorted({k for k in (*KS, most) if 1 <= k <= most})
    return Row(
        run=name,
        items=len(attempts),
        attempts=most,
        passed=tuple(
            Passed(k=k, share=rate.value, low=rate.low, high=rate.high) for k, rate in pass_rates(attempts, ks).items()
        ),
        consistent=self_consistency(attempts),
    )


def attempts_of(episodes: Iterable[Episode]) -> dict[str, list[Attempt]]:
    """Return the counted attempts of each item in the order of epochs."""
    return {
        item: [Attempt(right=episode.correct is True, reading=episode.reading or episode.predicted) for episode in own]
        for item, own in by_item(episodes).items()
    }


def self_consistency(attempts: Attempts) -> Proportion:
    """Compute the share of items whose most frequent answer is right (EO-Gym, Table 5); no data if no answer can be
    read.
    """
    if not any(attempt.reading for own in attempts.values() for attempt in own):
        return wilson(0, 0)
    return wilson(sum(majority_is_right(own) for own in attempts.values()), len(attempts))


def table(result: Result) -> Table:
    """Make a table with runs as rows and k as columns."""
    ks = sorted({passed.k for row in result.rows for passed in row.passed})
    cells = [
        [row.run, str(row.items), str(row.attempts), *_passed(row, ks), proportion(row.consistent)]
        for row in result.rows
    ]
    headings = ("items", "attempts", *(f"Pass@{k}" for k in ks), "majority right [Wilson 95 %]")
    caption = "Pass@k: 1 - C(n-c, k) / C(n, k) of c right among n attempts, mean over items [95 %, items drawn again]"
    return make_table("Right within k attempts", ("run",), headings, cells, caption)


def _passed(row: Row, ks: Sequence[int]) -> list[str]:
    known = {passed.k: passed for passed in row.passed}
    return [_describe(known[k]) if k in known else "–" for k in ks]


def _describe(passed: Passed) -> str:
    if math.isnan(passed.low):
        return interval(passed.share, math.nan, math.nan).partition(" [")[0]
    return interval(passed.share, passed.low, passed.high)


def figure(result: Result) -> Figure:
    """Draw a curve over the number of attempts for each run."""
    with figures.style():
        drawn, [axes] = figures.blank("Right within k attempts", height_in=4.0 + 0.12 * len(result.rows))
        for place, row in enumerate(result.rows):
            ks = [passed.k for passed in row.passed]
            shade = figures.colour(place)
            lows = [100 * (passed.share if math.isnan(passed.low) else passed.low) for passed in row.passed]
            highs = [100 * (passed.share if math.isnan(passed.high) else passed.high) for passed in row.passed]
            axes.fill_between(ks, lows, highs, color=shade, alpha=0.12, lw=0)
            shares = [100 * passed.share for passed in row.passed]
            axes.plot(ks, shares, f"{figures.marker(place)}-", color=shade, label=figures.plain(row.run))
        figures.percent_axis(axes, "Pass@k, % (band: 95 %)", which="y")
        figures.whole_numbers(axes.xaxis)
        axes.set_xlabel("attempts, k")
        figures.legend(drawn, axes)
        return drawn
