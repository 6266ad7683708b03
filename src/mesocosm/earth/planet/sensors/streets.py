"""Built-up land as a satellite sees it: blocks between streets, houses, halls, gardens, denser towards the middle."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.noise import salt, smooth, uniform
from mesocosm.earth.planet.sensors.window import Bools, Codes, Floats, Singles

PEOPLE_PER_KM2 = 4200.0
SMALLEST_M, LARGEST_M = 450.0, 1650.0
"""Range of the reach of houses about a market square, as in the towns' own records."""
BLOCK_M, DEPTH_M, STREET_M = 120.0, 70.0, 9.0
HOUSE_M = 16.0
TILE, FLAT, METAL, PAVED, GARDEN, TREES, PARK = 1, 2, 3, 4, 5, 6, 7


@dataclass(frozen=True)
class Built:
    """Kinds of built-up land: 0 none, then roofs of tile, flat, of metal, paved ground, gardens, trees, parks."""

    kind: Codes
    street: Bools
    height_m: Singles

    def street_share(self, resolution_m: float) -> Singles:
        return np.where(self.street, np.float32(min(1.0, STREET_M / resolution_m)), np.float32(0.0))


def make_built(region: Region, places: tuple[Place, ...], x: Floats, y: Floats) -> Built:
    """Return the towns at every crossing of rows y and columns x."""
    shape = (y.size, x.size)
    kind, street = np.zeros(shape, np.uint8), np.zeros(shape, np.bool_)
    height = np.zeros(shape, np.float32)
    for place in places:
        radius = reach_m(place)
        near_x = np.abs(x - place.x) < 2.0 * radius
        near_y = np.abs(y - place.y) < 2.0 * radius
        if near_x.any() and near_y.any():
            rows, columns = np.flatnonzero(near_y), np.flatnonzero(near_x)
            part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            _build(region, place, radius, x[near_x], y[near_y], kind[part], street[part], height[part])
    return Built(kind, street, height)


def reach_m(place: Place) -> float:
    """Return how far a place's houses reach from its square."""
    reach = round(math.sqrt(place.population / PEOPLE_PER_KM2 / math.pi), 3) * 1000.0
    return min(max(reach, SMALLEST_M), LARGEST_M)


def _build(
    region: Region, place: Place, radius: float, x: Floats, y: Floats, kind: Codes, street: Bools, height: Singles
) -> None:
    key = salt(region, "town", place.id)
    dx, dy = x[None, :] - place.x, y[:, None] - place.y
    away = np.sqrt(dx * dx + dy * dy) / radius
    inside = 1.0 - away + 0.15 * smooth(key, x, y, 1400.0, 3) > 0.0
    angle = math.radians(float(uniform(key, 0)) * 90.0)
    cosine, sine = round(math.cos(angle), 6), round(math.sin(angle), 6)
    bend = 40.0 * smooth(key + 1, x, y, 1800.0, 1)
    u, v = dx * cosine + dy * sine + bend, dy * cosine - dx * sine - bend
    lane = (u % BLOCK_M < STREET_M) | (v % DEPTH_M < STREET_M)
    lot_u, lot_v = np.floor(u / HOUSE_M).astype(np.int64), np.floor(v / HOUSE_M).astype(np.int64)
    block_u, block_v = np.floor(u / BLOCK_M).astype(np.int64), np.floor(v / DEPTH_M).astype(np.int64)
    lot, block = uniform(key, 1, lot_v, lot_u), uniform(key, 2, block_v, block_u)
    kinds = np.select(
        [lot < 0.36, lot < 0.44, lot < 0.5, lot < 0.78],
        [TILE, FLAT, PAVED, GARDEN],
        TREES,
    )
    dense = away < 0.35
    kinds = np.where(dense, np.select([lot < 0.42, lot < 0.68, lot < 0.9], [TILE, FLAT, PAVED], TREES), kinds)
    works = (smooth(key + 2, x, y, 1500.0, 2) > 0.9) & (away > 0.3)
    hall = (np.abs(u % BLOCK_M - 64.0) < 20.0 + 24.0 * block) & (np.abs(v % DEPTH_M - 40.0) < 10.0 + 14.0 * block)
    roofs = np.select([block < 0.3, block < 0.75, block < 0.88], [METAL, FLAT, TILE], PAVED)
    kinds = np.where(works, np.where(hall, roofs, np.where(lot < 0.7, PAVED, PARK)), kinds)
    kinds = np.where(~works & (block > 0.95), PARK, kinds)
    storeys = np.where(dense, 3.0 + 3.0 * block, np.where(works, 2.5, 1.0 + 2.0 * lot))
    np.copyto(kind, kinds.astype(np.uint8), where=inside)
    np.copyto(street, lane, where=inside)
    roofed = inside & (kinds <= METAL) & ~lane
    np.copyto(height, (3.0 * storeys).astype(np.float32), where=roofed)
