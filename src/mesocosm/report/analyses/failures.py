"""Reasons why episodes were lost, one class each, by fixed rules.

The first rule that fits gives the class:

    broken                 something on our side failed; counted nowhere
    waiting                the model's server had not replied; counted nowhere
    unparsable             the last submission was refused
    budget                 no well-formed answer, and a budget was spent
    no_run                 the world has a simulator and it was never called
    retry_loop             at least four simulator runs failed one after the other
    run_failed             every simulator run failed
    no_answer              no answer at all
    wrong_after_good_run   a simulator run succeeded, and the answer is wrong
    wrong_answer           the world has no simulator, and the answer is wrong

Calls between two runs (an input rewritten, a file read) do not end a row of failed runs: a retry loop consists of
editing and running again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from mesocosm.report import figures
from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

FailureClass = Literal[
    "broken",
    "waiting",
    "unparsable",
    "budget",
    "no_run",
    "retry_loop",
    "run_failed",
    "no_answer",
    "wrong_after_good_run",
    "wrong_answer",
]
CLASSES: tuple[FailureClass, ...] = get_args(FailureClass)
LOOP_RUNS = 4
"""Failed runs in a row that make a retry loop."""
SHOWN: tuple[FailureClass, ...] = tuple(name for name in CLASSES if name not in ("broken", "waiting"))


class Failures(Record):
    """The wrong episodes of a run by class, and the broken ones."""

    wrong: int
    counts: dict[FailureClass, int]
    """Number in every class except `broken` and `waiting`; their sum is `wrong`."""
    broken: int
    waiting: int = 0
    loops: int
    """Wrong episodes with a retry loop somewhere, whatever their class."""


class Row(Record):
    """Results of one run."""

    run: str
    episodes: int
    """Number of episodes, broken ones included."""
    failures: Failures


class Result(Record):
    rows: tuple[Row, ...]


def analyse(episodes: Sequence[Episode]) -> Result:
    """Return a row for each run."""
    runs = split_runs(episodes)
    return Result(rows=tuple(Row(run=name, episodes=len(run), failures=failures(run)) for name, run in runs.items()))


def failure_class(episode: Episode) -> FailureClass | None:
    """Return the class of a lost episode; None for a right one."""
    if episode.correct is not False:
        if episode.correct is None:
            return "waiting" if episode.end == "waiting" else "broken"
        return None
    unanswered = episode.answer not in ("valid", "repaired")
    rules: tuple[tuple[FailureClass, bool], ...] = (
        ("unparsable", episode.answer == "rejected"),
        ("budget", unanswered and episode.end == "budget"),
        ("no_run", bool(episode.simulators) and episode.runs == 0),
        ("retry_loop", longest_failed_row(episode) >= LOOP_RUNS),
        ("run_failed", 0 < episode.runs == episode.failed_runs),
        ("no_answer", unanswered),
        ("wrong_after_good_run", episode.runs > episode.failed_runs),
    )
    return next((name for name, fits in rules if fits), "wrong_answer")


def longest_failed_row(episode: Episode) -> int:
    """Return the largest number of simulator runs that failed one after the other."""
    longest = row = 0
    for tool, failed in episode.calls:
        if tool in episode.simulators:
            row = row + 1 if failed else 0
            longest = max(longest, row)
    return longest


def failures(episodes: Iterable[Episode]) -> Failures:
    """Count the wrong episodes in each class (compare PHREEQC-MCQ-200, Table 30)."""
    every = list(episodes)
    classes = Counter(failure_class(episode) for episode in every)
    counts: dict[FailureClass, int] = {name: classes[name] for name in SHOWN}
    loops = sum(episode.correct is False and longest_failed_row(episode) >= LOOP_RUNS for episode in every)
    unscored = {"broken": classes["broken"], "waiting": classes["waiting"]}
    return Failures(wrong=sum(counts.values()), counts=counts, loops=loops, **unscored)


def table(result: Result) -> Table:
    """Make a table with runs as rows and classes as columns."""
    cells = [
        (
            row.run,
            str(_count(row)),
            str(row.failures.wrong),
            *(str(row.failures.counts[name]) for name in SHOWN),
            str(row.failures.loops),
            str(row.failures.broken),
            str(row.failures.waiting),
        )
        for row in result.rows
    ]
    headings = ("episodes", "wrong", *(_words(name) for name in SHOWN), "with a loop", "broken", "waiting")
    caption = (
        "each wrong episode is in one class, the first that fits from the left; broken and waiting ones count nowhere"
    )
    return make_table("Failures", ("run",), headings, cells, caption)


def figure(result: Result) -> Figure:
    """Draw the wrong episodes of each run, stacked by class."""
    used = [name for name in SHOWN if any(row.failures.counts[name] for row in result.rows)]
    with figures.style():
        drawn, [axes] = figures.blank(
            "Wrong episodes by class", height_in=figures.row_height(len(result.rows), rest_in=2.2)
        )
        starts = [0] * len(result.rows)
        for place, name in enumerate(used):
            counts = [row.failures.counts[name] for row in result.rows]
            shade = figures.colour(place)
            axes.barh(range(len(counts)), counts, left=starts, color=shade, edgecolor="white", label=_words(name))
            starts = [start + count for start, count in zip(starts, counts, strict=True)]
        figures.name_rows(axes, [f"{row.run}  ({row.failures.wrong} of {_count(row)})" for row in result.rows])
        figures.whole_numbers(axes.xaxis)
        axes.grid(axis="x", color=figures.GRID)
        axes.set_xlabel("wrong episodes")
        figures.legend(drawn, axes)
        return drawn


def _count(row: Row) -> int:
    return row.episodes - row.failures.broken - row.failures.waiting


def _words(name: str) -> str:
    return name.replace("_", " ")
