"""Accuracy and cost by the size of the simulator's listing."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from mesocosm.stats.episode import Episode, by_item, counted
from mesocosm.stats.proportion import Proportion, episode_accuracy
from mesocosm.stats.summary import mean
from mesocosm.types import Record

UPPER_CHARACTERS = (0, 10_000, 20_000, 50_000, 100_000, 250_000, 500_000)
"""Largest size of each bin but the last, in characters, itself included (PHREEQC-MCQ-200, Table 8)."""
NAMES = ("no listing", "≤10k", "10–20k", "20–50k", "50–100k", "100–250k", "250–500k", ">500k")


class SizeBin(Record):
    """The episodes whose listing falls into one bin."""

    name: str
    accuracy: Proportion
    mean_tokens: float


def size_bin(characters: int) -> str:
    """The name of the bin a listing of this size falls into; 0 is no listing at all."""
    return NAMES[bisect_left(UPPER_CHARACTERS, characters)]


def size_bins(episodes: Iterable[Episode], *, sizes: Mapping[str, int] | None = None) -> tuple[SizeBin, ...]:
    """Every bin, empty ones too, with accuracy over episodes and mean tokens (PHREEQC-MCQ-200, Tables 10 to 13).

    An episode is binned by the largest listing it saw itself. `sizes`, item to characters, bins by a reference run
    instead, as published; items it does not know are left out.
    """
    known = counted(episodes)
    if sizes is None:
        placed = [(size_bin(episode.output_characters), episode) for episode in known]
    else:
        placed = [(size_bin(sizes[episode.item]), episode) for episode in known if episode.item in sizes]
    own = {name: [episode for place, episode in placed if place == name] for name in NAMES}
    return tuple(
        SizeBin(name=name, accuracy=episode_accuracy(own[name]), mean_tokens=mean(one.tokens for one in own[name]))
        for name in NAMES
    )


def item_sizes(episodes: Iterable[Episode]) -> dict[str, int]:
    """Item to the largest listing any of its counted episodes saw."""
    return {item: max(one.output_characters for one in own) for item, own in by_item(episodes).items()}
