"""Hashes of items with their references, compared before and after a change that must alter no item."""

from __future__ import annotations

import hashlib
import json
import platform
from typing import Any

from mesocosm.suite import Suite, split_seed
from mesocosm.types import Record, canonical_json

DIGITS = 5
"""Significant digits of numbers that are compared; the last bits depend on a machine's libraries."""


class ItemHash(Record):
    """The hash of one item with its reference."""

    item: str
    kind: str
    """Template, scenario, workflow or question type."""
    hash: str


class KeptHashes(Record):
    """Hashes of the first items of a version of a suite; `tests/suites/items` holds one file for each suite."""

    suite: str
    version: str
    machine: str
    """Kind of machine that computed the hashes; on others a rounded digit may differ, and only kinds are compared."""
    items: tuple[ItemHash, ...]

    def fits(self, before: ItemHash, now: ItemHash) -> bool:
        """Return whether an item is unchanged, as far as this machine can tell."""
        return before == now if self.machine == platform.machine() else before.kind == now.kind


def hash_of_item(suite: Suite, seed: int, index: int) -> ItemHash:
    """Make an item of the test split and hash it together with its reference."""
    item, reference = suite.case(split_seed("test", seed), index)
    both = [json.loads(record.model_dump_json()) for record in (item, reference)]
    kind = item.tags[1] if len(item.tags) > 1 else suite.facts(item, reference).cluster
    return ItemHash(item=item.id, kind=kind, hash=hash_of(both))


def hash_of(value: Any) -> str:
    """Return the hash of a JSON value, from the digits that are equal on every machine."""
    return hashlib.sha256(canonical_json(_round(value))).hexdigest()


def _round(value: Any) -> Any:
    """Round the numbers of a JSON value to few digits."""
    if isinstance(value, dict):
        return {key: _round(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_round(inner) for inner in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
