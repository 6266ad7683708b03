"""What a suite shows of an episode beside its calls: texts, tables, pictures and maps, as records that a log can keep.

A suite's `view.py` makes them when an episode is scored, where item, truth and trace are at hand; a report shows them
from the log alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from mesocosm.types import Record


class TextBlock(Record):
    """A paragraph."""

    kind: Literal["text"] = "text"
    title: str = ""
    text: str


class TableBlock(Record):
    """A table; its first column is words."""

    kind: Literal["table"] = "table"
    title: str = ""
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class PictureBlock(Record):
    """A picture, with words for those who cannot see it."""

    kind: Literal["picture"] = "picture"
    title: str = ""
    png: bytes
    alt: str


class MapLayer(Record):
    """Shapes of one meaning and colour."""

    name: str
    colour: str
    """Such as `#b2182b`."""
    shapes: JsonValue
    """A GeoJSON FeatureCollection in degrees, longitude first; `properties.label` is told where a shape is touched."""
    filled: bool = True


class MapBlock(Record):
    """Layers over the outlines of countries and states."""

    kind: Literal["map"] = "map"
    title: str = ""
    layers: tuple[MapLayer, ...]
    alt: str


Block = Annotated[TextBlock | TableBlock | PictureBlock | MapBlock, Field(discriminator="kind")]
