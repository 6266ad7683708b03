"""Item ids: each says how to make its item again."""

from __future__ import annotations

import re

from mesocosm import registry
from mesocosm.errors import InvalidRecord, nearest
from mesocosm.suite.splits import SEEDS, SPLITS, Split, split_of, split_seed

ITEM_ID = re.compile(
    r"(?P<suite>[a-z0-9_]+)-(?:(?P<split>train|validation)-)?"
    r"s(?P<seed>0|-?[1-9][0-9]{0,99})-(?P<index>[0-9]{4}|[1-9][0-9]{4,9})"
)
"""Ids as `item_id` spells them, so that no item has two."""
NEARLY_AN_ID = re.compile(
    r"(?:(?!(?:train|validation|test)[-_ ])(?P<suite>[a-z0-9_]+)[-_ ])?(?:(?P<split>train|validation|test)[-_ ])?"
    r"s?(?P<seed>-?\d{1,40})[-_ ](?P<index>\d{1,9})",
    re.IGNORECASE,
)
"""What people write for an id: in capitals, with zeros too many or too few, without the `s` or the suite."""


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
    word = re.fullmatch(rf"{re.escape(suite)}-([a-z]+)-s\d+-\d+", text)
    if word and word[1] not in SPLITS:
        raise InvalidRecord(f"{text!r} is not an item of {suite}: {word[1]!r} is no split; {_form(suite)}")
    if parts is None or parts["suite"] != suite:
        raise InvalidRecord(f"{text!r} is not an item of {suite}; {_form(suite)}{_meant(text, suite)}")
    try:
        return split_seed(parts["split"] or "test", int(parts["seed"])), int(parts["index"])
    except InvalidRecord as error:
        raise InvalidRecord(f"{text!r} is not an item of {suite}: {error}; {_form(suite)}") from error


def suite_of_id(text: str) -> str:
    """The suite that an id names, in small letters or capitals; an error with the nearest ids where none is known."""
    name, known = text.lower().partition("-")[0], registry.names("suites")
    if name in known:
        return name
    parts = NEARLY_AN_ID.fullmatch(text)
    given = parts["suite"] if parts is not None else name
    close = nearest(given, known)[:1] if given else known
    meant = [spelt for suite in close if (spelt := _spell(text, suite))]
    advice = f"; did you mean {' or '.join(meant)}?" if meant else f"; suites: {', '.join(known)}"
    raise InvalidRecord(f"{text!r} is not the id of an item; {_form(close[0] if close else known[0])}{advice}")


def is_nearly_an_id(text: str) -> bool:
    """Whether somebody meant the id of an item, rightly spelt or not."""
    return NEARLY_AN_ID.fullmatch(text) is not None


def _form(suite: str) -> str:
    return f"ids look like {item_id(suite, 7, 12)} and {item_id(suite, SEEDS + 7, 12)}"


def _meant(text: str, suite: str) -> str:
    """The question whether another spelling or suite was meant; empty where nothing can be made out."""
    parts = NEARLY_AN_ID.fullmatch(text)
    given = (parts["suite"] or suite).lower() if parts is not None else ""
    if given != suite and given in registry.names("suites"):
        return f"; it names the suite {given}"
    spelt = _spell(text, suite) if nearest(given, [suite]) else ""
    return f"; did you mean {spelt}?" if spelt else ""


def _spell(text: str, suite: str) -> str:
    """The id of a suite's item that a text nearly is; empty where it is none."""
    parts = NEARLY_AN_ID.fullmatch(text)
    if parts is None:
        return ""
    try:
        number = split_seed((parts["split"] or "test").lower(), int(parts["seed"]))
    except InvalidRecord:
        return ""
    return item_id(suite, number, int(parts["index"]))


def split_of_id(text: str, suite: str) -> Split:
    """The split that an item id says."""
    return split_of(read_id(text, suite)[0])[0]
