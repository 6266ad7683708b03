"""Ways along roads: hand-worked on a ladder of streets, and against another library's Dijkstra."""

import inspect
import json

import numpy as np
import pytest
import shapely
from tests.earth.places.streets import STREETS
from tests.suites.terra.tools.map_making import CALLS, wrong_calls

from mesocosm.earth.geo.measures import area_m2
from mesocosm.earth.places.features import Feature, as_geojson, read_geojson
from mesocosm.earth.places.roads import directions, read_roads, speed_km_h
from mesocosm.earth.places.routes import single_links, times_s
from mesocosm.errors import ToolError
from mesocosm.suites.terra.tools import routing
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

EAST_M = 1113.19490793
"""0.01 degrees of longitude on the equator; northward it is 1105.743 m."""
NORTH_M = 1105.742727


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        space.write_bytes("map.osm", STREETS)
        yield space


def test_the_fastest_way_is_not_the_shortest(workspace):
    # To node 5 by Main and Cross: 1113 m at 70 and 1106 m at 30 from node 2; by way 11 and 12: 1106 at 30, 1113 at 50.
    data = routing.route(workspace, "map.osm", [0.0, 0.0], [0.02, 0.01]).data
    seconds = 2 * EAST_M / (70 / 3.6) + NORTH_M / (30 / 3.6)
    assert data["minutes"] == pytest.approx(seconds / 60, abs=1e-5)
    assert data["length_km"] == pytest.approx((2 * EAST_M + NORTH_M) / 1e3, abs=1e-5)
    assert data["roads"] == ["Main", "Cross"]
    line = read_geojson(workspace.read_bytes(data["path"]), "x")[0].shape
    assert list(line.coords) == [(0.0, 0.0), (0.01, 0.0), (0.02, 0.0), (0.02, 0.01)]


def test_one_way_streets_are_kept(workspace):
    there = routing.route(workspace, "map.osm", [0.01, 0.0], [0.01, 0.01]).data
    back = routing.route(workspace, "map.osm", [0.01, 0.01], [0.01, 0.0]).data
    assert there["minutes"] == pytest.approx(NORTH_M / (30 / 3.6) / 60, abs=1e-5)
    seconds = EAST_M / (50 / 3.6) + NORTH_M / (30 / 3.6) + EAST_M / (70 / 3.6)
    assert back["minutes"] == pytest.approx(seconds / 60, abs=1e-5)
    on_foot = routing.route(workspace, "map.osm", [0.01, 0.01], [0.01, 0.0], mode="walk").data
    assert on_foot["minutes"] == pytest.approx(NORTH_M / (4.8 / 3.6) / 60, abs=1e-5)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"oneway": "-1"}, (False, True)),
        ({"oneway": "yes"}, (True, False)),
        ({"oneway": "no", "junction": "roundabout"}, (True, True)),
        ({"junction": "roundabout"}, (True, False)),
        ({}, (True, True)),
    ],
)
def test_directions_follow_the_tags(tags, expected):
    assert directions(tags, "drive") == expected


def test_speeds_follow_the_sign_then_the_class():
    assert speed_km_h({"highway": "primary", "maxspeed": "30 mph"}, "drive") == pytest.approx(48.28032)
    assert speed_km_h({"highway": "primary", "maxspeed": "walk"}, "drive") == 70.0
    assert speed_km_h({"highway": "motorway", "maxspeed": "120"}, "cycle") == 15.0


def test_defect_24_travel_times_without_another_services_signature(workspace):
    data = routing.travel_times(workspace, "map.osm", [[0.0, 0.0], [0.5, 0.5]], [[0.02, 0.0], [0.51, 0.5]]).data
    assert data["minutes"][0] == [pytest.approx(2 * EAST_M / (70 / 3.6) / 60, abs=1e-5), None]
    assert data["minutes"][1][0] is None
    assert data["moved_m"] == [[0.0, 0.0], [0.0, 0.0]]


