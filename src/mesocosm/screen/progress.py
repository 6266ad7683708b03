"""Progress of long work on standard error: a bar on a terminal, lines elsewhere; standard output is for results."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

INTERVAL_S = 10.0
"""Seconds between two lines at least, but for the first and the last."""
UNITS = {"days": 86400, "hours": 3600, "minutes": 60}
"""Seconds of each, the longest first."""
Clock = Callable[[], float]
T = TypeVar("T")


class Progress(Protocol):
    """How far a piece of work is."""

    def update(self, done: int, total: int | None = None, what: str = "") -> None:
        """Say how much is done of how much in all, and what was done last."""

    def step(self, what: str = "") -> None:
        """Say that one more is done."""


@contextmanager
def progress(label: str, total: int | None = None, *, clock: Clock = time.monotonic) -> Iterator[Progress]:
    """Progress of a piece of work that is known by its label.

    Args:
        label: What is being done, such as `planet gallery`.
        total: How much there is to do, where that is known.
        clock: Seconds that only rise.
    """
    if is_watched():
        with _bar(label, total) as bar:
            yield bar
        return
    lines = Lines(label, total, clock=clock)
    lines.begin()
    try:
        yield lines
    except BaseException:  # Ctrl-C too
        lines.end("stopped after")
        raise
    lines.end("finished after")


def track(each: Iterable[T], label: str, total: int) -> Iterator[T]:
    """The same things one by one, with progress."""
    with progress(label, total) as shown:
        for one in each:
            yield one
            shown.step()


def is_watched() -> bool:
    """Whether a person looks at standard error, on a terminal that can redraw a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class Lines:
    """Progress as lines: at the start and the end, and between them where the last was some time ago."""

    def __init__(self, label: str, total: int | None = None, *, unit: str = "", clock: Clock = time.monotonic) -> None:
        self.label, self.total, self.unit, self.done = label, total, unit, 0
        self._clock = clock
        self._began = self._last = clock()

    def begin(self) -> None:
        """Tell that the work begins."""
        tell(f"{self.label}: {self._amount() if self.total is not None else 'started'}", err=True)

    def update(self, done: int, total: int | None = None, what: str = "") -> None:
        self.done, self.total = done, self.total if total is None else total
        if done != self.total and self._clock() - self._last >= INTERVAL_S:  # the last one is told by `end`
            self._last = self._clock()
            parts = (self._amount(), self._seconds(), self._left(), what)
            tell(f"{self.label}: {', '.join(part for part in parts if part)}", err=True)

    def step(self, what: str = "") -> None:
        self.update(self.done + 1, what=what)

    def end(self, how: str) -> None:
        """Tell that the work has ended, and how."""
        amount = f"{self._amount()}, " if self.done or self.total is not None else ""
        tell(f"{self.label}: {amount}{how} {self._seconds()}", err=True)

    def _amount(self) -> str:
        amount = f"{self.done:,}" if self.total is None else f"{self.done:,} of {self.total:,}"
        return f"{amount} {self.unit}" if self.unit else amount

    def _left(self) -> str:
        """The time that the rest takes at the pace so far, where that is two minutes or more."""
        if not self.done or self.total is None:
            return ""
        seconds = (self._clock() - self._began) * (self.total - self.done) / self.done
        for name, size in UNITS.items():
            if seconds >= 2 * size:
                return f"about {seconds / size:,.0f} {name} left"
        return ""

    def _seconds(self) -> str:
        return f"{self._clock() - self._began:.0f} s"


@dataclass
class _Bar:
    """Progress as a bar that rich draws."""

    rich: RichProgress
    label: str
    total: int | None

    def __post_init__(self) -> None:
        self.task = self.rich.add_task(self.label, total=self.total, what="")

    def update(self, done: int, total: int | None = None, what: str = "") -> None:
        self.rich.update(self.task, completed=done, total=total, what=what)

    def step(self, what: str = "") -> None:
        self.rich.update(self.task, advance=1, what=what)


@contextmanager
def _bar(label: str, total: int | None) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    texts = [TextColumn(text, markup=False) for text in ("{task.description}", "{task.fields[what]}")]
    columns = (texts[0], BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(), texts[1])
    with RichProgress(*columns, console=Console(stderr=True)) as rich:
        yield _Bar(rich, label, total)
