"""What is counted, by its kind in the taxonomy: its other names, and the names of what is something else."""

from __future__ import annotations

import functools
import re

from mesocosm.suites.eo.judge.labels import above, names
from mesocosm.suites.eo.judge.naming import folded, pattern


@functools.lru_cache(maxsize=256)
def kind_of(noun: str) -> str:
    """The kind whose name, in the singular or plural, a noun is; empty where the taxonomy has none."""
    return next((kind for kind, words in names().items() if pattern(_every(kind, words)).fullmatch(noun)), "")


def in_one_word(text: str, noun: str) -> str:
    """The text with every other name of what is counted replaced by the one it was asked for with."""
    kind = kind_of(noun)
    if not kind:
        return text
    return pattern(_every(kind, names()[kind])).sub(lambda match: noun, text)


def counts_another(after: str, noun: str) -> bool:
    """Whether the words right after a number name a kind that is neither the counted one, broader nor narrower."""
    kind = kind_of(noun)
    strangers = _others(kind) if kind else None
    return strangers is not None and strangers.match(after.lstrip()) is not None and after[:1].isspace()


@functools.lru_cache(maxsize=64)
def _others(kind: str) -> re.Pattern[str]:
    near = {kind, *above().get(kind, ()), *(own for own, broader in above().items() if kind in broader)}
    own = {word for name in near for word in _every(name, names()[name])}
    return pattern(
        tuple(sorted({word for name in names() if name not in near for word in _every(name, names()[name])} - own))
    )


def _every(kind: str, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({folded(kind), *(folded(word) for word in words)}))
