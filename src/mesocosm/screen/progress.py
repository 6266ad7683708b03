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
"""Least seconds between two lines, except the first and the last."""
UNITS = {"days": 86400, "hours": 3600, "minutes": 60}
"""Units of time in seconds, the longest first."""
Clock = Callable[[], float]
T = TypeVar("T")


class Progress(Protocol):
    """State of a piece of work."""

    def update(self, done: int, total: int | None = None, what: str = "") -> None:
        """Report the number done, the total, and what was done last."""

    def step(self, what: str = "") -> None:
        """Report that one more is done."""


@contextmanager
def progress(label: str, total: int | None = None, *, clock: Clock = time.monotonic) -> Iterator[Progress]:
    """Show the progress of work inside this block.

    Args:
        label: Name of the work, such as `planet gallery`.
        total: Number of steps, if it is known.
        clock: Function that returns seconds and never goes back.
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
    """Yield the same things one by one and show progress."""
    with progress(label, total) as shown:
        for one in each:
            yield one
            shown.step()


def is_watched() -> bool:
    """Return whether standard error is a terminal that can redraw a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class Lines:
    """Progress as lines: at the start, at the end, and in between if the last line is some time ago."""

    def __init__(self, label: str, total: int | None = None, *, unit: str = "", clock: Clock = time.monotonic) -> None:
        self.label, self.total, self.unit, self.done = label, total, unit, 0
        self._clock = clock
        self._began = self._last = clock()

    def begin(self) -> None:
        """Print that the work begins."""
        tell(f"{self.label}: {self._amount() if self.total is not None else 'started'}", err=True)

    def update(self, done: int, total: int | None = None, what: str = "") -> None:
        self.done, self.total = done, self.total if total is None else total
        if done != self.total and self._clock() - self._last >= INTERVAL_S:  # `end` prints the last one
            self._last = self._clock()
            parts = (self._amount(), self._seconds(), self._left(), what)
            tell(f"{self.label}: {', '.join(part for part in parts if part)}", err=True)

    def step(self, what: str = "") -> None:
        self.update(self.done + 1, what=what)

    def end(self, how: str) -> None:
        """Print that the work has ended, and how."""
        amount = f"{self._amount()}, " if self.done or self.total is not None else ""
        tell(f"{self.label}: {amount}{how} {self._seconds()}", err=True)

    def _amount(self) -> str:
        amount = f"{self.done:,}" if self.total is None else f"{self.done:,} of {self.total:,}"
        return f"{amount} {self.unit}" if self.unit else amount

    def _left(self) -> str:
        """Format the time left at the present pace, if that is two minutes or more."""
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
    """Progress as a bar drawn by rich."""

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
