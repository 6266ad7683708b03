"""What a run repeated gives again: spread over epochs, and the items that flip."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from mesocosm.stats.episode import Episode, by_item, counted, right_share
from mesocosm.stats.sizes import NAMES, size_bin
from mesocosm.stats.summary import deviation, spread
from mesocosm.types import Record


class Flips(Record):
    """The items of one part: always right, always wrong, or flipping from epoch to epoch."""

    name: str
    n: int
    always_right: int
    always_wrong: int
    variance_prone: int
    share: float
    """Variance-prone items among n; NaN of a single epoch, which cannot show it."""


class Stability(Record):
    """A run over its epochs."""

    epochs: int
    accuracy: dict[int, float]
    """Epoch to accuracy."""
    deviation: float
    """Sample standard deviation of these."""
    spread: float
    histogram: tuple[int, ...]
    """How many items are right in 0, 1, ... all epochs."""
    incomplete: int
    """Items with a broken or missing episode, which stand in no histogram."""
    overall: Flips
    by_size: tuple[Flips, ...]
    by_label: tuple[Flips, ...]


def stability(episodes: Iterable[Episode]) -> Stability:
    """Accuracy over epochs and the number of right epochs of each item (PHREEQC-MCQ-200, Tables 3 and 23 to 25).

    The standard deviation has the divisor n - 1, as published. An item belongs to the bin of the largest listing it
    ever led to.
    """
    every = list(episodes)
    known = counted(every)
    epochs = sorted({episode.epoch for episode in known})
    accuracy = {epoch: right_share([one for one in known if one.epoch == epoch]) for epoch in epochs}
    items = by_item(known)
    whole = {item: own for item, own in items.items() if len(own) == len(epochs)}
    right = Counter(_right(own) for own in whole.values())
    return Stability(
        epochs=len(epochs),
        accuracy=accuracy,
        deviation=deviation(accuracy.values()),
        spread=spread(accuracy.values()) if len(epochs) > 1 else math.nan,
        histogram=tuple(right[count] for count in range(len(epochs) + 1)) if epochs else (),
        incomplete=len({episode.item for episode in every}) - len(whole),
        overall=_flips("all", list(whole.values()), len(epochs)),
        by_size=_parts(whole, _item_bin, len(epochs), order=NAMES),
        by_label=_parts(whole, lambda own: own[0].label, len(epochs)),
    )


def _right(own: list[Episode]) -> int:
    return sum(episode.correct is True for episode in own)


def _item_bin(own: list[Episode]) -> str:
    return size_bin(max(episode.output_characters for episode in own))


def _parts(
    whole: dict[str, list[Episode]], part: Callable[[list[Episode]], str], epochs: int, *, order: tuple[str, ...] = ()
) -> tuple[Flips, ...]:
    found: dict[str, list[list[Episode]]] = defaultdict(list)
    for own in whole.values():
        found[part(own)].append(own)
    names = [name for name in order if name in found] if order else sorted(found)
    return tuple(_flips(name, found[name], epochs) for name in names)


def _flips(name: str, items: list[list[Episode]], epochs: int) -> Flips:
    right = [_right(own) for own in items]
    prone = sum(0 < count < epochs for count in right)
    return Flips(
        name=name,
        n=len(items),
        always_right=right.count(epochs),
        always_wrong=right.count(0),
        variance_prone=prone,
        share=prone / len(items) if items and epochs > 1 else math.nan,
    )
