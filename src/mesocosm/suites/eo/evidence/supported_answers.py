"""Which answers the evidence of a trajectory would bear out, worked from its observations alone.

An answer that none of them agrees with contradicts what was seen; where there are none, nothing was seen that an answer
could follow from. The hidden truth has no part in it. What one question type alone adds stands in its module.
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
"""Adds what follows from the evidence in one way."""

SLACK = 0.03
"""Relative difference that a reckoned number may have from what follows from the figures seen."""


def add_counts(evidence: Evidence, support: Support) -> None:
    """How many things each search found."""
    for look in evidence.of("boxes"):
        support.add_counts(evidence.counts(look))


def add_sums(evidence: Evidence, support: Support) -> None:
    """Sums of two or three counts and of all, differences of two."""
    counts = [evidence.asked_count(look) for look in evidence.of("boxes")]
    support.add_counts([sum(counts)] if counts else [])
    for size in (2, 3):
        support.add_counts(sum(chosen) for chosen in itertools.combinations(counts, size))
    support.add_counts(abs(first - other) for first, other in itertools.combinations(counts, 2))


def add_reckoned(evidence: Evidence, support: Support) -> None:
    """What the calculator gave."""
    for look in evidence.of("reckoning"):
        value = look.number_of("value")
        if value is not None:
            support.add_measure(value, max(SLACK * abs(value), 0.006))


def add_attributes(name: str, among: dict[str, tuple[str, ...]]) -> Add:
    """Adds an attribute of what was described, in one of the words to choose from."""

    def add(evidence: Evidence, support: Support) -> None:
        for look in evidence.of("object"):
            attributes = look.data.get("attributes")
            attribute = attributes.get(name) if isinstance(attributes, dict) else None
            support.specs += [choice(key, among) for key in among if attribute in (key, *among[key])]

    return add


def grades_sought(look: Look) -> frozenset[str]:
    """Grades of damage that a look for boxes was asked for."""
    try:
        return read_target(look.target).damage
    except ToolError:  # words that name no kind
        return frozenset()


def pairs_in_time(evidence: Evidence, looks: list[Look]) -> list[tuple[Look, Look]]:
    """Pairs of looks at different captures, the earlier first."""
    known = [look for look in looks if look.cited]
    pairs = []
    for first, other in itertools.combinations(known, 2):
        if evidence.capture(first.cited[0]) != evidence.capture(other.cited[0]):
            pairs.append((first, other) if evidence.is_before(first, other) else (other, first))
    return pairs


def dated_looks(evidence: Evidence, looks: list[Look]) -> list[tuple[Look, str]]:
    """Looks with the day of their picture, where that is known."""
    dates = [(look, evidence.picture(look.cited[0]).date) for look in looks if look.cited]
    return [(look, date) for look, date in dates if date]


def choice(value: str, among: dict[str, tuple[str, ...]]) -> ChoiceAnswer:
    """One of a closed set of words."""
    return ChoiceAnswer(value=value, among=among)
