"""Hashes of items with their references: equal before and after a change that is to move no item."""

from __future__ import annotations

import hashlib
import json
import platform
from typing import Any

from mesocosm.suite import Suite, split_seed
from mesocosm.types import Record, canonical_json

DIGITS = 5
"""Significant digits of numbers that count: the last bits are those of a machine's libraries."""


class ItemHash(Record):
    """The hash of one item with its reference."""

    item: str
    kind: str
    """Template, scenario, workflow or question type."""
    hash: str


class KeptHashes(Record):
    """What the first items of a version of a suite were: `tests/suites/items` keeps one file a suite."""

    suite: str
    version: str
    machine: str
    """The kind of machine that worked them out: elsewhere a rounded digit may differ, and kinds alone are compared."""
    items: tuple[ItemHash, ...]

    def fits(self, before: ItemHash, now: ItemHash) -> bool:
        """Whether an item is what it was, as far as this machine can tell."""
        return before == now if self.machine == platform.machine() else before.kind == now.kind


def hash_of_item(suite: Suite, seed: int, index: int) -> ItemHash:
    """Make an item of the test split and hash it together with its reference."""
    item, reference = suite.case(split_seed("test", seed), index)
    both = [json.loads(record.model_dump_json()) for record in (item, reference)]
    kind = item.tags[1] if len(item.tags) > 1 else suite.facts(item, reference).cluster
    return ItemHash(item=item.id, kind=kind, hash=hash_of(both))


def hash_of(value: Any) -> str:
    """The hash of a JSON value, with what its numbers tell on every machine."""
    return hashlib.sha256(canonical_json(_round(value))).hexdigest()


def _round(value: Any) -> Any:
    """A JSON value whose numbers have few digits."""
    if isinstance(value, dict):
        return {key: _round(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_round(inner) for inner in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
