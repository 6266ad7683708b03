"""Call a function with many arguments, spread over workers; tasks of workers that die are done again by others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, TypeVar

from mesocosm.errors import UserError
from mesocosm.execution.backend import Backend, Worker
from mesocosm.execution.executor import HERE, Executor
from mesocosm.execution.task_queue import MOST_LOSSES, Task, TaskQueue
from mesocosm.execution.worker import Joined, Lost, Raised, Report
from mesocosm.screen.untrusted_text import tell

A = TypeVar("A")
B = TypeVar("B")
MOST_NAMED = 5
"""Broken tasks that the error names."""
LARGEST_WORKER = 1_000_000_000
"""Bytes of memory after which a worker is replaced by a new one: what it kept in memory would grow without end."""


class BrokenTasks(UserError):
    """Tasks whose workers died again and again; every other task is done, and its result has been yielded."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.keys = tuple(task.key for task in tasks)
        named = [f"{task.key} ({', '.join(task.losses)})" for task in tasks[:MOST_NAMED]]
        more = [f"and {len(tasks) - MOST_NAMED} more"] if len(tasks) > MOST_NAMED else []
        super().__init__(
            f"broken, since {MOST_LOSSES} workers died of each: {'; '.join(named + more)}. All else is done"
        )

    def __reduce__(self) -> Any:
        return UserError, self.args


def spread(
    work: Callable[[A], B],
    arguments: Sequence[A],
    *,
    key: Callable[[A], str] = str,
    group: Callable[[A], str] | None = None,
    on: Executor = HERE,
) -> Iterator[B]:
    """Yield the results as they are ready, in any order; one process does the work itself, group by group.

    The results must depend on the arguments alone; callers sort them by key, so that one seed has one outcome whatever
    the number of workers and however many of them die. At the end, `BrokenTasks` is raised if there are any.

    Args:
        work: A function of a module, or a `functools.partial` of one: it is sent to fresh interpreters.
        arguments: The arguments of its calls.
        key: Name of a call, unique among them.
        group: Calls of one group share what is costly to make, so that one worker does them if possible; empty for a
            call that shares nothing.
        on: Where the work is executed.
    """
    tasks = [Task(key(one), one, (group(one) if group else "") or key(one)) for one in arguments]
    if len({task.key for task in tasks}) < len(tasks):
        raise ValueError("two calls have the same key")
    if on.runs_here or (on.kind == "processes" and len(tasks) < 2):
        yield from _work_here(work, TaskQueue(tasks))
        return
    if not tasks:
        return
    with closing(_backend(work, on, len(tasks))) as backend:
        yield from _Run(backend, TaskQueue(tasks)).results()


def _work_here(work: Callable[[Any], Any], waiting: TaskQueue) -> Iterator[Any]:
    last_group = None
    while (task := waiting.take(last_group)) is not None:
        last_group = task.group
        yield work(task.argument)


def _backend(work: Callable[[Any], Any], on: Executor, tasks: int) -> Backend:
    """Start the workers' backend; its library is imported only here."""
    if on.kind == "ray":
        from mesocosm.execution.ray_cluster import RayBackend

        return RayBackend(work, on, tasks)
    if on.kind == "slurm":
        from mesocosm.execution.slurm import SlurmBackend

        return SlurmBackend(work, on, tasks)
    from mesocosm.execution.processes import ProcessBackend

    return ProcessBackend(work, min(on.workers or 1, tasks))


class _Run:
    """State of one spread: who works on what."""

    def __init__(self, backend: Backend, waiting: TaskQueue) -> None:
        self.backend, self.waiting = backend, waiting
        self.doing: dict[Worker, Task | None] = {}
        self.last_group: dict[Worker, str] = {}
        self.unfinished = len(waiting)
        self.starting = self.failed_starts = 0

    def results(self) -> Iterator[Any]:
        for _ in range(self.backend.workers):
            self._start()
        while self.unfinished:
            for worker, news in self.backend.wait():
                yield from self._take(worker, news)
                if not self.unfinished:
                    break
        if self.waiting.broken:
            raise BrokenTasks(self.waiting.broken)

    def _take(self, worker: Worker, news: Report) -> Iterator[Any]:
        """Act on news of a worker, and yield the result if there is one."""
        if isinstance(news, Joined):
            self.starting -= 1
            self.failed_starts = 0
            self._assign(worker)
        elif isinstance(news, Lost):
            self._lose(worker, news.reason)
        elif isinstance(news, Raised):
            raise news.error
        else:
            self.doing[worker] = None
            self.unfinished -= 1
            if news.memory > LARGEST_WORKER and self.waiting:
                self._replace(worker)
            else:
                self._assign(worker)  # before the result is used, so that the worker need not wait
            yield news.value

    def _assign(self, worker: Worker) -> None:
        task = self.waiting.take(self.last_group.get(worker))
        self.doing[worker] = task
        if task is not None:
            self.last_group[worker] = task.group
            worker.assign(task.argument)

    def _lose(self, worker: Worker, reason: str) -> None:
        """Give the task of a dead worker to another."""
        if worker not in self.doing:
            self._fail_start(reason)
            return
        task = self.doing.pop(worker)
        self.last_group.pop(worker, None)
        if task is not None:
            broken = len(self.waiting.broken)
            self.waiting.give_back(task, reason)
            self.unfinished -= len(self.waiting.broken) - broken
            if len(self.waiting.broken) == broken:
                tell(f"a worker was lost ({reason}); {task.key} is done again by another", err=True)
        self._staff()

    def _fail_start(self, reason: str) -> None:
        """Start another worker in place of one that died before its first task; give up if all of them do."""
        self.starting -= 1
        self.failed_starts += 1
        if self.failed_starts > MOST_LOSSES * self.backend.workers:
            raise UserError(f"workers end before they can begin: {reason}")
        self._staff()

    def _replace(self, worker: Worker) -> None:
        del self.doing[worker]
        self.last_group.pop(worker, None)
        self.backend.forget(worker)
        self._start()

    def _staff(self) -> None:
        """Give a waiting task to a worker that has none; start a new worker if there is none and one is missing."""
        for worker, task in self.doing.items():
            if task is None and self.waiting:
                self._assign(worker)
        if self.waiting and len(self.doing) + self.starting < self.backend.workers:
            self._start()

    def _start(self) -> None:
        self.starting += 1
        self.backend.start()
