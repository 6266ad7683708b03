"""Bands in the plane."""

import pyproj
import pytest
import shapely
from tests.suites.tornado.outlooks.drawing import box, outlook

from mesocosm.suites.tornado.outlooks.bands import default_bands, land, published_bands
from mesocosm.suites.tornado.outlooks.planes import EQUAL_AREA, PUBLISHED

SMALL, LARGE = box(-98, 34, -96, 36), box(-100, 32, -94, 38)


def true_area(shape):
    """Return the area on the ellipsoid by another library's geodesics; edges are cut short so that both mean the same
    line.
    """
    return abs(pyproj.Geod(ellps="WGS84").geometry_area_perimeter(shapely.segmentize(shape, 0.05))[0])


@pytest.mark.parametrize("bands_of", [published_bands, default_bands])
def test_a_band_is_what_no_higher_level_holds(bands_of):
    bands = bands_of(outlook(p2=LARGE, p10=SMALL))
    assert list(bands.shapes) == [2, 10]
    assert bands.shapes[2].intersection(bands.shapes[10]).area < 1
    whole = bands_of(outlook(p2=LARGE)).areas[2]
    assert bands.areas[2] + bands.areas[10] == pytest.approx(whole, rel=1e-4)


def test_a_level_hidden_by_a_higher_one_is_no_band():
    assert list(default_bands(outlook(p5=SMALL, p10=LARGE)).shapes) == [10]


def test_nested_areas_fill_the_levels_that_were_not_drawn():
    bands = default_bands(outlook(p10=SMALL))
    assert {level: shape.area for level, shape in bands.nested.items()} == dict.fromkeys((2, 5, 10), bands.areas[10])


def test_default_areas_are_true():
    assert default_bands(outlook(p2=SMALL)).areas[2] == pytest.approx(true_area(SMALL), rel=1e-4)


@pytest.mark.parametrize(("latitude", "excess"), [(35, 0.03), (40, 0.075), (45, 0.14)])
def test_published_areas_are_too_large_in_the_north(latitude, excess):
    """The specification gives +3, +7.5 and +14 % (Section 2.6)."""
    cell = box(-95.1, latitude - 0.1, -94.9, latitude + 0.1)
    ratio = published_bands(outlook(p2=cell)).areas[2] / true_area(cell)
    assert ratio - 1 == pytest.approx(excess, abs=0.01)


def test_the_sea_is_cut_off_in_the_default_profile_only():
    gulf = box(-92, 26, -88, 28)
    assert default_bands(outlook(p5=gulf)).shapes == {}
    assert published_bands(outlook(p5=gulf)).highest == 5
    coast = default_bands(outlook(p5=box(-95, 27, -88, 33)))
    assert land().buffer(1).covers(coast.shapes[5])


def test_both_lobes_of_a_figure_of_eight_count_by_default():
    """A buffer of zero, as published, may lose one."""
    eight = shapely.Polygon([(-98, 34), (-96, 36), (-96, 34), (-98, 36)])
    lobes = true_area(shapely.Polygon([(-98, 34), (-97, 35), (-98, 36)])) * 2
    assert default_bands(outlook(p5=eight)).areas[5] == pytest.approx(lobes, rel=0.01)


def test_a_shape_beyond_the_plane_comes_back_empty():
    assert PUBLISHED.project([shapely.Polygon([(0, 95), (1, 95), (1, 96)])])[0].is_empty


@pytest.mark.parametrize("plane", [PUBLISHED, EQUAL_AREA])
def test_there_and_back_again(plane):
    back = plane.unproject(plane.project([SMALL]))[0]
    assert back.symmetric_difference(SMALL).area < 1e-9
    assert plane.unproject([]) == plane.project([]) == []


def test_the_middle_of_disjoint_bands_is_that_of_their_union():
    bands = published_bands(outlook(p2=LARGE, p10=box(-99, 33, -97, 34)))
    union = shapely.union_all(list(bands.shapes.values()))
    assert bands.centroid() == pytest.approx([union.centroid.x, union.centroid.y], rel=1e-9)
