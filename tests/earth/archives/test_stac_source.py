"""STAC services on loopback: searches in their format, and windows of a file that stays on the server."""

import json
from datetime import UTC, datetime

import numpy as np
import pytest
from rasterio.io import MemoryFile
from rasterio.transform import Affine
from tests.sources.server import Reply

from mesocosm.earth.archives.scene_source import fetch
from mesocosm.earth.archives.stac_source import EarthSearch, PlanetaryComputer, StacScenes
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.sources.recording import Records
from mesocosm.sources.service import Connection
from mesocosm.sources.web import WebError
from mesocosm.testing import check_source
from mesocosm.types import TimeInterval

PIXELS = 1024
WHEN = TimeInterval(start=datetime(2024, 6, 1, tzinfo=UTC), end=datetime(2024, 7, 1, tzinfo=UTC))
BOX = BoundingBox(west=9.0, south=45.15, east=9.005, north=45.155)
"""A corner of the scene, whose pixels are 10 m from 500 km east and 5 001 km north in UTM zone 32."""


def tiff(value):
    """Return a GeoTIFF of random numbers, which do not compress: 2 MB in tiles of 256 pixels."""
    draw = np.random.default_rng(1).integers(1000, 9000, (PIXELS, PIXELS)).astype(np.uint16)
    draw[:5, :5] = value
    with MemoryFile() as memory:
        with memory.open(
            driver="GTiff", count=1, dtype="uint16", width=PIXELS, height=PIXELS, crs="EPSG:32632", nodata=0,
            transform=Affine(10, 0, 500_000, 0, -10, 5_001_000), tiled=True, blockxsize=256, blockysize=256,
        ) as file:  # fmt: skip
            file.write(draw, 1)
        return bytes(memory.read()), draw


def item(server, key="red", name="a", day=3, collection="sentinel-2-l2a", **properties):
    shape = [[[8.9, 45.0], [9.2, 45.0], [9.2, 45.2], [8.9, 45.2], [8.9, 45.0]]]
    return {
        "type": "Feature", "stac_version": "1.0.0", "id": f"S2A_{name}", "collection": collection,
        "geometry": {"type": "Polygon", "coordinates": shape}, "bbox": [8.9, 45.0, 9.2, 45.2],
        "properties": {
            "datetime": f"2024-06-{day:02d}T10:16:00Z", "instruments": ["msi"], "platform": "sentinel-2a",
            "eo:cloud_cover": 4.0, "proj:epsg": 32632, **properties,
        },
        "assets": {
            key: {"href": f"{server.url}/{name}.tif", "type": "image/tiff", "eo:bands": [{"name": key}]},
            "thumbnail": {"href": f"{server.url}/{name}.jpg", "type": "image/jpeg"},
        },
        "links": [],
    }  # fmt: skip


def page(*items, links=()):
    return json.dumps({"type": "FeatureCollection", "features": list(items), "links": list(links)}).encode()


@pytest.fixture
def scenes(server, web, tmp_path):
    return StacScenes(Connection(EarthSearch(web=web, address=server.url), "record", Records(tmp_path)))


def test_a_search_asks_by_box_time_and_cloud(server, scenes):
    server.put("/search", page(item(server)))
    [scene] = scenes.search(BOX, WHEN, "msi", 20.0)
    assert json.loads(server.sent[0][1]) == {
        "collections": ["sentinel-2-l2a"], "bbox": [9.0, 45.15, 9.005, 45.155], "limit": 100,
        "datetime": "2024-06-01T00:00:00Z/2024-07-01T00:00:00Z", "query": {"eo:cloud_cover": {"lte": 20.0}},
    }  # fmt: skip
    assert [asset.key for asset in scene.assets] == ["B04"]
    assert scenes.scene(scene.id) is scene


def test_pages_are_followed_in_order_of_time(server, scenes):
    more = {"rel": "next", "method": "POST", "href": f"{server.url}/search", "merge": True, "body": {"next": "t2"}}
    server.put("/search", page(item(server, day=9), links=[more]), page(item(server, name="b", day=2)))
    found = scenes.search(BOX, WHEN, None, None)
    assert [scene.datetime.day for scene in found] == [2, 9]
    assert json.loads(server.sent[1][1])["next"] == "t2"
    assert json.loads(server.sent[1][1])["limit"] == 100


