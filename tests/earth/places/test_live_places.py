"""Nominatim and Overpass, against a loopback server with handwritten replies in their formats."""

import json

import pytest
from tests.earth.places.streets import STREETS
from tests.shared import SHARED
from tests.sources.server import Reply

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.openstreetmap import read_extract
from mesocosm.earth.places.live_places import Nominatim, NominatimNames, Overpass, OverpassMaps, query_of
from mesocosm.errors import InvalidRecord
from mesocosm.sources.recording import NotRecorded, Records
from mesocosm.sources.service import Connection
from mesocosm.sources.web import WebError
from mesocosm.testing import check_source

REAL_MAP = SHARED / "data" / "real" / "osm" / "osmnx" / "planet_10.068,48.135_10.071,48.137.osm"
SEARCH = "/search?q=Helsinki&format=jsonv2&limit=10&extratags=1&addressdetails=1"
HELSINKI = {
    "place_id": 1, "licence": "Data © OpenStreetMap contributors, ODbL 1.0.", "osm_type": "relation", "osm_id": 34914,
    "lat": "60.1674881", "lon": "24.9427473", "category": "boundary", "type": "administrative", "place_rank": 14,
    "importance": 0.7, "addresstype": "city", "name": "Helsinki", "display_name": "Helsinki, Uusimaa, Suomi / Finland",
    "boundingbox": ["59.9224887", "60.2978389", "24.7828749", "25.2544849"], "extratags": {"population": "658457"},
}  # fmt: skip
BOX = BoundingBox(west=0.0, south=0.0, east=0.03, north=0.01)


@pytest.fixture
def names(server, web, tmp_path):
    return NominatimNames(Connection(Nominatim(web=web, address=server.url), "record", Records(tmp_path)))


@pytest.fixture
def maps(server, web, tmp_path):
    return OverpassMaps(Connection(Overpass(web=web, address=server.url), "record", Records(tmp_path)))


def test_a_name_becomes_a_place(server, names):
    server.put(SEARCH, json.dumps([HELSINKI]).encode())
    [place] = names.places_named("Helsinki")
    assert (place.id, place.kind, place.population) == ("relation/34914", "city", 658457)
    assert (place.box.west, place.box.south) == (24.7828749, 59.9224887)  # theirs begins with the south and the north
    assert place.within == "Uusimaa, Suomi / Finland"


def test_a_name_of_nothing(server, names):
    server.put(SEARCH, b"[]")
    assert names.places_named("Helsinki") == []


def test_places_about_a_point_are_listed_once_and_with_pauses(server, names, waits):
    for zoom in (14, 10, 8, 5):
        url = f"/reverse?lat=60.170000&lon=24.940000&zoom={zoom}&format=jsonv2&extratags=1&addressdetails=1"
        reply = {"error": "Unable to geocode"} if zoom == 5 else HELSINKI
        server.put(url, json.dumps(reply).encode())
    assert [place.name for place in names.near(24.94, 60.17, 3)] == ["Helsinki"]
    assert waits == [1.0, 1.0, 1.0]  # as the usage policy asks


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b'{"error": "x"}', "did not return a list"),
        (b'[{"name": "Helsinki"}]', "without its name, position or box"),
        (Reply(b"<html>blocked", 403), "403 Forbidden"),
        (b"<html>", "page of HTML"),
    ],
)
def test_answers_that_are_no_places(server, names, reply, words):
    server.put(SEARCH, reply)
    with pytest.raises(WebError, match=words):
        names.places_named("Helsinki")


def test_a_map_is_asked_for_in_overpass_s_order(server, maps):
    server.put("/interpreter", STREETS)
    ways = read_extract(maps.document(BOX)).ways
    assert len(ways) == 8
    assert "%280.000000%2C0.000000%2C0.010000%2C0.030000%29" in server.sent[0][1].decode()  # (south,west,north,east)
    assert query_of(BOX) == "[out:xml][timeout:90];(nwr(0.000000,0.000000,0.010000,0.030000);>;);out body;"


def test_a_recorded_map_needs_no_server(server, maps, tmp_path):
    server.put("/interpreter", STREETS)
    first = maps.document(BOX)
    server.replies.clear()
    replay = OverpassMaps(Connection(Overpass(address="http://127.0.0.1:9"), "replay", Records(tmp_path)))
    assert replay.document(BOX) == first
    with pytest.raises(NotRecorded, match="POST https://overpass-api.de/api/interpreter"):
        replay.document(BoundingBox(west=1.0, south=0.0, east=1.03, north=0.01))


def test_a_busy_server_is_obeyed(server, maps, waits):
    server.put("/interpreter", Reply(status=429, headers={"Retry-After": "15"}), Reply(status=504), STREETS)
    maps.document(BOX)
    assert waits[0] == 15.0
    assert len(waits) == 2


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b'<osm><remark> runtime error: Query timed out in "query" at line 1 after 91 seconds. </remark></osm>',
         "could not make the map: runtime error: Query timed out"),
        (b"<!DOCTYPE html><html><p>too busy<br></html>", "did not return a map"),
        (STREETS[:200], "did not return a map"),
        (Reply(b"<html>parse error", 400), "400 Bad Request"),
    ],
)  # fmt: skip
def test_answers_that_are_no_map(server, maps, reply, words):
    server.put("/interpreter", reply)
    with pytest.raises(WebError, match=words):
        maps.document(BOX)


def test_an_empty_map_and_a_box_too_large(server, maps):
    server.put("/interpreter", b'<osm version="0.6"><note>x</note></osm>')
    with pytest.raises(InvalidRecord, match="is empty"):
        maps.document(BOX)
    with pytest.raises(InvalidRecord, match="at most 0.25 square degrees, got 1"):
        maps.document(BoundingBox(west=0.0, south=0.0, east=1.0, north=1.0))
    with pytest.raises(InvalidRecord, match="west must not exceed east, got 0.2 and 0.1"):
        maps.document(BoundingBox(west=0.2, south=0.0, east=0.1, north=0.1))


def test_both_hold_the_contract_of_sources(server, web):
    check_source(Nominatim(web=web, address=server.url))
    check_source(Overpass(web=web, address=server.url))


@pytest.mark.fidelity
@pytest.mark.skipif(not REAL_MAP.exists(), reason="needs ../shared/data/real, which is not everywhere")
def test_a_real_map_passes_as_it_came(server, maps):
    server.put("/interpreter", REAL_MAP.read_bytes())
    ways = read_extract(maps.document(BOX)).ways
    assert len(ways) > 10
