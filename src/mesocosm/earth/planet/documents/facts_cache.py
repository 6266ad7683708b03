"""Facts in the cache: they are gathered from a year of water, and fill kilobytes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from mesocosm.earth.planet.documents.facts import Fact, Facts, Period
from mesocosm.earth.planet.region_cache import YEARS
from mesocosm.types import Record


class StoredFacts(Record):
    """Facts as a file."""

    id: str
    kind: str
    first: date
    last: date
    facts: tuple[tuple[str, str, Fact], ...]
    """Measured quantity, place and fact."""


def stored_facts(name: str | None, make: Callable[[], Facts]) -> Facts:
    """Return the facts of this name from the cache, or gather and store them; without a name, gather them."""
    body = None if name is None else YEARS.read(name)
    if body is not None:
        stored = StoredFacts.model_validate_json(body)
        period = Period(stored.id, stored.kind, stored.first, stored.last)
        return Facts(period, {(measured, where): fact for measured, where, fact in stored.facts})
    facts = make()
    if name is not None:
        triples = tuple((*key, fact) for key, fact in facts.by_key.items())
        YEARS.write(name, StoredFacts(**vars(facts.period), facts=triples).model_dump_json().encode())
    return facts
