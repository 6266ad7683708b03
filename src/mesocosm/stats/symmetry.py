"""Whether a template that is solved once is solved again: accuracy over rounds, in each of which templates take turns.

A published set has numbered instances of every template; a run has rounds instead. Item number `i` of `n` templates
belongs to round `i // n` of its seed, and the cluster of an item is its template.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from mesocosm.errors import InvalidRecord
from mesocosm.stats.clusters import cluster_accuracy
from mesocosm.stats.episode import Episode, cluster_of
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.stats.summary import deviation, mean, spread
from mesocosm.types import Record


class TemplateSpread(Record):
    """One template over the rounds."""

    template: str
    mean: float
    spread: float
    """Best round less worst: of one epoch 1 where it is solved in some rounds only, else 0."""


class Symmetry(Record):
    """A run over its rounds, on the templates that all of them have."""

    accuracy: dict[str, Proportion]
    """Round to accuracy."""
    deviation: float
    """Sample standard deviation of these: SymStd with rounds in place of instances, as a share."""
    by_chance: float
    """The same if the rounds of each template had changed places at random."""
    templates: tuple[TemplateSpread, ...]
    """The least steady first."""


def symmetry(episodes: Iterable[Episode]) -> Symmetry:
    """The spread of accuracy over rounds (AtmosSci-Bench, SymStd in Table 2); NaN of fewer than two.

    Rounds that lack templates are left out where two whole ones remain. The templates that every round has are
    compared, so that none is better for its templates.
    """
    grid = {name: cluster_accuracy(own) for name, own in _comparable(list(episodes)).items()}
    templates = sorted(set.intersection(*(set(own) for own in grid.values()))) if grid else []
    over_rounds = {name: [own[name] for own in grid.values()] for name in templates}
    rows = [TemplateSpread(template=one, mean=mean(own), spread=spread(own)) for one, own in over_rounds.items()]
    accuracy = {name: wilson(math.fsum(own[one] for one in templates), len(templates)) for name, own in grid.items()}
    return Symmetry(
        accuracy=accuracy,
        deviation=deviation(one.share for one in accuracy.values()),
        by_chance=_by_chance(list(over_rounds.values())),
        templates=tuple(sorted(rows, key=lambda row: (-row.spread, row.template))),
    )


def _comparable(episodes: Sequence[Episode]) -> dict[str, list[Episode]]:
    """The episodes of each round: of whole rounds alone, where there are two."""
    templates = {cluster_of(one) for one in episodes}
    found: dict[tuple[str, int], list[Episode]] = defaultdict(list)
    for episode in episodes:
        seed, number = _numbered(episode.item)
        found[seed, number // len(templates) + 1].append(episode)
    rounds = {f"{seed}, round {number}": found[seed, number] for seed, number in sorted(found)}
    for name, own in rounds.items():
        if len({one.item for one in own}) > len({cluster_of(one) for one in own}):
            raise InvalidRecord(f"templates must take turns to have rounds, but one comes twice in {name}")
    whole = {name: own for name, own in rounds.items() if {cluster_of(one) for one in own} == templates}
    return whole if len(whole) > 1 else rounds


def _numbered(item: str) -> tuple[str, int]:
    """What stands before an item's number, and the number."""
    seed, _, number = item.rpartition("-")
    if not (number.isascii() and number.isdecimal()):
        raise InvalidRecord(f"the id of an item must end in its number to tell its round, got {item!r}")
    return seed, int(number)


def _by_chance(over_rounds: Sequence[Sequence[float]]) -> float:
    """The root of the mean square of the deviation over all orders of each template's rounds."""
    widths = [deviation(own) for own in over_rounds]
    return math.sqrt(math.fsum(width * width for width in widths)) / len(widths) if widths else math.nan
