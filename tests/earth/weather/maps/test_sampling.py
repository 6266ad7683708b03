import numpy as np
import pytest
from tests.earth.weather.grib.making import slope

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.hrrr import HRRR, coarse_hrrr
from mesocosm.earth.weather.maps import frame
from mesocosm.earth.weather.maps.sampling import sampler


def test_coarse_grids_are_interpolated_between_nodes():
    grid = coarse_hrrr(80)
    sampled = sampler(grid, frame.pixels())(slope(grid, grid.x()[0], grid.x()[-1]).astype(np.float32))
    panel = frame.pixels()
    within = (panel.x() >= grid.x()[0]) & (panel.x() <= grid.x()[-1])
    # Coordinates reach millions of metres, of which a 32-bit number keeps about seven digits.
    np.testing.assert_allclose(sampled[panel.ny // 2, within], panel.x()[within], atol=1.0)


def test_fine_grids_give_the_nearest_node():
    numbered = np.arange(HRRR.nx * HRRR.ny, dtype=np.float32).reshape(HRRR.shape)
    sampled = sampler(HRRR, frame.pixels())(numbered)
    panel = frame.pixels()
    column, row = np.rint((panel.x()[700] - HRRR.x0) / HRRR.dx), np.rint((panel.y()[-1] - HRRR.y0) / HRRR.dy)
    assert sampled[0, 700] == numbered[int(row), int(column)]


@pytest.mark.parametrize("shape", [(1, 9), (9, 1), (1, 1)])
def test_a_grid_may_be_a_single_row_or_column(shape):
    grid = Grid(HRRR.proj, -20_000.0, -20_000.0, 40_000.0, 40_000.0, shape[1], shape[0])
    sampled = sampler(grid, frame.pixels())(np.full(shape, 7.0, np.float32))
    assert np.nanmin(sampled) == pytest.approx(7)
    assert np.nanmax(sampled) == pytest.approx(7)


@pytest.mark.parametrize("step", [5.0, 1.406, 1.40625], ids=["plain", "rounded in the file", "exact"])
@pytest.mark.parametrize("first", [0.0, -180.0, 2.5])
def test_a_grid_around_the_globe_has_no_seam(first, step):
    grid = Grid("+proj=longlat", first, -20.0, step, step, round(360 / step), 21)
    degrees = 360.0 / grid.nx * np.arange(grid.nx)
    seam = first - grid.dx / 2
    panel = Grid("+proj=longlat", seam - 4.0, -2.0, 0.01, 1.0, 801, 5)
    sampled = sampler(grid, panel)(np.broadcast_to(np.cos(np.radians(degrees)), grid.shape).astype(np.float32))
    assert np.isfinite(sampled).all()
    # A cosine falls by at most 1.75 % over a degree; over a hundredth of one a jump between cells would exceed it.
    assert np.abs(np.diff(sampled, axis=1)).max() < 2e-4
    turn = np.cos(np.radians(panel.x() - first))
    np.testing.assert_allclose(sampled[2], turn, atol=1e-3)  # of five degrees, a chord lies 0.00095 below its arc
