"""A line now and then while a run goes on, for those who read a file instead of a screen. Imported only once a model
has been built: Inspect announces on standard output every hook that it knows by then, and that is for results.
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
    """How far a run has come."""

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
        """Note that an episode has ended; it is told at the end, and where the last line was some time ago."""
        self.finished = min(self.finished + 1, self.total)  # one that is asked again was counted before
        self.broken += broken
        trouble = f"{self.broken} of them broken" if self.broken else ""
        self.lines.update(self.finished, what=trouble)
        if self.finished == self.total:
            self.lines.end(f"{trouble}, finished after" if trouble else "finished after")


_running: ContextVar[Progress | None] = ContextVar("progress", default=None)


@contextmanager
def count_episodes(progress: Progress | None) -> Iterator[None]:
    """Count the episodes that Inspect ends meanwhile."""
    token = _running.set(progress)
    try:
        yield
    finally:
        _running.reset(token)


@hooks(name="mesocosm_progress", description="Tells how many episodes of a run have ended.")
class EndedEpisodes(Hooks):
    """Inspect's word that an episode has ended."""

    def enabled(self) -> bool:
        return _running.get() is not None

    async def on_sample_end(self, data: SampleEnd) -> None:
        progress = _running.get()
        if progress is not None:
            progress.count(broken=data.sample.error is not None)
