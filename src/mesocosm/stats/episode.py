"""One episode as the statistics see it, and what each item of a run came to."""

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
    """One agent on one item, once. `correct` is None where we broke, or the model's server had not replied.

    Such an episode counts nowhere.
    """

    suite: str
    item: str
    cluster: str = ""
    """The scenario or template the item comes from."""
    category: str = ""
    """The field of science the item belongs to; empty where its suite has none."""
    kind: str = ""
    """What the item asks for above all, `knowledge` or `reasoning`; empty where its suite does not say."""
    strata: dict[str, str] = Field(default_factory=dict)
    """Further ways in which its suite parts the items, each with the part of this one."""
    agent: str
    knows_reference: bool = False
    """Whether the agent was handed the reference, as `oracle` is."""
    epoch: int = Field(default=1, ge=1)
    options: dict[str, str] = Field(default_factory=dict)
    """What was varied between runs, such as `{"protocol": "toc"}`."""
    settings: dict[str, str] = Field(default_factory=dict)
    """What was set of the model, such as `{"temperature": "0.7"}`; two settings of one model are two runs."""
    correct: bool | None
    score: float = math.nan
    metrics: dict[str, float] = Field(default_factory=dict)
    """What the suite measures beside its score, by name."""
    reading: str = ""
    """What the answer comes to in one spelling, so that equal ones can be counted; empty where the suite tells none."""
    label: str = ""
    """The true letter of a multiple-choice item."""
    predicted: str = ""
    """The letter chosen; empty where there is no well-formed one."""
    meaning: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Letter to the mistakes that lead to this option; the truth has none."""
    kinds: dict[str, str] = Field(default_factory=dict)
    """Mistake to what it shows, such as `calculation`; one the suite has not classified is missing."""
    sentences: dict[str, str] = Field(default_factory=dict)
    """Mistake to what a person did who made it, in words."""
    output_characters: int = Field(default=0, ge=0)
    """The largest listing a simulator wrote; 0 where none did."""
    tokens: int = Field(default=0, ge=0)
    steps: int = Field(default=0, ge=0)
    step_limit: int | None = None
    """The budget of steps; None means without a limit."""
    simulators: tuple[str, ...] = ()
    """Tools of the world that run a simulator."""
    runs: int = Field(default=0, ge=0)
    failed_runs: int = Field(default=0, ge=0)
    seconds: float = math.nan
    """From the first prompt to the end, less what a model's server took."""
    answer: AnswerStatus | Literal["broken", "waiting"] = "missing"
    end: EndReason = "submitted"
    calls: tuple[tuple[str, bool], ...] = ()
    """Every call in order: the tool's name, and whether it was refused or failed."""
    form: FormClass = "submitted"
    """How it was answered, or failed to be."""
    evident_right: bool | None = None
    """Whether the answer that was evident and not handed in would have been right; None where there was none."""


def counted(episodes: Iterable[Episode]) -> list[Episode]:
    """The episodes that did not break on our side and were not left waiting."""
    return [episode for episode in episodes if episode.correct is not None]


def wrong(episodes: Iterable[Episode]) -> list[Episode]:
    """The episodes the agent lost."""
    return [episode for episode in episodes if episode.correct is False]


def by_item(episodes: Iterable[Episode]) -> dict[str, list[Episode]]:
    """The counted episodes of each item, items and epochs in order."""
    items: dict[str, list[Episode]] = defaultdict(list)
    for episode in sorted(counted(episodes), key=lambda episode: (episode.item, episode.epoch)):
        items[episode.item].append(episode)
    return dict(items)


def check_repeated(episodes: Iterable[Episode]) -> None:
    """Refuse episodes that say nothing about repetition."""
    if all(episode.epoch == 1 for episode in episodes):
        raise InvalidRecord("every item was tried once; run it with 2 epochs or more")


def item_shares(episodes: Iterable[Episode]) -> dict[str, float]:
    """Item to the share of its counted episodes that are right."""
    return {item: right_share(of_item) for item, of_item in by_item(episodes).items()}


def right_items(episodes: Iterable[Episode]) -> dict[str, bool]:
    """Item to whether more than half of its counted episodes are right; with one epoch, whether that one is."""
    return {item: share > 0.5 for item, share in item_shares(episodes).items()}


def right_share(episodes: Sequence[Episode]) -> float:
    """Right episodes among the counted ones; NaN where none counts."""
    known = counted(episodes)
    return sum(episode.correct is True for episode in known) / len(known) if known else math.nan


def cluster_of(episode: Episode) -> str:
    """The episode's cluster; an item without one is a cluster of its own."""
    return episode.cluster or episode.item
