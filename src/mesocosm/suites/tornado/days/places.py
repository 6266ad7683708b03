"""Places on the ground: position in the plane of the maps, elevation, and land or water."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.hrrr import coarse_hrrr

Field = NDArray[np.float64]

STEP_KM = 36.0
"""Distance between the nodes of a synthetic day's maps, in km."""

NEIGHBOURS = (
    "MULTIPOLYGON("
    # Mexico, from the mouth of the Rio Grande round the Yucatan and back up the Pacific coast
    "((-97.2 25.9, -97.8 22.5, -97.2 20.5, -95.5 18.6, -94 18.2, -91.5 18.6, -90.4 20.9, -87 21.5, -87.5 18, -92 14.5,"
    "-96.5 15.7, -101.5 17.6, -105.5 20.2, -105.6 22.6, -109.4 25.8, -112.2 29, -114 31, -109.5 23.2, -112.2 25,"
    "-115 28, -117.1 32.6, -114.7 32.8, -106.5 32, -103 30.5, -100.5 29.5, -98.8 26.8, -97.2 25.9)),"
    # Canada, south of Hudson Bay
    "((-128 51, -123.2 48.8, -95.2 48.8, -89.5 48.1, -84.8 46.6, -82.5 45.3, -81.7 43.3, -82.4 42.2, -79 42.9,"
    "-79.3 43.4, -76.5 44.2, -74.7 45, -71.4 45.2, -69.2 47.4, -67.8 47, -66.9 44.9, -65.8 43.5, -61 45.3, -60 47,"
    "-64.8 47, -64.3 49, -56 51.5, -56 60, -128 60, -128 51)),"
    # Cuba
    "((-84.9 21.9, -80.5 23.1, -74.2 20.2, -77.5 19.9, -78 21, -82 22.5, -84.9 21.9)))"
)
"""Land of neighbouring countries, drawn coarsely: it only tells land from sea on the maps."""


@dataclass(frozen=True)
class Places:
    """Places in one array shape: plane coordinates of the HRRR projection, degrees, elevation and land."""

    x_km: Field
    y_km: Field
    longitude: Field
    latitude: Field
    elevation_m: Field
    land: Field
    """1 on land, 0 on water."""
    conus: NDArray[np.bool_]

    def __getitem__(self, where: object) -> Places:
        return Places(*(getattr(self, name)[where] for name in self.__dataclass_fields__))


@functools.cache
def nodes(step_km: float = STEP_KM) -> Places:
    """Return every node of the day's maps, row by row from the south."""
    grid = coarse_hrrr(step_km)
    longitude, latitude = grid.lonlat()
    return places(grid, longitude, latitude)


def places(grid: Grid, longitude: Field, latitude: Field) -> Places:
    """Return places by degrees east and north."""
    x_km, y_km = (metres / 1000 for metres in grid.to_plane(longitude, latitude))
    land, conus = _land(longitude, latitude)
    elevation = np.where(land > 0, np.maximum(terrain_m(longitude, latitude), 2.0), 0.0)
    return Places(x_km, y_km, longitude, latitude, elevation, land, conus)


def terrain_m(longitude: Field, latitude: Field) -> Field:
    """Return smooth heights: Rockies with the sloping Plains, the western basins and coast ranges, Appalachians."""
    east_of_divide = np.maximum(longitude + 105.5, 0)
    plateau = np.where(longitude < -105.5, _bump(longitude, -109.0, 6.5), 1.0) * np.exp(-east_of_divide / 4.6)
    to_the_gulf = np.where(longitude < -105.5, 1.0, np.clip((latitude - 25.5) / 10, 0.12, 1.0))
    rockies = 2000 * plateau * to_the_gulf * (0.82 + 0.18 * _bump(latitude, 39.5, 4.5))
    ranges = 750 * _bump(longitude, -107 - 0.55 * (latitude - 39), 1.6) * _bump(latitude, 40.5, 5.0)
    basin = 1250 * _bump(longitude, -116.5, 3.6) * _bump(latitude, 40.5, 5.0)
    coast = 1300 * _bump(longitude, -119.2 - 0.32 * (latitude - 37), 1.2) * _bump(latitude, 40.0, 5.5)
    across, along = _appalachian(longitude, latitude)
    appalachians = 720 * _bump(across, 0.0, 1.2) * _bump(along, 0.0, 5.5)
    ozarks = 260 * _bump(longitude, -93.0, 1.6) * _bump(latitude, 36.3, 1.2)
    interior = 170 * _bump(longitude, -88.0, 9.0) * _bump(latitude, 42.5, 5.5)
    heights: Field = rockies + ranges + basin + coast + appalachians + ozarks + interior
    return heights


def _appalachian(longitude: Field, latitude: Field) -> tuple[Field, Field]:
    """Return degrees across and along the ridge, which runs from Georgia to Maine."""
    east, north = (longitude + 79.5) * 0.79, latitude - 38.2
    return 0.80 * east - 0.60 * north, 0.60 * east + 0.80 * north


def _bump(value: Field, centre: float | Field, width: float) -> Field:
    bump: Field = np.exp(-0.5 * ((value - centre) / width) ** 2)
    return bump


def _land(longitude: Field, latitude: Field) -> tuple[Field, NDArray[np.bool_]]:
    import shapely

    from mesocosm.earth.geo.outlines import conus

    home = shapely.contains_xy(conus(), longitude, latitude)
    abroad = shapely.contains_xy(shapely.from_wkt(NEIGHBOURS), longitude, latitude)
    return (home | abroad).astype(float), home
