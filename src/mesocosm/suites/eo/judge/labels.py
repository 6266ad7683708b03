"""A thing by its name in the taxonomy: its own names are right, those of any other, broader or narrower, wrong."""

from __future__ import annotations

import functools

from mesocosm.suites.eo.judge.choices import read_choice
from mesocosm.suites.eo.judge.naming import fold_name
from mesocosm.suites.eo.judge.verdict import Reading
from mesocosm.suites.eo.taxonomy import KINDS


def read_label(text: str, truth: str) -> Reading:
    """Read the thing that a plain text names; if the taxonomy lacks the truth, only its own name is read.

    A broader word beside a narrower one of the same kind, as in `a vessel: a ship`, says no more than the narrower.
    """
    every = {**names(), truth: names().get(truth, (fold_name(truth),))}
    return read_choice(text, every, above=above())


@functools.cache
def names() -> dict[str, tuple[str, ...]]:
    """Map every name of the taxonomy, of leaves and of kinds above them, to its synonyms."""
    return {kind.name: kind.words for kind in KINDS}


@functools.cache
def above() -> dict[str, frozenset[str]]:
    """Map every name to the names of the kinds that include it."""
    parents = {kind.name: kind.above for kind in KINDS}
    return {name: frozenset(_upwards(name, parents)) for name in parents}


def _upwards(name: str, parents: dict[str, str]) -> list[str]:
    parent = parents.get(name, "")
    return [parent, *_upwards(parent, parents)] if parent else []
