"""Windows of maps: which cell covers which pixel, in any convention of longitudes."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.earth.drawing.window import around, cells_of, window_of_box
from mesocosm.earth.geo.box import BoundingBox


def field(latitudes, longitudes):
    shape = (len(latitudes), len(longitudes))
    return xr.DataArray(
        np.zeros(shape), {"latitude": latitudes, "longitude": longitudes}, ("latitude", "longitude"), name="t"
    )


def test_a_grid_across_the_antimeridian_is_one_run():
    cells = cells_of(field([0.0, 10.0], [-175.0, -165.0, 165.0, 175.0]))
    assert cells.order.tolist() == [2, 3, 0, 1]
    assert (cells.window.west, cells.window.east) == (160.0, 200.0)
    # Forty degrees in forty pixels: ten for each column, from west to east.
    assert cells.columns(cells.window, 40).tolist() == [2] * 10 + [3] * 10 + [0] * 10 + [1] * 10


def test_a_grid_around_the_globe_begins_where_it_begins():
    cells = cells_of(field([-45.0, 45.0], np.arange(-180.0, 180.0, 90.0)))
    assert cells.order.tolist() == [0, 1, 2, 3]
    window = cells.window
    assert (window.west, window.east) == (135.0, 495.0)  # -225 to 135: a cell reaches 45 degrees beyond its middle
    assert (window.south, window.north) == (-90.0, 90.0)


def test_rows_run_from_the_north():
    cells = cells_of(field([0.0, 1.0, 2.0], [0.0, 1.0, 2.0]))
    assert cells.rows(cells.window, 6).tolist() == [2, 2, 1, 1, 0, 0]


def test_what_a_grid_does_not_reach_is_marked():
    cells = cells_of(field([0.0, 1.0], [0.0, 1.0]))
    window = window_of_box(BoundingBox(west=-1.5, south=-0.5, east=2.5, north=1.5))
    assert cells.columns(window, 4).tolist() == [-1, 0, 1, -1]


@pytest.mark.parametrize(
    ("longitudes", "west", "east"), [([170.0, -170.0], 168.4, 191.6), ([-10.0, 10.0], -11.6, 11.6)]
)
def test_a_window_about_places_is_the_narrow_one(longitudes, west, east):
    window = around(np.array(longitudes), np.array([0.0, 15.0]))
    assert (window.west, window.east) == (pytest.approx(west), pytest.approx(east))


def test_a_box_of_one_point_has_a_size():
    window = window_of_box(BoundingBox(west=5, south=5, east=5, north=5))
    assert window.east > window.west
    assert window.north > window.south


def test_the_whole_globe_is_a_box():
    window = window_of_box(BoundingBox(west=-180, south=-90, east=180, north=90))
    assert window.east - window.west == 360
    assert window.shape == (880, 440)
