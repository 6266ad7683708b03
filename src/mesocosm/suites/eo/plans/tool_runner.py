"""The calls of a plan: tools by their published names, and readers of their results."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from pydantic import JsonValue

from mesocosm.episode.agent import Action, Case
from mesocosm.errors import InvalidRecord
from mesocosm.suites.eo.questions.pointing import BY_NAME, Point, place_meant
from mesocosm.suites.eo.records import Data, Truth
from mesocosm.tools.view import short
from mesocosm.types import Observation, ToolCall

Plan = Generator[Action, Observation, str]
"""A generator of calls that returns the answer in words."""
BORDER = 0.25
"""A box closer to the edge of the picture than this, in pixels as shown, is cut by it."""
FIRST, SECOND = "img-1", "img-2"
"""Handles of the pictures that come with a question."""
NOT_KNOWN = "not known"


def if_enough(plan: Plan) -> Plan:
    """Return the plan's answer, or that it is not known if the results are not enough for one."""
    try:
        return (yield from plan)
    except (InvalidRecord, KeyError, IndexError, ValueError):
        return NOT_KNOWN


@dataclass(frozen=True)
class Found:
    """A box that a tool returned, its corners as shares of the picture shown."""

    id: str
    label: str
    left: float
    top: float
    right: float
    bottom: float
    whole: bool
    """Whether no edge of the picture cuts the box."""

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0

    def gap(self, x: float, y: float) -> float:
        """Return the distance from a point to the box, 0 within it."""
        across = max(self.left - x, 0.0, x - self.right)
        down = max(self.top - y, 0.0, y - self.bottom)
        return max(across, down)

    def overlap(self, other: Found) -> float:
        """Return the intersection over union with another box of the same view."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        shared = max(wide, 0.0) * max(high, 0.0)
        sizes = [(box.right - box.left) * (box.bottom - box.top) for box in (self, other)]
        return shared / max(sum(sizes) - shared, 1e-12)


class Hands:
    """The tools of a case by their published names."""

    def __init__(self, case: Case[Data, Truth]) -> None:
        self.case = case
        self._names = {short(tool.id): name for name, tool in case.tools.items()}

    @property
    def parameters(self) -> dict[str, JsonValue]:
        return self.case.reference.hidden.asked

    @property
    def form(self) -> str:
        return self.case.reference.hidden.form

    def word(self, name: str) -> str:
        """Return a parameter of the question that is a word."""
        return str(self.parameters[name])

    def knows(self, tool: str) -> bool:
        """Return whether the case has a tool of this published name."""
        return tool in self._names

    def call(self, tool: str, **arguments: JsonValue) -> ToolCall:
        """Return a call of a tool by its published name."""
        return ToolCall(tool=self._names[tool], arguments=arguments)


def data_of(seen: Observation) -> dict[str, JsonValue]:
    """Return the data of a result; a refusal is an error of the planner."""
    if seen.error is not None or not isinstance(seen.data, dict):
        raise InvalidRecord(f"the planner's call was refused: {seen.error.message if seen.error else seen.text}")
    return seen.data


def number_of(seen: Observation, name: str) -> float:
    value = data_of(seen)[name]
    assert isinstance(value, int | float)
    return float(value)


def attribute_of(seen: Observation, name: str) -> str:
    """Return an attribute of the thing that a result describes."""
    attributes = data_of(seen)["attributes"]
    assert isinstance(attributes, dict)
    return str(attributes[name])


def image_of(seen: Observation) -> str:
    """Return the handle of the picture that a result shows."""
    return str(data_of(seen)["image"])


def images_of(seen: Observation) -> list[tuple[str, str]]:
    """Return handles and dates of the pictures that a result lists, in order of time."""
    rows = data_of(seen)["images"]
    assert isinstance(rows, list)
    return [(str(row["image"]), str(row["date"])) for row in rows if isinstance(row, dict)]


@dataclass(frozen=True)
class Pass:
    """A multispectral picture that a list names."""

    image: str
    date: str
    cloud_percent: float


def passes_of(seen: Observation) -> list[Pass]:
    """Return multispectral pictures that a result lists, in order of time."""
    rows = data_of(seen)["images"]
    assert isinstance(rows, list)
    return [
        Pass(str(row["image"]), str(row["date"]), float(str(row["cloud_percent"])))
        for row in rows
        if isinstance(row, dict)
    ]


def found_in(seen: Observation) -> list[Found]:
    """Return boxes of a result."""
    data = data_of(seen)
    rows, size = data["boxes"], data["size"]
    assert isinstance(rows, list)
    assert isinstance(size, list)
    columns, high = (float(str(side)) for side in size)
    return [_read_box(row, columns, high) for row in rows if isinstance(row, dict)]


def _read_box(row: dict[str, JsonValue], columns: float, rows: float) -> Found:
    box = row["box"]
    assert isinstance(box, list)
    left, top, right, bottom = (float(str(edge)) for edge in box)
    whole = min(left, top, columns - right, rows - bottom) > BORDER
    return Found(str(row["id"]), str(row["label"]), left / columns, top / rows, right / columns, bottom / rows, whole)


def wholes(seen: Observation) -> list[Found]:
    """Return boxes of a result that no edge cuts."""
    return [box for box in found_in(seen) if box.whole]


def point_at(boxes: list[Found], pointer: str) -> Found:
    """Return the one box that a pointer means."""
    number = place_meant(BY_NAME[pointer], [box.middle for box in boxes])
    if number is None:
        raise InvalidRecord(f"no box is clearly the {pointer} one among {len(boxes)}")
    return boxes[number]


def calculate(hands: Hands, expression: str) -> Generator[Action, Observation, float]:
    """Return the calculator's result for an expression."""
    seen = yield hands.call("basic_calculator", expression=expression)
    return number_of(seen, "value")
