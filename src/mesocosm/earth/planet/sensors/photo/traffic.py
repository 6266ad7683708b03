"""What moves in a town: cars, trucks and buses in their lanes, trains on their tracks, ships and boats at sea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.people.town import Street, Town
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.photo.grounds import points_along
from mesocosm.earth.planet.sensors.photo.shapes import box, lay_corners
from mesocosm.earth.planet.sensors.photo.ships import draw_boat, draw_ship
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.vehicles import draw_bus, draw_cars, draw_train, draw_truck
from mesocosm.earth.planet.sensors.shipping import Ship
from mesocosm.earth.planet.sensors.window import Floats


@dataclass(frozen=True)
class _Vehicle:
    label: Literal["car", "truck", "bus"]
    at: Floats
    along: Floats
    parked: bool = False


ROOM = {"car": (6.4, 2.4), "truck": (16.2, 3.0), "bus": (18.6, 3.0)}
"""Length and breadth of street that a vehicle occupies: those of the longest of its kind, and some more."""


def draw_traffic(sketch: Sketch, town: Town, draw: Generator) -> None:
    """Draw cars, trucks and buses in their lanes, and cars at the kerbs of side streets."""
    vehicles = _with_room([vehicle for street in town.streets for vehicle in _on_street(street, draw)])
    for number, vehicle in enumerate((each for each in vehicles if each.label != "car"), start=1):
        draws = draw_truck if vehicle.label == "truck" else draw_bus
        draws(sketch, f"{town.id}-w{number:05d}", vehicle.at, vehicle.along, draw)
    cars = [vehicle for vehicle in vehicles if vehicle.label == "car"]
    if cars:
        at, along = np.stack([car.at for car in cars]), np.stack([car.along for car in cars])
        ids = [f"{town.id}-v{number:05d}" for number in range(1, len(cars) + 1)]
        draw_cars(sketch, ids, at, along, draw, np.asarray([car.parked for car in cars]))


def _on_street(street: Street, draw: Generator) -> Iterator[_Vehicle]:
    """Yield the vehicles on a street, as if no other street crossed it."""
    gap = {"motorway": 45.0, "primary": 32.0, "secondary": 42.0}.get(street.kind, 110.0)
    places = np.arange(draw.uniform(8.0, gap), street.line.length - 8.0, gap)
    at, along = points_along(street, places + draw.uniform(-4.0, 4.0, places.size))
    along = along * np.where(draw.uniform(0.0, 1.0, len(along)) < 0.5, 1.0, -1.0)[:, None]
    at = at + np.stack([along[:, 1], -along[:, 0]], axis=-1) * max(1.5, street.width_m * 0.25)
    for spot, way, chance in zip(at, along, draw.uniform(0.0, 1.0, len(at)).tolist(), strict=True):
        if street.kind in ("motorway", "primary", "service") and chance < 0.14:
            yield _Vehicle("truck", spot, way)
        elif street.kind in ("primary", "secondary") and chance < 0.2:
            yield _Vehicle("bus", spot, way)
        else:
            yield _Vehicle("car", spot, way)
    if street.kind == "residential":
        yield from _kerb(street, draw)


def _with_room(vehicles: list[_Vehicle]) -> list[_Vehicle]:
    """Return the vehicles that overlap none before them, trucks and buses first, also where streets meet."""
    import shapely

    ordered = sorted(vehicles, key=lambda vehicle: vehicle.label == "car")
    rooms = [
        shapely.Polygon(round_to_step(lay_corners(box(*ROOM[each.label]), each.at, each.along), 0.01))
        for each in ordered
    ]
    meeting: dict[int, list[int]] = {}
    for one, other in shapely.STRtree(rooms).query(rooms, "intersects").T.tolist():
        if other < one:
            meeting.setdefault(one, []).append(other)
    kept: set[int] = set()
    for number in range(len(ordered)):
        if kept.isdisjoint(meeting.get(number, ())):
            kept.add(number)
    return [ordered[number] for number in sorted(kept)]


def _kerb(street: Street, draw: Generator) -> list[_Vehicle]:
    """Return cars parked along a kerb, with gaps."""
    places = np.arange(12.0, street.line.length - 12.0, 6.6)
    at, along = points_along(street, places[draw.uniform(0.0, 1.0, places.size) < 0.22])
    right = np.stack([along[:, 1], -along[:, 0]], axis=-1)
    spots = at + right * (street.width_m / 2 - 1.1)
    return [_Vehicle("car", spot, way, parked=True) for spot, way in zip(spots, along, strict=True)]


def draw_trains(sketch: Sketch, town: Town, draw: Generator) -> None:
    import shapely

    for number, line in enumerate(town.railways):
        track = shapely.offset_curve(line, 2.2)
        if track.length < 400.0:
            continue
        start = float(draw.uniform(0.2, 0.7)) * (track.length - 200.0)
        points = shapely.get_coordinates(shapely.line_interpolate_point(track, start + 25.0 * np.arange(7)))
        draw_train(sketch, f"{town.id}-train{number}", round_to_step(points, 0.01), draw)


def draw_at_sea(sketch: Sketch, town: Town, ships: Sequence[Ship], draw: Generator) -> None:
    """Draw ships where they sail that day, and boats on water that is wide enough for them."""
    import shapely

    for number, ship in enumerate(ships):
        hull = shapely.buffer(shapely.points(ship.x, ship.y), 0.5 * ship.length_m)
        if shapely.contains(town.standing, hull):
            at, along = np.array([ship.x, ship.y]), np.array([ship.east, ship.north])
            draw_ship(sketch, f"{town.id}-ship{number:02d}", at, along, ship.length_m, draw, ship.under_way)
    room = shapely.buffer(town.standing, -25.0)
    if room.is_empty:
        return
    west, south, east, north = room.bounds
    for number in range(14):
        spot = round_to_step([draw.uniform(west, east), draw.uniform(south, north)], 0.01)
        turn = draw.uniform(0.0, 2 * np.pi)
        along = round_to_step([np.cos(turn), np.sin(turn)], 1e-6)
        size, moving = float(draw.uniform(7.0, 16.0)), bool(draw.uniform() < 0.6)
        if shapely.contains_xy(room, *spot):
            draw_boat(sketch, f"{town.id}-boat{number:02d}", spot, along, size, draw, moving)
