"""Item ids: each says how to make its item again."""

from __future__ import annotations

import re

from mesocosm.errors import InvalidRecord

ITEM_ID = re.compile(r"(?P<suite>[a-z0-9_]+)-s(?P<seed>-?\d+)-(?P<index>\d+)")


def item_id(suite: str, seed: int, index: int) -> str:
    """The id of item number `index` of a seed."""
    return f"{suite}-s{seed}-{index:04d}"


def read_id(text: str, suite: str) -> tuple[int, int]:
    """Seed and number from an item id."""
    parts = ITEM_ID.fullmatch(text)
    if parts is None or parts["suite"] != suite:
        raise InvalidRecord(f"{text!r} is not an item of {suite}; ids look like {item_id(suite, 7, 12)}")
    return int(parts["seed"]), int(parts["index"])
