"""Running one function at a time under a time limit, on a thread that can be given up."""

from __future__ import annotations

import concurrent.futures
import queue
import threading
from collections.abc import Callable
from typing import Any

from mesocosm.errors import MesocosmError

Job = Callable[[], Any]
Future = concurrent.futures.Future[tuple[Any, BaseException | None]]
"""What a job gave, or what it raised."""
Jobs = queue.SimpleQueue[tuple[Job, Future] | None]


class OutOfTime(MesocosmError):
    """The function did not return in time; its thread is abandoned."""

    def __init__(self, thread: threading.Thread | None) -> None:
        super().__init__("out of time")
        self.thread = thread


class Runner:
    """A worker thread, replaced when a function outlives its limit.

    A Python thread cannot be killed: the abandoned one is a daemon, so it never holds up the end of the process,
    and whoever called is told which it was in order to take back what it may touch.
    """

    def __init__(self) -> None:
        self._jobs: Jobs | None = None
        self._thread: threading.Thread | None = None

    def run(self, job: Job, seconds: float) -> Any:
        """The job's result, its own exception, or `OutOfTime`."""
        future = self._begin(job)
        try:
            outcome = future.result(seconds)
        except concurrent.futures.TimeoutError:
            raise OutOfTime(self.abandon()) from None
        return _outcome(*outcome)

    async def run_beside(self, job: Job, seconds: float) -> Any:
        """The same on asyncio's loop, which goes on with other work in the meantime."""
        import asyncio

        future = asyncio.wrap_future(self._begin(job))
        done, _ = await asyncio.wait([future], timeout=seconds)
        if not done:
            future.cancel()
            raise OutOfTime(self.abandon())
        return _outcome(*future.result())

    def abandon(self) -> threading.Thread | None:
        """Give the worker up, whatever it is doing; its thread, if it has one."""
        thread = self._thread
        self.close()
        return thread

    def close(self) -> None:
        """Let the worker end after what it is doing."""
        if self._jobs is not None:
            self._jobs.put(None)
        self._jobs = self._thread = None

    def _begin(self, job: Job) -> Future:
        if self._jobs is None:
            self._jobs = queue.SimpleQueue()
            self._thread = threading.Thread(target=_work, args=(self._jobs,), daemon=True)
            self._thread.start()
        future: Future = concurrent.futures.Future()
        self._jobs.put((job, future))
        return future


def _outcome(value: Any, error: BaseException | None) -> Any:
    if error is not None:
        raise error
    return value


def _work(jobs: Jobs) -> None:
    while (given := jobs.get()) is not None:
        job, future = given
        if future.set_running_or_notify_cancel():
            future.set_result(_attempt(job))


def _attempt(job: Job) -> tuple[Any, BaseException | None]:
    try:
        return job(), None
    except StopIteration:  # would end the generator it is thrown into
        return None, RuntimeError("raised StopIteration")
    except Exception as error:  # handed to the caller's thread, which raises it
        return None, error
    except BaseException as error:  # `sys.exit()` in a tool must not end the run
        return None, RuntimeError(f"tried to end the process: {type(error).__name__}")
