"""Which named mistakes the wrong choices reveal.

Every wrong option of an item is what one mistake, or two together, would lead to. A wrong choice so names the slip.
"""

from __future__ import annotations

from collections.abc import Iterable

from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.types import Record


class MistakeRow(Record):
    """One mistake in one run."""

    mistake: str
    chosen: int
    """Wrong choices that reveal it, alone or with another."""
    both: int
    """Those of them that reveal another with it."""
    share: float
    """`chosen` among all wrong choices; these shares sum to more than one where options combine mistakes."""
    by_chance: float
    """How often it would be revealed if each wrong choice fell on any wrong option of its item alike."""
    rate: Proportion
    """`chosen` among the counted episodes whose item offers it."""


class Diagnosis(Record):
    """The mistakes of a run, the most frequent first."""

    wrong: int
    """Wrong choices: a well-formed letter that is not the truth, on an item that names its mistakes."""
    both: int
    """Those that reveal two mistakes or more."""
    offered: int
    """Counted episodes on such items."""
    mistakes: tuple[MistakeRow, ...]


def diagnosis(episodes: Iterable[Episode]) -> Diagnosis:
    """How often each named mistake was offered and how often it was made."""
    known = [episode for episode in counted(episodes) if any(episode.meaning.values())]
    wrong = [one for one in known if one.correct is False and one.meaning.get(one.predicted)]
    names = sorted({name for one in known for made in one.meaning.values() for name in made})
    rows = [_row(name, known, wrong) for name in names]
    return Diagnosis(
        wrong=len(wrong),
        both=sum(len(one.meaning[one.predicted]) > 1 for one in wrong),
        offered=len(known),
        mistakes=tuple(sorted(rows, key=lambda row: (-row.chosen, row.mistake))),
    )


def _row(name: str, known: list[Episode], wrong: list[Episode]) -> MistakeRow:
    revealing = [one for one in wrong if name in one.meaning[one.predicted]]
    offered = sum(any(name in made for made in one.meaning.values()) for one in known)
    return MistakeRow(
        mistake=name,
        chosen=len(revealing),
        both=sum(len(one.meaning[one.predicted]) > 1 for one in revealing),
        share=len(revealing) / len(wrong) if wrong else float("nan"),
        by_chance=sum(_chance(name, one) for one in wrong),
        rate=wilson(len(revealing), offered),
    )


def _chance(name: str, episode: Episode) -> float:
    options = [made for made in episode.meaning.values() if made]
    return sum(name in made for made in options) / len(options)
