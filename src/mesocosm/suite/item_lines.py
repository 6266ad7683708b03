"""Items as lines of JSON: made by some executor, kept until all are made, and the same bytes however that was."""

from __future__ import annotations

import json
from dataclasses import dataclass

from mesocosm import registry
from mesocosm.cache.code_version import code_version
from mesocosm.execution.executor import Executor
from mesocosm.execution.parts import Parts
from mesocosm.execution.spread import spread
from mesocosm.screen.progress import progress
from mesocosm.suite.facts import Facts
from mesocosm.suite.suite import Suite
from mesocosm.types import Record


class ItemLine(Record):
    """An item, and what is said of it."""

    item: str
    """The item as JSON."""
    facts: Facts
    steps: int
    """Steps of its reference."""


@dataclass(frozen=True)
class ItemLines:
    """Which items to make."""

    suite: str
    seed: int
    count: int
    references: bool

    def key(self, index: int) -> str:
        """Return everything that a line depends on."""
        what = "item with reference" if self.references else "item"
        return f"{what} {self.suite} {self._loaded.card.version} {code_version('.')} {self.seed} {index}"

    def group(self, index: int) -> str:
        return self._loaded.group(self.seed, index)

    def make(self, index: int) -> tuple[int, bytes]:
        """Make an item; return its number and its line."""
        suite = self._loaded
        item, reference = suite.case(self.seed, index)
        record = item.model_dump(mode="json")
        if self.references:
            record["reference"] = reference.model_dump(mode="json")
        words = json.dumps(record, ensure_ascii=False, sort_keys=True)
        line = ItemLine(item=words, facts=suite.facts(item, reference), steps=len(reference.canonical))
        suite.forget()  # many items would fill the memory
        return index, line.model_dump_json().encode()

    @property
    def _loaded(self) -> Suite:
        suite: Suite = registry.load("suites", self.suite)
        return suite


def make_lines(wanted: ItemLines, kept: Parts | None, on: Executor) -> list[ItemLine]:
    """Return the lines in the order of their items; those that an interrupted command has kept are not made again."""
    done = {index: part for index in range(wanted.count) if kept and (part := kept.read(wanted.key(index)))}
    missing = [index for index in range(wanted.count) if index not in done]
    with progress(f"{wanted.suite} items", wanted.count) as shown:
        shown.update(len(done))
        for index, part in spread(wanted.make, missing, key=wanted.key, group=wanted.group, on=on):
            done[index] = part
            if kept is not None:
                kept.write(wanted.key(index), part)
            shown.step()
    return [ItemLine.model_validate_json(done[index]) for index in range(wanted.count)]
