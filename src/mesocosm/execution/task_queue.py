"""Tasks that wait for a worker: those of a group go to the same worker, lost ones come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

MOST_LOSSES = 3
"""A task whose workers died this often is broken: it is probably the task that kills them."""


@dataclass
class Task:
    """One call of the work."""

    key: str
    argument: Any
    group: str
    losses: list[str] = field(default_factory=list)
    """Why the workers died that had the task."""


class TaskQueue:
    """Tasks that nobody works on yet.

    A worker gets tasks of one group as long as there are some, since they share what is costly to make; then a group
    that nobody has begun; then a task of the longest group.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._groups: dict[str, deque[Task]] = {}
        for task in tasks:
            self._groups.setdefault(task.group, deque()).append(task)
        self._untouched = deque(self._groups)
        self.broken: list[Task] = []

    def __len__(self) -> int:
        return sum(map(len, self._groups.values()))

    def __bool__(self) -> bool:
        return bool(self._groups)

    def take(self, last_group: str | None) -> Task | None:
        """Return the next task for a worker whose last task was of this group; None if no task waits."""
        group = last_group if last_group in self._groups else self._next_group()
        if group is None:
            return None
        tasks = self._groups[group]
        task = tasks.popleft()
        if not tasks:
            del self._groups[group]
        return task

    def give_back(self, task: Task, reason: str) -> None:
        """Put a task back whose worker died; after some such losses it is broken."""
        task.losses.append(reason)
        if len(task.losses) >= MOST_LOSSES:
            self.broken.append(task)
        else:
            self._groups.setdefault(task.group, deque()).appendleft(task)

    def _next_group(self) -> str | None:
        while self._untouched:
            group = self._untouched.popleft()
            if group in self._groups:
                return group
        return max(self._groups, key=lambda group: len(self._groups[group]), default=None)
