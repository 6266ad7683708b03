"""OpenStreetMap XML: shared nodes, tags, and an independent reader."""

import xml.etree.ElementTree as ET

import pytest

from mesocosm.earth.planet.products.osm import Thing, osm_xml

shapely = pytest.importorskip("shapely", reason="install the extra planet")


def crossing():
    from shapely.geometry import LineString, Point, Polygon

    middle = (500_000.0, 5_000_000.0)
    return [
        Thing(Point(middle), {"place": "town", "name": 'Fish & "Chips"'}),
        Thing(LineString([(499_000.0, 5_000_000.0), middle]), {"highway": "primary"}),
        Thing(LineString([middle, (500_000.0, 5_001_000.0)]), {"highway": "residential", "name": "Row"}),
        Thing(Polygon([(0, 0), (9, 0), (9, 9)]), {"building": "house"}),
    ]


def test_streets_that_meet_share_a_node():
    root = ET.fromstring(osm_xml(crossing(), "EPSG:32632"))
    ways = [[node.get("ref") for node in way.findall("nd")] for way in root.findall("way")]
    assert len(root.findall("node")) == 6
    assert ways[0][-1] == ways[1][0]
    assert ways[2][0] == ways[2][-1]


def test_names_are_escaped_and_places_are_nodes():
    root = ET.fromstring(osm_xml(crossing(), "EPSG:32632"))
    tags = {tag.get("k"): tag.get("v") for tag in root.find("node").findall("tag")}
    assert tags == {"place": "town", "name": 'Fish & "Chips"'}


def test_osmium_reads_ways_with_their_places(tmp_path):
    osmium = pytest.importorskip("osmium", reason="install osmium")
    (tmp_path / "a.osm").write_bytes(osm_xml(crossing(), "EPSG:32632"))
    ways = [thing for thing in osmium.FileProcessor(tmp_path / "a.osm").with_locations() if thing.is_way()]
    assert len(ways) == 3
    for way in osmium.FileProcessor(tmp_path / "a.osm").with_locations():
        if way.is_way() and way.tags.get("highway") == "primary":
            # A kilometre east-west: on the zone's middle meridian grid and ground differ by 0.04 %.
            assert osmium.geom.haversine_distance(way.nodes) == pytest.approx(1000, rel=0.005)
