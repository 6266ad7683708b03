"""Parts of a picture that a person names: halves, quarters, all of it; north is up."""

from __future__ import annotations

from dataclasses import dataclass

from mesocosm.suites.eo.questions.question import Shares


@dataclass(frozen=True)
class Part:
    name: str
    """Name such as `the northern half`."""
    shares: Shares

    def holds(self, x: float, y: float, columns: int, rows: int, clear: float = 0.0) -> bool:
        """Return whether a point in pixels lies in the part, at least `clear` pixels from its edges."""
        left, top, right, bottom = self.shares
        across = left * columns + clear <= x < right * columns - clear
        return across and top * rows + clear <= y < bottom * rows - clear


WHOLE = Part("the whole scene", (0.0, 0.0, 1.0, 1.0))
HALVES = (
    Part("the northern half", (0.0, 0.0, 1.0, 0.5)),
    Part("the southern half", (0.0, 0.5, 1.0, 1.0)),
    Part("the western half", (0.0, 0.0, 0.5, 1.0)),
    Part("the eastern half", (0.5, 0.0, 1.0, 1.0)),
)
QUARTERS = (
    Part("the north-western quarter", (0.0, 0.0, 0.5, 0.5)),
    Part("the north-eastern quarter", (0.5, 0.0, 1.0, 0.5)),
    Part("the south-western quarter", (0.0, 0.5, 0.5, 1.0)),
    Part("the south-eastern quarter", (0.5, 0.5, 1.0, 1.0)),
)
PARTS = (*HALVES, *QUARTERS, WHOLE)

POINTS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
"""The eight compass points, anticlockwise from the east."""
POINT_WORDS: dict[str, tuple[str, ...]] = {
    "north": ("N", "northern", "northward", "due north"),
    "north-east": ("NE", "northeast", "north east"),
    "east": ("E", "eastern", "eastward", "due east"),
    "south-east": ("SE", "southeast", "south east"),
    "south": ("S", "southern", "southward", "due south"),
    "south-west": ("SW", "southwest", "south west"),
    "west": ("W", "western", "westward", "due west"),
    "north-west": ("NW", "northwest", "north west"),
}
"""Each compass point with its other spellings."""
QUARTER_WORDS: dict[str, tuple[str, ...]] = {
    "north-west": ("upper left", "top left", "NW", "northwest", "north-western", "northwestern"),
    "north-east": ("upper right", "top right", "NE", "northeast", "north-eastern", "northeastern"),
    "south-west": ("lower left", "bottom left", "SW", "southwest", "south-western", "southwestern"),
    "south-east": ("lower right", "bottom right", "SE", "southeast", "south-eastern", "southeastern"),
}


def part_named(name: str) -> Part:
    """Return the part by its name."""
    return next(part for part in PARTS if part.name == name)


def part_in(text: str) -> Part | None:
    """Return the part that a text names."""
    return next((part for part in PARTS if part.name in text), None)
