"""Item ids, from which items can be made again."""

from __future__ import annotations

import re

from mesocosm import registry
from mesocosm.errors import InvalidRecord, nearest
from mesocosm.suite.splits import SEEDS, SPLITS, Split, split_of, split_seed

ITEM_ID = re.compile(
    r"(?P<suite>[a-z0-9_]+)-(?:(?P<split>train|validation)-)?"
    r"s(?P<seed>0|-?[1-9][0-9]{0,99})-(?P<index>[0-9]{4}|[1-9][0-9]{4,9})"
)
"""Ids as `item_id` spells them, so that every item has one id."""
NEARLY_AN_ID = re.compile(
    r"(?:(?!(?:train|validation|test)[-_ ])(?P<suite>[a-z0-9_]+)[-_ ])?(?:(?P<split>train|validation|test)[-_ ])?"
    r"s?(?P<seed>-?\d{1,40})[-_ ](?P<index>\d{1,9})",
    re.IGNORECASE,
)
"""Misspelt ids: in capitals, with too many or too few zeros, without the `s` or the suite."""


def item_id(suite: str, seed: int, index: int) -> str:
    """Return the id of item number `index` of a seed, such as `toy-s7-0012` or, for training, `toy-train-s7-0012`."""
    return f"{seed_id(suite, seed)}-{index:04d}"


def seed_id(suite: str, seed: int) -> str:
    """Return the beginning of the ids of a seed's items, such as `toy-s7` or `toy-train-s7`."""
    split, own = split_of(seed)
    return f"{suite}-s{own}" if split == "test" else f"{suite}-{split}-s{own}"


def read_id(text: str, suite: str) -> tuple[int, int]:
    """Return the suite's seed and the number of an item from its id."""
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
    """Return the suite that an id names, in any case; raise an error with the nearest ids if there is none."""
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
    """Whether a text is the id of an item, perhaps misspelt."""
    return NEARLY_AN_ID.fullmatch(text) is not None


def _form(suite: str) -> str:
    return f"ids look like {item_id(suite, 7, 12)} and {item_id(suite, SEEDS + 7, 12)}"


def _meant(text: str, suite: str) -> str:
    """Ask whether another spelling or suite was meant; empty if no id is near."""
    parts = NEARLY_AN_ID.fullmatch(text)
    given = (parts["suite"] or suite).lower() if parts is not None else ""
    if given != suite and given in registry.names("suites"):
        return f"; it names the suite {given}"
    spelt = _spell(text, suite) if nearest(given, [suite]) else ""
    return f"; did you mean {spelt}?" if spelt else ""


def _spell(text: str, suite: str) -> str:
    """Return the id of a suite's item that a misspelt text means; empty if it means none."""
    parts = NEARLY_AN_ID.fullmatch(text)
    if parts is None:
        return ""
    try:
        number = split_seed((parts["split"] or "test").lower(), int(parts["seed"]))
    except InvalidRecord:
        return ""
    return item_id(suite, number, int(parts["index"]))


def split_of_id(text: str, suite: str) -> Split:
    """Return the split of an item id."""
    return split_of(read_id(text, suite)[0])[0]
