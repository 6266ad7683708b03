"""Sites that serve a region: a port, an airfield, a tank farm, a solar field and railway stations, piece by piece.

Every site is planned in local coordinates, along and left of a direction, and then placed in the town; a service road
leads to it from the nearest main street.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people import plans, shapes
from mesocosm.earth.planet.people.frame import SQUARE, Artery, Frame
from mesocosm.earth.planet.people.houses import describe_building, raise_building
from mesocosm.earth.planet.people.plans import Plan
from mesocosm.earth.planet.people.town import Building, Part, Site
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Climate

if TYPE_CHECKING:
    from shapely.geometry import Polygon
    from shapely.geometry.base import BaseGeometry

TRIES = 500


@dataclass(frozen=True)
class Spot:
    """Where a plan is placed: its origin, and the direction along it."""

    origin: Floats
    along: Floats


@dataclass(frozen=True)
class Grounds:
    """The sites of a town, their buildings, and the frame with the roads to them."""

    frame: Frame
    sites: tuple[Site, ...]
    buildings: tuple[Building, ...]


def make_sites(frame: Frame, index: int, climate: Climate, draw: Generator) -> Grounds:
    """Make the sites of a town of this rank: stations by every railway, a port by the sea; other kinds by rank."""
    grounds = Grounds(frame, (), ())
    grounds = _build(grounds, plans.station(), _by_railway(grounds, plans.station()), climate, draw)
    if frame.place.port:
        port = plans.port(draw)
        grounds = _build(grounds, port, _by_shore(grounds, port), climate, draw)
    for plan in _turn(frame, index, draw):
        if plan.kind not in {site.kind for site in grounds.sites}:
            grounds = _build(grounds, plan, _in_open(grounds, plan, draw), climate, draw)
    return grounds


def _turn(frame: Frame, index: int, draw: Generator) -> list[Plan]:
    """Return the sites in the open: airfields for every fourth rank with over 5000 people, else tanks or panels."""
    if index % 2 == 1:
        return [plans.solar_field(draw)]
    airfields = [plans.airfield(1500.0), plans.airfield(1000.0)]
    return [*(airfields if index % 4 == 0 and frame.place.population > 5000 else []), plans.tank_farm(draw)]


def _build(grounds: Grounds, plan: Plan, spot: Spot | None, climate: Climate, draw: Generator) -> Grounds:
    """Add a plan at a spot; return the grounds unchanged if no spot was found."""
    import shapely

    if spot is None:
        return grounds
    key = f"{grounds.frame.place.id}-{plan.kind.replace('_', '-')}"
    parts = tuple(
        Part(f"{key}-{n:04d}", kind, _lay(corners, spot), height)
        for n, (kind, corners, height) in enumerate(plan.parts)
    )
    site = Site(key, plan.kind, _lay(plan.outline, spot), parts)
    buildings = tuple(
        raise_building(
            f"{key}-h{n:02d}",
            key,
            describe_building("hall", use, corners, "industry", climate, draw),
            _lay(corners, spot),
        )
        for n, (use, corners) in enumerate(plan.buildings)
    )
    frame = grounds.frame
    if len(plan.road):
        road = shapely.linestrings(shapes.place_corners(plan.road, spot.origin, spot.along))
        frame = replace(frame, arteries=(*frame.arteries, *_link(frame, road, [part.outline for part in parts])))
    if plan.kind == "port":
        standing = shapes.together([shapely.difference(frame.standing, site.outline, grid_size=shapes.STEP_M)])
        frame = replace(frame, standing=standing)
    return Grounds(frame, (*grounds.sites, site), (*grounds.buildings, *buildings))


def _lay(corners: Floats, spot: Spot) -> Polygon:
    import shapely

    return shapely.polygons(shapes.place_corners(corners, spot.origin, spot.along))


def _link(frame: Frame, road: BaseGeometry, parts: list[Polygon]) -> list[Artery]:
    """Return a site's road, and the straight connection from it to the nearest main street."""
    import shapely

    link = shapes.round_to_centimetres(_shortest_way(frame, road, parts))
    ends = shapely.get_coordinates(link)
    # A little longer at both ends, so that it certainly meets the roads that it joins.
    stretch = (ends[1] - ends[0]) * 0.4 / max(float(shapely.length(link)), 1.0)
    longer = shapely.linestrings(round_to_step(np.array([ends[0] - stretch, ends[1] + stretch]), shapes.STEP_M))
    return [Artery(road, "service", ""), Artery(longer, "service", "")]


def _shortest_way(frame: Frame, road: BaseGeometry, parts: list[Polygon]) -> BaseGeometry:
    """Return the shortest straight way from a site's road to a main street that crosses no rails, water or parts.

    If every way crosses some, return the shortest of all.
    """
    import shapely

    barred = shapely.union_all([*frame.railways, frame.water, *parts])
    near = shapely.buffer(barred, 12.0)
    mains = [shapely.difference(artery.line, near) for artery in frame.arteries]
    pieces = [piece for piece in shapely.get_parts(mains) if piece.length > 1.0]
    ways = sorted(shapely.shortest_line(road, pieces), key=lambda way: way.length)
    return next((way for way in ways if not shapely.intersects(way, barred)), ways[0])


