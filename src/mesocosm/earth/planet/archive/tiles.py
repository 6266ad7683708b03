"""The squares that a pass takes: one of 4.8 km about each town, and twenty-five of 512 m about its market square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.archive.missions import Kind
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.window import CM, Window, window_about

if TYPE_CHECKING:
    import shapely

SIDE_M: dict[Kind, float] = {"scene": 4800.0, "photo": 512.0}
ACROSS: dict[Kind, int] = {"scene": 1, "photo": 5}
"""Number of tiles along each side of a town's block, which has the market square in its middle; odd."""
PHOTO_PIXEL_M = 0.5
DEGREE_DIGITS = 6


@dataclass(frozen=True)
class Tile:
    """A square about a town."""

    region: Region
    place: Place
    rank: int
    """Rank of the place in its region."""
    kind: Kind
    number: int
    """Number of the tile in its block, row by row from the north-west."""

    def window(self, pixel_m: float) -> Window:
        """Return the pixels of the tile, which begin on whole pixels of the plane."""
        side, across = SIDE_M[self.kind], ACROSS[self.kind]
        row, column = divmod(self.number, across)
        whole = window_about(self.region, self.place.x, self.place.y, side * across, pixel_m)
        pixels, step = round(side / pixel_m), round(pixel_m * CM)
        west, north = whole.west_cm + column * pixels * step, whole.north_cm - row * pixels * step
        return Window(self.region, west, north, pixels, pixels, step)

    def footprint(self, pixel_m: float) -> shapely.Polygon:
        """Return the corners in degrees, longitude first."""
        import shapely

        west, south, east, north = self.window(pixel_m).bounds
        x, y = np.array([west, east, east, west]), np.array([south, south, north, north])
        longitude, latitude = self.region.grid.from_plane(x, y)
        return shapely.Polygon(np.round(np.column_stack([longitude, latitude]), DEGREE_DIGITS))


def tiles(region: Region, places: tuple[Place, ...], kind: Kind) -> tuple[Tile, ...]:
    """Return all tiles of a kind about some towns, the largest town first."""
    return tuple(
        Tile(region, place, rank, kind, number)
        for rank, place in enumerate(places)
        for number in range(ACROSS[kind] ** 2)
    )
