"""The share of items right within each budget of tokens, and the tokens of right and wrong episodes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.report import figures
from mesocosm.report.number_format import proportion, whole
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, by_item, counted
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import median
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group

MOST_TICKS = 12


class Rung(Record):
    """A budget, and the items that were right within it."""

    tokens: int
    within: Proportion


class TokenBudget(Record):
    """Results of a run over a series of budgets."""

    rungs: tuple[Rung, ...]
    right_median: float
    """Median tokens of the right episodes."""
    wrong_median: float
    right: int
    wrong: int


class Row(Record):
    """Results of one run."""

    run: str
    budget: TokenBudget


class Result(Record):
    rows: tuple[Row, ...]
    without_tokens: tuple[str, ...]
    """Return runs of which no episode reports tokens: scripts, or a provider that does not count."""


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run that counts tokens, all for the same budgets."""
    runs = split_runs(episodes)
    counting = [name for name, run in runs.items() if any(episode.tokens for episode in counted(run))]
    if not counting:
        raise InvalidRecord("no run of these logs reports tokens: reference agents use none")
    rungs = budgets(episode for name in counting for episode in runs[name])
    return Result(
        rows=tuple(Row(run=name, budget=token_budget(runs[name], rungs)) for name in counting),
        without_tokens=tuple(name for name in runs if name not in counting),
    )


def ladder(smallest: int, largest: int) -> tuple[int, ...]:
    """Return 1, 2, 5, 10, 20, 50, ...: from the last one not above `smallest` to the first not below `largest`."""
    if not 1 <= smallest <= largest:
        raise ValueError(f"a ladder needs 1 <= smallest <= largest, got {smallest} and {largest}")
    steps = [first * 10**power for power in range(len(str(largest)) + 1) for first in (1, 2, 5)]
    start = max(step for step in steps if step <= smallest)
    rungs = list(itertools.takewhile(lambda step: step < largest, steps))
    return tuple(step for step in (*rungs, steps[len(rungs)]) if step >= start)


def budgets(episodes: Iterable[Episode]) -> tuple[int, ...]:
    """Return budgets that cover every counted episode that spent tokens; empty if none did."""
    spent = [episode.tokens for episode in counted(episodes) if episode.tokens]
    return ladder(min(spent), max(spent)) if spent else ()


def token_budget(episodes: Iterable[Episode], rungs: Sequence[int]) -> TokenBudget:
    """Compute accuracy by the tokens allowed (compare AtmosSci-Bench, Figure 3), from finished episodes.

    An episode is right within a budget if it is right and spent no more. With several epochs an item counts with its
    share of such episodes. An agent that is cut off there would have reached this; one that knows its limit might hurry
    and reach more.
    """
    known = counted(episodes)
    items = list(by_item(known).values())
    return TokenBudget(
        rungs=tuple(Rung(tokens=rung, within=_within(items, rung)) for rung in rungs),
        right_median=median(episode.tokens for episode in known if episode.correct),
        wrong_median=median(episode.tokens for episode in known if not episode.correct),
        right=sum(episode.correct is True for episode in known),
        wrong=sum(episode.correct is False for episode in known),
    )


def _within(items: Sequence[Sequence[Episode]], rung: int) -> Proportion:
    shares = [
        sum(episode.correct is True and episode.tokens <= rung for episode in of_item) / len(of_item)
        for of_item in items
    ]
    return wilson(math.fsum(shares), len(shares))


def table(result: Result) -> Group:
    """Make a table with the budgets, then the medians."""
    from rich.console import Group

    rungs = [
        (row.run, whole(rung.tokens), f"{rung.within.right:g}", str(rung.within.n), proportion(rung.within))
        for row in result.rows
        for rung in row.budget.rungs
    ]
    medians = [
        (row.run, str(budget.right), whole(budget.right_median), str(budget.wrong), whole(budget.wrong_median))
        for row in result.rows
        for budget in [row.budget]
    ]
    caption = "read off finished episodes, tokens of every request, input and output: what an agent cut off there has"
    missing = f"no tokens reported: {', '.join(result.without_tokens)}" if result.without_tokens else ""
    headings = ("right within", "items", "share [Wilson 95 %]")
    return Group(
        make_table("Right within a budget of tokens", ("run", "tokens"), headings, rungs, caption),
        make_table("Tokens of an episode", ("run",), ("right", "median", "wrong", "median"), medians, missing),
    )


def figure(result: Result) -> Figure:
    """Draw a curve over the budgets for each run."""
    with figures.style():
        drawn, [axes] = figures.blank("Right within a budget of tokens", height_in=4.2 + 0.12 * len(result.rows))
        for place, row in enumerate(result.rows):
            rungs = row.budget.rungs
            tokens = [rung.tokens for rung in rungs]
            shade = figures.colour(place)
            axes.fill_between(
                tokens,
                [100 * rung.within.low for rung in rungs],
                [100 * rung.within.high for rung in rungs],
                color=shade,
                alpha=0.12,
                lw=0,
            )
            shares = [100 * rung.within.share for rung in rungs]
            axes.plot(tokens, shares, f"{figures.marker(place)}-", color=shade, label=figures.plain(row.run))
        axes.set_xscale("log")
        ticks = _ticks(result)
        axes.set_xticks(ticks, [whole(tick) for tick in ticks])
        axes.minorticks_off()
        figures.percent_axis(axes, "right items, % (band: Wilson 95 %)", which="y")
        axes.set_xlabel("budget of tokens for an episode")
        figures.legend(drawn, axes)
        return drawn


def _ticks(result: Result) -> list[int]:
    """Return every budget, or only the powers of ten if there are too many to label."""
    rungs = [rung.tokens for rung in result.rows[0].budget.rungs]
    return rungs if len(rungs) <= MOST_TICKS else [rung for rung in rungs if str(rung).startswith("1")]
