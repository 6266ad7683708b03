"""A thing by its name in the taxonomy: its own names are right, those of any other, broader or narrower, wrong."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.suites.eo.judge.choices import read_choice
from mesocosm.suites.eo.judge.naming import folded
from mesocosm.suites.eo.judge.verdict import Reading


def read_label(text: str, truth: str, names: Mapping[str, tuple[str, ...]] | None = None) -> Reading:
    """The thing that a plain text names; a truth that the taxonomy lacks goes by its own name alone."""
    every = dict(vocabulary() if names is None else names)
    every.setdefault(truth, (folded(truth),))
    return read_choice(text, every)


def vocabulary() -> dict[str, tuple[str, ...]]:
    """Every name of the taxonomy, of leaves and of what stands above them, to its synonyms."""
    return {}
