"""All that reports and statistics know of an item."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mesocosm.types import Record

ItemKind = Literal["", "knowledge", "reasoning"]
"""What an item asks for above all: one formula that must be known, or several steps that must be found."""
ITEM_KINDS: tuple[ItemKind, ...] = ("knowledge", "reasoning")


HELD_OUT = "held out of training"
"""The value of a stratum that says: what the item is made from is met in the test split alone."""


class Mistake(Record):
    """A way to go wrong that a suite has a name for."""

    sentence: str
    """What a person did who made it."""
    kind: str = ""
    """What it shows, such as `calculation`; empty where the suite does not say."""


class Facts(Record):
    """What is known of one item under one set of options; what a suite does not tell is empty."""

    cluster: str = ""
    """The scenario or template the item comes from: such items succeed and fail together."""
    category: str = ""
    """The field of science it belongs to."""
    kind: ItemKind = ""
    place: str = ""
    """Where on a planet it lies, by a key of the suite's own; splits that keep places apart share none."""
    strata: dict[str, str] = Field(default_factory=dict)
    """Further ways to part the items, by name, such as `{"question type": "object counting"}`."""
    label: str = ""
    """The true letter of a multiple-choice item."""
    options: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Letter to the mistakes that lead to this option; the truth has none."""
    printed: dict[str, str] = Field(default_factory=dict)
    """Letter to what its option says."""
    mistakes: dict[str, Mistake] = Field(default_factory=dict)
    """Every mistake the item knows, by name."""
