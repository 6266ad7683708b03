"""Comparison of a call's arguments with a step's, each by its type.

box        intersection over union on the sphere of at least 0.9; west, south, east, north unless the step's own
           numbers only make sense north first or south first
time       the same instant; a date is its midnight in UTC; intervals by both ends
number     within 0.1 % of the step's; texts with a unit are converted
path       the same content, or made by the call that did the step which makes the step's file
text       as answers are compared, aliases applied
list       in order, or as a set for lists of texts and where the reference says so
ignored    free text, by declaration of the reference
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.reference import ArgumentKind, ReferencePath
from mesocosm.types import Record

RELATIVE = 1e-3
NEAR_ZERO = 1e-9
LEAST_OVERLAP = 0.9
BOX_NAMES = frozenset({"box", "bbox", "region", "area", "extent", "bounds", "bounding_box"})
PATH_NAMES = re.compile(r"(?:^|_)(?:path|paths|file|files|filename)$")
SIDES = ("west", "south", "east", "north")
ORDERS = ((0, 1, 2, 3), (1, 2, 3, 0), (1, 0, 3, 2))
"""Positions of west, south, east, north: in that order; in north, west, south, east; in south, west, north, east."""


class Files(Record):
    """Known files that calls name."""

    content: dict[str, str]
    """Path to SHA-256."""
    role: dict[str, str]
    """Path to the id of the step whose work made it."""


NO_FILES = Files(content={}, role={})


class Agreement(Record):
    """Agreement of a call's arguments with a step's, over all that either names."""

    same: int
    """Number of arguments whose values agree."""
    common: int
    """Number of arguments that both name."""
    every: int
    """Number of arguments that either names."""

    @property
    def share(self) -> float:
        """`same` over `every`; 1 if there are no arguments."""
        return self.same / self.every if self.every else 1.0

    @property
    def keys(self) -> float:
        return self.common / self.every if self.every else 1.0


def agreement(
    given: Mapping[str, Any], wanted: Mapping[str, Any], tool: str, reference: ReferencePath, files: Files = NO_FILES
) -> Agreement:
    """Compare a call's arguments with those of one way to do a step with that tool."""
    mine, theirs = _fill(given, tool, reference), _fill(wanted, tool, reference)
    common = mine.keys() & theirs.keys()
    same = sum(_agree(name, mine[name], theirs[name], reference, files) for name in common)
    return Agreement(same=same, common=len(common), every=len(mine.keys() | theirs.keys()))


def differing(
    given: Mapping[str, Any], wanted: Mapping[str, Any], tool: str, reference: ReferencePath
) -> dict[str, tuple[Any, Any]]:
    """Return the arguments that both name with different values, except files: value given and value wanted."""
    mine, theirs = _fill(given, tool, reference), _fill(wanted, tool, reference)
    return {
        name: (mine[name], theirs[name])
        for name in theirs
        if name in mine
        and (reference.kinds.get(name) or kind_of(name, theirs[name])) != "path"
        and not _holds_paths(theirs[name])
        and not _agree(name, mine[name], theirs[name], reference, NO_FILES)
    }


def _holds_paths(wanted: Any) -> bool:
    """Return whether a value contains names of files, such as the lines of a chart: each run has its own names."""
    if isinstance(wanted, Mapping):
        return any(PATH_NAMES.search(str(key).lower()) for key in wanted)
    return isinstance(wanted, list) and any(map(_holds_paths, wanted))


def _fill(arguments: Mapping[str, Any], tool: str, reference: ReferencePath) -> dict[str, Any]:
    """Return arguments by canonical name, with the tool's defaults, without open ones and ones declared as ignored."""
    name = reference.toolbox.name(tool)
    own = {key: value for other, defaults in reference.defaults.items() if reference.toolbox.name(other) == name
           for key, value in defaults.items()}  # fmt: skip
    renamed = {reference.argument_aliases.get(key, key): value for key, value in arguments.items()}
    full = own | {key: value for key, value in renamed.items() if value is not None}
    return {key: value for key, value in full.items() if reference.kinds.get(key) != "ignored" and value is not None}


def _agree(name: str, given: Any, wanted: Any, reference: ReferencePath, files: Files) -> bool:
    kind = reference.kinds.get(name) or kind_of(name, wanted)
    if kind == "box":
        return same_box(given, wanted)
    if kind == "path":
        return _same_paths(given, wanted, reference, files)
    return _same(given, wanted, kind, reference)


def kind_of(name: str, wanted: Any) -> ArgumentKind:
    """Return how an argument is compared, from its name and the step's value."""
    if name.lower() in BOX_NAMES and _sides(wanted) is not None:
        return "box"
    if PATH_NAMES.search(name.lower()) and isinstance(wanted, str | list):
        return "path"
    if isinstance(wanted, list):
        return "set" if wanted and all(isinstance(value, str) for value in wanted) else "sequence"
    return "text"


def _same(given: Any, wanted: Any, kind: ArgumentKind, reference: ReferencePath) -> bool:
    if isinstance(wanted, Mapping):
        return isinstance(given, Mapping) and _same_mapping(given, wanted, reference)
    if isinstance(wanted, list):
        return isinstance(given, list) and _same_list(given, wanted, kind, reference)
    if kind == "exact":
        return type(given) is type(wanted) and bool(given == wanted)
    if isinstance(wanted, bool):
        return given is wanted or (isinstance(given, str) and values.LITERALS.get(given.strip().casefold()) is wanted)
    if isinstance(wanted, int | float):
        return _same_number(given, float(wanted))
    return isinstance(wanted, str) and _same_text(given, wanted, reference)


