"""Maps read as lines and areas."""

import pytest

from mesocosm.earth.geo.openstreetmap import read_ways

NODES = "".join(f'<node id="{at}" lon="{at % 3}" lat="{at // 3}"/>' for at in range(9))


def way(name, *nodes, **tags):
    points = "".join(f'<nd ref="{node}"/>' for node in nodes)
    return f'<way id="{name}">{points}{"".join(f"<tag k={k!r} v={v!r}/>" for k, v in tags.items())}</way>'


def read(*things):
    return read_ways(f"<osm>{NODES}{''.join(things)}</osm>".encode())


def test_ways_have_their_points_and_tags():
    ways, areas = read(way("7", 0, 1, 4, highway="service"))
    assert (ways[0].id, ways[0].tags, ways[0].points) == ("7", {"highway": "service"}, ((0, 0), (1, 0), (1, 1)))
    assert areas == []
    assert not ways[0].is_closed


def test_nodes_beyond_the_extract_are_left_out():
    ways, _ = read(way("7", 0, 99, 1), way("8", 0, 99))
    assert [(known.id, known.points) for known in ways] == [("7", ((0, 0), (1, 0)))]


def test_a_ring_that_is_cut_off_is_no_area():
    ways, _ = read(way("7", 0, 2, 8, 6, 0), way("8", 0, 2, 99, 8, 6, 0))
    assert [known.is_closed for known in ways] == [True, False]


def test_a_multipolygon_has_its_holes():
    relation = (
        '<relation id="5"><member type="way" ref="1" role="outer"/><member type="way" ref="2" role="inner"/>'
        '<tag k="type" v="multipolygon"/><tag k="building" v="yes"/></relation>'
    )
    _, areas = read(way("1", 0, 2, 8, 6, 0), way("2", 0, 1, 4, 3, 0), relation)
    assert [(area.id, area.tags["building"], len(area.holes)) for area in areas] == [("r5-0", "yes", 1)]


@pytest.mark.parametrize(
    ("lon", "lat"), [("nan", "1"), ("1", "NaN"), ("inf", "1"), ("1e999", "1"), ("181", "1"), ("1", "-91")]
)
def test_a_node_off_the_globe_is_refused_by_its_name(lon, lat):
    with pytest.raises(ValueError, match="node 77 must lie in ±180 and ±90 degrees, got lon"):
        read(f'<node id="77" lon="{lon}" lat="{lat}"/>')


def test_a_node_without_a_place_is_reported():
    with pytest.raises(ValueError, match="lacks its 'lat'"):
        read_ways(b'<osm><node id="1" lon="3"/></osm>')
