"""STAC items as pystac reads and checks them."""

import json

import numpy as np
import pytest

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.products.rasters import Layer, cog
from mesocosm.earth.planet.products.stac import Raster, stac_files

pystac = pytest.importorskip("pystac", reason="install the extra planet")
GRID = Grid("+proj=utm +zone=32 +datum=WGS84 +units=m", 500_500.0, 5_000_500.0, 1000.0, 1000.0, 20, 10)


@pytest.fixture(params=[0, None], ids=["some without data", "data everywhere"])
def folder(request, tmp_path):
    layer = Layer("cover", np.full(GRID.shape, 40, np.uint8))
    content = cog(GRID, "EPSG:32632", [layer], nodata=request.param, time="2031-07-01T10:30:00Z")
    (tmp_path / "r000").mkdir()
    (tmp_path / "r000/cover.tif").write_bytes(content)
    for path, text in stac_files(tmp_path, [Raster("r000/cover.tif", len(content), "ab" * 32)], "a planet").items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(text)
    return tmp_path


def test_items_and_collection_pass_the_validator(folder):
    pytest.importorskip("jsonschema", reason="install jsonschema")
    collection = pystac.Collection.from_file(str(folder / "stac/collection.json"))
    collection.validate()
    item = pystac.Item.from_file(str(folder / "stac/r000-cover.json"))
    document = item.to_dict(include_self_link=False)
    document["stac_extensions"] = []  # the schemas of extensions are on the network, that of the core is in the library
    pystac.Item.from_dict(document).validate()
    assert [linked.id for linked in collection.get_items()] == ["r000-cover"]


def test_an_item_says_when_where_and_which_file(folder):
    item = pystac.Item.from_file(str(folder / "stac/r000-cover.json"))
    assert item.datetime.isoformat() == "2031-07-01T10:30:00+00:00"
    # 500 km east is 9° E; 5,000 km north is about 45.15° N.
    assert item.bbox[:2] == pytest.approx([9.0, 45.15], abs=0.01)
    assert (folder / "stac" / item.assets["data"].href).resolve() == (folder / "r000/cover.tif").resolve()
    assert item.assets["data"].extra_fields["file:checksum"] == "1220" + "ab" * 32
    assert json.loads((folder / "stac/r000-cover.json").read_text())["properties"]["proj:code"] == "EPSG:32632"


def test_all_items_lie_in_one_table(folder):
    geopandas = pytest.importorskip("geopandas", reason="install the extra planet")
    frame = geopandas.read_parquet(folder / "stac.parquet")
    item = json.loads((folder / "stac/r000-cover.json").read_text())
    assert list(frame["id"]) == ["r000-cover"]
    assert frame["datetime"].iloc[0].isoformat() == "2031-07-01T10:30:00+00:00"
    assert list(frame.total_bounds) == pytest.approx(item["bbox"])
    asset = frame["assets"].iloc[0]["data"]
    assert (folder / asset["href"]).is_file()
    assert asset["file:checksum"] == item["assets"]["data"]["file:checksum"]