def test_times_agree_with_another_librarys_dijkstra():
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    roads = read_roads(STREETS, "drive", "map")
    nodes = list(roads.graph)
    number = {node: at for at, node in enumerate(nodes)}
    edges = [
        (number[start], number[end], attributes["seconds"]) for start, end, attributes in roads.graph.edges(data=True)
    ]
    rows, columns, seconds = zip(*edges, strict=True)
    expected = dijkstra(csr_array((seconds, (rows, columns)), (len(nodes), len(nodes))))
    expected[np.isinf(expected)] = np.nan
    np.testing.assert_allclose(times_s(roads, nodes, nodes), expected, rtol=1e-12)


def test_points_far_from_roads_are_refused(workspace):
    with pytest.raises(ToolError, match="km from the nearest road; at most 5"):
        routing.route(workspace, "map.osm", [0.0, 0.0], [0.25, 0.25])
    with pytest.raises(ToolError, match="no way leads"):
        routing.route(workspace, "map.osm", [0.0, 0.0], [0.5, 0.5])


def test_the_nearest_facility_is_reached_first_not_as_the_crow_flies(workspace):
    places = [shapely.Point(0.01, 0.0), shapely.Point(0.03, 0.01)]
    features = [Feature(place, {"name": name}) for place, name in zip(places, ("West", "East"), strict=True)]
    workspace.write_bytes("clinics.geojson", as_geojson(features))
    # From node 4 West is nearer, but the street to it runs the other way: 1113 m at 50 and 1113 m at 30 to East.
    rows = routing.nearest_facility(workspace, "map.osm", "clinics.geojson", [[0.01, 0.01], [0.5, 0.5]]).data["nearest"]
    assert rows[0]["name"] == "East"
    assert rows[0]["minutes"] == pytest.approx((EAST_M / (50 / 3.6) + EAST_M / (30 / 3.6)) / 60, abs=1e-5)
    assert rows[1] == {"facility": None, "name": None, "minutes": None}


def test_how_far_facilities_lie_from_roads_is_told(workspace):
    """0.001 degrees of latitude are 110.6 m, on the ellipsoid at the equator; 0.02 are 2.21 km."""
    near, far = shapely.Point(0.0, -0.001), shapely.Point(0.01, -0.02)
    workspace.write_bytes("near.geojson", as_geojson([Feature(near, {"name": "Near"})]))
    output = routing.nearest_facility(workspace, "map.osm", "near.geojson", [[0.0, 0.0]])
    assert output.data["facilities_moved_most_m"] == pytest.approx(110.6, abs=0.5)
    assert "facilities moved to roads by at most 111 m" in output.text
    assert "note" not in output.text
    both = [Feature(near, {"name": "Near"}), Feature(far, {"name": "Far"})]
    workspace.write_bytes("both.geojson", as_geojson(both))
    output = routing.nearest_facility(workspace, "map.osm", "both.geojson", [[0.0, 0.0]])
    assert "note: 1 of 2 facilities lie over 1 km from a road, Far 2.2" in output.text


def test_a_service_area_ends_where_the_time_is_up(workspace):
    # 30 s at 70 km/h are 583.33 m to the east of node 1, and a rim of 50 m with two round ends.
    data = routing.reach(workspace, "map.osm", [0.0, 0.0], [0.5], reach_m=50.0).data
    assert data["areas"][0]["area_km2"] == pytest.approx((583.3333 * 100 + np.pi * 50**2) / 1e6, rel=2e-4)
    both = routing.reach(workspace, "map.osm", [0.0, 0.0], [5.0, 1.0]).data
    small, large = read_geojson(workspace.read_bytes(both["path"]), "x")
    assert large.shape.covers(small.shape.buffer(-1e-7))
    assert area_m2(large.shape) > area_m2(small.shape)


