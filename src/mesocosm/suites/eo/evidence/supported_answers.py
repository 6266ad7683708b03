"""Which answers the evidence of a trajectory supports, worked out from its observations alone.

An answer that agrees with none of them contradicts what was seen; if there are none, nothing was seen that an answer
could follow from. The hidden truth is not used. What a single question type adds is in its module.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from mesocosm.errors import ToolError
from mesocosm.suites.eo.evidence.evidence import Evidence, Look
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.records import ChoiceAnswer
from mesocosm.suites.eo.targets import read_target

Add = Callable[[Evidence, Support], None]
"""A function that adds what follows from the evidence in one way."""

SLACK = 0.03
"""Largest relative difference between a calculated number and what follows from the figures seen."""


def add_counts(evidence: Evidence, support: Support) -> None:
    """Add the number of things that each search found."""
    for look in evidence.of("boxes"):
        support.add_counts(evidence.counts(look))


def add_sums(evidence: Evidence, support: Support) -> None:
    """Add sums of two or three counts and of all, and differences of two."""
    counts = [evidence.asked_count(look) for look in evidence.of("boxes")]
    support.add_counts([sum(counts)] if counts else [])
    for size in (2, 3):
        support.add_counts(sum(chosen) for chosen in itertools.combinations(counts, size))
    support.add_counts(abs(first - other) for first, other in itertools.combinations(counts, 2))


def add_reckoned(evidence: Evidence, support: Support) -> None:
    """Add the results of the calculator."""
    for look in evidence.of("reckoning"):
        value = look.number_of("value")
        if value is not None:
            support.add_measure(value, max(SLACK * abs(value), 0.006))


def add_attributes(name: str, among: dict[str, tuple[str, ...]]) -> Add:
    """Return a function that adds an attribute of the described thing, as one of the words to choose from."""

    def add(evidence: Evidence, support: Support) -> None:
        for look in evidence.of("object"):
            attributes = look.data.get("attributes")
            attribute = attributes.get(name) if isinstance(attributes, dict) else None
            support.specs += [choice(key, among) for key in among if attribute in (key, *among[key])]

    return add


def grades_sought(look: Look) -> frozenset[str]:
    """Return the grades of damage that a search for boxes was asked for."""
    try:
        return read_target(look.target).damage
    except ToolError:  # words that name no kind
        return frozenset()


def pairs_in_time(evidence: Evidence, looks: list[Look]) -> list[tuple[Look, Look]]:
    """Return pairs of looks at different captures, the earlier first."""
    known = [look for look in looks if look.cited]
    pairs = []
    for first, other in itertools.combinations(known, 2):
        if evidence.capture(first.cited[0]) != evidence.capture(other.cited[0]):
            pairs.append((first, other) if evidence.is_before(first, other) else (other, first))
    return pairs


def dated_looks(evidence: Evidence, looks: list[Look]) -> list[tuple[Look, str]]:
    """Return looks with the day of their picture, if that is known."""
    dates = [(look, evidence.picture(look.cited[0]).date) for look in looks if look.cited]
    return [(look, date) for look, date in dates if date]


def choice(value: str, among: dict[str, tuple[str, ...]]) -> ChoiceAnswer:
    """Return an answer that is one of a closed set of words."""
    return ChoiceAnswer(value=value, among=among)
