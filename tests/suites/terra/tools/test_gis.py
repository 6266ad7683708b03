"""Places, maps and measures: against hand-worked values, equal-area planes and files of a small map."""

import inspect
import json
import math

import numpy as np
import pytest
import shapely
from tests.earth.places.streets import STREETS
from tests.suites.terra.tools.map_making import CALLS, OneTown, raster_in_degrees, raster_in_metres, wrong_calls

from mesocosm.earth.geo.measures import area_m2, band_area_m2, buffer_metres, distances_m, length_m
from mesocosm.earth.imagery.raster import as_geotiff
from mesocosm.earth.places.features import Feature, as_geojson, read_geojson
from mesocosm.errors import InvalidArguments, InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.arguments import box_of
from mesocosm.suites.terra.inputs.geodata import opened_features
from mesocosm.suites.terra.tools import gis
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

DEGREE_M = 111_319.490793
"""Of longitude on the equator of WGS 84: 6 378 137 m × π / 180."""


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        space.write_bytes("map.osm", STREETS)
        yield space


def zones(workspace, *shapes, name="zones.geojson"):
    workspace.write_bytes(name, as_geojson([Feature(shape, {"name": str(at)}) for at, shape in enumerate(shapes)]))
    return name


def test_a_place_is_resolved_to_a_box_that_other_tools_take():
    found = gis.resolve_place(OneTown(), "Smalltown").data["place"]
    assert found["box"] == [0.0, 0.0, 0.03, 0.01]
    assert found["point"] == [0.01, 0.005]


def test_defect_18_one_order_of_boxes_which_is_checked(workspace):
    box = gis.resolve_place(OneTown(), "Smalltown").data["place"]["box"]
    path = gis.fetch_map(OneTown(), workspace, box).data["path"]
    assert gis.features(workspace, path, "highway", box=box).data["count"] == 6
    checker = make("gis.fetch_map", gis.fetch_map)
    with pytest.raises(InvalidArguments, match="west, south, east, north"):
        checker.check({"box": [60.3, 24.9, 60.1, 24.8]})  # north before south: the order of another service
    with pytest.raises(InvalidArguments, match="south lies in ±90, got 120"):
        checker.check({"box": [10.0, 120.0, 11.0, 121.0]})


def test_an_unknown_place_is_told():
    with pytest.raises(ToolError, match="'Nowhere' is no place"):
        gis.resolve_place(OneTown(), "Nowhere")


def test_reverse_geocoding_gives_geodesic_distance():
    row = gis.reverse_geocode(OneTown(), [0.02, 0.005]).data["places"][0]
    assert row["distance_km"] == pytest.approx(DEGREE_M * 0.01 / 1e3, abs=5e-4)


def test_defect_20_features_go_to_a_file_not_into_the_answer(workspace):
    output = gis.features(workspace, "map.osm", "highway", ["residential"])
    assert output.data["count"] == 5
    assert "coordinates" not in json.dumps(output.data)
    assert len(output.text) < 300
    held = read_geojson(workspace.read_bytes(output.data["path"]), "x")
    assert {each.properties["osm_id"] for each in held} == {"w11", "w12", "w13", "w14", "w15"}


def test_defect_19_another_result_never_replaces_a_file(workspace):
    first = gis.features(workspace, "map.osm", "highway", ["residential"]).data["path"]
    assert gis.features(workspace, "map.osm", "highway", ["primary"]).data["path"] != first


def test_features_by_kind_of_shape_and_without_any(workspace):
    assert gis.features(workspace, "map.osm", "amenity", geometry="point").data["count"] == 1
    assert gis.features(workspace, "map.osm", "building", geometry="area").data["count"] == 1
    with pytest.raises(ToolError, match="holds no such feature with the tag 'shop'; its tags: "):
        gis.features(workspace, "map.osm", "shop")
    with pytest.raises(ToolError, match="holds no such feature"):
        gis.features(workspace, "map.osm", "amenity", box=[5.0, 5.0, 6.0, 6.0])


