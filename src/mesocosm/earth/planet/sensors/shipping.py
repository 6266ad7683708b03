"""Ships at sea on a day: the same in the photograph, the optical scene and the radar.

Every cell of 2.5 km of open water has a ship on about one day in four; its place, length and course follow from the
cell and the day alone. Ships are 40 to 260 m long, most of them short (as in Sentinel-1 ship surveys).
"""

from __future__ import annotations

import datetime as dt
import functools
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.ground.courses import water_field
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import CELL_M, Region
from mesocosm.earth.planet.sensors.noise import salt, uniform
from mesocosm.earth.planet.sensors.painter import average_squares, paint, place_rings
from mesocosm.earth.planet.sensors.window import Floats, Singles, Window

SPACING_M = 2500.0
CHANCE = 0.25
OFFSHORE = 0.2
"""Least distance of ships from the shore in the water field, which falls by about 1 in a kilometre."""
LONGEST_M = 260.0
BEAM = 0.155
"""Breadth of a ship relative to its length."""
SAMPLES = 4
"""Samples along each side of a pixel."""


@dataclass(frozen=True)
class Ship:
    """A ship, in metres of the region's plane; `east` and `north` are the unit vector of its course."""

    x: float
    y: float
    length_m: float
    east: float
    north: float
    under_way: bool

    def place(self, corners: Floats) -> Floats:
        """Convert corners given along and left of the course, in lengths of the ship, to the plane."""
        turn = np.array([[self.east, self.north], [-self.north, self.east]])
        return np.asarray(corners * self.length_m @ turn + [self.x, self.y])


HULL = np.asarray([(-0.5, -0.06), (-0.45, -0.0775), (0.31, -0.0775), (0.5, 0.0), (0.31, 0.0775), (-0.45, 0.0775),
                   (-0.5, 0.06)])  # fmt: skip
WAKES = tuple(
    (np.asarray([(-0.48, -0.06), (-0.48, 0.06), (-far, wide), (-far, -wide)]), strength)
    for far, wide, strength in ((4.4, 0.11, 60), (3.2, 0.09, 130), (1.8, 0.075, 255))
)
"""Rings and strengths, of 255, from the faintest and longest to the brightest."""


def ships_at_sea(window: Window, date: dt.date) -> tuple[Ship, ...]:
    """Return the ships in and around a window on a day."""
    west, south, east, north = window.bounds
    reach = 5.0 * LONGEST_M
    first, last = (np.floor(np.asarray(ends) / SPACING_M).astype(int) for ends in
                   ((west - reach, south - reach), (east + reach, north + reach)))  # fmt: skip
    ships = _ships(window.region, date, int(first[0]), int(first[1]), int(last[0]), int(last[1]))
    return tuple(
        ship for ship in ships if west - reach < ship.x < east + reach and south - reach < ship.y < north + reach
    )


@functools.lru_cache(maxsize=8)
def _ships(region: Region, date: dt.date, west: int, south: int, east: int, north: int) -> tuple[Ship, ...]:
    """Return the ships of all cells between two, in rows from the south."""
    row, column = (each.ravel() for each in np.mgrid[south : north + 1, west : east + 1])
    key = salt(region, "ships", date.toordinal())
    chance, right, up, size, turn, moving = (uniform(key, kind, row, column) for kind in range(6))
    x, y = (
        round_to_step((column + 0.1 + 0.8 * right) * SPACING_M, 0.1),
        round_to_step((row + 0.1 + 0.8 * up) * SPACING_M, 0.1),
    )
    length = round_to_step(40.0 + (LONGEST_M - 40.0) * size * size, 0.1)
    angle, under_way = 2.0 * np.pi * turn, moving < 0.7
    course = round_to_step(np.stack([np.cos(angle), np.sin(angle)], axis=-1), 1e-6)
    drawn = [
        Ship(float(x[k]), float(y[k]), float(length[k]), float(course[k, 0]), float(course[k, 1]), bool(under_way[k]))
        for k in np.flatnonzero(chance < CHANCE)
    ]
    return tuple(ship for ship in drawn if _afloat(region, ship.x, ship.y, 0.6 * ship.length_m))


def _afloat(region: Region, x: float, y: float, reach_m: float) -> bool:
    """Return whether there is open sea all around a place."""
    grid, ground = region.grid, make_ground(region)
    column, row = round((x - grid.x0) / CELL_M), round((y - grid.y0) / CELL_M)
    if not (0 <= column < grid.nx and 0 <= row < grid.ny and ground.sea[row, column]):
        return False
    steps = np.array([-reach_m, 0.0, reach_m])
    return bool((water_field(region, x + steps, y + steps) < -OFFSHORE).all())


def ship_shares(window: Window, date: dt.date) -> tuple[Singles, Singles] | None:
    """Return the shares of each pixel under hulls and under wakes; None if there is no ship."""
    ships = ships_at_sea(window, date)
    if not ships:
        return None
    hulls = _share(window, [(ship.place(HULL), 255) for ship in ships])
    moving = [ship for ship in ships if ship.under_way]
    wakes = [(ship.place(shape), strength) for shape, strength in WAKES for ship in moving]
    return hulls, _share(window, wakes) * (1.0 - hulls)


def _share(window: Window, rings: list[tuple[Floats, int]]) -> Singles:
    shape = (window.rows * SAMPLES, window.columns * SAMPLES)
    strength = np.asarray([strength for _, strength in rings], np.int64)
    canvas = paint(place_rings(window, [ring for ring, _ in rings], SAMPLES), strength, shape)
    return average_squares(canvas, SAMPLES).astype(np.float32) * np.float32(1.0 / 255.0)
