"""The blocks that a suite adds to the report of an episode: answers, texts, tables, pictures and maps.

A suite's `view.py` makes them when an episode is scored, where item, truth and trace are at hand; a report shows them
from the log alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from mesocosm.types import Record

Section = Literal["question", "result", "detail"]
"""Where a block is shown. `question`: with the question, on the pages of the item and of the episode. `result`: with
the result of the episode. `detail`: on the page of the episode, folded until a reader opens it."""
FieldVerdict = Literal["right", "wrong", "partly right", "undecided", ""]


class AnswerField(Record):
    """One field of an answer beside its truth. An empty text is not shown."""

    name: str
    about: str = ""
    """What the field asks for, in words."""
    answer: str
    truth: str
    verdict: FieldVerdict = ""
    """The verdict on the field; empty if the suite does not judge it by itself."""
    tolerance: str = ""
    """How far an answer may differ from the truth."""
    second: str = ""
    """The result of the second way; it says so if that is the same method as the first."""
    note: str = ""
    """The reason for the verdict."""


class AnswerBlock(Record):
    """The answer beside the truth, field by field. The page of the item shows the same without the answers."""

    kind: Literal["answer"] = "answer"
    title: str = "Answer and truth"
    section: Section = "result"
    fields: tuple[AnswerField, ...]


class TextBlock(Record):
    """A paragraph."""

    kind: Literal["text"] = "text"
    title: str = ""
    section: Section = "result"
    text: str


class TableBlock(Record):
    """A table whose first column is words."""

    kind: Literal["table"] = "table"
    title: str = ""
    section: Section = "result"
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class PictureBlock(Record):
    """A picture, with a description for readers who cannot see it."""

    kind: Literal["picture"] = "picture"
    title: str = ""
    section: Section = "result"
    png: bytes
    alt: str
    text_px: float = Field(default=0.0, ge=0)
    """Size of the smallest letters, in pixels of the picture; 0 if it has none. A page keeps them legible."""


class MapLayer(Record):
    """Shapes of one meaning and colour."""

    name: str
    colour: str
    """A colour such as `#b2182b`."""
    shapes: JsonValue
    """A GeoJSON FeatureCollection in degrees, longitude first; `properties.label` is shown at the pointer."""
    filled: bool = True
    is_answer: bool = False
    """Whether an agent drew the layer, which is then left out on the page of the item."""
    labelled: bool = False
    """Whether the labels are always shown, and not only at the pointer."""


class MapBlock(Record):
    """Layers over the outlines of countries and states; the page of the item shows those that no agent drew."""

    kind: Literal["map"] = "map"
    title: str = ""
    section: Section = "result"
    layers: tuple[MapLayer, ...]
    alt: str
    outlines: bool = True
    """Whether the coasts and borders of the Earth are drawn; not for a synthetic planet."""


Block = Annotated[AnswerBlock | TextBlock | TableBlock | PictureBlock | MapBlock, Field(discriminator="kind")]
