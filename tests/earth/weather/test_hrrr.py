import pytest

from mesocosm.earth.weather.hrrr import HRRR, coarse_hrrr


def test_hrrr_corners_as_noaa_gives_them():
    # First and last grid point of HRRR's own files: 21.138123 N 237.280472 E and 47.842195 N 299.082807 E.
    longitude, latitude = coarse_corners(HRRR)
    assert longitude == pytest.approx([-122.719528, 299.082807 - 360], abs=1e-5)
    assert latitude == pytest.approx([21.138123, 47.842195], abs=1e-5)


def coarse_corners(grid):
    x, y = grid.x(), grid.y()
    return grid.from_plane([x[0], x[-1]], [y[0], y[-1]])


@pytest.mark.parametrize("step_km", [6, 12, 40])
def test_coarse_grids_share_the_corner_and_stay_inside(step_km):
    grid = coarse_hrrr(step_km)
    assert (grid.x0, grid.y0, grid.dx) == (HRRR.x0, HRRR.y0, step_km * 1000)
    assert HRRR.x()[-1] - grid.dx < grid.x()[-1] <= HRRR.x()[-1]
    assert HRRR.y()[-1] - grid.dy < grid.y()[-1] <= HRRR.y()[-1]
