"""Streets and blocks: districts between main streets, cut again and again across their longer side.

Cuts are a little bent and oblique, more so in the old centre; every edge of a block is a street, so that streets join.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people import shapes
from mesocosm.earth.planet.people.frame import SQUARE, Frame
from mesocosm.earth.planet.people.town import Street, StreetKind, TownBridge, Zone

if TYPE_CHECKING:
    from shapely.geometry import LineString, MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

WIDTHS_M: dict[StreetKind, float] = {
    "motorway": 19.0,
    "primary": 12.0,
    "secondary": 9.0,
    "residential": 6.0,
    "service": 5.0,
}
PAVEMENT_M = 2.0
LONGEST_BREADTH_M = 105.0
"""Greatest breadth of a block, so that no house is far from a street."""
BLOCK_M2: dict[Zone, float] = {
    "core": 6_500.0,
    "terrace": 9_500.0,
    "suburb": 14_000.0,
    "estate": 20_000.0,
    "industry": 30_000.0,
}


@dataclass(frozen=True)
class Network:
    """Streets, and the land between their middle lines."""

    streets: tuple[Street, ...]
    cells: tuple[tuple[Polygon, Zone], ...]


def make_network(frame: Frame, extent: MultiPolygon, names: tuple[str, ...], draw: Generator) -> Network:
    """Make the streets of a town and its blocks, each with its zone."""
    import shapely

    mains = shapely.union_all([artery.line for artery in frame.arteries])
    works = round(float(draw.uniform(0.0, 360.0)), 1)
    cuts = [shapely.boundary(extent), mains]
    for district in _faces(cuts, extent):
        zone = zone_of(frame, district, works, draw)
        cuts += [shapely.boundary(piece) for piece in _split(district, zone, draw)]
    lines = shapely.union_all(cuts, grid_size=shapes.STEP_M)
    cells = tuple((face, zone_of(frame, face, works, draw)) for face in _faces([lines], extent))
    return Network(_streets(frame, lines, names), cells)


def make_street_bridges(frame: Frame, streets: tuple[Street, ...]) -> tuple[TownBridge, ...]:
    """Return decks where streets cross water, from bank to bank."""
    import shapely

    water = frame.water
    bridges: list[TownBridge] = []
    for street in streets:
        if not shapely.intersects(street.line, water):
            continue
        over = shapely.intersection(street.line, shapely.buffer(water, 6.0))
        for piece in shapely.get_parts([over]):
            if piece.geom_type == "LineString" and _crosses(piece, water):
                deck = shapely.buffer(piece, street.width_m / 2 + 1.5, cap_style="flat")
                bridges.append(
                    TownBridge(f"{frame.place.id}-d{len(bridges):03d}", street.id, shapes.round_to_centimetres(deck))
                )
    return tuple(bridges)


def _crosses(piece: LineString, water: BaseGeometry) -> bool:
    """Return whether a stretch within 6 m of water lies mostly over it, rather than along its edge."""
    import shapely

    wet = float(shapely.length(shapely.intersection(piece, water)))
    return wet > 2.0 and wet > 0.6 * (float(piece.length) - 12.0)


def zone_of(frame: Frame, shape: BaseGeometry, works_deg: float, draw: Generator) -> Zone:
    """Return the zone by the distance from the square, in town radii, and by the side of the industry."""
    import shapely

    away = shapely.get_coordinates(shapely.point_on_surface(shape))[0] - SQUARE
    part = float(np.sqrt((away * away).sum())) / frame.radius_m + draw.uniform(-0.05, 0.05)
    side = abs((float(np.degrees(np.arctan2(away[1], away[0]))) - works_deg + 180.0) % 360.0 - 180.0)
    if part > 0.55 and side < 32.0:
        return "industry"
    if part < 0.2:
        return "core"
    if part < 0.52:
        return "terrace" if draw.uniform() < 0.72 else "estate"
    return "suburb" if draw.uniform() < 0.88 else "estate"


def _faces(lines: list[BaseGeometry], extent: MultiPolygon) -> list[Polygon]:
    """Return the land between lines that lies within the extent."""
    import shapely

    noded = shapely.union_all(lines, grid_size=shapes.STEP_M)
    faces = shapes.polygons(shapely.polygonize(shapely.get_parts([noded]).tolist()), 150.0)
    shapely.prepare(extent)
    return [face for face in faces if shapely.contains(extent, shapely.point_on_surface(face))]


def _split(district: Polygon, zone: Zone, draw: Generator) -> list[Polygon]:
    """Cut a district into blocks of about the zone's size, across the longer side."""
    from shapely.ops import split

    middle, along, length, breadth = shapes.axes(district)
    small = district.area < BLOCK_M2[zone] * 1.5
    if (small and breadth <= LONGEST_BREADTH_M) or district.area < 3_500.0:
        return [district]
    askew = draw.uniform(-1.0, 1.0) * (0.2 if zone == "core" else 0.07)
    at = middle + draw.uniform(-0.11, 0.11) * length * along
    across = shapes.unit(np.array([-along[1], along[0]]) + askew * along)
    cut = _bowed(at, across, 2.0 * breadth + length, draw.uniform(-0.05, 0.05))
    pieces = shapes.polygons(split(district, cut))
    if len(pieces) < 2:
        return [district]
    return [block for piece in pieces for block in _split(shapes.round_to_centimetres(piece), zone, draw)]


def _bowed(middle: Floats, along: Floats, length: float, bow: float) -> BaseGeometry:
    """Return a curved line through a point."""
    import shapely

    t = np.linspace(-0.5, 0.5, 21)
    corners = np.stack([t * length, bow * length * (4.0 * t * t)], axis=-1)
    return shapely.linestrings(shapes.place_corners(corners, middle, along))


def _streets(frame: Frame, lines: BaseGeometry, names: tuple[str, ...]) -> tuple[Street, ...]:
    """Cut lines at crossings into streets; those that lie on a main street have its kind."""
    import shapely

    pieces = shapely.get_parts([shapely.line_merge(lines)])
    ordered = sorted(pieces.tolist(), key=lambda piece: (*piece.bounds, piece.length))
    middles = shapely.line_interpolate_point(ordered, 0.5, normalized=True)
    distance = np.stack([shapely.distance(middles, artery.line) for artery in frame.arteries])
    streets = []
    for number, piece in enumerate(ordered):
        nearest = int(distance[:, number].argmin())
        on_main = distance[nearest, number] < 0.5
        kind: StreetKind = _kind(frame.arteries[nearest].kind) if on_main else "residential"
        name = names[nearest % len(names)] if on_main else names[(len(frame.arteries) + number) % len(names)]
        road = frame.arteries[nearest].road if on_main else ""
        streets.append(Street(f"{frame.place.id}-s{number:04d}", name, kind, piece, WIDTHS_M[kind], road))
    return tuple(streets)


def _kind(kind: str) -> StreetKind:
    for known in WIDTHS_M:
        if known == kind:
            return known
    return "secondary"
