"""Maps read as lines and areas."""

import pytest

from mesocosm.earth.geo.openstreetmap import read_extract

NODES = "".join(f'<node id="{at}" lon="{at % 3}" lat="{at // 3}"/>' for at in range(9))


def way(name, *nodes, **tags):
    points = "".join(f'<nd ref="{node}"/>' for node in nodes)
    return f'<way id="{name}">{points}{"".join(f"<tag k={k!r} v={v!r}/>" for k, v in tags.items())}</way>'


def read(*things):
    return read_extract(f"<osm>{NODES}{''.join(things)}</osm>".encode())


def test_ways_have_their_points_and_tags():
    extract = read(way("7", 0, 1, 4, highway="service"))
    ways, areas = extract.ways, extract.areas
    assert (ways[0].id, ways[0].tags, ways[0].points) == ("7", {"highway": "service"}, ((0, 0), (1, 0), (1, 1)))
    assert areas == []
    assert not ways[0].is_closed


def test_nodes_beyond_the_extract_are_left_out():
    ways = read(way("7", 0, 99, 1), way("8", 0, 99)).ways
    assert [(known.id, known.points) for known in ways] == [("7", ((0, 0), (1, 0)))]


def test_a_ring_that_is_cut_off_is_no_area():
    ways = read(way("7", 0, 2, 8, 6, 0), way("8", 0, 2, 99, 8, 6, 0)).ways
    assert [known.is_closed for known in ways] == [True, False]


def relation(*members, kind="multipolygon"):
    listed = "".join(f'<member type="way" ref="{ref}" role="{role}"/>' for ref, role in members)
    return f'<relation id="5">{listed}<tag k="type" v="{kind}"/><tag k="building" v="yes"/></relation>'


def area_of(*things):
    [area] = read(*things).areas
    assert (area.id, area.tags["building"]) == ("r5", "yes")
    return area.shape


NEAR = [f'<node id="3{at}" lon="{x}" lat="{y}"/>' for at, (x, y) in enumerate([(0.5, 0.5), (1.5, 0.5), (1, 1.5)])]
FAR = [f'<node id="2{at}" lon="{x}" lat="{y}"/>' for at, (x, y) in enumerate([(-1, -1), (3, -1), (3, 3), (-1, 3)])]


def test_a_multipolygon_has_its_holes():
    ways = [way("1", 0, 2, 8, 6, 0), way("2", 30, 31, 32, 30)]
    shape = area_of(*NEAR, *ways, relation(("1", "outer"), ("2", "inner")))
    assert (shape.area, [len(part.interiors) for part in shape.geoms]) == (4 - 0.5, [1])


def test_rings_of_several_open_ways_are_assembled_whatever_their_direction():
    ways = [way("1", 0, 1, 2, 5), way("2", 6, 7, 8, 5), way("3", 6, 3, 0)]
    assert area_of(*ways, relation(("1", "outer"), ("2", "outer"), ("3", "outer"))).area == 4


def test_several_outer_rings_are_one_area_and_wrong_roles_do_not_matter():
    rings = [way("1", 0, 1, 4, 3, 0), way("2", 4, 5, 8, 7, 4)]
    shape = area_of(*rings, relation(("1", "inner"), ("2", "")))
    assert (len(shape.geoms), shape.area) == (2, 2)


def test_holes_that_share_an_edge_are_one_hole():
    ways = [way("1", 20, 21, 22, 23, 20), way("2", 0, 1, 4, 3, 0), way("3", 1, 2, 5, 4, 1)]
    shape = area_of(*FAR, *ways, relation(("1", "outer"), ("2", "inner"), ("3", "inner")))
    assert (shape.area, [len(part.interiors) for part in shape.geoms]) == (16 - 2, [1])


def test_an_island_in_a_hole_is_land_again():
    ways = [way("1", 20, 21, 22, 23, 20), way("2", 0, 2, 8, 6, 0), way("3", 30, 31, 32, 30)]
    shape = area_of(*FAR, *NEAR, *ways, relation(("1", "outer"), ("2", "inner"), ("3", "outer"), kind="boundary"))
    assert shape.area == 16 - 4 + 0.5


def test_a_relation_without_ways_has_no_ring():
    assert [each.reason for each in read(relation()).unassembled] == ["it has no ring"]


@pytest.mark.parametrize(
    ("ways", "reason"),
    [
        ([way("1", 0, 2, 8, 6, 0)], "some of its ways lie beyond the map"),
        ([way("1", 0, 2, 8, 6, 0), way("2", 0, 99, 4, 0)], "some of its ways lie beyond the map"),
        ([way("1", 0, 2, 8, 6, 0), way("2", 0, 1, 4)], "a ring is not closed"),
        ([way("1", 0, 1, 4, 3, 0), way("2", 1, 8, 6, 1)], "its rings cross"),
    ],
)
def test_a_relation_that_makes_no_area_is_named_with_the_reason(ways, reason):
    extract = read(*ways, relation(("1", "outer"), ("2", "inner")))
    assert extract.areas == []
    assert [(each.id, each.tags["building"], each.reason) for each in extract.unassembled] == [("r5", "yes", reason)]


@pytest.mark.parametrize(
    ("lon", "lat"), [("nan", "1"), ("1", "NaN"), ("inf", "1"), ("1e999", "1"), ("181", "1"), ("1", "-91")]
)
def test_a_node_off_the_globe_is_refused_by_its_name(lon, lat):
    with pytest.raises(ValueError, match="node 77 must lie in ±180 and ±90 degrees, got lon"):
        read(f'<node id="77" lon="{lon}" lat="{lat}"/>')


def test_a_node_without_a_place_is_reported():
    with pytest.raises(ValueError, match="lacks its 'lat'"):
        read_extract(b'<osm><node id="1" lon="3"/></osm>')
