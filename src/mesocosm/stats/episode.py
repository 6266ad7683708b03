"""One episode as input of the statistics, and the results of a run by item."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import Field

from mesocosm.errors import InvalidRecord
from mesocosm.scoring.form import FormClass
from mesocosm.trace.schema import EndReason
from mesocosm.types import AnswerStatus, Record


class Episode(Record):
    """One agent on one item, once. `correct` is None if our side failed, or the model's server had not replied.

    Such an episode counts nowhere.
    """

    suite: str
    item: str
    cluster: str = ""
    """Scenario or template of the item."""
    category: str = ""
    """Field of science of the item; empty if its suite has none."""
    kind: str = ""
    """Main demand of the item, `knowledge` or `reasoning`; empty if its suite does not say."""
    strata: dict[str, str] = Field(default_factory=dict)
    """Further groupings of the suite's items, each with the group of this item."""
    agent: str
    knows_reference: bool = False
    """Whether the agent received the reference, as `oracle` does."""
    epoch: int = Field(default=1, ge=1)
    options: dict[str, str] = Field(default_factory=dict)
    """Options varied between runs, such as `{"protocol": "toc"}`."""
    settings: dict[str, str] = Field(default_factory=dict)
    """Settings of the model, such as `{"temperature": "0.7"}`; two settings of one model are two runs."""
    correct: bool | None
    score: float = math.nan
    metrics: dict[str, float] = Field(default_factory=dict)
    """Measurements of the suite besides its score, by name."""
    reading: str = ""
    """The answer in normalised spelling, so that equal answers can be counted; empty if the suite gives none."""
    label: str = ""
    """The true letter of a multiple-choice item."""
    predicted: str = ""
    """Letter of the answer; empty if there is no well-formed one."""
    meaning: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Mistakes that lead to each letter; the true letter has none."""
    kinds: dict[str, str] = Field(default_factory=dict)
    """Kind of each mistake, such as `calculation`; mistakes that the suite has not classified are missing."""
    sentences: dict[str, str] = Field(default_factory=dict)
    """Description of each mistake in words."""
    output_characters: int = Field(default=0, ge=0)
    """Size of the largest listing that a simulator wrote; 0 if none did."""
    tokens: int = Field(default=0, ge=0)
    steps: int = Field(default=0, ge=0)
    step_limit: int | None = None
    """Budget of steps; None means without a limit."""
    simulators: tuple[str, ...] = ()
    """Tools of the world that run a simulator."""
    runs: int = Field(default=0, ge=0)
    failed_runs: int = Field(default=0, ge=0)
    seconds: float = math.nan
    """Time from the first prompt to the end, without the time of the model's server."""
    answer: AnswerStatus | Literal["broken", "waiting"] = "missing"
    end: EndReason = "submitted"
    calls: tuple[tuple[str, bool], ...] = ()
    """All calls in order: the tool's name, and whether the call was refused or failed."""
    form: FormClass = "submitted"
    """How the episode was answered, or failed to be."""
    evident_right: bool | None = None
    """Whether the evident answer that was not submitted would have been right; None if there was none."""


def counted(episodes: Iterable[Episode]) -> list[Episode]:
    """Return the episodes that did not break on our side and are not waiting."""
    return [episode for episode in episodes if episode.correct is not None]


def wrong(episodes: Iterable[Episode]) -> list[Episode]:
    """Return the episodes that the agent lost."""
    return [episode for episode in episodes if episode.correct is False]


def by_item(episodes: Iterable[Episode]) -> dict[str, list[Episode]]:
    """Return the counted episodes of each item, items and epochs in order."""
    items: dict[str, list[Episode]] = defaultdict(list)
    for episode in sorted(counted(episodes), key=lambda episode: (episode.item, episode.epoch)):
        items[episode.item].append(episode)
    return dict(items)


def check_repeated(episodes: Iterable[Episode]) -> None:
    """Refuse episodes without repetition."""
    if all(episode.epoch == 1 for episode in episodes):
        raise InvalidRecord("every item was tried once; run it with 2 epochs or more")


def item_shares(episodes: Iterable[Episode]) -> dict[str, float]:
    """Return by item the share of its counted episodes that are right."""
    return {item: right_share(of_item) for item, of_item in by_item(episodes).items()}


def right_items(episodes: Iterable[Episode]) -> dict[str, bool]:
    """Return by item whether more than half of its counted episodes are right; with one epoch, whether that one is."""
    return {item: share > 0.5 for item, share in item_shares(episodes).items()}


def right_share(episodes: Sequence[Episode]) -> float:
    """Return the share of right episodes among the counted ones; NaN if none counts."""
    known = counted(episodes)
    return sum(episode.correct is True for episode in known) / len(known) if known else math.nan


def cluster_of(episode: Episode) -> str:
    """Return the episode's cluster; an item without one is a cluster of its own."""
    return episode.cluster or episode.item