LAKE = b"""<osm><node id="1" lon="0" lat="0"/><node id="2" lon="0.01" lat="0"/><node id="3" lon="0" lat="0.01"/>
<way id="1"><nd ref="1"/><nd ref="2"/></way><way id="2"><nd ref="2"/><nd ref="3"/><nd ref="1"/></way>
<relation id="8"><member type="way" ref="1" role="outer"/><member type="way" ref="2" role="outer"/>
<tag k="type" v="multipolygon"/><tag k="natural" v="water"/></relation>
<relation id="9"><member type="way" ref="1" role="outer"/><member type="way" ref="77" role="outer"/>
<tag k="type" v="multipolygon"/><tag k="natural" v="water"/></relation></osm>"""


def test_multipolygons_that_make_no_area_are_counted_with_the_reason(workspace):
    workspace.write_bytes("lake.osm", LAKE)
    reasons = {"some of its ways lie beyond the map": 1}
    for output in (
        gis.features(workspace, "lake.osm", "natural", ["water"], geometry="area"),
        gis.feature_statistics(workspace, "lake.osm"),
        gis.describe_features(workspace, "lake.osm"),
    ):
        assert output.data["left_out"] == reasons
        assert "make no area here: 1 (1: some of its ways lie beyond the map)" in output.text
    path = gis.features(workspace, "lake.osm", "natural", ["water"]).data["path"]
    held = read_geojson(workspace.read_bytes(path), "x")
    assert [each.properties["osm_id"] for each in held] == ["r8"]
    assert "left_out" not in gis.features(workspace, "map.osm", "highway").data


def test_statistics_are_on_the_ellipsoid(workspace):
    groups = gis.feature_statistics(workspace, "map.osm", "highway").data["groups"]
    assert groups["primary"]["length_km"] == pytest.approx(0.02 * DEGREE_M / 1e3, abs=5e-7)
    square = shapely.box(0, 0, 1, 1)
    # Karney's planimeter gives 12 308 778 361.469 m² between geodesics. The northern one rises above its parallel by
    # sin φ Δλ² / 8, which over the square makes 2/3 of 4.23 m × 111 303 m.
    assert area_m2(square) == pytest.approx(12_308_778_361.469 - 2 / 3 * 4.23 * 111_303, abs=3000)
    assert area_m2(square) == pytest.approx(float(band_area_m2(np.array(0.0), np.array(1.0), 1.0)), rel=1e-8)
    assert length_m(shapely.LineString([(0, 0), (0, 1)])) == pytest.approx(110_574.3886, abs=1e-3)  # of the meridian


def test_groups_that_a_text_leaves_out_are_counted(workspace):
    roads = [Feature(shapely.LineString([(0, 0), (0, 1)]), {"ref": f"A{number}"}) for number in range(13)]
    workspace.write_bytes("roads.geojson", as_geojson(roads))
    output = gis.feature_statistics(workspace, "roads.geojson", "ref")
    assert output.text.endswith("and 4 more")  # of all, and of each of 13 roads, ten lines
    assert len(output.data["groups"]) == 13


def test_areas_agree_with_an_equal_area_plane():
    import geopandas

    shapes = [shapely.Point(x, y).buffer(0.05) for x, y in ((5, 60), (-70, -33), (140, 36))]
    holed = shapes[0].difference(shapely.Point(5, 60).buffer(0.02))
    plane = geopandas.GeoSeries([*shapes, holed], crs=4326).to_crs(6933).area  # EASE-Grid 2.0
    for shape, area in zip([*shapes, holed], plane, strict=True):
        assert area_m2(shape) == pytest.approx(area, rel=2e-6)


def test_distances_are_geodesic():
    data = gis.distance_matrix([[174.81, -41.32]], [[-5.50, 40.96], [174.81, -41.32]]).data
    assert data["kilometres"][0][0] == pytest.approx(19_959.679267, abs=1e-5)  # GeographicLib's own example
    assert data["nearest"] == [1]


@pytest.mark.parametrize("latitude", [0.0, 45.0, -70.0])
def test_a_buffer_is_as_wide_as_it_says_everywhere(latitude):
    zone = buffer_metres(shapely.Point(20.0, latitude), 1000.0)
    away = distances_m([(20.0, latitude)], list(zone.exterior.coords))
    assert np.abs(away - 1000.0).max() < 1e-3
    corners = 128  # a polygon of so many corners is smaller than its circle by a known share
    share = math.sin(2 * math.pi / corners) / (2 * math.pi / corners)
    assert area_m2(zone) == pytest.approx(math.pi * 1e6 * share, rel=1e-5)


