"""Accuracy by the field of science an item belongs to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from mesocosm.stats.episode import Episode
from mesocosm.stats.proportion import Proportion, accuracy
from mesocosm.types import Record


class CategoryRow(Record):
    """The items of one category; of a category that broke completely n is 0."""

    category: str
    accuracy: Proportion


def category_accuracy(episodes: Iterable[Episode]) -> tuple[CategoryRow, ...]:
    """Categories in alphabetical order (AtmosSci-Bench, Table 2); items without one are left out.

    Published accuracies leave out questions without a record, and so do these: what we broke is in no n.
    """
    found: dict[str, list[Episode]] = defaultdict(list)
    for episode in episodes:
        if episode.category:
            found[episode.category].append(episode)
    return tuple(CategoryRow(category=name, accuracy=accuracy(found[name])) for name in sorted(found))