def test_a_window_is_fetched_without_the_file(server, scenes):
    data, truth = tiff(5000)
    server.put("/a.tif", data)
    server.put("/search", page(item(server, **{"earthsearch:boa_offset_applied": True})))
    [scene] = scenes.search(BOX, WHEN, "msi", None)
    raster, shown = fetch(scenes, scene, ["B04"], BOX, hide_clouds=False)
    assert shown == 1.0
    rows, columns = raster.shape
    first = round((5_001_000 - raster.transform.f) / 10), round((raster.transform.c - 500_000) / 10)
    np.testing.assert_allclose(
        raster.bands["B04"], truth[first[0] : first[0] + rows, first[1] : first[1] + columns] * 1e-4, rtol=1e-12
    )
    asked = sum(65536 for span in server.ranges("/a.tif") if span != "bytes=0-0")
    assert asked < len(data) / 2


def test_reflectance_before_the_offset_is_applied(server, scenes):
    data, truth = tiff(5000)
    server.put("/a.tif", data)
    server.put("/search", page(item(server)))
    [scene] = scenes.search(BOX, WHEN, "msi", None)
    raster, _ = fetch(scenes, scene, ["B04"], BOX, hide_clouds=False)
    assert float(np.nanmin(raster.bands["B04"])) < 0.05  # (DN - 1000) / 10 000 of 1000 to 9000
    assert truth.min() >= 1000


def test_a_recorded_window_needs_no_server(server, scenes, tmp_path):
    server.put("/a.tif", tiff(5000)[0])
    server.put("/search", page(item(server)))
    [scene] = scenes.search(BOX, WHEN, "msi", None)
    first = scenes.part(scene, "B04", BOX)
    asked = len(server.asked)
    replay = StacScenes(Connection(EarthSearch(address=server.url), "replay", Records(tmp_path)))
    [again] = replay.search(BOX, WHEN, "msi", None)
    assert (again.id, replay.part(again, "B04", BOX)) == (scene.id, first)
    assert len(server.asked) == asked


def test_permissions_are_used_and_not_recorded(server, web, tmp_path):
    service = PlanetaryComputer(web=web, address=f"{server.url}/stac/v1")
    scenes = StacScenes(Connection(service, "record", Records(tmp_path)))
    server.put("/stac/v1/search", page(item(server, key="B04")))
    server.put("/sas/v1/token/sentinel-2-l2a", b'{"msft:expiry": "2024-06-30T00:00:00Z", "token": "sig=hidden"}')
    server.put("/a.tif?sig=hidden", tiff(5000)[0])
    [scene] = scenes.search(BOX, WHEN, "msi", None)
    assert scenes.part(scene, "B04", BOX)[:2] == b"II"
    assert not any(b"hidden" in path.read_bytes() for path in tmp_path.glob("*/*"))


def test_troubles_of_searches(server, scenes):
    for reply, words in (
        (b"<html>", "page of HTML"),
        (b"{}", "without features"),
        (page({**item(server), "assets": 3}), "without files"),
        (Reply(b'{"code": "InvalidParameterValue", "description": "bad bbox"}', 400), "400 Bad Request: bad bbox"),
    ):
        server.put("/search", reply)
        with pytest.raises(WebError, match=words):
            scenes.search(BOX, WHEN, "msi", None)


def test_files_that_are_none(server, scenes):
    server.put("/search", page(item(server)))
    [scene] = scenes.search(BOX, WHEN, "msi", None)
    server.put("/a.tif", b"<html>no such file, but with status 200</html>")
    with pytest.raises(InvalidRecord, match="cannot be read as a raster"):
        scenes.part(scene, "B04", BOX)
    server.put("/a.tif", tiff(1)[0])
    with pytest.raises(InvalidRecord, match="does not overlap the box"):
        scenes.part(scene, "B04", BoundingBox(west=12.0, south=45.15, east=12.1, north=45.2))


def test_unknown_sensors_and_scenes(scenes):
    with pytest.raises(UnknownName, match="no sensor of Earth Search is called 'oli\\+tirs'"):
        scenes.search(BOX, WHEN, "oli+tirs", None)
    with pytest.raises(InvalidRecord, match="search for scenes first"):
        scenes.scene("f" * 32)


def test_archives_hold_the_contract_of_sources(server, web):
    check_source(EarthSearch(web=web, address=server.url))
    check_source(PlanetaryComputer(web=web, address=server.url))
