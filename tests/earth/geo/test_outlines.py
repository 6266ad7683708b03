"""The shipped outlines are complete and in the right places."""

import numpy as np
import pyproj
import pytest
import shapely

from mesocosm.earth.geo.outlines import conus, neighbour_lines, state_lines, states


def test_the_contiguous_states_are_all_there():
    assert len(states()) == 49
    assert conus().is_valid
    assert all(one.is_valid for one in states().values())


def test_its_area_is_that_of_the_census():
    """Land and inland water of the 48 states: 8.08 million km²; without the Great Lakes and bays some 2 % less."""
    to_plane = pyproj.Transformer.from_crs(4326, "ESRI:102008", always_xy=True).transform
    plane = shapely.transform(conus(), lambda points: np.column_stack(to_plane(*points.T)))
    assert plane.area / 1e12 == pytest.approx(8.08, rel=0.03)


@pytest.mark.parametrize(
    ("longitude", "latitude", "name"),
    [(-97.5, 35.5, "Oklahoma"), (-122.3, 47.4, "Washington"), (-80.6, 26.5, "Florida"), (-69.0, 45.5, "Maine")],
)
def test_places_lie_in_their_states(longitude, latitude, name):
    assert [state for state, land in states().items() if land.contains(shapely.Point(longitude, latitude))] == [name]


@pytest.mark.parametrize(("longitude", "latitude"), [(-75.7, 45.4), (-90.0, 26.0), (-114.0, 30.0), (-77.0, 24.0)])
def test_other_countries_and_the_sea_lie_outside(longitude, latitude):
    assert not conus().contains(shapely.Point(longitude, latitude))


def test_lines_have_two_columns():
    assert all(line.shape[1] == 2 and len(line) >= 2 for line in (*state_lines(), *neighbour_lines()))
