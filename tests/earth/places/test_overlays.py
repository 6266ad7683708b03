"""Properties of overlays and measures that hold for all shapes."""

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.earth.geo.measures import area_m2, buffer_metres, length_m
from mesocosm.earth.places.features import Feature, as_geojson, read_geojson
from mesocosm.earth.places.overlays import figures, overlaid

DEGREES = st.floats(-1.0, 1.0, allow_nan=False)


@st.composite
def boxes(draw):
    west, south = draw(DEGREES), draw(DEGREES)
    sides = st.floats(0.01, 0.5)
    return shapely.box(west, 50 + south, west + draw(sides), 50 + south + draw(sides))


@settings(max_examples=40, deadline=None)
@given(st.lists(boxes(), min_size=1, max_size=3), st.lists(boxes(), min_size=1, max_size=1))
def test_inside_and_outside_of_a_zone_make_the_whole(shapes, zones):
    features = [Feature(shape) for shape in shapes]
    grounds = [Feature(zone) for zone in zones]
    inside, outside = (overlaid(features, grounds, kind) for kind in ("intersection", "difference"))
    whole = figures(features)["area_km2"]
    assert figures(inside)["area_km2"] + figures(outside)["area_km2"] == pytest.approx(whole, rel=1e-6)


@settings(max_examples=40, deadline=None)
@given(boxes())
def test_a_feature_survives_its_file(shape):
    (back,) = read_geojson(as_geojson([Feature(shape, {"name": "a", "n": 3})]), "x")
    assert back.properties == {"name": "a", "n": 3}
    assert area_m2(back.shape) == pytest.approx(area_m2(shape), rel=1e-4)


@settings(max_examples=20, deadline=None)
@given(boxes(), st.floats(10.0, 5000.0))
def test_a_buffer_holds_its_shape_and_grows_by_its_rim(shape, metres):
    zone = buffer_metres(shape, metres)
    assert zone.covers(shape.buffer(-1e-9))
    rim = length_m(shapely.LineString(shape.exterior.coords)) * metres + 3.1416 * metres**2
    assert area_m2(zone) - area_m2(shape) == pytest.approx(rim, rel=0.02)
