"""One thing in a picture, and the doors through which all formats come in.

Whatever breaks its format is refused with the file, the field, the value and what is allowed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.earth.imagery.errors import InvalidAnnotation
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Annotation:
    """A thing in a picture; its polygon, oriented box or box says where, the most exact that the format has."""

    label: str
    box: tuple[float, float, float, float]
    """Left, top, right, bottom in pixels, edges along the picture's."""
    oriented_box: tuple[Point, Point, Point, Point] | None = None
    """Four corners in the order of the file."""
    polygon: tuple[Point, ...] | None = None
    """The outline, not closed: the first point is not said again."""
    lonlat: tuple[Point, ...] | None = None
    """The outline in degrees, where the file has it."""
    image: str | None = None
    """The picture, where the file names it."""
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.label, self.box, self.oriented_box, self.polygon, self.image))


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in which file a value stands, for errors."""

    file: Path
    place: str = ""

    def at(self, place: str) -> Spot:
        """A spot further in."""
        return Spot(self.file, f"{self.place}{'.' if self.place else ''}{place}")

    def refuse(self, value: object, allowed: str) -> InvalidAnnotation:
        """The error for a value that is not allowed here."""
        shown = repr(value)
        where = f"{self.file}, {self.place}" if self.place else str(self.file)
        return InvalidAnnotation(f"{where}: must be {allowed}, got {shown if len(shown) <= 80 else shown[:77] + '...'}")


def read_text(path: Path) -> str:
    """The text of a file of annotations, without a byte order mark."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidAnnotation(f"cannot read {path}: {error}") from error


def read_json(path: Path) -> dict[str, JsonValue]:
    """The JSON object in a file."""
    try:
        document = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise InvalidAnnotation(f"{path} is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise Spot(path).refuse(type(document).__name__, "a JSON object")
    return document


def read_xml(path: Path) -> Element:
    """The root of an XML file; one with a document type is refused, since it could unfold without end."""
    from mesocosm.earth.geo.plain_xml import parse_plain_xml

    try:
        return parse_plain_xml(read_text(path), str(path))
    except InvalidRecord as error:
        raise InvalidAnnotation(str(error)) from error


def number(value: object, spot: Spot) -> float:
    """A finite number, from a number or its text."""
    try:
        parsed = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else math.nan
    except ValueError:
        parsed = math.nan
    if not math.isfinite(parsed):
        raise spot.refuse(value, "a number")
    return parsed


def text(value: object, spot: Spot) -> str:
    """Text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise spot.refuse(value, "text")
    return value.strip()


def member(parent: object, name: str, spot: Spot) -> JsonValue:
    """A member of a JSON object."""
    if not isinstance(parent, dict) or name not in parent:
        known = ", ".join(sorted(parent)) if isinstance(parent, dict) else type(parent).__name__
        raise spot.refuse(known, f"an object with {name}")
    value: JsonValue = parent[name]
    return value


def members(parent: object, name: str, spot: Spot) -> list[JsonValue]:
    """A member of a JSON object that is a list."""
    value = member(parent, name, spot)
    if not isinstance(value, list):
        raise spot.at(name).refuse(value, "a list")
    return value


def numbers(values: Sequence[object], count: int, spot: Spot) -> list[float]:
    """So many numbers."""
    if len(values) != count:
        raise spot.refuse(list(values), f"{count} numbers")
    return [number(value, spot) for value in values]


def quadrilateral(coordinates: Sequence[float]) -> tuple[Point, Point, Point, Point]:
    """Four corners from x1 y1 x2 y2 x3 y3 x4 y4."""
    x1, y1, x2, y2, x3, y3, x4, y4 = coordinates
    return (x1, y1), (x2, y2), (x3, y3), (x4, y4)


def box_of(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """The box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def box(edges: Sequence[float], spot: Spot) -> tuple[float, float, float, float]:
    """A box from left, top, right, bottom in that order."""
    left, top, right, bottom = edges
    if left > right or top > bottom:
        raise spot.refuse(list(edges), "left ≤ right and top ≤ bottom")
    return left, top, right, bottom


def child(element: Element, path: str, spot: Spot) -> str:
    """The text of an element within another."""
    return text(element.findtext(path), spot.at(path.replace("/", ".")))


def spell_number(value: float) -> str:
    """A number as text, whole ones without a point."""
    return str(int(value)) if value == int(value) else repr(value)
