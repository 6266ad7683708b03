"""SPC's outlook as text (PTSDY1): lines of points, each the border of an area to the right of it.

A line that returns to its start encloses its area when it runs clockwise, and leaves a hole when it runs the other
way. Any other line runs from border to border of the country; where an entry has several, they bound its areas
together (NWS Instruction 10-512 describes the product).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.outlines import conus
from mesocosm.errors import UserError

if TYPE_CHECKING:
    import shapely

Line = NDArray[np.float64]
"""Longitude and latitude in columns."""

SECTION = re.compile(r"\.\.\.\s+([A-Z][A-Z ]*?)\s+\.\.\.")
ENTRY = re.compile(r"([A-Z][A-Z0-9]*|[01]?\.\d+)\s+([\d\s]+)")
POINTS = re.compile(r"[\d\s]+")
VALID = re.compile(r"VALID TIME\s+(\d{6})Z\s*-\s*(\d{6})Z")
GAP = "99999999"

SHORE_DEG = 0.1
"""How far outside the coast and the borders an open line's area reaches, in degrees. SPC's own maps reach farther out
to sea (0.3 to 0.4° off Cape Hatteras on 2021-03-17), but keep to the borders on land; a single width is our choice.
"""
BAY_DEG = 1.0
"""Half the width of bays, straits and lakes that belong to the country when lines are closed along its border, in
degrees.
"""
CLOSED_DEG = 0.25
"""Ends inland and nearer to each other than this, in degrees, are one point: slips are a few hundredths."""
ASIDE_DEG = 1e-6


class Area(NamedTuple):
    """One entry: `0.02` to `0.60` are probabilities, `SIGN` and `CIG1` to `CIG3` are areas of intensity beside them."""

    hazard: str
    """Hazard: tornado, hail, wind or categorical."""
    label: str
    shape: shapely.Geometry


@dataclass(frozen=True)
class TextOutlook:
    """A text product: start and end of validity (day, hour and minute, DDHHMM, UTC), its areas, its oddities."""

    valid: tuple[str, str]
    areas: tuple[Area, ...]
    notes: tuple[str, ...] = ()

    def of(self, hazard: str) -> list[Area]:
        """Return the areas of a hazard, in the order given."""
        return [area for area in self.areas if area.hazard == hazard]


def read_pts(text: str) -> TextOutlook:
    """Read the areas of a PTSDY1 text in degrees east and north."""
    valid = VALID.search(text)
    if not valid or "OUTLOOK POINTS" not in text:
        raise UserError("an outlook text must hold VALID TIME and OUTLOOK POINTS, as SPC's PTSDY1 does")
    areas, notes = [], []
    for hazard, label, lines in _entries(text):
        shape, odd = area_right_of(lines)
        notes += [f"{hazard} {label}: {one}" for one in odd]
        if not shape.is_empty:
            areas.append(Area(hazard, label, shape))
    return TextOutlook((valid[1], valid[2]), tuple(areas), tuple(notes))


def _entries(text: str) -> Iterator[tuple[str, str, list[Line]]]:
    hazard, label, points = "", "", ""
    for line in [*text.splitlines(), "&&"]:
        section, entry = SECTION.fullmatch(line.strip()), ENTRY.fullmatch(line.strip())
        if label and POINTS.fullmatch(line) and line.strip():
            points += f" {line}"
            continue
        if label:
            yield hazard, label, _lines(points)
            label = ""
        if section:
            hazard = section[1].lower()
        elif line.strip() == "&&":
            hazard = ""
        elif hazard and entry:
            label, points = entry[1], entry[2]


def _lines(points: str) -> list[Line]:
    parts = re.split(rf"\b{GAP}\b", points)
    return [np.array([_position(point) for point in part.split()]) for part in parts if part.strip()]


def _position(point: str) -> tuple[float, float]:
    """Convert hundredths of degrees north and west; a hundred is left out of longitudes beyond 100° W."""
    if len(point) != 8 or not point.isdigit():
        raise UserError(f"a point of an outlook text must be eight digits DDDDLLLL, got {point!r}")
    west = int(point[4:]) / 100
    return -(west if west >= 50 else west + 100), int(point[:4]) / 100


def area_right_of(lines: Sequence[Line]) -> tuple[shapely.Geometry, list[str]]:
    """Return the area to the right of an entry's lines together, and their oddities."""
    import shapely

    notes: list[str] = []
    useful = [line for line in lines if len(np.unique(line, axis=0)) >= 2]
    if len(useful) < len(lines):
        notes.append("a line of a single point was left out")
    rings = [_closed(line) for line in useful if _is_ring(line)]
    if any(len(ring) < 4 for ring in rings):
        notes.append("a ring without area was left out")
    polygons = [shapely.make_valid(shapely.Polygon(ring)) for ring in rings if len(ring) >= 4]
    clockwise = [not shapely.is_ccw(shapely.LinearRing(ring)) for ring in rings if len(ring) >= 4]
    inside = [one for one, right in zip(polygons, clockwise, strict=True) if right]
    holes = [one for one, right in zip(polygons, clockwise, strict=True) if not right]
    across = _right_of_borderlines([line for line in useful if not _is_ring(line)])
    area = shapely.union_all([*inside, across])
    if holes and area.is_empty:
        notes.append("a ring runs the other way round; its inside was taken")
        return shapely.union_all(holes), notes
    return shapely.difference(area, shapely.union_all(holes)), notes


