"""Suites and their items, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from mesocosm import registry
from mesocosm.arguments import explained, limit_of, renamed, whole
from mesocosm.episode.task import Task
from mesocosm.errors import InvalidRecord
from mesocosm.suite import Suite, split_seed
from mesocosm.types import Item


def suite_names() -> list[str]:
    """Every suite that is installed."""
    return registry.names("suites")


def load_suite(name: str) -> Suite:
    """A suite by name, or an error that suggests the nearest."""
    if isinstance(name, Suite):
        raise InvalidRecord(f"suite must be a name, got the suite itself; give {name.name!r}")
    if not isinstance(name, str):
        raise InvalidRecord(f"suite must be a name, one of {', '.join(suite_names())}, got {name!r}")
    suite: Suite = registry.load("suites", name)
    return suite


@renamed(n="limit")
def items(suite: str, *, seed: int = 0, limit: int | None = None, split: str = "test") -> list[Item]:
    """The first items of a seed of a split, as an agent may see them; the suite's own number if `limit` is left out."""
    chosen = load_suite(suite)
    return [item for item, _ in chosen.cases(split_seed(split, whole("seed", seed, least=0)), limit_of(limit))]


@explained
@contextmanager
def open_task(item: str, *, options: Mapping[str, str] | None = None) -> Iterator[Task]:
    """The world of an item by its id, such as `toy-s7-0003` or `toy-train-s7-0003`, to look around in by hand."""
    if isinstance(item, Item):
        raise InvalidRecord(f"item must be an id, got the item itself; give {item.id!r}")
    if not isinstance(item, str):
        raise InvalidRecord(f"item must be an id such as atmos-s7-0003, got {item!r}")
    suite = load_suite(item.partition("-")[0])
    with suite.world(*suite.find(item), options=options, agent="by hand") as world:
        yield Task(world)
