"""Shapes that cross the antimeridian or contain a pole are converted to the standard form."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.imagery.errors import InvalidScene
from mesocosm.earth.imagery.footprint import box_around, from_box, from_geojson, from_rings, from_shape


def ring(*points: tuple[float, float]) -> dict[str, object]:
    return {"type": "Polygon", "coordinates": [[list(point) for point in (*points, points[0])]]}


CROSSING = [
    ring((179, 0), (-179, 0), (-179, 2), (179, 2)),  # jumps, as Landsat items have it
    ring((179, 0), (181, 0), (181, 2), (179, 2)),  # runs on
    ring((-181, 0), (-179, 0), (-179, 2), (-181, 2)),
    {
        "type": "MultiPolygon",
        "coordinates": [
            [[[179, 0], [180, 0], [180, 2], [179, 2], [179, 0]]],
            [[[-180, 0], [-179, 0], [-179, 2], [-180, 2], [-180, 0]]],
        ],
    },
]


@pytest.mark.parametrize("geometry", CROSSING)
def test_all_spellings_of_a_crossing_box_are_one(geometry: dict[str, object]) -> None:
    shape = from_geojson(geometry)
    assert shape.geom_type == "MultiPolygon"
    assert shape.area == pytest.approx(4.0)  # two by two degrees
    assert box_around(shape) == BoundingBox(west=179, south=0, east=-179, north=2)


def test_a_ring_around_a_pole_holds_it() -> None:
    shape = from_geojson(ring((-135, 85), (-45, 85), (45, 85), (135, 85)))
    assert shape.area == pytest.approx(360 * 5)
    assert shape.covers(shapely.Point(10, 89.9))
    assert box_around(shape) == BoundingBox(west=-180, south=85, east=180, north=90)
    southern = from_geojson(ring((-135, -85), (-45, -85), (45, -85), (135, -85)))
    assert box_around(southern) == BoundingBox(west=-180, south=-90, east=180, north=-85)


def test_a_box_around_the_globe_stays_as_written() -> None:
    shape = from_box(BoundingBox(west=-180, south=-10, east=180, north=10))
    assert shape.area == pytest.approx(360 * 20)
    assert box_around(shape) == BoundingBox(west=-180, south=-10, east=180, north=10)


def test_a_wide_box_is_not_taken_for_a_crossing_one() -> None:
    assert from_box(BoundingBox(west=-170, south=0, east=170, north=1)).area == pytest.approx(340)


def test_holes_stay_holes_over_the_antimeridian() -> None:
    outer = np.array([(178, 0), (-178, 0), (-178, 4), (178, 4), (178, 0)], float)
    hole = np.array([(179, 1), (-179, 1), (-179, 3), (179, 3), (179, 1)], float)
    assert from_rings([[outer, hole]]).area == pytest.approx(16 - 4)


@pytest.mark.parametrize(
    ("geometry", "message"),
    [
        ({"type": "Point", "coordinates": [0, 0]}, "must be a GeoJSON Polygon or MultiPolygon, got 'Point'"),
        (None, "must be a GeoJSON Polygon or MultiPolygon, got None"),
        (ring((0, 0), (1, 0), (2, 0)), "must enclose an area"),
        (ring((0, 0), (1, 91), (2, 0)), "latitudes -90 to 90"),
        ({"type": "Polygon", "coordinates": [["a", "b"]]}, "must hold rings"),
        ({"type": "Polygon", "coordinates": []}, "must hold rings|must enclose"),
    ],
)
def test_what_is_no_footprint(geometry: object, message: str) -> None:
    with pytest.raises(InvalidScene, match=message):
        from_geojson(geometry)


@given(west=st.floats(-180, 180), width=st.floats(0.01, 170), south=st.floats(-90, 89), height=st.floats(0.01, 1))
@settings(max_examples=40, deadline=None)
def test_a_box_comes_back_from_its_footprint(west: float, width: float, south: float, height: float) -> None:
    east = west + width if west + width <= 180 else west + width - 360
    north = min(south + height, 90.0)
    again = box_around(from_box(BoundingBox(west=west, south=south, east=east, north=north)))
    assert (again.south, again.north) == (south, north)
    # Cutting adds and takes 360, which rounds the last bits away: 10⁻¹² degrees are a ten-thousandth of a millimetre.
    assert np.cos(np.radians([again.west - west, again.east - east])) == pytest.approx(1, abs=1e-12)


@given(st.floats(-360, 360), st.floats(-60, 60), st.floats(0.1, 20))
@settings(max_examples=30, deadline=None)
def test_area_is_kept_and_the_form_is_final(x: float, y: float, radius: float) -> None:
    disc = shapely.Point(x, y).buffer(radius)
    shape = from_shape(disc)
    assert shape.area == pytest.approx(disc.area, rel=1e-9)
    assert from_shape(shape).equals(shape)
    west, _, east, _ = shapely.bounds(shape)
    assert -180 <= west <= east <= 180