def _same_mapping(given: Mapping[str, Any], wanted: Mapping[str, Any], reference: ReferencePath) -> bool:
    return given.keys() == wanted.keys() and all(
        _same(given[key], value, kind_of(str(key), value), reference) for key, value in wanted.items()
    )


def _same_list(given: list[Any], wanted: list[Any], kind: ArgumentKind, reference: ReferencePath) -> bool:
    if len(given) != len(wanted):
        return False
    if kind != "set":
        return all(_same(mine, theirs, kind, reference) for mine, theirs in zip(given, wanted, strict=True))
    left = list(given)
    for value in wanted:
        twin = next((place for place, other in enumerate(left) if _same(other, value, "text", reference)), None)
        if twin is None:
            return False
        del left[twin]
    return True


def _same_number(given: Any, wanted: float) -> bool:
    try:
        number = values.number_of(given, "", "")
    except values.Unreadable:
        return False
    return abs(number - wanted) <= max(RELATIVE * abs(wanted), NEAR_ZERO)


def _same_text(given: Any, wanted: str, reference: ReferencePath) -> bool:
    """Compare texts, instants, numbers and quantities, by the type that the step's own text can be read as."""
    answer = str(given) if isinstance(given, int | float) and not isinstance(given, bool) else given
    if not isinstance(answer, str):
        return False
    mine, theirs = (reference.value_aliases.get(text, text) for text in (answer, wanted))
    if values.canonical(mine) == values.canonical(theirs):
        return True
    moments = [values.moments_of(text) for text in (mine, theirs)]
    if all(moments):
        return moments[0] == moments[1]
    return _same_quantity(mine, theirs)


def _same_quantity(given: str, wanted: str) -> bool:
    if not (wanted.strip()[:1].isdigit() or wanted.strip()[:1] in "+-."):
        return False
    from mesocosm.units import parse

    try:
        mine, theirs = parse(given), parse(wanted)
        return _same_number(float(mine.to(theirs.units).magnitude), float(theirs.magnitude))
    except Exception:  # pint refuses in a dozen ways: no such unit, another dimension, an offset
        return False


# ---------------------------------------------------------------- boxes


def same_box(given: Any, wanted: Any) -> bool:
    """Return whether two boxes overlap by at least 0.9 of their union."""
    return overlap(given, wanted) >= LEAST_OVERLAP


def overlap(given: Any, wanted: Any) -> float:
    """Return intersection over union of two boxes on the sphere; 0 if either is no box, 1 if they are equal."""
    theirs, mine = _sides(wanted), _sides(given)
    if theirs is None or mine is None:
        return 0.0
    order = next((order for order in ORDERS if _is_box([theirs[place] for place in order])), None)
    if order is None or not _is_box([mine[place] for place in order]):
        return 0.0
    return _iou([mine[place] for place in order], [theirs[place] for place in order])


def _sides(value: Any) -> list[float] | None:
    """Return the four numbers of a list or of an object with named sides."""
    if isinstance(value, Mapping) and set(SIDES) <= value.keys():
        value = [value[side] for side in SIDES]
    numbers = isinstance(value, list) and len(value) == len(SIDES)
    if not numbers or any(isinstance(side, bool) or not isinstance(side, int | float) for side in value):
        return None
    return [float(side) for side in value] if all(map(math.isfinite, value)) else None


def _is_box(sides: list[float]) -> bool:
    west, south, east, north = sides
    return -90 <= south <= north <= 90 and all(-180 <= side <= 360 for side in (west, east))


def _iou(mine: list[float], theirs: list[float]) -> float:
    if mine == theirs:
        return 1.0
    height = max(0.0, min(_height(mine[3]), _height(theirs[3])) - max(_height(mine[1]), _height(theirs[1])))
    common = _common_width(mine, theirs) * height
    union = _area(mine) + _area(theirs) - common
    return common / union if union > 0 else 0.0


def _height(latitude: float) -> float:
    return math.sin(math.radians(latitude))


def _width(sides: list[float]) -> float:
    return (sides[2] - sides[0]) % 360 or (360.0 if sides[2] != sides[0] else 0.0)


def _area(sides: list[float]) -> float:
    return _width(sides) * (_height(sides[3]) - _height(sides[1]))


def _common_width(mine: list[float], theirs: list[float]) -> float:
    """Return the degrees of longitude that both cover, whatever turn of the globe they are given in."""
    start = (mine[0] - theirs[0]) % 360
    spans = [(start - turn, start - turn + _width(mine)) for turn in (0, 360)]
    return sum(max(0.0, min(end, _width(theirs)) - max(begin, 0.0)) for begin, end in spans)


# ---------------------------------------------------------------- files


def _same_paths(given: Any, wanted: Any, reference: ReferencePath, files: Files) -> bool:
    mine = [given] if isinstance(given, str) else given
    theirs = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(mine, list) or not isinstance(theirs, list) or len(mine) != len(theirs):
        return False
    return all(_same_path(path, other, reference, files) for path, other in zip(mine, theirs, strict=True))


def _same_path(given: Any, wanted: Any, reference: ReferencePath, files: Files) -> bool:
    """Compare files by content, or by the step that made them; else by name, which contains a hash in ours."""
    if not isinstance(given, str) or not isinstance(wanted, str):
        return False
    mine, theirs = files.content.get(given), reference.files.get(wanted)
    if mine is not None and mine == theirs:
        return True
    maker, role = reference.makers.get(wanted), files.role.get(given)
    if maker is not None and role is not None:
        return maker == role
    if mine is not None and theirs is not None:
        return False
    return given.rpartition("/")[2] == wanted.rpartition("/")[2]
