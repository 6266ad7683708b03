"""The path of the view in an episode: which part of which frame each call looked at, and what it marked there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from mesocosm.suites.eo.records import Data
from mesocosm.suites.eo.rollout import SUBMIT, view_of, views_listed
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.trace.schema import Trace
from mesocosm.types import Item

Shares = tuple[float, float, float, float]
"""Left, top, right, bottom as shares of a frame, from its upper left corner."""
WHOLE: Shares = (0.0, 0.0, 1.0, 1.0)
MOST_MARKS = 400
"""Most boxes and outlines that are drawn for one episode."""


@dataclass(frozen=True)
class Look:
    """A view, with the number of the call that first showed it; 0 came with the question."""

    call: int
    tool: str
    image: str
    """Handle of the image."""
    frame: str
    window: Shares


@dataclass(frozen=True)
class Mark:
    """A box or an outline that a call returned."""

    call: int
    frame: str
    label: str
    points: tuple[tuple[float, float], ...]
    """Corners as shares of the frame."""
    is_mask: bool = False
    is_outline: bool = True
    """Whether the points are the thing's own outline, not the box around it."""


@dataclass
class Path:
    """Views and marks in the order of the calls."""

    looks: list[Look] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    _views: dict[str, tuple[str, Shares, tuple[float, float]]] = field(default_factory=dict)
    """Handles, each with frame, window and size as shown."""

    def know(self, view: Mapping[str, JsonValue]) -> None:
        """Record which part of which frame a handle is, so that later calls that cite it can be placed."""
        image, frame, window = str(view.get("image", "")), str(view.get("frame", "")), _four(view.get("window"))
        size = view.get("size")
        if frame and window is not None and isinstance(size, list) and len(size) == 2:
            self._views[image] = (frame, window, (_number(size[0]) or 1.0, _number(size[1]) or 1.0))

    def look_at(self, call: int, tool: str, image: str) -> None:
        """Record that a call looked at a handle; the same part of the same frame is recorded once."""
        frame, window, _ = self._views.get(image, ("", WHOLE, (1.0, 1.0)))
        if frame and not any(look.frame == frame and look.window == window for look in self.looks):
            self.looks.append(Look(call, tool, image, frame, window))

    def add_marks(self, call: int, data: Mapping[str, JsonValue]) -> None:
        """Record the boxes and outlines of an observation, placed by the handle of their picture."""
        image = str(data.get("image", ""))
        for kind, is_mask in (("boxes", False), ("masks", True)):
            for row in _dicts(data.get(kind)):
                own = str(row.get("image", image))
                for points in _outlines(row):
                    if own in self._views and len(self.marks) < MOST_MARKS:
                        mark = self._mark(call, own, str(row.get("label", "")), points, is_mask)
                        self.marks.append(replace(mark, is_outline="box" not in row))

    def _mark(self, call: int, image: str, label: str, points: list[tuple[float, float]], is_mask: bool) -> Mark:
        frame, (left, top, right, bottom), (wide, high) = self._views[image]
        placed = tuple((left + x / wide * (right - left), top + y / high * (bottom - top)) for x, y in points)
        return Mark(call, frame, label, placed, is_mask)


def _square(frame: str, window: Shares) -> tuple[float, float]:
    return 768.0, 768.0


def path_of(item: Item[Data], trace: Trace, size_of: Callable[[str, Shares], tuple[float, float]] = _square) -> Path:
    """Return the path of the view, starting with the pictures that came with the question.

    Args:
        item: Item with the names of those pictures.
        trace: Trace of the episode.
        size_of: Returns columns and rows of such a picture as shown, if no observation states them.
    """
    path = Path()
    window = item.data.window or WHOLE
    for number, frame in enumerate(item.data.frames):
        path.looks.append(Look(0, "question", f"img-{number + 1}", frame, window))
        path._views[f"img-{number + 1}"] = (frame, window, size_of(frame, window))
    for number, (call, seen) in enumerate(trace.calls(), start=1):
        if call.tool == SUBMIT or seen is None or seen.error is not None or not isinstance(seen.data, dict):
            continue
        view = view_of(seen)
        for known in (*views_listed(seen.data), *([view] if view is not None else [])):
            path.know(known)
        path.look_at(number, published_name(call.tool), str((view or seen.data).get("image", "")))
        path.add_marks(number, seen.data)
    return path


def _dicts(value: JsonValue) -> list[dict[str, JsonValue]]:
    return [member for member in value if isinstance(member, dict)] if isinstance(value, list) else []


def _outlines(row: Mapping[str, JsonValue]) -> list[list[tuple[float, float]]]:
    """Return the corners of a box, or the outlines of a mask, in pixels of the picture shown."""
    box = _four(row.get("box"))
    if box is not None:
        left, top, right, bottom = box
        return [[(left, top), (right, top), (right, bottom), (left, bottom)]]
    polygons = row.get("polygons")
    return [_points(ring) for ring in polygons if isinstance(ring, list)] if isinstance(polygons, list) else []


def _points(ring: Iterable[JsonValue]) -> list[tuple[float, float]]:
    pairs = [point for point in ring if isinstance(point, list) and len(point) == 2]
    return [(_number(point[0]) or 0.0, _number(point[1]) or 0.0) for point in pairs]


def _four(value: JsonValue) -> Shares | None:
    if not isinstance(value, list) or len(value) != 4:
        return None
    numbers = [_number(member) for member in value]
    left, top, right, bottom = (number if number is not None else 0.0 for number in numbers)
    return None if None in numbers else (left, top, right, bottom)


def _number(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
