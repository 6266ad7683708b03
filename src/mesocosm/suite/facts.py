"""The facts of an item for reports and statistics."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mesocosm.types import Record

ItemKind = Literal["", "knowledge", "reasoning"]
"""What an item mainly asks for: one formula that must be known, or several steps that must be found."""
ITEM_KINDS: tuple[ItemKind, ...] = ("knowledge", "reasoning")


HELD_OUT = "held out of training"
"""The value of a stratum for an item whose template or kind occurs in the test split alone."""


class Mistake(Record):
    """A mistake that a suite has a name for."""

    sentence: str
    """What a person did who made the mistake."""
    kind: str = ""
    """What the mistake shows, such as `calculation`; empty if the suite does not say."""


class Facts(Record):
    """The facts of one item under one set of options; a field that the suite does not fill is empty."""

    cluster: str = ""
    """The scenario or template the item comes from: such items succeed and fail together."""
    category: str = ""
    """The field of science that the item belongs to."""
    kind: ItemKind = ""
    place: str = ""
    """The item's place on a planet, by a key of the suite; splits that separate places share none."""
    strata: dict[str, str] = Field(default_factory=dict)
    """Further groupings of the items, by name, such as `{"question type": "object counting"}`."""
    label: str = ""
    """The true letter of a multiple-choice item."""
    options: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Letter to the mistakes that lead to this option; the truth has none."""
    printed: dict[str, str] = Field(default_factory=dict)
    """Letter to the text of its option."""
    mistakes: dict[str, Mistake] = Field(default_factory=dict)
    """Every mistake of the item, by name."""