def test_areas_that_the_edge_of_the_map_cuts_say_so(workspace):
    """Eleven streets each way, 1.1 km apart, 40 km/h: the map is 11 km wide, and its middle 5.5 km from the rim."""
    places = {(x, y): 1 + 11 * y + x for x in range(11) for y in range(11)}
    nodes = "".join(f'<node id="{n}" lon="{x / 100}" lat="{y / 100}"/>' for (x, y), n in places.items())
    lines = [[places[x, y] for x in range(11)] for y in range(11)] + [
        [places[x, y] for y in range(11)] for x in range(11)
    ]
    road = '<tag k="highway" v="unclassified"/>'
    ways = "".join(
        f'<way id="{at}">{"".join(f"""<nd ref="{n}"/>""" for n in line)}{road}</way>' for at, line in enumerate(lines)
    )
    workspace.write_text("grid.osm", f"<osm>{nodes}{ways}</osm>")
    output = routing.reach(workspace, "grid.osm", [0.05, 0.05], [4, 9, 60, 90])  # 2.7, 6, 40 and 60 km
    assert [area["at_map_edge"] for area in output.data["areas"]] == [False, True, True, True]
    assert [area["all_roads"] for area in output.data["areas"]] == [False, False, True, True]
    assert output.data["areas"][2]["area_km2"] == output.data["areas"][3]["area_km2"]
    assert "from 9 min on the area comes to the edge of the map" in output.text
    assert output.text.endswith("from 60 min on all roads of the map that lead on from the point are reached")


def test_connectivity_names_what_cuts_most_off(workspace):
    data = routing.connectivity(workspace, "map.osm").data
    assert data["parts"] == 2
    assert data["largest_parts"] == [6, 2]
    assert (data["junctions"], data["dead_ends"]) == (2, 4)
    length = 4 * EAST_M + 2 * NORTH_M + data["length_km"] * 0
    island = 1113.1525  # at half a degree north a degree of longitude is shorter by cos 0.5°
    assert data["length_km"] == pytest.approx((length + island) / 1e3, abs=1e-4)
    links = single_links(read_roads(STREETS, "drive", "map"), 10)
    # Main west of node 2 and Spur hang by one end and cut off nothing but themselves; so does the island.
    assert sorted(link.properties["name"] for link, _ in links) == ["Island", "Main", "Spur"]
    assert [km for _, km in links] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("lon", ["nan", "inf", "200"])
def test_a_map_with_a_node_off_the_globe_is_refused(workspace, lon):
    workspace.write_bytes("odd.osm", STREETS.replace(b"</osm>", f'<node id="77" lon="{lon}" lat="0"/></osm>'.encode()))
    for ask in (
        lambda: routing.travel_times(workspace, "odd.osm", [[0.0, 0.0]], [[0.01, 0.0]]),
        lambda: routing.connectivity(workspace, "odd.osm"),
    ):
        with pytest.raises(ToolError, match="node 77 must lie in ±180 and ±90 degrees"):
            ask()


@pytest.mark.parametrize("speed", ["0." + "0" * 330 + "1", "9" * 400])
def test_a_speed_that_nobody_drives_is_none(speed):
    """Hours without end, or none at all, are no numbers of JSON."""
    assert speed_km_h({"highway": "residential", "maxspeed": speed}, "drive") == 30.0


def test_a_network_without_length_is_told_in_json(workspace):
    """At the pole all longitudes are one place."""
    nodes = "".join(f'<node id="{at}" lon="{at}" lat="90"/>' for at in (1, 2))
    way = '<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>'
    workspace.write_bytes("pole.osm", f"<osm>{nodes}{way}</osm>".encode())
    output = routing.connectivity(workspace, "pole.osm")
    json.dumps(output.data, allow_nan=False)
    assert "nan" not in output.text


