"""Answer labels: which letters an agent prefers, and whether it is better on some than on others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from mesocosm.stats.episode import Episode, counted
from mesocosm.stats.proportion import Proportion, episode_accuracy
from mesocosm.stats.summary import known
from mesocosm.types import Record


class LabelBehaviour(Record):
    """A run's letters. `true` and `predicted` sum to n."""

    n: int
    true: dict[str, int]
    predicted: dict[str, int]
    no_letter: int
    """Episodes without a well-formed letter."""
    accuracy: dict[str, Proportion]
    """True label to the accuracy on it."""
    low: float
    high: float
    """The lowest and highest of these."""


def label_behaviour(episodes: Iterable[Episode]) -> LabelBehaviour:
    """Predicted letters and accuracy by true letter, over counted episodes that have one (PHREEQC-MCQ-200, Table 6)."""
    labelled = [episode for episode in counted(episodes) if episode.label]
    true = Counter(episode.label for episode in labelled)
    chosen = Counter(episode.predicted for episode in labelled)
    offered = {letter for episode in labelled for letter in episode.meaning}
    letters = sorted((offered | true.keys() | chosen.keys()) - {""})
    accuracy = {one: episode_accuracy(episode for episode in labelled if episode.label == one) for one in letters}
    shares = known(proportion.share for proportion in accuracy.values())
    return LabelBehaviour(
        n=len(labelled),
        true={letter: true[letter] for letter in letters},
        predicted={letter: chosen[letter] for letter in letters},
        no_letter=chosen[""],
        accuracy=accuracy,
        low=min(shares, default=math.nan),
        high=max(shares, default=math.nan),
    )
