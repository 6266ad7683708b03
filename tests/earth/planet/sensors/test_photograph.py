"""Photographs: things are where annotations say, shadows point away from the sun, bytes do not depend on windows."""

import dataclasses
import datetime as dt
from itertools import pairwise

import numpy as np
import pytest
from shapely import STRtree
from shapely.geometry import LineString, MultiPolygon, Polygon, box

from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.people.town import Area, Block, Building, Parcel, Site, Street, Town
from mesocosm.earth.planet.people.town import Part as SitePart
from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sensors.painter import Polygons, cover_polygons, paint
from mesocosm.earth.planet.sensors.photo.corners import convex_pieces
from mesocosm.earth.planet.sensors.photo.photograph import annotate, render, take_photograph
from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.scenery_builder import moving_scenery, standing_scenery
from mesocosm.earth.planet.sensors.photo.shapes import disc
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.earth.planet.sensors.photo.traffic import draw_traffic
from mesocosm.earth.planet.sensors.sun import Sun, sun_at
from mesocosm.earth.planet.sensors.window import Window, window_about

REGION = make_region(1, 0, 40)
X, Y = 500_000.0, 5_000_000.0
SUN = sun_at(REGION.latitude, dt.date(2031, 7, 1))


@pytest.fixture(scope="module")
def town():
    """Return a street with six houses, a tennis court, a tank and some trees."""
    place = Place("r000-p00", "Test", X, Y, 0, 500, False, -1)
    houses = [
        Building(
            f"h{k}",
            f"p{k}",
            "house",
            "detached",
            box(X - 60 + 24 * k, Y + 12, X - 48 + 24 * k, Y + 21),
            2,
            8.0,
            1950,
            "brick",
            ("gable", "hip", "flat")[k % 3],
            3,
        )
        for k in range(5)
    ]
    court = Area("a0", "tennis_court", box(X - 50, Y - 40, X - 13.4, Y - 21.7))
    tank = SitePart("k0", "tank", Polygon(disc(np.array([X + 40.0, Y - 35.0]), 12.0, 32)), 12.0)
    site = Site("s0", "tank_farm", box(X + 20, Y - 60, X + 60, Y - 15), (tank,))
    return Town(
        "r000-p00", place, box(X - 200, Y - 200, X + 200, Y + 200), MultiPolygon(), MultiPolygon(),
        MultiPolygon([box(X - 190, Y - 190, X + 190, Y - 100)]),
        (Street("t0", "Main", "primary", LineString([(X - 190, Y), (X + 190, Y)]), 12.0, ""),),
        (), (), (Block("b0", "suburb", box(X - 90, Y + 9, X + 90, Y + 50)),),
        tuple(Parcel(f"p{k}", "b0", box(X - 65 + 24 * k, Y + 9, X - 42 + 24 * k, Y + 50)) for k in range(5)),
        tuple(houses), (court,), (site,), (), np.array([[X - 40.0, Y + 35.0, 4.0, 9.0]]),
    )  # fmt: skip


@pytest.fixture(scope="module")
def sceneries(town):
    return standing_scenery(REGION, town, 180), moving_scenery(REGION, town, dt.date(2031, 7, 1))


@pytest.fixture(scope="module")
def window():
    return window_about(REGION, X, Y, 150.0, 0.5)


def test_a_polygon_holds_the_samples_whose_middles_it_holds():
    # Corners at samples 1, 1 and 4, 3: three columns by two rows.
    corners = np.asarray([[1, 1], [4, 1], [4, 3], [1, 3]]) * 16
    canvas = paint(Polygons(corners, np.asarray([0, 4])), np.asarray([7]), (5, 6))
    assert canvas.sum() == 7 * 6
    assert (canvas[1:3, 1:4] == 7).all()
    assert (cover_polygons(Polygons(corners, np.asarray([0, 4])), (5, 6)) == (canvas == 7)).all()


def test_a_polygon_outside_the_picture_covers_nothing():
    away = Polygons(np.asarray([[200, 200], [400, 200], [400, 400]]), np.asarray([0, 3]))
    assert not cover_polygons(away, (5, 6)).any()
    assert not paint(away, np.asarray([7]), (5, 6)).any()


