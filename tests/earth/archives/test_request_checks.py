"""The cell nearest to a point of a planet's region: at every edge and corner, where one row or column is near."""

import numpy as np
import pytest

from mesocosm.earth.archives.archive import collection_of
from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.archives.planet_collections import grid_step, tile_plane
from mesocosm.earth.archives.request_checks import nearest_covered
from mesocosm.earth.archives.resampling import lattice
from mesocosm.earth.fields.region import at_place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sizes import Size

xr = pytest.importorskip("xarray", reason="xarray comes with the planet's libraries")


@pytest.fixture(scope="module")
def planet():
    return Planet(101, Size(regions=6, cells=80, towns=2, days=366))


@pytest.fixture(scope="module")
def air(planet):
    return collection_of(PlanetArchive(planet), "air_quality")


def cell_at(region, air, longitude, latitude):
    """Return the cell that a series at a point belongs to."""
    box, *place = nearest_covered(air, longitude, latitude)
    grid = lattice(tile_plane(region), grid_step("air_quality", region), box)
    axes = {"latitude": grid.latitude, "longitude": grid.longitude}
    values = xr.DataArray(np.zeros((grid.latitude.size, grid.longitude.size)), axes, tuple(axes))
    cell = at_place(values, *place, "nearest")
    return float(cell["longitude"]), float(cell["latitude"])


def nearest_of_all(region, air, longitude, latitude):
    grid = lattice(tile_plane(region), grid_step("air_quality", region), air.coverage[region.index])
    axes = ((grid.longitude, longitude), (grid.latitude, latitude))
    return tuple(float(axis[np.argmin(abs(axis - at))]) for axis, at in axes)


def test_a_place_beyond_the_last_row_has_the_series_of_that_row(planet, air):
    [region] = [each for each in planet.regions if air.grounds[each.index].contains(99.650345, 52.51416)]
    assert air.coverage[region.index].north == 52.5
    assert cell_at(region, air, 99.650345, 52.51416) == (99.7, 52.5)


def test_every_point_of_every_region_has_its_nearest_cell(planet, air):
    for region in planet.regions:
        west, south, east, north = region.grid.edges
        for x in np.linspace(west, east, 5):
            for y in np.linspace(south, north, 5):
                point = [float(value) for value in region.grid.from_plane(x, y)]
                assert cell_at(region, air, *point) == nearest_of_all(region, air, *point)


def test_a_point_of_no_region_stays_where_it_is(air):
    box, longitude, latitude = nearest_covered(air, 0.0, -60.0)
    assert (longitude, latitude) == (0.0, -60.0)
    assert box.contains(0.0, -60.0)
