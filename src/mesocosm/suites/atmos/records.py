"""What an item shows, and what its reference hides."""

from __future__ import annotations

from mesocosm.questions.forks import ErrorKind
from mesocosm.questions.truth import LetteredTruth
from mesocosm.suites.atmos.open_questions import SubQuestion
from mesocosm.types import Record


class Data(Record):
    """What is public of a question."""

    template: str
    options: dict[str, str]
    """Letter to the printed value."""
    situation: str
    asks: dict[str, str]
    """Label to what the open format asks under it."""


class Truth(LetteredTruth):
    """What the question was made from, and the keys of its open format."""

    kinds: dict[str, ErrorKind]
    """Mistake to what it shows."""
    printed: dict[str, float]
    """Variables as the question prints them."""
    symbol: str
    """Symbol of the part that the options give."""
    subs: tuple[SubQuestion, ...]
