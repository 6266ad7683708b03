"""Maps reach netconvert with their nodes first."""

from mesocosm.simulators.sumo.documents import in_order

NODE, WAY, RELATION = b'<node id="1" />', b'<way id="2"><nd ref="1" /></way>', b'<relation id="3" />'


def whole(*parts):
    return b'<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">' + b"".join(parts) + b"</osm>"


def test_ways_before_their_nodes_are_moved():
    assert in_order(whole(RELATION, WAY, NODE)) == whole(NODE, WAY, RELATION)


def test_a_map_in_order_stays_as_it_is():
    written = b"<osm>  <node id='1'/><way id='2'/></osm>"
    assert in_order(written) is written