def test_a_link_between_two_halves_cuts_off_the_lighter_one():
    # Two triangles of three streets each, joined by one street between nodes 1 and 4.
    places = {1: (0, 0), 2: (0.01, 0), 3: (0, 0.01), 4: (-0.01, 0), 5: (-0.03, 0), 6: (-0.01, 0.02)}
    nodes = "".join(f'<node id="{n}" lon="{x}" lat="{y}"/>' for n, (x, y) in places.items())
    pairs = [(1, 2), (2, 3), (3, 1), (1, 4), (4, 5), (5, 6), (6, 4)]
    ways = "".join(
        f'<way id="{at}"><nd ref="{a}"/><nd ref="{b}"/><tag k="highway" v="service"/></way>'
        for at, (a, b) in enumerate(pairs)
    )
    ((link, km),) = single_links(read_roads(f"<osm>{nodes}{ways}</osm>".encode(), "drive", "two"), 10)
    assert link.properties["way"] == "3"
    hypotenuse = float(np.hypot(EAST_M, NORTH_M))
    assert km == pytest.approx((EAST_M + NORTH_M + hypotenuse) / 1e3, rel=1e-6)


def test_closures_by_name_and_by_zone(workspace):
    data = routing.closures(workspace, "map.osm", roads=["Spur"]).data
    assert (data["before"]["parts"], data["after"]["parts"]) == (2, 3)
    flood = shapely.box(0.012, -0.001, 0.018, 0.011)
    workspace.write_bytes("flood.geojson", as_geojson([Feature(flood)]))
    data = routing.closures(workspace, "map.osm", zones="flood.geojson").data
    assert data["after"]["parts"] == 3  # Main and way 12 are cut between their nodes
    assert data["before"]["length_km"] - data["after"]["length_km"] == pytest.approx(2 * EAST_M / 1e3, abs=2e-5)
    with pytest.raises(ToolError, match="'Nowhere Lane', which is no road"):
        routing.closures(workspace, "map.osm", roads=["Nowhere Lane"])
    with pytest.raises(ToolError, match="nothing is closed"):
        routing.closures(workspace, "map.osm")


def test_roads_are_closed_by_the_file_of_a_hazard_or_by_zones(workspace):
    shut = {"closures": [{"ways": ["10", "16"], "from_s": 0, "to_s": None}], "slowdowns": []}  # 16 is a foot path
    workspace.write_text("closures.json", json.dumps(shut))
    workspace.write_bytes("flood.geojson", as_geojson([Feature(shapely.box(0.012, -0.001, 0.018, 0.001))]))
    ends = [[0.01, 0.0]], [[0.02, 0.0]]
    # Without Main between nodes 2 and 3: by way 11 at 30, way 12 at 50, Cross at 30.
    around = 2 * NORTH_M / (30 / 3.6) + EAST_M / (50 / 3.6)
    for closed in ({"closures": "closures.json"}, {"zones": "flood.geojson"}):
        output = routing.travel_times(workspace, "map.osm", *ends, **closed)
        assert output.data["minutes"] == [[pytest.approx(around / 60, abs=1e-5)]]
        way = routing.route(workspace, "map.osm", ends[0][0], ends[1][0], **closed)
        assert way.data["minutes"] == output.data["minutes"][0][0]
        assert way.inputs.keys() == {"map.osm", *closed.values()}
    assert f"{EAST_M / 1e3:.3f} of" in output.text.splitlines()[-1]
    area = routing.reach(workspace, "map.osm", [0.0, 0.0], [5.0], reach_m=50.0, closures="closures.json").data["areas"]
    assert area[0]["area_km2"] == pytest.approx(np.pi * 50**2 / 1e6, rel=2e-3)  # Main alone leads on
    workspace.write_bytes("clinic.geojson", as_geojson([Feature(shapely.Point(0.02, 0.0), {"name": "East"})]))
    output = routing.nearest_facility(workspace, "map.osm", "clinic.geojson", ends[0], zones="flood.geojson").data
    assert output["nearest"][0]["minutes"] == pytest.approx(around / 60, abs=1e-5)
    with pytest.raises(ToolError, match="km of roads are closed"):
        routing.route(workspace, "map.osm", [0.0, 0.0], [0.02, 0.0], closures="closures.json")


