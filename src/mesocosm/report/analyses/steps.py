"""Accuracy by the number of steps, and the lengths of failed episodes."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mesocosm.report import figures
from mesocosm.report.number_format import number, proportion
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted, wrong
from mesocosm.stats.proportion import Proportion, episode_accuracy, wilson
from mesocosm.stats.runs import split_runs
from mesocosm.stats.summary import mean, median
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group

FIRST_STEPS = (0, 5, 8, 12, 16, 20, 25)
"""First number of steps of each bucket: those of PHREEQC-MCQ-200, Table 28, and one below and above them."""


class StepBucket(Record):
    """The episodes of one bucket of lengths; `last` is None in the open bucket at the end."""

    first: int
    last: int | None
    accuracy: Proportion


class FailedSteps(Record):
    """The lengths of the wrong episodes of a run."""

    n: int
    median: float
    mean: float
    overall_median: float
    """Median steps of all counted episodes, right ones included."""
    ceiling: Proportion
    """Wrong episodes that used their whole budget of steps, among those with such a budget."""


class Row(Record):
    """Results of one run."""

    run: str
    buckets: tuple[StepBucket, ...]
    failed: FailedSteps
    right_steps: dict[int, int]
    """Number of right episodes by steps taken."""
    wrong_steps: dict[int, int]
    ceiling: float
    """Budget of steps; NaN if there is none or several."""


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    return Result(rows=tuple(_row(name, run) for name, run in split_runs(episodes).items()))


def _row(name: str, episodes: Sequence[Episode]) -> Row:
    return Row(
        run=name,
        buckets=step_buckets(episodes),
        failed=failed_steps(episodes),
        right_steps=steps_taken(episodes, correct=True),
        wrong_steps=steps_taken(episodes, correct=False),
        ceiling=ceiling_of(episodes),
    )


def step_buckets(episodes: Iterable[Episode], *, firsts: tuple[int, ...] = FIRST_STEPS) -> tuple[StepBucket, ...]:
    """Compute accuracy over the counted episodes of each length (PHREEQC-MCQ-200, Table 28)."""
    if not firsts or firsts[0] != 0 or list(firsts) != sorted(set(firsts)):
        raise ValueError(f"buckets must begin at 0 and rise, got {firsts}")
    known = counted(episodes)
    lasts = [*(first - 1 for first in firsts[1:]), None]
    return tuple(
        StepBucket(
            first=first,
            last=last,
            accuracy=episode_accuracy(episode for episode in known if bisect_right(firsts, episode.steps) - 1 == place),
        )
        for place, (first, last) in enumerate(zip(firsts, lasts, strict=True))
    )


def failed_steps(episodes: Iterable[Episode]) -> FailedSteps:
    """Summarise the lengths of wrong episodes, and how many reach the ceiling (PHREEQC-MCQ-200, Table 29)."""
    known = counted(episodes)
    failed = wrong(known)
    limited = [(episode.steps, episode.step_limit) for episode in failed if episode.step_limit is not None]
    return FailedSteps(
        n=len(failed),
        median=median(episode.steps for episode in failed),
        mean=mean(episode.steps for episode in failed),
        overall_median=median(episode.steps for episode in known),
        ceiling=wilson(sum(steps >= limit for steps, limit in limited), len(limited)),
    )


def bucket_name(bucket: StepBucket) -> str:
    """Return `5–7`, or `25+` for the open bucket."""
    return f"{bucket.first}+" if bucket.last is None else f"{bucket.first}–{bucket.last}"


def steps_taken(episodes: Iterable[Episode], *, correct: bool) -> dict[int, int]:
    """Count the right (or wrong) episodes by number of steps."""
    taken = [episode.steps for episode in counted(episodes) if episode.correct is correct]
    return {steps: taken.count(steps) for steps in sorted(set(taken))}


def ceiling_of(episodes: Iterable[Episode]) -> float:
    """Return the budget of steps if all episodes share one, else NaN."""
    limits = {episode.step_limit for episode in counted(episodes)}
    [limit] = limits if len(limits) == 1 else [None]
    return math.nan if limit is None else float(limit)


def table(result: Result) -> Group:
    """Make a table of the buckets, then of the failed episodes."""
    from rich.console import Group

    buckets = [
        (
            row.run,
            bucket_name(bucket),
            str(bucket.accuracy.n),
            f"{bucket.accuracy.right:g}",
            proportion(bucket.accuracy),
        )
        for row in result.rows
        for bucket in row.buckets
        if bucket.accuracy.n
    ]
    headings = ("episodes", "right", "accuracy [Wilson 95 %]")
    failed = [_failed(row.run, row.failed) for row in result.rows]
    others = ("failed", "median", "mean", "median of all", "at the ceiling [Wilson 95 %]")
    return Group(
        make_table("Accuracy by steps", ("run", "steps"), headings, buckets),
        make_table("Steps of failed episodes", ("run",), others, failed),
    )


def _failed(run: str, lengths: FailedSteps) -> list[str]:
    middle = (lengths.median, lengths.mean, lengths.overall_median)
    return [run, str(lengths.n), *(number(value, 1) for value in middle), proportion(lengths.ceiling)]


def _longest(result: Result) -> int:
    """Return the end of the axis: the longest episode, or the budget if it is close."""
    longest = max((steps for row in result.rows for steps in (*row.right_steps, *row.wrong_steps)), default=0)
    return max([longest, *(int(row.ceiling) for row in result.rows if row.ceiling <= 2 * longest)])


def figure(result: Result) -> Figure:
    """Draw histograms of steps, right and wrong episodes stacked, a plot for each run over one axis."""
    longest = _longest(result)
    with figures.style():
        drawn, plots = figures.blank_rows("Steps of right and wrong episodes", rows=max(len(result.rows), 1))
        for axes, row in zip(plots, result.rows, strict=False):
            places = range(longest + 1)
            right = [row.right_steps.get(step, 0) for step in places]
            wrong = [row.wrong_steps.get(step, 0) for step in places]
            axes.bar(places, right, width=0.9, color=figures.COLOURS[0], label="right")
            axes.bar(places, wrong, width=0.9, bottom=right, color=figures.COLOURS[1], label="wrong")
            if row.ceiling <= longest:
                axes.axvline(row.ceiling, color=figures.INK, ls=":", lw=1.5, label="budget")
            axes.set_title(figures.plain(row.run), fontsize=10, weight="normal")
            figures.whole_numbers(axes.yaxis)
            axes.set_ylabel("episodes")
            axes.grid(axis="y", color=figures.GRID)
        figures.legend(drawn, plots[0])
        plots[-1].set_xlim(-0.6, longest + 0.6)
        figures.whole_numbers(plots[-1].xaxis)
        plots[-1].set_xlabel("steps")
        return drawn
