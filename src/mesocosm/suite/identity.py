"""Item ids: each says how to make its item again."""

from __future__ import annotations

import re

from mesocosm.errors import InvalidRecord
from mesocosm.suite.splits import SEEDS, Split, split_of, split_seed

ITEM_ID = re.compile(r"(?P<suite>[a-z0-9_]+)-(?:(?P<split>train|validation)-)?s(?P<seed>-?\d+)-(?P<index>\d+)")


def item_id(suite: str, seed: int, index: int) -> str:
    """The id of item number `index` of a suite's seed, such as `toy-s7-0012` or, for training, `toy-train-s7-0012`."""
    return f"{seed_id(suite, seed)}-{index:04d}"


def seed_id(suite: str, seed: int) -> str:
    """How the ids of all items of a suite's seed begin, such as `toy-s7` or `toy-train-s7`."""
    split, own = split_of(seed)
    return f"{suite}-s{own}" if split == "test" else f"{suite}-{split}-s{own}"


def read_id(text: str, suite: str) -> tuple[int, int]:
    """The suite's seed and the number of an item from its id."""
    parts = ITEM_ID.fullmatch(text)
    if parts is None or parts["suite"] != suite:
        raise InvalidRecord(f"{text!r} is not an item of {suite}; ids look like {item_id(suite, 7, 12)}")
    try:
        return split_seed(parts["split"] or "test", int(parts["seed"])), int(parts["index"])
    except InvalidRecord as error:
        raise InvalidRecord(
            f"{text!r} is not an item of {suite}: {error}; ids look like {item_id(suite, 7, 12)} and "
            f"{item_id(suite, SEEDS + 7, 12)}"
        ) from error


def split_of_id(text: str, suite: str) -> Split:
    """The split that an item id says."""
    return split_of(read_id(text, suite)[0])[0]
