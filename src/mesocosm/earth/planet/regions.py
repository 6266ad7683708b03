"""The regions that are simulated in detail: squares of 200 km on the globe, each in its own UTM zone and climate.

A region lies at true longitudes and latitudes of a globe of the Earth's size and sun, so that projections, distances,
days and seasons are those of the Earth; its land is invented. Climates follow latitude, the western or eastern side of
a continent and the distance from the sea, in the classes of Köppen and Geiger (Kottek et al. 2006, Meteorologische
Zeitschrift 15, 259-263).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

from mesocosm.earth.geo.distance import great_circle_km
from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.sizes import SIZES, SizeName
from mesocosm.errors import UserError
from mesocosm.seeding import generator

Climate = Literal["oceanic", "mediterranean", "continental", "humid_subtropical", "semi_arid", "tropical"]


@dataclass(frozen=True)
class Belt:
    """The latitudes at which a climate is found, and how far inland."""

    koppen: str
    lowest_latitude: float
    highest_latitude: float
    coastal: bool
    """Whether a sea lies along one side of the region."""


BELTS: dict[Climate, Belt] = {
    "oceanic": Belt("Cfb", 44.0, 56.0, coastal=True),
    "mediterranean": Belt("Csa", 32.0, 42.0, coastal=True),
    "continental": Belt("Dfb", 44.0, 56.0, coastal=False),
    "humid_subtropical": Belt("Cfa", 26.0, 36.0, coastal=True),
    "semi_arid": Belt("BSk", 32.0, 42.0, coastal=False),
    "tropical": Belt("Aw", 8.0, 18.0, coastal=True),
}
CELL_M = 1000.0
CLEAR_KM = 300.0
"""Least distance between the middles of two regions: over the diagonal of a square of 200 km."""


@dataclass(frozen=True)
class Region:
    """A square of the planet."""

    seed: int
    """Seed of the planet."""
    index: int
    climate: Climate
    longitude: float
    """Longitude of the middle, degrees east; `latitude` is in degrees north."""
    latitude: float
    zone: int
    """UTM zone, on the northern half of the globe."""
    grid: Grid
    """Grid with one node in the middle of each square kilometre, rows from south to north."""

    @property
    def key(self) -> str:
        """Name of the region in paths of seeds and in files: `r003`."""
        return f"r{self.index:03d}"

    @property
    def crs(self) -> str:
        """Plane of the grid, as an EPSG code."""
        return f"EPSG:{32600 + self.zone}"


def make_regions(seed: int, size: SizeName) -> tuple[Region, ...]:
    """Return the regions of a planet; a larger size adds regions and changes none."""
    if size not in SIZES:
        raise UserError(f"size must be one of {', '.join(SIZES)}, got {size!r}")
    return tuple(make_region(seed, index, SIZES[size].cells) for index in range(SIZES[size].regions))


def make_region(seed: int, index: int, cells: int) -> Region:
    """Return one region, clear of all before it."""
    climate = _climate(seed, index)
    zone, longitude, latitude = _middle(seed, index)
    return Region(seed, index, climate, longitude, latitude, zone, _grid(zone, longitude, latitude, cells))


def _climate(seed: int, index: int) -> Climate:
    """Return the climate; climates alternate, in an order of the seed, so that few regions cover many climates."""
    climates = list(BELTS)
    order = generator("planet", seed, "climates", index // len(climates)).permutation(len(climates))
    return climates[int(order[index % len(climates)])]


@functools.cache
def _middle(seed: int, index: int) -> tuple[int, float, float]:
    """Return zone, longitude and latitude of a region, drawn again while it would touch an earlier one."""
    earlier = [_middle(seed, before) for before in range(index)]
    belt = BELTS[_climate(seed, index)]
    draw = generator("planet", seed, "regions", index)
    while True:
        zone = int(draw.integers(1, 61))
        latitude = round(float(draw.uniform(belt.lowest_latitude, belt.highest_latitude)), 3)
        longitude = round(zone * 6 - 183 + float(draw.uniform(-1.0, 1.0)), 3)
        away = great_circle_km(latitude, longitude, [place[2] for place in earlier], [place[1] for place in earlier])
        if (away > CLEAR_KM).all():
            return zone, longitude, latitude


def _grid(zone: int, longitude: float, latitude: float, cells: int) -> Grid:
    """Return kilometre cells about the middle, with edges on whole kilometres of the plane."""
    from mesocosm.earth.geo.projection import projection

    plane = f"+proj=utm +zone={zone} +datum=WGS84 +units=m"
    x, y = projection(plane)(longitude, latitude)
    west, south = (round(middle / CELL_M) * CELL_M - cells // 2 * CELL_M for middle in (x, y))
    return Grid(plane, west + CELL_M / 2, south + CELL_M / 2, CELL_M, CELL_M, cells, cells)
