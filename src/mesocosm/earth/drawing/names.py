"""Placement of names beside places on a map: without overlaps, inside the frame, and off drawn marks if possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mesocosm.earth.drawing.ink import INK, clip_text
from mesocosm.earth.drawing.maps import MapSheet

if TYPE_CHECKING:
    import shapely

MOST_NAMES = 40
MOST_LETTERS = 24
SIZE, HEIGHT = 8.5, 14
"""Font size in points, and height of a line in pixels."""
SIDES = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""Positions of a name about its place, the best first: right, left, above, below, then the corners."""
AWAY = 7
"""Pixels between a place and its name."""


class Name(NamedTuple):
    """A name at a place of the map."""

    longitude: float
    latitude: float
    words: str
    colour: str = INK


class _Room(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Room) -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)

    def lies_in(self, width: int, height: int) -> bool:
        return self.left >= 0 and self.top >= 0 and self.right <= width and self.bottom <= height


def write_names(drawn: MapSheet, names: Sequence[Name], marks: Sequence[shapely.Geometry]) -> None:
    """Write names beside their places, as many as do not overlap.

    Args:
        drawn: The map.
        names: Names with their places, the most important first.
        marks: Points and lines that the names should not cover, in degrees as the map counts them.
    """
    from matplotlib.patheffects import withStroke
    from shapely import STRtree

    tree, taken = STRtree(marks), list[_Room]()
    frame = drawn.frame
    for name in names:
        words = clip_text(name.words, MOST_LETTERS)
        x, y = drawn.pixel(name.longitude, name.latitude)
        if not words or len(taken) >= MOST_NAMES or not (0 <= x <= frame.width and 0 <= y <= frame.height):
            continue
        rooms = [_room(x, y, drawn.sheet.width_of(words, SIZE), side) for side in SIDES]
        inside = [room for room in rooms if room.lies_in(frame.width, frame.height)]
        free = [room for room in inside if not any(room.meets(other) for other in taken)]
        if not free:
            continue
        room = min(free, key=lambda room: len(tree.query(drawn.area(*room), predicate="intersects")))
        taken.append(room)
        middle = frame.top + (room.top + room.bottom) / 2
        halo = [withStroke(linewidth=2.4, foreground="white")]
        style = {"va": "center", "size": SIZE, "path_effects": halo, "zorder": 10, "color": name.colour}
        drawn.sheet.write(frame.left + room.left, middle, words, **style)


def _room(x: float, y: float, width: float, side: tuple[int, int]) -> _Room:
    """Return the rectangle of a name on one side of its place."""
    across, down = side
    left = x - width / 2 + across * (width / 2 + AWAY - 2 * abs(down))
    top = y - HEIGHT / 2 + down * (HEIGHT / 2 + AWAY - 2 * abs(across))
    return _Room(left, top, left + width, top + HEIGHT)
