"""Progress on the error stream, where someone looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import Progress, TaskID, TextColumn

from mesocosm.screen.progress import progress_bars
from mesocosm.suites.tornado.archive.fetching import Watch


class Bars(Watch):
    """One bar of files for every part, with the bytes fetched beside it."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.held: dict[str, int] = {}
        self.task = TaskID(0)

    def begin(self, part: str, files: int) -> None:
        self.held = {}
        self.task = self.progress.add_task(part, total=files, size="")

    def moved(self, name: str, done: int, total: int | None) -> None:
        self.held[name] = done
        self.progress.update(self.task, size=f"{sum(list(self.held.values())) / 1e6:,.1f} MB")

    def ended(self, name: str) -> None:
        self.progress.advance(self.task)


@contextmanager
def bars() -> Iterator[Watch]:
    """Bars on a terminal, nothing elsewhere."""
    with progress_bars(TextColumn("{task.fields[size]}")) as progress:
        yield Bars(progress)
