"""The evidence in a trajectory, taken from its steps alone: pictures with their dates, boxes, masks, indices,
relations.

Nothing here knows the truth; the same reading serves a trajectory of any actor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.looks import LISTS, NEIGHBOURS, PICTURES, Kind, kind_of
from mesocosm.suites.eo.questions.parts import Part, part_in
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.trajectory import Trajectory

Fields = Mapping[str, JsonValue]


SAME_CAPTURE = ("crop_", "move_", "zoom_")
"""Prefixes of the names of tools that show another part of the same capture."""
BORDER = 0.25
"""A box closer to the edge of the picture than this, in pixels as shown, is cut by it."""


@dataclass(frozen=True)
class Picture:
    """A picture by its handle; None for what no observation states."""

    handle: str
    frame: str = ""
    size: tuple[float, float] | None = None
    window: tuple[float, ...] | None = None
    pixel_m: float | None = None
    date: str | None = None
    cloud_percent: float | None = None
    sensor: str = ""
    offset: int | None = None
    """Position in its series, counted from the first picture of the task; negative before it."""


@dataclass(frozen=True)
class Look:
    """A call that was not refused."""

    number: int
    tool: str
    """Published name of the tool."""
    kind: Kind
    arguments: Fields
    data: Fields
    text: str
    shows_picture: bool

    @property
    def cited(self) -> tuple[str, ...]:
        """Handles of the pictures that the call cites."""
        given = (self.arguments.get(name) for name in PICTURES)
        return tuple(str(handle) for handle in given if handle is not None)

    @property
    def boxes(self) -> tuple[Fields, ...]:
        rows = self.data.get("boxes")
        return tuple(row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()

    @property
    def target(self) -> str:
        return str(self.arguments.get("target", ""))

    @property
    def is_empty(self) -> bool:
        """Whether the reply has no picture, no words and no thing."""
        if self.kind == "boxes":
            return not self.boxes
        return not (self.shows_picture or self.text.strip() or self.data)

    def number_of(self, name: str) -> float | None:
        """Return a number from the reply's data."""
        return as_number(self.data.get(name))


@dataclass
class Evidence:
    """All looks of a trajectory and the pictures they were of."""

    task: str
    looks: list[Look] = field(default_factory=list)
    pictures: dict[str, Picture] = field(default_factory=dict)
    start: tuple[str, ...] = ()

    def of(self, *kinds: Kind) -> list[Look]:
        return [look for look in self.looks if look.kind in kinds]

    def picture(self, handle: str) -> Picture:
        """Return what is known of a picture; date and position in time are shared by all pictures of its frame."""
        known = self.pictures.get(handle, Picture(handle))
        alike = [other for other in self.pictures.values() if known.frame and other.frame == known.frame]
        date = known.date or next((other.date for other in alike if other.date), None)
        offsets = [other.offset for other in (known, *alike) if other.offset is not None]
        clouds = [other.cloud_percent for other in (known, *alike) if other.cloud_percent is not None]
        return replace(known, date=date, offset=next(iter(offsets), None), cloud_percent=next(iter(clouds), None))

    def capture(self, handle: str) -> str:
        """Return one name for all views of one acquisition: its day if known, else its frame."""
        picture = self.picture(handle)
        if picture.offset == 0:
            return "start"
        return picture.date or picture.frame or handle

    def is_before(self, first: Look, other: Look) -> bool:
        """Return whether one look was at an earlier picture: by days if both are known, else by positions."""
        one, two = (self.picture(look.cited[0]) for look in (first, other))
        if one.date and two.date:
            return one.date < two.date
        return (one.offset or 0) < (two.offset or 0)

    @property
    def part(self) -> Part | None:
        """The part of the picture that the task names; None for all of it."""
        return part_in(self.task)

    def counts(self, look: Look) -> set[int]:
        """Return the counts of a look at boxes: of all of them, and of those in the part that the task asks about.

        Boxes that the picture's edge cuts may count or not, so both counts are given.
        """
        whole = self.wholes(look)
        counts = {len(look.boxes), len(whole)}
        if self.part is not None:
            counts |= {sum(self.in_part(look, box, self.part) for box in boxes) for boxes in (look.boxes, whole)}
        return counts

    def wholes(self, look: Look) -> list[Fields]:
        """Return boxes that no edge of the picture cuts."""
        return [box for box in look.boxes if not self._is_cut(look, box)]

    def asked_count(self, look: Look) -> int:
        """Return the count that the task asks for, without cut boxes; a crop counts as the part itself."""
        whole = self.wholes(look)
        if self.part is None or (look.cited and look.cited[0].startswith("crop")):
            return len(whole)
        return sum(self.in_part(look, box, self.part) for box in whole)

    def in_part(self, look: Look, box: Fields, part: Part) -> bool:
        size, edges = self.size_of(look), corners(box)
        if size is None or edges is None:
            return False
        x, y = (edges[0] + edges[2]) / 2.0 / size[0], (edges[1] + edges[3]) / 2.0 / size[1]
        left, top, right, bottom = part.shares
        return left <= x <= right and top <= y <= bottom

    def _is_cut(self, look: Look, box: Fields) -> bool:
        size, edges = self.size_of(look), corners(box)
        if size is None or edges is None:
            return False
        return min(edges[0], edges[1], size[0] - edges[2], size[1] - edges[3]) <= BORDER

    def size_of(self, look: Look) -> tuple[float, float] | None:
        """Return columns and rows of the picture that a look was at."""
        size = numbers(look.data.get("size"))
        if len(size) == 2:
            return size[0], size[1]
        return self.picture(look.cited[0]).size if look.cited else None