def test_buffers_of_a_file_may_be_joined(workspace):
    apart = gis.buffer(workspace, "map.osm", 50.0)
    joined = gis.buffer(workspace, "map.osm", 50.0, dissolve=True)
    assert (apart.data["count"], joined.data["count"]) == (9, 1)
    assert 0 < joined.data["area_km2"] < apart.data["area_km2"]
    with pytest.raises(InvalidRecord, match="crosses the antimeridian"):
        buffer_metres(shapely.Point(180.0, 10.0), 1000.0)
    with pytest.raises(InvalidRecord, match="too large for a zone"):
        buffer_metres(shapely.box(0, 0, 30, 5), 1000.0)


def test_an_overlay_counts_every_zone(workspace):
    left, right = shapely.box(-0.005, -0.005, 0.005, 0.005), shapely.box(0.0025, -0.005, 0.015, 0.005)
    output = gis.overlay(workspace, "map.osm", zones(workspace, left, right), "intersection")
    parts = read_geojson(workspace.read_bytes(output.data["path"]), "x")
    main = {p.properties["zone_name"]: length_m(p.shape) for p in parts if p.properties.get("name") == "Main"}
    assert main == pytest.approx({"0": 0.005 * DEGREE_M, "1": 0.0125 * DEGREE_M}, rel=1e-6)


def test_overlays_add_up(workspace):
    zone = zones(workspace, shapely.box(-0.005, -0.005, 0.012, 0.006))
    whole = gis.feature_statistics(workspace, "map.osm").data["all"]
    inside = gis.overlay(workspace, "map.osm", zone, "intersection").data
    outside = gis.overlay(workspace, "map.osm", zone, "difference").data
    assert inside["length_km"] + outside["length_km"] == pytest.approx(whole["length_km"], rel=1e-6)
    assert inside["area_km2"] + outside["area_km2"] == pytest.approx(whole["area_km2"], rel=1e-6)


def test_within_touching_and_none(workspace):
    zone = zones(workspace, shapely.box(-0.005, -0.005, 0.015, 0.005))
    assert gis.overlay(workspace, "map.osm", zone, "within").data["count"] == 1  # the hospital
    assert gis.overlay(workspace, "map.osm", zone, "touching").data["count"] == 5
    far = zones(workspace, shapely.box(50, 50, 51, 51), name="far.geojson")
    assert gis.overlay(workspace, "map.osm", far, "within").data == {
        "path": None, "count": 0, "length_km": 0.0, "area_km2": 0.0, "of": 9
    }  # fmt: skip
    assert gis.overlay(workspace, "map.osm", far, "union").data["count"] == 1


def test_a_population_is_shared_by_the_cells_it_lies_in(workspace):
    people = raster_in_degrees([[10.0, 20.0], [30.0, np.nan]])
    workspace.write_bytes("people.tif", as_geotiff(people))
    row = gis.zonal_statistics(workspace, "people.tif", zones(workspace, shapely.box(0, 0.5, 1.5, 2))).data["zones"][0]
    assert row["total"] == pytest.approx(10 + 0.5 * 20 + 0.5 * 30)
    assert row["covered_share"] == pytest.approx(1.0)
    assert row["pixels"] == 3
    assert row["missing_share"] == pytest.approx(0.25 / 2.25, rel=1e-3)  # cells are nearly equal about the equator


def test_a_zone_outside_of_the_raster_has_no_value_and_is_named(workspace):
    workspace.write_bytes("grid.tif", as_geotiff(raster_in_degrees([[10.0, 20.0], [30.0, 40.0]])))
    inside, far = shapely.box(0, 1, 1, 2), shapely.box(50, 50, 51, 51)
    output = gis.zonal_statistics(workspace, "grid.tif", zones(workspace, inside, far))
    assert output.text.splitlines()[1] == "1: outside of the raster, no value"
    assert [row["mean"] for row in output.data["zones"]] == [10.0, None]
    assert output.data["outside"] == ["1"]
    json.dumps(output.data, allow_nan=False)
    with pytest.raises(ToolError, match=r"no zone meets a pixel of the raster, which covers \[0, 0, 2, 2\]"):
        gis.zonal_statistics(workspace, "grid.tif", zones(workspace, far, name="far.geojson"))


