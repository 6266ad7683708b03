"""How many meter readings and survey lines every run takes for an item."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from mesocosm.report.table import make_table
from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.runs import split_runs
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table


class Work(Record):
    """Averages for one run."""

    run: str
    episodes: int
    readings: float
    lines: float


class Readings(Record):
    """Averages for every run."""

    runs: tuple[Work, ...]


def analyse(episodes: Sequence[Episode]) -> Readings:
    """Compute the mean number of readings and lines over the counted episodes of each run; NaN if none counts."""
    return Readings(runs=tuple(_work(name, counted(own)) for name, own in split_runs(episodes).items()))


def _work(run: str, episodes: Sequence[Episode]) -> Work:
    def mean_calls(tool: str) -> float:
        counts = [sum(name == tool for name, _ in episode.calls) for episode in episodes]
        return fmean(counts) if counts else float("nan")

    return Work(run=run, episodes=len(episodes), readings=mean_calls("read_meter"), lines=mean_calls("survey_line"))


def table(result: Readings) -> Table:
    """Make a table with one line a run."""
    rows = [(work.run, str(work.episodes), f"{work.readings:.1f}", f"{work.lines:.1f}") for work in result.runs]
    return make_table("Survey work", ("run",), ("episodes", "readings", "lines"), rows)
