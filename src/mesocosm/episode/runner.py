"""Running one function at a time under a time limit (timeout), on a thread that can be given up."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import closing
from typing import Any, TypeVar, cast

from mesocosm.errors import MesocosmError

T = TypeVar("T")
Job = Callable[[], Any]
Outcome = tuple[Any, Exception | None]
"""What a job gave, or what it raised."""
Jobs = queue.SimpleQueue[Callable[[], None] | None]
LimitedJob = tuple[Job, float]
"""A job, and the seconds it may take."""
Steps = Generator[LimitedJob, Any, T]
"""Work that hands out a job to be run, if it comes to that, and is handed what the job gave or raised."""


class OutOfTime(MesocosmError):
    """The function did not return in time; its thread is abandoned."""

    def __init__(self, thread: threading.Thread | None) -> None:
        super().__init__("out of time")
        self.thread = thread


class Runner:
    """A worker thread, replaced when a function outlives its limit.

    A Python thread cannot be killed: the abandoned one is a daemon, so it never holds up the end of the process,
    and `OutOfTime` names it, so that the caller can take back what it may touch.
    """

    def __init__(self) -> None:
        self._jobs: Jobs | None = None
        self._thread: threading.Thread | None = None

    def run(self, job: Job, seconds: float) -> Any:
        """The job's result, its own exception, or `OutOfTime`."""
        value, error = self._outcome(job, seconds)
        if error is not None:
            raise error
        return value

    def drive(self, steps: Steps[T]) -> T:
        """What the steps come to, their job run here."""
        try:
            job = next(steps)
        except StopIteration as ended:
            return cast(T, ended.value)
        return _resume(steps, self._outcome(*job))

    async def drive_beside(self, steps: Steps[T]) -> T:
        """The same on asyncio's loop, which goes on with other work meanwhile; steps that are cancelled are closed."""
        try:
            job = next(steps)
        except StopIteration as ended:
            return cast(T, ended.value)
        with closing(steps):
            return _resume(steps, await self._outcome_beside(*job))

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

    def _outcome(self, job: Job, seconds: float) -> Outcome:
        answer: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._begin(lambda: answer.put(_attempt(job)))
        try:
            return answer.get(timeout=seconds)
        except queue.Empty:
            return None, OutOfTime(self.abandon())

    async def _outcome_beside(self, job: Job, seconds: float) -> Outcome:
        import asyncio

        outcome: Future[Outcome] = Future()
        self._begin(lambda: _answer(outcome, job))
        future = asyncio.wrap_future(outcome)
        done, _ = await asyncio.wait([future], timeout=seconds)
        if done:
            return future.result()
        future.cancel()
        return None, OutOfTime(self.abandon())

    def _begin(self, work: Callable[[], None]) -> None:
        if self._jobs is None:
            self._jobs = queue.SimpleQueue()
            self._thread = threading.Thread(target=_work, args=(self._jobs,), daemon=True)
            self._thread.start()
        self._jobs.put(work)


def _resume(steps: Steps[T], outcome: Outcome) -> T:
    value, error = outcome
    try:
        if error is not None:
            steps.throw(error)
        else:
            steps.send(value)
    except StopIteration as ended:
        return cast(T, ended.value)
    raise AssertionError("steps hand out one job")


def _work(jobs: Jobs) -> None:
    while (work := jobs.get()) is not None:
        work()


def _answer(outcome: Future[Outcome], job: Job) -> None:
    """Run a job unless nobody waits for it any more."""
    if outcome.set_running_or_notify_cancel():
        outcome.set_result(_attempt(job))


def _attempt(job: Job) -> Outcome:
    try:
        return job(), None
    except StopIteration:  # would end the generator it is thrown into
        return None, RuntimeError("raised StopIteration")
    except Exception as error:  # handed to the caller's thread, which raises it
        return None, error
    except BaseException as error:  # `sys.exit()` in a tool must not end the run
        return None, RuntimeError(f"tried to end the process: {type(error).__name__}")