def test_a_zone_without_a_value_says_so(workspace):
    workspace.write_bytes("empty.tif", as_geotiff(raster_in_degrees(np.full((2, 2), np.nan))))
    output = gis.zonal_statistics(workspace, "empty.tif", zones(workspace, shapely.box(0, 0, 1, 1)))
    assert output.text == "0: no pixel has a value"


def test_zones_by_middles_and_touching_agree_with_rasterio(workspace):
    from rasterio.features import geometry_mask

    values = np.arange(100.0).reshape(10, 10)
    raster = raster_in_metres(values)
    workspace.write_bytes("grid.tif", as_geotiff(raster))
    outline = shapely.Polygon([(9.0007, 45.147), (9.0093, 45.1495), (9.0112, 45.1425), (9.0031, 45.1431)])
    zone = zones(workspace, outline)
    from mesocosm.earth.places.zones import in_plane

    place = in_plane(raster, outline)
    for counting, touched in (("middle", False), ("touched", True)):
        row = gis.zonal_statistics(workspace, "grid.tif", zone, counting=counting).data["zones"][0]
        inside = ~geometry_mask([shapely.geometry.mapping(place)], (10, 10), raster.transform, all_touched=touched)
        assert row["pixels"] == inside.sum()
        assert row["mean"] == pytest.approx(values[inside].mean())
    shared = gis.zonal_statistics(workspace, "grid.tif", zone).data["zones"][0]
    assert shared["area_km2"] == pytest.approx(area_m2(outline) / 1e6 * shared["covered_share"], rel=1e-4)


def test_the_edges_of_a_zone_are_bent_in_the_plane_of_a_raster(workspace):
    """The mean latitude of a box is worked by hand, the mean of φ weighted by cos φ; on chords it is off by 0.0026."""
    from pyproj import Proj

    x, y = np.meshgrid(420_250 + 500.0 * np.arange(320), 5_049_750 - 500.0 * np.arange(160))
    latitudes = Proj("EPSG:32632")(x, y, inverse=True)[1]
    raster = raster_in_metres(latitudes, pixel_m=500.0, west=420_000.0, north=5_050_000.0)
    workspace.write_bytes("latitudes.tif", as_geotiff(raster))
    zone = zones(workspace, shapely.box(8.05, 45.1, 9.95, 45.5))
    row = gis.zonal_statistics(workspace, "latitudes.tif", zone).data["zones"][0]
    south, north = math.radians(45.1), math.radians(45.5)
    upper, lower = (edge * math.sin(edge) + math.cos(edge) for edge in (north, south))
    mean = math.degrees((upper - lower) / (math.sin(north) - math.sin(south)))
    assert row["covered_share"] == pytest.approx(1.0, abs=1e-6)
    assert row["mean"] == pytest.approx(mean, abs=1e-4)


def test_a_field_of_a_netcdf_file_is_reduced_too(workspace):
    import xarray as xr

    from mesocosm.suites.terra.inputs.files import saved_fields

    axes = {"latitude": [0.5, 1.5], "longitude": [0.5, 1.5]}
    values = xr.DataArray([[1.0, 1.0], [5.0, 5.0]], axes, ("latitude", "longitude"), attrs={"units": "K"})
    path = saved_fields(workspace, "south and north", xr.Dataset({"t": values}))
    north = zones(workspace, shapely.box(0, 1, 2, 2))
    data = gis.zonal_statistics(workspace, path, north).data
    assert (data["unit"], data["zones"][0]["mean"]) == ("K", 5.0)


def test_a_map_is_read_and_measured_once(workspace):
    first, _ = opened_features(workspace, "map.osm")
    whole = [dict(each.properties) for each in first]
    gis.buffer(workspace, "map.osm", 10.0, numbers={"intensity": 1.0})
    gis.feature_statistics(workspace, "map.osm", "highway")
    workspace.write_bytes("copy.osm", STREETS)
    again, inputs = opened_features(workspace, "copy.osm")
    assert all(kept is other for kept, other in zip(first, again, strict=True))
    assert [each.properties for each in again] == whole
    assert list(inputs) == ["copy.osm"]
    workspace.write_bytes("other.osm", STREETS.replace(b"Main", b"High Street"))
    assert "High Street" in {each.properties.get("name") for each in opened_features(workspace, "other.osm")[0]}
    workspace.write_bytes("bad.osm", STREETS[:700])
    with pytest.raises(ToolError, match=r"'bad.osm' is not XML: unclosed token"):
        opened_features(workspace, "bad.osm")