def _is_ring(line: Line) -> bool:
    import shapely

    apart = float(np.hypot(*(line[0] - line[-1])))
    return apart == 0 or (
        apart < CLOSED_DEG and len(line) > 3 and bool(shapely.contains_xy(conus(), line[[0, -1]]).all())
    )


def _closed(line: Line) -> Line:
    return line if (line[0] == line[-1]).all() else np.vstack([line, line[:1]])


@functools.cache
def _country() -> shapely.Polygon:
    """Return one piece of land without islands and narrow waters, which a line from border to border cuts in two."""
    import shapely

    filled = conus().simplify(0.02).buffer(BAY_DEG).buffer(SHORE_DEG - BAY_DEG)
    shapely.prepare(filled)
    return filled


def _right_of_borderlines(lines: list[Line]) -> shapely.Geometry:
    """Return the pieces, cut from the country by the lines, with more line whose right side they are on than left."""
    import shapely

    if not lines:
        return shapely.Polygon()
    cuts = shapely.union_all([shapely.LineString(_to_the_border(line)) for line in lines])
    network = shapely.union(_country().exterior, cuts)
    pieces = [one for one in shapely.polygonize(shapely.get_parts(network)).geoms if _in_country(one)]
    right = np.zeros(len(pieces))
    tree = shapely.STRtree(pieces)
    for points, weight in _beside(lines):
        found = tree.query(points, predicate="within")
        np.add.at(right, found[1], weight[found[0]])
    return shapely.union_all([piece for piece, more in zip(pieces, right, strict=True) if more > 0])


def _in_country(piece: shapely.Polygon) -> bool:
    return bool(_country().contains(piece.representative_point()))


def _beside(lines: list[Line]) -> Iterator[tuple[NDArray[np.object_], NDArray[np.float64]]]:
    """Yield points just right of the lines with the length they stand for, and just left with its negative."""
    import shapely

    for line in lines:
        fine = shapely.get_coordinates(shapely.segmentize(shapely.LineString(_to_the_border(line)), 0.05))
        step = np.diff(fine, axis=0)
        length = np.hypot(*step.T)
        middle, aside = fine[:-1] + step / 2, np.stack([step[:, 1], -step[:, 0]], axis=1) / length[:, None] * ASIDE_DEG
        yield shapely.points(middle + aside), length
        yield shapely.points(middle - aside), -length


def _to_the_border(line: Line) -> Line:
    """Extend a line whose ends stop short of the border to the nearest place of it, and a little beyond."""
    line = line[np.r_[True, (np.diff(line, axis=0) != 0).any(axis=1)]]
    return np.vstack([*_carried_on(line[0]), line, *_carried_on(line[-1])])


def _carried_on(end: Line) -> list[Line]:
    import shapely

    point = shapely.Point(end)
    if not _country().contains(point):
        return []
    border = shapely.get_coordinates(shapely.shortest_line(point, _country().exterior))[1]
    away = border - end
    return [border + away / max(float(np.hypot(*away)), 1e-9) * 1e-3]
