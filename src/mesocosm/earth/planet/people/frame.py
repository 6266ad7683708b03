"""The frame in which a town grows: its window, the water, the roads of the region, and the reach of its houses.

A town is made in metres from its market square: these coordinates are a thousand times smaller than those of the
region's plane, so their last bits, in which machines differ, lie far below the centimetre to which corners are rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.courses import estuaries, river_courses, water_field
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.people import shapes
from mesocosm.earth.planet.people.settlement import Place, Road, Settlement
from mesocosm.earth.planet.quantisation import round_to_step

if TYPE_CHECKING:
    from shapely.geometry import LineString, MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

HALF_M = 2000.0
PEOPLE_PER_KM2 = 9000.0
"""Density of the built-up land, as many as its houses hold."""
PIXEL_M = 20.0
BANK_M = 18.0
"""Least distance between a river and a corner of a main street."""


@dataclass(frozen=True)
class Artery:
    """A main street, before it is cut at its crossings."""

    line: LineString
    kind: str
    road: str


SQUARE = np.zeros(2)
"""Position of the market square."""


@dataclass(frozen=True)
class Frame:
    """Everything that is there before the streets."""

    place: Place
    window: Polygon
    rivers: MultiPolygon
    standing: MultiPolygon
    arteries: tuple[Artery, ...]
    railways: tuple[LineString, ...]
    radius_m: float
    river_m: float
    """Width of the widest river."""

    @property
    def water(self) -> BaseGeometry:
        import shapely

        return shapely.union(self.rivers, self.standing, grid_size=shapes.STEP_M)


def make_frame(ground: Ground, settlement: Settlement, place: Place, draw: Generator) -> Frame:
    """Return the window of a place with its water, main streets and railways."""
    from shapely.geometry import box

    window = box(-HALF_M, -HALF_M, HALF_M, HALF_M)
    radius = float(np.clip(np.sqrt(place.population / PEOPLE_PER_KM2 / np.pi) * 1000.0, 450.0, 1650.0))
    standing = _standing(ground, window, place)
    rivers, river_m = _rivers(ground, window, place)
    roads = [replace(road, line=from_square(road.line, place)) for road in settlement.roads]
    roads = [road for road in roads if road.line.intersects(window)]
    streets = [piece for road in roads if road.kind != "railway" for piece in _clip(road, window)]
    arteries = [replace(street, line=_cornered_on_land(street.line, rivers, window)) for street in streets]
    rails = tuple(piece.line for road in roads if road.kind == "railway" for piece in _clip(road, window))
    frame = Frame(place, window, rivers, standing, tuple(arteries), rails, round(radius, 1), river_m)
    return replace(frame, arteries=(*arteries, *_avenues(frame, draw)))


def make_extent(frame: Frame, reserved: list[Polygon], draw: Generator) -> MultiPolygon:
    """Return the built-up land: an uneven round about the square, without water, railways and reserved land."""
    import shapely
    from shapely.geometry import MultiPolygon

    blob = uneven_round(SQUARE, frame.radius_m, draw)
    lines = shapely.union_all([artery.line for artery in frame.arteries])
    ribbon = shapely.intersection(shapely.buffer(lines, 115.0), _disc(SQUARE, frame.radius_m * 1.14))
    taken = [shapely.buffer(frame.water, 13.0), *(shapely.buffer(shape, 9.0) for shape in reserved)]
    taken += [shapely.buffer(line, 11.0) for line in frame.railways]
    inner = shapely.buffer(frame.window, -30.0)
    land = shapely.difference(shapely.intersection(shapely.union(blob, ribbon), inner), shapely.union_all(taken))
    # Opening removes spits too narrow for a street with houses on both sides.
    land = shapely.buffer(shapely.buffer(land, -28.0, join_style="mitre"), 28.0, join_style="mitre")
    parts = shapes.polygons(shapes.round_to_centimetres(shapely.simplify(land, 4.0)), 20_000.0)
    return MultiPolygon([part for part in parts if shapely.distance(part, lines) < 5.0])


def uneven_round(middle: Floats, radius: float, draw: Generator) -> Polygon:
    """Return a round outline whose radius varies with the direction."""
    import shapely

    angle = np.arange(72) / 72 * 2 * np.pi
    reach = np.ones(72)
    for wave in range(2, 7):
        reach = reach + draw.uniform(-0.32, 0.32) / wave * np.sin(wave * angle + draw.uniform(0.0, 2 * np.pi))
    points = middle + radius * np.maximum(reach, 0.5)[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return shapely.polygons(round_to_step(points, shapes.STEP_M))


def _disc(middle: Floats, radius: float) -> Polygon:
    import shapely

    return shapely.buffer(shapely.points(*middle), radius)


def _standing(ground: Ground, window: Polygon, place: Place) -> MultiPolygon:
    """Return sea and lakes as smooth shapes, from the water field in pixels of 20 m; never over the market square."""
    import shapely
    from rasterio.features import shapes as outlines
    from rasterio.transform import Affine
    from shapely.geometry import shape

    reach = HALF_M + 400.0
    axis = np.arange(-reach, reach + 1.0, PIXEL_M)
    wet = water_field(ground.region, place.x + axis, place.y + axis) < 0
    wet &= (axis[:, None] ** 2 + axis[None, :] ** 2) > 300.0**2
    place_of = Affine(PIXEL_M, 0.0, -reach - PIXEL_M / 2, 0.0, PIXEL_M, -reach - PIXEL_M / 2)
    raw = [shape(outline) for outline, _ in outlines(wet.astype(np.uint8), wet, transform=place_of)]
    smooth = [_cornerless(shapely.simplify(part, 13.0)) for part in raw if part.area > 12_000.0]
    return shapes.together([shapely.intersection(part, window) for part in smooth])


def _cornerless(outline: Polygon) -> Polygon:
    """Cut the corners of an outline off three times, a quarter from each side (Chaikin 1974); islands are dropped."""
    import shapely

    ring = shapely.get_coordinates(shapely.get_exterior_ring(outline))[:-1]
    for _ in range(3):
        onward = np.roll(ring, -1, axis=0)
        ring = np.stack([0.75 * ring + 0.25 * onward, 0.25 * ring + 0.75 * onward], axis=1).reshape(-1, 2)
    return shapely.buffer(shapely.polygons(round_to_step(ring, shapes.STEP_M)), 0.0)


def from_square(line: LineString, place: Place) -> LineString:
    """Convert a line of the region's plane to metres from a place's market square."""
    import shapely

    away = shapely.get_coordinates(line) - np.array([place.x, place.y])
    return shapely.linestrings(round_to_step(away, shapes.STEP_M))


def _move(shape: Polygon, place: Place) -> Polygon:
    import shapely

    away = shapely.get_coordinates(shapely.get_exterior_ring(shape)) - np.array([place.x, place.y])
    return shapely.polygons(round_to_step(away, shapes.STEP_M))


def _rivers(ground: Ground, window: Polygon, place: Place) -> tuple[MultiPolygon, float]:
    """Return the region's rivers as shapes of their width, and the width of the widest."""
    import shapely

    courses = river_courses(ground.region)
    around = shapely.box(*(np.array([place.x, place.y] * 2) + np.array([-1, -1, 1, 1]) * (HALF_M + 200.0)))
    reaches = np.sort(shapely.STRtree(courses.lines).query(around, predicate="intersects"))
    lines = [from_square(courses.lines[reach], place) for reach in reaches]
    parts = list(shapely.buffer(lines, courses.width_m[reaches] / 2, quad_segs=6))
    parts += [_move(shape, place) for shape in estuaries(ground.region) if shape.intersects(around)]
    widest = float(courses.width_m[reaches].max(initial=0.0))
    return shapes.together([shapely.intersection(part, window) for part in parts]), widest


