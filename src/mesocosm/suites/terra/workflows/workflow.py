"""A workflow: how requests of one kind are drawn, worded, solved with tools, and solved again without.

    draw(land, chance)        the parameters of one request; `Unsuited` where this land has nothing of the kind
    ask(land, given, chance)  context, question and the fields of the answer, in words of the field
    plan(hands)               a program over tools that ends with the answer; what the oracle acts out
    recompute(land, given)    the same answer by a second way that calls no tool

What nature demands of the answers is said by guards (see `guards`), which may need

    derive(land, given)        quantities beside the answers, such as the rain on a catchment
    alternatives(land, given)  answers by other sound conventions, which must agree within the tolerances

What is drawn is plain JSON and says what is asked, never what is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args

from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.guards import Guard
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.types import Record

if TYPE_CHECKING:
    from mesocosm.earth.planet.documents.document import Document

Domain = Literal[
    "weather",
    "air quality",
    "emergency response",
    "water resources",
    "agriculture",
    "infrastructure",
    "environmental monitoring",
    "cyclones",
]
Track = Literal["fundamentals", "simulator", "document"]
Level = Literal[0, 1, 2, 3]
Trait = Literal["plain", "close", "absent", "false premise"]
"""Special feature of a request.

Values that lie close together; a question about something without data; a request with a false assumption.
"""
Mode = Literal["exact", "approximate", "structural", "proxy"]
"""Relation of a document to the data.

The same quantity with its digits; the same quantity measured otherwise; an order, a count or a kind; another quantity
that must change along with it.
"""
DOMAINS: tuple[Domain, ...] = get_args(Domain)
TRACKS: tuple[Track, ...] = get_args(Track)
LEVELS: tuple[Level, ...] = get_args(Level)
LEVEL_WORDS: dict[Level, str] = {0: "observation", 1: "association", 2: "intervention", 3: "counterfactual"}
Given = dict[str, JsonValue]
Answers = Mapping[str, JsonValue]


class Unsuited(Exception):
    """A region that does not suit a workflow; another one is drawn."""


class Unsound(Exception):
    """A draw whose answers cannot be true in nature, or depend on a convention; another one is drawn."""


class WordedRequest(Record):
    """A request in words."""

    context: str
    """The situation: who asks, why, and what they have."""
    question: str
    """The question."""
    fields: tuple[RequestedField, ...]
    guards: tuple[Guard, ...] = ()
    """What must hold of the answers; an agent is not shown it."""


class Standing(Record):
    """A document's statement about a field that is checked against the data."""

    key: str
    """Key of the field that holds the document's value."""
    document: str
    section: str = ""
    stated: float | str
    measured: str = ""
    """Key of the field that holds the value from the data."""
    mode: Mode
    how: str
    """Whether the statement is true, rounded, or wrong, and in which way."""


def _no_files(land: Land, given: Given) -> dict[str, bytes]:
    return {}


def _no_documents(land: Land, given: Given) -> tuple[Document, ...]:
    return ()


def _nothing(land: Land, given: Given) -> dict[str, JsonValue]:
    return {}


def _no_alternatives(land: Land, given: Given) -> dict[str, Answers]:
    return {}


def _no_standings(land: Land, given: Given) -> tuple[Standing, ...]:
    return ()


@dataclass(frozen=True)
class Workflow:
    """One kind of request."""

    module: str
    """The `__name__` of its module, whose file gives the name and whose folder gives the domain."""
    track: Track
    level: Level
    now: Callable[[Chance], datetime]
    """The moment from which the request is made."""
    draw: Callable[[Land, Chance], Given]
    ask: Callable[[Land, Given, Chance], WordedRequest]
    plan: Callable[[Hands], Plan]
    recompute: Callable[[Land, Given], Answers]
    files: Callable[[Land, Given], dict[str, bytes]] = _no_files
    """Files in the workspace when the agent starts."""
    documents: Callable[[Land, Given], tuple[Document, ...]] = _no_documents
    """Documents in the library."""
    standings: Callable[[Land, Given], tuple[Standing, ...]] = _no_standings
    """For document-grounded requests: the statements, their places, and their relations to the data."""
    trait: Callable[[Given], Trait] = lambda given: "plain"
    derive: Callable[[Land, Given], Answers] = _nothing
    """Quantities that the guards compare the answers with, such as the rain on a catchment."""
    alternatives: Callable[[Land, Given], Mapping[str, Answers]] = _no_alternatives
    """Answers, or some of them, by other conventions that an expert may choose in good faith, by their names."""

    @property
    def name(self) -> str:
        return self.module.rpartition(".")[2]

    @property
    def domain(self) -> Domain:
        folder = self.module.split(".")[-2].replace("_", " ")
        return next(domain for domain in DOMAINS if domain == folder)

    def __post_init__(self) -> None:
        if (self.track == "document") != (self.standings is not _no_standings):
            raise InvalidRecord(f"workflow {self.name}: document-grounded workflows, and only they, have standings")


def at_noon(year: int, month: int, day: int) -> Callable[[Chance], datetime]:
    """Return a moment that does not depend on chance."""
    from datetime import UTC

    return lambda chance: datetime(year, month, day, 12, tzinfo=UTC)
