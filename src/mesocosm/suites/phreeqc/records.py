"""The public part of an item, and the hidden part of its reference."""

from __future__ import annotations

from mesocosm.questions.truth import LetteredTruth
from mesocosm.types import Record


class Data(Record):
    """The public part of a question."""

    scenario: str
    options: dict[str, str]
    """Letters, each with the printed value."""
    database: str


class Truth(LetteredTruth):
    """The hidden part: what the question was made from."""

    parameters: dict[str, float | int | str]
