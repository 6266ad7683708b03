import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.geo.grid import Grid, to_earth_winds, to_grid_winds
from mesocosm.earth.weather.hrrr import HRRR, coarse_hrrr

GLOBE = Grid("+proj=longlat", x0=0.0, y0=-90.0, dx=2.5, dy=2.5, nx=144, ny=73)


def test_edges_lie_half_a_step_outside_the_outermost_nodes():
    assert GLOBE.edges == (-1.25, -91.25, 358.75, 91.25)


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