def _clip(road: Road, window: Polygon) -> list[Artery]:
    """Return the pieces of a road within the window, to the centimetre."""
    import shapely

    inside = shapely.intersection(road.line, window)
    pieces = [part for part in shapely.get_parts([inside]) if part.geom_type == "LineString" and part.length > 20.0]
    return [Artery(shapes.round_to_centimetres(piece), road.kind, road.id) for piece in pieces]


def _cornered_on_land(line: LineString, rivers: MultiPolygon, window: Polygon) -> LineString:
    """Move corners and ends of a road that lie in a river to the bank: bridges are straight, streets meet on land.

    Roads that share a corner still share it, since the new place depends on the old one alone. Corners at the window's
    edge, where the road continues, stay.
    """
    import shapely

    points = shapely.get_coordinates(line)
    corners = shapely.points(points)
    inside = shapely.contains(shapely.buffer(window, -5.0), corners)
    wet = inside & (shapely.distance(corners, rivers) < BANK_M)
    if not wet.any():
        return line
    bank = shapely.boundary(shapely.buffer(rivers, BANK_M, quad_segs=6))
    onto = shapely.line_interpolate_point(bank, shapely.line_locate_point(bank, corners[wet]))
    points[wet] = shapely.get_coordinates(onto)
    return shapes.round_to_centimetres(shapely.remove_repeated_points(shapely.linestrings(points)))


