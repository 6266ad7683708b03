"""Untrusted XML: no document types, in any encoding."""

import pytest

from mesocosm.earth.geo.openstreetmap import read_extract
from mesocosm.earth.geo.plain_xml import parse_plain_xml
from mesocosm.earth.places.features import read_openstreetmap
from mesocosm.earth.places.roads import read_roads
from mesocosm.errors import InvalidRecord

GROWING = (
    '<?xml version="1.0"?>\n<!DOCTYPE osm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    '<osm><node id="1" lat="1" lon="1"><tag k="name" v="&b;"/></node></osm>'
)
REFUSED = "a document type .* is not allowed; write plain XML"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_a_document_type_is_refused_in_any_encoding(encoding):
    with pytest.raises(InvalidRecord, match=REFUSED):
        parse_plain_xml(GROWING.encode(encoding), "map.osm")


@pytest.mark.parametrize(
    "read",
    [read_extract, lambda data: read_openstreetmap(data, "map.osm"), lambda data: read_roads(data, "drive", "map.osm")],
    ids=["ways", "features", "roads"],
)
def test_every_reader_of_maps_refuses_one(read):
    with pytest.raises(InvalidRecord, match=REFUSED):
        read(GROWING.encode())


def test_plain_xml_is_read_and_broken_xml_is_named():
    assert parse_plain_xml(b"<osm><node id='1'/></osm>", "map.osm").find("node").get("id") == "1"
    with pytest.raises(InvalidRecord, match=r"map.osm is not XML: unclosed token"):
        parse_plain_xml(b"<osm", "map.osm")
