"""Workers that are processes of this machine."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from mesocosm.execution.worker import ONE_THREAD, Channel, Lost, Report, serve
from mesocosm.system_calls import PR_SET_PDEATHSIG, prctl

PATIENCE_S = 5.0
"""Seconds that a worker has to close what it has open, before it is killed."""


class ProcessWorker:
    """A process of this machine."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = get_context("spawn")
        self.connection, other = context.Pipe()
        self.process: SpawnProcess = context.Process(target=serve_parent, args=(os.getpid(), other, work))
        with _environment(ONE_THREAD):
            self.process.start()
        self.busy = False
        other.close()  # with the worker's own copy gone, its death closes the connection

    def assign(self, argument: Any) -> None:
        self.busy = True
        assign(self.connection, argument)

    def begin_to_stop(self) -> None:
        """Close the connection, by which an idle worker ends; interrupt a busy one."""
        self.connection.close()
        if self.busy:
            self.process.terminate()

    def stop(self) -> None:
        self.begin_to_stop()
        self.process.join(PATIENCE_S)
        self.process.kill()
        self.process.join()

    def why_lost(self) -> str:
        """Return how the process ended."""
        self.process.join(PATIENCE_S)
        code = self.process.exitcode
        return f"killed by signal {-code}" if code is not None and code < 0 else f"ended with status {code}"


class ProcessBackend:
    """Processes of this machine, each a fresh interpreter."""

    def __init__(self, work: Callable[[Any], Any], workers: int) -> None:
        self.workers = workers
        self._work = work
        self._held: dict[Connection, ProcessWorker] = {}

    def start(self) -> None:
        worker = ProcessWorker(self._work)
        self._held[worker.connection] = worker

    def wait(self) -> Iterator[tuple[ProcessWorker, Report]]:
        for connection in wait([*self._held]):
            assert isinstance(connection, Connection)
            if (worker := self._held.get(connection)) is None:  # stopped since
                continue
            worker.busy, report = False, receive(connection)
            if report is None:
                del self._held[connection]
                yield worker, Lost(worker.why_lost())
            else:
                yield worker, report

    def forget(self, worker: ProcessWorker) -> None:
        """Stop a worker that is not needed any more."""
        self._held.pop(worker.connection, None)
        worker.stop()

    def close(self) -> None:
        for worker in self._held.values():
            worker.begin_to_stop()  # all of them at once, so that their patience runs side by side
        for worker in self._held.values():
            worker.stop()
        self._held.clear()


def serve_parent(parent: int, connection: Connection, work: Callable[[Any], Any]) -> None:
    """Work for the process that started this one, and end with it: its lock on a part would stop the next command."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == parent:  # else it died before we asked to be told
        serve(connection, work)


def assign(connection: Channel, argument: Any) -> None:
    """Send a task; if the worker has died, that is noticed when its report is awaited."""
    with suppress(OSError):
        connection.send(argument)


def receive(connection: Channel) -> Report | None:
    """Return the report of a worker; None if the worker died, perhaps in the middle of a report."""
    try:
        report: Report = connection.recv()
        return report
    except (EOFError, OSError, pickle.UnpicklingError):
        return None


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """Set variables that processes started inside inherit; those that a person has set stay."""
    added = {name: value for name, value in variables.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]
