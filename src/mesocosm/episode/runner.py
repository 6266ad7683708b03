"""Running one function at a time under a time limit, on a thread that can be given up."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

from mesocosm.errors import MesocosmError

Job = Callable[[], Any]


class OutOfTime(MesocosmError):
    """The function did not return in time; its thread is abandoned."""

    def __init__(self, thread: int) -> None:
        super().__init__("out of time")
        self.thread = thread


class Runner:
    """A worker thread, replaced when a function outlives its limit.

    A Python thread cannot be killed: the abandoned one is a daemon, so it never holds up the end of the process,
    and whoever called is told its id in order to take back what it may touch.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] | None = None
        self._results: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, job: Job, seconds: float) -> Any:
        """The job's result, its own exception, or `OutOfTime`."""
        jobs = self._start()
        jobs.put(job)
        try:
            value, error = self._results.get(timeout=seconds)
        except queue.Empty:
            thread = self._thread.ident if self._thread is not None else 0
            self.close()
            raise OutOfTime(thread or 0) from None
        if error is not None:
            raise error
        return value

    def close(self) -> None:
        """Let the worker end after what it is doing."""
        if self._jobs is not None:
            self._jobs.put(None)
        self._jobs = self._thread = None

    def _start(self) -> queue.SimpleQueue[Job | None]:
        if self._jobs is None:
            self._jobs, self._results = queue.SimpleQueue(), queue.SimpleQueue()
            self._thread = threading.Thread(target=_work, args=(self._jobs, self._results), daemon=True)
            self._thread.start()
        return self._jobs


def _work(jobs: queue.SimpleQueue[Job | None], results: queue.SimpleQueue[tuple[Any, BaseException | None]]) -> None:
    while (job := jobs.get()) is not None:
        try:
            results.put((job(), None))
        except Exception as error:  # handed to the caller's thread, which raises it
            results.put((None, error))
        except BaseException as error:  # `sys.exit()` in a tool must not end the run
            results.put((None, RuntimeError(f"tried to end the process: {type(error).__name__}")))
