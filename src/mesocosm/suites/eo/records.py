"""The public part of an item, and the hidden part of its reference."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue

from mesocosm.suite.splits import Split
from mesocosm.suites.eo.questions.type_folder import type_names
from mesocosm.types import Record

Task = Literal["disaster", "temporal", "navigation", "visual", "counting", "geospatial"]
"""The six published tasks."""


def _check_type(name: str) -> str:
    if name not in type_names():
        raise ValueError(f"question_type must be one of {', '.join(type_names())}, got {name!r}")
    return name


QuestionType = Annotated[
    str, AfterValidator(_check_type), Field(json_schema_extra=lambda schema: schema.update(enum=[*type_names()]))
]
"""Name of a question type, which is that of its module in `questions/types`."""
Source = Literal["multispectral", "series", "wide", "tile", "disaster", "paired", "radar"]
"""What kind of material an item starts from, after the published sources: Sentinel-2 and Landsat, fMoW, FAIR1M,
DIOR / DOTA / xView, xBD, M4-SAR, SARDet-100K. Each has its own subset of tools (Table 13)."""


class CountAnswer(Record):
    """A whole number of things."""

    kind: Literal["count"] = "count"
    value: int
    noun: str
    """The counted things, in the plural."""


class NumberAnswer(Record):
    """A measured quantity."""

    kind: Literal["number"] = "number"
    value: float
    unit: str
    """Unit as in `units`, such as `m`, `m2`, `ha`, `percent` or `1`."""
    tolerance: float
    """Absolute tolerance in the unit; the item states it."""


class YesNoAnswer(Record):
    kind: Literal["yes_no"] = "yes_no"
    value: bool


class ChoiceAnswer(Record):
    """One of a closed set of words, each with its synonyms: a class, a change, a direction, a damage level, a side."""

    kind: Literal["choice"] = "choice"
    value: str
    among: dict[str, tuple[str, ...]]
    """Each word that could have been right, with its synonyms."""


class LabelAnswer(Record):
    """A thing by its name in the taxonomy; a broader or narrower name is another answer."""

    kind: Literal["label"] = "label"
    value: str


class DateAnswer(Record):
    """A day, such as 2031-07-14, or a month, such as 2031-07."""

    kind: Literal["date"] = "date"
    value: str


class ListAnswer(Record):
    """Several words of a closed set, in any order."""

    kind: Literal["list"] = "list"
    value: tuple[str, ...]
    among: dict[str, tuple[str, ...]]


AnswerSpec = Annotated[
    CountAnswer | NumberAnswer | YesNoAnswer | ChoiceAnswer | LabelAnswer | DateAnswer | ListAnswer,
    Field(discriminator="kind"),
]


class Data(Record):
    """The public part of an item: what the agent has when it starts."""

    task: Task
    question_type: QuestionType
    source: Source
    frames: tuple[str, ...]
    """Names of the pictures that come with the question; names reveal nothing."""
    window: tuple[float, float, float, float] | None = None
    """Left, top, right, bottom of the view in the first picture, as shares of the picture; None for all of it."""


class Truth(Record):
    """The hidden part of an item."""

    site: str
    """Key of the place in the lake."""
    split: Split
    answer: AnswerSpec
    sentence: str
    """The answer as a person would write it."""
    threshold: str = ""
    """The smallest change that counts as one, as the item states it."""
    evidence: tuple[str, ...] = ()
    """Names of the frames that must have been seen."""
    required_calls: int = Field(ge=1)
    second: str = ""
    """The answer by the second way, as text; the two ways agreed when the item was made."""
    form: str = ""
    """Which of the type's forms."""
    asked: dict[str, JsonValue] = Field(default_factory=dict)
    """Parameters of the question: which things, which part, which neighbour in time."""
    answer_class: str = ""
    """The class by which answers of the type are balanced."""
