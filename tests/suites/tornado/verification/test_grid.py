"""The grid on which probabilities are verified."""

import numpy as np
import pyproj
import pytest
import shapely

from mesocosm.earth.geo.outlines import conus
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, outlook_of
from mesocosm.suites.tornado.verification.grid import grid, grid_probabilities, on_land, reported_cells
from mesocosm.suites.tornado.verification.reports import NO_REPORTS

CELL_KM2 = 100


def cell_of(longitude, latitude):
    west, south, _, _ = grid().edges
    x, y = pyproj.Transformer.from_crs(4326, 5070, always_xy=True).transform(longitude, latitude)
    return int((y - south) // 10_000), int((x - west) // 10_000)


def test_the_land_has_its_area():
    """Land and inland water of the 48 states, 8.08 million km² (Census), less bays and the Great Lakes."""
    assert on_land().sum() * CELL_KM2 / 1e6 == pytest.approx(8.08, rel=0.04)


@pytest.mark.parametrize(
    ("longitude", "latitude", "land"),
    [(-97.5, 35.5, True), (-122.0, 47.5, True), (-81.0, 26.5, True), (-90.0, 28.0, False), (-80.0, 45.5, False)],
)
def test_places_lie_on_land_or_not(longitude, latitude, land):
    assert on_land()[cell_of(longitude, latitude)] == land


def test_a_cell_has_the_highest_level_drawn_over_it():
    drawn = outlook_of([(2, shapely.box(-100, 32, -94, 38)), (10, shapely.box(-98, 34, -96, 36))])
    field = grid_probabilities(drawn)
    assert [field[cell_of(*place)] for place in ((-97, 35), (-99, 33), (-90, 35))] == [0.1, 0.02, 0]
    assert set(np.unique(field)) == {0, 0.02, 0.1}


def test_gridded_area_is_the_area_drawn():
    """The area is 0.02 of a box's 36 square degrees, by another library's geodesics."""
    shape = shapely.box(-100, 32, -94, 38)
    area = abs(pyproj.Geod(ellps="WGS84").geometry_area_perimeter(shapely.segmentize(shape, 0.05))[0])
    assert (grid_probabilities(outlook_of([(2, shape)])) > 0).sum() * 1e8 == pytest.approx(area, rel=0.005)


def test_no_risk_is_zero_everywhere_and_all_of_it_on_land():
    assert not grid_probabilities(EMPTY).any()
    everywhere = grid_probabilities(outlook_of([(5, conus())])) > 0
    assert (everywhere == on_land()).mean() > 0.999


def test_cells_within_forty_kilometres_of_a_report():
    """The area is pi 40² = 5,027 km² for one report, on the mean over places; the same place twice adds nothing."""
    places = [[-97.5 + 0.037 * step, 35.5 + 0.029 * step] for step in range(25)]
    assert np.mean([reported_cells(np.array([place])).sum() for place in places]) * CELL_KM2 == pytest.approx(
        5027, rel=0.02
    )
    one = reported_cells(np.array(places[:1]))
    assert one[cell_of(-97.5, 35.5)]
    assert not one[cell_of(-97.0, 35.5)]  # 45 km east
    assert (reported_cells(np.array([[-97.5, 35.5]] * 2)) == one).all()


def test_no_report_no_cell():
    assert not reported_cells(NO_REPORTS).any()