def test_slow_roads_are_slow_for_cars_alone(workspace):
    slow = [{"ways": ["10"], "speed_km_h": 7.0}, {"ways": ["12"], "speed_km_h": 90.0}]
    workspace.write_text("slow.json", json.dumps({"slowdowns": slow}))
    ends = [0.0, 0.0], [0.01, 0.0]
    by_car = routing.route(workspace, "map.osm", *ends, closures="slow.json")
    assert by_car.data["minutes"] == pytest.approx(EAST_M / (7 / 3.6) / 60, abs=1e-5)
    assert by_car.text.endswith("km of roads are closed, 2 ways are slow")
    on_foot = routing.route(workspace, "map.osm", *ends, mode="walk", closures="slow.json").data
    assert on_foot["minutes"] == pytest.approx(EAST_M / (4.8 / 3.6) / 60, abs=1e-5)


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"closures": [{"ways": ["999"]}]}, "names the way '999', which the map does not have"),
        ({"closures": [{"edges": ["10#1"]}]}, "names the edge '10#1' of a traffic network; ways of the map are needed"),
        ({"closures": [{}]}, "edges or ways must name at least one road"),
        ([], "must be an object with the lists closures and slowdowns"),
    ],
)
def test_closures_of_another_map_are_refused(workspace, document, problem):
    workspace.write_text("bad.json", json.dumps(document))
    with pytest.raises(ToolError, match=problem):
        routing.travel_times(workspace, "map.osm", [[0.0, 0.0]], [[0.01, 0.0]], closures="bad.json")


def test_towns_of_the_planet_are_joined_by_its_roads(workspace):
    from tests.earth.planet.micro import MICRO

    from mesocosm.earth.places.planet_places import PlanetGazetteer, PlanetMaps
    from mesocosm.earth.planet.planet import Planet
    from mesocosm.suites.terra.tools import gis

    planet = Planet(1, MICRO)
    region, *towns = PlanetGazetteer(planet).places
    box = [region.box.west, region.box.south, region.box.east, region.box.north]
    path = gis.fetch_map(PlanetMaps(planet), workspace, box).data["path"]
    points = [[town.longitude, town.latitude] for town in towns[:3]]
    table = routing.travel_times(workspace, path, points, points).data["minutes"]
    crow = np.array(gis.distance_matrix(points, points).data["kilometres"])
    for row, away in zip(table, crow, strict=True):
        for minutes, kilometres in zip(row, away, strict=True):
            assert minutes is not None
            assert minutes >= kilometres / 110 * 60 * 0.9  # no car is faster than on a motorway; points are moved a bit


def test_every_published_name_has_a_tool():
    from mesocosm.suites.terra.tools import gis, image, satellite, terrain

    modules = {module.__name__.rpartition(".")[2]: module for module in (gis, image, routing, satellite, terrain)}
    published = {name: tool for module in modules.values() for name, tool in module.PUBLISHED.items()}
    assert len(published) == 14
    for tool in published.values():
        family, _, function = tool.partition(".")
        assert hasattr(getattr(modules[family], function), "__mesocosm_tool__"), tool


@pytest.mark.parametrize("count", CALLS)
@pytest.mark.parametrize("name", [name for name, f in inspect.getmembers(routing) if hasattr(f, "__mesocosm_tool__")])
def test_bad_input_is_refused_and_leaves_nothing(workspace, name, count):
    workspace.write_bytes("broken.osm", STREETS[:700])
    workspace.write_bytes("words.txt", b"plain words")
    workspace.write_bytes("empty.geojson", b'{"type": "FeatureCollection", "features": []}')
    workspace.write_bytes("clinic.geojson", as_geojson([Feature(shapely.Point(0.01, 0.0))]))
    workspace.write_bytes("flood.geojson", as_geojson([Feature(shapely.box(0, 0, 1, 1))]))
    workspace.write_text("closures.json", '{"closures": [{"ways": ["10"]}]}')
    files = [file.path for file in workspace.files()] + ["absent.osm"]
    tool = make(f"routing.{name}", getattr(routing, name))
    assert list(wrong_calls(tool, (workspace,), np.random.default_rng(5), files, count)) == []
