"""Names of the counted thing by its kind in the taxonomy, and names of other things."""

from __future__ import annotations

import functools
import re

from mesocosm.suites.eo.judge.labels import above, names
from mesocosm.suites.eo.judge.naming import fold_name, pattern

PLURAL_AFTER = re.compile(
    r"[ \t]+(?:[a-z][a-z-]*[ \t]+)?(?P<thing>[a-z-]{2,}[a-rt-z]s)\s*(?:$|[.,;:!)])", re.IGNORECASE
)
"""A plural right after a number, with at most one word between, that ends the phrase."""
GENERAL = frozenset(
    ("objects", "instances", "items", "things", "ones", "units", "targets", "examples", "individuals", "structures")
)
"""Plurals that name nothing else than the counted things."""


@functools.lru_cache(maxsize=256)
def kind_of(noun: str) -> str:
    """Return the kind that a noun names, in the singular or plural; empty if the taxonomy has none."""
    return next((kind for kind, words in names().items() if pattern(_every(kind, words)).fullmatch(noun)), "")


def in_one_word(text: str, noun: str) -> str:
    """Replace every other name of the counted thing by the one in the question.

    A name within a longer one, as `car` in `car park`, is left.
    """
    kind = kind_of(noun)
    if not kind:
        return text
    own = pattern(_every(kind, names()[kind]))
    return _any_name().sub(lambda match: noun if own.fullmatch(match[0]) else match[0], text)


def counts_another(after: str, noun: str) -> bool:
    """Return whether the words after a number name a kind that is not the counted one nor broader or narrower."""
    kind = kind_of(noun)
    if not kind or not after[:1].isspace():
        return False
    own, strangers = (words.match(after.lstrip()) for words in _own_and_others(kind))
    return strangers is not None and (own is None or own.end() < strangers.end())  # a car park is not a car


def names_stranger(after: str, noun: str) -> bool:
    """Return whether the words after a number are a plural that the taxonomy does not know, as in `42 apples`."""
    words = PLURAL_AFTER.match(after)
    if words is None or words["thing"].lower() in GENERAL:
        return False
    phrase, kind = fold_name(words[0].strip()), kind_of(noun)
    own = {fold_name(noun.split()[-1]).removesuffix("s"), *(_near_words(kind) if kind else ())}
    return not any(word in phrase for word in own)


@functools.lru_cache(maxsize=64)
def _own_and_others(kind: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the names of a kind and of broader or narrower ones, and the names of all others."""
    own = _near_words(kind)
    others = {word for name in names() for word in _every(name, names()[name])} - own
    return pattern(tuple(sorted(own))), pattern(tuple(sorted(others)))


@functools.lru_cache(maxsize=64)
def _near_words(kind: str) -> frozenset[str]:
    """Return the names of a kind, and of broader or narrower ones."""
    near = {kind, *above().get(kind, ()), *(own for own, broader in above().items() if kind in broader)}
    return frozenset(word for name in near for word in _every(name, names()[name]))


@functools.cache
def _any_name() -> re.Pattern[str]:
    return pattern(tuple(sorted({word for kind, words in names().items() for word in _every(kind, words)})))


def _every(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({fold_name(kind), *(fold_name(word) for word in words)}))