def _avenues(frame: Frame, draw: Generator) -> list[Artery]:
    """Return avenues from the square into the widest gaps between roads, until six streets leave it; and a ring."""
    import shapely

    taken = sorted(_angles(frame))
    avenues = _ring(frame, draw) if frame.radius_m > 480.0 else []
    for _ in range(max(0, 6 - len(taken))):
        gaps = np.diff([*taken, taken[0] + 360.0]) if taken else np.array([360.0])
        widest = int(gaps.argmax())
        angle = (taken[widest] if taken else 0.0) + gaps[widest] * draw.uniform(0.42, 0.58)
        taken = sorted([*taken, round(float(angle) % 360.0, 1)])
        line = _avenue(frame, float(np.radians(angle)), avenues, draw)
        if line is not None and shapely.length(line) > 250.0:
            avenues.append(Artery(line, "secondary", ""))
    return avenues


def _angles(frame: Frame) -> list[float]:
    """Return the directions in which roads leave the square, degrees, measured 300 m from it."""
    import shapely

    circle = shapely.boundary(_disc(SQUARE, 300.0))
    crossings = [shapely.get_coordinates(shapely.intersection(artery.line, circle)) for artery in frame.arteries]
    points = np.concatenate([*crossings, np.zeros((0, 2))]) - SQUARE
    return [round(float(np.degrees(np.arctan2(y, x))) % 360.0, 1) for x, y in points]


def _avenue(frame: Frame, angle: float, others: list[Artery], draw: Generator) -> LineString | None:
    """Return a gently bent line from the square outwards; it may cross rivers, but not standing water."""
    import shapely

    reach = np.linspace(0.0, 1.0, 13) * frame.radius_m * draw.uniform(0.9, 1.1)
    bend = draw.uniform(-0.35, 0.35) * reach / frame.radius_m
    course = SQUARE + reach[:, None] * np.stack([np.cos(angle + bend), np.sin(angle + bend)], axis=-1)
    inner = shapely.buffer(frame.window, -60.0)
    landed = _cornered_on_land(shapely.linestrings(round_to_step(course, shapes.STEP_M)), frame.rivers, frame.window)
    start = shapely.get_point(landed, 0)
    line = shapely.intersection(landed, inner)
    dry = _without_long_bridges(shapely.difference(line, shapely.buffer(frame.standing, 20.0)), frame)
    dry = _without_crossed_bridges(dry, frame, [*frame.arteries, *others])
    pieces = [part for part in shapely.get_parts([dry]) if shapely.distance(part, start) < 1.0]
    return shapes.round_to_centimetres(pieces[0]) if pieces else None


def _ring(frame: Frame, draw: Generator) -> list[Artery]:
    """Return a ring road at half the town's radius, without stretches on standing water and along a river."""
    import shapely

    round_town = shapely.boundary(uneven_round(SQUARE, frame.radius_m * 0.5, draw))
    ring = _cornered_on_land(round_town, frame.rivers, frame.window)
    dry = _without_long_bridges(shapely.difference(ring, shapely.buffer(frame.standing, 20.0)), frame)
    dry = _without_crossed_bridges(dry, frame, frame.arteries)
    pieces = shapely.get_parts([shapely.line_merge(dry) if dry.geom_type == "MultiLineString" else dry])
    return [Artery(shapes.round_to_centimetres(piece), "secondary", "") for piece in pieces if piece.length > 250.0]


def _without_crossed_bridges(line: BaseGeometry, frame: Frame, others: Sequence[Artery]) -> BaseGeometry:
    """Remove the stretches over a river on which a line would meet another: streets cross on land."""
    import shapely

    banks = shapely.buffer(frame.rivers, 14.0)
    wet = [part for part in shapely.get_parts([shapely.intersection(line, banks)]) if part.length > 0.0]
    bridges = shapely.union_all([shapely.intersection(other.line, banks) for other in others])
    met = [part for part in wet if shapely.distance(part, bridges) < 12.0]
    return shapely.difference(line, shapely.buffer(shapely.union_all(met), 0.5)) if met else line


def _without_long_bridges(line: BaseGeometry, frame: Frame) -> BaseGeometry:
    """Remove the stretches on which a line would follow a river rather than cross it."""
    import shapely

    banks = shapely.buffer(frame.rivers, 11.0)
    wet = shapely.get_parts([shapely.intersection(line, banks)])
    long = [part for part in wet if part.length > 1.7 * frame.river_m + 45.0]
    return shapely.difference(line, shapely.buffer(shapely.union_all(long), 0.5)) if long else line