def test_what_a_file_holds_is_told(workspace):
    data = gis.describe_features(workspace, "map.osm").data
    assert data["count"] == 9
    assert data["kinds"] == {"point": 1, "line": 7, "area": 1}
    assert data["box"] == [0.0, 0.0, 0.51, 0.5]


def test_a_file_of_empty_shapes_has_no_box(workspace):
    """JSON has no word for numbers that are none."""
    empty = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": []}}
    workspace.write_bytes("empty.geojson", json.dumps({"type": "FeatureCollection", "features": [empty]}).encode())
    output = gis.describe_features(workspace, "empty.geojson")
    assert (output.data["count"], output.data["box"]) == (1, None)
    assert "nan" not in output.text
    json.dumps(output.data, allow_nan=False)


def test_the_planet_names_its_places_and_draws_its_maps(workspace):
    from tests.earth.planet.micro import MICRO

    from mesocosm.earth.places.planet_places import PlanetGazetteer, PlanetMaps
    from mesocosm.earth.planet.planet import Planet

    planet = Planet(1, MICRO)
    gazetteer = PlanetGazetteer(planet)
    town = planet.settlement("r000").places[0]
    found = gis.resolve_place(gazetteer, town.name.upper()).data["place"]
    assert found["id"] == town.id
    lost = gis.resolve_place(gazetteer, town.name[:-1])  # a letter
    assert lost.data["place"]["id"] == town.id
    assert f"this name differs from {town.name[:-1]!r}, which was asked for" in lost.text
    assert "differs" not in gis.resolve_place(gazetteer, town.name).text
    assert gis.reverse_geocode(gazetteer, found["point"]).data["places"][0]["distance_km"] < 0.001
    region = gis.resolve_place(gazetteer, "r000").data["place"]["box"]
    maps = PlanetMaps(planet)
    wide = gis.fetch_map(maps, workspace, region)
    path = wide.data["path"]
    held = gis.features(workspace, path, "place").data
    assert held["count"] == len(planet.settlement("r000").places)
    assert f"points alone in it, without streets and buildings: {held['count']}" in wide.text
    sides = wide.data["boxes_with_streets"]
    assert list(sides) == [town.name]  # the one that is drawn
    assert maps.without_streets(box_of(sides[town.name])) == []
    assert f"the streets of {town.name} are on the map of the box {sides[town.name]}" in wide.text
    roads = gis.features(workspace, path, "highway").data
    plane = sum(road.line.length for road in planet.settlement("r000").roads if road.kind != "railway") / 1e3
    assert roads["length_km"] == pytest.approx(plane, rel=1.2e-3)  # the plane's scale lies within 0.04 to 0.1 %
    with pytest.raises(ToolError, match="no map covers the box"):
        gis.fetch_map(PlanetMaps(planet), workspace, [-1.0, -61.0, 0.0, -60.0])
    with pytest.raises(ToolError, match="west must not exceed east"):
        gis.fetch_map(PlanetMaps(planet), workspace, [region[2], region[1], region[0], region[3]])


@pytest.mark.parametrize("count", CALLS)
@pytest.mark.parametrize("name", [name for name, f in inspect.getmembers(gis) if hasattr(f, "__mesocosm_tool__")])
def test_bad_input_is_refused_and_leaves_nothing(workspace, name, count):
    workspace.write_bytes("broken.osm", STREETS[:700])
    workspace.write_bytes("words.txt", b"plain words")
    workspace.write_bytes("empty.geojson", b'{"type": "FeatureCollection", "features": []}')
    workspace.write_bytes("odd.geojson", b'{"type": "Feature", "geometry": {"type": "Point"}}')
    workspace.write_bytes("people.tif", as_geotiff(raster_in_degrees([[10.0, 20.0], [30.0, np.nan]])))
    zones(workspace, shapely.box(0, 0, 1, 1))
    files = [file.path for file in workspace.files()] + ["absent.tif", "../secret"]
    tool = make(f"gis.{name}", getattr(gis, name))
    draw = np.random.default_rng(7)
    assert list(wrong_calls(tool, (workspace, OneTown()), draw, files, count)) == []
