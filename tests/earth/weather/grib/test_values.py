import numpy as np
import pytest
import shapely
from tests.earth.weather.grib.making import GRID, written

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.grib.values import summarise_box, summarise_polygon, value_at
from mesocosm.errors import UserError

DEGREES = Grid("+proj=longlat", -110.0, 30.0, 1.0, 1.0, 11, 9)
NAME = "Temperature_at_0_surface"


@pytest.fixture
def counted(tmp_path):
    """Return a field with values 0, 1, 2, ... from the south-west on, over 110..100 W and 30..38 N."""
    return written(tmp_path, NAME, np.arange(99.0).reshape(9, 11), grid=DEGREES)


def test_the_nearest_node_and_its_distance(counted):
    found = value_at(counted, -107.9, 31.0)
    assert (found.nearest.value, found.nearest.longitude, found.nearest.latitude) == (13, -108, 31)
    # A tenth of a degree of longitude at 31 N on a sphere of 6371.229 km.
    assert found.distance_km == pytest.approx(6371.229 * np.radians(0.1) * np.cos(np.radians(31)), rel=1e-4)


def test_between_nodes_the_value_is_bilinear(counted):
    # A quarter column east of 13 and half a row (of 11) north.
    assert value_at(counted, -107.75, 31.5).interpolated == pytest.approx(13 + 0.25 + 5.5)


def test_a_missing_neighbour_leaves_nothing_to_interpolate(tmp_path):
    values = np.arange(99.0).reshape(9, 11)
    values[2, 2] = np.nan
    field = written(tmp_path, NAME, values, grid=DEGREES)
    assert np.isnan(value_at(field, -107.75, 31.5).interpolated)
    assert value_at(field, -108, 31).interpolated == 13


@pytest.mark.parametrize(("longitude", "latitude"), [(-110.6, 34), (-99.4, 34), (-105, 29.4), (-105, 38.6), (80, 34)])
def test_outside_the_grid_is_refused(counted, longitude, latitude):
    with pytest.raises(UserError, match="outside the forecast grid"):
        value_at(counted, longitude, latitude)


def test_a_box_holds_the_nodes_on_its_edges(counted):
    found = summarise_box(counted, -108, 31, -106, 32)
    assert found.nodes == 6
    assert (found.lowest.value, found.highest.value) == (13, 26)
    assert (found.highest.longitude, found.highest.latitude) == (-106, 32)
    assert found.percentiles[50] == np.median([13, 14, 15, 24, 25, 26])
    # Rows of 14 and of 25 on average, weighted by the cosine of 31 and 32 degrees.
    south, north = np.cos(np.radians([31, 32]))
    assert found.mean == pytest.approx((14 * south + 25 * north) / (south + north))


def test_a_box_and_the_same_polygon_agree(tmp_path):
    field = written(tmp_path, NAME, np.random.default_rng(1).normal(size=GRID.shape))
    box = (-104.3, 31.2, -90.1, 43.7)
    assert summarise_box(field, *box) == summarise_polygon(field, shapely.box(*box))


def test_every_node_of_a_lambert_grid_in_a_box_is_counted(tmp_path):
    field = written(tmp_path, NAME, np.zeros(GRID.shape))
    longitude, latitude = GRID.lonlat()
    inside = (longitude >= -120) & (longitude <= -75) & (latitude >= 25) & (latitude <= 49)
    assert summarise_box(field, -120, 25, -75, 49).nodes == inside.sum()


@pytest.mark.parametrize("box", [(-80, 35, -70, 37), (-107.9, 31.1, -107.8, 31.2)], ids=["elsewhere", "between nodes"])
def test_a_box_without_nodes_has_no_value(counted, box):
    found = summarise_box(counted, *box)
    assert found.nodes == 0
    assert np.isnan([found.mean, found.highest.value, found.percentiles[50]]).all()


@pytest.mark.parametrize("box", [(-100, 30, -101, 31), (-100, 31, -99, 30)])
def test_a_box_upside_down_is_refused(counted, box):
    with pytest.raises(UserError, match="west must be less than east"):
        summarise_box(counted, *box)
