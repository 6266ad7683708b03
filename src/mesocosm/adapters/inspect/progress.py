"""Lines of progress during a run, for output to a file. Imported only once a model has been built: at that moment
Inspect announces every known hook on standard output, which is for results.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from inspect_ai.hooks import Hooks, SampleEnd, hooks

from mesocosm.screen.progress import Lines
from mesocosm.screen.untrusted_text import tell


@dataclass
class Progress:
    """Counts the episodes of a run that have ended."""

    name: str
    total: int
    finished: int = 0
    broken: int = 0

    def __post_init__(self) -> None:
        self.lines = Lines(self.name, self.total, unit="episodes")
        self.lines.done = self.finished
        if self.finished:
            tell(f"{self.name}: {self.finished} of {self.total} episodes are there already; going on", err=True)
        else:
            self.lines.begin()

    def count(self, *, broken: bool) -> None:
        """Count an ended episode; write a line at the end of the run, and if the last line was some time ago."""
        self.finished = min(self.finished + 1, self.total)  # an episode that is run again was counted before
        self.broken += broken
        trouble = f"{self.broken} of them broken" if self.broken else ""
        self.lines.update(self.finished, what=trouble)
        if self.finished == self.total:
            self.lines.end(f"{trouble}, finished after" if trouble else "finished after")


_running: ContextVar[Progress | None] = ContextVar("progress", default=None)


@contextmanager
def count_episodes(progress: Progress | None) -> Iterator[None]:
    """Count the episodes that end inside this block."""
    token = _running.set(progress)
    try:
        yield
    finally:
        _running.reset(token)


@hooks(name="mesocosm_progress", description="Tells how many episodes of a run have ended.")
class EndedEpisodes(Hooks):
    """A hook that Inspect calls when an episode has ended."""

    def enabled(self) -> bool:
        return _running.get() is not None

    async def on_sample_end(self, data: SampleEnd) -> None:
        progress = _running.get()
        if progress is not None:
            progress.count(broken=data.sample.error is not None)