def corners(box: Fields) -> tuple[float, float, float, float] | None:
    """Return left, top, right, bottom of a row of boxes."""
    edges = numbers(box.get("box"))
    return (edges[0], edges[1], edges[2], edges[3]) if len(edges) == 4 else None


def numbers(value: JsonValue) -> list[float]:
    """Return the numbers of a list; an empty list if it holds anything else."""
    if not isinstance(value, list):
        return []
    found = [number for member in value if (number := as_number(member)) is not None]
    return found if len(found) == len(value) else []


def as_number(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def gather(trajectory: Trajectory) -> Evidence:
    """Collect the evidence of a trajectory, in order."""
    evidence = Evidence(trajectory.task)
    for number, row in enumerate(_rows(trajectory.given, "images")):  # for a disaster, before and after
        picture = replace(_view(row, ""), offset=number)
        evidence.pictures[picture.handle] = picture
        evidence.start = (*evidence.start, picture.handle)
    for number, step in enumerate(trajectory.steps):
        if step.error:
            continue
        tool = published_name(step.tool)
        arguments = step.arguments if isinstance(step.arguments, dict) else {}
        data = step.data if isinstance(step.data, dict) else {}
        look = Look(number, tool, kind_of(tool), arguments, data, step.seen, bool(step.images))
        evidence.looks.append(look)
        for picture in _pictures(look, evidence):
            evidence.pictures.setdefault(picture.handle, picture)
    return evidence


def _pictures(look: Look, evidence: Evidence) -> Iterator[Picture]:
    """Yield the pictures of a reply."""
    if look.tool in LISTS:
        yield from _list(look, evidence)
    elif "view" in look.data and look.cited:
        base = evidence.picture(look.cited[0])
        picture = _view(look.data, base.sensor)
        step = NEIGHBOURS.get(look.tool)
        if picture.frame == base.frame or look.tool.startswith(SAME_CAPTURE):
            yield replace(picture, offset=base.offset, date=base.date)
        elif step is not None and base.offset is not None and not look.arguments.get("date"):
            yield replace(picture, offset=base.offset + step)
        else:
            yield picture


def _list(look: Look, evidence: Evidence) -> Iterator[Picture]:
    """Take dates from a list of pictures and, if it has a picture of the task, positions before and after that."""
    rows = list(_rows(look.data, "images"))
    handles = [str(row.get("image", "")) for row in rows]
    sensors = {str(row.get("sensor", "")) for row in rows}
    origin = next((place for place, handle in enumerate(handles) if handle in evidence.start[:1]), None)
    for place, row in enumerate(rows):
        known = evidence.pictures.get(handles[place], _view(row, ""))
        offset = place - origin if origin is not None and len(sensors) == 1 else known.offset
        picture = replace(
            known,
            date=str(row["date"]) if row.get("date") else known.date,
            cloud_percent=as_number(row.get("cloud_percent")),
            sensor=str(row.get("sensor", known.sensor)),
            offset=offset,
            size=known.size or _size_like(evidence, look),
        )
        evidence.pictures[picture.handle] = picture
        yield picture


def _size_like(evidence: Evidence, look: Look) -> tuple[float, float] | None:
    """Return the size of the picture that a list was asked with; pictures of the list have the same view."""
    return evidence.picture(look.cited[0]).size if look.cited else None


def _view(row: Fields, sensor: str) -> Picture:
    view = row.get("view")
    view = view if isinstance(view, dict) else {}
    size = numbers(view.get("size"))
    return Picture(
        handle=str(row.get("image", "")),
        frame=str(view.get("frame", "")),
        size=(size[0], size[1]) if len(size) == 2 else None,
        window=tuple(numbers(view.get("window"))) or None,
        pixel_m=as_number(row.get("pixel_m")),
        date=str(row["date"]) if row.get("date") else None,
        cloud_percent=as_number(row.get("cloud_percent")),
        sensor=str(row.get("sensor", sensor)),
    )


def _rows(data: JsonValue | Fields, name: str) -> Iterator[Fields]:
    rows = data.get(name) if isinstance(data, Mapping) else None
    return (row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else iter(())