def test_the_painter_agrees_with_an_independent_one():
    from rasterio.features import rasterize

    draw = np.random.default_rng(5)
    rings = [np.round(draw.uniform(-20, 120, 2) + 30 * draw.uniform(-1, 1, (5, 2)) * 16 / 16, 2) for _ in range(40)]
    hulls = [np.asarray(Polygon(ring).convex_hull.exterior.coords)[:-1] for ring in rings]
    corners = np.round(np.concatenate(hulls) * 16).astype(np.int64)
    starts = np.concatenate([[0], np.cumsum([len(hull) for hull in hulls])])
    ours = paint(Polygons(corners, starts), np.arange(1, 41), (100, 100))
    shapes = [(Polygon(corners[a:b] / 16), k + 1) for k, (a, b) in enumerate(pairwise(starts))]
    theirs = rasterize(shapes, (100, 100), dtype="int32")
    # Middles exactly on an edge may belong to either side.
    assert (ours != theirs).mean() < 0.002


def test_a_box_contains_its_things_pixels(window, sceneries, town):
    annotations = [each for each in annotate(window, sceneries) if each.thing.label == "house"]
    assert len(annotations) == 5
    for each in annotations:
        house = next(b for b in town.buildings if b.id == each.thing.id)
        left, top, right, bottom = each.box
        west, _, _, north = window.bounds
        assert left == pytest.approx((house.outline.bounds[0] - west) / 0.5, abs=0.02)
        assert bottom == pytest.approx((north - house.outline.bounds[1]) / 0.5, abs=0.02)
        assert Polygon(each.oriented).area == pytest.approx((right - left) * (bottom - top), rel=0.01)


def test_a_thing_changes_pixels_inside_its_box_alone(window):
    def picture(with_thing):
        sketch = Sketch()
        sketch.face(
            np.asarray(box(X - 200, Y - 200, X + 200, Y + 200).exterior.coords)[:-1], (100, 120, 80), Layer.LAND
        )
        if with_thing:
            ring = disc(np.array([X + 3.0, Y - 4.0]), 9.0, 24)
            thing = sketch.thing("t", "storage_tank", ring)
            sketch.face(ring, (240, 240, 240), Layer.ROOF, owner=thing)
        return take_photograph(window, (sketch.packed(),), SUN)

    before, after = picture(False), picture(True)
    rows, columns = np.nonzero((before.pixels != after.pixels).any(axis=-1))
    left, top, right, bottom = after.annotations[0].box
    assert columns.min() >= np.floor(left)
    assert columns.max() < np.ceil(right)
    assert rows.min() >= np.floor(top)
    assert rows.max() < np.ceil(bottom)
    # Most of the circle's pixels changed: π r² over the pixel's area.
    assert len(rows) == pytest.approx(np.pi * 18.0**2, rel=0.1)


def test_one_window_gives_the_same_bytes_twice_and_within_another(window, sceneries):
    whole = render(window, sceneries, SUN)
    np.testing.assert_array_equal(whole, render(window, sceneries, SUN))
    part = Window(REGION, window.west_cm + 50 * 80, window.north_cm - 50 * 60, 120, 150, 50)
    np.testing.assert_array_equal(render(part, sceneries, SUN), whole[60:210, 80:200])


def test_a_shadow_falls_away_from_the_sun_by_height_over_tangent():
    sketch = Sketch()
    sketch.face(np.asarray(box(X - 99, Y - 99, X + 99, Y + 99).exterior.coords)[:-1], (200, 200, 200), Layer.LAND, 0)
    ring = np.asarray(box(X - 5, Y - 5, X + 5, Y + 5).exterior.coords)[:-1]
    sketch.shadow(ring, 10.0)
    sketch.face(ring, (255, 0, 0), Layer.ROOF, 0)
    window = window_about(REGION, X, Y, 100.0, 0.5)
    # The sun stands in the south at 45 degrees: the shadow reaches 10 m to the north.
    pixels = render(window, (sketch.packed(),), Sun(45.0, 180.0), haze=0.0)
    middle = pixels[:, 100, 1]
    dark = np.flatnonzero((middle > 20) & (middle < 130))
    assert dark.min() == pytest.approx(100 - 2 * (5 + 10), abs=1)
    assert dark.max() == pytest.approx(100 - 2 * 5, abs=1)


