"""What kind of mistake the wrong answers show: missing knowledge, a slip of calculation, a misread question, ..."""

from __future__ import annotations

import math
from collections.abc import Iterable

from mesocosm.stats.episode import Episode, wrong
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.types import Record

MISTAKE_KINDS = ("knowledge", "calculation", "misreading", "reasoning")
"""Types I to IV of AtmosSci-Bench, Appendix I.1."""
UNCLASSIFIED = "unclassified"
NO_ANSWER = "no answer"
"""Nearest to type V, a response that crashed."""
KINDS = (*MISTAKE_KINDS, UNCLASSIFIED, NO_ANSWER)


class KindRow(Record):
    """The wrong episodes of one kind."""

    kind: str
    share: Proportion
    """Among all wrong episodes; these shares sum to more than one where a choice shows two kinds."""
    by_chance: float
    """The share if each wrong choice fell on any wrong option of its item alike; NaN for no answer."""


class Taxonomy(Record):
    """The wrong episodes of a run on items that name their mistakes."""

    wrong: int
    two_kinds: int
    """Choices that show mistakes of two kinds or more, and so stand in two rows."""
    kinds: tuple[KindRow, ...]
    """In the order of `KINDS`."""


def taxonomy(episodes: Iterable[Episode]) -> Taxonomy:
    """How the wrong episodes divide by kind (compare AtmosSci-Bench, Table 6).

    Two mistakes of one kind count once. A mistake without a kind is unclassified, as is a wrong option that names none.
    """
    lost = [one for one in wrong(episodes) if any(one.meaning.values())]
    chosen = [one for one in lost if one.predicted]
    shown = [_shown(one, one.predicted) for one in chosen]
    rows = [
        KindRow(
            kind=kind,
            share=wilson(sum(kind in own for own in shown), len(lost)),
            by_chance=math.fsum(_chance(kind, one) for one in chosen) / len(lost) if lost else math.nan,
        )
        for kind in (*MISTAKE_KINDS, UNCLASSIFIED)
    ]
    silent = KindRow(kind=NO_ANSWER, share=wilson(len(lost) - len(chosen), len(lost)), by_chance=math.nan)
    return Taxonomy(wrong=len(lost), two_kinds=sum(len(own) > 1 for own in shown), kinds=(*rows, silent))


def _shown(episode: Episode, letter: str) -> set[str]:
    """The kinds of mistakes that lead to this option."""
    kinds = [episode.kinds.get(name, UNCLASSIFIED) for name in episode.meaning.get(letter, ())]
    return {kind if kind in MISTAKE_KINDS else UNCLASSIFIED for kind in kinds} or {UNCLASSIFIED}


def _chance(kind: str, episode: Episode) -> float:
    """The share of the item's wrong options that show this kind."""
    options = [letter for letter in episode.meaning if letter != episode.label]
    return sum(kind in _shown(episode, letter) for letter in options) / len(options)
