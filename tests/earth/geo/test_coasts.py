"""Coasts of the Earth, compared with known places."""

import numpy as np
import pytest
import shapely

from mesocosm.earth.geo.backdrop import BareBackdrop, EarthBackdrop
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.coasts import earth_lines


@pytest.fixture(scope="module")
def land():
    lines = [shapely.LineString(line) for line in earth_lines("coast")]
    return shapely.union_all(shapely.get_parts(shapely.polygonize(lines)))


# Places well inland or well out at sea.
@pytest.mark.parametrize(
    ("longitude", "latitude", "dry"),
    [(-1.5, 52.5, True), (-58.0, -32.0, True), (133.9, -23.7, True), (-30.0, 30.0, False), (-150.0, -40.0, False)],
)
def test_lands_and_seas_lie_where_they_are(land, longitude, latitude, dry):
    assert land.contains(shapely.Point(longitude, latitude)) == dry


def test_no_line_runs_along_the_antimeridian_or_the_pole():
    for line in earth_lines("coast"):
        seam = np.abs(line[:, 0]) > 179.98
        assert not (seam[1:] & seam[:-1] & (np.abs(np.diff(line[:, 1])) > 0.05)).any()
        assert line[:, 1].min() > -89


def test_a_border_is_a_border():
    rhine = shapely.Point(7.8, 48.6)  # between France and Germany near Strasbourg
    near = min(shapely.LineString(line).distance(rhine) for line in earth_lines("border"))
    assert near < 0.1


def test_the_states_are_drawn_where_a_map_is_of_them():
    near = EarthBackdrop().lines(BoundingBox(west=-100, south=30, east=-80, north=45))
    far = EarthBackdrop().lines(BoundingBox(west=0, south=30, east=20, north=45))
    assert len(near["border"]) != len(far["border"])
    assert BareBackdrop().lines(BoundingBox(west=0, south=30, east=20, north=45)) == {}


def test_a_close_map_has_no_coarse_coast():
    assert EarthBackdrop().lines(BoundingBox(west=6.4, south=0, east=6.8, north=0.4)) == {}
    assert EarthBackdrop().lines(BoundingBox(west=-180, south=-90, east=180, north=90))["coast"]
    assert EarthBackdrop().lines(BoundingBox(west=170, south=-20, east=-170, north=0))["coast"]
