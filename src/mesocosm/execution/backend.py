"""What every kind of worker offers to the executor, so that one loop serves them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from mesocosm.execution.worker import Report


class Worker(Protocol):
    """A process somewhere that can be given one task at a time."""

    def assign(self, argument: Any) -> None:
        """Let it begin a task."""

    def stop(self) -> None:
        """End it, whatever it does."""


class Backend(Protocol):
    """Workers of one kind."""

    workers: int
    """How many there should be."""

    def start(self) -> None:
        """Begin to start one worker more; it is ready when it has joined."""

    def wait(self) -> Iterator[tuple[Worker, Report]]:
        """Wait for news of workers."""

    def forget(self, worker: Any) -> None:
        """End a worker that is not needed any more, and say nothing of it again."""

    def close(self) -> None:
        """End every worker."""