def _occupied_ground(grounds: Grounds, core: float) -> BaseGeometry:
    """Return where no site may lie: the town out to a share of its radius, water, roads, railways, other sites."""
    import shapely

    frame = grounds.frame
    taken = [shapely.buffer(shapely.points(*SQUARE), frame.radius_m * core), shapely.buffer(frame.water, 15.0)]
    taken += [shapely.buffer(artery.line, 14.0) for artery in frame.arteries if artery.kind != "service"]
    taken += [shapely.buffer(line, 12.0) for line in frame.railways]
    taken += [shapely.buffer(site.outline, 14.0) for site in grounds.sites]
    return shapely.union_all(taken)


def _in_open(grounds: Grounds, plan: Plan, draw: Generator) -> Spot | None:
    """Try many spots in the open land around the town; return the free one nearest to the square."""
    square, tries = SQUARE, []
    for _ in range(TRIES):
        bearing = draw.uniform(0.0, 2 * np.pi)
        reach = draw.uniform(0.6, 1.35) * 2000.0
        turn = bearing + np.pi / 2 + draw.uniform(-0.3, 0.3)
        origin = round_to_step(square + reach * np.array([np.cos(bearing), np.sin(bearing)]), 0.1)
        along = round_to_step(np.array([np.cos(turn), np.sin(turn)]), 1e-9)
        # Panels always face south; their road is on the side of the town.
        panels = np.array([1.0 if origin[1] < square[1] else -1.0, 0.0])
        tries.append(Spot(origin, panels if plan.kind == "solar_field" else along))
    return _first_free(grounds, plan, sorted(tries, key=lambda spot: _away(spot, square)), 0.92)


def _by_railway(grounds: Grounds, plan: Plan) -> Spot | None:
    """Return a spot beside a railway, as near to the square as there is room."""
    import shapely

    spots = []
    for line in grounds.frame.railways:
        for place in np.arange(150.0, line.length - 150.0, 40.0):
            a, b = shapely.get_coordinates(shapely.line_interpolate_point(line, [place - 60.0, place + 60.0]))
            along = shapes.unit(b - a)
            for side in (1.0, -1.0):
                spots.append(Spot(round_to_step((a + b) / 2, shapes.STEP_M), side * along))
    open_rail = replace(grounds, frame=replace(grounds.frame, railways=()))
    square = SQUARE
    return _first_free(
        open_rail, plan, sorted(spots, key=lambda spot: (_away(spot, square), _right(spot, square))), 0.05
    )


def _right(spot: Spot, square: Floats) -> bool:
    """Return whether the square lies to the right of a spot, so that people would have to cross the tracks."""
    east, north = square - spot.origin
    return bool(spot.along[0] * north - spot.along[1] * east < 0)


def _by_shore(grounds: Grounds, plan: Plan) -> Spot | None:
    """Return a spot along the shore of the sea, land to the left, as near to the square as its back has room."""
    import shapely

    frame = grounds.frame
    inner = shapely.buffer(frame.window, -80.0)
    spots = []
    for shore in shapes.polygons(frame.standing, 60_000.0):
        edge = shapely.get_exterior_ring(shapely.orient_polygons(shore))
        for place in np.arange(0.0, edge.length, 60.0):
            # In an anticlockwise ring around the water the land is on the right; the plan needs it on the left.
            b, a = shapely.get_coordinates(shapely.line_interpolate_point(edge, [place, place + 260.0]))
            if float(((a - b) ** 2).sum()) > 100.0 and shapely.contains_xy(inner, *((a + b) / 2)):
                spots.append(Spot(round_to_step((a + b) / 2, shapes.STEP_M), shapes.unit(b - a)))
    dry = replace(grounds, frame=replace(frame, standing=shapes.together([])))
    ordered = sorted(spots, key=lambda spot: (_away(spot, SQUARE), *spot.origin))
    free = [spot for spot in ordered if _seaward(frame, plan, spot)]
    return _first_free(dry, plan, free, 0.0)


def _seaward(frame: Frame, plan: Plan, spot: Spot) -> bool:
    """Return whether ships can reach the quay, with water all along it, and most of the back is dry."""
    import shapely

    west, east = plan.outline[:, 0].min(), plan.outline[:, 0].max()
    south, north = plan.outline[:, 1].min(), plan.outline[:, 1].max()
    berth = _lay(shapes.rectangle(west, south - 50.0, east, south - 5.0), spot)
    back = _lay(shapes.rectangle(west, 70.0, east, north), spot)
    wet = shapely.area(shapely.intersection(back, frame.standing))
    return bool(shapely.contains(frame.standing, berth)) and wet < 0.15 * back.area


def _away(spot: Spot, square: Floats) -> float:
    return round(float(((spot.origin - square) ** 2).sum()), 1)


def _first_free(grounds: Grounds, plan: Plan, spots: Sequence[Spot], core: float) -> Spot | None:
    import shapely

    if not spots:
        return None
    taken = _occupied_ground(grounds, core)
    shapely.prepare(taken)
    outlines = [_lay(plan.outline, spot) for spot in spots]
    inner = shapely.buffer(grounds.frame.window, -45.0)
    free = np.flatnonzero(shapely.disjoint(outlines, taken) & shapely.within(outlines, inner))
    return spots[int(free[0])] if free.size else None
