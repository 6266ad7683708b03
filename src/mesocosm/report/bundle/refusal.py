"""Reasons why something of a bundle is not shown: bundle, item, field, claimed value and computed value."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mesocosm.types import Record

LONGEST = 200
"""Characters of a value in a message; longer values are cut."""


class Refusal(Record):
    """One reason. Empty fields do not apply."""

    bundle: str = ""
    run: str = ""
    """The agent and the suite, as the bundle names them."""
    item: str = ""
    epoch: int = 0
    field: str = ""
    claimed: str = ""
    computed: str = ""
    why: str = ""
    """The reason in words, if the values alone do not say it."""

    def __str__(self) -> str:
        episode = f"{self.item}, epoch {self.epoch}" if self.item else ""
        reason = self.why or f"the bundle says {self.claimed}, computed is {self.computed}"
        return ": ".join(part for part in (self.bundle, self.run, episode, self.field, reason) if part)


def differences(claimed: Record, computed: Record, *, leaving_out: frozenset[str] = frozenset()) -> Iterator[Refusal]:
    """Yield every field that is not equal to the last digit; NaN equals NaN."""
    one, other = (_plain(record, leaving_out) for record in (claimed, computed))
    for name in dict.fromkeys([*one, *other]):  # a field may be left out where it says nothing
        if one.get(name) != other.get(name):
            yield Refusal(field=name, claimed=shorten(one.get(name)), computed=shorten(other.get(name)))


def shorten(value: object) -> str:
    """Spell a value as JSON, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _plain(record: Record, leaving_out: frozenset[str]) -> dict[str, object]:
    """Return the record as JSON, where NaN is a text that equals itself."""
    plain: dict[str, object] = json.loads(record.model_dump_json(exclude=set(leaving_out)))
    return plain
