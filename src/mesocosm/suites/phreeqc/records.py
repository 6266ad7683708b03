"""What an item shows, and what its reference hides."""

from __future__ import annotations

from mesocosm.questions.truth import LetteredTruth
from mesocosm.types import Record


class Data(Record):
    """What is public of a question."""

    scenario: str
    options: dict[str, str]
    """Letter to the printed value."""
    database: str


class Truth(LetteredTruth):
    """What the question was made from."""

    parameters: dict[str, float | int | str]
