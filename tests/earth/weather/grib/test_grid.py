import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.weather.grib.grid import HRRR, Grid, coarse_hrrr, to_earth_winds, to_grid_winds

GLOBE = Grid("+proj=longlat", x0=0.0, y0=-90.0, dx=2.5, dy=2.5, nx=144, ny=73)


def test_hrrr_corners_as_noaa_gives_them():
    # First and last grid point of HRRR's own files: 21.138123 N 237.280472 E and 47.842195 N 299.082807 E.
    longitude, latitude = coarse_corners(HRRR)
    assert longitude == pytest.approx([-122.719528, 299.082807 - 360], abs=1e-5)
    assert latitude == pytest.approx([21.138123, 47.842195], abs=1e-5)


def coarse_corners(grid):
    x, y = grid.x(), grid.y()
    return grid.from_plane([x[0], x[-1]], [y[0], y[-1]])


@given(st.integers(0, HRRR.nx - 1), st.integers(0, HRRR.ny - 1))
def test_locate_undoes_from_plane(column, row):
    longitude, latitude = HRRR.from_plane(HRRR.x()[column], HRRR.y()[row])
    assert HRRR.locate(longitude, latitude) == pytest.approx((column, row), abs=1e-6)


@given(st.floats(-180, 180), st.floats(-90, 90))
def test_places_around_the_globe_are_found_whichever_way_longitude_is_counted(longitude, latitude):
    column, row = GLOBE.locate(longitude, latitude)
    again, _ = GLOBE.locate(longitude + 360, latitude)
    assert column == pytest.approx(float(again), abs=1e-9)
    assert row == pytest.approx((latitude + 90) / 2.5)


@pytest.mark.parametrize("step_km", [6, 12, 40])
def test_coarse_grids_share_the_corner_and_stay_inside(step_km):
    grid = coarse_hrrr(step_km)
    assert (grid.x0, grid.y0, grid.dx) == (HRRR.x0, HRRR.y0, step_km * 1000)
    assert HRRR.x()[-1] - grid.dx < grid.x()[-1] <= HRRR.x()[-1]
    assert HRRR.y()[-1] - grid.dy < grid.y()[-1] <= HRRR.y()[-1]


def test_turning_winds_there_and_back_changes_nothing():
    grid = coarse_hrrr(200)
    u, v = np.random.default_rng(0).normal(size=(2, *grid.shape))
    for one, other in zip(to_earth_winds(grid, *to_grid_winds(grid, u, v)), (u, v), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)


def test_a_wind_from_true_south_leans_as_the_meridian_does():
    # West of 97.5 W the meridians of HRRR's plane lean to the right going north, by sin(38.5) times the difference.
    grid = coarse_hrrr(200)
    u, v = to_grid_winds(grid, np.zeros(grid.shape), np.full(grid.shape, 10.0))
    longitude, _ = grid.lonlat()
    lean = np.sin(np.radians(38.5)) * np.radians(longitude - -97.5)
    np.testing.assert_allclose(u, -10 * np.sin(lean), atol=0.01)
    np.testing.assert_allclose(v, 10 * np.cos(lean), atol=0.01)
