"""Progress bars of fetching a day, one part after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from mesocosm.screen.progress import Progress, progress
from mesocosm.suites.tornado.archive.fetching import Watch


class Parts(Watch):
    """Number of files of every part, with the bytes fetched."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack = stack
        self.held: dict[str, int] = {}
        self.done = 0
        self.shown: Progress | None = None

    def begin(self, part: str, files: int) -> None:
        self.stack.close()  # closes the bar of the part before
        self.held, self.done = {}, 0
        self.shown = self.stack.enter_context(progress(part, files))

    def moved(self, name: str, done: int, total: int | None) -> None:
        self.held[name] = done
        self._show()

    def ended(self, name: str) -> None:
        self.done += 1
        self._show()

    def _show(self) -> None:
        if self.shown is not None:
            self.shown.update(self.done, what=f"{sum(list(self.held.values())) / 1e6:,.1f} MB")


@contextmanager
def bars() -> Iterator[Watch]:
    """Show progress for a person or a log."""
    with ExitStack() as stack:
        yield Parts(stack)
