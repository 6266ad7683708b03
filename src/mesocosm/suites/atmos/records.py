"""The public data of an item, and the hidden data of its reference."""

from __future__ import annotations

from mesocosm.questions.forks import ErrorKind
from mesocosm.questions.truth import LetteredTruth
from mesocosm.suites.atmos.open_questions import SubQuestion
from mesocosm.types import Record


class Data(Record):
    """The public data of a question."""

    template: str
    options: dict[str, str]
    """Each letter with its printed value."""
    situation: str
    asks: dict[str, str]
    """Each label with its question in the open format."""


class Truth(LetteredTruth):
    """The origin of a question, and the keys of its open format."""

    kinds: dict[str, ErrorKind]
    """Each mistake with the kind of error that it shows."""
    printed: dict[str, float]
    """Variables as the question prints them."""
    symbol: str
    """Symbol of the part that the options give."""
    subs: tuple[SubQuestion, ...]
