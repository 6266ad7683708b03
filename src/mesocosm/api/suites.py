"""Suites and their items, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

from mesocosm import registry
from mesocosm.arguments import accept_former_names, explain_mistakes, limit_of, whole
from mesocosm.episode.task import Task
from mesocosm.errors import InvalidRecord
from mesocosm.suite import Suite, split_seed, suite_of_id
from mesocosm.types import Item


def suite_names() -> list[str]:
    """Return the name of every installed suite."""
    return registry.names("suites")


def load_suite(name: str) -> Suite:
    """Return a suite by its name, or raise an error that suggests the nearest name."""
    if isinstance(name, Suite):
        raise InvalidRecord(f"suite must be a name, got the suite itself; give {name.name!r}")
    if not isinstance(name, str):
        raise InvalidRecord(f"suite must be a name, one of {', '.join(suite_names())}, got {name!r}")
    suite: Suite = registry.load("suites", name)
    return suite


@accept_former_names(n="limit")
def items(suite: str, *, seed: int = 0, limit: int | None = None, split: str = "test") -> list[Item]:
    """Return the first items of a seed of a split, without their truths; `limit` is by default the suite's number."""
    chosen = load_suite(suite)
    return [item for item, _ in chosen.cases(split_seed(split, whole("seed", seed, least=0)), limit_of(limit))]


class OpenTask(AbstractContextManager[Task]):
    """The world of an item for a `with` block, which gets the task; any other use raises an error that says so."""

    def __init__(self, item: str, opened: AbstractContextManager[Task]) -> None:
        self._item, self._opened = item, opened

    def __enter__(self) -> Task:
        return self._opened.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._opened.__exit__(kind, error, trace)

    if not TYPE_CHECKING:  # a type checker would accept every name

        def __getattr__(self, name: str) -> object:
            if name.startswith("_"):  # names that Python itself and tools look up
                return object.__getattribute__(self, name)
            way = f"with mesocosm.open_task({self._item!r}) as task:"
            raise AttributeError(f"the task is not open yet; write `{way}`, and task.{name} inside of the block")


@explain_mistakes
def open_task(item: str, *, options: Mapping[str, str] | None = None) -> OpenTask:
    """Open the world of an item by its id, such as `toy-s7-0003` or `toy-train-s7-0003`, to call tools by hand.

    A `with` block opens the world and closes it at the end: `with mesocosm.open_task(ID) as task:`.
    """
    if isinstance(item, Item):
        raise InvalidRecord(f"item must be an id, got the item itself; give {item.id!r}")
    if not isinstance(item, str):
        raise InvalidRecord(f"item must be an id such as atmos-s7-0003, got {item!r}")
    return OpenTask(item, _open(load_suite(suite_of_id(item)), item, options))


@contextmanager
def _open(suite: Suite, item: str, options: Mapping[str, str] | None) -> Iterator[Task]:
    with suite.world(*suite.find(item), options=options, agent="by hand") as world:
        yield Task(world)