def test_damage_is_marked_and_seen_on_the_damaged_alone(window, town, sceneries):
    levels = {"h0": "none", "h1": "minor", "h2": "major", "h3": "destroyed"}
    after = standing_scenery(REGION, town, 180, levels)
    marks = {t.id: t.attributes["damage"] for t in after.things if t.label == "house"}
    assert marks == {**levels, "h4": "none"}
    before, now = render(window, sceneries[:1], SUN), render(window, (after,), SUN)
    changed = {}
    for each in annotate(window, (after,)):
        if each.thing.label == "house":
            left, top, right, bottom = (round(edge) for edge in each.box)
            part = np.s_[top + 1 : bottom - 1, left + 1 : right - 1]
            changed[each.thing.id] = float((before[part] != now[part]).any(axis=-1).mean())
    assert changed["h0"] == changed["h4"] == 0.0
    assert 0.02 < changed["h1"] < changed["h2"] < changed["h3"]


@pytest.mark.parametrize("hazard", ["wind", "earthquake", "flood", "fire"])
def test_the_worse_the_damage_the_more_of_a_house_changes(window, town, sceneries, hazard):
    def changed(level):
        after = standing_scenery(REGION, town, 180, {"h1": level}, hazard)
        (note,) = (each for each in annotate(window, (after,)) if each.thing.id == "h1")
        assert note.thing.attributes["damage"] == level
        left, top, right, bottom = (round(edge) for edge in note.box)
        part = np.s_[top + 1 : bottom - 1, left + 1 : right - 1]
        return float((render(window, (after,), SUN)[part] != before[part]).any(axis=-1).mean())

    before = render(window, sceneries[:1], SUN)
    none, minor, major, destroyed = (changed(level) for level in ("none", "minor", "major", "destroyed"))
    assert none == 0.0
    assert 0.02 < minor < major < destroyed
    assert destroyed > 0.8


def test_flood_water_hides_the_street_and_not_the_roofs(window, sceneries):
    flooded = np.ones((window.rows, window.columns), bool)
    wet = render(window, sceneries[:1], SUN, flooded=flooded)
    dry = render(window, sceneries[:1], SUN)
    house = next(each for each in annotate(window, sceneries) if each.thing.id == "h1")
    left, top, right, bottom = (round(edge) for edge in house.box)
    np.testing.assert_array_equal(
        wet[top + 4 : bottom - 4, left + 4 : right - 4], dry[top + 4 : bottom - 4, left + 4 : right - 4]
    )
    street = np.s_[window.rows // 2 - 4 : window.rows // 2 + 4]
    assert (wet[street] != dry[street]).any(axis=-1).mean() > 0.95


def test_an_angled_plan_falls_into_two_rectangles():
    ring = [(0.0, 0.0), (12.0, 0.0), (12.0, 8.0), (5.0, 8.0), (5.0, 14.0), (0.0, 14.0)]
    pieces = convex_pieces(ring)
    # The shorter cut gives 12 × 8 and 5 × 6.
    assert sorted(round(Polygon(piece).area) for piece in pieces) == [30, 96]


def test_ships_and_boats_stay_on_the_water(sceneries, town):
    afloat = [thing for thing in sceneries[1].things if thing.label in ("ship", "boat")]
    assert afloat
    assert all(town.standing.buffer(1.0).contains(Polygon(thing.outline)) for thing in afloat)


def test_no_vehicle_stands_in_another_where_streets_cross(town):
    ends = [(X + 40.0 * at, Y + 40.0 * at) for at in range(-5, 6)]
    along = [LineString([(X - 220, y), (X + 220, y)]) for _, y in ends]
    across = [LineString([(x, Y - 220), (x, Y + 220)]) for x, _ in ends]
    lines = [*along, *across]
    streets = tuple(Street(f"s{number}", "", "primary", line, 8.0, "") for number, line in enumerate(lines))
    sketch = Sketch()
    draw_traffic(sketch, dataclasses.replace(town, streets=streets), np.random.default_rng(1))
    vehicles = [Polygon(thing.outline) for thing in sketch.things]
    assert len(vehicles) > 100
    assert all(one == other for one, other in STRtree(vehicles).query(vehicles, "intersects").T.tolist())
